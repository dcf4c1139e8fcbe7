"""A call that does the opposite of what the words say (pure).

Owns: pairs of opposite doings and states (on and off, lock and unlock, arm and disarm), as services call them and as
people say them in several languages. What stays true: the opposite is told only where the words order the one, and the
other is neither in them nor beside it in the call; a word that tells how something is orders nothing; the work is bounded.
"""
# ruff: noqa: E501  # a table is read best as it is

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, pairwise
from typing import Final, NamedTuple

from host.inspect.destructive.inputs import members
from host.inspect.subject import Subject, Text
from host.inspect.tools.deeds import deed
from host.inspect.tools.words import last_word
from host.inspect.wishes.concepts import bare
from host.inspect.wishes.words import LOOKED
from host.naming import OPERATIONS, key_words
from host.patterns import regex
from host.words import say

OPPOSITE: Final = say("You said it the other way round: this does the opposite.")


class _Side(NamedTuple):
    """Attributes: called: words of tools and values. said: how people order it."""

    called: frozenset[str]
    said: re.Pattern[str]


def _side(called: str, said: str) -> _Side:
    return _Side(frozenset(called.split()), regex(rf"(?<![\w-])(?:{said})"))


_OF: Final = r"(?:[\w'\u2019#.-]{1,24}\s){0,5}"
_PAIRS: Final = (
    (
        _side(
            "on enable enabled activate activated active arm armed armhome armaway armnight",
            rf"(?:turn|switch|power|put)s?\s{_OF}on\b|enabl\w|activat\w|arm\b|re-?arm\b|einschalt|anschalt|aktivier|scharf|schalte?\s{_OF}(?:an|ein|scharf)\b|mach\w?\s{_OF}an\b|"
            rf"allum|activ(?:e|er|ez|a|ar|as)\b|arme[rz]?\b|encien|prend[ea]\b|conect[ae]\b|lig(?:a|ue|ar)\b|acend|ativ(?:a|e|ar)\b|accend|attiv|inserisc|(?:zet|doe)\s{_OF}aan\b|schakel\s{_OF}in\b|inschakel|aanzet",
        ),
        _side(
            "off disable disabled deactivate deactivated inactive disarm disarmed",
            rf"(?:turn|switch|power|put|shut)s?\s{_OF}(?:off|down)\b|off\b|disabl\w|deactivat\w|disarm|ausschalt|abschalt|deaktivier|entscharf|unscharf|schalte?\s{_OF}(?:aus|ab|unscharf)\b|mach\w?\s{_OF}aus\b|"
            rf"etei(?:n|gn)|desactiv|desarm|apag|deslig|desativ|spegn|spengi|disattiv|disinserisc|(?:zet|doe)\s{_OF}uit\b|schakel\s{_OF}uit\b|uitschakel|uitzet",
        ),
    ),
    (
        _side("lock locked", rf"lock\w{{0,3}}\b|abschliess|absperr|verriegel|schliess\w{{0,2}}\s{_OF}ab\b|sperr\w{{0,2}}\s{_OF}(?:ab|zu)\b|verrouill|ferme\w?\s{_OF}a cle\b|cierra\s{_OF}con llave\b|bloque|tranqu|tranc[ae]|chiudi\s{_OF}a chiave\b|blocc|vergrendel|doe\s{_OF}op slot\b"),
        _side("unlock unlocked", rf"unlock|open\w{{0,3}}\b|aufschliess|aufsperr|entriegel|entsperr|schliess\w{{0,2}}\s{_OF}auf\b|deverrouill|desbloque|destranc|sblocc|ontgrendel|off\b|abr[aei]|apri|ouvr|offne|oeffne"),
    ),
    (
        _side("open opened raise", rf"open(?:s|ing)?\b|raise\b|offne|oeffne|mach\w?\s{_OF}auf\b|fahr\w?\s{_OF}(?:hoch|auf)\b|ouvr|leve\b|abr[aei]|sub[ea]\b|apri|alza|maak\s{_OF}open\b|doe\s{_OF}open\b"),
        _side("close closed shut lower", rf"clos(?:e|es|ing|ed)\b|shut\b|lower\b|schliess|mach\w?\s{_OF}zu\b|fahr\w?\s{_OF}(?:runter|herunter|zu)\b|ferm|baisse|cierr|cerr|baj[ae]\b|fech|chiud|abbass|sluit|maak\s{_OF}dicht\b|doe\s{_OF}dicht\b"),
    ),
    (
        _side("start started resume resumed unpause play run", rf"start|re-?runs?\b|runs?\b|resume|launch|boot\b|play\b|continue|unpause|hochfahr|fahr\w?\s{_OF}hoch\b|fortsetz|demarr|lance|reprend|arranc|inici|reanud|retom|avvi|riprend|hervat"),
        _side("stop stopped halt pause paused suspend suspended", r"stop(?! (?:there|at|after|when|right|once)\b)|halt|paus|suspend|shut|kill|end\b|anhalt|herunterfahr|arret|suspen|det[ei]|par[aeo]\b|pare\b|parar|ferma|sospen|interromp|interrump|onderbreek|unterbrech|cancel|finish|turn|quit"),
    ),
    (_side("mute muted", r"mut(?:e|es|ing)\b|stummschalt|stumm\b|silenc|demp"), _side("unmute unmuted", r"unmut|laut|reactiv|desilenc|quitar el silencio|geluid aan|sound on")),
    (_side("subscribe", r"subscri(?:be|bing)\b|abonnier|abonne|suscrib|inscrev|iscriv|inschrijv"), _side("unsubscribe", r"unsubscri|cancel|abbestell|abmeld|desabonn|desuscrib|desinscrev|disiscriv|uitschrijv|stop")),
    (_side("follow", r"follow\b|folge\b|suis\b|sigue\b|segu[ei]\b|volg\b"), _side("unfollow", r"unfollow|entfolg|stop|deja|desegu|ontvolg|no longer")),
    (_side("pin pinned", r"pin\b|anpinn|pinne\b|epingl|fija\b|fixa\b|fissa\b|vastpin"), _side("unpin unpinned", r"unpin|loslos|losmach|desepingl|desfij|desafix|remov|los\b|take")),
    (_side("block blocked ban banned deny", r"block(?:s|ing|iere?n?)?\b|ban\b|deny\b|refuse\b|sperre?n?\b|bloqu|blocc|blokkeer"), _side("unblock unblocked unban allow allowed", r"unblock|unban|allow|permit|let\b|entsperr|erlaub|freigeb|debloqu|desbloqu|autoris|autoriz|permit|sblocc|consent|deblokk|toesta|sta\b")),
    (_side("mount attach attached connect connected", r"mount|attach|connect|einhang|verbind|anhang|mont[ae]|adjunt|conect|connett|collega|koppel"), _side("unmount umount detach detached disconnect disconnected", r"u(?:n)?mount|detach|disconnect|aushang|trenn|demont|desmont|desconect|deconnect|disconnett|scollega|ontkoppel|los\b")),
    (_side("encrypt", r"encrypt|verschlussel|chiffr|cifr|criptograf|crittograf|versleutel"), _side("decrypt", r"decrypt|entschlussel|dechiffr|descifr|decifr|descriptograf|ontsleutel")),
    (_side("increase raise up increment promote upgrade", r"increas|rais(?:e|ing)|turn\s\w{0,12}\s?\w{0,12}\s?up\b|promot|upgrad|erhoh|hochstuf|beforder|augment|sub[ea]\b|aument|promov|promuov|verhoog|bevorder"), _side("decrease lower down decrement demote downgrade reduce", r"decreas|lower|reduc|down\b|demot|downgrad|senk|verringer|herabstuf|runter|baiss|dimin|baj[ae]|reduz|abbass|verlaag|retrograd|rebaj|rebaix")),
    (_side("grant", r"grant|give\b|gib\b|gewahr|erteil|donne|accord|da(?:r|le)\b|conced|otorg|concedi|verleen|geef\b"), _side("revoke", r"revok|remov|withdraw|take\b|entzieh|widerruf|entzug|nimm|retir|revoq|revog|revoc|quit[ae]|togli|intrek|trek\b")),
    (_side("accept accepted approve approved confirm", r"accept|approv|confirm|say yes|annehm|nimm\b|genehmig|zusag|sag\w?\s.{0,20}zu\b|accept|approuv|acept|aprueb|aprob|aceit|aprov|accett|approv|goedkeur|accepteer"), _side("reject rejected decline declined deny refuse refused", r"reject|declin|den(?:y|ies)|refus|turn\s.{0,20}down|say no|ablehn|lehn|absag|sag\w?\s.{0,20}ab\b|rechaz|declin|recus|rejeit|rifiut|wijs\b|afwijz|weiger|not\b|n['\u2019]t\b")),
    (_side("upload", r"upload|hochlad|lade?\s.{0,30}\shoch\b|televers|sub[ei]\b|carica"), _side("download", r"download|herunterlad|runterlad|lade?\s.{0,30}runter\b|telecharg|descarg|baix|scarica|haal")),
    (_side("deposit credit", r"deposit|credit\b|einzahl|zahle?\s.{0,40}\sein\b|depos|ingres|versa\b|stort"), _side("withdraw debit", r"withdraw|debit|take out|auszahl|abheb|heb\w?\s.{0,40}\sab\b|retir|sac[ae]|prelev|levant|opnem|neem\b")),
    (_side("clockin checkin", r"clock\s\w{0,10}\s?in\b|check\s\w{0,10}\s?in\b|einstempel|einchecken"), _side("clockout checkout", r"clock\s\w{0,10}\s?out\b|check\s\w{0,10}\s?out\b|ausstempel|auschecken")),
    (_side("freeze frozen", r"freeze|einfrier|sperr|congel|gel[ea]\b|blocc|bloqu|bevries"), _side("unfreeze unfrozen thaw", r"unfreeze|thaw|auftau|entsperr|decongel|descongel|degel|sblocc|desbloqu|ontdooi")),
    (_side("publish published", r"publish|veroffentlich|publi[aecqs]|pubblic|publiceer|live\b"), _side("unpublish unpublished", r"unpublish|take|depubli|despubli|offline|hide|zuruckzieh|draft|entwurf|remov")),
    (_side("unarchive unarchived", r"unarchive|wiederherstell|restor|desarchiv|desarquiv|bring"), _side("archive archived", r"archiv|arquiv")),
    (_side("heat heating", r"heat\b|heating\b|warm|heiz|chauff|calent|calefac|aquec|riscald|verwarm"), _side("cool cooling", r"cool|cold|kuhl|refroid|froid|enfri|frio|esfri|raffred|freddo|koel|ac\b|klima")),
    (_side("asc ascending", r"ascending|oldest first|smallest first|aufsteigend|croissant|ascend|crescent"), _side("desc descending", r"descending|newest first|largest first|absteigend|decroissant|descend|decrescent")),
)  # fmt: skip
_TOLD: Final = regex(
    r"\b(?:is|are|was|were|been|being|still|already|left|stays?|ist|sind|war|waren|noch|schon|est|sont|esta|estan|es|son|sao|e|sono|sta|staat|zijn|the|why|if|when|wenn|si|se|als|once|after|until|before|nachdem|bevor|bis|"
    r"not|nicht|n['\u2019]t|dont|never|nie|pas|no|nao|non|niet|ne|without|ohne|sans|sin|sem|senza|zonder|than|instead of|from|by)\s{1,2}(?:\w{1,10}\s{1,2}){0,1}$"
)
"""Words before one that tell how something is, or deny it."""
_KEYS: Final = OPERATIONS | frozenset(
    "command cmd service mode state status event verb task power payload value set to hvac transition intent switch doing position desired target direction side effect decision verdict".split()
)
_READS: Final = frozenset("get list read is has show status check query find history".split())
_SHORT: Final = 40
_WORDS: Final = 4
_TEXTS: Final = 60


