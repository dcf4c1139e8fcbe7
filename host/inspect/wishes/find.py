"""A call that is not what the person asked for (pure).

Owns: ``contradiction`` of a call with the person's own words: it does what they forbid, or what they do not speak of,
or to another than they name. What stays true: words only ever make a call one to be looked at, and never one to trust;
where there are none nothing is said; what the words do not rule out is no finding; an app's quotation counts
here too, and is called one.
"""

# ruff: noqa: E501  # a pattern is read best as the one line that it is

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from host.inspect.saying import found
from host.inspect.subject import Subject, Text
from host.inspect.tools.acts import DRAFTS, deeds_of, is_dry, of_command, of_inputs
from host.inspect.tools.deeds import deed
from host.inspect.tools.reach import nature
from host.inspect.tools.words import last_word, named_as_code, named_as_sql, tool_words, words_of
from host.inspect.wishes.held import only_reads
from host.inspect.wishes.rights import weak_rights
from host.inspect.wishes.values import other_values
from host.inspect.wishes.verbs import other_verb, ruled_out
from host.inspect.wishes.words import Wish, wish_of
from host.model import Finding, Severity
from host.naming import OPERATIONS, RECIPIENTS, Deed
from host.patterns import regex
from host.words import say

KIND: Final = "contradiction"
_SAID: Final[dict[str, str]] = {
    "deletes": say("deletes, overwrites or ends something"),
    "pays": say("moves money"),
    "sends": say("sends something, or lets others see it"),
    "writes": say("changes something"),
    "runs": say("runs something"),
}
_ORDER: Final[tuple[Deed, ...]] = ("deletes", "pays", "sends", "runs", "writes")
_QUIET: Final = frozenset(
    "memory think thought thinking todo task plan note scratchpad log reaction label mark read star cache state "
    "session "
    "screenshot navigate click type fill press scroll hover wait tab entity observation relation insight file "
    "directory "
    "clipboard cell notebook search query scan analysis sandbox".split()
)
"""Words of tools that a program uses by itself on the way to an answer."""
_OWN: Final = frozenset(
    "memory think thought thinking todo scratchpad navigate screenshot scroll hover wait tab".split()
)
"""Words of tools that a program uses for itself whatever it was told."""


def find_against_wishes(subject: Subject) -> Iterator[Finding]:
    """Where the call is not what the person's words ask for. Nothing where there are no words."""
    if subject.turn:
        yield from _against(subject)
    elif subject.quoted:
        for finding in _against(replace(subject, turn=subject.quoted)):
            yield replace(finding, text=say("By your words, as the app quotes them: {what}", what=finding.text))


def _against(subject: Subject) -> Iterator[Finding]:
    wish, deeds = wish_of(subject.turn), frozenset() if _tried(subject) else deeds_of(subject)
    told = next(_forbidden(subject, wish, deeds), None) or next(_unasked(subject, wish, deeds), None)
    if told is not None:
        yield _finding(subject, *told)
    if told is None:
        for said, evidence, where in other_verb(subject):
            yield (
                Finding(KIND, Severity.MEDIUM, said, evidence)
                if where is None
                else found(KIND, Severity.MEDIUM, said, where)
            )
    if told is None and deed(subject.tool) != "reads":
        yield from _denied_value(subject, wish)
    if (out := ruled_out(subject)) is not None and deed(subject.tool) != "reads" and not only_reads(subject):
        yield found(KIND, Severity.MEDIUM, *out)
    if _does_something(subject, deeds):
        for sentence, text in other_values(subject):
            yield found(KIND, Severity.MEDIUM, sentence, text)


_TRIED: Final = regex(
    r"\s--dry[-_]?run\b(?!=(?:none|false))|\s--(?:noop|what-?if)\b|^\s{0,9}explain\s(?!\s{0,9}\(?analy[sz]e)",
    re.IGNORECASE,
)
_JOINED: Final = regex(r"&&|\|\||[;|\n]")


def _tried(subject: Subject) -> bool:
    """Whether the call's one command or statement is only tried, or explained."""
    texts = [text for text in islice(subject.values(), _FEW) if named_as_code(text) or named_as_sql(text)]
    return len(texts) == 1 and _TRIED.search(texts[0].text[:_LONG]) is not None and not _JOINED.search(texts[0].text)


def _denied_value(subject: Subject, wish: Wish) -> Iterator[Finding]:
    """An operation in the inputs that the words say not to do."""
    for text in islice(subject.values(), _FEW):
        if last_word(text.key) not in _CHOSEN or len(text.text) > _SHORT:
            continue
        if any(word[:4] in wish.stems for word in words_of(text.text.lower())):
            yield found(KIND, Severity.MEDIUM, say("You said not to do this."), text)
            return


