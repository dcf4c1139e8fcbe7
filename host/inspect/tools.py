"""What a tool does and where that ends: its verb class and its sink (pure).

Owns: reading a tool's name, its server's name and its operation inputs by the tables ``verbs`` and ``objects``.
Invariants: names are a server's and may lie: a class makes a finding graver or a grant narrower, never the other way
where nobody vouched for the server; the same names always have the same class.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

from msgspec import Struct

from host.inspect import tables
from host.inspect.graphql import mutations_in
from host.model import JsonObject, JsonValue
from host.naming import CODE, Verb, key_words
from host.patterns import linear

if TYPE_CHECKING:
    from host.inspect.subject import Subject

CHANGING: Final[frozenset[Verb]] = frozenset({"writes", "sends", "pays", "grants", "deletes", "runs"})
HIGH_IMPACT_VERBS: Final[frozenset[Verb]] = frozenset({"sends", "pays", "grants", "deletes", "runs"})
"""Verbs for which no standing permission covers any inputs at all."""
OUTSIDE: Final = frozenset({"mail", "chat", "web", "public", "forge", "bank"})
"""Sinks in which somebody else than the person gets what is sent."""

_LOOKED_AT: Final = 64
"""Inputs that are looked at for an operation."""
LONGEST_OPERATION: Final = 40
"""Characters of an operation's name."""
_METHODS: Final[dict[str, Verb]] = {
    "GET": "reads",
    "HEAD": "reads",
    "DELETE": "deletes",
    "POST": "sends",
    "PUT": "writes",
    "PATCH": "writes",
}
_METHOD_WORDS: Final = {"POST": "create", "PUT": "update", "PATCH": "update", "DELETE": "delete"}
"""What a method does to what a path names (RFC 9110 §9.3)."""
_SEGMENT: Final = linear(r"[A-Za-z][A-Za-z._:-]*[0-9]?")
_PATH: Final = linear(r"(?:[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*)?([^?#;]*)")
"""Of a URL, or of what begins as its path does (RFC 3986 §3)."""
_SEGMENTS: Final = 2
"""Of a path, from its end, that say what it names."""
_SUM: Final = frozenset({"add", "numbers", "number", "two", "sum"})
_OPERANDS: Final = frozenset(
    "first second number num value val left right augend addend summand operand term float int integer".split()
)
"""What inputs are called that are numbers and nothing else: any other name may be that of what is changed."""
_DRY: Final = frozenset("dryrun preview simulate validateonly noop".split())
_IDENTIFIER: Final = linear(r"[^\W\d_]+(?:[_.:-]?[\w]+)*")


class ToolClass(Struct, frozen=True):
    """What a tool does.

    Attributes:
        verb: see ``Verb``.
        sink: where it ends, a ``sink`` of the table ``objects``; empty where nothing tells.
        private: whether what it brings back is nobody else's business.
        known: whether a verb was found; of a tool without one, a call may do anything.
    """

    verb: Verb
    sink: str
    private: bool
    known: bool

    @property
    def changes(self) -> bool:
        """Whether it changes something, as far as its name tells; what is not known counts as changing."""
        return self.verb != "reads"

    @property
    def outside(self) -> bool:
        """Whether somebody else than the person gets what it sends."""
        return self.sink in OUTSIDE


def class_of(server: str, tool: str, arguments: JsonObject | None = None) -> ToolClass:
    """The class of a tool, and of one call of it where ``arguments`` are given (an operation named there decides)."""
    made = class_of_source(server, tool, arguments)
    whom = _of_recipients(arguments) if arguments else ""
    if arguments and made.verb in ("reads", "") and not whom:
        whom = "sends" if _is_handed_on(arguments) else in_earnest(arguments)
    if not whom or _gravest({made.verb, whom}) == made.verb:
        return made
    return ToolClass(whom, made.sink, made.private, known=True)


def class_of_source(server: str, tool: str, arguments: JsonObject | None = None) -> ToolClass:
    """The same, as its result is read: whom else an input names to be told changes nothing about who wrote that."""
    named = _of_names(server[:128], tool[:128])
    if not arguments:
        return named
    if (mutation := mutation_in(server, tool, arguments)) is not None:
        return _at_least(named, _of_names("", mutation).verb or "writes", mutation)
    if not (verb := _of_operation(arguments, batches=named.verb in _UNSURE)):
        return named
    if (resource := resource_of(arguments)) and (by_path := _of_names("", resource)).verb in HIGH_IMPACT_VERBS:
        private = named.private or by_path.private
        return ToolClass(by_path.verb, by_path.sink or named.sink, private, known=True)
    general = named.verb in ("", "reads", "writes", "sends", "runs") and (verb != "reads" or named.verb in _GENERAL)
    return ToolClass(verb, named.sink, named.private, known=True) if general or verb in HIGH_IMPACT_VERBS else named


