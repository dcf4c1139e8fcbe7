"""Parser and interceptor as a pair, under messages that are almost right (attacks 1, 3, 40, 41 and 42).

What is checked is not how a message is refused but what can never happen: an exception, a frame towards the server that
two parsers read differently or that is not on the allow-list, a call that left without a durable approval of its bytes.
How many examples run is the Hypothesis profile's business.
"""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from host.canonical import canonical, parse
from host.model import Answer, ApprovalRequest, Effect, JsonObject, JsonValue
from host.wire import methods
from host.wire.methods import (
    LEGACY,
    META_CAPABILITIES,
    META_CLIENT_INFO,
    META_VERSION,
    MODERN,
    REVISIONS,
    REVISIONS_WITH_BATCHES,
)
from tests.unit.host.support import LATEST, SETTINGS, Session, no, turns, yes

PATIENT = SETTINGS.replace(refusals_per_connection=10_000)
KNOWN = {
    "$": {"jsonrpc", "id", "method", "params", "result", "error"},
    "$.params": {"name", "arguments", "_meta", "uri", "cursor", "protocolVersion", "requestId", "requestState", "task"},
    "$.params._meta": {"progressToken", META_VERSION, META_CLIENT_INFO, META_CAPABILITIES},
}
"""Keys that decide what a message means, by the object they stand in."""


@dataclass(frozen=True)
class Raw:
    """A JSON text that stands in a message as it is."""

    text: str


@dataclass(frozen=True)
class Object:
    """An object that may hold a key twice."""

    pairs: tuple[tuple[str, Loose], ...]


Loose = None | bool | int | str | Raw | Object | tuple["Loose", ...]


def written(value: Loose) -> str:
    """The JSON text of ``value``."""
    if isinstance(value, Raw):
        return value.text
    if isinstance(value, Object):
        return "{" + ",".join(f"{json.dumps(key)}:{written(inner)}" for key, inner in value.pairs) + "}"
    if isinstance(value, tuple):
        return "[" + ",".join(map(written, value)) + "]"
    return json.dumps(value)


# Messages that are almost right. Each is made from one number, so that Hypothesis can leave out whole messages.

FULLWIDTH = str.maketrans({letter: chr(ord(letter) + 0xFEE0) for letter in "abcdefghijklmnopqrstuvwxyz"})
TWINS: tuple[Callable[[str], str], ...] = (
    str.upper,
    str.capitalize,
    str.swapcase,
    lambda key: key + "\0",
    lambda key: key + "\0tail",
    lambda key: key.upper() + "\0",
    lambda key: key + " ",
    lambda key: "\t" + key,
    lambda key: key.translate(FULLWIDTH),
    lambda key: key.replace("k", "\u212a").replace("s", "\u017f"),
)
IDS: tuple[Loose, ...] = (*range(60), "0", "1", "2", "", "x", Raw("9007199254740993"))
BAD_IDS: tuple[Loose, ...] = (
    None,
    True,
    Raw("1.0"),
    Raw("-0"),
    Raw("1e0"),
    Raw("1.5"),
    Raw("9" * 2_000),
    Object(()),
    (),
)
SCALARS: tuple[Loose, ...] = (None, True, 0, -1, "", "rm", "tools/call", Raw("1.50"), Raw("-0"), Raw("1E5"), "\u202e")
BAD_SCALARS: tuple[Loose, ...] = (Raw("1E400"), Raw("NaN"), Raw('"\\ud800"'), Raw("01"), Raw("'x'"))
BROKEN = (b"\0", b'"', b"\xff", b"{", b"\r", b",", b"\xef\xbb\xbf", b"\\")
NAMES = sorted(
    set().union(
        *(methods.client_requests(revision) | methods.client_notifications(revision) for revision in REVISIONS),
        {"call_tool", "tasks/get", "tasks/list", "Tools/call", "tools/call\0", "tools/call ", "exec", "roots/list"},
    )
)


