"""Ways out by what a tool is named for (pure).

Owns: names that are looked up and carry data, pages that are published, deputies, copies that go elsewhere from now on,
and programs of other services that pass things on. What stays true: it is told by the call alone; whoever the person
named is none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

from host.inspect.flows.provenance import trace_of
from host.inspect.flows.shapes import addresses
from host.inspect.saying import EVIDENCE
from host.inspect.subject import Subject, Text
from host.inspect.tools.words import words_of
from host.model import Finding, Severity
from host.naming import OPERATIONS, key_words
from host.patterns import regex
from host.words import say

_KIND: Final = "exfiltration"
_SHORT: Final = 300
"""Characters of a value that names somebody or some place."""
_VALUES: Final = 100
_ASKED_FOR: Final = frozenset(
    "dns resolve dig nslookup lookup whois ping host traceroute connect hostname domain".split()
)
_NAME: Final = regex(r"(?:[A-Za-z0-9_-]{1,63}\.){2,40}[A-Za-z]{2,24}\.?")
_LABEL: Final = regex(r"[A-Za-z0-9]{14,63}")
_VOWELS: Final = regex(r"[aeiouy]", re.IGNORECASE)
_PUBLISHED: Final = frozenset(
    "page doc document site board form map notebook dashboard report sheet calendar note canvas file folder album "
    "playlist".split()
)
_EVERYBODY: Final = regex(
    r"(?i)(?:is_?)?(?:public(?:ly)?(?:_?(?:accessible|visible|readable))?|anyone(?:_?with_?link)?|"
    r"anonymous(?:_?access)?|discoverable|web_?access)"
)
_SHARING: Final = frozenset("share publish update set create make edit change patch enable put add".split())
_COPIES: Final = frozenset("replication replicate mirror".split())
_AUTOMATIC: Final = frozenset(
    "zap applet automation scenario trigger sink stream drain logdrain forwarder shipper exporter collector dsn "
    "endpoint proxy relay otel otlp tracing export "
    "integration pipeline job flow workflow connector extension output".split()
)
_MAIL: Final = regex(r"[^\s<>\"',;@]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}")
_REMOTE: Final = regex(r"(?:https?|ssh|git|ftps?)://\S|[\w.-]{1,64}@[\w.-]{1,200}:")


def of_names(subject: Subject) -> Iterator[Finding]:
    """Findings ``exfiltration``, by what the tool is named for."""
    words = frozenset(key_words(subject.tool))
    for look in _looks(subject.server, subject.tool):
        yield from look(subject, words)
    yield from _told_back(subject, words)


@lru_cache(maxsize=1_024)
def _looks(server: str, tool: str) -> tuple[Callable[[Subject, frozenset[str]], Iterator[Finding]], ...]:
    """Who looks closer at calls of a tool."""
    words = words_of(tool)
    around = words | words_of(server)
    looks = [
        look
        for named, others, look in _NAMED
        if not (around if others is None else words).isdisjoint(named) and (not others or words & others)
    ]
    makes = words & {"url", "link", "token", "uri", "view"} and not words & {"revoke", "delete", "list", "shorten"}
    makes = makes or (words & _ALONE and not words & {"revoke", "delete", "list"})
    return (*looks, _linked) if words & (_LINKS | _ALONE) and makes else tuple(looks)


def _looked_up(subject: Subject, _words: frozenset[str]) -> Iterator[Finding]:
    """Names that no host has: the one who keeps the domain reads them."""
    for text in islice(subject.values(), _VALUES):
        labels = text.text.split(".")[:-2] if len(text.text) <= _SHORT and _NAME.fullmatch(text.text) else []
        if any(map(_drawn, labels)) or (labels and _read_before(subject, ".".join(labels))):
            yield _found(say("This puts data into a name that is looked up."), text)
            return


def _drawn(label: str) -> bool:
    """Whether a part of a name is no word: digits all over it, or hardly a vowel."""
    if not _LABEL.fullmatch(label):
        return False
    digits = sum(map(str.isdigit, label))
    return digits >= 4 or len(_VOWELS.findall(label)) * 5 < len(label)


def _read_before(subject: Subject, labels: str) -> bool:
    """Whether two words of a name stood in what was read before, and the person said neither."""
    words = {word for word in re.split(r"[.-]", labels.lower()) if len(word) >= _WORD and word not in _USUAL}
    turn = subject.turn.lower()
    for earlier in subject.past.session:
        text = trace_of(earlier).text
        if sum(word in text and word not in turn for word in words) >= _ENOUGH:
            return True
    return False


_WORD: Final = 4
_ENOUGH: Final = 2
_USUAL: Final = frozenset(
    "prod staging mail smtp imap cluster local internal service node host test main shop data site cloud".split()
)


def _published(subject: Subject, words: frozenset[str]) -> Iterator[Finding]:
    for name, value in islice(subject.arguments.items(), _VALUES):
        if (
            value is True
            and _EVERYBODY.fullmatch(name)
            and words & {"share", "publish", "update", "set", "edit", "change", "patch", "make"}
        ):
            yield Finding(
                _KIND, Severity.MEDIUM, say("This lets everybody see it."), f"{name}: true"[:EVIDENCE], (name,)
            )
            return
    page = "publish" in words and not words.isdisjoint(_PUBLISHED)
    if page and not re.search(r"(?i)publi|ver\xf6ffentlich|online|live", subject.turn):
        yield Finding(_KIND, Severity.MEDIUM, say("This lets everybody see it."), subject.tool[:EVIDENCE])


def _deputy(subject: Subject, _words: frozenset[str]) -> Iterator[Finding]:
    for text in islice(subject.values(), _VALUES):
        match = _MAIL.search(text.text[:_SHORT]) if "@" in text.text else None
        if match is not None and match.group().lower() not in subject.turn.lower():
            yield _found(say("This lets somebody in for good."), text)
            return


def _automatic(subject: Subject, _words: frozenset[str]) -> Iterator[Finding]:
    for text in islice(subject.values(), _VALUES):
        host = next((host for host, *_ in addresses(text.text)), "")
        if host and len(text.text) <= _SHORT and host not in subject.turn.lower():
            yield _found(say("From now on this address is told of what happens here."), text)
            return


def _told_who(subject: Subject, _words: frozenset[str]) -> Iterator[Finding]:
    """Statistics that tell whose they are."""
    for text in islice(subject.values(), _VALUES):
        if (not words_of(text.key).isdisjoint(_WHOSE) and len(text.text) >= _LEAST) or (
            "@" in text.text and _MAIL.search(text.text[:_SHORT])
        ):
            yield _found(say("This tells a service of statistics who somebody is, or what only they know."), text)
            return


def _others_place(subject: Subject, _words: frozenset[str]) -> Iterator[Finding]:
    """What is here goes to a project or account that is named nowhere but in where it goes."""
    if _SPOKEN.search(subject.turn.lower()):
        return
    texts = [text for text in islice(subject.values(), _VALUES) if len(text.text) <= _SHORT]
    for text in texts:
        above = {word for step in text.steps if isinstance(step, str) for word in words_of(step)}
        owner = _OWNER.search(text.text) if above & _DESTINATIONS and not above & _SOURCES else None
        name = (owner[1] or owner[2]).lower() if owner is not None else ""
        if name and not any(name in it.text.lower() for it in texts if it.steps != text.steps):
            yield _found(say("This copies what is here to another place."), text)
            return


_SPOKEN: Final = regex(r"sink|export|archiv|forward|replic|repliz|back ?up|sicher|mirror|spiegel|drain|weiterleit")
_OWNER: Final = regex(
    r"(?:^|/)(?:projects|subscriptions|accounts|organizations|tenants|workspaces)/([\w.-]{3,80})/(?:datasets|topics|"
    r"buckets|locations|global|zones|regions|instances|resourcegroups|databases|tables|repositories|images|secrets|"
    r"queues|providers|subscriptions|storageaccounts|namespaces|destinations|projects|backups|snapshots)(?:/|$)|"
    r"arn:aws[\w-]{0,10}:[\w-]{0,30}:[\w-]{0,20}:([0-9]{12}):",
    re.IGNORECASE,
)
_DESTINATIONS: Final = frozenset(
    "destination dest sink target to output storage workspace bucket dataset topic hub eventhub export replica copy "
    "remote stream delivery backup vault queue loganalytics goal ziel destino".split()
)
_SOURCES: Final = frozenset("source src from role parent filter policy".split())
_PASSING: Final = frozenset(
    "sink export replication replicate diagnostic subscription subscribe stream drain backup copy transfer mirror "
    "snapshot "
    "delivery archive log logging forward forwarder firehose flow journal trail metric restore migrate sync".split()
)
_STATISTICS: Final = frozenset(
    "telemetry usage analytic tracking beacon diagnostic crash metric posthog mixpanel amplitude".split()
)
_WHOSE: Final = frozenset(
    "email token session password secret phone prompt conversation transcript clipboard iban ssn passport cookie "
    "apikey".split()
)
_LEAST: Final = 6


def _linked(subject: Subject, _words: frozenset[str]) -> Iterator[Finding]:
    """A link that lets in whoever has it."""
    if re.search(r"(?i)link|url|share|teil", subject.turn) is None:
        yield Finding(
            _KIND, Severity.MEDIUM, say("This makes a link by which whoever has it gets in."), subject.tool[:EVIDENCE]
        )


def _copied(subject: Subject, _words: frozenset[str]) -> Iterator[Finding]:
    """What is here goes to a machine that the person did not name."""
    for text in islice(subject.values(), _VALUES):
        keyed = not words_of(text.key).isdisjoint(_WHERE) and _FULL_NAME.fullmatch(text.text) is not None
        if len(text.text) > _SHORT or not (keyed or _ELSEWHERE.match(text.text)):
            continue
        host = _HOST_OF.sub("", text.text).partition("/")[0].rpartition("@")[2].partition(":")[0].lower()
        if host and host not in subject.turn.lower() and not host.startswith(_OWN):
            yield _found(say("This copies what is here to another place."), text)
            return


_LINKS: Final = frozenset("presigned presign sas signed share public shared temporary anonymous".split())
_ALONE: Final = frozenset({"presign", "presigned", "sas"})
"""Words of such links that need no other."""
_READERS: Final = frozenset(
    "watcher follower member viewer guest subscriber editor participant observer reader".split()
)
_COPYING: Final = frozenset(
    "upload sync mirror reindex export dump backup replicate migrate rsync ftp sftp scp".split()
)
_WHERE: Final = frozenset("host remote destination dest target server endpoint hostname".split())
_FULL_NAME: Final = regex(r"(?:[A-Za-z0-9-]{1,63}\.){1,6}[A-Za-z]{2,24}")
_ELSEWHERE: Final = regex(r"(?!file:|git|s3:)[a-z][a-z0-9+]{1,14}://\S|[\w.-]{1,64}@[\w.-]{1,200}:")
_HOST_OF: Final = regex(r"^[a-z][a-z0-9+]{1,14}://")
_OWN: Final = ("localhost", "127.", "10.", "192.168.", "[::1]")


def _set_remote(subject: Subject, _words: frozenset[str]) -> Iterator[Finding]:
    asks = {
        str(value).lower() for name, value in subject.arguments.items() if name.lower() in OPERATIONS | {"subcommand"}
    }
    if not any(it.startswith(("set", "add")) for it in asks):
        return
    for text in islice(subject.values(), _VALUES):
        if _REMOTE.match(text.text):
            yield _found(say("This sends a repository to an address that is given here."), text)
            return


def _found(sentence: str, text: Text) -> Finding:
    return Finding(_KIND, Severity.MEDIUM, sentence, text.text[:EVIDENCE], text.steps)


def _told_back(subject: Subject, words: frozenset[str]) -> Iterator[Finding]:
    """An address that is told what comes of the call, where the tool is for something else."""
    if words & {"webhook", "callback", "subscription", "redirect", "oauth", "list", "delete", "remove"}:
        return
    for text in islice(subject.values(), _VALUES):
        if len(text.text) <= _SHORT and words_of(text.key) & _TOLD_BACK and "://" in text.text:
            host = next((host for host, *_ in addresses(text.text)), "")
            if host and host not in subject.turn.lower() and not host.startswith(_OWN):
                yield _found(say("This address is told what comes of the call."), text)
                return


_TOLD_BACK: Final = frozenset("callback webhook notify report postback beacon mirror sink sms voice inbound".split())


def _copies(subject: Subject, _words: frozenset[str]) -> Iterator[Finding]:
    yield Finding(_KIND, Severity.MEDIUM, say("From now on copies go to another place."), subject.tool[:EVIDENCE])


_CREATES: Final = frozenset(
    "create add update set put enable make configure register start export copy backup replicate transfer mirror "
    "attach modify patch edit migrate sync forward archive".split()
)
_SETS: Final = frozenset("create add update set enable make configure register".split())
_LETS: Final = frozenset("add invite assign set create".split())
_NO_OTHERS: Final[frozenset[str]] = frozenset()
_NAMED: Final = (
    (_ASKED_FOR, None, _looked_up),
    (_SHARING, _NO_OTHERS, _published),
    (_COPIES, _SHARING, _copies),
    (frozenset({"delegate", "deputy"}), _NO_OTHERS, _deputy),
    (_READERS, _LETS, _deputy),
    (_AUTOMATIC, _SETS, _automatic),
    (_PASSING, _CREATES, _others_place),
    (_STATISTICS, None, _told_who),
    (_COPYING, _NO_OTHERS, _copied),
    (frozenset({"remote"}), _NO_OTHERS, _set_remote),
)
"""Words of tools, words that stand with them (None: those of the server count as well), and who looks closer."""
