"""Who wants what, and how far it reaches, in words (no Qt; attacks 9 and 19).

Owns: the sentence at the top of the consent window; the lines about app and server; and the impact summary.

Invariants: an app is who its token proves and a server is our configured id; what they call themselves is a claim; the
exact names stand beneath.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from host.control.views import Asked, SigningView
from host.model import App, AppSays, Call, JsonObject, JsonValue, ServerRef, Severity, Trust
from host.text import Untrusted, one_line, quoted
from host.values import replace
from ui import faces
from ui.consent import finding_words
from ui.consent.claims import CLAIM_LIMIT, COMPLIANCE_KEYS, Operation, annotations_of, operation, value_words
from ui.consent.deeds import Sentence, call_sentence
from ui.tr import mark, tr, tr_n

Tone: TypeAlias = Literal["neutral", "amber"]
Kind: TypeAlias = Literal["approve", "sign", "release", "pass", "read", "answer", "form", "open"]
"""What a yes is: an approval, a signature, the release of a result; of what a server asks of an app, that it is passed
on, or that the answer leaves; that a link is read; of what a server asks the person here, the answer, or that a page
opens."""

MOST_NAMED: Final = 3
"""Findings that are named aloud; the rest is counted."""
NAME_LIMIT: Final = 200
"""Characters of a name on screen; what is beyond is counted. The claims and the history have it whole."""


class Impact(Struct, frozen=True):
    """One line of the impact summary.

    Attributes:
        name: what it is about.
        value: our words, with a stranger's escaped in them.
        tone: amber asks to look closer.
    """

    name: str
    value: str
    tone: Tone = "neutral"


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
_ASKS: Final = {
    "elicitation/create": (mark("{server} asks you something in {app}"), mark("Send {app}'s answer to {server}?")),
    "resources/read": (
        mark("{app} wants to read what a result of {server} links to"),
        mark("Give {app} what {server} links to?"),
    ),
    "roots/list": (mark("{server} asks {app} for its folders"), mark("Tell {server} the folders of {app}?")),
    "sampling/createMessage": (
        mark("{server} wants {app}'s model to answer"),
        mark("Send the answer of {app}'s model to {server}?"),
    ),
}
"""What a server asks of an app, or an app wants to read; and whether the answer leaves."""
_GOES_BACK: Final = {
    "elicitation/create": mark("What you answer goes to {server}."),
    "roots/list": mark("The list goes to {server}."),
    "sampling/createMessage": mark("The model's answer goes back to {server}, after you have seen it."),
}
"""Who gets what comes of a request that is passed on."""
READS: Final = "resources/read"
"""The method by which an app reads what a result linked to."""
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
    """What a yes to the question as a whole is; each signature that it wants is a yes of its own."""
    request = asked.request
    if request.result is not None:
        return "answer" if request.call.asks_app else "release"
    if request.opens:
        return "open"
    if not request.call.asks_app:
        return "approve"
    if request.asked is not None:
        return "form"
    return "read" if request.call.method == READS else "pass"


def heading(asked: Asked) -> Sentence:
    """Who wants to do what, and to what; the exact names stand beneath."""
    if asked.request.call.asks_app:
        return Sentence(_asks(asked), ())
    if asked.request.result is not None:
        return Sentence(_release(asked), ())
    return call_sentence(asked, app_name(asked.request.call.app))


def _release(asked: Asked) -> str:
    return tr("Release this result to {app}?", app=_app_within(asked.request.call.app))


def briefly(asked: Asked) -> str:
    """Who wants what, without anything that would be sent: where others may look on, and for several calls."""
    if asked.request.call.asks_app:
        return _asks(asked)
    return call_sentence(asked, app_name(asked.request.call.app), without_values=True).quoted


def _asks(asked: Asked) -> str:
    call = asked.request.call
    if asked.request.opens:
        return tr("{server} wants you to open a page", server=faces.server_name(call.server.id))
    wants, leaves = _ASKS[call.method]
    template = wants if asked.request.result is None else leaves
    return tr(template, server=faces.server_name(call.server.id), app=_app_within(call.app))


def title(asked: Asked) -> str:
    """What is asked, as short as it can be."""
    return tr(_TITLES[kind_of(asked)])


def app_name(app: App) -> str:
    """The app, for the beginning of a sentence."""
    return faces.app_name(app.name) if app.authenticated else tr("An unknown app")


def _app_within(app: App) -> str:
    return faces.app_name(app.name) if app.authenticated else tr("an unknown app")


def route(asked: Asked) -> str:
    """``files ▸ write_file``: our id of the server, the tool's exact name."""
    call = asked.request.call
    return f"{name(call.server.id)} ▸ {name(call.tool)}"