class Maker(Random):
    """Makes messages of one era."""

    era: str

    def chance(self, one_in: int) -> bool:
        """True once in ``one_in`` times."""
        return self.randrange(one_in) == 0

    def id(self) -> Loose:
        return self.choice(BAD_IDS if self.chance(15) else IDS)

    def scalar(self) -> Loose:
        return self.choice(BAD_SCALARS if self.chance(25) else SCALARS)

    def frame(self) -> bytes:
        """A frame: right, wrong in one to three places, a batch, or broken bytes."""
        made = [self.message() for _ in range(self.choice((1,) * 20 + (0, 2, 3)))]
        for place in range(len(made)):
            for _ in range(self.choice((0, 0, 0, 0, 1, 1, 2, 3))):
                made[place] = self.mutated(made[place])
        frame = written(made[0] if len(made) == 1 else tuple(made)).encode()
        if self.chance(25):
            place = self.randrange(len(frame) + 1)
            frame = frame[:place] + self.choice(BROKEN) + frame[place:]
        return frame

    def message(self) -> Loose:
        """A message that is right, as far as its parts are."""
        method = self.choice(("tools/call", "resources/read", self.choice(NAMES)))
        pairs: list[tuple[str, Loose]] = [
            ("jsonrpc", "2.0"),
            ("method", method),
            ("params", Object(self.params(method))),
        ]
        if method.startswith("notifications/") == self.chance(12):
            pairs.append(("id", self.id()))
        self.shuffle(pairs)
        return Object(tuple(pairs))

    def params(self, method: str) -> tuple[tuple[str, Loose], ...]:
        """The pairs of the ``params`` of ``method``."""
        params: list[tuple[str, Loose]] = [(self.choice(("uri", "cursor", "level")), self.scalar())]
        if method == "tools/call":
            keys = self.sample(["a", "A", "a\0", "path", "é"], self.randrange(4))
            arguments = Object(tuple((key, self.scalar()) for key in keys))
            params = [("name", self.choice(("any", "any", "any", "echo", "nothing"))), ("arguments", arguments)]
        elif method == "initialize":
            params = [("protocolVersion", self.choice((*REVISIONS, "2099-01-01"))), ("capabilities", Object(()))]
        elif method == "notifications/cancelled":
            params = [("requestId", self.id())]
        meta: list[tuple[str, Loose]] = []
        if self.era == "modern":
            meta = [
                (META_VERSION, self.choice((MODERN[-1],) * 12 + (LATEST, "2099-01-01"))),
                (META_CAPABILITIES, Object(())),
            ]
        if self.chance(3):
            meta.append(("progressToken", self.id()))
        if self.chance(3):
            meta.append(("com.example/x", self.scalar()))
        return (*params, ("_meta", Object(tuple(meta)))) if meta else tuple(params)

    def mutated(self, value: Loose) -> Loose:
        """``value`` with one thing wrong with it, somewhere inside."""
        if not isinstance(value, Object) or not value.pairs:
            return self.choice((self.scalar(), self.id(), (value,)))
        pairs = list(value.pairs)
        place, anywhere = self.randrange(len(pairs)), self.randrange(len(pairs) + 1)
        key, inner = pairs[place]
        kind = self.choice(("twin", "twin", "twice", "drop", "junk", "extra"))
        if isinstance(inner, Object) and not self.chance(4):
            pairs[place] = (key, self.mutated(inner))
        elif kind == "twin":
            pairs.insert(anywhere, (self.choice(TWINS)(key), self.choice((inner, self.scalar()))))
        elif kind == "twice":
            pairs.insert(anywhere, (key, self.choice((inner, self.scalar()))))
        elif kind == "drop":
            del pairs[place]
        elif kind == "junk":
            pairs[place] = (key, self.choice((self.scalar(), self.id())))
        else:
            pairs.append((self.choice(("result", "error", "task", "extra", "__proto__", "")), self.scalar()))
        return Object(tuple(pairs))

    def server_frame(self) -> bytes:
        """A frame of a server: an answer, a question or news, with something wrong, perhaps."""
        number: Loose = self.choice((*range(6), self.id()))
        result = Object((("content", ()), ("x", self.scalar())))
        named = Object((("progressToken", number), ("requestId", number)))
        body: tuple[tuple[str, Loose], ...] = self.choice(
            (
                (("id", number), ("result", result)),
                (
                    ("id", number),
                    ("error", Object((("code", self.choice((1, -32_000, "1", None))), ("message", "no")))),
                ),
                (("id", number), ("method", self.choice((*NAMES, "ping", "elicitation/create"))), ("params", result)),
                (
                    ("method", self.choice(("notifications/progress", "notifications/cancelled", "x"))),
                    ("params", named),
                ),
            )
        )
        message: Loose = Object((("jsonrpc", "2.0"), *body))
        for _ in range(self.choice((0, 0, 1, 2))):
            message = self.mutated(message)
        return written((message, message) if self.chance(12) else message).encode()


