"""What is remembered of a result: which values it brought, and who wrote them (pure).

Owns: the index of one result, made in one linear pass when the result arrives. A value that *is* a field of a record
(an id, a contact's address, the key of a row) is the server's data; a value found *inside* prose is its author's,
whoever's tool fetched it. Invariants: the index is bounded; comparing a value with it costs no more however much it
holds; texts of fields in which people write (a body, a title, a comment) are prose, even where they are one word.

How fields are told: structured content, and a text that is JSON, are records. A text of ``name: value`` lines, of table
rows or of CSV is a record only where the tool lists or looks things up; the text of a document (a file, a page, a mail)
is prose throughout, for its author can write such lines too.
"""

from __future__ import annotations

import html
import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, NamedTuple

from host.inspect.instructions import Order, orders_in
from host.inspect.invisible import read_aloud
from host.inspect.roles import IBAN, IPV4, MAIL, PHONE, URL, WALLET
from host.inspect.tables import named
from host.inspect.tools import ToolClass, says_deed
from host.model import JsonObject, JsonValue
from host.naming import key_words
from host.patterns import linear
from host.text import nfkc, odd_characters

MAX_RESULT: Final = 256 << 10
"""Characters of a result that are looked through."""
MAX_VALUES: Final = 20_000
"""Values of a result that are kept."""
FIELD: Final = 200
"""Characters of a field; longer ones are prose."""
WINDOW: Final = 16
"""Letters and digits of private text that are compared at once."""
STRIDE: Final = 8
"""So many of them lie between two windows that are kept."""
_NODES: Final = 20_000
_OPAQUE: Final = frozenset({"type", "mimeType", "annotations", "_meta", "isError", "data", "blob", "resultType"})
_HEADERS: Final = 16
MAX_HEADER: Final = 2_000
"""Characters of a header."""
_NAME: Final = linear(r"[A-Za-z_][\w .()/-]*")
"""What may stand before the mark in a line ``name: value``."""
_LONGEST_NAME: Final = 41


