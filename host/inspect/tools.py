"""What a tool does and where it has its effect: its verb class and its sink (pure).

Owns: interpreting the names of a tool, its server and its operation inputs by the tables ``verbs`` and ``objects``.
Invariants: servers choose their names, so names may lie: a class makes a finding graver or a grant narrower, and the
opposite only if somebody vouched for the server; the same names always have the same class.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

from msgspec import Struct

from host.inspect import tables
from host.inspect.graphql import mutations_in
from host.inspect.subject import Inputs, Subject, inputs_in, inputs_of, name_of, once
from host.model import JsonObject, JsonValue
from host.naming import Verb, key_words, plural_places
from host.patterns import holds, linear

CHANGING: Final[frozenset[Verb]] = frozenset({"writes", "sends", "pays", "grants", "deletes", "runs"})
HIGH_IMPACT_VERBS: Final[frozenset[Verb]] = frozenset({"sends", "pays", "grants", "deletes", "runs"})
"""Verbs for which no grant covers arbitrary inputs."""
OUTSIDE: Final = frozenset({"mail", "chat", "web", "public", "forge", "bank"})
"""Sinks where other people receive what is sent."""

_MAX_INPUTS: Final = 64
"""Inputs of one call that are examined for an operation."""
MAX_OPERATION: Final = 40
"""Characters of an operation's name."""
_ADDITION_WORDS: Final = frozenset({"add", "numbers", "number", "two", "sum"})
_OPERANDS: Final = frozenset(
    "first second number num value val left right augend addend summand operand term float int integer".split()
)
"""Names of inputs that are mere numbers. Any other name may be that of a changed object."""
_IDENTIFIER: Final = linear(r"\p{L}[\p{L}\p{M}]*(?:[_.:-]?[\p{L}\p{M}\p{N}_]+)*")
_NAME: Final = linear(r"\p{L}[\p{L}\p{M}]*(?:[\s\p{Z}_.:-]*[\p{L}\p{M}\p{N}_]+)*")


class ToolClass(Struct, frozen=True):
    """What a tool does."""

    verb: Verb  # see ``Verb``
    sink: str  # where it has its effect: a ``sink`` of the table ``objects``, empty if unknown
    private: bool  # whether its results are private
    has_verb: bool  # whether a verb was found; a call of a tool without one may do anything

    @property
    def changes(self) -> bool:
        """Whether the tool changes something. An unknown verb counts as a change."""
        return self.verb != "reads"

    @property
    def outside(self) -> bool:
        """Whether other people receive what it sends."""
        return self.sink in OUTSIDE


def class_of(server: str, tool: str, arguments: JsonObject | None = None) -> ToolClass:
    """The class of a tool, or of one call if ``arguments`` are given (an operation named there decides)."""
    if not arguments or are_plain(arguments):
        return _class_of_names(server[:_MAX_NAME], tool[:_MAX_NAME])
    return _class_by_inputs(server, tool, arguments, tuple(inputs_in(arguments)))


def _class_by_inputs(server: str, tool: str, arguments: JsonObject, inputs: Inputs) -> ToolClass:
    """The class of a call with other than plain arguments. ``inputs``: ``inputs_in`` the arguments."""
    by_name = _class_by_operation(server, tool, arguments, inputs)
    verb = _verb_for_recipients(inputs)
    if not verb:
        reads = by_name.verb in ("reads", "")
        is_exported = reads and _is_exported(tool[:_MAX_NAME], inputs)
        verb = "sends" if is_exported else _verb_of_switches(arguments)
        verb = verb if reads or verb in _GRAVE_VERBS else ""
    if not verb or _gravest_verb({by_name.verb, verb}) == by_name.verb:
        return by_name
    return ToolClass(verb, by_name.sink, by_name.private, has_verb=True)


def are_plain(arguments: JsonObject) -> bool:
    """Whether a quick look shows that inputs say nothing of what a call does, as those of most calls.

    They are a few texts and numbers, without an operation, a switch, a recipient, a public key or a GraphQL mutation.
    """
    if len(arguments) > _MAX_INPUTS:
        return False
    for name, value in arguments.items():
        if isinstance(value, (bool, dict, list)) or _may_tell_verb(name):
            return False
        if isinstance(value, str) and (holds(value, "mutation") or is_public_key(value)):
            return False
    return True


