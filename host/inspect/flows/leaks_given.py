"""To whom a call gives what is here (pure).

Owns: values that say where data goes: addresses, hosts, buckets and accounts of others, in calls that export, share,
subscribe or deliver, and under names that say so; hidden copies; owners that change. What stays true: it is told by the
call and the person's words alone; whoever the person named is none, nor is a place that the call speaks of twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from host.inspect.subject import Steps, Subject, Text
from host.inspect.tools.deeds import deed
from host.inspect.tools.words import last_word, tool_words, words_of
from host.inspect.wishes.told import only_told
from host.inspect.wishes.words import wish_of
from host.model import Finding, Severity
from host.naming import key_words
from host.patterns import regex
from host.words import say

_VALUES: Final = 100
_LONGEST: Final = 300
_ADDRESS: Final = regex(r"[^\s<>\"',;@:/]{1,64}@([A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8})")
_URL: Final = regex(
    r"(?!file:|data:|about:)[a-z][a-z0-9+.-]{1,20}://(?:[^\s/@]{1,100}@)?([^\s/?#:]{1,200})", re.IGNORECASE
)
_HOST: Final = regex(r"(?:[A-Za-z0-9-]{1,63}\.){1,6}[A-Za-z]{2,24}(?::[0-9]{2,5})?")
_DSN: Final = regex(r"(?i)\bhost(?:name)?\s?=\s?([\w.-]{4,200})")
_ACCOUNT: Final = regex(r"(?:arn:aws[\w-]{0,10}:[\w-]{0,30}:[\w-]{0,20}:)?([0-9]{12})(?::|\Z)")
_OWN: Final = regex(r"(?i)localhost|127\.|10\.|192\.168\.|\[::1\]|0\.0\.0\.0")
_GIVES: Final = frozenset(
    "export share subscription subscribe replication replicate drain logpush logdrain sink dump unload "
    "mirror "
    "backup mongoexport pgdump publication deliver delivery forwarder stream syndicate copyto unloading egress".split()
)
"""Words of tools that give what is here to somebody."""
_RUNS_BY_ITSELF: Final = frozenset("trigger automation workflow zap scenario output logging syslog telemetry".split())
"""Words of tools that set up what passes things on by itself."""
_DATA: Final = frozenset(
    "report look dashboard query view digest data audience contact list table dataset log statement recording invoice "
    "summary extract file".split()
)
_PLACES: Final = frozenset(
    "deliver delivery destination dest sink drain forward forwarder copy mirror collector exporter upload "
    "export archive "
    "replica replication relay subscriber journal journaling forwarding".split()
)
"""Words of inputs that say where something goes."""
_ACCESS: Final = frozenset(
    "access acl binding grantee permission reader viewer writer collaborator guest shared principal delegate "
    "iam".split()
)
_CHANGES: Final = frozenset(
    "create add set put patch update modify attach grant share authorize enable invite edit make insert configure "
    "register assign open upload attach start publish save".split()
)
_OTHERS: Final = frozenset(
    "principal grantee account consumer destination values target subscriber user share organization tenant".split()
)
_LETS: Final = frozenset(
    "share grant modify put add set attach authorize replication subscription policy permission".split()
)
_HIDDEN: Final = regex(
    r"(?i)bcc|hidden_?(?:copy|recipient)|blind_?(?:carbon_?)?cop|silent_?copy|^cc[io]$|copia_?ocult|undisclosed"
)
_OWNERS: Final = frozenset(
    "newowner targetowner targetnamespace recipient newnamespace transferto organization org owner".split()
)
_SPOKEN: Final = regex(r"fork|transfer|hand (?:it )?over|überg|übertrag|push|publish|veröffent|publi")
_GOES: Final = say("This goes to somebody whom you did not name.")
_HIDES: Final = say("A hidden copy goes to somebody outside.")
_LETS_IN: Final = say("This lets somebody in for good.")
_ELSEWHERE: Final = say("This copies what is here to another place.")


def of_goals(subject: Subject, sink: str) -> Iterator[Finding]:
    """Findings ``exfiltration``. ``sink``: where the call can carry something to."""
    words = tool_words(subject)
    if (deed(subject.tool) == "deletes" and not words & _LETTING) or (
        words & {"list", "get", "search", "describe"} and not words & _CHANGES
    ):
        return
    texts = [text for text in islice(subject.values(), _VALUES) if 4 <= len(text.text) <= _LONGEST]
    yield from _hidden(subject, texts)
    yield from _given(subject, words, texts)
    yield from _owned(subject, words, texts)
    yield from _besides(subject, texts)
    if subject.turn and (
        only_told(subject.turn) or ("upload" in words and not wish_of(subject.turn).mentions("sends"))
    ):
        yield from _only_asked(subject, sink, words, texts)


def _hidden(subject: Subject, texts: list[Text]) -> Iterator[Finding]:
    """Copies of which the other recipients see nothing, however the input is called and wherever it stands."""
    if not any("@" in text.text for text in texts):
        return
    named = {text.steps[:-1] for text in islice(subject.values(), _VALUES) if text.text.lower() == "bcc"}
    copies = [
        text
        for text in texts
        if "@" in text.text and (text.steps[:-1] in named or any(map(_HIDDEN.search, _names(text.steps))))
    ]
    if not copies:
        return
    others = {match[1].lower() for text in texts if text not in copies for match in _ADDRESS.finditer(text.text)}
    for text in copies:
        match = _ADDRESS.search(text.text)
        if match is not None and match[1].lower() not in others and match.group().lower() not in subject.turn.lower():
            yield _found(_HIDES, text)
            return


def _given(subject: Subject, words: frozenset[str], texts: list[Text]) -> Iterator[Finding]:
    """The first value that says where it goes, and to whom nobody said."""
    gives = bool(words & _GIVES) or ("schedule" in words and bool(words & _DATA))
    gives = gives or bool(words & _RUNS_BY_ITSELF and words & _CHANGES)
    lets, asked = bool(words & _LETS), _asked(subject)
    for text in texts:
        if "@" not in text.text and "." not in text.text and not lets:
            continue
        above = _above(text.steps)
        if above & {"from", "sender", "source", "src", "replyto"} or last_word(text.key) in ("description", "title"):
            continue
        if words & _LETS | words & {"create"} and above & _OTHERS and (goal := _account(text, lets, texts)):
            if goal not in subject.turn:
                yield _found(_LETS_IN, text)
                return
            continue
        goal = _goal(text, above)
        if not goal or goal in subject.turn.lower() or asked or _said_twice(goal, text, texts):
            continue
        if "@" in text.text and above & _ACCESS and words & _CHANGES:
            yield _found(_LETS_IN, text)
            return
        if gives or (above & _PLACES and deed(subject.tool) != "reads") or _lasting(text):
            yield _found(_GOES if "@" in text.text else _ELSEWHERE, text)
            return


def _asked(subject: Subject) -> bool:
    """Whether the person wanted something sent or copied, in whatever words."""
    if not subject.turn:
        return False
    wish = wish_of(subject.turn)
    return not wish.asks and wish.mentions("sends")


def _lasting(text: Text) -> bool:
    """Whether a name says that somebody is told by mail of what comes of it: ``email_to``, ``notify_email``."""
    words = key_words(text.key)
    return (
        "@" in text.text
        and len(words) > 1
        and bool(
            {"notify", "notification"}.intersection(_above(text.steps))
            or (words[-1] == "to" and words[0] in ("email", "mail", "report", "send", "ship"))
        )
    )


_HOSTS: Final = frozenset("host hostname server endpoint destination target remote address addr".split())


def _goal(text: Text, above: frozenset[str]) -> str:
    """Who or what a value names, in lower case; empty where it names nobody outside."""
    if "@" in text.text and (match := _ADDRESS.search(text.text)) is not None and "://" not in text.text:
        return match.group().lower()
    found = _URL.match(text.text) or _DSN.search(text.text)
    if found is None and above & _HOSTS:
        found = _HOST.fullmatch(text.text)
    host = (found[1] if found is not None and found.re.groups else found.group() if found is not None else "").lower()
    return "" if _OWN.match(host) else host


def _account(text: Text, lets: bool, texts: list[Text]) -> str:
    """The account of somebody that a value names; empty where the call speaks of it elsewhere too, as of one's own."""
    match = _ACCOUNT.search(text.text)
    if match is not None:
        return "" if _said_twice(match[1], text, texts) else match[1]
    return text.text if lets and last_word(text.key) in ("account", "consumer", "tenant") else ""