@dataclass(frozen=True, slots=True)
class ResultIndex:
    """One result.

    Attributes:
        fields: values that are fields of records.
        authors: of those, what names somebody who wrote a text of the record. An answer to that address is the server's
            data; for anything else (money, rights) it counts as the author's own claim.
        prose: words, addresses and numbers inside prose.
        ordered: of those, and of the fields beside them, what stands with an order to the model.
        text: the prose, in one form, to look for values of several words in.
        windows: hashes of pieces of private text.
        private: whether it is nobody else's business.
        order: the gravest order to the model in it, None for none.
        cut: whether the result was longer than what is looked through.
        addresses: of the fields and authors, what has the form of a mail address or a URL, in order.
        size: bytes that it holds, roughly.
    """

    fields: frozenset[str] = frozenset()
    authors: frozenset[str] = frozenset()
    prose: frozenset[str] = frozenset()
    ordered: frozenset[str] = frozenset()
    text: str = field(default="", repr=False)
    windows: frozenset[int] = frozenset()
    order: Order | None = None
    cut: bool = False
    private: bool = False
    addresses: tuple[str, ...] = field(init=False, repr=False, compare=False)
    size: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Pick the addresses and count once: every call is compared with them."""
        size = 2 * len(self.text) + 120 * (len(self.fields) + len(self.prose)) + 60 * len(self.windows)
        object.__setattr__(self, "size", size)
        found = {it for values in (self.fields, self.authors) for it in values if "@" in it or "://" in it}
        object.__setattr__(self, "addresses", tuple(sorted(found)))

    def __repr__(self) -> str:
        """How much, and nothing of what it holds."""
        return f"ResultIndex({len(self.fields)} fields, {len(self.prose)} of prose)"

    def to_json(self) -> JsonObject:
        """As another process hands it over."""
        return {
            "fields": list(self.fields),
            "authors": list(self.authors),
            "prose": list(self.prose),
            "ordered": list(self.ordered),
            "text": self.text,
            "windows": list(self.windows),
            "order": None if self.order is None else [self.order.frame, self.order.evidence, self.order.grave],
            "cut": self.cut,
            "private": self.private,
        }

    @staticmethod
    def from_json(value: JsonObject) -> ResultIndex:
        """The same; raises ValueError or TypeError for anything that ``to_json`` never makes."""
        order = value["order"]
        made = None
        if isinstance(order, list):
            frame, evidence, grave = order
            made = Order(str(frame), str(evidence), grave is True)
        return ResultIndex(
            _strings(value["fields"]),
            _strings(value["authors"]),
            _strings(value["prose"]),
            _strings(value["ordered"]),
            str(value["text"]),
            frozenset(it for it in _list(value["windows"]) if isinstance(it, int)),
            made,
            value["cut"] is True,
            value["private"] is True,
        )


def _list(value: JsonValue) -> list[JsonValue]:
    if not isinstance(value, list):
        raise TypeError("no list")
    return value


def _strings(value: JsonValue) -> frozenset[str]:
    return frozenset(it for it in _list(value) if isinstance(it, str))


def normal(value: str) -> str:
    """A value as it is compared: in one form and case, without the blanks around it."""
    value = value.strip()
    return value.lower() if value.isascii() else nfkc(value).casefold()


def squeezed(value: str) -> str:
    """Of an account, telephone number or the like, letters and digits alone."""
    return "".join(char for char in value if char.isascii() and char.isalnum()).lower()


def named_in(arguments: JsonValue) -> frozenset[str]:
    """What a call's inputs name, in the forms that are compared: short values, and the odd words of longer ones."""
    found: set[str] = set()
    stack, nodes, left = [arguments], _NODES, MAX_RESULT
    while stack and nodes > 0 and len(found) < _NAMED:
        node, nodes = stack.pop(), nodes - 1
        if isinstance(node, dict):
            stack.extend(node.values())
        elif isinstance(node, list):
            stack.extend(node[:_NODES])
        elif isinstance(node, str):
            if len(node) <= FIELD:
                found.update(forms(node))
            text, left = node[:left], left - len(node[:left])
            for piece in islice(_addresses(text), _NAMED):
                found.update(forms(piece))
            if " " in text or "\n" in text:  # what stands in a text that the app wrote is its own, but for plain words
                words = islice((it for it in _words(normal(text)) if not it.isalpha()), _NAMED)
                found.update(it for it in words if len(it) >= _ID)
        elif isinstance(node, int) and not isinstance(node, bool):
            found.add(str(node))
    return frozenset(found)


_NAMED: Final = 2_000
"""Values of one call's inputs that are remembered."""


def squashed(text: str) -> str:
    """A text without what case, blanks and marks make of it."""
    kept = normal(text).encode("utf-8", "surrogatepass").translate(None, _NO_LETTERS).decode("utf-8", "surrogatepass")
    marks = [] if kept.isascii() else [char for char in odd_characters(kept) if not char.isalnum()]
    if len(marks) > _MANY:
        return "".join(filter(str.isalnum, kept))
    for mark in marks:
        kept = kept.replace(mark, "")
    return kept


_NO_LETTERS: Final = bytes(code for code in range(0x80) if not chr(code).isalnum())
_MANY: Final = 32
"""Different marks beyond which it is faster to look at each character."""


def windows_of(text: str, stride: int = 1) -> Iterator[int]:
    """Hashes of the pieces of a squashed text, one each ``stride`` characters."""
    if text.isascii():  # as nearly all are: one encoding for all pieces
        data = text.encode()
        return (zlib.crc32(data[at : at + WINDOW]) for at in range(0, len(text) - WINDOW + 1, stride))
    return (zlib.crc32(text[at : at + WINDOW].encode()) for at in range(0, len(text) - WINDOW + 1, stride))


def index_of(result: JsonValue, tool: ToolClass, name: str) -> ResultIndex:
    """The index of a result.

    Args:
        result: as the server sent it (untrusted): an MCP result, or an error.
        tool: the class of the tool that brought it.
        name: of that tool.
    """
    return _Indexing(tool, name).of(result)


