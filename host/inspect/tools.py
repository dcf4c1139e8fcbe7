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
from urllib.parse import unquote

from msgspec import Struct

from host.inspect import tables
from host.inspect.graphql import mutations_in
from host.inspect.subject import Subject, inputs_in, name_of, once
from host.model import JsonObject, JsonValue
from host.naming import CODE, Verb, key_words, plural_places
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
_VERB_OF_METHOD: Final[dict[str, Verb]] = {
    "GET": "reads",
    "HEAD": "reads",
    "DELETE": "deletes",
    "POST": "sends",
    "PUT": "writes",
    "PATCH": "writes",
}
"""The verb class of each method of HTTP (RFC 9110 §9.3)."""
_WORD_OF_METHOD: Final = {"POST": "create", "PUT": "update", "PATCH": "update", "DELETE": "delete"}
"""The verb in a tool name made from a request with that method."""
_SEGMENT: Final = linear(r"[A-Za-z][A-Za-z._:-]*[0-9]?")
_PATH: Final = linear(r"(?:[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*)?([^?#;]*)")
"""The path of a URL, or a path alone (RFC 3986 §3)."""
_MAX_SEGMENTS: Final = 2
"""Last segments of a path that name the resource."""
_ADDITION_WORDS: Final = frozenset({"add", "numbers", "number", "two", "sum"})
_OPERANDS: Final = frozenset(
    "first second number num value val left right augend addend summand operand term float int integer".split()
)
"""Names of inputs that are mere numbers. Any other name may be that of a changed object."""
_DRY_RUN: Final = frozenset("dryrun preview simulate validateonly noop".split())
_IDENTIFIER: Final = linear(r"[^\W\d_]+(?:[_.:-]?[\w]+)*")


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
    by_name = class_of_source(server, tool, arguments)
    verb = _verb_for_recipients(arguments)
    if by_name.verb in ("reads", "") and not verb:
        verb = "sends" if _is_exported(tool[:_MAX_NAME], arguments) else verb_of_switches(arguments)
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
        if isinstance(value, (bool, dict, list)) or _may_tell_deed(name):
            return False
        if isinstance(value, str) and (holds(value, "mutation") or is_public_key(value)):
            return False
    return True


@lru_cache(maxsize=4_096)
def _may_tell_deed(name: str) -> bool:
    receives = tables.words("delivered-to") | tables.words("passed-on-to")
    return is_operation(name) or verb_of_input(name) != "" or not receives.isdisjoint(key_words(name))


def class_of_source(server: str, tool: str, arguments: JsonObject | None = None) -> ToolClass:
    """The class of a tool as the source of a result. Recipients among the inputs do not count."""
    by_name = _class_of_names(server[:_MAX_NAME], tool[:_MAX_NAME])
    if not arguments:
        return by_name
    if (mutation := mutation_in(server, tool, arguments)) is not None:
        return _class_at_least(by_name, _class_of_names("", mutation).verb or "writes", mutation)
    if not (verb := _verb_of_operations(arguments, may_batch=by_name.verb in _UNCLEAR_VERBS)):
        return by_name
    if (resource := resource_of(arguments)) and (by_path := _class_of_names("", resource)).verb in HIGH_IMPACT_VERBS:
        private = by_name.private or by_path.private
        return ToolClass(by_path.verb, by_path.sink or by_name.sink, private, has_verb=True)
    is_credible = verb != "reads" or by_name.verb in _GENERAL_VERBS
    decides = is_credible and by_name.verb in ("", "reads", "writes", "sends", "runs")
    if not decides and verb not in HIGH_IMPACT_VERBS:
        return by_name
    return ToolClass(verb, by_name.sink, by_name.private, has_verb=True)


def _class_at_least(by_name: ToolClass, verb: Verb, name: str) -> ToolClass:
    """The class of a call whose inputs say ``verb``. Inputs never make the class milder."""
    if _gravest_verb({by_name.verb, verb}) == by_name.verb:
        return by_name
    return ToolClass(verb, by_name.sink or _class_of_names("", name).sink, by_name.private, has_verb=True)


def mutation_in(server: str, tool: str, arguments: JsonObject) -> str | None:
    """The name of the gravest field of a GraphQL mutation among the inputs; None if there is no mutation.

    Inputs count as GraphQL only if the tool or server is named for it, or if the tool's name says no more than that
    something runs or is sent. Empty if the field is unknown.
    """
    values = (value for _, value, _ in inputs_in(arguments))
    texts = [value for value in values if isinstance(value, str) and holds(value, "mutation")]
    if not texts:
        return None
    server, tool = server[:_MAX_NAME], tool[:_MAX_NAME]
    is_graphql = not tables.words("graphql").isdisjoint((*key_words(server), *key_words(tool)))
    if not is_graphql and _class_of_names("", tool).verb not in _GENERAL_VERBS:
        return None
    documents = [fields for text in texts[:_MAX_DOCUMENTS] if (fields := mutations_in(text)) is not None]
    if not documents and len(texts) <= _MAX_DOCUMENTS:
        return None
    return min((field for fields in documents for field in fields), key=_gravity_rank, default="")


