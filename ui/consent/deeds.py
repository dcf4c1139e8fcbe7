"""What a call does, in one sentence that names what it is done to (no Qt; attacks 9 and 19).

Owns: the sentences for each verb, with an app in front and alone; how an object stands in one: a file by its last
steps, an address by its host, anything else by its beginning and its end.

Invariants: the verb is that of ``ActionView``, by the class of the tool; a server can make it sterner by what it says
of itself, never milder; *read* stands there only of a server that somebody vouched for, *replace* where the host found
the file, *pay* where the amount cannot count cents; a value is escaped, on one line and bounded, an ellipsis stands for
what is left out, and where each value stands is told, so that none passes for our words; secrets are masked as in any
line; a path that leads elsewhere than it seems says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple

from host.control.views import ActionView, Asked, Reading
from host.naming import key_words
from host.text import Untrusted, escape, quoted
from ui import masking
from ui.consent.claims import Operation, annotations_of, operation
from ui.consent.digest import facts_of
from ui.inputs.kinds import money, urls
from ui.tr import mark, tr, tr_n

LONGEST: Final = 60
"""Characters of a value in a sentence."""
_TAIL: Final = 22
_CUT: Final = "…"
_OPEN, _CLOSE = "\ue000", "\ue001"
"""Around a value while its sentence is made: what is escaped holds no such characters."""
_MARKS: Final = re.compile(f"[{_OPEN}{_CLOSE}]")
_STEPS: Final = 2
"""Steps of a path that are shown."""
_LEADS: Final = "Leads to"
"""What the host calls it where a path leads elsewhere (``host.window.previews``)."""
_REPLACES: Final = "Replaces"
"""What it calls a file that is there and would get a whole new content."""

_SENTENCES: Final = {
    "reads": (mark("{app} wants to read something"), mark("Read something")),
    "reads object": (mark("{app} wants to read {object}"), mark("Read {object}")),
    "searches object": (mark("{app} wants to search for {object}"), mark("Search for {object}")),
    "writes": (mark("{app} wants to change something"), mark("Change something")),
    "writes object": (mark("{app} wants to change {object}"), mark("Change {object}")),
    "replaces object": (mark("{app} wants to replace {object}"), mark("Replace {object}")),
    "moves object": (mark("{app} wants to move or rename {object}"), mark("Move or rename {object}")),
    "invites object": (mark("{app} wants to invite {object}"), mark("Invite {object}")),
    "overwrites": (mark("{app} wants to change or overwrite something"), mark("Change or overwrite something")),
    "overwrites object": (mark("{app} wants to change or overwrite {object}"), mark("Change or overwrite {object}")),
    "sends": (mark("{app} wants to send something out"), mark("Send something out")),
    "sends object": (mark("{app} wants to send {object} out"), mark("Send {object} out")),
    "sends to": (mark("{app} wants to send something to {object}"), mark("Send something to {object}")),
    "publishes": (mark("{app} wants to publish something"), mark("Publish something")),
    "writes to": (mark("{app} wants to send a message to {object}"), mark("Send a message to {object}")),
    "messages": (mark("{app} wants to send a message"), mark("Send a message")),
    "pays": (mark("{app} wants to move money"), mark("Move money")),
    "pays object": (mark("{app} wants to move money to {object}"), mark("Move money to {object}")),
    "pays amount": (mark("{app} wants to pay {detail}"), mark("Pay {detail}")),
    "pays amount object": (mark("{app} wants to pay {detail} to {object}"), mark("Pay {detail} to {object}")),
    "pays figure": (mark("{app} wants to move money: {detail}"), mark("Move money: {detail}")),
    "pays figure object": (
        mark("{app} wants to move money to {object}: {detail}"),
        mark("Move money to {object}: {detail}"),
    ),
    "grants": (mark("{app} wants to give somebody access"), mark("Give somebody access")),
    "grants object": (mark("{app} wants to give access to {object}"), mark("Give access to {object}")),
    "deletes": (mark("{app} wants to delete something"), mark("Delete something")),
    "deletes object": (mark("{app} wants to delete {object}"), mark("Delete {object}")),
    "runs": (mark("{app} wants to run something"), mark("Run something")),
    "runs object": (mark("{app} wants to run {object}"), mark("Run {object}")),
    "states": (mark("{app} wants to run {detail}"), mark("Run {detail}")),
    "states object": (mark("{app} wants to run {detail} on {object}"), mark("Run {detail} on {object}")),
    "uses": (mark("{app} wants to use {tool} ({server})"), mark("Use {tool} ({server})")),
    "uses object": (mark("{app} wants to use {tool} on {object}"), mark("Use {tool} on {object}")),
    "risks": (
        mark("{app} wants to use {tool}, which may delete or overwrite"),
        mark("Use {tool}, which may delete or overwrite"),
    ),
    "risks object": (
        mark("{app} wants to use {tool} on {object}, which may delete or overwrite"),
        mark("Use {tool} on {object}, which may delete or overwrite"),
    ),
}


class Told(NamedTuple):
    """A sentence. Attributes: words: all of it. values: where values stand in it, from and to."""

    words: str
    values: tuple[tuple[int, int], ...]

    @property
    def quoted(self) -> str:
        """The sentence for places that show plain words: each value in quotes."""
        parts, at = [], 0
        for start, end in self.values:
            parts += [self.words[at:start], quoted(self.words[start:end])]
            at = end
        return "".join([*parts, self.words[at:]])


def told(asked: Asked, app: str, server: str, *, bare: bool = False) -> Told:
    """Who wants what.

    Args:
        asked: the question.
        app: how it is called, safe to show.
        server: likewise.
        bare: without any value that would be sent.
    """
    call, action = asked.request.call, asked.action
    secrets = masking.secret_spans(asked.request.findings).get(next(iter(action.inputs), ()), [])
    shown = masking.mask_spans(action.object, secrets) if secrets else action.object
    action = replace(action, object="" if bare else shown, detail="" if bare else action.detail)
    kind = _kind(action, call.tool, vouched=call.server.trusted, said=operation(annotations_of(asked)))
    if (
        kind in ("writes object", "overwrites object")
        and action.count == 1
        and _fact(_REPLACES, action, asked.readings)
    ):
        kind = "replaces object"
    if kind.startswith("pays figure") and (comes_to := _comes_to(asked)):
        kind, action = kind.replace("figure", "amount"), replace(action, detail=f"{action.detail} = {comes_to}")
    return _made(_SENTENCES[kind][0], action, call.tool, server, app, asked.readings)


def deed(action: ActionView, tool: str, server: str, *, vouched: bool) -> Told:
    """What a call does, without who wants it: for tables.

    Args:
        action: see there.
        tool: its name (untrusted).
        server: how it is called, safe to show.
        vouched: whether somebody vouched for the server, or the call is over and nobody decides by this.
    """
    kind = _kind(action, tool, vouched=vouched, said=Operation.UNKNOWN)
    return _made(_SENTENCES[kind][1], action, tool, server, "", ())


def shortened(text: str) -> str:
    """A stranger's text within a sentence: escaped, on one line, tokens masked, of a long one beginning and end."""
    text = masking.mask_tokens(text)
    shown = escape(text)
    if len(text) <= LONGEST and len(shown) <= LONGEST + _TAIL:
        return shown
    return f"{_within(text[: LONGEST - _TAIL], LONGEST)}{_CUT}{_within(text[::-1][:_TAIL], LONGEST // 2, at_end=True)}"