def maker(era: str, number: int) -> Maker:
    """A maker whose messages depend on ``number`` alone."""
    made = Maker(number)
    made.era = "modern" if era in ("modern", "none") else "legacy"
    return made


ERAS = st.sampled_from([*LEGACY, min(REVISIONS_WITH_BATCHES), "modern", "modern", "none"])
NUMBERS = st.lists(st.integers(0, 2**32), min_size=30, max_size=60)


# Three other parsers


def folded(key: str) -> str:
    """A key as a careless parser knows it."""
    return unicodedata.normalize("NFKC", key).casefold().split("\0")[0].strip()


def first_wins(pairs: list[tuple[str, JsonValue]]) -> JsonObject:
    return dict(reversed(pairs))


def careless(value: JsonValue, path: str = "$") -> JsonValue:
    """``value`` as it means to a parser that ignores case, compatibility forms and what follows a NUL."""
    if not isinstance(value, dict) or path not in KNOWN:
        return value
    names = {folded(key): key for key in KNOWN[path]}
    return {
        names.get(folded(key), key): careless(inner, f"{path}.{names.get(folded(key), key)}")
        for key, inner in value.items()
    }


def means_one_thing(frame: bytes) -> JsonObject:
    """The message in ``frame``; fails where parsers would disagree about it."""
    assert b"\n" not in frame
    value: JsonValue = json.loads(frame)
    assert isinstance(value, dict)
    assert json.loads(frame, object_pairs_hook=first_wins) == value
    reading = careless(value)
    assert reading == value
    assert isinstance(reading, dict)
    assert list(map(len, _levels(reading))) == list(map(len, _levels(value)))
    return value


def _levels(value: JsonObject) -> list[JsonObject]:
    """The objects that KNOWN speaks of."""
    params = value.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    return [level for level in (value, params, meta) if isinstance(level, dict)]


# What can never happen


def check_methods(session: Session, since: int) -> None:
    """Hold what reached the server since its frame number ``since`` against the lists of the revision in force now."""
    revision = session.context.handshake.legacy_revision or MODERN[-1]
    for frame in session.server.frames[since:]:
        value = means_one_thing(frame)
        if "id" in value:
            assert type(value["id"]) is int
            assert value["method"] in methods.client_requests(revision) | {"initialize", "ping"}
        else:
            assert value["method"] in methods.client_notifications(revision)


def check_calls(session: Session) -> None:
    """Every call that left has a durable approval of exactly its bytes, and none was sent twice on one approval."""
    sent: Counter[bytes] = Counter()
    for call in map(
        parse, (frame for frame in session.server.frames if means_one_thing(frame)["method"] == "tools/call")
    ):
        assert isinstance(call, dict)
        assert isinstance(call["params"], dict)
        sent[_without_token(call["params"], call["id"])] += 1
    assert sent <= approved(session)


