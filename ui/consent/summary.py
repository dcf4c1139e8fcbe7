"""Who wants what, and how far it reaches, in words (no Qt; attacks 9 and 19).

Owns: the sentence at the top of the consent window; the lines about app and server; the impact summary.

Invariants: an app is named as its token proves, and a server by our configured id. What they call themselves is a
claim. The exact names stand beneath.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from host.control.views import Asked, SigningView
from host.model import App, AppSays, Call, JsonObject, JsonValue, ServerRef, Severity, Trust
from host.text import Untrusted, one_line, quoted
from host.values import replace
from ui import display_names
from ui.consent import finding_words
from ui.consent.call_sentences import Sentence, call_sentence
from ui.consent.claims import CLAIM_LIMIT, COMPLIANCE_KEYS, Operation, annotations_of, operation, value_words
from ui.tr import mark, tr, tr_n

Tone: TypeAlias = Literal["neutral", "amber"]
Kind: TypeAlias = Literal["approve", "sign", "release", "pass", "read", "answer", "form", "open"]
"""What a yes does: approve, sign, release a result; pass on what a server asks of an app, or let a link be read; send
the answer to a server; fill in a server's form, or open a page, for a server that asks the person here.
"""

MAX_NAMED: Final = 3
"""Findings that are named aloud. The rest is counted."""
NAME_LIMIT: Final = 200
"""Characters of a name on screen. The rest is counted; the claims and the history have it whole."""


class Impact(Struct, frozen=True):
    """One line of the impact summary."""

    name: str  # what it is about
    value: str  # our words, with untrusted ones escaped in them
    tone: Tone = "neutral"  # amber asks to look closer


TITLE: Final = mark("Approve this action?")
_TITLES: Final[dict[Kind, str]] = {
    "approve": TITLE,
    "release": mark("Release this result?"),
    "pass": mark("Pass this on?"),
    "read": mark("Read this link?"),
    "answer": mark("Send this answer?"),
    "form": mark("Answer this?"),
    "open": mark("Open this page?"),
}
_REQUEST_HEADINGS: Final = {
    "elicitation/create": (mark("“{server}” asks you something in {app}"), mark("Send {app}'s answer to “{server}”?")),
    "resources/read": (
        mark("{app} wants to read what a result of “{server}” links to"),
        mark("Give {app} what “{server}” links to?"),
    ),
    "roots/list": (mark("“{server}” asks {app} for its folders"), mark("Tell “{server}” the folders of {app}?")),
    "sampling/createMessage": (
        mark("“{server}” wants {app}'s model to answer"),
        mark("Send the answer of {app}'s model to “{server}”?"),
    ),
}
"""What a server asks of an app, or an app wants to read; and whether to send the answer."""
_GOES_BACK: Final = {
    "elicitation/create": mark("What you answer goes to “{server}”."),
    "roots/list": mark("The list goes to “{server}”."),
    "sampling/createMessage": mark("The model's answer goes back to “{server}”, after you have seen it."),
}
"""Who gets the answer to a request that is passed on."""
READ_METHOD: Final = "resources/read"
"""The method by which an app reads what a result links to."""
_OPERATIONS: Final = {
    Operation.READS: mark("Only reads"),
    Operation.WRITES: mark("Writes, without deleting or overwriting"),
    Operation.DESTROYS: mark("May delete or overwrite"),
}
_TRUST: Final[dict[Trust, str]] = {
    "managed": mark("vouched for by your administrator"),
    "user": mark("vouched for by you"),
    "none": mark("Nobody vouched for this server."),
}
_WIDE_SCALES: Final = frozenset({"extreme", "very large", "very-large", "large", "huge", "massive"})


def kind_of(asked: Asked) -> Kind:
    """Return what a yes to the whole question does. Each signature that it needs is a yes of its own."""
    request = asked.request
    if request.result is not None:
        return "answer" if request.call.asks_app else "release"
    if request.opens:
        return "open"
    if not request.call.asks_app:
        return "approve"
    if request.asked is not None:
        return "form"
    return "read" if request.call.method == READ_METHOD else "pass"


def heading(asked: Asked, *, for_several: bool = False) -> Sentence:
    """Return who wants to do what, and to what; the exact names stand beneath. ``for_several``: see call_sentence."""
    if asked.request.call.asks_app:
        return Sentence(_request_heading(asked), ())
    if asked.request.result is not None:
        return Sentence(_release_heading(asked), ())
    return call_sentence(asked, app_name(asked.request.call.app), for_several=for_several)


def _release_heading(asked: Asked) -> str:
    return tr("Release this result to {app}?", app=_app_within_sentence(asked.request.call.app))


def brief_heading(asked: Asked) -> str:
    """Return who wants what without anything that would be sent: where others may look on, and for several calls."""
    if asked.request.call.asks_app:
        return _request_heading(asked)
    return call_sentence(asked, app_name(asked.request.call.app), without_values=True).quoted


def _request_heading(asked: Asked) -> str:
    call = asked.request.call
    if asked.request.opens:
        return tr("“{server}” wants you to open a page", server=display_names.server_name(call.server.id))
    wants, leaves = _REQUEST_HEADINGS[call.method]
    template = wants if asked.request.result is None else leaves
    return tr(template, server=display_names.server_name(call.server.id), app=_app_within_sentence(call.app))


def title(asked: Asked) -> str:
    """Return what is asked, as short as possible."""
    return tr(_TITLES[kind_of(asked)])


def app_name(app: App) -> str:
    """Return the app's name for the beginning of a sentence."""
    return display_names.app_name(app.name) if app.authenticated else tr("An unknown app")


