"""Indexing a result: which values it contains, and who wrote them (pure).

Owns: how the index of one result is made, in one linear pass when the result arrives. A value that *is* a field of a
record (an id, a contact's address, the key of a row) is the server's data. A value found *inside* prose belongs to the
author of that prose, no matter which tool fetched it. Invariants: the index is bounded; the cost of comparing a value
with it does not depend on its size; fields in which people write (a body, a title, a comment) are prose, even if they
hold one word.

Structured content and texts that are JSON, or that Python prints for it, are records. Lines of ``name: value``, table
rows and CSV are records only if the tool lists or looks up things. The text of a document (a file, a page, a mail) is
always prose, because its author can write such lines too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache, lru_cache
from itertools import chain, filterfalse, islice, takewhile
from typing import Final, NamedTuple
from zlib import crc32

from host.inspect import tables
from host.inspect.encoded import decoded
from host.inspect.instructions import orders_in
from host.inspect.invisible import with_hidden_messages
from host.inspect.roles import HOST, IBAN, IPV4, MAIL, PHONE, URL, WALLET, may_hold_number
from host.inspect.subject import Order, ResultIndex, label_of_pair
from host.inspect.tools import ToolClass, deciding_word, implies_change
from host.model import JsonObject, JsonValue
from host.naming import key_words
from host.patterns import Linear, linear
from host.text import casefolded, nfkc, odd_characters

MAX_RESULT: Final = 256 << 10
"""Characters of a result that are indexed."""
MAX_VALUES: Final = 20_000
"""Values of a result that are indexed."""
MAX_FIELD: Final = 200
"""Characters of the longest field; a longer text is prose."""
WINDOW: Final = 16
"""Letters and digits of private text in one hashed piece."""
STRIDE: Final = 8
"""Letters and digits between the starts of two hashed pieces."""
_MAX_NODES: Final = 20_000
_NO_TEXT_KEYS: Final = frozenset({"type", "mimeType", "annotations", "_meta", "isError", "data", "blob", "resultType"})
_MAX_HEADERS: Final = 16
MAX_HEADER: Final = 2_000
"""Characters of a header."""
_LINE_NAME: Final = linear(r"[\pL_][\pL\pM\pN_ .()/-]*")
"""The name in a line ``name: value``, in any script."""
_BRACKETED: Final = linear(rf"<({MAIL.pattern})>")
_MAX_NAME_LENGTH: Final = 41


def normalized(value: str) -> str:
    """A value in the form that is compared: NFKC, one case, no blanks around it."""
    value = value.strip()
    if value.isascii():
        return value.lower()
    return _folded_short(value) if len(value) <= _MAX_KEPT else _folded(value)


def _folded(value: str) -> str:
    return casefolded(nfkc(value))


_folded_short: Final = lru_cache(maxsize=256)(_folded)
_MAX_KEPT: Final = 1_024
"""Characters of a value whose form is kept, because several kinds of finding compare it."""


def ascii_letters_and_digits(value: str) -> str:
    """The letters and digits of an account or telephone number, without separators."""
    return value.encode("ascii", "ignore").translate(None, _NO_LETTERS).decode().lower()


def names_in(arguments: JsonValue) -> frozenset[str]:
    """The names in a call's inputs, in the compared forms: short values, and words with digits or marks."""
    names: set[str] = set()
    stack, nodes_left, characters_left, words_left = [arguments], _MAX_NODES, MAX_RESULT, _MAX_SPLIT
    while stack and nodes_left > 0 and len(names) < _MAX_NAMES:
        node, nodes_left = stack.pop(), nodes_left - 1
        if isinstance(node, dict):
            stack.extend(node.values())
        elif isinstance(node, list):
            stack.extend(node[:_MAX_NODES])
        elif isinstance(node, str):
            if len(node) <= MAX_FIELD:
                names.update(compared_forms(node))
            text = node[:characters_left]
            characters_left -= len(text)
            for piece in islice(_addresses(text), _MAX_NAMES):
                names.update(compared_forms(piece))
            text = text[:words_left]
            words_left -= len(text)
            if " " in text or "\n" in text:  # the app may use names from its own text; plain words identify nothing
                words = [word for word in _odd_words(normalized(text)) if not word.isalpha()]
                names.update([word for word in words[:_MAX_NAMES] if len(word) >= _MIN_KEY_LENGTH])
        elif isinstance(node, int) and not isinstance(node, bool):
            names.add(str(node))
    return frozenset(names)


_MAX_NAMES: Final = 2_000
"""Names that are taken from one call's inputs."""
_MAX_SPLIT: Final = 64 << 10
"""Characters of a call's inputs that are split into words, which takes long; addresses are sought further down, too."""


def letters_and_digits(text: str) -> str:
    """A text reduced to lower-case letters and digits."""
    reduced = (
        normalized(text).encode("utf-8", "surrogatepass").translate(None, _NO_LETTERS).decode("utf-8", "surrogatepass")
    )
    marks = [] if reduced.isascii() else [char for char in odd_characters(reduced) if not char.isalnum()]
    if len(marks) > _MAX_REPLACED_MARKS:
        return "".join(filter(str.isalnum, reduced))
    for mark in marks:
        reduced = reduced.replace(mark, "")
    return reduced


_NO_LETTERS: Final = bytes(code for code in range(0x80) if not chr(code).isalnum())
_MAX_REPLACED_MARKS: Final = 32
"""Number of different marks above which checking each character is faster."""