def _loads(text: str) -> JsonValue:
    """JSON that stands in a text: twins among an object's keys all stay, halves of surrogate pairs (RFC 8259 §8.2) go.

    Raises:
        ValueError: it is none. RecursionError: it is nested too deeply.
    """
    value: JsonValue = json.loads(text, object_pairs_hook=_with_twins)
    said = "" if "\\u" not in text else json.dumps(value, ensure_ascii=False)
    whole = said.encode("utf-8", "replace").decode()
    return value if whole == said else json.loads(whole, object_pairs_hook=_with_twins)


def _with_twins(members: list[tuple[str, JsonValue]]) -> JsonObject:
    """An object; the values of keys that are there several times in a list."""
    made = dict(members)
    if len(made) == len(members):
        return made
    values: dict[str, list[JsonValue]] = {}
    for name, value in members:
        values.setdefault(name, []).append(value)
    return {name: several if len(several) > 1 else several[0] for name, several in values.items()}


_ACKNOWLEDGED: Final = frozenset({"writes", "sends", "pays", "grants", "deletes"})
"""Verbs of tools that answer with what they did, which is the server's word; one that runs passes on what was said."""


class _Below(NamedTuple):
    """A part of a record. Attributes: value. prose: whether people write there. author: whether it names who wrote."""

    value: JsonValue
    prose: bool = False
    author: bool = False


