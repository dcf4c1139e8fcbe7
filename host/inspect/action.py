"""What a call is about to do, in one verb and one object, for people (pure).

Owns: which input of a call the tool's verb is done to, what of it (an amount, a statement), and which few inputs tell
most. Invariants: worked out from the class of the tool and the roles of the inputs, never from what a server says of
itself; the same names and inputs always make the same action; it looks at a few values and never at more, however many
there are, and reads no grammar, so that a page of a hundred calls has theirs at once; nothing decides by it.
"""

from __future__ import annotations

from collections import deque
from functools import partial
from itertools import islice, pairwise, takewhile
from typing import Final, NamedTuple

from host.canonical import canonical
from host.control.views import ActionView
from host.inspect import domains, tables
from host.inspect.roles import MAIL, Role, role_by_name, roles_of
from host.inspect.secrets import names_secret
from host.inspect.sql import for_databases, in_brief, is_sql
from host.inspect.subject import Steps, Subject, Text
from host.inspect.tools import ToolClass, class_of_call, is_addition, plain_verb
from host.model import JsonObject, JsonValue
from host.naming import OVERWRITES, Verb, key_words
from host.patterns import linear

_LOOKED_AT: Final = 100
"""Values of one call."""
_ITEMS: Final = 20
"""Members of one list, or of one object, within another."""
_DEPTH: Final = 4
_KEYS: Final = 3
OBJECT: Final = 300
"""Characters of an object; a longer one keeps its beginning and its end."""
_TAIL: Final = 100
_CUT: Final = " … "
_SHORT: Final = 40
"""Characters of an amount and of a currency."""
_TEXT: Final = 10_000
"""Characters of one value that are looked at: its beginning and its end."""

_ROLES: Final[dict[Verb, tuple[Role, ...]]] = {
    "reads": ("place", "destination", "object", "program", "authority"),
    "writes": ("place", "object", "destination", "authority"),
    "sends": ("destination", "authority", "object", "place"),
    "pays": ("destination", "authority", "object"),
    "grants": ("authority", "destination", "object", "place"),
    "deletes": ("place", "object", "authority", "destination", "program"),
    "runs": ("program", "place", "object", "destination"),
    "": ("destination", "place", "program", "authority", "object"),
}
"""The roles of the input that a verb is done to, the likeliest first."""
_OTHERS: Final = ("destination", "authority", "place", "program", "content", "object", "choice")
"""In which order further inputs tell most."""
_NUMBERED: Final = frozenset("id number no nr key pid".split())
_LONG_ENOUGH: Final = 3
"""Letters of a word of a tool's name that an input's name may begin with."""
_CROWD: Final = 2
"""Addresses of one domain beside which one of another is a stranger's."""
"""Names whose numbers name something."""
_COPIES: Final = frozenset({"cc", "bcc"})
"""Names of those who get a copy (RFC 5322 §3.6.3)."""
_LATER: Final = 10


class _Input(NamedTuple):
    """A value and its role. Attributes: named: whether its name says so. at: its place among all."""

    text: Text
    role: Role
    named: bool
    at: int


def action_of(server: str, tool: str, arguments: JsonObject) -> ActionView:
    """What a call of ``tool`` with these inputs does, and to what. Everything given is untrusted."""
    values, complete = _values(arguments)
    subject = Subject("", server, tool, arguments, texts=values)
    kind = class_of_call(subject)
    if is_addition(tool, arguments):
        kind = ToolClass("", kind.sink, kind.private, known=False)
    inputs = [_Input(*played, at) for at, played in enumerate(roles_of(subject, kind))]
    if kind.verb in ("reads", "writes", "runs", "") and (said := _of_sql(subject, inputs, kind)) is not None:
        return said
    words = tuple(word for word in key_words(tool[:128]) if word not in tables.rows_by_word("verbs"))
    deed = plain_verb(tool, kind.verb)
    second = next((it for it in inputs if deed in _TWO_PLACES and _begins("second-place", it)), None)
    able = (it for it in inputs if it is not second and _may_be_object(it, kind.verb, words))
    object_ = min(able, key=partial(_rank, kind.verb), default=None)
    overwrites = any(it is True and not OVERWRITES.isdisjoint(key_words(name)) for name, it in arguments.items())
    if second is not None:
        object_ = next((it._replace(role="place") for it in inputs if _begins("first-place", it)), object_)
    if object_ is not None and (stranger := _stranger(object_, inputs)) is not None:
        object_ = stranger
    detail, beside = _amount(inputs) if kind.verb == "pays" else ("", None)
    if second is not None and object_ is not None:
        detail, beside = shortened(second.text.text), second
    keys = _keys([it for it in (object_, beside) if it is not None], inputs)
    if object_ is None:
        return ActionView(kind.verb, kind.sink, inputs=keys, detail=detail, deed=deed, overwrites=overwrites)
    text, count = _object(object_, inputs, arguments, complete=complete)
    noun = _noun(tool) if deed in _MAKES else ""
    return ActionView(kind.verb, kind.sink, shortened(text), keys, object_.role, detail, count, deed, overwrites, noun)


