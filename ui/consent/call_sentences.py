"""What a call does, in one sentence that names what it is done to (no Qt; attacks 9 and 19).

Owns: the sentences for each verb, with an app in front and alone; how an object is named in one: a file by the end of
its path, an address by its host, anything else by its beginning and its end.

Invariants:
    - The verb is that of ``ActionView``, by the class of the tool. What a server says of itself can make it sterner,
      never milder.
    - *Read* is said only if the server is trusted, or of a file or folder that the host found, with nothing found
      against the call. *Replace* is said if the host found the file, *create* if it found none.
    - The question, the words about its answer and the history use the same verb for one call.
    - No sentence says that an amount is paid if the number may count cents.
    - A value is escaped, on one line and bounded, with an ellipsis for what is left out. Where the values stand is
      returned, so that none passes for our words. Secrets are masked as in any line.
    - A path that leads elsewhere than it seems says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import accumulate, takewhile
from typing import Final, NamedTuple

from host import regex
from host.control.views import ActionView, Asked, HistoryRow, Reading
from host.model import JsonValue, Severity
from host.naming import key_words
from host.text import Untrusted, caseless, escape, quoted
from host.values import replace
from ui import masking
from ui.consent.claims import Operation, annotations_of, operation
from ui.consent.finding_words import by_severity
from ui.consent.key_inputs import blamed_part, named_facts
from ui.inputs.diff import value_at
from ui.inputs.kinds import money, urls
from ui.tr import mark, tr, tr_n

MAX_VALUE: Final = 60
"""Characters of a value in a sentence."""
MAX_PROGRAM: Final = 2 * MAX_VALUE
"""Characters of a program, if nothing in it must be escaped: its middle says as much as its ends."""
_TAIL_LENGTH: Final = 22
_ELLIPSIS: Final = "…"
_OPEN, _CLOSE = "\ue000", "\ue001"
"""Around a value while its sentence is made. Escaped text has no such characters."""
_MARKS: Final = regex.pattern(f"[{_OPEN}{_CLOSE}]")
_SHOWN_STEPS: Final = 2
"""Steps of a path that are shown."""
_LEADS_TO: Final = "Leads to"
"""The host's name for the fact that a path leads elsewhere (``host.window.previews``)."""

_SENTENCES: Final = {
    "reads object": mark("read {object}"),
    "lists object": mark("list the folder {object}"),
    "looks object": mark("look into the folder {object}"),
    "searches object": mark("search for {object}"),
    "writes": mark("change something"),
    "writes object": mark("change {object}"),
    "replaces": mark("replace something"),
    "replaces object": mark("replace {object}"),
    "moves": mark("move or rename something"),
    "moves object": mark("move or rename {object}"),
    "moves object detail": mark("move or rename {object} to {detail}"),
    "copies": mark("copy something"),
    "copies object": mark("copy {object}"),
    "copies object detail": mark("copy {object} to {detail}"),
    "creates": mark("create something"),
    "creates object": mark("create {object}"),
    "creates named": mark("create {noun}: {object}"),
    "adds": mark("add something"),
    "adds object": mark("add {object}"),
    "adds named": mark("add {noun}: {object}"),
    "commits": mark("commit something"),
    "commits object": mark("commit to {object}"),
    "edits": mark("edit something"),
    "edits object": mark("edit {object}"),
    "sets": mark("set something"),
    "sets object": mark("set {object}"),
    "resets": mark("reset something"),
    "resets object": mark("reset {object}"),
    "checks out": mark("check something out"),
    "checks out object": mark("check out {object}"),
    "unstages": mark("unstage something"),
    "unstages object": mark("unstage {object}"),
    "uploads": mark("upload something"),
    "uploads object": mark("upload {object}"),
    "uploads to": mark("upload something to {object}"),
    "hidden": mark("send a hidden copy to {object}"),
    "hidden of several": mark("send a message to several addresses, with a hidden copy to {one}"),
    "shell": mark("run a shell command: {object}"),
    "shell in": mark("run a shell command in {detail}: {object}"),
    "python": mark("run a Python program: {object}"),
    "program": mark("run a program: {object}"),
    "invites object": mark("invite {object}"),
    "overwrites": mark("change or overwrite something"),
    "overwrites object": mark("change or overwrite {object}"),
    "sends": mark("send something out"),
    "sends object": mark("send {object} out"),
    "sends to": mark("send something to {object}"),
    "publishes": mark("publish something"),
    "writes to": mark("send a message to {object}"),
    "messages": mark("send a message"),
    "pays": mark("move money"),
    "pays object": mark("move money to {object}"),
    "pays amount": mark("pay {detail}"),
    "pays amount object": mark("pay {detail} to {object}"),
    "pays figure": mark("move money: {detail}"),
    "pays figure object": mark("move money to {object}: {detail}"),
    "grants": mark("give somebody access"),
    "grants object": mark("give access to {object}"),
    "deletes": mark("delete something"),
    "deletes object": mark("delete {object}"),
    "runs": mark("run something with the tool {tool}"),
    "runs object": mark("run {object}"),
    "states": mark("run {detail}"),
    "states object": mark("run {detail} on {object}"),
    "uses": mark("use the tool {tool}"),
    "uses object": mark("use the tool {tool} with {object}"),
    "risks": mark("use the tool {tool}, which may delete or overwrite"),
    "risks object": mark("use the tool {tool} with {object}, which may delete or overwrite"),
}
"""What a call does, to be completed to a sentence: by who wants it, or by a capital letter."""