def path(asked: Asked) -> str:
    """By which names the call goes: the app's id where it is called otherwise, the server's, the tool's."""
    app = asked.request.call.app
    if asked.request.call.asks_app:
        return f"{route(asked)} → {name(app.name)}"
    known = app.authenticated and faces.app_name(app.name) != name(app.name)
    return f"{name(app.name)} → {route(asked)}" if known else route(asked)


def sentence(asked: Asked) -> str:
    """Everything in one line of plain words, for screen readers, lists and notifications."""
    if asked.request.call.asks_app:
        return f"{heading(asked).quoted}{'' if asked.request.result is not None else '.'} {path(asked)}"
    if asked.request.result is not None:
        return tr(
            "{app} called {route}; it ran. The result is held until you release it.",
            app=app_name(asked.request.call.app),
            route=route(asked),
        )
    return f"{heading(asked).quoted}. {path(asked)}"


def spoken(asked: Asked) -> str:
    """What a screen reader says of the heading: what is on screen, and the names that stand beneath it."""
    return f"{_release(asked)} {sentence(asked)}" if kind_of(asked) == "release" else sentence(asked)


def announcement(asked: Asked) -> str:
    """What a screen reader is told of a question that is on screen now."""
    return f"{sentence(asked).rstrip('.')}. {warnings(asked)}".rstrip()


def warnings(asked: Asked) -> str:
    """What should be heard before any button: that inputs were changed, danger, and what was found."""
    request = asked.request
    parts: list[str] = []
    if request.edited is not None:
        parts.append(tr("You changed the inputs."))
    elif request.voided_because:
        parts.append(tr("Asked again: your earlier answer does not count"))
    if any(finding.severity is Severity.HIGH for finding in request.findings):
        parts.append(tr("Dangerous: read closely"))
    if request.findings:
        found = finding_words.ranked(request.findings)
        names = ", ".join(dict.fromkeys(finding_words.name(finding) for finding in found[:MOST_NAMED]))
        parts.append(tr_n("{n} finding: {names}", "{n} findings, first: {names}", len(found), names=names))
    return " ".join(part.rstrip(".") + "." for part in parts)


def app_line(app: App) -> str:
    """What is known of the app beyond its name; empty where there is nothing to add."""
    claimed = tr("It calls itself “{name}”.", name=name(app.claimed)) if app.claimed and app.claimed != app.name else ""
    if app.authenticated:
        return claimed
    return " ".join(filter(None, (tr("This app did not prove who it is."), claimed, process_line(app))))


def process_line(app: App) -> str:
    """Which process asks, as the system tells."""
    if app.pid is None:
        return tr("The system does not tell which process it is.")
    pid, program, parent = str(app.pid), name(app.executable), name(app.parent)
    if program and parent:
        return tr("It is process {pid}, {program}, started by {parent}.", pid=pid, program=program, parent=parent)
    if parent:
        return tr("It is process {pid}, started by {parent}.", pid=pid, parent=parent)
    if program:
        return tr("It is process {pid}, {program}.", pid=pid, program=program)
    return tr("It is process {pid}.", pid=pid)


def process_and_claim(call: Call) -> str:
    """Which process asks, and what it calls itself: of an app that proved who it is, this is a detail."""
    claim = tr("It calls itself “{name}”.", name=name(call.says.client)) if call.says.client else ""
    return f"{process_line(call.app)} {claim}".rstrip()


def said_in_question(call: Call) -> str:
    """What an app tells of who asks; what a proven one calls itself stands elsewhere, see ``process_and_claim``."""
    return said_of_itself(replace(call.says, client="") if call.app.authenticated else call.says)


def said_of_itself(says: AppSays) -> str:
    """What an app tells of who asks, as its claim; empty where it tells nothing."""
    texts = (says.client, says.agent, says.model, says.chat)
    said = zip(_SAYS, map(str.strip, texts), strict=True)
    parts = [tr(words, name=quoted(name(text))) for words, text in said if text]
    return tr("It says: {claims}", claims=", ".join(parts)) if parts else ""


_SAYS: Final = (mark("program {name}"), mark("subagent {name}"), mark("model {name}"), mark("chat {name}"))


def line(asked: Asked) -> str:
    """The line beneath the route: what became of a call whose result waits, and what is known of the app."""
    known = app_line(asked.request.call.app)
    if asked.request.call.method == READS:
        unlisted = tr("A result named this address; the server does not list it. Nothing was opened.")
        return f"{unlisted} {known}".strip()
    if asked.request.call.asks_app:
        back = tr(_GOES_BACK[asked.request.call.method], server=faces.server_name(asked.request.call.server.id))
        goes = "" if asked.request.opens or asked.request.result is not None else back
        return " ".join(filter(None, (_during(asked.request.during), goes, known)))
    if asked.request.result is None:
        return known
    who = app_name(asked.request.call.app)
    held = tr("{app} called this tool, and it ran. The result is held until you release it.", app=who)
    return f"{held} {known}".rstrip()


