"""Data on its way out (pure).

Owns: the kinds ``exfiltration``, ``carried-over`` and ``combination``, which rest on one comparison with what earlier
calls brought. What stays true: what was read in a private place and stands in a call that sends is always found, as it
is or behind usual encodings; a plain message in somebody's own words has no finding.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from host.inspect.flows.attached import of_attached
from host.inspect.flows.clouds import of_clouds
from host.inspect.flows.combination import combined
from host.inspect.flows.given_on import given_on
from host.inspect.flows.goals import destination_from
from host.inspect.flows.issues import named_after
from host.inspect.flows.leaks import of_call
from host.inspect.flows.leaks_given import of_goals
from host.inspect.flows.leaks_named import of_names
from host.inspect.flows.leaks_shown import of_shown
from host.inspect.flows.opening import KEPT, opening
from host.inspect.flows.provenance import Match, Matches, came_from, carried_over, matches, others
from host.inspect.flows.publishing import of_publishing
from host.inspect.flows.rows import Shape
from host.inspect.flows.sending import of_commands, of_sql
from host.inspect.flows.shapes import addresses, of_addresses, of_dumps, of_pictures
from host.inspect.flows.sought import SPLIT_UP
from host.inspect.flows.traces import distinctive
from host.inspect.saying import EVIDENCE
from host.inspect.subject import Earlier, Subject, Text
from host.inspect.texts.decoding import squashed
from host.inspect.texts.vocabulary import holds
from host.inspect.tools.deeds import deed
from host.inspect.tools.reach import Nature, nature
from host.inspect.tools.words import last_word, reads_plainly
from host.model import Finding, Severity
from host.naming import RECIPIENTS, key_words
from host.patterns import regex
from host.words import say

_MUCH: Final = 40
"""Letters and digits of private data that nobody sends by chance."""


def find_flows(subject: Subject) -> Iterator[Finding]:
    """Findings ``carried-over``, ``exfiltration`` and ``combination``."""
    here = nature(subject.server, subject.tool, subject.definition)
    sink = _sink(subject, here)
    loose = sink or _shown_to_others(subject)
    yield from _by_shape(subject, here, sink)
    yield from of_call(subject, "" if here.runs else sink)
    yield from of_names(subject)
    yield from of_goals(subject, "" if here.runs else sink)
    yield from of_shown(subject)
    yield from of_attached(subject, "" if here.runs else sink)
    session = subject.past.session
    if not session:
        return
    elsewhere = others(subject)
    compared = matches(subject, elsewhere)
    named = tuple(match for match in compared.found if named_after(subject, match))
    yield from carried_over(Matches(named, complete=True), fetched=True, named=True)
    compared = compared._replace(found=tuple(match for match in compared.found if match not in named))
    yield from carried_over(compared, fetched=reads_plainly(subject), sends=bool(loose))
    yield from opening(subject, elsewhere, compared.found)
    yield from _cut(session, sink)
    inside = matches(subject, _private_here(subject)) if sink else None
    if inside is not None and compared.complete and not inside.complete:
        yield from carried_over(Matches((), complete=False))
    leaving = [*compared.found, *(inside.found if inside else ())] if sink else []
    yield from _leaving(subject, leaving, sink)
    if not sink:
        yield from given_on(subject, here, compared.found)
    yield from _hidden(subject, compared.found)
    yield from _in_address(subject, compared.found)
    yield from _read_before(subject, sink)
    yield from combined(subject, here, loose, compared.found, asked=_asked_for(subject))


def _cut(session: Sequence[Earlier], sink: str) -> Iterator[Finding]:
    """That the end of a result is not known, of which this call may carry something."""
    cut = next((it for it in session if it.cut), None)
    if cut is not None:
        text = say(
            "The result of {call} is longer than what Assent keeps; the rest of it was not compared.",
            call=came_from(cut),
        )
        yield Finding("not-inspected", Severity.MEDIUM if sink else Severity.INFO, text)


def _sink(subject: Subject, here: Nature) -> str:
    """Where this very call can carry something to; empty for nowhere."""
    if not here.sink and not here.runs and deed(subject.tool) == "sends" and _to_somebody(subject):
        return "mail"
    if here.sink == "mail" and _own_entry(subject):
        return ""
    if here.sink == "http" and not here.runs and not _sends_something(subject):
        return ""
    if here.runs and not any(next(of_commands(text.text), None) or "http" in text.text for text in subject.values()):
        return ""
    return here.sink


def _to_somebody(subject: Subject) -> bool:
    """Whether an input says to whom, whatever the server is called."""
    return any("@" in text.text and last_word(text.key) in RECIPIENTS for text in islice(subject.values(), 100))


_ENTRIES: Final = frozenset("event calendar entry reminder task contact".split())
_KEEPERS: Final = frozenset("notion confluence wiki sharepoint coda onenote evernote board page site doc docs".split())
_PUTS: Final = frozenset("create add update append write post publish edit insert save comment patch".split())


def _own_entry(subject: Subject) -> bool:
    """Whether it is an entry of one's own, which nobody is invited to."""
    words = frozenset(key_words(subject.tool))
    if words.isdisjoint(_ENTRIES) or not words.isdisjoint({"respond", "reply", "send", "share", "invite", "email"}):
        return False
    return not any("@" in text.text for text in subject.values())