@lru_cache(maxsize=4_096)
def _may_tell_verb(name: str) -> bool:
    receives = tables.words("delivered-to") | tables.words("passed-on-to")
    is_switch = verb_of_switch(name, True) != "" or verb_of_switch(name, False) != ""
    tells_verb = is_switch or is_operation(name) or verb_of_input(name) != ""
    return tells_verb or not receives.isdisjoint(key_words(name))


def class_of_source(server: str, tool: str, arguments: JsonObject | None = None) -> ToolClass:
    """The class of a tool as the source of a result. Recipients among the inputs do not count."""
    if not arguments:
        return _class_of_names(server[:_MAX_NAME], tool[:_MAX_NAME])
    return _class_by_operation(server, tool, arguments, tuple(inputs_in(arguments)))


def _class_by_operation(server: str, tool: str, arguments: JsonObject, inputs: Inputs) -> ToolClass:
    """The class of a tool by its names and the operation that the arguments name."""
    by_name = _class_of_names(server[:_MAX_NAME], tool[:_MAX_NAME])
    mutation = mutation_in(server, tool, inputs)
    if mutation is not None:
        verb: Verb = _class_of_names("", mutation).verb or "writes"
    else:
        verb = _verb_of_operations(arguments, inputs if by_name.verb in _UNCLEAR_VERBS else None)
    is_milder = _gravest_verb({by_name.verb, verb}) == by_name.verb
    if not verb or (is_milder and (mutation is not None or by_name.verb not in _GENERAL_VERBS)):
        return by_name
    return ToolClass(verb, by_name.sink, by_name.private, has_verb=True)


def mutation_in(server: str, tool: str, inputs: Inputs) -> str | None:
    """The name of the gravest field of a GraphQL mutation among the inputs; None if there is no mutation.

    Inputs count as GraphQL only if the tool or server is named for it, or if the tool's name says no more than that
    something runs or is sent. Empty if the field is unknown.
    """
    is_graphql = not tables.words("graphql").isdisjoint((*key_words(server[:_MAX_NAME]), *key_words(tool[:_MAX_NAME])))
    if not is_graphql and _class_of_names("", tool[:_MAX_NAME]).verb not in _GENERAL_VERBS:
        return None
    texts = [value for _, value, _ in inputs if isinstance(value, str) and holds(value, "mutation")]
    if not texts:
        return None
    documents = [fields for text in texts[:_MAX_DOCUMENTS] if (fields := mutations_in(text)) is not None]
    if not documents and len(texts) <= _MAX_DOCUMENTS:
        return None
    return min((field for fields in documents for field in fields), key=_gravity_rank, default="")


def _gravity_rank(name: str) -> int:
    return _VERBS_BY_GRAVITY.index(_class_of_names("", name).verb or "writes")


_MAX_DOCUMENTS: Final = 4


@once
def class_of_call(subject: Subject) -> ToolClass:
    """The class of one call."""
    if has_plain_inputs(subject):
        return class_of(subject.server, subject.tool)
    return _class_by_inputs(subject.server, subject.tool, subject.arguments, inputs_of(subject))


@once
def has_plain_inputs(subject: Subject) -> bool:
    """See ``are_plain``."""
    return are_plain(subject.arguments)


_GENERAL_VERBS: Final = ("", "sends", "runs")
"""Verbs of tools whose operation input may say that the call only reads."""


@lru_cache(maxsize=4_096)
def verb_of_input(key: str) -> Verb:
    """The verb in an input's name, such as ``share_with``, ``email_to``, ``notify`` and ``share``."""
    words = key_words(key)
    table = tables.rows_by_word("verbs")
    if len(words) > 1 and words[-1] in _PREPOSITIONS and words[-2] in table:
        verb = as_verb(table[words[-2]]["class"])
    elif len(words) == 1 and words[0] in table:
        verb = as_verb(table[words[0]]["class"])
        verb = verb if verb == "grants" or words[0] not in tables.words("noun-verb") else ""
    else:
        verb = ""
    return verb if verb in ("sends", "grants", "pays") else ""