def _without_token(params: JsonObject, number: JsonValue) -> bytes:
    """The canonical bytes of what a decision covers."""
    meta = params.get("_meta")
    if isinstance(meta, dict) and "progressToken" in meta:
        assert meta["progressToken"] == number
        rest = {key: value for key, value in meta.items() if key != "progressToken"}
        params = {key: value for key, value in params.items() if key != "_meta"} | ({"_meta": rest} if rest else {})
    return canonical(params)


def approved(session: Session) -> Counter[bytes]:
    """The params that durable decisions approve."""
    params = {draft.call: draft.values["params"] for draft in session.log.drafts if "params" in draft.values}
    decided = session.log.of("call.decided")
    return Counter(params[draft.call] for draft in decided if draft.fields["decision"] == "approve")


def check_what_came_back(session: Session) -> None:
    """Every answer is one strict JSON text, and no id gets two results."""
    results: Counter[str] = Counter()
    for frame in session.app.frames:
        value = parse(frame)
        for answer in value if isinstance(value, list) else [value]:
            assert isinstance(answer, dict)
            assert answer["jsonrpc"] == "2.0"
            assert type(answer["id"]) in (int, str, type(None))
            if "result" in answer:
                results[repr(answer["id"])] += 1
    assert not results or max(results.values()) == 1


def decider(seed: int) -> Session:
    """A session whose calls are allowed by rule, or by a person who approves some of them."""
    session = Session(Effect.ALLOW if seed % 3 == 0 else Effect.ASK, settings=PATIENT)

    def answer(request: ApprovalRequest) -> Answer:
        return yes(request) if int(request.call.digest[:4], 16) & 1 else no(request)

    session.quick(answer if seed % 3 == 1 else yes)
    return session


@given(ERAS, NUMBERS, st.integers(0, 2**16))
async def test_s40_s41_s42_whatever_an_app_says_only_unambiguous_allowed_and_decided_messages_reach_the_server(
    era: str, numbers: list[int], seed: int
) -> None:
    session = decider(seed)
    if era in LEGACY:
        await session.shake_hands(era)
    for place, number in enumerate(numbers):
        before = len(session.server.frames)
        session.interceptor.handle_app_frame(maker(era, number).frame())
        check_methods(session, before)
        if (seed >> place % 16) & 1:
            await turns(seed % 5)
    await session.settled()
    await session.leave()
    check_calls(session)
    check_what_came_back(session)
    assert len(session.context.ledger) == 0
    for draft in session.log.of("call.proposed"):
        assert any(end.call == draft.call for end in session.log.drafts if end.kind in ("call.decided", "call.refused"))


@given(st.sampled_from([LATEST, min(REVISIONS_WITH_BATCHES), "modern"]), NUMBERS)
async def test_s25_s40_whatever_a_server_says_the_app_gets_only_messages_and_each_request_ends_once(
    era: str, numbers: list[int]
) -> None:
    session = Session(Effect.ALLOW, settings=PATIENT)
    if era in LEGACY:
        await session.shake_hands(era, {"elicitation": {}})
    silent = ("tools/call", "resources/read", "subscriptions/listen")
    for method in silent:
        session.server.on[method] = lambda _: None
    meta: JsonObject = {META_VERSION: MODERN[-1]} if era == "modern" else {}
    for name in silent:
        params: JsonObject = {"name": "any"} if name == "tools/call" else {"uri": "a:b"}
        session.request(name, name, params | {"_meta": meta | {"progressToken": name}})
    await turns()
    for number in numbers:
        session.interceptor.handle_server_frame(maker(era, number).server_frame())
        await turns(2)
    answers = [value for value in map(parse, session.app.frames) if isinstance(value, dict) and "method" not in value]
    assert len(answers) == len({str(answer["id"]) for answer in answers})
    assert {answer["id"] for answer in answers} <= set(silent)
    for told in map(parse, session.app.frames):
        assert isinstance(told, dict)
        assert told["jsonrpc"] == "2.0"
        if told.get("method") == "notifications/progress":
            assert isinstance(told["params"], dict)
            assert told["params"]["progressToken"] in silent
    await session.leave()
