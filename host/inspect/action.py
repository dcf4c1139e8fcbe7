"""The action of a call in one verb and one object, for people (pure).

Owns: which input is the object of the tool's verb, a detail of it (an amount, a statement), and which few inputs are
the most telling. Invariants: actions are made from the class of the tool and the roles of the inputs, never from what a
server claims; the same names and inputs always make the same action; only a few values are examined and nothing is
parsed, so that a page of a hundred calls is fast; no decision depends on it.
"""

from __future__ import annotations

from functools import partial
from itertools import islice, pairwise, takewhile
from typing import Final, NamedTuple

from host.canonical import canonical
from host.control.views import ActionView
from host.inspect import domains, tables
from host.inspect.roles import MAIL, Role, role_by_name, roles_of
from host.inspect.secrets import names_secret
from host.inspect.sql import is_for_databases, is_sql, verb_and_table
from host.inspect.subject import Steps, Subject, Text, inputs_in, keep, name_of
from host.inspect.tools import ToolClass, class_of_call, is_addition, plain_verb
from host.model import JsonObject, JsonValue
from host.naming import OVERWRITES, Verb, key_words
from host.patterns import linear

_MAX_VALUES: Final = 100
"""Values of one call."""
_MAX_WALKED: Final = 1_000
"""Values of one call that are walked through, lists and objects among them."""
_MAX_TELLING: Final = 3
MAX_OBJECT: Final = 300
"""Characters of an object; a longer one is cut in the middle."""
_TAIL: Final = 100
_CUT: Final = " … "
_MAX_AMOUNT: Final = 40
"""Characters of the longest amount or currency."""
_MAX_TEXT: Final = 10_000
"""Characters of one value that are examined: its beginning and its end."""

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
"""The roles that an object of a verb may have, the likeliest first."""
_ROLE_ORDER: Final = ("destination", "authority", "place", "program", "content", "object", "choice")
"""The roles of other inputs, the most telling first."""
_NUMBER_NAMES: Final = frozenset("id number no nr key pid".split())
"""Names of inputs whose numbers identify something."""
_MIN_WORD_LENGTH: Final = 4
"""Letters of the shortest word of a tool's name that an input's name may begin with."""
_MIN_ALIKE: Final = 2
"""Fewest recipients of one domain that make one of another domain odd."""
_COPY_NAMES: Final = frozenset({"cc", "bcc"})
"""Names of those who get a copy (RFC 5322 §3.6.3)."""
_LATER_PENALTY: Final = 10
_ADDRESS_SIGNS: Final = frozenset("./:@")
"""Of which every path, host, URL and mail address has one."""


class _Input(NamedTuple):
    """A value and its role."""

    text: Text  # the value
    role: Role  # see ``roles``
    is_named: bool  # whether the input's name decides the role
    position: int  # its index among all inputs


def action_of(server: str, tool: str, arguments: JsonObject) -> ActionView:
    """The action of a call of ``tool`` with these inputs. All arguments are untrusted."""
    values, complete = _values(arguments)
    subject = Subject("", server, tool, arguments, texts=values)
    kind = class_of_call(subject)
    if is_addition(tool, arguments):
        kind = ToolClass("", kind.sink, kind.private, has_verb=False)
        keep(subject, class_of_call, kind)
    inputs = [_Input(*input_role, position) for position, input_role in enumerate(roles_of(subject))]
    if kind.verb in ("reads", "writes", "runs", "") and (sql_action := _sql_action(subject, inputs, kind)) is not None:
        return sql_action
    tool_words = tuple(word for word in key_words(tool[:128]) if word not in tables.rows_by_word("verbs"))
    word = plain_verb(tool, kind.verb)
    second_place = next((item for item in inputs if word in _MOVING_VERBS and _is_place("second-place", item)), None)
    candidates = (item for item in inputs if item is not second_place and _may_be_object(item, kind.verb, tool_words))
    object_ = min(candidates, key=partial(_object_rank, kind.verb), default=None)
    overwrites = any(value is True and not OVERWRITES.isdisjoint(key_words(name)) for name, value in arguments.items())
    if second_place is not None:
        object_ = next((item._replace(role="place") for item in inputs if _is_place("first-place", item)), object_)
    if object_ is not None and (odd_recipient := _odd_recipient(object_, inputs)) is not None:
        object_ = odd_recipient
    detail, detail_input = _amount_paid(inputs) if kind.verb == "pays" else ("", None)
    if second_place is not None and object_ is not None:
        detail, detail_input = shortened(second_place.text.text), second_place
    keys = _telling_inputs([item for item in (object_, detail_input) if item is not None], inputs)
    if object_ is None:
        return ActionView(kind.verb, kind.sink, inputs=keys, detail=detail, plain_verb=word, overwrites=overwrites)
    text, count = _object_and_count(object_, inputs, arguments, complete=complete)
    noun = _made_noun(tool) if word in _MAKING_VERBS else ""
    return ActionView(kind.verb, kind.sink, shortened(text), keys, object_.role, detail, count, word, overwrites, noun)