def other_way(subject: Subject) -> tuple[str, Text | None] | None:
    """Our sentence, and the input that does the opposite (None for the tool)."""
    ordered = _ordered(subject.turn[:LOOKED])
    if not ordered:
        return None
    for words, text in _done(subject):
        if any(words & other and not words & one for one, other in ordered):
            return OPPOSITE, text
    return None


def _done(subject: Subject) -> Iterator[tuple[frozenset[str], Text | None]]:
    """Words of what the call does, and where they stand."""
    tool = key_words(subject.tool)
    if deed(subject.tool) != "reads" and tool and tool[0] not in _READS:
        yield _joined(tool), None
    for text in islice(subject.values(), _TEXTS):
        words = key_words(text.text) if len(text.text) <= _SHORT and last_word(text.key) in _KEYS else ()
        if 0 < len(words) <= _WORDS and " " not in text.text.strip() and words[0] not in _READS:
            yield _joined(words), text
    for steps, key, value in islice(members(subject.arguments), _TEXTS):
        if isinstance(value, bool):
            names = frozenset(key_words(key)[-1:])
            turned = names if value else frozenset(it for word in names for it in _TURNED.get(word, ()))
            yield turned, Text(steps, key, f"{key}: {value}".lower())


def _joined(words: tuple[str, ...]) -> frozenset[str]:
    """The words, and each two of them that stand beside each other."""
    pairs = (f"{one}{other}" for one, other in pairwise(words))
    return frozenset((*words, *pairs))


_TURNED: Final = {
    word: theirs.called
    for ours, others in _PAIRS
    for side, theirs in ((ours, others), (others, ours))
    for word in side.called
    if word.endswith("ed") or word in ("on", "off", "active", "inactive", "enable", "disable")
}
"""What a switch of such a name does where it is off."""


@lru_cache(maxsize=256)
def _ordered(turn: str) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """Of pairs of which the words order one side and do not speak of the other: how services call it, and the other."""
    low = bare(turn)
    found = []
    for pair in _PAIRS:
        there = [side.said.search(low) is not None for side in pair]
        if there[0] != there[1]:
            one, other = pair if there[0] else (pair[1], pair[0])
            if all(
                _TOLD.search(low[max(0, match.start() - 24) : match.start()]) is None
                for match in one.said.finditer(low)
            ):
                found.append((one.called, other.called))
    return tuple(found)