_CHOSEN: Final = OPERATIONS | {"event", "verdict", "decision", "state", "status", "transition"}
_FEW: Final = 60
_SHORT: Final = 40


def _does_something(subject: Subject, deeds: frozenset[Deed]) -> bool:
    """Whether a call may change or send something: whatever is not named for looking."""
    if deeds or deed(subject.tool) != "reads" or _acts(subject) or tool_words(subject) & _EITHER:
        return True
    return bool(nature(subject.server, subject.tool, subject.definition).sink)


_EITHER: Final = frozenset({"resolve", "status", "state"})
"""Words of tools that tell something, or set it."""


def _acts(subject: Subject) -> bool:
    return not tool_words(subject).isdisjoint(_ACTING)


_ACTING: Final = frozenset(
    "scale transfer pay payment send refund charge order quote book reserve share invite merge deploy push checkout "
    "schedule convert exchange swap sync move "
    "copy "
    "restart rollback release assign set print export translate dispense prescribe upload download backup record dial ring generate render "
    "play start stop open lock route mute snooze".split()
)


def _forbidden(subject: Subject, wish: Wish, deeds: frozenset[Deed]) -> Iterator[tuple[str, Deed]]:
    """What the words say not to do."""
    # behind an order to write something down, what is forbidden is what is to be written
    ruled = wish.forbids - ({"writes"} if _CONTENT.match(wish.low) else set())
    for does in _ORDER:
        if does in ruled and (does in deeds or (does == "writes" and "deletes" in deeds)):
            yield say("You said not to, and this {does}.", does=_SAID[does]), does
    if "deletes" in wish.forbids and tool_words(subject) & {"move", "rename", "cut"} and wish.keeps:
        yield say("You wanted to keep what is there, and this moves it."), ""
    stems = {word[:4] for word in tool_words(subject)}
    if (deed(subject.tool) != "reads" and any(stem in stems for stem in wish.stems)) or wish.denied & tool_words(
        subject
    ):
        yield say("You said not to do this."), ""
    if not deeds:
        return
    worst = next(does for does in _ORDER if does in deeds)
    drafted = not tool_words(subject).isdisjoint(DRAFTS)
    own = not tool_words(subject).isdisjoint(_OWN)
    if wish.looks and not wish.wants(worst) and not is_dry(subject.arguments) and not own and not _weak(subject, wish):
        yield say("You asked only to look, and this {does}.", does=_SAID[worst]), worst
    if wish.first and worst != "writes" and worst != "runs" and not drafted:
        yield say("You wanted to see it first, and this {does}.", does=_SAID[worst]), worst
    if _TEST.search(wish.low) and "sends" in deeds and not _tests(subject):
        yield say("You asked for a test, and this sends it to all."), "sends"
    if wish.drafts and "sends" in deeds and not drafted and not _sends_too(wish):
        yield say("You asked for a draft, and this {does}.", does=_SAID["sends"]), "sends"


def _weak(subject: Subject, wish: Wish) -> bool:
    """Whether a right is given, and looking is the right that is wanted."""
    return weak_rights(wish.low) and not tool_words(subject).isdisjoint(_SHARES)


_SHARES: Final = frozenset("share permission permissions invite grant access member collaborator role user".split())
_CONTENT: Final = regex(
    r"\W{0,4}(?:please\s)?(?:write|create|add|put|save|schreib\w?|erstell\w?|écris|crée|escribe|crea|scrivi|escreve|schrijf|maak)\s[^:\n]{1,60}:\s"
)
"""An order to write down what follows."""
_ENGLISH: Final = regex(r"\b(?:the|my|please|this|with|what|is)\b")
_TEST: Final = regex(
    r"\b(?:a test (?:of|mail|e-?mail|message|to|send)|test (?:mail|e-?mail|message|send)|testmail|mail de test|"
    r"correo de prueba|e-?mail di prova)\b"
)


def _tests(subject: Subject) -> bool:
    """Whether the call says that it is a test."""
    names = words_of(subject.tool) | {word for text in subject.texts[:100] for word in words_of(text.text[:80])}
    return "test" in names or "@" in "".join(text.text for text in subject.texts[:20])


def _sends_too(wish: Wish) -> bool:
    """Whether the words ask for more than a draft."""
    return any(word in wish.low for word in _SENDING) and "sends" not in wish.forbids


_SENDING: Final = (
    "send", "post", "publish", "reply", "share", "upload", "submit", "tweet", "schick", "poste", "envo", "envi", "mand",
    "issue", "ticket", "pull request", " pr", "release", "stuur", "verstu", "отправ", "送", "发",
)  # fmt: skip