def _within(text: str, most: int, *, at_end: bool = False) -> str:
    """``text``, or what of it is no longer than ``most`` once it is escaped. ``at_end``: it is given back to front."""
    while len(escape(text)) > most:
        text = text[:-1]
    return escape(text[::-1] if at_end else text)


def _kind(action: ActionView, tool: str, *, vouched: bool, said: Operation) -> str:
    """Which sentence; ``said``: by the server of itself."""
    verb, there = action.verb, " object" if action.object else ""
    if said is Operation.WRITES and verb in ("", "reads"):
        verb = "writes"
    elif said is Operation.READS and vouched and not verb:
        verb = "reads"
    if said is Operation.DESTROYS and verb in ("", "reads", "writes"):
        return ("overwrites" if verb == "writes" else "risks") + there
    return _KINDS[verb](action, tool, vouched) if verb in _KINDS else f"{verb}{there}"


_INVITES: Final = frozenset({"invite", "invitation", "einladen", "einladung", "inviter", "invitar", "invita"})
_MOVES: Final = frozenset({"move", "rename"})
_TALK: Final = frozenset({"mail", "chat"})


def _there(action: ActionView) -> str:
    return " object" if action.object else ""


def _reads(action: ActionView, tool: str, vouched: bool) -> str:  # noqa: ARG001  # as all have it
    if not vouched:
        return f"uses{_there(action)}"
    return "searches object" if action.object and action.role == "program" else f"reads{_there(action)}"