def _at_least(named: ToolClass, verb: Verb, what: str) -> ToolClass:
    """The class of a call that does, by its inputs, at least what ``verb`` says; they make nothing milder."""
    if _gravest({named.verb, verb}) == named.verb:
        return named
    return ToolClass(verb, named.sink or _of_names("", what).sink, named.private, known=True)


def mutation_in(server: str, tool: str, arguments: JsonObject) -> str | None:
    """The field of a GraphQL mutation among the inputs that does most, by its name; None where there is none.

    Only a tool that is named for GraphQL, or whose name tells nothing surer than that something runs or is sent, takes
    a document for more than a text. Empty where the field is not known.
    """
    texts = [value for _, value, _ in _inputs(arguments) if isinstance(value, str) and "mutation" in value]
    if not texts:
        return None
    server, tool = server[:_LONGEST_NAME], tool[:_LONGEST_NAME]
    named = not tables.named("graphql").isdisjoint((*key_words(server), *key_words(tool)))
    if not named and _of_names("", tool).verb not in _GENERAL:
        return None
    found = [fields for text in texts[:_DOCUMENTS] if (fields := mutations_in(text)) is not None]
    if not found and len(texts) <= _DOCUMENTS:
        return None
    return min((field for fields in found for field in fields), key=_rank_of_name, default="")


def _rank_of_name(name: str) -> int:
    return _GRAVEST.index(_of_names("", name).verb or "writes")


_DOCUMENTS: Final = 4


def _inputs(arguments: JsonObject) -> Iterator[tuple[tuple[str, ...], JsonValue, JsonObject]]:
    """Every value with the names that it stands under and the object that it stands in, the outermost first."""
    left = _INNER
    level: list[tuple[tuple[str, ...], JsonValue, JsonObject]] = [
        ((name,), value, arguments) for name, value in islice(arguments.items(), _INNER)
    ]
    while level and left > 0:
        below: list[tuple[tuple[str, ...], JsonValue, JsonObject]] = []
        for names, value, beside in level[:left]:
            yield names, value, beside
            if isinstance(value, dict):
                below += [((*names, key), it, value) for key, it in islice(value.items(), left)]
            elif isinstance(value, list):
                below += [(names, it, beside) for it in value[:left]]
        left -= len(level)
        level = below


_INNER: Final = 1_000
"""Values of one call that are looked at for what it is to do."""


def resource_of(arguments: JsonObject) -> str:
    """The name that a tool would have which did what a request over HTTP does: its method, and what its path names.

    Empty where it names none, or is one that only looks something up.
    """
    word, path = "", ""
    for name, value in islice(arguments.items(), _LOOKED_AT):
        if not isinstance(value, str):
            continue
        if len(value) <= LONGEST_OPERATION and is_operation(name):
            word = word or _METHOD_WORDS.get(value.strip().upper(), "")
        elif not path and not tables.named("resource").isdisjoint(key_words(name)):
            found = _PATH.match(value[:_ADDRESS])
            path = unquote(found[1] or "") if found is not None else ""
    if not word:
        return ""
    segments = [it for it in path.split("/") if len(it) <= LONGEST_OPERATION and _SEGMENT.fullmatch(it)][-_SEGMENTS:]
    last = key_words(segments[-1])[-1:] if segments else ()
    if not last or not (tables.named("listing") | tables.named("rehearsal")).isdisjoint(last):
        return ""
    return "_".join((word, *segments))


def class_of_call(subject: Subject) -> ToolClass:
    """The class of one call."""
    return subject.once(_of_subject)


def _of_subject(subject: Subject) -> ToolClass:
    return class_of(subject.server, subject.tool, subject.arguments)


_GENERAL: Final = ("", "sends", "runs")
"""Verbs of tools of which an operation may say that it only reads."""