def _gravity_rank(name: str) -> int:
    return _VERBS_BY_GRAVITY.index(_class_of_names("", name).verb or "writes")


_MAX_DOCUMENTS: Final = 4


def resource_of(arguments: JsonObject) -> str:
    """A tool name for a request over HTTP, made from its method and its path, such as ``delete_users``.

    Empty if the inputs are no such request, or one that only reads.
    """
    verb, path = "", ""
    for name, value in islice(arguments.items(), _MAX_INPUTS):
        if not isinstance(value, str):
            continue
        if len(value) <= MAX_OPERATION and is_operation(name):
            verb = verb or _WORD_OF_METHOD.get(value.strip().upper(), "")
        elif not path and not tables.words("resource").isdisjoint(key_words(name)):
            match = _PATH.match(value[:_MAX_ADDRESS])
            path = unquote(match[1] or "") if match is not None else ""
    if not verb:
        return ""
    segments = [it for it in path.split("/") if len(it) <= MAX_OPERATION and _SEGMENT.fullmatch(it)][-_MAX_SEGMENTS:]
    last_words = key_words(segments[-1])[-1:] if segments else ()
    if not last_words or not (tables.words("listing") | tables.words("rehearsal")).isdisjoint(last_words):
        return ""
    return "_".join((verb, *segments))


@once
def class_of_call(subject: Subject) -> ToolClass:
    """The class of one call."""
    return class_of(subject.server, subject.tool, None if has_plain_inputs(subject) else subject.arguments)


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


def _verb_for_recipients(arguments: JsonObject) -> Verb:
    """The gravest verb of inputs that hold a public key, or name recipients, by the input's name and its address."""
    verbs: set[Verb] = set()
    for steps, value, _ in inputs_in(arguments):
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


def _is_exported(tool: str, arguments: JsonObject) -> bool:
    """Whether an input names where to send what is read: a destination, or a mailbox that an export goes to."""
    names = tables.words("passed-on-to")
    if deciding_word(tool) in tables.words("exporting"):
        names |= tables.words("delivered-to")
    inputs = inputs_in(arguments)
    return any(_is_address(value) and not names.isdisjoint(key_words(name_of(steps))) for steps, value, _ in inputs)


@lru_cache(maxsize=4_096)
def is_operation(key: str) -> bool:
    """Whether an input selects which of several things a tool does."""
    words = key_words(key)
    return not tables.words("operation").isdisjoint(words[-1:])


def is_dry_run(arguments: JsonObject) -> bool:
    """Whether an input says that the call is only a rehearsal."""
    for name, value in islice(arguments.items(), _MAX_INPUTS):
        if value is True and "".join(key_words(name)) in _DRY_RUN:
            return True
    return False


def verb_of_switches(arguments: JsonObject) -> Verb:
    """The gravest verb of the switches that make a call take effect, such as ``commit`` and ``delete_now``.

    A rehearsal switch that is off counts too. Empty for none.
    """
    switches = islice(((steps[-1], value) for steps, value in inputs_and_members(arguments)), _MAX_INPUTS)
    return _gravest_verb({verb_of_switch(name, value) for name, value in switches if isinstance(value, bool)})