class _Indexing:
    """One pass through a result."""

    def __init__(self, tool: ToolClass, name: str) -> None:
        words = key_words(name)
        self._document = not named("document").isdisjoint(words) and named("listing").isdisjoint(words[:1] + words[-1:])
        self._document = self._document or not named("document-verb").isdisjoint(words) or _is_one_letter(name, words)
        self._document = self._document and tool.verb in ("reads", "")
        self._file = self._document and tool.sink in ("files", "web")
        self._says_done = tool.verb in _ACKNOWLEDGED and tool.sink not in ("files", "web") and says_deed(name)
        self._directory = not self._document and not named("directory").isdisjoint(words)
        self._letter = not named("letter").isdisjoint(words) or tool.sink == "mail"
        self._talk = tool.sink == "chat" or not named("talk").isdisjoint(words)  # who: what he says
        self._private = tool.private
        self._fields: set[str] = set()
        self._authors: set[str] = set()
        self._prose: set[str] = set()
        self._ordered: set[str] = set()
        self._texts: list[str] = []
        self._order: Order | None = None
        self._beside: list[str] = []
        self._orders = False
        self._left, self._nodes, self._cut = MAX_RESULT, _NODES, False

    def of(self, result: JsonValue) -> ResultIndex:
        """All of it."""
        if isinstance(result, dict) and isinstance(content := result.get("content"), list):
            for block in content:
                self._block(block)
            self._record(result.get("structuredContent"))
        elif isinstance(result, str):
            self._text(result)
        else:
            self._record(result)
        text = "\n".join(self._texts)
        windows = frozenset(windows_of(squashed(text), STRIDE)) if self._private else frozenset[int]()
        return ResultIndex(
            frozenset(self._fields),
            frozenset(self._authors),
            frozenset(self._prose),
            frozenset(self._ordered),
            text,
            windows,
            self._order,
            self._cut,
            self._private,
        )

    def _block(self, block: JsonValue) -> None:
        if isinstance(block, dict) and isinstance(text := block.get("text"), str):
            self._text(text)
        elif isinstance(block, dict) and isinstance(resource := block.get("resource"), dict):
            if isinstance(text := resource.get("text"), str):
                self._prose_of(text)
        elif isinstance(block, dict):
            self._record({key: it for key, it in block.items() if key not in _OPAQUE})

    def _text(self, text: str) -> None:
        """A block of text: JSON, records line by line, or prose."""
        head = text.lstrip()[:1]
        if head in ("{", "[") and len(text) <= self._left:
            try:
                value = _loads(text)
            except (ValueError, RecursionError):
                value = None
            if isinstance(value, (dict, list)) and not (self._file and _is_file(value)):
                self._record(value)
                return
        if self._document:
            self._prose_of(self._after_headers(text) if self._letter else text)
        else:
            self._lines(text)

    def _after_headers(self, text: str) -> str:
        """A letter's text behind its header block (RFC 5322 §2.2), which is the mail server's and no author's."""
        head, _, body = text.partition("\n\n")
        lines = head.split("\n")
        found = [_named_value(line) for line in lines[:_HEADERS]]
        if len(lines) > _HEADERS or not all(found) or not any(it and it[0].lower() in named("sender") for it in found):
            return text
        said: list[str] = []
        for name, value in filter(None, found):
            if _is_prose(name) or len(value) > MAX_HEADER:
                said.append(value)
            else:
                for piece in value.split(","):
                    self._field(piece.strip(), author=_is_author(name))
        return "\n".join((*said, body))

    def _record(self, value: JsonValue) -> None:
        """Leaves of an object are fields, but for those in which people write."""
        stack: list[_Below] = [_Below(value)]
        while stack and self._take_node():
            node, prose, author = stack.pop()
            if isinstance(node, dict):
                stack.extend(self._of_object(node, author=author))
            elif isinstance(node, list):
                rows = (_Below(it, prose and not isinstance(it, list), author) for it in reversed(node[:_NODES]))
                stack.extend(rows)  # a list in a list is a row of a table, whatever the table is called
            else:
                self._leaf(node, prose=prose, author=author)

    def _of_object(self, node: JsonObject, *, author: bool) -> list[_Below]:
        """Take the leaves of an object; what is below it."""
        self._beside, self._orders = [], False
        below: list[_Below] = []
        for name, child in node.items():
            prose, wrote = _is_prose(name), author or _is_author(name)
            if isinstance(child, (dict, list)):
                below.append(_Below(child, prose, wrote))
            else:
                self._leaf(child, prose=prose, author=wrote)
        if self._orders:  # what stands beside an order in one record is its author's too
            self._ordered.update(self._beside)
        return below

    def _take_node(self) -> bool:
        self._nodes -= 1
        self._cut = self._cut or self._nodes < 0
        return self._nodes >= 0

    def _leaf(self, value: JsonValue, *, prose: bool, author: bool = False) -> None:
        if isinstance(value, bool) or value is None:
            return
        if isinstance(value, str):
            if prose or len(value) > FIELD or "\n" in value.strip() or _is_sentence(value):
                self._prose_of(value)
            else:
                self._field(value, author=author)
        else:
            self._field(str(value))

    def _field(self, value: str, *, author: bool = False) -> None:
        """A value of the server's: whole, and as its address where it is a name with one (``Ana <ana@…>``)."""
        if len(self._fields) < MAX_VALUES and value:
            self._fields.add(normal(value))
            self._beside.append(normal(value))
            if author:
                self._authors.update((normal(value), *(it for piece in _addresses(value) for it in forms(piece))))
            if " " in value or "," in value or ";" in value:
                for piece in _addresses(value):
                    self._fields.update(forms(piece))
                    self._beside.extend(forms(piece))
                if len(value) > 60:  # a sentence that stands in a field is somebody's sentence
                    self._prose_of(value)
            else:
                self._fields.update(forms(value))

    def _lines(self, text: str) -> None:
        """Records as lines or rows; what is indented below a value goes on with it."""
        prose: list[str] = []
        listed: list[str] = []
        inside = -1
        for line in text[: self._left].split("\n"):
            stripped = line.lstrip(" \t-")
            indent = len(line) - len(stripped)
            if inside >= 0 and indent > inside and stripped:
                prose.append(line)
                continue
            inside = -1
            if (cells := _cells(line)) is not None:
                for cell in cells:
                    self._cell(cell, prose)
            elif (found := _named_value(line)) is not None:
                key, value = found[0], found[1].strip().strip("\"'")
                if value in ("|", ">", "|-", ">-"):
                    inside = indent
                elif _is_prose(key) or len(value) > FIELD or (self._talk and _says(value)):
                    prose.append(value)
                    inside = indent
                elif value:
                    self._cell(value, prose, author=_is_author(key))
                    inside = indent
            else:
                prose.append(line if self._talk else self._without_key(line))
                if len(line) <= FIELD and not (self._talk and _says(line)):
                    listed.append(line)
        self._ids(listed)
        self._prose_of("\n".join(prose))

    def _without_key(self, line: str) -> str:
        """A line of a listing behind the key of its record, which is the server's."""
        key, mark, rest = line.strip().partition("  ")
        if mark and " " not in key and any(map(str.isdigit, key)) and not _names_somebody(key):
            self._field(key)
            return rest
        return line

    def _ids(self, lines: list[str]) -> None:
        """Keys of records in lines of a listing, or of what a tool says that it did; addresses are none."""
        for line in lines:
            if self._directory:
                for piece in _addresses(line):
                    self._fields.update(forms(piece))
            if line.strip().count(" ") <= _FEW and not _says(line):
                self._fields.add(normal(line))  # a name in a list or an outline
        for piece in dict.fromkeys(normal("\n".join(lines)).split()):
            if len(piece) >= _ID and any(map(str.isdigit, piece)):
                self._fields.update(word for word in _words(piece) if _may_be_key(word))

    def _cell(self, value: str, prose: list[str], *, author: bool = False) -> None:
        """Few words are a field; more are somebody's, and so is a sentence with an address in it."""
        if value.count(" ") > _FEW or _is_sentence(value):
            prose.append(value)
        else:
            self._field(value, author=author)

    def _prose_of(self, text: str) -> None:
        """Words and addresses of an author's text."""
        if len(text) > self._left:
            text, self._cut = text[: self._left], True
        self._left -= len(text)
        if not text.strip():
            return
        text = text if text.isascii() else read_aloud(text)
        order = orders_in(text)
        said = _as_read(text)
        plain = said.lower() if said.isascii() else said.casefold()  # in the form of ``normal``
        words = set(islice(_words(plain), MAX_VALUES))
        for piece in _addresses(said):
            words.update(forms(piece))
        words.update(tuple(islice(_inner(words), MAX_VALUES)))
        self._texts.append(plain)
        if self._says_done and order is None:
            keys = {it for it in words if it.isdigit() or _may_be_key(it)}
            self._fields |= keys
            words -= keys
        room = MAX_VALUES - len(self._prose)
        self._prose.update(words if len(words) <= room else islice(words, max(room, 0)))
        if order is not None:
            self._order, self._orders = _graver(self._order, order), True
            self._ordered |= words


