"""What a call does, in one sentence that names what it is done to (no Qt; attacks 9 and 19).

Owns: the sentences for each verb, with an app in front and alone; how an object stands in one: a file by its last
steps, an address by its host, anything else by its beginning and its end.

Invariants: the verb is that of ``ActionView``, by the class of the tool; a server can make it sterner by what it says
of itself, never milder; *read* stands there only of a server that somebody vouched for, or of a file or folder that
the host found where it found nothing against the call; *replace* where it found the file, *create* where it found
none; a question, what is said of its answer and the history have the same verb for one call; *pay* where the amount
cannot count cents; a value is escaped, on one line and bounded, an ellipsis stands for
what is left out, and where each value stands is told, so that none passes for our words; secrets are masked as in any
line; a path that leads elsewhere than it seems says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import accumulate, takewhile
from typing import Final, NamedTuple

from host.control.views import ActionView, Asked, HistoryRow, Reading
from host.model import JsonValue, Severity
from host.naming import key_words
from host.text import Untrusted, caseless, escape, quoted
from host.values import replace
from ui import masking
from ui.consent.claims import Operation, annotations_of, operation
from ui.consent.finding_words import ranked
from ui.consent.key_inputs import at, blamed_part, facts_of
from ui.inputs.kinds import money, urls
from ui.tr import mark, tr, tr_n

LONGEST: Final = 60
"""Characters of a value in a sentence."""
LONGEST_PROGRAM: Final = 2 * LONGEST
"""Of what would be run, where nothing in it has to be escaped: its middle says as much as its ends."""
_TAIL: Final = 22
_CUT: Final = "…"
_OPEN, _CLOSE = "\ue000", "\ue001"
"""Around a value while its sentence is made: what is escaped holds no such characters."""
_MARKS: Final = re.compile(f"[{_OPEN}{_CLOSE}]")
_STEPS: Final = 2
"""Steps of a path that are shown."""
_LEADS: Final = "Leads to"
"""What the host calls it where a path leads elsewhere (``host.window.previews``)."""

_SENTENCES: Final = {
    "reads object": (mark("{app} wants to read {object}"), mark("Read {object}")),
    "lists object": (mark("{app} wants to list the folder {object}"), mark("List the folder {object}")),
    "looks object": (mark("{app} wants to look into the folder {object}"), mark("Look into the folder {object}")),
    "searches object": (mark("{app} wants to search for {object}"), mark("Search for {object}")),
    "writes": (mark("{app} wants to change something"), mark("Change something")),
    "writes object": (mark("{app} wants to change {object}"), mark("Change {object}")),
    "replaces": (mark("{app} wants to replace something"), mark("Replace something")),
    "replaces object": (mark("{app} wants to replace {object}"), mark("Replace {object}")),
    "moves": (mark("{app} wants to move or rename something"), mark("Move or rename something")),
    "moves object": (mark("{app} wants to move or rename {object}"), mark("Move or rename {object}")),
    "moves object detail": (
        mark("{app} wants to move or rename {object} to {detail}"),
        mark("Move or rename {object} to {detail}"),
    ),
    "copies": (mark("{app} wants to copy something"), mark("Copy something")),
    "copies object": (mark("{app} wants to copy {object}"), mark("Copy {object}")),
    "copies object detail": (mark("{app} wants to copy {object} to {detail}"), mark("Copy {object} to {detail}")),
    "creates": (mark("{app} wants to create something"), mark("Create something")),
    "creates object": (mark("{app} wants to create {object}"), mark("Create {object}")),
    "creates named": (mark("{app} wants to create {noun}: {object}"), mark("Create {noun}: {object}")),
    "adds": (mark("{app} wants to add something"), mark("Add something")),
    "adds object": (mark("{app} wants to add {object}"), mark("Add {object}")),
    "adds named": (mark("{app} wants to add {noun}: {object}"), mark("Add {noun}: {object}")),
    "commits": (mark("{app} wants to commit something"), mark("Commit something")),
    "commits object": (mark("{app} wants to commit to {object}"), mark("Commit to {object}")),
    "edits": (mark("{app} wants to edit something"), mark("Edit something")),
    "edits object": (mark("{app} wants to edit {object}"), mark("Edit {object}")),
    "sets": (mark("{app} wants to set something"), mark("Set something")),
    "sets object": (mark("{app} wants to set {object}"), mark("Set {object}")),
    "resets": (mark("{app} wants to reset something"), mark("Reset something")),
    "resets object": (mark("{app} wants to reset {object}"), mark("Reset {object}")),
    "unstages": (mark("{app} wants to unstage something"), mark("Unstage something")),
    "unstages object": (mark("{app} wants to unstage {object}"), mark("Unstage {object}")),
    "uploads": (mark("{app} wants to upload something"), mark("Upload something")),
    "uploads object": (mark("{app} wants to upload {object}"), mark("Upload {object}")),
    "uploads to": (mark("{app} wants to upload something to {object}"), mark("Upload something to {object}")),
    "hidden": (mark("{app} wants to send a hidden copy to {object}"), mark("Send a hidden copy to {object}")),
    "hidden of several": (
        mark("{app} wants to send a message to several addresses, with a hidden copy to {one}"),
        mark("Send a message to several addresses, with a hidden copy to {one}"),
    ),
    "shell": (mark("{app} wants to run a shell command: {object}"), mark("Run a shell command: {object}")),
    "shell in": (
        mark("{app} wants to run a shell command in {detail}: {object}"),
        mark("Run a shell command in {detail}: {object}"),
    ),
    "python": (mark("{app} wants to run a Python program: {object}"), mark("Run a Python program: {object}")),
    "program": (mark("{app} wants to run a program: {object}"), mark("Run a program: {object}")),
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
    "uses": (mark("{app} wants to use the tool {tool}"), mark("Use the tool {tool}")),
    "uses object": (
        mark("{app} wants to use the tool {tool} with {object}"),
        mark("Use the tool {tool} with {object}"),
    ),
    "risks": (
        mark("{app} wants to use the tool {tool}, which may delete or overwrite"),
        mark("Use the tool {tool}, which may delete or overwrite"),
    ),
    "risks object": (
        mark("{app} wants to use the tool {tool} with {object}, which may delete or overwrite"),
        mark("Use the tool {tool} with {object}, which may delete or overwrite"),
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


def told(asked: Asked, app: str, *, bare: bool = False) -> Told:
    """Who wants what.

    Args:
        asked: the question.
        app: how it is called, safe to show; empty for what the call does, without who wants it.
        bare: without any value that would be sent.
    """
    call, action = asked.request.call, asked.action
    secrets = masking.secret_spans(asked.request.findings).get(next(iter(action.inputs), ()), [])
    shown = masking.mask_spans(action.object, secrets) if secrets else action.object
    action = replace(action, object="" if bare else shown, detail="" if bare else action.detail)
    action = action if bare else _blamed(asked, action)
    calm = all(finding.severity is Severity.INFO for finding in asked.request.findings)
    kind, risky = _kind(action, call.tool, vouched=call.server.trusted, hints=annotations_of(asked), calm=calm)
    if kind.startswith("pays figure") and (comes_to := _comes_to(asked)):
        kind, action = kind.replace("figure", "amount"), replace(action, detail=f"{action.detail} = {comes_to}")
    values = "" if bare else _program(asked, action) or _both(asked, action)
    return _made(kind, action, call.tool, app, asked.readings, risky=risky, values=values)


def past(row: HistoryRow) -> Told:
    """What a call of the log does, without who wanted it."""
    kind, risky = _kind(row.action, row.tool, vouched=row.vouched, hints=row.hints, calm=row.calm)
    return _made(kind, row.action, row.tool, "", (), risky=risky)


def _kind(
    action: ActionView, tool: str, *, vouched: bool, hints: Mapping[str, JsonValue], calm: bool
) -> tuple[str, bool]:
    """Which sentence, and whether it must say besides that something may be lost.

    Args:
        action: as it is told.
        tool: its name (untrusted).
        vouched: whether somebody vouched for the server.
        hints: what the server says of the tool.
        calm: whether nothing but information was found.
    """
    said = Operation.DESTROYS if action.verb == "writes" and action.overwrites else operation(hints)
    kind = _as_found(action, _by_class(action, tool, vouched=vouched, said=said), tool, calm=calm)
    mild = action.verb == "writes" and kind.partition(" ")[0] in _MILD
    return kind, mild and said is Operation.DESTROYS and action.there != "nothing"


def _as_found(action: ActionView, kind: str, tool: str, *, calm: bool) -> str:
    """Which sentence, by what the host found at the one place that the call is about."""
    verb, _, rest = kind.partition(" ")
    if action.count != 1 or rest not in ("", "object"):
        return kind
    if verb in _GIVES_CONTENT and action.there in _GIVES:
        return f"{_GIVES[action.there]} {rest}".rstrip()
    found = action.verb == "reads" and action.there in ("file", "folder")
    if found and (kind == "reads object" or (kind == "uses object" and calm)):
        if action.there == "file":
            return "reads object"
        return "looks object" if _LISTS.isdisjoint(key_words(tool)) else "lists object"
    return kind


_LISTS: Final = frozenset("list ls dir directory tree entries files".split())
"""Words in the name of a tool that lists a folder; any other reads something of what lies there."""


def _blamed(asked: Asked, action: ActionView) -> ActionView:
    """Of several who are reached the one whom a finding blames."""
    if action.count == 1 or "@" not in action.object:
        return action
    for finding in ranked(asked.request.findings):
        value = at(asked.request.call.arguments_value, finding.where)
        if finding.kind not in _BLAMES or not isinstance(value, str) or len(value) > LONGEST or "@" not in value:
            continue
        one = value if finding.span is None else value[slice(*finding.span)]
        path = tuple(takewhile(lambda step: isinstance(step, str), finding.where))
        return replace(action, object=one if "@" in one else value, inputs=(path, *action.inputs))
    return action


_BLAMES: Final = frozenset({"new-host", "carried-over", "exfiltration", "odd-host", "confusable"})
"""Kinds of findings that say of an address that it is not as it should be."""


def shortened(text: str, longest: int = LONGEST) -> str:
    """A stranger's text within a sentence: escaped, on one line, tokens masked, of a long one beginning and end."""
    text = masking.mask_tokens(text)
    shown = escape(text)
    if len(text) <= longest and len(shown) <= longest + _TAIL:
        return shown
    return f"{_within(text[: longest - _TAIL], longest)}{_CUT}{_within(text[::-1][:_TAIL], LONGEST // 2, at_end=True)}"