@lru_cache(maxsize=4_096)
def implies_change(name: str) -> bool:
    """Whether a name or a one-word value says that something is changed: ``purge``, ``charge_now``."""
    table = tables.rows_by_word("verbs")
    words = key_words(name[:_MAX_NAME])
    sure_verbs = (word for word in words if word in table and word not in tables.words("noun-verb"))
    change_words = tables.words("new-value") | tables.words("undone")
    changes = not change_words.isdisjoint(words) or any(table[word]["class"] != "reads" for word in sure_verbs)
    return len(name) > _MAX_NAME or changes


_MAX_NAME: Final = 128
_PREPOSITIONS: Final = frozenset({"to", "with"})


def _verb_for_recipients(inputs: Inputs) -> Verb:
    """The gravest verb of inputs that hold a public key, or name recipients, by the input's name and its address."""
    verbs: set[Verb] = set()
    for steps, value, _ in inputs:
        if isinstance(value, str) and is_public_key(value):  # which often ends in an address
            verbs.add("grants")
        elif _is_address(value):
            verbs.add(verb_of_input(name_of(steps)))
    return _gravest_verb(verbs)


def is_public_key(value: str) -> bool:
    """Whether a value begins with a public key of SSH: who has its other half gets in."""
    return (len(value) > _MAX_ADDRESS or "AAAA" in value) and _BEGINS_WITH_KEY.match(value) is not None


PUBLIC_KEY: Final = r"(?:sk-)?(?:ssh|ecdsa-sha2)-[a-z0-9@.-]+[ \t]+AAAA"
"""RFC 4253 §6.6, RFC 5656 §6.2; OpenSSH, PROTOCOL.u2f."""
_OPTION: Final = r'[\w-]+(?:="[^"]*")?'
_BEGINS_WITH_KEY: Final = linear(rf"(?:\s|#[^\n]*\n)*(?:{_OPTION}(?:,{_OPTION})*[ \t]+)?{PUBLIC_KEY}")
"""A line of ``authorized_keys`` may have comments above it and options before the key (sshd(8))."""


def _is_address(value: JsonValue) -> bool:
    return isinstance(value, str) and len(value) <= _MAX_ADDRESS and ("@" in value or "://" in value)


_MAX_ADDRESS: Final = 2_048


def _is_exported(tool: str, inputs: Inputs) -> bool:
    """Whether an input names where to send what is read: a destination, or a mailbox that an export goes to."""
    names = tables.words("passed-on-to")
    if deciding_word(tool) in tables.words("exporting"):
        names |= tables.words("delivered-to")
    return any(_is_address(value) and not names.isdisjoint(key_words(name_of(steps))) for steps, value, _ in inputs)


@lru_cache(maxsize=4_096)
def is_operation(key: str) -> bool:
    """Whether an input selects which of several things a tool does."""
    words = key_words(key)
    return not tables.words("operation").isdisjoint(words[-1:])


def _verb_of_switches(arguments: JsonObject) -> Verb:
    """The gravest verb of the switches that make a call take effect, such as ``commit`` on, ``dry_run`` off."""
    switches = islice(((steps[-1], value) for steps, value in inputs_and_members(arguments)), _MAX_INPUTS)
    states = ((name, as_switch(value)) for name, value in switches)
    return _gravest_verb({verb_of_switch(name, state) for name, state in states if state is not None})


def as_switch(value: JsonValue) -> bool | None:
    """Whether an input is on or off, in any of the ways that programs take (YAML 1.1, bool); None if it is neither."""
    if isinstance(value, (str, int)):
        return _SWITCHES.get(str(value)[:_MAX_SWITCH].lower())
    return None


_SWITCHES: Final = {
    "true": True,
    "yes": True,
    "on": True,
    "1": True,
    "false": False,
    "no": False,
    "off": False,
    "0": False,
}
_MAX_SWITCH: Final = 6


