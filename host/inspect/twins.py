"""Findings about tools and inputs with names like others (pure).

Owns: ``name-twin`` for tools, ``key-twin`` for inputs.
Invariants: a tool is identified by its server and its exact name (attacks 6 and 17); the same name on two servers is
usual and only an INFO, unless a server that nobody vouched for takes the place of one in use; a name of other letters
that looks the same is grave.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from host.inspect.evidence import finding_about, safe_name
from host.inspect.lookalikes import plain, skeleton
from host.inspect.subject import Steps, Subject, Text
from host.model import Finding, Severity
from host.naming import key_words
from host.text import caseless
from host.words import say

KIND: Final = "name-twin"
INPUT_KIND: Final = "key-twin"
MAX_COMPARED: Final = 50
"""Names of one form that are compared for a review."""
MAX_NAMED: Final = 3
"""Tools that are named in a finding; further ones are counted."""
_EVIDENCE: Final = 80
_MIN_WORDS: Final = 2
"""Words of a name that is one server's rather than everybody's."""

Tools: TypeAlias = "tuple[tuple[str, str], ...]"
"""(server, tool) of each."""


class _Comparison(NamedTuple):
    """Other tools with names like that of one tool."""

    equal: Tools  # tools whose names read the same, those of other servers also in the plural
    alike: Tools  # tools whose names only look the same


def find_twins(subject: Subject) -> Iterator[Finding]:
    """``name-twin``: tools of other servers with the same name, and any tools with look-alike names."""
    if not subject.past.tools:
        return
    equal, alike = _compare((subject.server, subject.tool), subject.past.tools)
    if alike:
        yield _looking_alike(subject.tool, alike)
    if equal:
        tools, server = _tool_list(equal), safe_name(subject.server)
        severity = Severity.INFO
        sentence = say("{tools} is called the same; this call is for {server}.", tools=tools, server=server)
        if _takes_a_place(subject, equal):
            severity = Severity.MEDIUM
            sentence = say(
                "{tools} is called the same, of a server in use; this call is for {server}, for which nobody vouched.",
                tools=tools,
                server=server,
            )
        yield Finding(KIND, severity, sentence, subject.tool[:_EVIDENCE])


def _takes_a_place(subject: Subject, equal: Tools) -> bool:
    """Whether the tool of a server that nobody vouched for is used first, and one like it is of a server in use.

    A single word, such as ``search``, is a name for everybody; ``sendmessage`` is no single word beside
    ``send_message``.
    """
    past, names = subject.past, (subject.tool, *(tool for _, tool in equal))
    is_new = subject.trust == "none" and past.known and not past.uses
    if not is_new or max(len(key_words(name)) for name in names) < _MIN_WORDS:
        return False
    servers = {server for server, _ in equal}
    return any(earlier.server in servers for earlier in past.earlier_calls)


def find_key_twins(subject: Subject) -> Iterator[Finding]:
    """``key-twin``: members of one object with names that differ only by case or form (``text.caseless``)."""
    first_by_form: dict[tuple[Steps, str], Text] = {}
    for text in subject.texts:
        if not text.is_name:
            continue
        twin = first_by_form.setdefault((text.steps[:-1], caseless(text.text)), text)
        if twin is not text:
            sentence = say(
                "The inputs \u201c{one}\u201d and \u201c{other}\u201d have one name for a server that ignores "
                "capitals, the form of letters or hidden characters.",
                one=safe_name(twin.text),
                other=safe_name(text.text),
            )
            yield finding_about(INPUT_KIND, Severity.MEDIUM, sentence, text)


def twins_for_review(server: str, names: Iterable[str], others: Tools) -> Mapping[str, list[Finding]]:
    """The findings about the tools of a server for its review, by tool name.

    Args:
        server: the server under review.
        names: of its tools.
        others: the tools of all other servers.
    """
    own = [(server, name) for name in names]
    by_reading, by_looks = dict[str, list[tuple[str, str]]](), dict[str, list[tuple[str, str]]]()
    for tool in (*others, *own):  # others first, so that a server cannot crowd them out with its own
        for form, group in zip(_compared_forms(tool[1]), (by_reading, by_looks), strict=True):
            if len(group.setdefault(form, [])) < MAX_COMPARED:
                group[form].append(tool)
    return {tool[1]: found for tool in own if (found := list(_twins_of(tool, by_reading, by_looks)))}


def _twins_of(
    own: tuple[str, str], by_reading: Mapping[str, list[tuple[str, str]]], by_looks: Mapping[str, list[tuple[str, str]]]
) -> Iterator[Finding]:
    reading, look = _compared_forms(own[1])
    equal = [tool for tool in by_reading[reading] if tool != own] if reading else []
    if alike := tuple(
        tool for tool in by_looks[look] if tool != own and not (reading and _compared_forms(tool[1])[0] == reading)
    ):
        yield _looking_alike(own[1], alike)
    if same_server := tuple(tool for tool in equal if tool[0] == own[0]):
        sentence = say(
            "Another tool of this server has a name that reads the same: {tools}.", tools=_tool_list(same_server)
        )
        yield Finding(KIND, Severity.MEDIUM, sentence, own[1][:_EVIDENCE])
    if other_servers := tuple(tool for tool in equal if tool[0] != own[0]):
        sentence = say("A tool of another server is called the same: {tools}.", tools=_tool_list(other_servers))
        yield Finding(KIND, Severity.INFO, sentence, own[1][:_EVIDENCE])


def _looking_alike(tool: str, others: Tools) -> Finding:
    sentence = say(
        "This tool's name looks like that of {tools}, and is made of other letters.", tools=_tool_list(others)
    )
    return Finding(KIND, Severity.HIGH, sentence, tool[:_EVIDENCE])


@lru_cache(maxsize=256)
def _compare(own: tuple[str, str], tools: Tools) -> _Comparison:
    """Compare the name of one tool with those of ``tools``, which are the same for each call: hence the cache."""
    equal, alike = list[tuple[str, str]](), list[tuple[str, str]]()
    read, looks = _compared_forms(own[1])
    readings = {read, f"{read}s", read.removesuffix("s")} if read else set[str]()  # also in the plural
    for server, tool in tools:
        if (server, tool) == own:
            continue
        its_read, its_looks = _compared_forms(tool)
        if server != own[0] and its_read in readings:
            equal.append((server, tool))
        elif its_looks == looks and not (read and its_read == read):
            alike.append((server, tool))
    return _Comparison(tuple(equal), tuple(alike))


@lru_cache(maxsize=4_096)
def _compared_forms(name: str) -> tuple[str, str]:
    """A name as it reads and as it looks, both without separators."""
    looks = skeleton(name)
    return plain(name), plain(looks) or looks


def _tool_list(tools: Tools) -> str:
    names = ", ".join(f"{safe_name(server)} \u25b8 {safe_name(tool)}" for server, tool in tools[:MAX_NAMED])
    more = len(tools) - MAX_NAMED
    return say("{tools} and {n} more", tools=names, n=more) if more > 0 else names