def verb_of_switch(name: str, value: bool) -> Verb:
    """The verb of one switch, empty for none."""
    words = key_words(name)
    if not value:
        return "writes" if "".join(words) in _DRY_RUN - {"preview"} else ""  # it may only ask for no preview image
    earnest_words = tables.words("in-earnest")
    now_words = tables.words("now")
    if not earnest_words.isdisjoint(words) and (earnest_words | now_words).issuperset(words):
        return "writes"
    if len(words) > 1 and words[0] in earnest_words:
        words = words[1:]  # confirm_purchase
    adverbs = now_words | tables.words("for-good")
    rest = [word for word in words if word not in adverbs]  # further words may negate it or name an object
    verb = sure_verb(rest[0]) if len(rest) == 1 else ""
    if len(rest) > 1 and tables.words("kept-thing").issuperset(rest[1:]) and sure_verb(rest[0]) == "deletes":
        verb = "deletes"
    return verb if verb in HIGH_IMPACT_VERBS and verb != "runs" else ""


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
    if (
        not verb
        and "transfer" in words
        and (of_bank or not tables.words("money").isdisjoint(set(words) - {"transfer"}))
    ):
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

    A word that may be a noun counts only at the beginning or end of the name, or alone. One in the plural counts only
    if there is no other verb and it begins the name, as in ``deletes_file``: ``conversations_replies`` has no verb.
    """
    table, words, plurals = tables.rows_by_word("verbs"), key_words(name), plural_places(name)
    inside = range(1, len(words) - 1)
    verbs = [(at, word) for at, word in enumerate(words) if word in table and not (at in inside and _is_particle(word))]
    verbs = [it for it in verbs if it[0] not in plurals] or [
        (at, word) for at, word in verbs if at == 0 and (len(words) == 1 or word not in tables.words("noun-verb"))
    ]
    if not verbs:
        return ""
    sure_verbs = [(at, word) for at, word in verbs if word not in tables.words("noun-verb")]
    deciding = verbs[0] if verbs[0][0] == 0 else sure_verbs[0] if sure_verbs else verbs[0]
    if deciding[0] == 0 and deciding[1] in tables.words("noun-verb") and verbs[-1][0] == len(words) - 1:
        if len(sure_verbs) == 1 and sure_verbs[0] == verbs[-1]:
            deciding = sure_verbs[0]  # message.delete, order_cancel
        elif (
            all(it == verbs[-1] for it in sure_verbs)
            and deciding[1] not in tables.words("last-verb")
            and verbs[-1][1] in tables.words("last-verb")
        ):
            deciding = verbs[-1]  # orders_list, retention_set
    return deciding[1]


def _is_particle(word: str) -> bool:
    """Whether a short word inside a name may be a preposition, as in ``citas_del_dia``, rather than a verb."""
    return len(word) <= _MAX_PARTICLE and word in tables.words("noun-verb")


_MAX_PARTICLE: Final = 3


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


def _verb_of_operations(arguments: JsonObject, *, may_batch: bool) -> Verb:
    """The gravest verb of the operation inputs of a call.

    ``may_batch``: whether the tool may run several operations; then grave ones inside of other inputs count too. Of
    another tool an event, a service or a task is a thing, whatever it is called.
    """
    noted = frozenset[str]() if may_batch else tables.words("noted-operation")
    operations = ((key_words(name), value) for name, value in _operations(arguments))
    outer = {
        _verb_of_operation(value, may_be_sentence=CODE.isdisjoint(words))
        for words, value in operations
        if noted.isdisjoint(words)
    }
    inner = {_verb_of_name(name) for name in _nested_operations(arguments)} if may_batch else set[Verb]()
    return _gravest_verb(outer | (inner & _GRAVE_VERBS))


def _operations(arguments: JsonObject) -> Iterator[tuple[str, str]]:
    """The names and values of the operation inputs."""
    for name, value in islice(arguments.items(), _MAX_INPUTS):
        if isinstance(value, str) and is_operation(name) and 0 < len(text := value.strip()) <= MAX_OPERATION:
            yield name, text


@once
def request_in(subject: Subject) -> str:
    """A tool name for the GraphQL mutation or HTTP request among the inputs, empty for none."""
    if has_plain_inputs(subject):
        return ""
    return mutation_in(subject.server, subject.tool, subject.arguments) or resource_of(subject.arguments)


@once
def operations_in(subject: Subject) -> tuple[str, ...]:
    """The names of operations in the inputs of a call."""
    if has_plain_inputs(subject):
        return ()
    operations = [it for _, it in _operations(subject.arguments) if _IDENTIFIER.fullmatch(it) is not None]
    may_batch = _class_of_names(subject.server[:_MAX_NAME], subject.tool[:_MAX_NAME]).verb in _UNCLEAR_VERBS
    runs_later = not tables.words("automation").isdisjoint(key_words(subject.tool[:_MAX_NAME]))
    return (*operations, *(_nested_operations(subject.arguments) if may_batch or runs_later else ()))


def _nested_operations(arguments: JsonObject) -> Iterator[str]:
    """The operations inside other inputs, as in a batch or in what a rule does: ``{"actions": {"delete": true}}``.

    Filters do not count, nor do patches of documents: an object with ``op`` and ``path`` is one (RFC 6902).
    """
    for steps, value, container in inputs_in(arguments):
        names = [step for step in steps if isinstance(step, str)]
        if len(names) < 2 or any(not tables.words("describing").isdisjoint(key_words(name)) for name in names[:-1]):
            continue
        if value is True and is_operation(names[-2]) and len(names[-1]) <= MAX_OPERATION:
            yield names[-1]
        elif (
            isinstance(value, str)
            and len(value) <= MAX_OPERATION
            and is_operation(names[-1])
            and "path" not in container
            and _IDENTIFIER.fullmatch(value) is not None
        ):
            yield value


_UNCLEAR_VERBS: Final = ("", "runs")
_GRAVE_VERBS: Final[frozenset[Verb]] = frozenset({"pays", "deletes", "grants"})


def _verb_of_operation(operation: str, *, may_be_sentence: bool) -> Verb:
    """The verb of an operation: of its name, else of its words if one of them is grave.

    ``may_be_sentence``: whether the tool does what several words say. A tool with a verb of its own may store those of
    an event or a task, and code is left to parsers.
    """
    if method := _VERB_OF_METHOD.get(operation.upper()):
        return method
    if _IDENTIFIER.fullmatch(operation):
        return _class_of_names("", operation).verb
    gravest = _gravest_verb_of(key_words(operation)) if may_be_sentence else ""
    return gravest if gravest in _GRAVE_VERBS else ""