def verb_of_switch(name: str, value: bool) -> Verb:
    """The verb of one switch, empty for none."""
    words = key_words(name)
    if not (value and words):
        return "writes" if "".join(words) in tables.words("rehearsal") else ""
    earnest_words = tables.words("in-earnest")
    if not earnest_words.isdisjoint(words) and (earnest_words | tables.words("now")).issuperset(words):
        return "writes"
    words = words[1:] if len(words) > 1 and words[0] in earnest_words else words  # confirm_purchase
    words = tuple(word for word in words if word not in tables.words("now"))
    # Further words may negate it or name an object.
    verb = sure_verb(words[0]) if words and tables.words("kept-thing").issuperset(words[1:]) else ""
    return verb if verb == "deletes" or (len(words) == 1 and verb in HIGH_IMPACT_VERBS - {"runs"}) else ""


def inputs_and_members(arguments: JsonObject) -> Iterator[tuple[tuple[str, ...], JsonValue]]:
    """The inputs with the steps to them, then the members of inputs that are objects and no mere filters."""
    yield from (((name,), value) for name, value in arguments.items())
    for name, value in arguments.items():
        if isinstance(value, dict) and tables.words("choosing").isdisjoint(key_words(name)):
            yield from (((name, inner), member) for inner, member in value.items())


def sure_verb(word: str) -> Verb:
    """The class of a verb that cannot be a noun; empty for any other word."""
    return "" if word in tables.words("noun-verb") else _class_of_names("", word).verb


def is_addition(tool: str, inputs: JsonObject) -> bool:
    """Whether a tool only adds numbers: its name is a bare ``add``, and all inputs are plain operands."""
    words = key_words(tool)
    is_bare_add = "add" in words and _ADDITION_WORDS.issuperset(words) and 0 < len(inputs) <= _MAX_INPUTS
    return is_bare_add and all(_is_operand(key) and _are_numbers(value) for key, value in inputs.items())


def _is_operand(key: str) -> bool:
    words = key_words(key)
    return bool(words) and all(len(word) == 1 or word.isdigit() or word in _OPERANDS for word in words)


def _are_numbers(value: JsonValue) -> bool:
    items = value if isinstance(value, list) else [value]
    numbers = (isinstance(item, (int, float)) and not isinstance(item, bool) for item in items)
    return 0 < len(items) <= _MAX_INPUTS and all(numbers)


@lru_cache(maxsize=2_048)
def _class_of_names(server: str, tool: str) -> ToolClass:
    """The class by the names alone: the verb of the tool's name, corrected by its other words, and its object."""
    words, server_row = key_words(tool), _object_row(key_words(server))
    verb = _gravest_verb_of(words) if "and" in words else _verb_of_name(tool)
    makes = not tables.words("making").isdisjoint(words)
    if verb == "runs":  # execute_payment, but no execute_payment_query
        looks = not (tables.words("query") | tables.words("report")).isdisjoint(words)
        of_database = "transaction" in words and server_row is not None and server_row["sink"] == "records"
        makes = deciding_word(tool) in tables.words("making") and not looks and not of_database
    if verb in ("", "sends", "writes", "runs") and makes and not tables.words("money").isdisjoint(words):
        verb = "pays"
    of_bank = server_row is not None and server_row["sink"] == "bank"
    of_money = of_bank or not tables.words("money").isdisjoint(set(words) - {"transfer"})
    if not verb and "transfer" in words and of_money:
        verb = "pays"
    if not verb and words and words[-1] in tables.words("listing"):
        verb = "reads"
    if verb == "runs" and not tables.words("query").isdisjoint(words):
        verb = ""  # the statement decides
    elif verb == "runs" and not tables.words("report").isdisjoint(words):
        verb = "reads"
    if verb in ("", "sends", "writes") and "transfer" in words and not tables.words("handed-over").isdisjoint(words):
        verb = "grants"
    object_row = _object_row(_words_without_verb(tool)) or (_object_row(words) if verb == "reads" else None)
    object_row = object_row or server_row or _object_row(words)
    if (
        verb == "writes"
        and object_row is not None
        and object_row["sink"] == "rights"
        and not (
            tables.words("right").isdisjoint(words)
            and (tables.words("insider").isdisjoint(words) or tables.words("making").isdisjoint(words))
        )
    ):
        verb = "grants"
    sink = object_row["sink"] if object_row is not None else ""
    if sink in ("files", "records", "") and server_row is not None and server_row["sink"] in OUTSIDE | {"storage"}:
        sink, object_row = server_row["sink"], server_row
    private = object_row is None or object_row["reads"] == "private"
    return ToolClass(verb, sink, private, has_verb=bool(verb))