def _within(text: str, most: int, *, at_end: bool = False) -> str:
    """``text``, or what of it is no longer than ``most`` once it is escaped. ``at_end``: it is given back to front."""
    while len(escape(text)) > most:
        text = text[:-1]
    return escape(text[::-1] if at_end else text)


def _by_class(action: ActionView, tool: str, *, vouched: bool, said: Operation) -> str:
    """Which sentence by the class of the tool; ``said``: by the server of itself."""
    verb, there = action.verb, " object" if action.object else ""
    if said is Operation.WRITES and verb in ("", "reads"):
        verb = "writes"
    elif said is Operation.READS and vouched and not verb:
        verb = "reads"
    plain = verb == "writes" and action.deed in _PLAIN
    if said is Operation.DESTROYS and verb in ("", "reads", "writes") and not plain:
        return ("overwrites" if verb == "writes" else "risks") + there
    return _KINDS[verb](action, tool, vouched) if verb in _KINDS else f"{verb}{there}"


_INVITES: Final = frozenset({"invite", "invitation", "einladen", "einladung", "inviter", "invitar", "invita"})
_PLAIN: Final = frozenset(
    {"moves", "copies", "creates", "adds", "commits", "edits", "sets", "resets", "unstages", "invites"}
)
"""Deeds, and sentences, of tools that write: what a server says of itself changes none of them."""
_MILD: Final = frozenset({"moves", "copies", "creates", "adds"})
"""Those that say nothing of what may be lost: that something may be stands behind each."""
_GIVES_CONTENT: Final = ("writes", "overwrites", "creates")
"""Sentences of calls that may make a file, or give one that is there another content."""
_GIVES: Final = {"replaced": "replaces", "nothing": "creates"}
"""Which sentence it is then, by what is there."""
_TWIN: Final = "key-twin"
"""The finding that several inputs have one name for some servers (``host.inspect.twins``)."""
_GUESTS: Final = frozenset({"attendee", "guest", "invitee", "participant", "teilnehmer", "gast"})
_FOLDERS: Final = frozenset({"folder", "dir", "directory", "bucket"})
_SHELL: Final = frozenset({"command", "cmd", "shell", "bash", "sh", "terminal", "powershell", "zsh", "commandline"})
_PYTHON: Final = frozenset({"python", "py", "jupyter", "ipython"})
_GOES_TO: Final = re.compile(r"\s*cd\s+([\w.~/-]+)\s*(?:&&|;)\s*(?=\S)")
"""What a shell command begins with that says in which folder it runs."""
_RISKY: Final = mark("{deed} (may delete or overwrite)")
_TALK: Final = frozenset({"mail", "chat"})


