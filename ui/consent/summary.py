"""Who wants what, and how far it reaches, in words (pure; SECURITY, rows 9 and 19).

Owns: the sentence at the top of the consent window, the lines about app and server, and the impact summary. What stays
true: an app is who its token proves and a server is our configured id; what they call themselves is a claim; a server
that no administrator vouched for can make these words sterner, never milder.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from host.control.views import Asked, SigningView
from host.model import App, JsonObject, JsonValue, ServerRef, Trust
from host.text import Untrusted, one_line
from ui.consent.claims import COMPLIANCE_KEYS, Operation, annotations_of, operation, words

Tone: TypeAlias = Literal["neutral", "amber"]

NAME_LIMIT: Final = 200
"""Characters of a name on screen; what is beyond is counted. The claims and the history have it whole."""
CLAIM_LIMIT: Final = 300
"""Characters of an impact value; the claims have it whole."""


@dataclass(frozen=True, slots=True)
class Impact:
    """One line of the impact summary.

    Attributes:
        name: ours. value: our words, with a stranger's escaped in them. tone: amber asks to look closer.
    """

    name: str
    value: str
    tone: Tone = "neutral"


RELEASE: Final = "Release this result?"
_WANTS: Final = {
    Operation.READS: "wants to read something",
    Operation.WRITES: "wants to change something",
    Operation.DESTROYS: "wants to do something that may delete or overwrite",
    Operation.UNKNOWN: "wants to use a tool",
}
_OPERATIONS: Final = {
    Operation.READS: "Only reads",
    Operation.WRITES: "Writes, without deleting or overwriting",
    Operation.DESTROYS: "May delete or overwrite",
    Operation.UNKNOWN: "Not said",
}
_TRUST: Final[dict[Trust, str]] = {
    "managed": "vouched for by your administrator",
    "user": "vouched for by you",
    "none": "not trusted: nobody vouched for this server",
}
_WIDE_SCALES: Final = frozenset({"extreme", "very large", "very-large", "large", "huge", "massive"})


def heading(asked: Asked) -> str:
    """The sentence without the names that the route beneath it shows."""
    if asked.request.result is not None:
        return RELEASE
    app, server = asked.request.call.app, asked.request.call.server
    kind = operation(annotations_of(asked))
    if kind is Operation.READS and not server.trusted:
        kind = Operation.UNKNOWN  # the milder word would be the server's alone
    return f"{app_name(app)} {_WANTS[kind]}"


def app_name(app: App) -> str:
    """The app, for the beginning of a sentence."""
    return name(app.name) if app.authenticated else "An unknown app"


def route(asked: Asked) -> str:
    """``files ▸ write_file``: our id of the server, the tool's exact name."""
    call = asked.request.call
    return f"{name(call.server.id)} ▸ {name(call.tool)}"


def sentence(asked: Asked) -> str:
    """Everything in one sentence, for screen readers, lists and notifications."""
    app = asked.request.call.app
    if asked.request.result is not None:
        return f"{app_name(app)} called {route(asked)}; it ran. The result is held until you release it."
    return f"{app_name(app)} wants to call {route(asked)}"


def app_line(app: App) -> str:
    """What is known of the app beyond its name; empty where there is nothing to add."""
    claimed = f"It calls itself “{name(app.claimed)}”." if app.claimed and app.claimed != app.name else ""
    if app.authenticated:
        return claimed
    return f"This app did not prove who it is. {claimed}".rstrip()


def line(asked: Asked) -> str:
    """The line beneath the route: what became of a call whose result waits, and what is known of the app."""
    known = app_line(asked.request.call.app)
    if asked.request.result is None:
        return known
    who = app_name(asked.request.call.app)
    return f"{who} called this tool, and it ran. The result is held until you release it. {known}".rstrip()


def trust(server: ServerRef) -> str:
    """What stands behind the server."""
    return _TRUST[server.trust]


def impact(asked: Asked) -> tuple[Impact, ...]:
    """How far the call reaches, as far as the server says: operation, data, rules, who else must agree."""
    said = annotations_of(asked)
    scale, rules = _scale(said), _compliance(said)
    unsaid = [what for what, there in (("data scale", scale), ("compliance", rules)) if not there]
    silent = [Impact("Not said", " and ".join(unsaid).capitalize())] if unsaid else []
    return (_operation(said), *scale, *rules, *_approvers(asked, said), *silent)


def name(text: str) -> str:
    """A stranger's name, escaped, on one line, never cut silently."""
    return one_line(text, NAME_LIMIT)


def _operation(said: JsonObject) -> Impact:
    kind = operation(said)
    return Impact("Operation", _OPERATIONS[kind], "amber" if kind is Operation.DESTROYS else "neutral")


def _scale(said: JsonObject) -> list[Impact]:
    if "dataScale" not in said:
        return []
    value = words(said["dataScale"])
    wide = value.raw().strip().casefold() in _WIDE_SCALES
    return [Impact("Data scale", _cut(value), "amber" if wide else "neutral")]


def _compliance(said: JsonObject) -> list[Impact]:
    parts = []
    for key in COMPLIANCE_KEYS:
        if key not in said or said[key] is False:
            continue
        named = _COMPLIANCE_WORDS.get(key, key)
        parts.append(named if said[key] is True else f"{named}: {_cut(words(said[key]))}")
    return [Impact("Compliance", " · ".join(parts), "amber")] if parts else []


_COMPLIANCE_WORDS: Final = {
    "hipaa-controlled": "HIPAA-controlled data",
    "hipaaControlled": "HIPAA-controlled data",
    "compliance": "Rules",
    "complianceRequirements": "Rules",
    "compliance_framework": "Framework",
    "required-roles": "Roles needed",
    "requiredRoles": "Roles needed",
    "securityLevel": "Security level",
    "dataHandling": "Data handling",
    "dataClassification": "Data class",
}


def _approvers(asked: Asked, said: JsonObject) -> list[Impact]:
    """A claim of a server that nobody vouched for is no quorum; of another it is, and the host wants the signatures."""
    if "requiredApprovers" not in said:
        return []
    who = _cut(words(said["requiredApprovers"]))
    if asked.request.result is not None:
        return [Impact("Approvers", f"{who} should approve such calls.", "amber")]
    if asked.signing is None:
        means = "Assent does not ask them: your yes alone sends it."
    elif asked.request.call.server.trusted:
        if _all_wanted(asked.signing, said["requiredApprovers"]):
            return [Impact("Approvers", f"{who} must sign. Who has signed stands below.", "amber")]
        return [Impact("Approvers", f"{who} should approve, it says. Who must sign stands below.", "amber")]
    else:
        means = "That is a claim. Who must sign by your rules stands below."
    return [Impact("Approvers", f"{who} should approve as well. {means}", "amber")]


def _all_wanted(signing: SigningView, said: JsonValue) -> bool:
    """Whether the host wants a signature for every role that a server names."""
    wanted = {quota.role for quota in signing.required}
    return isinstance(said, list) and bool(said) and all(role in wanted for role in said if isinstance(role, str))


def _cut(text: Untrusted) -> str:
    return one_line(text.raw(), CLAIM_LIMIT)