def plain_verb(tool: str, verb: Verb) -> str:
    """The plain verb for the name of a tool of that class. Empty if the table has none or the name says several."""
    words = key_words(tool[:_MAX_NAME])
    word = "" if "and" in words or "or" in words else deciding_word(tool[:_MAX_NAME])
    row = tables.rows_by_word("verbs").get(word)
    return row["plain"] if row is not None and row["class"] == verb else ""


def _verb_of_name(name: str) -> Verb:
    """The class of the deciding verb of a name."""
    word = deciding_word(name)
    return as_verb(tables.rows_by_word("verbs")[word]["class"]) if word else ""


def deciding_word(name: str) -> str:
    """The first verb of a name.

    A word that may be a noun counts only at the beginning or end of the name, or alone. A verb in the plural counts
    only if there is no other and it begins the name, as in ``deletes_file``; ``orders`` are things. In Japanese and
    Korean the verb comes last: ``削除済み一覧`` lists, ``一覧削除`` deletes.
    """
    table, words, plurals = tables.rows_by_word("verbs"), key_words(name), plural_places(name)
    prepositions = {word for word in words[1:-1] if len(word) <= _MAX_PREPOSITION and word in tables.words("noun-verb")}
    verbs = [(at, word) for at, word in enumerate(words) if word in table and word not in prepositions]
    if len(verbs) > 1 and not (places := tables.words("mailbox")).isdisjoint(words):
        nouns = tables.words("noun-verb") - tables.words("last-verb")
        others = [it for it in verbs if it[1] not in places]
        others_at = [at for at, word in others if word not in nouns]
        is_place = bool(others_at) and (words[0] not in places or others_at[-1] == len(words) - 1)
        verbs = others if is_place else verbs  # archive_search, delete_trash, but no trash_read_mail
    verbs = [it for it in verbs if it[0] not in plurals] or [
        (at, word) for at, word in verbs if at == 0 and word not in tables.words("noun-verb")
    ]
    if not verbs:
        return ""
    closing = tables.words("closing-verb")
    if words[-1] in closing:
        return words[-1]
    verbs = [it for it in verbs if it[1] not in closing] or verbs
    sure_verbs = [(at, word) for at, word in verbs if word not in tables.words("noun-verb")]
    deciding = verbs[0] if verbs[0][0] == 0 else sure_verbs[0] if sure_verbs else verbs[0]
    begins_with_noun = deciding[0] == 0 and deciding[1] in tables.words("noun-verb")
    if begins_with_noun and verbs[-1][0] == len(words) - 1:
        last_verbs = tables.words("last-verb")
        if len(sure_verbs) == 1:
            deciding = sure_verbs[0]  # message.delete, order_cancel
        elif deciding[1] not in last_verbs and verbs[-1][1] in last_verbs:
            deciding = verbs[-1]  # orders_list, retention_set
    return deciding[1]


_MAX_PREPOSITION: Final = 3
"""Letters of the longest word inside a name that may be a preposition, as in ``citas_del_dia``, rather than a verb."""


def _gravest_verb_of(words: tuple[str, ...]) -> Verb:
    """The gravest verb of a name that says several."""
    table = tables.rows_by_word("verbs")
    return _gravest_verb({as_verb(table[word]["class"]) for word in words if word in table})