def _there(action: ActionView) -> str:
    return " object" if action.object else ""


def _reads(action: ActionView, tool: str, vouched: bool) -> str:  # noqa: ARG001  # as all have it
    if not vouched or not action.object:
        return f"uses{_there(action)}"  # the tool's name says more than that something is read
    return "searches object" if action.role == "program" else "reads object"


def _writes(action: ActionView, tool: str, vouched: bool) -> str:  # noqa: ARG001  # as all have it
    if "@" in action.object and action.role == "destination" and not (action.deed and _GUESTS.isdisjoint(_key(action))):
        return "invites object"
    if action.deed == "creates" and (action.role == "destination" or ("@" in action.object and action.role != "place")):
        return "creates"  # what is made is not whoever it is for
    if action.deed in ("creates", "adds") and action.role == "object" and action.object and action.noun:
        return f"{action.deed} named"
    return f"{action.deed or 'writes'}{_there(action)}{' detail' if action.object and action.detail else ''}"


def _key(action: ActionView) -> tuple[str, ...]:
    """The words of the name of the object's input."""
    return key_words(str(action.inputs[0][-1])) if action.inputs and action.inputs[0] else ()


def _runs(action: ActionView, tool: str, vouched: bool) -> str:  # noqa: ARG001  # as all have it
    if action.detail or action.role != "program" or not action.object:
        return f"{'states' if action.detail else 'runs'}{_there(action)}"
    words = {*key_words(tool), *_key(action)}
    if not _PYTHON.isdisjoint(words):
        return "python"
    if _SHELL.isdisjoint(words):
        return "program"
    return "shell in" if _GOES_TO.match(action.object) else "shell"