def _unasked(subject: Subject, wish: Wish, deeds: frozenset[Deed]) -> Iterator[tuple[str, Deed]]:
    """What the words do not speak of: of a question, anything that changes something; else what is hard to undo."""
    for does in _ORDER:
        if does not in deeds or wish.mentions(does) or _quiet(subject, does) or _on_the_way(subject, wish, does):
            continue
        if wish.asks and does != "runs":
            yield say("You asked a question, and this {does}.", does=_SAID[does]), does
        elif (does in ("deletes", "pays") or (does == "sends" and _named(subject) and _ENGLISH.search(wish.low))) and (
            wish.low.isascii() or wish.asks
        ):
            yield say("You did not speak of that, and this {does}.", does=_SAID[does]), does


def _named(subject: Subject) -> bool:
    """Whether the tool itself says that it sends."""
    return deed(subject.tool) == "sends" and any(last_word(key) in RECIPIENTS for key in subject.arguments)


def _quiet(subject: Subject, does: Deed) -> bool:
    words = tool_words(subject) & _QUIET
    if does not in ("writes", "runs") or not words:
        return False
    return not words <= _FILED or not _asked_about(subject)


_INTO: Final = regex(
    r"(?<!what's\s)(?<!is\s)(?<!was\s)(?<!steht\s)\b(?:into|to|as|in|nach|als|dans|en|em|su|op|naar)\s(?:the\s|file\s|die\s|datei\s|le\s)?[\"'`]?"
    r"[\w~./-]{0,80}?([\w-]{1,60}\.(?:md|txt|csv|html|pdf|docx|json|adoc|rst|tsv|xlsx))\b"
)
_SUMS_UP: Final = regex(
    r"\W{0,4}(?:summari|list|collect|extract|translat|compare|describe|count|find|search|look|fass|such|liste|vergleich|übersetz|résum|cherche|tradui|resum|busca|traduc|riassum|cerca|traduc|vat\b|zoek|vertaal)"
)
_LOOKING: Final = regex(
    r"git (?:stash(?! (?:drop|clear))|checkout (?!-- |\.|-f|.*\s--\s)|switch (?!-f|--discard)|fetch|clone|worktree add)|cd |mkdir |export |source |\w+=\S|npm (?:ci|install)\b|pip install |docker pull |touch /tmp/"
)
"""Commands by which a program gets to where it looks."""


def _on_the_way(subject: Subject, wish: Wish, does: Deed) -> bool:
    """Whether something is written only to answer, or into the file that the answer is wanted in."""
    if does not in ("writes", "runs"):
        return False
    named = set(_INTO.findall(wish.low)) if _SUMS_UP.match(wish.low) else set()
    for text in islice(subject.values(), _FEW):
        if named and last_word(text.key) in _PATHS and text.text.replace("\\", "/").rpartition("/")[2].lower() in named:
            return True
        if named_as_code(text) and len(text.text) <= _LONG:
            parts = [part.strip() for part in _JOINED.split(text.text) if part.strip()]
            return all(not of_command(part) or _LOOKING.match(part) for part in parts)
    return False


_FILED: Final = frozenset({"file", "directory", "cell", "notebook"})
_ASIDE: Final = regex(
    r"(?:^|[/\\._-])(?:te?mp|scratch|notes?|memory|plan|report|summary|todo|out|output|answer|draft)(?![a-z])"
)
"""Names of what a program writes for itself on the way to an answer."""


def _asked_about(subject: Subject) -> bool:
    """Whether a file is written that is nothing to answer with: one that the words name, or one that is there."""
    for text in islice(subject.values(), _FEW):
        if last_word(text.key) in _PATHS and len(text.text) <= _LONG:
            name = text.text.replace("\\", "/").rpartition("/")[2].lower()
            return (len(name) > 2 and name in subject.turn.lower()) or (
                _ASIDE.search(text.text.lower()) is None and not name.endswith((".md", ".txt", ".csv", ".html", ".pdf"))
            )
    return False


_PATHS: Final = frozenset("path file filename filepath target uri notebook".split())
_LONG: Final = 400


def _finding(subject: Subject, sentence: str, does: Deed) -> Finding:
    """With what shows it: the input that asks for it, or the tool."""
    for found_does, by in of_inputs(subject):
        if found_does == does and isinstance(by, Text):
            return found(KIND, Severity.MEDIUM, sentence, by)
        if found_does == does:
            return Finding(KIND, Severity.MEDIUM, sentence, str(by)[:200])
    return Finding(KIND, Severity.MEDIUM, sentence, subject.tool[:200])