def _shown_to_others(subject: Subject) -> str:
    """``share`` where it writes to pages that others may read; looked at together with other things alone."""
    words = frozenset(key_words(subject.tool))
    around = words | frozenset(key_words(subject.server))
    return "share" if not words.isdisjoint(_PUTS) and not around.isdisjoint(_KEEPERS) else ""


def _sends_something(subject: Subject) -> bool:
    """Whether a request carries more than an address without a query."""
    method = subject.arguments.get("method")
    if isinstance(method, str) and method.upper() not in ("GET", "HEAD", "OPTIONS"):
        return True
    if not {"post", "put", "patch", "webhook"}.isdisjoint(key_words(subject.tool)):
        return True
    for text in subject.values():
        if text.text.startswith(("http://", "https://")) and " " not in text.text:
            if "?" in text.text or "#" in text.text or len(text.text) > 200 or len(text.text.split(".")[0]) > 30:
                return True
        elif len(text.text) >= 24 or text.key in ("body", "data", "json", "payload", "form", "value", "text"):
            return True
    return False


def _by_shape(subject: Subject, here: Nature, sink: str) -> Iterator[Finding]:
    for text in subject.values():
        if len(text.text) < 12:
            continue
        for shape in _shapes(text, here, sink):
            yield _finding(shape.severity, shape.what, text, shape)
    yield from of_clouds(subject)
    yield from of_publishing(subject)


def _shapes(text: Text, here: Nature, sink: str) -> Iterator[Shape]:
    if holds(text.text, "://") or holds(text.text, ":\\\\"):
        yield from of_addresses(text.text)
        if sink in ("chat", "mail", "public", "share") or here.sink:
            yield from of_pictures(text.text)
    for shape in of_commands(text.text):
        # What is only written down is not run yet.
        yield shape if here.runs or not here.writes else shape._replace(severity=Severity.MEDIUM)
    yield from of_sql(text.text)
    if sink and not here.runs:
        yield from of_dumps(text.text)


def _finding(severity: Severity, sentence: str, text: Text, shape: Shape) -> Finding:
    evidence = text.text[shape.start : shape.end][:EVIDENCE]
    return Finding("exfiltration", severity, sentence, evidence, text.steps, (shape.start, shape.end))


def _private_here(subject: Subject) -> tuple[Earlier, ...]:
    """Earlier calls to this server that read what is private."""
    return tuple(
        it
        for it in subject.past.session
        if it.server == subject.server and it.text and nature(it.server, it.tool, it.definition).private
    )


def _leaving(subject: Subject, found: list[Match], sink: str) -> Iterator[Finding]:
    """What was read in a private place and stands in a call that can carry it out."""
    for match in found:
        source = nature(match.earlier.server, match.earlier.tool, match.earlier.definition)
        if not source.private or destination_from(match):
            continue
        if source.private == "secrets":
            yield Finding("secret", Severity.HIGH, KEPT, "", match.steps, match.span)
        call, severity = came_from(match.earlier), _severity(subject, match, sink)
        text = say("Private data from {call} would leave with this call.", call=call)
        if match.how:
            text = say("Private data from {call} would leave with this call, {how}.", call=call, how=match.how)
        yield Finding("exfiltration", severity, text, match.shown[:EVIDENCE], match.steps, match.span)