def _noun(tool: str) -> str:
    """What a tool makes by its name: the words behind the verb, or those before it where none follow."""
    words = key_words(tool[:128])
    verbs = tables.rows_by_word("verbs")
    at = next((at for at, word in enumerate(words) if word in verbs), len(words))
    return " ".join((words[at + 1 :] or words[:at])[:_NOUN])


def shortened(text: str) -> str:
    """``text``, or its beginning and its end with a mark between them where it is long."""
    return text if len(text) <= OBJECT else f"{text[: OBJECT - _TAIL - len(_CUT)]}{_CUT}{text[-_TAIL:]}"


def _values(arguments: JsonObject) -> tuple[tuple[Text, ...], bool]:
    """The values that are looked at, those that stand highest first, and whether these are all."""
    found: list[Text] = []
    parts: deque[tuple[Steps, str, JsonValue]] = deque([((), "", arguments)])
    complete = True
    while parts and len(found) < _LOOKED_AT:
        steps, key, value = parts.popleft()
        if isinstance(value, (dict, list)):
            most = (_ITEMS if steps else _LOOKED_AT) if len(steps) < _DEPTH else 0
            complete = complete and len(value) <= most
            if isinstance(value, dict):
                parts.extend(((*steps, name), name, child) for name, child in islice(value.items(), most))
            else:
                parts.extend(((*steps, at), key, child) for at, child in enumerate(value[:most]))
        elif value is not None:
            text = value if isinstance(value, str) else canonical(value).decode()
            found.append(Text(steps, key, text if len(text) <= _TEXT else text[: _TEXT - _TAIL] + text[-_TAIL:]))
    return tuple(found), complete and not parts


_MAKES: Final = ("creates", "adds")
_NOUN: Final = 3
"""Words of a tool's name that say what it makes."""
_TWO_PLACES: Final = ("moves", "copies")


def _begins(place: str, it: _Input) -> bool:
    """Whether it says where something is moved or copied from, or to, or what it is called then."""
    words = key_words(it.text.key)
    return not tables.word_set(place).isdisjoint((*words[:1], "".join(words))) and bool(it.text.text.strip())


def _stranger(object_: _Input, inputs: list[_Input]) -> _Input | None:
    """Of several who are reached the one whose domain is no other's, where the others share theirs."""
    if object_.role not in _REACHED or "@" not in object_.text.text:
        return None
    by_domain: dict[str, dict[str, _Input]] = {}
    for it in inputs:
        for address in _addresses(it.text.text) if it.role in _REACHED else ():
            by_domain.setdefault(domains.registrable(address.rpartition("@")[2]), {}).setdefault(address, it)
    alone = [found for found in by_domain.values() if len(found) == 1]
    if len(alone) != 1 or max(map(len, by_domain.values())) < _CROWD or len(by_domain) != _CROWD:
        return None
    [it] = alone[0].values()
    return it if len(_addresses(it.text.text)) == 1 else None


def _names(text: Text, tool: tuple[str, ...]) -> bool:
    """Whether an input says by its name that it names the thing; what else it is may be an option, or a free word.

    A secret names nothing, and what stands in an object within another names that one.
    """
    within = any(isinstance(one, str) and isinstance(two, str) for one, two in pairwise(text.steps))
    if names_secret(text.key) or within:
        return False
    words = key_words(text.key)
    joined = "".join(words)
    return not tables.word_set("naming").isdisjoint(words[-1:]) or any(
        joined.startswith(word) for word in tool if len(word) > _LONG_ENOUGH
    )


def _may_be_object(it: _Input, verb: Verb, tool: tuple[str, ...]) -> bool:
    """Whether the verb may be done to it: a text that names something, or a number where its name says so."""
    if it.role == "object" and not it.named and not _names(it.text, tool):
        return False
    if it.role not in _ROLES[verb] or not it.text.text.strip() or it.text.text in ("true", "false"):
        return False
    if verb in ("sends", "") and it.role == "object" and not it.named:
        return False
    if verb == "grants" and not tables.word_set("right-given").isdisjoint(key_words(it.text.key)):
        return False
    return not _is_number(it.text.text) or not _NUMBERED.isdisjoint(key_words(it.text.key)[-1:])