def accounts_in(text: str) -> Iterator[str]:
    """The account numbers and wallets in a text, as a reader has it, whose check digits are right (ISO 7064, 97-10)."""
    said = _as_read(text)
    for found in islice(IBAN.finditer(said.upper()), MAX_VALUES):
        plain = squeezed(found[0]).upper()
        if plain and int("".join(str(int(char, 36)) for char in plain[4:] + plain[:4])) % 97 == 1:
            yield found[0]
    yield from (found[0] for found in islice(WALLET.finditer(said), MAX_VALUES))


def _as_read(text: str) -> str:
    """A text as whoever reads a page has it: references resolved, without what takes no room, single-spaced."""
    if "&" in text:
        text = html.unescape(text)
    if not text.isascii():
        text = nfkc(text)
        text = text.translate(_NO_ROOM) if _ODD.search(text) else text
    return _single_spaced(text.replace("%40", "@") if "%40" in text else text).strip()


_NO_ROOM: Final = {
    **dict.fromkeys((0xAD, 0xFEFF, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070))),
    **dict.fromkeys(range(0x2010, 0x2016), "-"),
}
"""Characters that nobody sees (Unicode, Default_Ignorable_Code_Point), and hyphens as the one of ASCII."""
_ODD: Final = linear(r"[\x{ad}\x{feff}\x{200b}-\x{2015}\x{202a}-\x{202e}\x{2060}-\x{206f}]")