def _hidden(subject: Subject, found: Sequence[Match]) -> Iterator[Finding]:
    """What another server brought, and somebody took the trouble to hide here."""
    addresses = {text.steps for text in subject.values() if "://" in text.text}
    for match in found:
        plainly = match.how in ("", SPLIT_UP, "with escapes") or (
            match.how == "URL-encoded" and match.steps in addresses
        )
        if not plainly:
            text = say(
                "Text from {call} would leave with this call, {how}.", call=came_from(match.earlier), how=match.how
            )
            yield Finding("exfiltration", Severity.MEDIUM, text, match.shown[:EVIDENCE], match.steps, match.span)


def _in_address(subject: Subject, found: Sequence[Match]) -> Iterator[Finding]:
    """What another server brought, in the query of an address that it did not name and the person did not."""
    for match in found:
        text = next((it for it in subject.values() if it.steps == match.steps and "://" in it.text), None)
        if text is None or match.how not in ("", "URL-encoded") or match.size < _QUERIED:
            continue
        host, rest = next(((host, rest) for host, rest, *_ in addresses(text.text)), ("", ""))
        carried = "?" in rest or (_sum_in(match.shown) and squashed(match.shown) in squashed(text.text))
        if carried and host not in match.earlier.text.lower() and host not in subject.turn.lower():
            says = say("Text from {call} would leave in this address.", call=came_from(match.earlier))
            yield Finding("exfiltration", Severity.MEDIUM, says, match.shown[:EVIDENCE], match.steps, match.span)


def _sum_in(shown: str) -> bool:
    """Whether it has the figures of a sum, and is no address."""
    return "://" not in shown and _SUM.search(shown) is not None


_SUM: Final = regex(r"[0-9]{1,3}(?:[.,'][0-9]{3}){1,5}(?![0-9])")
_QUERIED: Final = 12


def _read_before(subject: Subject, sink: str) -> Iterator[Finding]:
    """A file that the app read in this session goes out as a whole, and the person did not speak of it."""
    if sink not in ("mail", "chat", "upload", "public", "http", "share"):
        return
    turn = subject.turn.casefold()
    for text in subject.values():
        name = text.text.replace("\\", "/").rpartition("/")[2].casefold()
        if not (8 <= len(text.text) <= _PATH) or _FILES.search(text.text) is None or (name and name in turn):
            continue
        for earlier in subject.past.session:
            if earlier.server != subject.server and text.text in (earlier.arguments or {}).values():
                said = say("This sends a file that was read before ({call}).", call=came_from(earlier))
                yield Finding("exfiltration", Severity.MEDIUM, said, text.text[:EVIDENCE], text.steps)
                return


_FILES: Final = regex(
    r"(?i)[/\\][^/\\\n]{1,120}\.(?:csv|tsv|xlsx?|ods|db|sqlite3?|sql|json|jsonl|parquet|docx?|odt|pdf|txt|md|zip|gz|"
    r"bak|dump)$"
)
_PATH: Final = 400


def _severity(subject: Subject, match: Match, sink: str) -> Severity:
    """High where it is much, hidden or a secret; a reply that quotes, or what the person asked for, is looked at."""
    if match.how and match.how != SPLIT_UP:
        return Severity.HIGH
    if match.earlier.server == subject.server and sink in ("mail", "chat", "upload", "public"):
        return Severity.MEDIUM
    if _asked_for(subject):
        return Severity.MEDIUM
    token = " " not in match.shown.strip() and distinctive(match.shown.strip())
    return Severity.HIGH if match.size >= _MUCH or (token and match.size >= 16) else Severity.MEDIUM


def _asked_for(subject: Subject) -> bool:
    """Whether the person named where it goes."""
    turn = subject.turn.casefold()
    if not turn:
        return False
    goals = [text.text.casefold() for text in subject.values() if text.key.lower() in _GOALS and len(text.text) >= 3]
    if goals:
        return all(goal.strip("#@ ") in turn for goal in goals)
    return any(_goal(text) and text.text.casefold() in turn for text in subject.values())


def _goal(text: Text) -> bool:
    """Whether it is the name of an entry, by which people say where something goes."""
    return 3 <= len(text.text) <= 40 and not _ENTRY_KEYS.isdisjoint(key_words(text.key)) and not text.text.isalpha()


_ENTRY_KEYS: Final = frozenset("issue key ticket page project board document number pull id".split())


_GOALS: Final = frozenset(
    "to cc bcc recipient recipients channel channel_id url uri host address repo repository chat_id phone email".split()
)