class Sentence(NamedTuple):
    """A sentence. ``values``: where values stand in it, as (start, end)."""

    words: str
    values: tuple[tuple[int, int], ...]

    @property
    def quoted(self) -> str:
        """The sentence for places that show plain words: each value in quotes."""
        parts, position = [], 0
        for start, end in self.values:
            parts += [self.words[position:start], quoted(self.words[start:end])]
            position = end
        return "".join([*parts, self.words[position:]])


def call_sentence(asked: Asked, app: str, *, without_values: bool = False, for_several: bool = False) -> Sentence:
    """Return the sentence that says who wants what.

    Args:
        asked: the question.
        app: the name of the app, safe to show; empty for what the call does, without who wants it.
        without_values: whether to leave out all values that would be sent.
        for_several: whether the objects are those of several calls, and what was found at the first was at all of them.
    """
    call, action = asked.request.call, asked.action
    secrets = masking.secret_spans(asked.request.findings).get(next(iter(action.inputs), ()), [])
    object_text = masking.mask_spans(action.object, secrets) if secrets else action.object
    if without_values:
        action = replace(action, object="", detail="")
    else:
        action = _with_blamed_recipient(asked, replace(action, object=object_text))
    calm = all(finding.severity is Severity.INFO for finding in asked.request.findings)
    hints, vouched = annotations_of(asked), call.server.trusted
    kind, risky = _sentence_kind(
        action, call.tool, vouched=vouched, hints=hints, calm=calm, there_counts=for_several or action.count == 1
    )
    if kind.startswith("pays figure") and (full_sum := _sum_in_full(asked)):
        kind, action = kind.replace("figure", "amount"), replace(action, detail=f"{action.detail} = {full_sum}")
    values = "" if without_values else _blamed_program(asked, action) or _two_objects_text(asked, action)
    return _fill_sentence(kind, action, call.tool, app, asked.readings, risky=risky, values=values)


def history_sentence(row: HistoryRow) -> Sentence:
    """Return the sentence for a call of the log, without who wanted it."""
    kind, risky = _sentence_kind(
        row.action, row.tool, vouched=row.vouched, hints=row.hints, calm=row.calm, there_counts=row.action.count == 1
    )
    return _fill_sentence(kind, row.action, row.tool, "", (), risky=risky)


def _sentence_kind(
    action: ActionView, tool: str, *, vouched: bool, hints: Mapping[str, JsonValue], calm: bool, there_counts: bool
) -> tuple[str, bool]:
    """Choose the sentence. Returns its key, and whether to add that something may be lost.

    ``vouched``: whether the server is trusted. ``calm``: whether all findings are for information. ``there_counts``:
    whether what was found at the object is so for all that the call is about.
    """
    claimed = Operation.DESTROYS if action.verb == "writes" and action.overwrites else operation(hints)
    kind = _kind_by_class(action, tool, vouched=vouched, claimed=claimed)
    if there_counts:
        kind = _kind_by_place(action, kind, tool, calm=calm)
    is_mild = action.verb == "writes" and kind.partition(" ")[0] in _MILD_KINDS
    return kind, is_mild and claimed is Operation.DESTROYS and action.there != "nothing"


