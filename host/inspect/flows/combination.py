"""Calls that are harmless alone and not together (pure).

Owns: the kind ``combination``: what an app has read and done in its session, held against what it wants now. What stays
true: it takes all parts for a finding; it is grave only where strangers chose where something goes, told the model what
to do, or wrote what would be run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from host.inspect.flows.goals import destination_from
from host.inspect.flows.meeting import met
from host.inspect.flows.provenance import Match, came_from
from host.inspect.saying import EVIDENCE
from host.inspect.secrets.find import known_tokens
from host.inspect.subject import Earlier, Subject, texts_of
from host.inspect.tools.reach import Nature, nature
from host.model import Finding, JsonObject, Severity
from host.naming import key_words
from host.patterns import regex
from host.words import say, sentences

_LOOKED: Final = 32 << 10
"""Characters of a result that are looked through."""
_ORDERS: Final = regex(
    r"(?i)\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|rules?|prompts?|above|before|previous)\b|"
    r"\b(?:do not|don't|never|without)\b.{0,20}\b(?:tell|telling|inform|informing|mention|mentioning|ask|asking|"
    r"show)\b.{0,20}\b(?:user|person|human|anyone)\b|"
    r"\b(?:system prompt|new instructions?|you are now|as an ai|ai (?:agent|assistant|model)s?|"
    r"assistants?)\b.{0,60}\b(?:must|should|now|please|is|are|:)|"
    r"<(?:important|system|instructions?|admin)>|\[(?:system|inst)\]"
)
_MARKS: Final = (
    "instruction",
    "prompt",
    "user",
    "assistant",
    "agent",
    "ignore",
    "system",
    "<important",
    "you are now",
    "disregard",
    "anyone",
)
_MAKES: Final = frozenset("create generate issue new mint add rotate".split())
_ACCESS: Final = frozenset("token key credential secret pat password apikey accesskey serviceaccount".split())
_SECRET_PLACE: Final = regex(
    r"(?i)\.ssh|\.aws|\.env\b|\.gnupg|\.kube|\.netrc|\.pgpass|id_(?:rsa|ed25519|ecdsa)|/etc/shadow|credentials?\b|"
    r"secrets?\b|\.pem\b|\.kdbx\b|keychain|"
    r"passwords?\b|private_?key|api_?key"
)
_LATEST: Final = 16
_FETCHES: Final = regex(r"\b(?:curl|wget|iwr|Invoke-WebRequest|git clone|pip download|npm pack)\b")
_NAME: Final = regex(r"[\w.-]{1,80}\.[A-Za-z0-9]{1,8}\b|[\w-]{6,80}")


def combined(
    subject: Subject, here: Nature, sink: str, carried: Sequence[Match], *, asked: bool = False
) -> Iterator[Finding]:
    """Findings ``combination``, of which the last is one of two servers where nothing else was found.

    ``carried``: what of the call came from other servers. ``asked``: whether the person named where it goes.
    """
    found = list(_combined(subject, here, sink, carried))
    yield from found or met(subject, here, sink, carried, asked=asked)


def _combined(subject: Subject, here: Nature, sink: str, carried: Sequence[Match]) -> Iterator[Finding]:
    session = subject.past.session
    if sink:
        yield from _three(subject, session, carried)
        yield from _after_secrets(session, carried)
    if here.runs:
        yield from _downloaded(subject, session, carried)


def _three(subject: Subject, session: Sequence[Earlier], carried: Sequence[Match]) -> Iterator[Finding]:
    """Private data, words of strangers, and a way out."""
    pair = next((pair for pair in _pairs(session)), None)
    if pair is None:
        return
    private, strange = pair
    if private.server == strange.server == subject.server and _of(strange).public != "issues":
        return  # such as an answer to a mail
    chosen = any(destination_from(match) and _of(match.earlier).public for match in carried)
    ordered = any(_of(it).public and _orders(it.text[:_LOOKED]) for it in session)
    text: str = say(
        "The app has read private data ({private}) and words of strangers ({strange}), and this call can send "
        "something out.",
        private=came_from(private),
        strange=came_from(strange),
    )
    if chosen:
        text = sentences((text, say("Where it goes came from strangers.")))
    elif ordered:
        text = sentences((text, say("Those words tell the model what to do.")))
    yield Finding("combination", Severity.HIGH if chosen or ordered else Severity.MEDIUM, text)


def _pairs(session: Sequence[Earlier]) -> Iterator[tuple[Earlier, Earlier]]:
    """Who read what is private, and who read what strangers wrote, newest first; never the same call."""
    reads = [it for it in session if _of(it).private][:_LATEST]
    strangers = [it for it in session if _of(it).public][:_LATEST]
    for private in reads:
        for strange in strangers:
            # Invitations come from strangers, and a calendar is mostly one's own.
            if private is not strange and (_of(strange).public != "calendar" or private.server != strange.server):
                yield private, strange


def _after_secrets(session: Sequence[Earlier], carried: Sequence[Match]) -> Iterator[Finding]:
    """Something secret was read or made, and now something can leave."""
    for earlier in session:
        made = _makes_access(earlier)
        if made or _secret(earlier):
            grave = any(match.earlier is earlier for match in carried)
            call = came_from(earlier)
            if made:
                text = say("The app made a key or token ({call}), and this call can send something out.", call=call)
            else:
                text = say("The app read keys or passwords ({call}), and this call can send something out.", call=call)
            yield Finding("combination", Severity.HIGH if grave else Severity.MEDIUM, text)
            return


def _downloaded(subject: Subject, session: Sequence[Earlier], carried: Sequence[Match]) -> Iterator[Finding]:
    """What strangers wrote would be run: as it came, or by way of a file."""
    for match in carried:
        if _of(match.earlier).public and match.size >= 12 and " " in match.shown.strip():
            text = say("This would run what came from {call}.", call=came_from(match.earlier))
            yield Finding("combination", Severity.HIGH, text, match.shown[:EVIDENCE], match.steps, match.span)
            return
    command = " ".join(text.text for text in subject.values())[:_LOOKED]
    for earlier in session:
        name = next((name for name in _brought(earlier, session) if name in command), "")
        if name:
            text = say("This would run a file that was downloaded ({call}).", call=came_from(earlier))
            yield Finding("combination", Severity.MEDIUM, text, name)
            return


def _brought(earlier: Earlier, session: Sequence[Earlier]) -> Iterator[str]:
    """The last parts of the names of files that an earlier call brought from strangers."""
    kind, texts = _of(earlier), _inputs(earlier.arguments)
    fetched = kind.runs and any(_FETCHES.search(text) for text in texts)
    written = kind.writes and any(_of(it).public and it.ago > earlier.ago for it in session)
    if not (fetched or written or "download" in key_words(earlier.tool)):
        return
    for text in texts:
        names = _NAME.findall(text[:2_000].replace("\\", "/").rpartition("/")[2])
        if names and (len(text) < 300 or fetched):
            yield str(names[-1])


def _inputs(arguments: JsonObject | None) -> list[str]:
    texts, _ = texts_of(arguments or {})
    return [text.text for text in texts[:64] if not text.is_name]


def _of(earlier: Earlier) -> Nature:
    return nature(earlier.server, earlier.tool, earlier.definition)


def _makes_access(earlier: Earlier) -> bool:
    words = set(key_words(earlier.tool))
    return not words.isdisjoint(_MAKES) and not words.isdisjoint(_ACCESS)


def _secret(earlier: Earlier) -> bool:
    """Whether it read a secret place, or brought a well-known token."""
    if _of(earlier).private == "secrets" and not _makes_access(earlier):
        return True
    if not (_of(earlier).private or _of(earlier).runs):
        return False
    if any(len(text) < 500 and _SECRET_PLACE.search(text) for text in _inputs(earlier.arguments)):
        return True
    return _has_token(earlier.text[:_LOOKED])


@lru_cache(maxsize=64)
def _has_token(text: str) -> bool:
    return next(known_tokens(text), None) is not None


@lru_cache(maxsize=64)
def _orders(text: str) -> bool:
    """Whether it speaks to the model. Fast where it surely does not."""
    lower = text.lower()
    return any(mark in lower for mark in _MARKS) and any(_ORDERS.search(line) for line in text.splitlines()[:2_000])