def _said_twice(goal: str, text: Text, texts: list[Text]) -> bool:
    return any(goal in it.text.lower() for it in texts if it is not text and it.steps[:1] != text.steps[:1])


def _owned(subject: Subject, words: frozenset[str], texts: list[Text]) -> Iterator[Finding]:
    """A repository or the like goes to another owner, or to a registry of others, and nobody spoke of that."""
    if not words & {"fork", "transfer", "push", "chown"} or _SPOKEN.search(subject.turn.lower()) or not subject.turn:
        return
    for text in texts:
        owner = "".join(key_words(text.key)) in _OWNERS and words & {"fork", "transfer"} and text.key.lower() != "owner"
        pushed = "push" in words and last_word(text.key) in (
            "image",
            "tag",
            "registry",
            "repository",
            "remote",
            "package",
        )
        if owner or (pushed and ("://" in text.text or "." in text.text.partition("/")[0]) and "/" in text.text):
            yield _found(_ELSEWHERE, text)
            return


def _besides(subject: Subject, texts: list[Text]) -> Iterator[Finding]:
    """Copies for somebody of whom neither the person nor any result spoke, and guests where nobody spoke of any."""
    known = _COPIES if not subject.turn or _GUESTS_SAID.search(subject.turn) else _COPIES | _GUESTS
    for text in texts if subject.turn else ():
        match = _ADDRESS.search(text.text) if "@" in text.text and _above(text.steps) & known else None
        name = match.group().lower() if match is not None else ""
        if (
            name
            and not _partly_named(name, subject.turn.lower())
            and not any(name in it.text.lower() for it in subject.past.session)
        ):
            yield _found(say("This also goes to somebody whom you did not name."), text)
            return