def _named_value(line: str) -> tuple[str, str] | None:
    """Name and value of a line ``name: value`` or ``name = value``; None for another line."""
    ends = [at for at in (line.find(":"), line.find("=")) if at >= 0]
    if not ends:
        return None
    name, value = line[: min(ends)].strip(" \t"), line[min(ends) + 1 :].lstrip(" \t")
    if name.startswith(("- ", "* ")):
        name = name[2:].lstrip(" ")
    name = name[name.startswith(_QUOTES) : len(name) - name.endswith(_QUOTES)]
    return (name, value) if len(name) <= _LONGEST_NAME and _NAME.fullmatch(name) else None


_QUOTES: Final = ("'", '"')


def _single_spaced(text: str) -> str:
    """``text``, at whose ends are none, with one blank for each run of blanks, tabs and line ends."""
    for mark in "\t\n\x0c\r":
        text = text.replace(mark, " ")
    return " ".join(filter(None, text.split(" "))) if "  " in text else text


def _may_be_key(word: str) -> bool:
    return len(word) >= _ID and any(map(str.isdigit, word)) and not _names_somebody(word)


def _is_sentence(value: str) -> bool:
    """Whether a cell has words around an address, beyond a name: somebody says something of it."""
    if len(value) < _LEAST_SENTENCE:
        return False
    if any(map(str.isdigit, value)) and sum("\u3040" <= char <= "\u9fff" for char in value) >= _IDEOGRAPHS:
        return True
    if not any(mark in value for mark in "@:0123456789"):
        return False
    return _says(value) and any(True for _ in islice(_addresses(value), 1))


def _says(value: str) -> bool:
    """Whether it has words beyond names."""
    return sum(word.isalpha() and word.islower() for word in value.split()) >= _SAYING


_LEAST_SENTENCE: Final = 24
_IDEOGRAPHS: Final = 8
"""Letters of a sentence in a script without blanks, which a name with an address or number seldom has."""
_SAYING: Final = 2
"""Words in lower case beside an address from which on it is a sentence."""


def _names_somebody(word: str) -> bool:
    return (
        "@" in word
        or "://" in word
        or word[:1] == "+"
        or (word.isdigit() and len(word) >= _NUMBER)
        or (word[2:4].isdigit() and bool(IBAN.fullmatch(word.upper())))
    )


_ID: Final = 6
"""Characters of a word that can be a key."""
_FEW: Final = 6
"""Blanks in a value of a record."""


def _is_one_letter(name: str, words: tuple[str, ...]) -> bool:
    """Whether a tool brings one mail or message, by its name: what stands below the headers is its author's."""
    one = words[-1:] != () and words[-1] in named("one-letter") and not name.rstrip("_").endswith("s")
    return one and (named("listing") | named("relation")).isdisjoint(words)


def _is_file(value: JsonValue) -> bool:
    """Whether JSON is the file or page itself, and no record of the tool's around a text in which somebody writes."""
    outer = value[0] if isinstance(value, list) and value else value
    texts = (it for key, it in outer.items() if _is_prose(key)) if isinstance(outer, dict) else ()
    return not any(isinstance(it, str) and (len(it) > FIELD or "\n" in it) for it in texts)


def _graver(one: Order | None, other: Order | None) -> Order | None:
    if one is None or (other is not None and other.grave and not one.grave):
        return other
    return one


def _is_author(key: str) -> bool:
    words = key_words(key)
    return bool(words) and (words[-1] in named("author") or "".join(words) in named("author"))


def _is_prose(key: str) -> bool:
    words = key_words(key)
    return bool(words) and words[-1] in named("prose-field")


def _cells(line: str) -> list[str] | None:
    """The cells of a row of a table or of CSV; None for another line."""
    for mark, fewest in (("|", 1), ("\t", 1), (",", 2), (";", 2)):
        if line.count(mark) >= fewest:
            cells = [cell.strip().strip("\"'`*") for cell in line.strip().strip("|").split(mark)]
            if mark not in ",;" or all(cell.count(" ") <= 3 for cell in cells):
                return cells
    return None