@lru_cache(maxsize=4_096)
def verb_of_input(key: str) -> Verb:
    """What an input's name says is done with its value, as of ``share_with``, ``email_to`` and ``notify``."""
    words = key_words(key)
    table = tables.words("verbs")
    if len(words) > 1 and words[-1] in _TOWARDS and words[-2] in table:
        verb = as_verb(table[words[-2]]["class"])
    elif len(words) == 1 and words[0] in table and words[0] not in tables.named("noun-verb"):
        verb = as_verb(table[words[0]]["class"])
    else:
        verb = ""
    return verb if verb in ("sends", "grants", "pays") else ""


@lru_cache(maxsize=4_096)
def says_deed(name: str) -> bool:
    """Whether a name, or a value of one word, says that more is done than to read: ``purge``, ``charge_now``."""
    table = tables.words("verbs")
    words = key_words(name[:_LONGEST_NAME])
    sure = (word for word in words if word in table and word not in tables.named("noun-verb"))
    wanted = tables.named("new-value") | tables.named("undone")
    more = not wanted.isdisjoint(words) or any(table[word]["class"] != "reads" for word in sure)
    return len(name) > _LONGEST_NAME or more


_LONGEST_NAME: Final = 128
_TOWARDS: Final = frozenset({"to", "with"})


def _of_recipients(arguments: JsonObject) -> Verb:
    """What is done to whom an input names, by its name and an address in it."""
    stack, left = list(islice(arguments.items(), _LOOKED_AT)), _LOOKED_AT
    found: set[Verb] = set()
    while stack and left > 0:
        (name, value), left = stack.pop(), left - 1
        if isinstance(value, dict):
            stack.extend(islice(value.items(), _LOOKED_AT))
        elif verb := verb_of_input(name):
            told = islice(value if isinstance(value, list) else [value], _LOOKED_AT)
            if any(map(_names_somebody, told)):
                found.add(verb)
    return _gravest(found)


def _names_somebody(value: JsonValue) -> bool:
    return isinstance(value, str) and len(value) <= _ADDRESS and ("@" in value or "://" in value)


_ADDRESS: Final = 2_048


def _is_handed_on(arguments: JsonObject) -> bool:
    """Whether what is read goes to a place that an input names, as that of an export does."""
    return any(
        "destination" in key_words(name) and _names_somebody(value)
        for name, value in islice(arguments.items(), _LOOKED_AT)
    )


def is_operation(key: str) -> bool:
    """Whether an input says which of several things a tool is to do."""
    words = key_words(key)
    return not tables.named("operation").isdisjoint(words[-1:])


def is_dry(arguments: JsonObject) -> bool:
    """Whether an input says that nothing is done."""
    return any(
        value is True and "".join(key_words(name)) in _DRY for name, value in islice(arguments.items(), _LOOKED_AT)
    )


def in_earnest(arguments: JsonObject) -> Verb:
    """What a switch says is done that else is only worked out, as of ``commit`` and ``delete_now``; empty for nothing.

    So does the one for a rehearsal that is off.
    """
    switches = islice(((steps[-1], value) for steps, value in members(arguments)), _LOOKED_AT)
    return _gravest({of_switch(name, value) for name, value in switches if isinstance(value, bool)})


def of_switch(name: str, value: bool) -> Verb:
    """The same of one switch."""
    words = key_words(name)
    if not value:
        return "writes" if "".join(words) in _DRY - {"preview"} else ""  # a picture of it may be what is not wanted
    earnest = tables.named("in-earnest")
    now = tables.named("now")
    if not earnest.isdisjoint(words) and (earnest | now).issuperset(words):
        return "writes"
    beside = now | tables.named("for-good")
    deeds = [word for word in words if word not in beside]  # what stands beside it may forbid it, or say of what
    deed = sure_verb(deeds[0]) if len(deeds) == 1 else ""
    if len(deeds) > 1 and tables.named("kept-thing").issuperset(deeds[1:]) and sure_verb(deeds[0]) == "deletes":
        deed = "deletes"
    return deed if deed in HIGH_IMPACT_VERBS and deed != "runs" else ""


def members(arguments: JsonObject) -> Iterator[tuple[tuple[str, ...], JsonValue]]:
    """The inputs with the steps to them, then the members of those that are objects and do more than choose."""
    yield from (((name,), value) for name, value in arguments.items())
    for name, value in arguments.items():
        if isinstance(value, dict) and tables.named("choosing").isdisjoint(key_words(name)):
            yield from (((name, inner), member) for inner, member in value.items())