def _app_within_sentence(app: App) -> str:
    return display_names.app_name(app.name) if app.authenticated else tr("an unknown app")


def route(asked: Asked) -> str:
    """Return ``files ▸ write_file``: our id of the server, and the tool's exact name."""
    call = asked.request.call
    return f"{shown_name(call.server.id)} ▸ {shown_name(call.tool)}"


def full_route(asked: Asked) -> str:
    """Return the exact names that the call goes by: of the app if it is displayed otherwise, the server, the tool."""
    app = asked.request.call.app
    if asked.request.call.asks_app:
        return f"{route(asked)} → {shown_name(app.name)}"
    has_other_name = app.authenticated and display_names.app_name(app.name) != shown_name(app.name)
    return f"{shown_name(app.name)} → {route(asked)}" if has_other_name else route(asked)


def question_text(asked: Asked) -> str:
    """Return everything in one line of plain words, for screen readers, lists and notifications."""
    if asked.request.call.asks_app:
        return f"{heading(asked).quoted}{'' if asked.request.result is not None else '.'} {full_route(asked)}"
    if asked.request.result is not None:
        app, names = app_name(asked.request.call.app), route(asked)
        return tr("{app} called {route}; it ran. The result is held until you release it.", app=app, route=names)
    return f"{heading(asked).quoted}. {full_route(asked)}"


def spoken_heading(asked: Asked) -> str:
    """Return the heading for a screen reader: what is on screen, and the names beneath it."""
    return f"{_release_heading(asked)} {question_text(asked)}" if kind_of(asked) == "release" else question_text(asked)


def announcement(asked: Asked) -> str:
    """Return what a screen reader says of a question that has just appeared."""
    return f"{question_text(asked).rstrip('.')}. {spoken_warnings(asked)}".rstrip()


def spoken_warnings(asked: Asked) -> str:
    """Return what should be heard before any button: changed inputs, danger, and findings."""
    request = asked.request
    parts: list[str] = []
    if request.edited is not None:
        parts.append(tr("You changed the inputs."))
    elif request.voided_because:
        parts.append(tr("Asked again: your earlier answer does not count"))
    if any(finding.severity is Severity.HIGH for finding in request.findings):
        parts.append(tr("Dangerous: read closely"))
    if request.findings:
        findings = finding_words.by_severity(request.findings)
        names = ", ".join(dict.fromkeys(finding_words.finding_name(finding) for finding in findings[:MAX_NAMED]))
        parts.append(tr_n("{n} finding: {names}", "{n} findings, first: {names}", len(findings), names=names))
    return " ".join(part.rstrip(".") + "." for part in parts)