def _inner(words: set[str]) -> Iterator[str]:
    """The hosts and long numbers that stand inside words, as in ``host.example:/in`` and ``arn:aws:iam::1234567``."""
    for word in words:
        if ":" in word or "/" in word or "=" in word:
            for part in word.replace("/", ":").replace("=", ":").replace("@", ":").split(":"):
                if len(part) >= _ID and ("." in part or part.isdigit()):
                    yield part.rstrip(".")


def _words(text: str) -> Iterator[str]:
    """Words of a text that is in one case, each once, without the marks around them."""
    for mark in _MARKS:
        text = text.replace(mark, " ")
    for word in dict.fromkeys(text.split()):
        if word.isalnum():  # as nearly all are: there is nothing to take away
            yield word
        elif stripped := word.rstrip(".:!?-/&%").lstrip("-/."):
            yield stripped
            if stripped[0] in "#@":
                yield stripped[1:]


_MARKS: Final = tuple("\"'`()[]{}<>,;|*=\u201c\u201d\u2018\u2019\u00ab\u00bb\u3001\u3002\uff0c\uff1a")


def _addresses(text: str) -> Iterator[str]:
    """Addresses and numbers that name somebody or something, as they stand."""
    patterns = [pattern for pattern, mark in ((URL, "://"), (MAIL, "@")) if mark in text]
    if len(text) >= _NUMBER and any(digit in text for digit in "0123456789"):
        patterns += [IBAN, WALLET, PHONE]
    for pattern in patterns:
        for found in islice(pattern.finditer(text), MAX_VALUES):
            yield found[1] if pattern is PHONE else found[0].rstrip(".,;:!?)'*_]")


def forms(value: str) -> Iterator[str]:
    """The forms in which a value is compared: itself, without its marks where it is a number, and its host."""
    plain = normal(value).rstrip("/")
    yield plain
    is_account = plain[:2].isalpha() and plain[2:4].isdigit()
    if plain[:1] in _BEGINS_NUMBER or is_account:
        yield from _of_number(plain, is_account=is_account)
    if plain[-1:] == "=":  # base64, whose end marks stand apart in prose
        yield plain.rstrip("=")
    scheme, mark, rest = plain.partition("://")
    if mark and " " not in scheme:
        yield host_of(rest)
    elif plain[:1] in ("#", "@"):
        yield plain[1:]


def _of_number(plain: str, *, is_account: bool) -> Iterator[str]:
    bare = squeezed(plain)
    if len(bare) < _NUMBER or not (is_account or bare.isdigit()) or _NO_NUMBER.fullmatch(plain):
        return
    yield bare
    tail = bare[-_SUBSCRIBER:]
    if len(bare) >= _SUBSCRIBER and tail.isdigit():
        if plain[:1] in ("+", "0") and len(bare) > _SUBSCRIBER:
            yield f"tel:{tail}"  # the same with and without the code of the country
        yield f"{_ENDING}{tail}"


def telling(keys: Iterable[str]) -> frozenset[str]:
    """Of ``forms`` those that say that two values are one; that numbers end alike says only that they may be."""
    return frozenset(key for key in keys if not key.startswith(_ENDING))


_ENDING: Final = "ending:"
_BEGINS_NUMBER: Final = frozenset("+0123456789(")
_NO_NUMBER: Final = linear(
    IPV4.pattern + r".*|[0-9]{4}-[0-9]{2}-[0-9]{2}.*|[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{2,4}|[0-9]+\.[0-9]+|.*,.*"
)
"""An IP address with what stands behind it, a day, a fraction, an amount."""


def host_of(rest: str) -> str:
    """The host of what stands behind a scheme, without user and port."""
    end = _AUTHORITY.search(rest)
    host = (rest if end is None else rest[: end.start()]).rpartition("@")[2]
    name, mark, port = host.rpartition(":")
    return name if mark and port.isdigit() else host


_AUTHORITY: Final = linear(r"[/?#\\]")
_SUBSCRIBER: Final = 9
_NUMBER: Final = 7
"""Digits of a number that names somebody."""