def _during(tools: tuple[str, ...]) -> str:
    """For which call a server asks, as far as that can be told."""
    if len(tools) == 1:
        return tr("It asks while it works on {tool}.", tool=quoted(name(tools[0])))
    if not tools:
        return tr("It asks while none of its tools runs.")
    several = tr_n("{n} call", "{n} calls", len(tools))
    return tr("It works on {calls}; nobody can tell for which of them it asks.", calls=several)


def trust(server: ServerRef) -> str:
    """What stands behind the server."""
    return tr(_TRUST[server.trust])


def impact(asked: Asked) -> tuple[Impact, ...]:
    """How far the call reaches, as far as the server says: operation, data, rules, who else must agree."""
    said = annotations_of(asked)
    deed, scale, rules = _operation(asked, said), _scale(said), _compliance(said)
    looked_for = ((tr("Operation"), deed), (tr("Data scale"), scale), (tr("Compliance"), rules))
    unsaid = " · ".join(what for what, found in looked_for if not found)
    spoken_of = (*deed, *scale, *rules, *_approvers(asked, said))
    return (*spoken_of, Impact(tr("Not said"), unsaid)) if unsaid and (scale or rules) else spoken_of


def claims_matter(asked: Asked) -> bool:
    """Whether what the server says of its tool is to be read: a finding may rest on it, or it is the stricter word."""
    writes = operation(annotations_of(asked)) is Operation.WRITES and asked.action.verb in ("", "reads")
    on_definition = any(not finding.where for finding in asked.request.findings)
    return writes or on_definition or any(item.tone == "amber" for item in impact(asked))


def name(text: str) -> str:
    """A stranger's name, escaped, on one line, never cut silently."""
    return one_line(text, NAME_LIMIT)


def _operation(asked: Asked, said: JsonObject) -> list[Impact]:
    kind = operation(said)
    if kind is Operation.UNKNOWN:
        return []
    milder = asked.action.verb in _MILDER and asked.action.there not in ("nothing", "replaced")
    graver = kind is Operation.DESTROYS and milder
    return [Impact(tr("Operation"), tr(_OPERATIONS[kind]), "amber" if graver else "neutral")]


_MILDER: Final = ("", "reads", "writes")
"""Verbs of ours that say less than that something may be deleted or overwritten, unless we found what is there."""


def _scale(said: JsonObject) -> list[Impact]:
    if "dataScale" not in said:
        return []
    value = value_words(said["dataScale"])
    wide = value.raw().strip().casefold() in _WIDE_SCALES
    return [Impact(tr("Data scale"), _cut(value), "amber" if wide else "neutral")]


def _compliance(said: JsonObject) -> list[Impact]:
    parts = []
    for key in COMPLIANCE_KEYS:
        if key not in said or said[key] is False:
            continue
        named = tr(_COMPLIANCE_WORDS[key]) if key in _COMPLIANCE_WORDS else key
        parts.append(named if said[key] is True else f"{named}: {_cut(value_words(said[key]))}")
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


def _approvers(asked: Asked, said: JsonObject) -> list[Impact]:
    """A claim of a server that nobody vouched for is no quorum; of another it is, and the host wants the signatures."""
    if "requiredApprovers" not in said:
        return []
    who = _cut(value_words(said["requiredApprovers"]))
    return [Impact(tr("Approvers"), _what_they_mean(asked, said["requiredApprovers"], who), "amber")]


def _what_they_mean(asked: Asked, said: JsonValue, who: str) -> str:
    if asked.request.result is not None:
        return tr("{who} should approve such calls.", who=who)
    if asked.signing is None:
        return tr("{who} should approve as well. Assent does not ask them: your yes alone sends it.", who=who)
    if not asked.request.call.server.trusted:
        return tr("{who} should approve as well. That is a claim. Who must sign by your rules stands below.", who=who)
    if _all_wanted(asked.signing, said):
        return tr("{who} must sign. Who has signed stands below.", who=who)
    return tr("{who} should approve, it says. Who must sign stands below.", who=who)


def _all_wanted(signing: SigningView, said: JsonValue) -> bool:
    """Whether the host wants a signature for every role that a server names."""
    wanted = {quota.role for quota in signing.required}
    return isinstance(said, list) and bool(said) and all(role in wanted for role in said if isinstance(role, str))


def _cut(text: Untrusted) -> str:
    return one_line(text.raw(), CLAIM_LIMIT)