def _made_noun(tool: str) -> str:
    """What a tool makes, by its name: the words behind the verb, or those before it if none follow."""
    words = key_words(tool[:128])
    verbs = tables.rows_by_word("verbs")
    at = next((at for at, word in enumerate(words) if word in verbs), len(words))
    return " ".join((words[at + 1 :] or words[:at])[:_MAX_NOUN_WORDS])


def shortened(text: str) -> str:
    """``text``, or for a long text its beginning and end with a mark between them."""
    return text if len(text) <= MAX_OBJECT else f"{text[: MAX_OBJECT - _TAIL - len(_CUT)]}{_CUT}{text[-_TAIL:]}"


def _values(arguments: JsonObject) -> tuple[tuple[Text, ...], bool]:
    """The values that are examined, the outermost first, and whether these are all."""
    inputs = list(inputs_in(arguments, _MAX_WALKED))
    leaves = [(steps, it) for steps, it, _ in inputs if it is not None and not isinstance(it, (dict, list))]
    texts = (Text(steps, name_of(steps), _ends_of(it)) for steps, it in leaves[:_MAX_VALUES])
    return tuple(texts), len(inputs) < _MAX_WALKED and len(leaves) <= _MAX_VALUES


def _ends_of(value: JsonValue) -> str:
    """A value as text, of a long one the beginning and the end."""
    text = value if isinstance(value, str) else canonical(value).decode()
    return text if len(text) <= _MAX_TEXT else text[: _MAX_TEXT - _TAIL] + text[-_TAIL:]


_MAKING_VERBS: Final = ("creates", "adds")
_MAX_NOUN_WORDS: Final = 3
"""Most words of a noun in a tool's name."""
_MOVING_VERBS: Final = ("moves", "copies")


def _is_place(place: str, item: _Input) -> bool:
    """Whether an input is the old or new place, or name, of what is moved or copied (``place``: a class of words)."""
    words = key_words(item.text.key)
    return not tables.words(place).isdisjoint((*words[:1], "".join(words))) and bool(item.text.text.strip())


def _odd_recipient(object_: _Input, inputs: list[_Input]) -> _Input | None:
    """The one recipient whose domain differs from the common domain of all others, None if there is none."""
    if object_.role not in _RECIPIENT_ROLES or "@" not in object_.text.text:
        return None
    by_domain: dict[str, dict[str, _Input]] = {}
    for item in inputs:
        for address in _addresses(item.text.text) if item.role in _RECIPIENT_ROLES else ():
            by_domain.setdefault(domains.registrable(address.rpartition("@")[2]), {}).setdefault(address, item)
    alone = [items for items in by_domain.values() if len(items) == 1]
    if len(alone) != 1 or max(map(len, by_domain.values())) < _MIN_ALIKE or len(by_domain) != _MIN_ALIKE:
        return None
    [item] = alone[0].values()
    return item if len(_addresses(item.text.text)) == 1 else None


def _names_object(text: Text, tool_words: tuple[str, ...]) -> bool:
    """Whether an input's name says that it identifies the object of the tool, rather than an option.

    Secrets do not count, nor members of nested objects.
    """
    is_nested = any(isinstance(step, str) and isinstance(next_step, str) for step, next_step in pairwise(text.steps))
    if names_secret(text.key) or is_nested:
        return False
    words = key_words(text.key)
    joined = "".join(words)
    return not tables.words("naming").isdisjoint(words[-1:]) or any(
        joined.startswith(word) for word in tool_words if len(word) >= _MIN_WORD_LENGTH
    )


def _may_be_object(item: _Input, verb: Verb, tool_words: tuple[str, ...]) -> bool:
    """Whether an input may be the object of the verb: a text, or a number whose name says that it is an id."""
    if item.role == "object" and not item.is_named and not _names_object(item.text, tool_words):
        return False
    if item.role not in _ROLES[verb] or not item.text.text.strip() or item.text.text in ("true", "false"):
        return False
    if verb in ("sends", "") and item.role == "object" and not item.is_named:
        return False
    if verb == "reads" and _is_choice_of_endpoint(item.text):
        return False
    if verb == "grants" and not tables.words("right-given").isdisjoint(key_words(item.text.key)):
        return False
    return not _is_number(item.text.text) or not _NUMBER_NAMES.isdisjoint(key_words(item.text.key)[-1:])


def _is_choice_of_endpoint(text: Text) -> bool:
    """Whether an input is called an endpoint and names no address, as the primary endpoint of a trial does."""
    return key_words(text.key)[-1:] == ("endpoint",) and _ADDRESS_SIGNS.isdisjoint(text.text)