def _rank(verb: Verb, it: _Input) -> tuple[int, bool, bool, int]:
    """The least of all is the object: one that stands around it, or deeper, has the role only where none else has."""
    around = not tables.word_set("around").isdisjoint(key_words(it.text.key)[-2:])
    aside = not _COPIES.isdisjoint(key_words(it.text.key)) or (
        verb == "grants" and MAIL.fullmatch(it.text.text.strip()) is None
    )
    whose = it.role == "object" and it.named and role_by_name(it.text.key) == "authority"
    return _ROLES[verb].index(it.role) + (_LATER if around or whose else 0), aside, not it.named, it.at


def _object(object_: _Input, inputs: list[_Input], arguments: JsonObject, *, complete: bool) -> tuple[str, int]:
    """What it is done to, and to how many such; 0 where nobody counted."""
    text = object_.text.text
    if "@" in text and object_.role in _REACHED:
        own = _addresses(text)
        reached = {address for it in inputs if it.role in _REACHED for address in _addresses(it.text.text)}
        return (own[0] if len(own) > 1 else text), (max(1, len(reached)) if complete else 0)
    indices = [at for at, step in enumerate(object_.text.steps) if isinstance(step, int)]
    if not indices:
        return text, 1
    inner: JsonValue = arguments
    for step in object_.text.steps[: indices[0]]:
        inner = inner[step] if isinstance(inner, dict) and isinstance(step, str) else None
    return text, len(inner) if len(indices) == 1 and isinstance(inner, list) else 0


_REACHED: Final = ("destination", "authority")


def _addresses(text: str) -> list[str]:
    return list(dict.fromkeys(found[0] for found in islice(MAIL.finditer(text), _LOOKED_AT)))


def _amount(inputs: list[_Input]) -> tuple[str, _Input | None]:
    """How much is paid, with the currency that stands beside it, and the input that says so."""
    short = [(it, key_words(it.text.key)) for it in inputs if len(it.text.text) <= _SHORT]
    amount = next((it for it, words in short if not tables.word_set("amount").isdisjoint(words)), None)
    if amount is None:
        return "", None
    currencies = {
        it.text.text
        for it, words in short
        if not tables.word_set("currency").isdisjoint(words) and it.text.steps[:-1] == amount.text.steps[:-1]
    }
    return (f"{amount.text.text} {currencies.pop()}" if len(currencies) == 1 else amount.text.text), amount


def _keys(first: list[_Input], inputs: list[_Input]) -> tuple[Steps, ...]:
    """The inputs that tell most, ``first`` before all others; a list as a whole."""
    others = sorted(inputs, key=lambda it: (len(_place(it.text.steps)) > 1, not _is_start(it), _told(it), it.at))
    found = dict.fromkeys(_place(it.text.steps) for it in (*first, *others))
    return tuple(islice(found, _KEYS))


def _told(it: _Input) -> int:
    """How much it tells, least for the most; a yes or a no says how."""
    return len(_OTHERS) if it.text.text in ("true", "false") else _OTHERS.index(it.role)


def _is_start(it: _Input) -> bool:
    """Whether it says when something begins, which tells more than any other time beside it."""
    return not _STARTS.isdisjoint(key_words(it.text.key)[:1]) and _DAY.match(it.text.text) is not None


_STARTS: Final = frozenset({"start", "begin", "when"})
_DAY: Final = linear(r"\d{4}-\d\d-\d\d")


def _place(steps: Steps) -> Steps:
    """The steps to a value, or to the outermost list that it stands in."""
    return tuple(takewhile(lambda step: isinstance(step, str), steps))


def _of_sql(subject: Subject, inputs: list[_Input], kind: ToolClass) -> ActionView | None:
    """What a statement does, where one is to be run."""
    databases = for_databases(subject)
    program = next((it for it in inputs if it.role == "program" and is_sql(it.text, databases)), None)
    if program is None:
        return None
    statement, table = in_brief(program.text.text)
    stores = (it for it in inputs if not tables.word_set("store").isdisjoint(key_words(it.text.key)[:1]))
    store = next((it.text.text for it in stores if it is not program), "")
    where = shortened(table or store)
    return ActionView("runs", kind.sink, where, _keys([program], inputs), "program", statement or "SQL")


def _is_number(text: str) -> bool:
    return text.lstrip("-").replace(".", "", 1).isdecimal()