def _gravest_verb(verbs: set[Verb]) -> Verb:
    """The gravest of some verbs, empty for none."""
    return next((verb for verb in _VERBS_BY_GRAVITY if verb in verbs), "")


_VERBS_BY_GRAVITY: Final[tuple[Verb, ...]] = ("pays", "deletes", "grants", "runs", "sends", "writes", "reads")


def as_verb(name: str) -> Verb:
    """The class of that name; empty for any other."""
    match name:
        case "reads" | "writes" | "sends" | "pays" | "grants" | "deletes" | "runs":
            return name
    return ""


def _words_without_verb(name: str) -> tuple[str, ...]:
    """The words of a name without the verb, so that *checkout* in ``git_checkout`` is no till."""
    words, word = key_words(name), deciding_word(name)
    is_verb = bool(word) and tables.rows_by_word("verbs")[word]["class"] in ("writes", "reads")
    return tuple(other for other in words if other != word) if is_verb else words


def _object_row(words: tuple[str, ...]) -> tables.Row | None:
    """The row for the object of a name: its last known noun, which is the narrowest."""
    table = tables.rows_by_word("objects")
    return next((table[word] for word in reversed(words) if word in table), None)


def _verb_of_operations(arguments: JsonObject, batch: Inputs | None) -> Verb:
    """The gravest verb of the operation inputs of a call.

    ``batch``: all inputs of a tool that may run several operations; then grave ones inside of other inputs count too.
    None for another tool: there an event, a service or a task is a thing, whatever it is called.
    """
    noted = frozenset[str]() if batch is not None else tables.words("noted-operation")
    asked = {name: value for name, value in arguments.items() if noted.isdisjoint(key_words(name))}
    read = {value: _class_of_names("", value).verb for value in _operations(asked)}
    outer = {verb for value, verb in read.items() if verb != "reads" or " " not in value}  # words may go on otherwise
    inner = {_verb_of_name(name) for name in _nested_operations(batch or ())}
    return _gravest_verb(outer | (inner & _GRAVE_VERBS))


def _operations(arguments: JsonObject) -> Iterator[str]:
    """The values of the operation inputs."""
    for name, value in islice(arguments.items(), _MAX_INPUTS):
        text = value.strip() if isinstance(value, str) and is_operation(name) else ""
        if text and _names_operation(name, text):
            yield text


def _names_operation(key: str, text: str) -> bool:
    """Whether a text in an operation input is a name: ``delete_user``, or ``delete user`` where that is no command."""
    form = _NAME if tables.words("one-word-operation").isdisjoint(key_words(key)) else _IDENTIFIER
    return len(text) <= MAX_OPERATION and form.fullmatch(text) is not None


def mutation_of_call(subject: Subject) -> str:
    """The name of the gravest field of a GraphQL mutation among inputs that are not plain, empty for none."""
    return mutation_in(subject.server, subject.tool, inputs_of(subject)) or ""


def operations_in(subject: Subject) -> tuple[str, ...]:
    """The names of operations in the inputs of a call that are not plain."""
    may_batch = _class_of_names(subject.server[:_MAX_NAME], subject.tool[:_MAX_NAME]).verb in _UNCLEAR_VERBS
    runs_later = not tables.words("automation").isdisjoint(key_words(subject.tool[:_MAX_NAME]))
    nested = _nested_operations(inputs_of(subject)) if may_batch or runs_later else ()
    return (*_operations(subject.arguments), *nested)


def _nested_operations(inputs: Inputs) -> Iterator[str]:
    """The operations inside other inputs, as in a batch. Filters and patches of documents (RFC 6902) do not count."""
    for steps, value, container in inputs:
        if not isinstance(value, str) or "path" in container:
            continue
        names = [step for step in steps if isinstance(step, str)]
        if any(not tables.words("describing").isdisjoint(key_words(name)) for name in names[:-1]):
            continue
        if len(names) > 1 and is_operation(names[-1]) and _names_operation(names[-1], value):
            yield value


_UNCLEAR_VERBS: Final = ("", "runs")
_GRAVE_VERBS: Final[frozenset[Verb]] = frozenset({"pays", "deletes", "grants"})
