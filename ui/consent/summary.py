"""Who wants what, and how far it reaches, in words (no Qt; attacks 9 and 19).

Owns: the sentence at the top of the consent window, with what a tool's name says that it does; the lines about app and
server; and the impact summary.

Invariants: an app is who its token proves and a server is our configured id; what they call themselves is a claim; a
server that no administrator vouched for, and the name of a tool, can make these words sterner, never milder; the exact
name stands beneath. ``add`` alone, of numbers alone, is a sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from host.control.views import Asked, SigningView
from host.model import App, JsonObject, JsonValue, ServerRef, Severity, Trust
from host.naming import VERBS, key_words, parts
from host.text import Untrusted, one_line
from ui.consent import finding_words
from ui.consent.claims import CLAIM_LIMIT, COMPLIANCE_KEYS, Operation, annotations_of, operation, words
from ui.tr import mark, tr, tr_n

Tone: TypeAlias = Literal["neutral", "amber"]

MOST_NAMED: Final = 3
"""Findings that are named aloud; the rest is counted."""
NAME_LIMIT: Final = 200
"""Characters of a name on screen; what is beyond is counted. The claims and the history have it whole."""


@dataclass(frozen=True, slots=True)
class Impact:
    """One line of the impact summary.

    Attributes:
        name: what it is about.
        value: our words, with a stranger's escaped in them.
        tone: amber asks to look closer.
    """

    name: str
    value: str
    tone: Tone = "neutral"


RELEASE: Final = mark("Release this result?")
_WANTS: Final = {
    Operation.READS: mark("{app} wants to read something"),
    Operation.WRITES: mark("{app} wants to change something"),
    Operation.DESTROYS: mark("{app} wants to do something that may delete or overwrite"),
    Operation.UNKNOWN: mark("{app} wants to use a tool"),
}
_OPERATIONS: Final = {
    Operation.READS: mark("Only reads"),
    Operation.WRITES: mark("Writes, without deleting or overwriting"),
    Operation.DESTROYS: mark("May delete or overwrite"),
}
_TRUST: Final[dict[Trust, str]] = {
    "managed": mark("vouched for by your administrator"),
    "user": mark("vouched for by you"),
    "none": mark("not trusted: nobody vouched for this server"),
}
_TRUST_IN_BRIEF: Final[dict[Trust, str]] = {
    "managed": mark("vouched for"),
    "user": mark("vouched for"),
    "none": mark("not trusted"),
}
_WIDE_SCALES: Final = frozenset({"extreme", "very large", "very-large", "large", "huge", "massive"})


def heading(asked: Asked) -> str:
    """The sentence without the names that the route beneath it shows."""
    if asked.request.result is not None:
        return tr(RELEASE)
    call = asked.request.call
    kind = operation(annotations_of(asked))
    if kind is Operation.READS and not call.server.trusted:
        kind = Operation.UNKNOWN  # the milder word would be the server's alone
    said = (kind in (Operation.UNKNOWN, Operation.WRITES) and heading_of(call.tool, call.arguments_value)) or _WANTS[
        kind
    ]
    return tr(said, app=app_name(call.app))


def app_name(app: App) -> str:
    """The app, for the beginning of a sentence."""
    return name(app.name) if app.authenticated else tr("An unknown app")


def route(asked: Asked) -> str:
    """``files ▸ write_file``: our id of the server, the tool's exact name."""
    call = asked.request.call
    return f"{name(call.server.id)} ▸ {name(call.tool)}"


def sentence(asked: Asked) -> str:
    """Everything in one sentence, for screen readers, lists and notifications."""
    app = asked.request.call.app
    if asked.request.result is not None:
        return tr(
            "{app} called {route}; it ran. The result is held until you release it.",
            app=app_name(app),
            route=route(asked),
        )
    return tr("{app} wants to call {route}", app=app_name(app), route=route(asked))


def spoken(asked: Asked) -> str:
    """What a screen reader says of the heading: what is on screen, and the names that stand beneath it."""
    said = heading(asked)
    return f"{said if said.endswith('?') else f'{said}.'} {sentence(asked)}"


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
        found = sorted(request.findings, key=lambda finding: finding.severity.rank)
        names = ", ".join(dict.fromkeys(finding_words.name(finding) for finding in found[:MOST_NAMED]))
        parts.append(tr_n("{n} finding: {names}", "{n} findings, first: {names}", len(found), names=names))
    return " ".join(part.rstrip(".") + "." for part in parts)


def app_line(app: App) -> str:
    """What is known of the app beyond its name; empty where there is nothing to add."""
    claimed = tr("It calls itself “{name}”.", name=name(app.claimed)) if app.claimed and app.claimed != app.name else ""
    if app.authenticated:
        return claimed
    return f"{tr('This app did not prove who it is.')} {claimed}".rstrip()