def app_line(app: App) -> str:
    """Return what is known of the app besides its name; empty if nothing."""
    other_name = app.claimed if app.claimed != app.name else ""
    claimed = tr("It calls itself “{name}”.", name=shown_name(other_name)) if other_name else ""
    if app.authenticated:
        return claimed
    return " ".join(filter(None, (tr("This app did not prove who it is."), claimed, process_line(app))))


def process_line(app: App) -> str:
    """Return which process asks, as the system says."""
    if app.pid is None:
        return tr("The system does not tell which process it is.")
    pid, program, parent = str(app.pid), shown_name(app.executable), shown_name(app.parent)
    if program and parent:
        return tr("It is process {pid}, {program}, started by {parent}.", pid=pid, program=program, parent=parent)
    if parent:
        return tr("It is process {pid}, started by {parent}.", pid=pid, parent=parent)
    if program:
        return tr("It is process {pid}, {program}.", pid=pid, program=program)
    return tr("It is process {pid}.", pid=pid)


def process_and_claim(call: Call) -> str:
    """Return which process asks, and what it calls itself: details, for an app that proved its identity."""
    claim = tr("It calls itself “{name}”.", name=shown_name(call.says.client)) if call.says.client else ""
    return f"{process_line(call.app)} {claim}".rstrip()


def app_claims_in_question(call: Call) -> str:
    """Return the app's claims about who asks. A proven app's own name is shown elsewhere (``process_and_claim``)."""
    return app_claims(replace(call.says, client="") if call.app.authenticated else call.says)


def app_claims(says: AppSays) -> str:
    """Return the app's claims about who asks; empty if there are none."""
    texts = (says.client, says.agent, says.model, says.chat)
    claims = zip(_CLAIM_WORDS, map(str.strip, texts), strict=True)
    parts = [tr(words, name=quoted(shown_name(text))) for words, text in claims if text]
    return tr("It says: {claims}", claims=", ".join(parts)) if parts else ""


_CLAIM_WORDS: Final = (mark("program {name}"), mark("subagent {name}"), mark("model {name}"), mark("chat {name}"))


def context_line(asked: Asked) -> str:
    """Return the line beneath the route: what became of a call whose result waits, and what is known of the app."""
    app_facts = app_line(asked.request.call.app)
    if asked.request.call.method == READ_METHOD:
        unlisted = tr("A result named this address; the server does not list it. Nothing was opened.")
        return f"{unlisted} {app_facts}".strip()
    if asked.request.call.asks_app:
        back = tr(_GOES_BACK[asked.request.call.method], server=display_names.server_name(asked.request.call.server.id))
        goes_back = "" if asked.request.opens or asked.request.result is not None else back
        return " ".join(filter(None, (_during_text(asked.request.during), goes_back, app_facts)))
    if asked.request.result is None:
        return app_facts
    app = app_name(asked.request.call.app)
    held_text = tr("{app} called this tool, and it ran. The result is held until you release it.", app=app)
    return f"{held_text} {app_facts}".rstrip()


def _during_text(tools: tuple[str, ...]) -> str:
    """Return for which call a server asks, as far as that can be told."""
    if len(tools) == 1:
        return tr("It asks while it works on {tool}.", tool=quoted(shown_name(tools[0])))
    if not tools:
        return tr("It asks while none of its tools runs.")
    several = tr_n("{n} call", "{n} calls", len(tools))
    return tr("It works on {calls}; nobody can tell for which of them it asks.", calls=several)


def trust_text(server: ServerRef) -> str:
    """Return who vouched for the server."""
    return tr(_TRUST[server.trust])


def impact_lines(asked: Asked) -> tuple[Impact, ...]:
    """Return how far the call reaches by the server's own words: operation, data, rules, other approvers."""
    annotations = annotations_of(asked)
    operation, scale = _operation_impact(asked, annotations), _scale_impact(annotations)
    rules = _compliance_impact(annotations)
    topics = ((tr("Operation"), operation), (tr("Data scale"), scale), (tr("Compliance"), rules))
    unsaid = " · ".join(topic for topic, lines in topics if not lines)
    lines = (*operation, *scale, *rules, *_approvers_impact(asked, annotations))
    return (*lines, Impact(tr("Not said"), unsaid)) if unsaid and (scale or rules) else lines