def windows_of(text: str, stride: int = 1) -> list[int]:
    """Hashes of the pieces of a text of letters and digits, one every ``stride`` characters."""
    if text.isascii():  # as nearly all are: one encoding for all pieces
        data = text.encode()
        return [crc32(data[at : at + WINDOW]) for at in range(0, len(text) - WINDOW + 1, stride)]
    return [crc32(text[at : at + WINDOW].encode()) for at in range(0, len(text) - WINDOW + 1, stride)]


def part_for_index(result: JsonValue) -> JsonObject | None:
    """The part of a long result that ``index_of`` reads, with the same index. None if only the whole result is right.

    Long texts are cut behind the part that is read, so that the index still tells that there was more. The content of
    images is left out.
    """
    if not isinstance(result, dict) or "structuredContent" in result:
        return None
    if not isinstance(content := result.get("content"), list):
        return None
    blocks: list[JsonValue] = []
    for block in content:
        if not isinstance(block, dict) or len(blocks) >= _MAX_CUT_BLOCKS:
            return None
        resource = block.get("resource")
        if isinstance(text := block.get("text"), str):
            blocks.append({"text": text[:_CUT_RESULT]})
        elif isinstance(resource, dict):
            text = resource.get("text")
            blocks.append({"resource": {"text": text[:_CUT_RESULT]} if isinstance(text, str) else {}})
        else:
            kept = {key: it for key, it in block.items() if key not in _NO_TEXT_KEYS}
            if any(isinstance(it, (dict, list)) for it in kept.values()):
                return None
            blocks.append(kept)
    return {"content": blocks}


_MAX_CUT_BLOCKS: Final = 64
_CUT_RESULT: Final = MAX_RESULT + (64 << 10)
"""Characters of a text that are left: those that are read, more to tell that it was cut, and the headers of a mail,
which do not count as read."""


def index_of(result: JsonValue, tool: ToolClass, name: str) -> ResultIndex:
    """Index a result.

    Args:
        result: an MCP result or error as the server sent it (untrusted).
        tool: the class of the tool.
        name: the name of the tool.
    """
    return _Indexer(tool, name).index(result)


def _parse_json(text: str) -> JsonValue:
    """Parse JSON. Values of duplicate keys are all kept; lone surrogates (RFC 8259 §8.2) are replaced.

    Raises:
        ValueError: the text is not JSON.
        RecursionError: it is nested too deeply.
    """
    value: JsonValue = json.loads(text, object_pairs_hook=_object_with_twins)
    written = "" if "\\u" not in text else json.dumps(value, ensure_ascii=False)
    whole = written.encode("utf-8", "replace").decode()
    return value if whole == written else json.loads(whole, object_pairs_hook=_object_with_twins)


def _records_of(text: str) -> JsonValue:
    """The object or list that a text is, written as JSON or as Python prints it; None if it is neither."""
    trimmed = text.strip()
    if trimmed[:1] + trimmed[-1:] not in ("{}", "[]"):
        return None
    with suppress(ValueError, RecursionError):
        return _parse_json(text)
    if _PYTHON_RECORDS.match(text):
        with suppress(ValueError, RecursionError):
            return _parse_json(_json_of_python(text))
    return None


def _text_in(text: str, records: JsonValue) -> str:
    """The text that is all that JSON holds: a string, or an object with one that is nobody's by its name.

    Some servers of databases answer with rows in a text in JSON.
    """
    value = records
    with suppress(ValueError):
        value = _parse_json(text) if text[:1] == '"' else records
    if isinstance(value, dict) and len(value) == 1 and not any(map(_names_prose, value)):
        (value,) = value.values()
    return value if isinstance(value, str) and "\n" in value else ""


def _json_in_lines(text: str, at: int) -> tuple[JsonValue, int] | None:
    """The JSON that begins with a line of a text and ends with one, and the end of that line; None if there is none."""
    with suppress(ValueError, RecursionError):
        _, stop = _DECODER.raw_decode(text, at)
        if not text[stop : (end := text.index("\n", stop))].strip():
            return _parse_json(text[at:stop]), end
    return None


_DECODER: Final = json.JSONDecoder()
_OPENS_JSON: Final = ("{", "[")
_MAX_TRIES: Final = 20
"""Lines of one text at which JSON in several lines is sought in vain, each perhaps up to the end of the text."""


def _json_of_python(text: str) -> str:
    """JSON for values as Python prints them: ``[{'id': 1, 'sum': Decimal('4.20'), 'paid': None}, (2, True)]``.

    Some servers of databases answer with rows in this form. Another text becomes something that is not JSON.

    Raises:
        ValueError: a quotation mark has no other, or there are more values than an index holds.
    """
    pieces: list[str] = []
    at = 0
    for number, token in enumerate(_PYTHON_TOKEN.finditer(text)):
        word = token[0]
        if number > _MAX_NODES or word in ("'", '"'):
            raise ValueError("too many values, or a text without an end")
        if word[0] == "'":
            quoted = word[1:-1].replace('"', '\\"').replace("\\'", "'").replace("\\x", "\\u00")
            word = f'"{quoted}"'
        elif word[-1] == ")":
            word = json.dumps(word.partition("(")[2][:-1].strip("'\""))
        pieces += _tuples_as_lists(text[at : token.start()]), _PYTHON_CONSTANTS.get(word, word)
        at = token.end()
    return "".join((*pieces, _tuples_as_lists(text[at:])))