def _sends(action: ActionView, tool: str, vouched: bool) -> str:  # noqa: ARG001  # as all have it
    aimed = action.role in ("destination", "authority")
    if action.deed == "uploads":
        to = action.object and (aimed or not _FOLDERS.isdisjoint(_key(action)))
        return "uploads to" if to else f"uploads{_there(action)}"
    if action.object and not aimed:
        return "sends object"
    if action.object and "bcc" in _key(action):
        return "hidden" if action.count == 1 else "hidden of several"
    if action.sink in _TALK:
        return "writes to" if action.object else "messages"
    return "sends to" if action.object else "publishes" if action.sink == "public" else "sends"


def _grants(action: ActionView, tool: str, vouched: bool) -> str:  # noqa: ARG001  # as all have it
    invites = action.object and not _INVITES.isdisjoint(key_words(tool))
    return "invites object" if invites else f"grants{_there(action)}"


def _amount(action: ActionView) -> str:
    """A whole number may count cents: then it is told as it stands, and not that so much is paid."""
    return "" if not action.detail else " figure" if money.may_count_minor_units(action.detail) else " amount"


_KINDS: Final[dict[str, Callable[[ActionView, str, bool], str]]] = {
    "": lambda action, *_: f"uses{_there(action)}",
    "reads": _reads,
    "writes": _writes,
    "sends": _sends,
    "grants": _grants,
    "pays": lambda action, *_: f"pays{_amount(action)}{_there(action)}",
    "runs": _runs,
}


def _made(
    kind: str,
    action: ActionView,
    tool: str,
    app: str,
    readings: tuple[Reading, ...],
    *,
    risky: bool = False,
    values: str = "",
) -> Told:
    template = _SENTENCES[kind][0 if app else 1]
    said = tr(
        template,
        app=app,
        tool=_marked(shortened(tool)),
        object=values or _objects(action, readings),
        one=_object(action, readings),
        detail=_marked(_detail(action)),
        noun=_marked(shortened(action.noun)),
    )
    parts = _MARKS.split(tr(_RISKY, deed=said) if risky else said)  # our words and values by turns
    ends = list(accumulate(map(len, parts)))
    return Told("".join(parts), tuple(zip(ends[::2], ends[1::2], strict=False)))


def _marked(value: str) -> str:
    return f"{_OPEN}{value}{_CLOSE}"


def _objects(action: ActionView, readings: tuple[Reading, ...]) -> str:
    """What it is done to, and how many more."""
    one = _object(action, readings)
    if action.count == 0:
        return tr("{object} and others", object=one)
    return (
        one
        if action.count == 1
        else tr_n("{object} and {n} more", "{object} and {n} more", action.count - 1, object=one)
    )