def _kind_by_place(action: ActionView, kind: str, tool: str, *, calm: bool) -> str:
    """Adapt the sentence to what the host found at the place that the call is about."""
    verb, _, rest = kind.partition(" ")
    if rest not in ("", "object"):
        return kind
    if verb in _CONTENT_KINDS and action.there in _CONTENT_KIND_BY_PLACE:
        return f"{_CONTENT_KIND_BY_PLACE[action.there]} {rest}".rstrip()
    is_found = action.verb == "reads" and action.there in ("file", "folder")
    if is_found and (kind == "reads object" or (kind == "uses object" and calm)):
        if action.there == "file":
            return "reads object"
        return "looks object" if _LISTING_WORDS.isdisjoint(key_words(tool)) else "lists object"
    return kind


_LISTING_WORDS: Final = frozenset("list ls dir directory tree entries files".split())
"""Words in the name of a tool that lists a folder. Any other tool reads something of what is in it."""


def _with_blamed_recipient(asked: Asked, action: ActionView) -> ActionView:
    """Return the action with the recipient that a finding blames, if there are several recipients."""
    if action.count == 1 or "@" not in action.object:
        return action
    for finding in by_severity(asked.request.findings):
        value = value_at(asked.request.call.arguments_value, finding.where)
        if finding.kind not in _ADDRESS_FINDINGS or not isinstance(value, str):
            continue
        if len(value) > MAX_VALUE or "@" not in value:
            continue
        recipient = value if finding.span is None else value[slice(*finding.span)]
        path = tuple(takewhile(lambda step: isinstance(step, str), finding.where))
        return replace(action, object=recipient if "@" in recipient else value, inputs=(path, *action.inputs))
    return action


_ADDRESS_FINDINGS: Final = frozenset({"new-host", "carried-over", "exfiltration", "odd-host", "confusable"})
"""Kinds of findings that say that something is wrong with an address."""