def _tuples_as_lists(marks: str) -> str:
    return marks.replace("(", "[").replace(",)", "]").replace(")", "]")


_PYTHON_RECORDS: Final = linear(r"\s*[\[{](?:[\[{\s]*'|\s*\()")
"""The beginning of objects and rows as Python prints them: a text in single quotation marks, or a tuple."""
_PYTHON_TOKEN: Final = linear(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[A-Za-z_][\w.]*\([^()]*\)|[A-Za-z_]\w*|['"]""")
"""A string, a value of a class, a name, or a quotation mark without another, which was sought to the end."""
_PYTHON_CONSTANTS: Final = {"None": "null", "True": "true", "False": "false"}


def _object_with_twins(members: list[tuple[str, JsonValue]]) -> JsonObject:
    """Make an object; the values of a duplicate key become a list."""
    merged = dict(members)
    if len(merged) == len(members):
        return merged
    values: dict[str, list[JsonValue]] = {}
    for name, value in members:
        values.setdefault(name, []).append(value)
    return {name: repeated if len(repeated) > 1 else repeated[0] for name, repeated in values.items()}


_REPORTED_VERBS: Final = frozenset({"writes", "sends", "pays", "grants", "deletes"})
"""Verbs whose tools report what they did, in the server's words. A tool that runs something passes on other texts."""


class _Part(NamedTuple):
    """A part of a record."""

    value: JsonValue  # the JSON value
    is_prose: bool = False  # whether people write texts there
    is_author: bool = False  # whether it names the author of a text
    has_text: bool = False  # whether it stands in an object beside a text, of which it may name the author


class _Indexer:
    """Builds the index of one result in one pass."""

    def __init__(self, tool: ToolClass, name: str) -> None:
        words = key_words(name)
        ends = words[:1] + words[-1:]
        names_document = not tables.words("document").isdisjoint(words) and tables.words("listing").isdisjoint(ends)
        reads_document = (
            names_document or not tables.words("document-verb").isdisjoint(words) or _is_single_message(name, words)
        )
        # What a program prints may be a file or a page, whose author can write any line.
        self._is_document = _prints(tool, name) or (tool.verb in ("reads", "") and reads_document)
        self._is_whole_file = self._is_document and tool.sink in ("files", "web")
        self._reports_changes = (
            tool.verb in _REPORTED_VERBS and tool.sink not in ("files", "web") and implies_change(name)
        )
        self._is_directory = not self._is_document and not tables.words("directory").isdisjoint(words)
        self._is_mail = not tables.words("letter").isdisjoint(words) or tool.sink == "mail"
        is_chat = tool.sink == "chat" or not tables.words("talk").isdisjoint(words)
        self._is_chat = is_chat and not _names_mail(words)  # lines "name: message"
        self._is_private = tool.private
        self._is_bank = tool.sink == "bank"
        self._fields: set[str] = set()
        self._authors: set[str] = set()
        self._prose: set[str] = set()
        self._ordered: set[str] = set()
        self._texts: list[str] = []
        self._order: Order | None = None
        self._fields_of_text: list[str] = []
        self._record_has_order = self._text_has_order = False
        self._characters_left, self._nodes_left, self._cut = MAX_RESULT, _MAX_NODES, False

    def index(self, result: JsonValue) -> ResultIndex:
        if isinstance(result, dict) and isinstance(content := result.get("content"), list):
            for block in content:
                self._read_block(block)
            self._read_record(result.get("structuredContent"))
        elif isinstance(result, str):
            self._read_text(result)
        else:
            self._read_record(result)
        text = "\n".join(self._texts)
        windows = frozenset(windows_of(letters_and_digits(text), STRIDE)) if self._is_private else frozenset[int]()
        return ResultIndex(
            frozenset(self._fields),
            frozenset(self._authors),
            frozenset(self._prose),
            frozenset(self._ordered),
            text,
            windows,
            self._order,
            self._cut,
            self._is_private,
        )

    def _read_block(self, block: JsonValue) -> None:
        if isinstance(block, dict) and isinstance(text := block.get("text"), str):
            self._read_text(text)
        elif isinstance(block, dict) and isinstance(resource := block.get("resource"), dict):
            if isinstance(text := resource.get("text"), str):
                self._add_prose(text)
        elif isinstance(block, dict):
            self._read_record({key: it for key, it in block.items() if key not in _NO_TEXT_KEYS})

    def _read_text(self, text: str) -> None:
        """Read a block of text: JSON, records line by line, or prose."""
        self._fields_of_text, self._text_has_order = [], False
        may_be_records = not self._is_whole_file and len(text) <= self._characters_left
        records = _records_of(text) if may_be_records else None
        if inner := may_be_records and _text_in(text, records):
            text, records = inner, None
        if records is not None:
            self._read_record(records)
        elif self._is_document or (self._is_mail and _is_one_mail(text)):
            self._add_prose(self._body_of_mail(text) if self._is_mail else text)
        else:
            self._cut = self._cut or len(text) > self._characters_left
            self._read_lines(text if self._is_chat else self._without_json(text))

    def _without_json(self, text: str) -> str:
        """The lines of a text that are not JSON. What is, in one line or in several, is read as records."""
        others, tries, at = list[str](), _MAX_TRIES, 0
        text = f"{text[: self._characters_left]}\n"
        while at < len(text):
            end = text.index("\n", at)
            records = _records_of(text[at:end])
            if records is None and tries and text[at : at + 1] in _OPENS_JSON:
                records, end = _json_in_lines(text, at) or (None, end)
                tries -= records is None
            if records is not None:
                self._read_record(records)
            else:
                others.append(text[at:end])
            at = end + 1
        return "\n".join(others)

    def _body_of_mail(self, text: str) -> str:
        """The body of a mail. Its header block becomes fields, because the mail server wrote it."""
        if not (headers := _headers_of_mail(text)):
            return text
        prose: list[str] = []
        for name, value in headers:
            if _names_prose(name) or len(value) > MAX_HEADER:
                prose.append(value)
            else:
                for piece in value.split(","):
                    self._add_field(piece.strip(), is_author=_names_author(name))
        return "\n".join((*prose, text.partition("\n\n")[2]))

    def _read_record(self, value: JsonValue) -> None:
        """Read a JSON value: leaves are fields, except for those in which people write."""
        stack: list[_Part] = [_Part(value)]
        while stack and self._take_node():
            node, is_prose, is_author, has_text = stack.pop()
            if isinstance(node, dict):
                stack.extend(self._read_object(node, is_author=is_author, has_text=has_text))
            elif isinstance(node, list):
                rows = (
                    _Part(it, is_prose and not isinstance(it, list), is_author) for it in reversed(node[:_MAX_NODES])
                )
                stack.extend(rows)  # a list in a list is a row of a table, whatever the table is called
            else:
                self._add_leaf(node, is_prose=is_prose, is_others=is_prose, is_author=is_author)

    def _read_object(self, node: JsonObject, *, is_author: bool, has_text: bool) -> list[_Part]:
        """Add the leaves of an object. Returns the objects and lists in it.

        ``has_text``: whether the object stands beside a text, as the ``user`` of a comment does.
        """
        self._record_has_order, begin = False, len(self._fields_of_text)
        containers: list[_Part] = []
        has_text = has_text or any(_is_text(name, child) for name, child in node.items())
        label = label_of_pair(node)
        for key, child in node.items():
            name = label if label and key in tables.words("pair-value") else key
            is_prose, names_author = _names_prose(name), is_author or _names_author(name, has_text=has_text)
            if isinstance(child, (dict, list)):
                containers.append(_Part(child, is_prose, names_author, has_text))
            else:
                is_others = is_prose and not _names_report(name)
                self._add_leaf(child, is_prose=is_prose, is_others=is_others, is_author=names_author)
        if self._record_has_order:  # fields beside an order belong to its author too
            self._ordered.update(self._fields_of_text[begin:])
        return containers

    def _take_node(self) -> bool:
        """Count a node. Returns False if there were too many."""
        self._nodes_left -= 1
        self._cut = self._cut or self._nodes_left < 0
        return self._nodes_left >= 0

    def _add_leaf(self, value: JsonValue, *, is_prose: bool, is_others: bool, is_author: bool = False) -> None:
        if isinstance(value, bool) or value is None:
            return
        if isinstance(value, str):
            if is_prose or _is_long_or_sentence(value):
                self._add_prose(value, is_others=is_others)
            else:
                self._add_field(value, is_author=is_author)
        else:
            self._add_field(str(value))

    def _add_field(self, value: str, *, is_author: bool = False) -> None:
        """Add a field: the whole value, and the address in a name with an address (``Ana <ana@…>``)."""
        if len(self._fields) < MAX_VALUES and value:
            self._fields.add(normalized(value))
            self._fields_of_text.append(normalized(value))
            # A bank says which account paid; its owner cannot. Elsewhere anybody may take an account's number as name.
            if is_author and not (self._is_bank and IBAN.fullmatch(value.upper())):
                self._authors.update(
                    (normalized(value), *(it for piece in _addresses(value) for it in compared_forms(piece)))
                )
            if " " in value or "," in value or ";" in value:
                for piece in _addresses(value):
                    self._fields.update(compared_forms(piece))
                    self._fields_of_text.extend(compared_forms(piece))
                if len(value) > 60:  # a sentence in a field has an author
                    self._add_prose(value)
            else:
                forms = tuple(compared_forms(value))
                self._fields.update(forms)
                if "://" not in value:  # the host of a link is not its author's
                    self._fields_of_text.extend(forms)

    def _read_lines(self, text: str) -> None:
        """Read records written as lines or rows.

        Lines indented below a value belong to it. Lines below a name without a value are its list; below several words,
        or with plain words in them, they are somebody's text. Where one record ends is told by nothing
        that an author could not write, so addresses and accounts beside an order belong to its author.
        """
        prose: list[str] = []
        listed_lines: list[str] = []
        value_indent, list_name, is_others = -1, "", False
        for line in chain.from_iterable(map(_columns, text[: self._characters_left].split("\n"))):
            indent = _indent_of(line)
            stripped = line[indent:]
            if not stripped or (value_indent >= 0 and indent > value_indent):
                prose.append(line)
                value_indent = value_indent if stripped else -1
                list_name = list_name if stripped else ""
                continue
            value_indent, named_value = -1, _named_value(line)
            is_item = bool(list_name) and named_value is None
            if is_item and not _has_plain_words(stripped):
                self._add_cell(stripped.strip().strip("\"'"), prose, is_author=_names_author(list_name))
                continue
            list_name = list_name if is_item else ""
            if (cells := _cells(line)) is not None:
                for cell in cells:
                    self._add_cell(cell, prose)
            elif named_value is not None:
                value_indent, list_name = self._read_named_value(*named_value, indent, prose)
                is_others = is_others or (_names_prose(named_value[0]) and not _names_report(named_value[0]))
            else:
                if self._is_chat or self._is_mail:
                    self._add_sender(line)
                prose.append(line if self._is_chat else self._without_key(line))
                if len(line) <= MAX_FIELD and not (self._is_chat and _has_plain_words(line)):
                    listed_lines.append(line)
        self._add_listed(listed_lines)
        self._add_prose("\n".join(prose), is_others=is_others)
        if self._text_has_order:
            self._ordered.update(filter(_is_address_or_account, self._fields_of_text))

    def _add_sender(self, line: str) -> None:
        """Add who wrote a message of a list: behind *From* in the middle of a line, or ``<address>`` behind a name."""
        senders = [_sender_in_line().search(line)]
        if self._is_mail and (match := _BRACKETED.search(line)) is not None:
            before = filter(str.isalpha, line[: match.start()].split())
            senders.append(match if all(word[0].isupper() for word in before) else None)
        for match in filter(None, senders):
            self._add_field(match[1] or "", is_author=True)

    def _read_named_value(self, name: str, value: str, indent: int, prose: list[str]) -> tuple[int, str]:
        """Read a line ``name: value``.

        Returns:
            The indent below which lines belong to the value, -1 for none; and the name if its list may follow.
        """
        value = value.strip().strip("\"'")
        if not self._is_chat:
            self._add_key(name)
        is_count = not value and self._begins_listing(name)
        if (
            (_names_prose(name) and not is_count)
            or len(value) > MAX_FIELD
            or (self._is_chat and (_has_plain_words(value) or _is_in_script_without_case(value)))
        ):
            prose.append(value)
            return indent, ""
        if value:
            self._add_cell(value, prose, is_author=_names_author(name))
            return indent, ""
        return -1, "" if self._is_chat or " " in name else name

    def _begins_listing(self, name: str) -> bool:
        """Whether a line such as ``Found 2 messages:`` begins a listing of records.

        Below ``Found 3 comments:`` stands what people said.
        """
        is_said = not self._is_mail and not tables.words("talk").isdisjoint(key_words(name)[-1:])
        return not is_said and any(map(str.isdigit, name.split()))

    def _without_key(self, line: str) -> str:
        """A line of a listing without the key of its record, its first word, which becomes a field: ``ob-2 …``."""
        key, _, rest = line.strip().partition(" ")
        return rest if rest and self._add_key(key.strip(_AROUND_KEY)) else line

    def _add_key(self, word: str) -> bool:
        """Add a word before a line as a field. Returns False if it has not the form of an id with a digit."""
        if is_key := _is_key(word):
            self._add_field(word)
        return is_key

    def _add_listed(self, lines: list[str]) -> None:
        """Add the keys of records in lines of a listing or of a tool's report. Addresses are not keys."""
        for line in lines:
            if self._is_directory:
                for piece in _addresses(line):
                    self._fields.update(compared_forms(piece))
            if line.strip().count(" ") <= _MAX_BLANKS and not _has_plain_words(line):
                self._fields.add(normalized(line))  # a name in a list
        for piece in dict.fromkeys(normalized("\n".join(lines)).split()):
            if len(piece) >= _MIN_KEY_LENGTH and any(map(str.isdigit, piece)):
                self._fields.update(word for word in _words(piece) if _may_be_key(word))

    def _add_cell(self, value: str, prose: list[str], *, is_author: bool = False) -> None:
        """Add a cell: few words are a field; more words, or a sentence with an address, are prose."""
        if value.count(" ") > _MAX_BLANKS or _is_sentence(value):
            prose.append(value)
        else:
            self._add_field(value, is_author=is_author)

    def _add_prose(self, text: str, *, is_others: bool = False) -> None:
        """Add the words and addresses of an author's text.

        ``is_others``: whether its field says that people write it, even where a tool reports what it did.
        """
        if len(text) > self._characters_left:
            text, self._cut = text[: self._characters_left], True
        self._characters_left -= len(text)
        if not text.strip():
            return
        text = _with_decoded(text if text.isascii() else with_hidden_messages(text))
        # "Draft r-88 was created. Use send_draft to send it." Behind an empty line a text may be quoted.
        is_report = self._reports_changes and not is_others and "\n\n" not in text.strip()
        order = orders_in(text, by_server=is_report)
        displayed = _as_displayed(text)
        compared = casefolded(displayed)  # in the form of ``normalized``
        words = set(_words(compared)[:MAX_VALUES])
        for piece in _addresses(displayed):
            words.update(compared_forms(piece))
        words.update(tuple(islice(_names_inside(words), MAX_VALUES)))
        self._texts.append(compared)
        if is_report and order is None:
            keys = {word for word in words if word.isdigit() or _may_be_key(word)}
            self._fields |= keys
            words -= keys
        places_left = MAX_VALUES - len(self._prose)
        self._prose.update(words if len(words) <= places_left else islice(words, max(places_left, 0)))
        if order is not None:
            self._order = _graver_order(self._order, order)
            self._record_has_order = self._text_has_order = True
            self._ordered |= words


def accounts_in(text: str) -> Iterator[str]:
    """The account numbers with right check digits (ISO 7064, 97-10) and the wallets in a text as it is displayed."""
    displayed = _as_displayed(text)
    for match in islice(IBAN.finditer(displayed.upper()), MAX_VALUES):
        account = ascii_letters_and_digits(match[0]).upper()
        if int("".join(str(int(char, 36)) for char in account[4:] + account[:4])) % 97 == 1:
            yield match[0]
    yield from (match[0] for match in islice(WALLET.finditer(displayed), MAX_VALUES))


def _with_decoded(text: str) -> str:
    """A text, and below it what it holds behind an encoding: a model reads that as well."""
    return "\n".join((text, *(run.text for run in decoded(text))))


def _as_displayed(text: str) -> str:
    """A text as a page displays it: references resolved, no invisible characters, single blanks."""
    if "&" in text:
        import html  # on first use: few texts have a reference

        text = html.unescape(text)
    if not text.isascii():
        text = nfkc(text)
        text = text.translate(_REPLACEMENTS) if _INVISIBLE.search(text) else text
    return _single_spaced(text.replace("%40", "@") if "%40" in text else text).strip()


_REPLACEMENTS: Final = {
    **dict.fromkeys((0xAD, 0xFEFF, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070))),
    **dict.fromkeys(range(0x2010, 0x2016), "-"),
}
"""Invisible characters (Unicode, Default_Ignorable_Code_Point) are deleted, hyphens become the ASCII one."""
_INVISIBLE: Final = linear(r"[\x{ad}\x{feff}\x{200b}-\x{2015}\x{202a}-\x{202e}\x{2060}-\x{206f}]")


def _headers_of_mail(text: str) -> list[tuple[str, str]]:
    """The header block of a mail (RFC 5322 §2.2); empty if the text begins with none."""
    lines = text.partition("\n\n")[0].split("\n")
    headers = [it for line in lines[:_MAX_HEADERS] if (it := _named_value(line)) is not None]
    has_sender = any(name.lower() in tables.words("sender") for name, _ in headers)
    return headers if has_sender and len(headers) == len(lines) else []


def _is_one_mail(text: str) -> bool:
    """Whether a text is a mail with a body, and no list of mails, each of which has an id."""
    headers = _headers_of_mail(text) if "\n\n" in text else []
    return bool(headers) and not any(_names_id(name) for name, _ in headers)


@cache
def _sender_in_line() -> Linear:
    """The pattern of a sender inside a line, up to the next colon: ``Chat: Choir From: 447700900311: hello``."""
    return linear(rf"[ \t](?i:{'|'.join(sorted(tables.words('sender')))}):[ \t]*([^:]{{1,80}}):(?:[ \t]|$)")


def _columns(line: str) -> list[str]:
    """The parts of a line that are set apart by blanks and all have the form ``name: value``, else the line.

    Each has the indent of the line. What follows the name of a text is that text, whatever is in it.
    """
    if "  " not in line.strip():
        return [line]
    indent = _indent_of(line)
    parts = [part.strip() for part in line[indent:].split("  ") if part.strip()]
    columns = list[str]()
    for at, part in enumerate(parts):
        columns.append((" " * indent if at else line[:indent]) + part)
        if (named_value := _named_value(columns[-1])) is None:
            return [line]
        if _names_prose(named_value[0]):
            columns[-1] = "  ".join((columns[-1], *parts[at + 1 :]))
            break
    return columns


def _named_value(line: str) -> tuple[str, str] | None:
    """The name and value of a line ``name: value`` or ``name = value``, None for other lines.

    A numbered line is often a title with a colon in it, so only an id under the name of one counts there.
    """
    if ":" not in line and "=" not in line:
        return None
    colon, equals = line.find(":"), line.find("=")
    at = max(colon, equals) if colon < 0 or equals < 0 else min(colon, equals)
    name, value = line[:at].strip(" \t"), line[at + 1 :].lstrip(" \t")
    if line.startswith("==", at):  # a comparison or a version, as in ``pip install name==1.0``
        return None
    indent = _indent_of(name)
    is_numbered = any(map(str.isdigit, name[:indent]))
    name = name[indent:].removeprefix("* ").lstrip(" ")
    name = name[name.startswith(_QUOTES) : len(name) - name.endswith(_QUOTES)]
    if len(name) > _MAX_NAME_LENGTH or not _LINE_NAME.fullmatch(name):
        return None
    return None if is_numbered and not (_names_id(name) and _has_form_of_id(value)) else (name, value)


def _names_id(name: str) -> bool:
    return not tables.words("identifying").isdisjoint(key_words(name)[-1:])


_QUOTES: Final = ("'", '"')


def _single_spaced(text: str) -> str:
    """``text`` with one blank for each run of blanks, tabs and line ends. It has none at its ends."""
    for mark in "\t\n\x0c\r":
        text = text.replace(mark, " ")
    return " ".join(filter(None, text.split(" "))) if "  " in text else text


def _indent_of(line: str) -> int:
    return match.end() if (match := _INDENT.match(line)) is not None else 0


_INDENT: Final = linear(r"[ \t-]*(?:[0-9]{1,3}[.)][ \t]+)?")
"""What stands before the text of a line: blanks, and the mark of an item."""


def _has_form_of_id(word: str) -> bool:
    """Whether a word may be an id, and is no address: that may stand where its author chose the words before it."""
    is_host = HOST.fullmatch(word) is not None or IPV4.fullmatch(word) is not None
    return " " not in word and not is_host and not _is_address_or_account(word)


def _is_key(word: str) -> bool:
    return any(map(str.isdigit, word)) and _has_form_of_id(word)


def _may_be_key(word: str) -> bool:
    return len(word) >= _MIN_KEY_LENGTH and _is_key(word)


def _is_sentence(value: str) -> bool:
    """Whether a cell is a sentence: it has plain words beside an address or number."""
    if len(value) < _MIN_SENTENCE_LENGTH:
        return False
    may_address = "@" in value or any(map(str.isdigit, value))
    if may_address and sum("\u3040" <= char <= "\u9fff" for char in value) >= _MIN_SENTENCE_LETTERS:
        return True
    if not any(mark in value for mark in "@:0123456789"):
        return False
    return _has_plain_words(value) and any(True for _ in islice(_addresses(value), 1))


def _is_in_script_without_case(value: str) -> bool:
    """Whether a text has as many letters without case as a sentence has: Arabic, Chinese, Korean, Thai."""
    return sum(char.isalpha() and char.lower() == char.upper() for char in value) >= _MIN_SENTENCE_LETTERS


def _has_plain_words(value: str) -> bool:
    """Whether a text has words other than names."""
    return sum(word.isalpha() and word.islower() for word in value.split()) >= _MIN_SENTENCE_WORDS


_MIN_SENTENCE_LENGTH: Final = 24
_MIN_SENTENCE_LETTERS: Final = 8
"""Fewest letters of a sentence in a script without blanks. Names are seldom that long."""
_MIN_SENTENCE_WORDS: Final = 2
"""Fewest lower-case words of a sentence."""


def _is_address_or_account(word: str) -> bool:
    return (
        "@" in word
        or "://" in word
        or word[:1] == "+"
        or (word.isdigit() and len(word) >= _MIN_NUMBER_LENGTH)
        or (word[2:4].isdigit() and bool(IBAN.fullmatch(word.upper())))
        or (len(word) >= _MIN_WALLET_LENGTH and bool(WALLET.fullmatch(word)))
    )


_MIN_KEY_LENGTH: Final = 6
"""Fewest characters of a key that stands anywhere in a line."""
_AROUND_KEY: Final = "#[]()`*.:,;"
"""Characters around the key at the beginning of a line."""
_MIN_WALLET_LENGTH: Final = 23
"""Fewest characters of a wallet."""
_MAX_BLANKS: Final = 8
"""Most blanks in a field."""


def _names_mail(words: tuple[str, ...]) -> bool:
    """Whether a tool is for mail by its name, as ``search_gmail_messages``; not ``find_messages_by_email``."""
    relations = tables.words("relation")
    return not tables.words("mail").isdisjoint(takewhile(lambda word: word not in relations, words))


def _is_single_message(name: str, words: tuple[str, ...]) -> bool:
    """Whether a tool returns a single mail or message, by its name."""
    is_singular = words[-1:] != () and words[-1] in tables.words("one-letter") and not name.rstrip("_").endswith("s")
    return is_singular and (tables.words("listing") | tables.words("relation")).isdisjoint(words)


def _graver_order(first: Order | None, second: Order | None) -> Order | None:
    if first is None or (second is not None and second.grave and not first.grave):
        return second
    return first


def _names_author(key: str, *, has_text: bool = True) -> bool:
    """Whether a field names the author of a text. ``has_text``: whether there is a text beside it."""
    words = key_words(key)
    names = tables.words("author") | tables.words("account-name") if has_text else tables.words("author")
    return not names.isdisjoint((*words[-1:], "".join(words)))


def _prints(tool: ToolClass, name: str) -> bool:
    """Whether a tool passes on what a program prints. One that only sets something going reports what it did."""
    words = key_words(name)
    is_phrase = len(words) > 1 and tables.words("printing").isdisjoint(words)
    return tool.verb == "runs" and not (is_phrase and deciding_word(name) in tables.words("set-going"))


def _is_text(name: str, value: JsonValue) -> bool:
    """Whether a member of an object is a text that somebody wrote, or texts."""
    return bool(value) and (_names_prose(name) or (isinstance(value, str) and _is_long_or_sentence(value)))


def _names_report(key: str) -> bool:
    """Whether a tool that did something says in such a field that it did, rather than what people wrote."""
    return not tables.words("report-field").isdisjoint(key_words(key)[-1:])


def _is_long_or_sentence(value: str) -> bool:
    return len(value) > MAX_FIELD or "\n" in value.strip() or _is_sentence(value)


def _names_prose(key: str) -> bool:
    words = key_words(key)
    return bool(words) and words[-1] in tables.words("prose-field")


def _without_quotes(cells: list[str]) -> list[str]:
    return [cell.strip().strip("\"'`*") for cell in cells]


def _cells(line: str) -> list[str] | None:
    """The cells of a row of a table or CSV, None for other lines."""
    for mark, min_count in (("|", 1), ("\t", 1), (",", 2), (";", 2)):
        if mark in line and line.count(mark) >= min_count:
            cells = _without_quotes(line.strip().strip("|").split(mark))
            if mark not in ",;" or all(cell.count(" ") <= 3 for cell in cells):
                return cells
    return None


def _names_inside(words: set[str]) -> Iterator[str]:
    """Hosts and long numbers inside words, such as ``host.example:/in`` and ``arn:aws:iam::1234567``."""
    for word in words:
        if ":" in word or "/" in word or "=" in word:
            for part in word.replace("/", ":").replace("=", ":").replace("@", ":").split(":"):
                if len(part) >= _MIN_KEY_LENGTH and ("." in part or part.isdigit()):
                    yield part.rstrip(".")


def _words(text: str) -> list[str]:
    """The different words of a normalized text, without the marks around them."""
    return _without_marks(dict.fromkeys(_without_marks_between(text).split()))


def _odd_words(text: str) -> list[str]:
    """``_words`` without most of those that are letters alone."""
    return _without_marks(dict.fromkeys(filterfalse(str.isalpha, _without_marks_between(text).split())))


def _without_marks_between(text: str) -> str:
    """A text with blanks for the marks between words."""
    if text.isascii():
        return text.translate(_BLANKS_FOR_MARKS)
    for mark in _MARKS:  # translating takes thirty times as long
        if mark in text:
            text = text.replace(mark, " ")
    return text


def _without_marks(pieces: Iterable[str]) -> list[str]:
    """Words without the marks at their ends."""
    words: list[str] = []
    for piece in pieces:
        if piece.isalnum():  # nearly all: there are no marks to remove
            words.append(piece)
        elif word := piece.rstrip(".:!?-/&%").lstrip("-/."):
            words.append(word)
            if word[0] in "#@":
                words.append(word[1:])
    return words


_MARKS: Final = "\"'`()[]{}<>,;|*=\u201c\u201d\u2018\u2019\u00ab\u00bb\u3001\u3002\uff0c\uff1a"
_BLANKS_FOR_MARKS: Final = str.maketrans(_MARKS, " " * len(_MARKS))


def _addresses(text: str) -> Iterator[str]:
    """The addresses, accounts and telephone numbers in a text, unchanged."""
    patterns = [pattern for pattern, mark in ((URL, "://"), (MAIL, "@")) if mark in text]
    if may_hold_number(text):
        patterns += [IBAN, WALLET, PHONE]
    for pattern in patterns:
        for match in islice(pattern.finditer(text), MAX_VALUES):
            yield match[1] if pattern is PHONE else match[0].rstrip(".,;:!?)'*_]")


def compared_forms(value: str) -> Iterator[str]:
    """The forms in which a value is compared: normalized, a number without its marks, the host of a URL."""
    normal = normalized(value).rstrip("/")
    yield normal
    name, mark, _ = normal.partition("@")
    if mark and name.isdigit():  # a messenger's or a gateway's name for a telephone
        yield from _number_forms(f"+{name}", is_account=False)
    is_account = normal[:2].isalpha() and normal[2:4].isdigit()
    if normal[:1] in _BEGINS_NUMBER or is_account:
        yield from _number_forms(normal, is_account=is_account)
    if normal[-1:] == "=":  # base64, whose end marks stand apart in prose
        yield normal.rstrip("=")
    scheme, mark, remainder = normal.partition("://")
    if mark and " " not in scheme:
        yield host_behind_scheme(remainder)
    elif normal[:1] in ("#", "@"):
        yield normal[1:]


def _number_forms(normal: str, *, is_account: bool) -> Iterator[str]:
    digits = ascii_letters_and_digits(normal.replace("(0)", "") if normal[:1] == "+" else normal)
    if len(digits) < _MIN_NUMBER_LENGTH or not (is_account or digits.isdigit()) or _NO_NUMBER.fullmatch(normal):
        return
    yield digits
    tail = digits[-_SUBSCRIBER_DIGITS:]
    if len(digits) >= _SUBSCRIBER_DIGITS and tail.isdigit():
        if normal[:1] in ("+", "0") and len(digits) > _SUBSCRIBER_DIGITS:
            yield f"tel:{tail}"  # the same with and without the code of the country
        yield f"{_ENDING_PREFIX}{tail}"


def identifying_forms(keys: Iterable[str]) -> frozenset[str]:
    """The forms that prove that two values are equal. Equal endings of numbers prove nothing."""
    return frozenset(key for key in keys if not key.startswith(_ENDING_PREFIX))


_ENDING_PREFIX: Final = "ending:"
_BEGINS_NUMBER: Final = frozenset("+0123456789(")
_NO_NUMBER: Final = linear(
    IPV4.pattern + r".*|[0-9]{4}-[0-9]{2}-[0-9]{2}.*|[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{2,4}|[0-9]+\.[0-9]+|.*,.*"
)
"""Not an account or telephone number: an IP address, a date, a fraction, an amount."""


def host_behind_scheme(rest: str) -> str:
    """The host in the part of a URL behind the scheme, without user and port."""
    end = _AUTHORITY.search(rest)
    host = (rest if end is None else rest[: end.start()]).rpartition("@")[2]
    name, mark, port = host.rpartition(":")
    return name if mark and port.isdigit() else host


_AUTHORITY: Final = linear(r"[/?#\\]")
_SUBSCRIBER_DIGITS: Final = 9
_MIN_NUMBER_LENGTH: Final = 7
"""Fewest digits of a number that identifies somebody."""