def _object(action: ActionView, readings: tuple[Reading, ...]) -> str:
    if action.role == "place":
        leads = _leads(action, readings)
        given = _last_steps(action.object)
        there = leads.endswith(action.object.removeprefix("~").removeprefix("./").rstrip("/\\"))
        if there or not leads:
            return _marked(given)
        return tr("{path} (leads to {place})", path=_marked(given), place=_marked(_last_steps(leads)))
    if action.role == "program" and not action.detail:
        return _marked(_in_brief(action.object))
    address = urls.read_address(action.object) if action.role in ("destination", "object", "authority") else None
    if address is not None and len(action.object) > LONGEST:
        return _marked(shortened(address.host))
    return _marked(shortened(action.object))


def _detail(action: ActionView) -> str:
    """A second place by its last steps, of a command the folder in which it runs, else as it is."""
    if action.role == "program" and not action.detail and (folder := _GOES_TO.match(action.object)):
        return _last_steps(folder[1])
    return _last_steps(action.detail) if action.verb == "writes" else shortened(action.detail)


def _in_brief(program: str) -> str:
    """A program of one line, its beginning and its end where it is long; of several lines the first."""
    text = _GOES_ON.sub(" ", masking.mask_tokens(_GOES_TO.sub("", program, count=1)).strip())
    line, *more = re.split(r"[\r\n]", text, maxsplit=1)
    longest = LONGEST_PROGRAM if escape(line) == line else LONGEST
    if not more:
        return shortened(line, longest)
    return f"{_within(line.rstrip()[:longest], longest)} {_CUT}"


def _program(asked: Asked, action: ActionView) -> str:
    """Of a program that is not shown whole the part that the gravest finding blames; empty where it is there anyhow."""
    if action.role != "program" or action.detail or not action.object or not action.inputs:
        return ""
    brief, blamed = _in_brief(action.object), blamed_part(asked, action.inputs[0])
    if _CUT not in brief or blamed is None or not blamed[1] or escape(blamed[1]) in brief:
        return ""
    return _marked(f"{_CUT} {shortened(blamed[1])} {_CUT}")


def _both(asked: Asked, action: ActionView) -> str:
    """Two things by their names: two items of one list, or what two inputs say that a server may take for one."""
    path = next(iter(action.inputs), ())
    if len(path) != 1 or len(action.object) > LONGEST or any(at[:1] == path for at in _secret(asked)):
        return ""
    inputs = asked.request.call.arguments_value
    value = inputs.get(str(path[0]))
    if isinstance(value, list) and action.count == len(value) == _PAIR and action.object in value:
        other = value[1 - value.index(action.object)]
        if not isinstance(other, str) or not other.strip() or len(other) + len(action.object) > LONGEST:
            return ""
        return tr("{one} and {other}", one=_object(action, ()), other=_marked(shortened(other)))
    if action.count != 1 or not any(finding.kind == _TWIN for finding in asked.request.findings):
        return ""
    twins = [key for key in inputs if key != path[0] and caseless(key) == caseless(str(path[0]))]
    other = inputs[twins[0]] if len(twins) == 1 else None
    if not isinstance(other, str) or not other.strip() or (twins[0],) in _secret(asked):
        return ""
    second = _last_steps(other) if action.role == "place" else shortened(other)
    return tr("{one} or {other}", one=_object(action, asked.readings), other=_marked(second))


def _secret(asked: Asked) -> Iterable[tuple[str | int, ...]]:
    return masking.secret_spans(asked.request.findings)


_PAIR: Final = 2
_GOES_ON: Final = re.compile(r"[ \t]*\\\r?\n[ \t]*")
"""Where a shell reads two lines as one."""


def _leads(action: ActionView, readings: tuple[Reading, ...]) -> str:
    """Where the object's path leads on this machine, empty where nobody says that it leads elsewhere."""
    facts = (fact for reading in readings if reading.path in action.inputs[:1] for fact in reading.facts)
    return next((fact.value for fact in facts if fact.name == _LEADS), "")


def _comes_to(asked: Asked) -> str:
    """What an amount comes to that surely counts cents; empty where that is not sure."""
    at = asked.action.inputs[1:2] if asked.action.object else asked.action.inputs[:1]
    facts = [fact for path in at for fact in facts_of(asked, path)]
    sure = [fact.words for fact in facts if fact.name == tr(money.COMES_TO)]
    return sure[0].raw() if len(sure) == 1 and isinstance(sure[0], Untrusted) else ""


def _last_steps(path: str) -> str:
    """The end of a path; all of it where a step leads back, so that nobody takes it for what stands at its end."""
    steps = [step for step in re.split(r"[/\\]", path) if step]
    if len(steps) <= _STEPS or any(step.startswith("..") for step in steps):
        return shortened(path)
    return f"{_CUT}/{shortened('/'.join(steps[-_STEPS:]))}"