def claims_matter(asked: Asked) -> bool:
    """Whether the server's words on its tool must be read: a finding may rest on them, or they are stricter."""
    claims_to_write = operation(annotations_of(asked)) is Operation.WRITES and asked.action.verb in ("", "reads")
    rests_on_definition = any(not finding.where for finding in asked.request.findings)
    return claims_to_write or rests_on_definition or any(item.tone == "amber" for item in impact_lines(asked))


def shown_name(text: str) -> str:
    """Return an untrusted name, escaped, on one line, never cut silently."""
    return one_line(text, NAME_LIMIT)


def _operation_impact(asked: Asked, annotations: JsonObject) -> list[Impact]:
    kind = operation(annotations)
    if kind is Operation.UNKNOWN:
        return []
    is_milder = asked.action.verb in _MILDER_VERBS and asked.action.there not in ("nothing", "replaced")
    is_graver = kind is Operation.DESTROYS and is_milder
    return [Impact(tr("Operation"), tr(_OPERATIONS[kind]), "amber" if is_graver else "neutral")]


_MILDER_VERBS: Final = ("", "reads", "writes")
"""Our verbs that do not say that something may be lost, unless we found what is there."""


def _scale_impact(annotations: JsonObject) -> list[Impact]:
    if "dataScale" not in annotations:
        return []
    value = value_words(annotations["dataScale"])
    wide = value.raw().strip().casefold() in _WIDE_SCALES
    return [Impact(tr("Data scale"), _claim_text(value), "amber" if wide else "neutral")]


def _compliance_impact(annotations: JsonObject) -> list[Impact]:
    parts = []
    for key in COMPLIANCE_KEYS:
        if key not in annotations or annotations[key] is False:
            continue
        name = tr(_COMPLIANCE_WORDS[key]) if key in _COMPLIANCE_WORDS else key
        parts.append(name if annotations[key] is True else f"{name}: {_claim_text(value_words(annotations[key]))}")
    return [Impact(tr("Compliance"), " · ".join(parts), "amber")] if parts else []


_COMPLIANCE_WORDS: Final = {
    "hipaa-controlled": mark("HIPAA-controlled data"),
    "hipaaControlled": mark("HIPAA-controlled data"),
    "compliance": mark("Rules"),
    "complianceRequirements": mark("Rules"),
    "compliance_framework": mark("Framework"),
    "required-roles": mark("Roles needed"),
    "requiredRoles": mark("Roles needed"),
    "securityLevel": mark("Security level"),
    "dataHandling": mark("Data handling"),
    "dataClassification": mark("Data class"),
}


def _approvers_impact(asked: Asked, annotations: JsonObject) -> list[Impact]:
    """Return the approvers that the server names. They must sign only if the server is trusted."""
    if "requiredApprovers" not in annotations:
        return []
    who = _claim_text(value_words(annotations["requiredApprovers"]))
    return [Impact(tr("Approvers"), _approvers_text(asked, annotations["requiredApprovers"], who), "amber")]


def _approvers_text(asked: Asked, named_roles: JsonValue, who: str) -> str:
    if asked.request.result is not None:
        return tr("{who} should approve such calls.", who=who)
    if asked.signing is None:
        return tr("{who} should approve as well. Assent does not ask them: your yes alone sends it.", who=who)
    if not asked.request.call.server.trusted:
        return tr("{who} should approve as well. That is a claim. See below who must sign by your rules.", who=who)
    if _are_all_required(asked.signing, named_roles):
        return tr("{who} must sign. See below who has signed.", who=who)
    return tr("{who} should approve, it says. See below who must sign.", who=who)


def _are_all_required(signing: SigningView, roles: JsonValue) -> bool:
    """Whether the host wants a signature for every role that the server names."""
    required = {quota.role for quota in signing.required}
    return isinstance(roles, list) and bool(roles) and all(role in required for role in roles if isinstance(role, str))


def _claim_text(text: Untrusted) -> str:
    return one_line(text.raw(), CLAIM_LIMIT)
