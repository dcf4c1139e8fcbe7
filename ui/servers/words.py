"""Servers in words (pure).

Owns: how a server's state, kind and tools read. What stays true: what a server says of its tools is marked as a
stranger's (``Untrusted``); what cannot be read is left to the raw definition, which is always there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from host.control.codec import object_of
from host.control.views import ServerStateName, ServerTest, ServerView, ToolView
from host.errors import ProtocolError
from host.text import Untrusted, escape
from ui.widgets.times import duration

Tone: TypeAlias = Literal["neutral", "amber", "red", "green"]


@dataclass(frozen=True, slots=True)
class State:
    """How a state looks. Attributes: word, icon, tone. meaning: a sentence."""

    word: str
    icon: str
    tone: Tone
    meaning: str


STATES: Final[dict[ServerStateName, State]] = {
    "idle": State("Idle", "moon", "neutral", "It starts when an app first needs it."),
    "starting": State("Starting", "hourglass-medium", "neutral", "It is being started."),
    "ready": State("Ready", "check-circle", "neutral", "It runs and listed its tools."),
    "failed": State("Failed", "x-circle", "red", "It could not be started, or ended."),
    "disabled": State("Switched off", "power", "neutral", "It is switched off in servers.json."),
    "not supported": State("Not supported", "prohibit", "amber", "This version of Assent cannot connect to it."),
    "not usable": State("Not usable", "prohibit", "amber", "What servers.json says of it cannot be used."),
}


@dataclass(frozen=True, slots=True)
class Tool:
    """What a server says of one tool. Attributes: name, title, description: its words. raw: the whole definition."""

    name: Untrusted
    title: Untrusted
    description: Untrusted
    raw: Untrusted


def state_of(server: ServerView) -> State:
    """How the server's state looks."""
    return STATES[server.state]


def kind_of(server: ServerView) -> str:
    """How Assent reaches it."""
    return {"stdio": "Local program", "http": "Network", "sse": "Network (older form)"}.get(server.kind, "Other")


def trust_of(server: ServerView) -> str:
    """That an administrator vouched for it; a dash where nobody did, which is the rule and no fault."""
    return "Trusted" if server.trust != "none" else "—"


def sessions_of(server: ServerView) -> str:
    """How many apps use it now."""
    return f"{server.sessions:,} session{'' if server.sessions == 1 else 's'}"


def tool_of(view: ToolView) -> Tool:
    """A listed tool, as far as its definition can be read."""
    raw = Untrusted(view.definition.decode("utf-8", "replace"))
    try:
        said = object_of(view.definition)
    except ProtocolError:
        said = {}
    annotations = said.get("annotations")
    title = said.get("title") or (annotations.get("title") if isinstance(annotations, dict) else "")
    return Tool(Untrusted(view.name), _text(title), _text(said.get("description")), raw)


def found(test: ServerTest) -> tuple[Tone, str, str]:
    """Tone, title and sentence for what a test found."""
    if not test.ok:
        return "red", "It does not work", test.why
    tools = f"{test.tools:,} tool{'' if test.tools == 1 else 's'}"
    took, revision = duration(test.ms), escape(test.revision)
    return "neutral", "It works", f"Started, greeted and listed {tools} in {took}. Protocol revision {revision}."


def _text(value: object) -> Untrusted:
    return Untrusted(value if isinstance(value, str) else "")