def sure_verb(word: str) -> Verb:
    """What a verb that is no noun as well does; empty for any other word."""
    return "" if word in tables.named("noun-verb") else _of_names("", word).verb


def is_sum(tool: str, inputs: JsonObject) -> bool:
    """Whether the name is a bare ``add``, and all that is given are numbers called nothing else."""
    words = key_words(tool)
    plain = "add" in words and _SUM.issuperset(words) and 0 < len(inputs) <= _LOOKED_AT
    return plain and all(_is_operand(key) and _are_numbers(value) for key, value in inputs.items())


def _is_operand(key: str) -> bool:
    words = key_words(key)
    return bool(words) and all(len(word) == 1 or word.isdigit() or word in _OPERANDS for word in words)


def _are_numbers(value: JsonValue) -> bool:
    listed = value if isinstance(value, list) else [value]
    numbers = (isinstance(it, (int, float)) and not isinstance(it, bool) for it in listed)
    return 0 < len(listed) <= _LOOKED_AT and all(numbers)


@lru_cache(maxsize=2_048)
def _of_names(server: str, tool: str) -> ToolClass:
    words = key_words(tool)
    verb = _graver(words) if "and" in words else _verb(words)
    if (
        verb in ("", "sends", "writes")
        and not tables.named("money").isdisjoint(words)
        and not tables.named("making").isdisjoint(words)
    ):
        verb = "pays"
    if not verb and "transfer" in words and not tables.named("money").isdisjoint(set(words) - {"transfer"}):
        verb = "pays"
    if not verb and words and words[-1] in tables.named("listing"):
        verb = "reads"
    if verb == "runs" and not tables.named("query").isdisjoint(words):
        verb = ""  # what it does is for the statement to say
    elif verb == "runs" and not tables.named("report").isdisjoint(words):
        verb = "reads"
    if verb in ("", "sends", "writes") and "transfer" in words and not tables.named("handed-over").isdisjoint(words):
        verb = "grants"
    around = _object(key_words(server))
    object_ = _object(_nouns(words)) or (_object(words) if verb == "reads" else None) or around or _object(words)
    if (
        verb == "writes"
        and object_ is not None
        and object_["sink"] == "rights"
        and not (
            tables.named("right").isdisjoint(words)
            and (tables.named("insider").isdisjoint(words) or tables.named("making").isdisjoint(words))
        )
    ):
        verb = "grants"
    sink = object_["sink"] if object_ is not None else ""
    if sink in ("files", "records", "") and around is not None and around["sink"] in OUTSIDE | {"storage"}:
        sink, object_ = around["sink"], around
    private = object_ is None or object_["reads"] == "private"
    return ToolClass(verb, sink, private, known=bool(verb))


def plain_verb(tool: str, verb: Verb) -> str:
    """The plain verb that the name of a tool of that class says; empty where the table has none, or it says several."""
    words = key_words(tool[:128])
    word = "" if "and" in words or "or" in words else deciding_word(words)
    row = tables.words("verbs").get(word)
    return row["plain"] if row is not None and row["class"] == verb else ""


def _verb(words: tuple[str, ...]) -> Verb:
    """What the verb says that decides."""
    word = deciding_word(words)
    return as_verb(tables.words("verbs")[word]["class"]) if word else ""


def deciding_word(words: tuple[str, ...]) -> str:
    """The first verb; one that may be a noun counts where it begins or ends the name, or stands alone."""
    table = tables.words("verbs")
    inside = range(1, len(words) - 1)
    found = [(at, it) for at, it in enumerate(words) if it in table and not (at in inside and _is_particle(it))]
    if not found:
        return ""
    sure = [(at, word) for at, word in found if word not in tables.named("noun-verb")]
    first = found[0] if found[0][0] == 0 else sure[0] if sure else found[0]
    if first[0] == 0 and first[1] in tables.named("noun-verb") and found[-1][0] == len(words) - 1:
        if len(sure) == 1 and sure[0] == found[-1]:
            first = sure[0]  # message.delete, order_cancel
        elif (
            all(each == found[-1] for each in sure)
            and first[1] not in tables.named("last-verb")
            and found[-1][1] in tables.named("last-verb")
        ):
            first = found[-1]  # orders_list, retention_set
    return first[1]


def _is_particle(word: str) -> bool:
    """Whether a short word inside a name may be a preposition, as in ``citas_del_dia``, rather than a verb."""
    return len(word) <= _PARTICLE and word in tables.named("noun-verb")