def _object_rank(verb: Verb, item: _Input) -> tuple[int, bool, bool, int]:
    """The sort key of a candidate; the least one is the object. Containers and owners come last."""
    is_container = not tables.words("around").isdisjoint(key_words(item.text.key)[-2:])
    is_secondary = not _COPY_NAMES.isdisjoint(key_words(item.text.key)) or (
        verb == "grants" and MAIL.fullmatch(item.text.text.strip()) is None
    )
    is_owner = item.role == "object" and item.is_named and role_by_name(item.text.key) == "authority"
    penalty = _LATER_PENALTY if is_container or is_owner else 0
    return _ROLES[verb].index(item.role) + penalty, is_secondary, not item.is_named, item.position


def _object_and_count(
    object_: _Input, inputs: list[_Input], arguments: JsonObject, *, complete: bool
) -> tuple[str, int]:
    """The object, and how many there are of it; 0 if that is unknown."""
    text = object_.text.text
    if "@" in text and object_.role in _RECIPIENT_ROLES:
        addresses = _addresses(text)
        recipients = {
            address for item in inputs if item.role in _RECIPIENT_ROLES for address in _addresses(item.text.text)
        }
        return (addresses[0] if len(addresses) > 1 else text), (max(1, len(recipients)) if complete else 0)
    indices = [index for index, step in enumerate(object_.text.steps) if isinstance(step, int)]
    if not indices:
        return text, 1
    container: JsonValue = arguments
    for step in object_.text.steps[: indices[0]]:
        container = container[step] if isinstance(container, dict) and isinstance(step, str) else None
    return text, len(container) if len(indices) == 1 and isinstance(container, list) else 0


_RECIPIENT_ROLES: Final = ("destination", "authority")


def _addresses(text: str) -> list[str]:
    return list(dict.fromkeys(match[0] for match in islice(MAIL.finditer(text), _MAX_VALUES)))


def _amount_paid(inputs: list[_Input]) -> tuple[str, _Input | None]:
    """The amount that is paid, with the currency beside it, and its input."""
    short_inputs = [(item, key_words(item.text.key)) for item in inputs if len(item.text.text) <= _MAX_AMOUNT]
    amount = next((item for item, words in short_inputs if not tables.words("amount").isdisjoint(words)), None)
    if amount is None:
        return "", None
    currencies = {
        item.text.text
        for item, words in short_inputs
        if not tables.words("currency").isdisjoint(words) and item.text.steps[:-1] == amount.text.steps[:-1]
    }
    return (f"{amount.text.text} {currencies.pop()}" if len(currencies) == 1 else amount.text.text), amount


def _telling_inputs(first_inputs: list[_Input], inputs: list[_Input]) -> tuple[Steps, ...]:
    """The steps to the most telling inputs, ``first_inputs`` before all others. A list counts as one input."""
    others = sorted(
        inputs,
        key=lambda item: (
            len(_steps_to_list(item.text.steps)) > 1,
            not _is_start_time(item),
            _role_order(item),
            item.position,
        ),
    )
    steps = dict.fromkeys(_steps_to_list(item.text.steps) for item in (*first_inputs, *others))
    return tuple(islice(steps, _MAX_TELLING))


def _role_order(item: _Input) -> int:
    """The sort key of an input by its role, the most telling first. Booleans come last."""
    return len(_ROLE_ORDER) if item.text.text in ("true", "false") else _ROLE_ORDER.index(item.role)


def _is_start_time(item: _Input) -> bool:
    """Whether an input is the time when something begins, which tells more than other times."""
    return not _STARTS.isdisjoint(key_words(item.text.key)[:1]) and _DAY.match(item.text.text) is not None


_STARTS: Final = frozenset({"start", "begin", "when"})
_DAY: Final = linear(r"\d{4}-\d\d-\d\d")


def _steps_to_list(steps: Steps) -> Steps:
    """The steps to a value, or to the outermost list around it."""
    return tuple(takewhile(lambda step: isinstance(step, str), steps))


def _sql_action(subject: Subject, inputs: list[_Input], kind: ToolClass) -> ActionView | None:
    """The action of a statement of SQL among the inputs, None if there is none."""
    is_database_tool = is_for_databases(subject)
    program = next((item for item in inputs if item.role == "program" and is_sql(item.text, is_database_tool)), None)
    if program is None:
        return None
    statement, table = verb_and_table(program.text.text)
    stores = (item for item in inputs if not tables.words("store").isdisjoint(key_words(item.text.key)[:1]))
    store = next((item.text.text for item in stores if item is not program), "")
    where = shortened(table or store)
    return ActionView("runs", kind.sink, where, _telling_inputs([program], inputs), "program", statement or "SQL")


def _is_number(text: str) -> bool:
    return text.lstrip("-").replace(".", "", 1).isdecimal()
