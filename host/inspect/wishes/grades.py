"""Words of which one rules the others out (pure).

Owns: the table of such words, as people and services write them: states, grades, classes of travel, seats, sorts of
accounts. What stays true: a word is compared only with those of its own group.
"""
# ruff: noqa: E501  # a table is read best as it is; letters of many scripts belong here

from __future__ import annotations

from typing import Final, NamedTuple


class Group(NamedTuple):
    """Words of which one rules the others out.

    Attributes: keys: names of inputs that they stand under, empty for any. near: what stands beside them in the
    person's words, a pattern with one place for them. members: each with its spellings.
    """

    keys: frozenset[str]
    near: str
    members: tuple[frozenset[str], ...]


def _group(keys: str, near: str, members: str) -> Group:
    return Group(
        frozenset(keys.split()), near, tuple(frozenset(part.replace("_", " ").split("|")) for part in members.split())
    )


TO: Final = r"\b(?:to|as|into?|auf|als|nach|zu|in|comme|en|à|como|a|come|naar|op|на|в)\s{1,2}(?:the\s|a\s|an\s|den\s|die\s|das\s)?[\"'`«„]?(@)\b|\b(?:keep|leave|stays?|remain|lass\w{0,2})\s{1,2}(?:\w{1,12}\s{1,2}){0,2}(?:als\s|as\s|a\s)?(@)\b"
_GRADE: Final = r"\b(@)[\"'»“]?[- ](?:prio\w{0,6}|severity|urgency|importance)\b|\b(?:prio\w{0,6}|severity|sev|urgency|importance|priorit\w{0,4})\b[^\n.,;]{0,20}?\b(@)\b"
_ANY: Final = r"(?<![\w-])(@)(?![\w-])"
_VERBS: Final = "event action verdict decision review state status vote outcome resolution operation op type kind"
GROUPS: Final = (
    _group(
        "priority severity urgency importance impact prio level",
        _GRADE,
        "low|lowest|niedrig|faible|baja|baixa|bassa|minor|trivial|p4|p5 medium|normal|mittel|moyenne|media|média|p3 high|hoch|haute|élevée|alta|major|p2 urgent|critical|dringend|kritisch|critique|urgente|crítica|highest|blocker|p0|p1",
    ),
    _group(
        "",
        TO,
        "todo|to_do|backlog|open|new|reopened|offen in_progress|doing|started|active|ongoing|wip|in_arbeit|en_cours|en_curso|in_bearbeitung blocked|waiting|on_hold|pending|hold|snoozed|wartend in_review|review|code_review|qa|testing done|closed|complete|completed|resolved|fixed|finished|solved|erledigt|geschlossen|terminé|cerrado|fechado|chiuso|gelöst cancelled|canceled|wont_fix|won't_fix|wontfix|rejected|declined|abgelehnt|duplicate|ignored|invalid|dismissed",
    ),
    _group(
        "",
        TO,
        "closed_won|closedwon|won|gewonnen|gagné|ganado closed_lost|closedlost|lost|verloren|perdu|perdido negotiation|proposal|qualified|verhandlung",
    ),
    _group(
        _VERBS,
        _ANY,
        "approve|approved|accept|accepted|lgtm|approuve|aprueba reject|rejected|deny|decline|declined|request_changes|changes_requested|rejete|rechaza comment|commented|comments resolve|resolved ignore|ignored",
    ),
    _group(
        "state status action op operation mode visibility publish stage type",
        TO,
        "draft|drafts|entwurf|brouillon|borrador published|publish|live|active|public|publiziert|veröffentlicht archived|archive archiviert scheduled|schedule",
    ),
    _group(
        "recurrence frequency interval cadence schedule repeat period cycle freq billing_cycle rrule",
        _ANY,
        "once|one-time|one-off|einmalig|einmal|once-off hourly|every_hour|stündlich daily|day|every_day|täglich|quotidien|diario|diariamente weekly|week|every_week|wöchentlich|hebdomadaire|semanal|semanalmente monthly|month|every_month|monatlich|mensuel|mensual|mensal|mensile quarterly|vierteljährlich|trimestral yearly|year|annual|annually|jährlich|annuel|anual|annuale",
    ),
    _group("bump release level type part increment version_type semver", _ANY, "patch minor major"),
    _group(
        "side direction action effect verb decision policy rule type op",
        _ANY,
        "buy|kaufe|kauf|kaufen|achète|compra sell|verkaufe|verkauf|verkaufen|vends|vende",
    ),
    _group(
        "effect action policy decision rule access permission",
        _ANY,
        "allow|permit|erlaube|erlauben|whitelist deny|block|drop|verbiete|blockiere|blacklist|refuse",
    ),
    _group(
        "class cabin tier plan edition sku plan_id subscription",
        _ANY,
        "free|basic|starter|hobby pro|plus|team|standard business|premium enterprise|ultimate economy|eco first|first_class",
    ),
    _group(
        "status state active running mode",
        _ANY,
        "pause|paused|pausiere|pausieren|stop|stopped|halt|disable|disabled|deactivate|mets_en_pause|pausa enable|enabled|activate|resume|resumed|unpause|start|started|run|running|aktiviere",
    ),
    _group(
        "status state action event",
        _ANY,
        "acknowledge|acknowledged|ack|quittiere resolve|resolved|close|closed|solved mute|snooze|silence",
    ),
    _group(
        "status state mode type action",
        _ANY,
        "draft|drafts|entwurf|brouillon|borrador|rascunho|bozza authorised|authorized|approved|submitted|sent|paid|final|posted|published|live|awaiting_payment|confirmed",
    ),
    _group(
        "class cabin cabinclass travelclass fare fareclass",
        r"\b(@)[ -]?(?:class\w?|klasse|classe|clase|klas|cabin)?\b",
        "economy|économique|económica|economica|econômica|económico|economyklasse|turista|touristique|economisch|coach|economy_class premium|premium_economy|premium_economy_class business|business_class|affaires|ejecutiva|executiva|negocios|zakelijk|businessklasse first_class|première|primera_clase|prima_classe|erste_klasse|erster_klasse|eerste_klas|primeira_classe|first",
    ),
    _group(
        "seat seating seattype preference seatpreference",
        _ANY,
        "window|fensterplatz|fenster|hublot|ventanilla|ventana|janela|finestrino|raam aisle|gangplatz|gang|couloir|pasillo|corredor|corridoio|gangpad middle|mittelplatz",
    ),
    _group(
        "shipping delivery speed method service shippingmethod deliverymethod",
        _ANY,
        "standard|regular|normal|economy express|overnight|priority|expres pickup|abholung",
    ),
    _group(
        "bed bedtype room roomtype size",
        _ANY,
        "single|einzelzimmer|individuale|singola double|doppelzimmer|doble|doppia|matrimoniale twin suite",
    ),
    _group(
        "meal diet mealtype",
        _ANY,
        "vegetarian|vegetarisch|végétarien|vegetariano vegan|végétalien|vegano halal kosher|koscher",
    ),
    _group(
        "trip triptype journey type",
        _ANY,
        "one-way|oneway|one_way|einfach|aller_simple|solo_ida|solo_andata|enkele_reis round-trip|roundtrip|round_trip|return|hin_und_zurück|aller-retour|ida_y_vuelta|ida_e_volta|andata_e_ritorno|retour",
    ),
    _group(
        "account accounttype fromaccount type",
        _ANY,
        "checking|current_account|girokonto savings|sparkonto|épargne|ahorros|poupança|risparmio|spaarrekening",
    ),
    _group(
        "direction order operation op change adjustment",
        _ANY,
        "increase|raise|up|erhöhe|hoch decrease|lower|reduce|down|senke|runter",
    ),
)