_PARTICLE: Final = 3


def _graver(words: tuple[str, ...]) -> Verb:
    """Of a name that says that it does several things, the one that does most."""
    table = tables.words("verbs")
    return _gravest({as_verb(table[word]["class"]) for word in words if word in table})


def _gravest(verbs: set[Verb]) -> Verb:
    """The one that does most."""
    return next((verb for verb in _GRAVEST if verb in verbs), "")


_GRAVEST: Final[tuple[Verb, ...]] = ("pays", "deletes", "grants", "runs", "sends", "writes", "reads")


def as_verb(name: str) -> Verb:
    """The class of that name; empty for any other."""
    match name:
        case "reads" | "writes" | "sends" | "pays" | "grants" | "deletes" | "runs":
            return name
    return ""


def _nouns(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words without the verb: *checkout* of ``git_checkout`` is no till, *fetch* of ``notion-fetch`` no page."""
    word = deciding_word(words)
    is_verb = bool(word) and tables.words("verbs")[word]["class"] in ("writes", "reads")
    return tuple(it for it in words if it != word) if is_verb else words


def _object(words: tuple[str, ...]) -> tables.Row | None:
    """What is acted on: by the last noun that is known, for that is the narrowest."""
    table = tables.words("objects")
    return next((table[word] for word in reversed(words) if word in table), None)


def _of_operation(arguments: JsonObject, *, batches: bool) -> Verb:
    """The gravest thing that an input for the operation asks for; several such inputs may stand in one call.

    ``batches``: whether the tool may be one for several operations, of which grave ones inside other inputs count.
    """
    outer = {_asked_for(it, is_code=not CODE.isdisjoint(key_words(name))) for name, it in _operations(arguments)}
    inner = {_verb(key_words(it)) for it in _inner(arguments)} if batches else set[Verb]()
    return _gravest(outer | (inner & _GRAVE))


def _operations(arguments: JsonObject) -> Iterator[tuple[str, str]]:
    """The inputs for the operation, by their names, and what each asks for."""
    for name, value in islice(arguments.items(), _LOOKED_AT):
        if isinstance(value, str) and is_operation(name) and 0 < len(said := value.strip()) <= LONGEST_OPERATION:
            yield name, said


def request_in(subject: Subject) -> str:
    """The name that a tool would have which did what a mutation or a request over HTTP among the inputs does."""
    return subject.once(
        lambda it: mutation_in(it.server, it.tool, it.arguments) or resource_of(it.arguments), "request"
    )


def operations_in(subject: Subject) -> tuple[str, ...]:
    """The names of operations that the inputs of a call ask for."""
    return subject.once(_operations_in)


def _operations_in(subject: Subject) -> tuple[str, ...]:
    outer = [it for _, it in _operations(subject.arguments) if _IDENTIFIER.fullmatch(it) is not None]
    batches = _of_names(subject.server[:128], subject.tool[:128]).verb in _UNSURE
    later = not tables.named("automation").isdisjoint(key_words(subject.tool[:128]))
    return (*outer, *(_inner(subject.arguments) if batches or later else ()))


def _inner(arguments: JsonObject) -> Iterator[str]:
    """The operations inside other inputs, as of a batch, but for those that something is chosen by, and for patches.

    An object with ``op`` and ``path`` changes a document (RFC 6902).
    """
    for names, value, beside in _inputs(arguments):
        if len(names) > 1 and isinstance(value, str) and len(value) <= LONGEST_OPERATION and is_operation(names[-1]):
            described = any(not tables.named("describing").isdisjoint(key_words(name)) for name in names[:-1])
            if not described and "path" not in beside and _IDENTIFIER.fullmatch(value) is not None:
                yield value


_UNSURE: Final = ("", "runs")
_GRAVE: Final[frozenset[Verb]] = frozenset({"pays", "deletes", "grants"})


def _asked_for(operation: str, *, is_code: bool) -> Verb:
    """What an operation does: by its verb where it is a name, else by the gravest of its words where that is grave.

    Code is read by whoever parses it.
    """
    if method := _METHODS.get(operation.upper()):
        return method
    if _IDENTIFIER.fullmatch(operation):
        return _verb(key_words(operation))
    gravest = "" if is_code else _graver(key_words(operation))
    return gravest if gravest in _GRAVE else ""