def shortened(text: str, limit: int = MAX_VALUE) -> str:
    """Return untrusted text for a sentence: escaped, on one line, tokens masked, shortened in the middle."""
    text = masking.mask_tokens(text)
    escaped = escape(text)
    if len(text) <= limit and len(escaped) <= limit + _TAIL_LENGTH:
        return escaped
    tail = _escape_within(text[::-1][:_TAIL_LENGTH], MAX_VALUE // 2, at_end=True)
    return f"{_escape_within(text[: limit - _TAIL_LENGTH], limit)}{_ELLIPSIS}{tail}"


def _escape_within(text: str, limit: int, *, at_end: bool = False) -> str:
    """Return the escaped beginning of ``text`` in at most ``limit`` characters. ``at_end``: the text is reversed."""
    while len(escape(text)) > limit:
        text = text[:-1]
    return escape(text[::-1] if at_end else text)


def _kind_by_class(action: ActionView, tool: str, *, vouched: bool, claimed: Operation) -> str:
    """Choose the sentence by the class of the tool. ``claimed``: what the server says the tool does."""
    verb, suffix = action.verb, " object" if action.object else ""
    if claimed is Operation.WRITES and verb in ("", "reads"):
        verb = "writes"
    elif claimed is Operation.READS and vouched and not verb:
        verb = "reads"
    is_settled = verb == "writes" and action.plain_verb in _SETTLED_VERBS
    if claimed is Operation.DESTROYS and verb in ("", "reads", "writes") and not is_settled:
        return ("overwrites" if verb == "writes" else "risks") + suffix
    return _KIND_BY_VERB[verb](action, tool, vouched) if verb in _KIND_BY_VERB else f"{verb}{suffix}"


_INVITE_WORDS: Final = frozenset({"invite", "invitation", "einladen", "einladung", "inviter", "invitar", "invita"})
_SETTLED_VERBS: Final = frozenset(
    {"moves", "copies", "creates", "adds", "commits", "edits", "sets", "resets", "checks out", "unstages", "invites"}
)
"""Deeds, and keys of sentences, that no claim of a server changes."""
_MILD_KINDS: Final = frozenset({"moves", "copies", "creates", "adds"})
"""Sentences that do not say that something may be lost. If it may, words are added."""
_CONTENT_KINDS: Final = ("writes", "overwrites", "creates")
"""Sentences of calls that may create a file or change its content."""
_CONTENT_KIND_BY_PLACE: Final = {"replaced": "replaces", "nothing": "creates"}
"""The sentence for these, by what the host found."""
_GUEST_WORDS: Final = frozenset({"attendee", "guest", "invitee", "participant", "teilnehmer", "gast"})
_FOLDER_WORDS: Final = frozenset({"folder", "dir", "directory", "bucket"})
_SHELL_WORDS: Final = frozenset(
    {"command", "cmd", "shell", "bash", "sh", "terminal", "powershell", "zsh", "commandline"}
)
_PYTHON_WORDS: Final = frozenset({"python", "py", "jupyter", "ipython"})
_CHANGE_FOLDER: Final = regex.pattern(r"\s*cd\s+([\w.~/-]+)\s*(?:&&|;)\s*(?=\S)")
"""The beginning of a shell command that says in which folder it runs."""
_MESSAGE_SINKS: Final = frozenset({"mail", "chat"})


def _object_suffix(action: ActionView) -> str:
    return " object" if action.object else ""


def _reads_kind(action: ActionView, tool: str, vouched: bool) -> str:  # noqa: ARG001  # the signature of all
    if not vouched or not action.object:
        return f"uses{_object_suffix(action)}"  # the tool's name says more than "read"
    return "searches object" if action.role == "program" else "reads object"


def _writes_kind(action: ActionView, tool: str, vouched: bool) -> str:  # noqa: ARG001  # the signature of all
    has_other_verb = action.plain_verb and _GUEST_WORDS.isdisjoint(_input_name_words(action))
    if "@" in action.object and action.role == "destination" and not has_other_verb:
        return "invites object"
    if action.plain_verb == "creates" and (
        action.role == "destination" or ("@" in action.object and action.role != "place")
    ):
        return "creates"  # the object is the recipient, not what is created
    if action.plain_verb in ("creates", "adds") and action.role == "object" and action.object and action.noun:
        return f"{action.plain_verb} named"
    return (
        f"{action.plain_verb or 'writes'}{_object_suffix(action)}{' detail' if action.object and action.detail else ''}"
    )


def _input_name_words(action: ActionView) -> tuple[str, ...]:
    return key_words(str(action.inputs[0][-1])) if action.inputs and action.inputs[0] else ()


def _runs_kind(action: ActionView, tool: str, vouched: bool) -> str:  # noqa: ARG001  # the signature of all
    if action.detail or action.role != "program" or not action.object:
        return f"{'states' if action.detail else 'runs'}{_object_suffix(action)}"
    words = {*key_words(tool), *_input_name_words(action)}
    if not _PYTHON_WORDS.isdisjoint(words):
        return "python"
    if _SHELL_WORDS.isdisjoint(words):
        return "program"
    return "shell in" if _CHANGE_FOLDER.match(action.object) else "shell"


def _sends_kind(action: ActionView, tool: str, vouched: bool) -> str:  # noqa: ARG001  # the signature of all
    has_recipient = action.role in ("destination", "authority")
    if action.plain_verb == "uploads":
        names_target = action.object and (has_recipient or not _FOLDER_WORDS.isdisjoint(_input_name_words(action)))
        return "uploads to" if names_target else f"uploads{_object_suffix(action)}"
    if action.object and not has_recipient:
        return "sends object"
    if action.object and "bcc" in _input_name_words(action):
        return "hidden" if action.count == 1 else "hidden of several"
    if action.sink in _MESSAGE_SINKS:
        return "writes to" if action.object else "messages"
    return "sends to" if action.object else "publishes" if action.sink == "public" else "sends"


def _grants_kind(action: ActionView, tool: str, vouched: bool) -> str:  # noqa: ARG001  # the signature of all
    invites = action.object and not _INVITE_WORDS.isdisjoint(key_words(tool))
    return "invites object" if invites else f"grants{_object_suffix(action)}"


def _amount_suffix(action: ActionView) -> str:
    """Return the suffix for an amount. A whole number may count cents: then the sentence does not say it is paid."""
    return "" if not action.detail else " figure" if money.may_count_minor_units(action.detail) else " amount"


_KIND_BY_VERB: Final[dict[str, Callable[[ActionView, str, bool], str]]] = {
    "": lambda action, *_: f"uses{_object_suffix(action)}",
    "reads": _reads_kind,
    "writes": _writes_kind,
    "sends": _sends_kind,
    "grants": _grants_kind,
    "pays": lambda action, *_: f"pays{_amount_suffix(action)}{_object_suffix(action)}",
    "runs": _runs_kind,
}


_BARE_FOLDER: Final = regex.pattern(r"~|(?:~(?=[/\\])|[A-Za-z]:)?(?=.)(?:\.{0,2}[/\\])*\.{0,2}")
"""A path without any name, which three dots are: this folder, one above, the root, or the home."""
_NAMES_FOLDER: Final = ("lists object", "looks object")
"""Sentences that say themselves that it is a folder."""


def _fill_sentence(
    kind: str,
    action: ActionView,
    tool: str,
    app: str,
    readings: tuple[Reading, ...],
    *,
    risky: bool = False,
    values: str = "",
) -> Sentence:
    """Fill the sentence of this kind. ``values``: takes the place of the action's own object."""
    objects = values or _objects_text(action, readings)
    if action.role == "place" and _BARE_FOLDER.fullmatch(action.object) and kind not in _NAMES_FOLDER:
        objects = tr("the folder {object}", object=objects)  # a dot alone would end the sentence
    action_words = tr(
        _SENTENCES[kind],
        tool=_mark_value(shortened(tool)),
        object=objects,
        one=_object_text(action, readings),
        detail=_mark_value(_detail_text(action)),
        noun=_mark_value(shortened(action.noun)),
    )
    sentence = (
        tr("{app} wants to {action}", app=app, action=action_words)
        if app
        else f"{action_words[:1].upper()}{action_words[1:]}"
    )
    sentence = tr("{action} (may delete or overwrite)", action=sentence) if risky else sentence
    parts = _MARKS.split(sentence)  # alternately our words and a value
    ends = list(accumulate(map(len, parts)))
    return Sentence("".join(parts), tuple(zip(ends[::2], ends[1::2], strict=False)))


def _mark_value(value: str) -> str:
    return f"{_OPEN}{value}{_CLOSE}"


def _objects_text(action: ActionView, readings: tuple[Reading, ...]) -> str:
    first = _object_text(action, readings)
    if action.count == 0:
        return tr("{object} and others", object=first)
    if action.count == 1:
        return first
    return tr_n("{object} and {n} more", "{object} and {n} more", action.count - 1, object=first)


def _object_text(action: ActionView, readings: tuple[Reading, ...]) -> str:
    if action.role == "place":
        real_path = _real_path(action, readings)
        shown = _last_steps(action.object)
        is_same_place = real_path.endswith(action.object.removeprefix("~").removeprefix("./").rstrip("/\\"))
        if is_same_place or not real_path:
            return _mark_value(shown)
        return tr("{path} (leads to {place})", path=_mark_value(shown), place=_mark_value(_last_steps(real_path)))
    if action.role == "program" and not action.detail:
        return _mark_value(_program_in_brief(action.object))
    address = urls.read_address(action.object) if action.role in ("destination", "object", "authority") else None
    if address is not None and len(action.object) > MAX_VALUE:
        return _mark_value(shortened(address.host))
    return _mark_value(shortened(action.object))


def _detail_text(action: ActionView) -> str:
    """Return the last steps of a second place, the folder of a command, or other details as they are."""
    if action.role == "program" and not action.detail and (folder := _CHANGE_FOLDER.match(action.object)):
        return _last_steps(folder[1])
    return _last_steps(action.detail) if action.verb == "writes" else shortened(action.detail)


def _program_in_brief(program: str) -> str:
    """Return a program of one line, shortened in the middle; of several lines the first."""
    text = _LINE_CONTINUATION.sub(" ", masking.mask_tokens(_CHANGE_FOLDER.sub("", program, count=1)).strip())
    line, *other_lines = re.split(r"[\r\n]", text, maxsplit=1)
    limit = MAX_PROGRAM if escape(line) == line else MAX_VALUE
    if not other_lines:
        return shortened(line, limit)
    return f"{_escape_within(line.rstrip()[:limit], limit)} {_ELLIPSIS}"


def _blamed_program(asked: Asked, action: ActionView) -> str:
    """Return the part of a long program that the gravest finding blames; empty if it is shown already."""
    if action.role != "program" or action.detail or not action.object or not action.inputs:
        return ""
    brief, blamed = _program_in_brief(action.object), blamed_part(asked, action.inputs[0])
    if _ELLIPSIS not in brief or blamed is None or not blamed[1] or escape(blamed[1]) in brief:
        return ""
    return _mark_value(f"{_ELLIPSIS} {shortened(blamed[1])} {_ELLIPSIS}")


def _two_objects_text(asked: Asked, action: ActionView) -> str:
    """Return two objects by name: both items of a list, or two inputs that a server may take for one; else empty."""
    path = next(iter(action.inputs), ())
    if len(path) != 1 or len(action.object) > MAX_VALUE or any(key[:1] == path for key in _secret_inputs(asked)):
        return ""
    inputs = asked.request.call.arguments_value
    value = inputs.get(str(path[0]))
    if isinstance(value, list) and action.count == len(value) == 2 and action.object in value:
        other = value[1 - value.index(action.object)]
        if not isinstance(other, str) or not other.strip() or len(other) + len(action.object) > MAX_VALUE:
            return ""
        return tr("{one} and {other}", one=_object_text(action, ()), other=_mark_value(shortened(other)))
    if action.count != 1 or not any(finding.kind == "key-twin" for finding in asked.request.findings):
        return ""
    twins = [key for key in inputs if key != path[0] and caseless(key) == caseless(str(path[0]))]
    other = inputs[twins[0]] if len(twins) == 1 else None
    if not isinstance(other, str) or not other.strip() or (twins[0],) in _secret_inputs(asked):
        return ""
    second = _last_steps(other) if action.role == "place" else shortened(other)
    return tr("{one} or {other}", one=_object_text(action, asked.readings), other=_mark_value(second))


def _secret_inputs(asked: Asked) -> Iterable[tuple[str | int, ...]]:
    return masking.secret_spans(asked.request.findings)


_LINE_CONTINUATION: Final = regex.pattern(r"[ \t]*\\\r?\n[ \t]*")
"""Where a shell reads two lines as one."""


def _real_path(action: ActionView, readings: tuple[Reading, ...]) -> str:
    """Return where the object's path really leads on this machine; empty if the host does not say."""
    facts = (fact for reading in readings if reading.path in action.inputs[:1] for fact in reading.facts)
    return next((fact.value for fact in facts if fact.name == _LEADS_TO), "")


def _sum_in_full(asked: Asked) -> str:
    """Return the sum that an amount in cents stands for; empty if that is not certain."""
    paths = asked.action.inputs[1:2] if asked.action.object else asked.action.inputs[:1]
    facts = [fact for path in paths for fact in named_facts(asked, path)]
    sums = [fact.words for fact in facts if fact.name == tr(money.COMES_TO)]
    return sums[0].raw() if len(sums) == 1 and isinstance(sums[0], Untrusted) else ""


def _last_steps(path: str) -> str:
    """Return the end of a path; all of it if a step goes up, since its end alone would mislead."""
    steps = [step for step in re.split(r"[/\\]", path) if step]
    if len(steps) <= _SHOWN_STEPS or any(step.startswith("..") for step in steps):
        return shortened(path)
    return f"{_ELLIPSIS}/{shortened('/'.join(steps[-_SHOWN_STEPS:]))}"