def _partly_named(name: str, turn: str) -> bool:
    """Whether the person named who it is, or the organisation."""
    local, _, domain = name.partition("@")
    return domain in turn or local in turn


_COPIES: Final = frozenset("cc collaborator follower watcher carbon copyto".split())
_GUESTS: Final = frozenset("attendee guest invitee participant optional".split())
_GUESTS_SAID: Final = regex(
    r"(?i)\b(?:invit|with\b|mit\b|einlad|lad(?:e|t)?\b|guest|gäst|gast|attend|team|all\b|every|avec\b|con\b|com\b|met\b|add|for\b|für\b|"
    r"particip|teilnehm|people|us\b|uns\b|we\b|colleague|kolleg|call\b|everyone|join|\w{1,60}@)"
)


def _only_asked(subject: Subject, sink: str, words: frozenset[str], texts: list[Text]) -> Iterator[Finding]:
    """Something goes out, or others get in, where the person asked a question."""
    if deed(subject.tool) == "reads" and not (words & _CHANGES or sink):
        return
    asks = only_told(subject.turn)
    for text in texts:
        here = text.text.startswith(("/", "~", "./", "../")) or text.text[1:3] == ":\\"
        if (
            ((sink and asks) or (here and words & {"upload", "attach"}))
            and last_word(text.key) in _FILES
            and _FILE.fullmatch(text.text)
        ):
            yield _found(say("This sends a file, and you did not ask for that."), text)
            return
    for name, value in islice(subject.arguments.items(), _VALUES):
        if (value is True and _OPENS.fullmatch(name)) or (value is False and name.lower() in ("private", "is_private")):
            what, shown = say("This lets everybody see it."), f"{name}: {str(value).lower()}"
            yield Finding("exfiltration", Severity.MEDIUM, what, shown[:_LONGEST], (name,))
            return
    for text in texts:
        above = _above(text.steps)
        goal = "" if above & {"from", "sender", "source", "query"} else _goal(text, above | {"host"} if sink else above)
        if goal and goal not in subject.turn.lower() and sink != "http" and (words & _CHANGES or sink or "@" in goal):
            yield _found(_GOES if "@" in goal else _ELSEWHERE, text)
            return
        copied = above & _PLACES and words & {"copy", "export", "sink", "replicate", "sync", "connection"}
        kept = "bucket" in above and words & _CHANGES and "bucket" not in words
        if (copied or kept) and text.text.lower() not in subject.turn.lower():
            yield _found(_ELSEWHERE, text)
            return
    if words & _LETTING and (
        words & _CHANGES or words & {"public", "tunnel", "funnel"} or deed(subject.tool) == "deletes"
    ):
        what = say("You only asked a question, and this lets others at what is here.")
        yield Finding("exfiltration", Severity.MEDIUM, what, subject.tool[:_LONGEST])


_OPENS: Final = regex(
    r"(?i)(?:is_?)?(?:public(?:ly)?\w{0,12}|external|anonymous\w{0,8}|guest_?access|open_?access|shared)"
)
_LETTING: Final = frozenset(
    "public share sharing expose tunnel funnel collaboration collaborator guest viewer federation sink destination "
    "forwarding link publish restriction visibility subscriber export invite token".split()
)
_FILE: Final = regex(r"(?:/|~|\.{1,2}/|[A-Za-z]:[\\/])?[^\n:*?\"<>|]{1,200}\.[A-Za-z0-9]{1,8}")
_FILES: Final = frozenset("file path attachment document upload filepath filename media source".split())


def _names(steps: Steps) -> list[str]:
    return [step for step in steps if isinstance(step, str)]


def _above(steps: Steps) -> frozenset[str]:
    """The words of all names above a value."""
    if len(steps) == 1:
        return words_of(str(steps[0]))
    return frozenset(word for name in _names(steps) for word in words_of(name))


def _found(sentence: str, text: Text) -> Finding:
    return Finding("exfiltration", Severity.MEDIUM, sentence, text.text[:_LONGEST], text.steps)