def line(asked: Asked) -> str:
    """The line beneath the route: what became of a call whose result waits, and what is known of the app."""
    known = app_line(asked.request.call.app)
    if asked.request.result is None:
        return known
    who = app_name(asked.request.call.app)
    held = tr("{app} called this tool, and it ran. The result is held until you release it.", app=who)
    return f"{held} {known}".rstrip()


def trust(server: ServerRef) -> str:
    """What stands behind the server."""
    return tr(_TRUST[server.trust])


def trust_in_brief(server: ServerRef) -> str:
    """Whether anything stands behind the server."""
    return tr(_TRUST_IN_BRIEF[server.trust])


def impact(asked: Asked) -> tuple[Impact, ...]:
    """How far the call reaches, as far as the server says: operation, data, rules, who else must agree."""
    said = annotations_of(asked)
    deed, scale, rules = _operation(said), _scale(said), _compliance(said)
    looked_for = ((tr("Operation"), deed), (tr("Data scale"), scale), (tr("Compliance"), rules))
    unsaid = " · ".join(what for what, found in looked_for if not found)
    silent = [Impact(tr("Not said"), unsaid)] if unsaid else []
    return (*deed, *scale, *rules, *_approvers(asked, said), *silent)


def name(text: str) -> str:
    """A stranger's name, escaped, on one line, never cut silently."""
    return one_line(text, NAME_LIMIT)


def _operation(said: JsonObject) -> list[Impact]:
    kind = operation(said)
    if kind is Operation.UNKNOWN:
        return []
    return [Impact(tr("Operation"), tr(_OPERATIONS[kind]), "amber" if kind is Operation.DESTROYS else "neutral")]


def _scale(said: JsonObject) -> list[Impact]:
    if "dataScale" not in said:
        return []
    value = words(said["dataScale"])
    wide = value.raw().strip().casefold() in _WIDE_SCALES
    return [Impact(tr("Data scale"), _cut(value), "amber" if wide else "neutral")]


def _compliance(said: JsonObject) -> list[Impact]:
    parts = []
    for key in COMPLIANCE_KEYS:
        if key not in said or said[key] is False:
            continue
        named = tr(_COMPLIANCE_WORDS[key]) if key in _COMPLIANCE_WORDS else key
        parts.append(named if said[key] is True else f"{named}: {_cut(words(said[key]))}")
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
    who = _cut(words(said["requiredApprovers"]))
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


_DEEDS: Final = (
    (VERBS["deletes"], mark("{app} wants to delete something")),
    (VERBS["pays"], mark("{app} wants to move money")),
    (VERBS["sends"], mark("{app} wants to send something out")),
    (VERBS["runs"] | {"command", "script"}, mark("{app} wants to run something")),
    (VERBS["writes"], mark("{app} wants to change something")),
)
"""From the sternest on. Any word of the name counts, so that only verbs stand here which are sure wherever they are;
``host.inspect.tools.deeds``, which goes by the first verb, has more."""
_BY_WORD: Final = {word: at for at, (words, _) in enumerate(_DEEDS) for word in words}


_SUM: Final = frozenset({"add", "numbers", "number", "two"})
_NUMBERS: Final = frozenset(
    "first second number num value val left right augend addend summand operand term float int integer".split()
)
"""What inputs are called that are numbers and nothing else: any other name may be that of what is changed."""
_MOST: Final = 100
"""Numbers of a sum that are looked at."""


def heading_of(tool: str, inputs: JsonObject | None = None) -> str:
    """A heading with a place for ``app``, for ``tr``; empty where the name tells nothing. The sternest word counts."""
    words = parts(tool)
    found = [_BY_WORD[word] for word in words if word in _BY_WORD]
    return _DEEDS[min(found)][1] if found and not _is_sum(words, inputs or {}) else ""


def _is_sum(words: list[str], inputs: JsonObject) -> bool:
    """Whether the name is a bare ``add``, and all that is given are numbers called nothing else."""
    plain = "add" in words and _SUM.issuperset(words) and 0 < len(inputs) <= _MOST
    return plain and all(_is_plain(key) and _are_numbers(value) for key, value in inputs.items())


def _is_plain(key: str) -> bool:
    words = key_words(key)
    return bool(words) and all(len(word) == 1 or word.isdigit() or word in _NUMBERS for word in words)


def _are_numbers(value: JsonValue) -> bool:
    if isinstance(value, list):
        return 0 < len(value) <= _MOST and all(_is_number(one) for one in value)
    return _is_number(value)


def _is_number(value: JsonValue) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