def _writes(action: ActionView, tool: str, vouched: bool) -> str:  # noqa: ARG001  # as all have it
    if action.role == "destination" and "@" in action.object:
        return "invites object"
    moves = action.role == "place" and not _MOVES.isdisjoint(key_words(tool))
    return "moves object" if moves else f"writes{_there(action)}"


def _sends(action: ActionView, tool: str, vouched: bool) -> str:  # noqa: ARG001  # as all have it
    if action.object and action.role not in ("destination", "authority"):
        return "sends object"
    if action.sink in _TALK:
        return "writes to" if action.object else "messages"
    return "sends to" if action.object else "publishes" if action.sink == "public" else "sends"


def _grants(action: ActionView, tool: str, vouched: bool) -> str:  # noqa: ARG001  # as all have it
    invites = action.object and not _INVITES.isdisjoint(key_words(tool))
    return "invites object" if invites else f"grants{_there(action)}"


def _amount(action: ActionView) -> str:
    """A whole number may count cents: then it is told as it stands, and not that so much is paid."""
    return "" if not action.detail else " figure" if money.leaves_open(action.detail) else " amount"


_KINDS: Final[dict[str, Callable[[ActionView, str, bool], str]]] = {
    "": lambda action, *_: f"uses{_there(action)}",
    "reads": _reads,
    "writes": _writes,
    "sends": _sends,
    "grants": _grants,
    "pays": lambda action, *_: f"pays{_amount(action)}{_there(action)}",
    "runs": lambda action, *_: f"{'states' if action.detail else 'runs'}{_there(action)}",
}


def _made(template: str, action: ActionView, tool: str, server: str, app: str, readings: tuple[Reading, ...]) -> Told:
    said = tr(
        template,
        **{
            name: value
            for name, value in {
                "app": app,
                "tool": _marked(shortened(tool)),
                "server": server,
                "object": _objects(action, readings),
                "detail": _marked(shortened(action.detail)),
            }.items()
            if f"{{{name}}}" in template
        },
    )
    starts: list[int] = []
    ends: list[int] = []
    words: list[str] = []
    length = at = 0
    for sign in _MARKS.finditer(said):
        words.append(said[at : sign.start()])
        length += sign.start() - at
        (starts if sign[0] == _OPEN else ends).append(length)
        at = sign.end()
    return Told("".join([*words, said[at:]]), tuple(zip(starts, ends, strict=True)))


def _marked(value: str) -> str:
    return f"{_OPEN}{value}{_CLOSE}"


def _objects(action: ActionView, readings: tuple[Reading, ...]) -> str:
    """What it is done to, and how many more."""
    one = _marked(_object(action, readings))
    if action.count == 0:
        return tr("{object} and others", object=one)
    return (
        one
        if action.count == 1
        else tr_n("{object} and {n} more", "{object} and {n} more", action.count - 1, object=one)
    )


def _object(action: ActionView, readings: tuple[Reading, ...]) -> str:
    if action.role == "place":
        leads = _fact(_LEADS, action, readings)
        given = _last_steps(action.object)
        there = leads.endswith(action.object.removeprefix("~").removeprefix("./").rstrip("/\\"))
        return given if there or not leads else f"{given} → {_last_steps(leads)}"
    address = urls.read(action.object) if action.role in ("destination", "object", "authority") else None
    if address is not None and len(action.object) > LONGEST:
        return shortened(address.host)
    return shortened(action.object)


def _fact(name: str, action: ActionView, readings: tuple[Reading, ...]) -> str:
    """What the host found by the path of the object on this machine; empty where it found nothing of that name."""
    facts = (fact for reading in readings if reading.path in action.inputs[:1] for fact in reading.facts)
    return next((fact.value for fact in facts if fact.name == name), "")


def _comes_to(asked: Asked) -> str:
    """What an amount comes to that surely counts cents; empty where that is not sure."""
    at = asked.action.inputs[1:2] if asked.action.object else asked.action.inputs[:1]
    facts = [fact for path in at for fact in facts_of(asked, path)]
    return facts[0].words.raw() if len(facts) == 1 and isinstance(facts[0].words, Untrusted) else ""


def _last_steps(path: str) -> str:
    """The end of a path; all of it where a step leads back, so that nobody takes it for what stands at its end."""
    steps = [step for step in re.split(r"[/\\]", path) if step]
    if len(steps) <= _STEPS or any(step.startswith("..") for step in steps):
        return shortened(path)
    return f"{_CUT}/{shortened('/'.join(steps[-_STEPS:]))}"
