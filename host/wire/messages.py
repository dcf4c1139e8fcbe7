"""JSON-RPC 2.0 messages: read strictly, and written again from their values (pure).

Long parts are joined in one step: each ``+`` would copy all of them once more.

Invariants: received bytes are never forwarded. A message means the same to Assent and to its next reader: unknown
envelope keys are dropped, look-alikes of known keys are refused. Ids are strings or integers and keep their type.
"""

from __future__ import annotations

import unicodedata
from typing import Final, Literal

from msgspec import Struct

from host import regex
from host.canonical import Document, NeedsCare, compact, parse_document
from host.errors import INVALID_REQUEST, PARSE_ERROR, MalformedJson, ProtocolError
from host.ids import is_id
from host.model import JsonObject, JsonValue, RequestId
from host.wire.methods import GUARDED_META, GUARDED_PARAMS

_ENVELOPE: Final = frozenset({"jsonrpc", "id", "method", "params", "result", "error"})
_FOLDED_ENVELOPE: Final = {key.casefold() for key in _ENVELOPE}
_FOLDED_PARAMS: Final = {key.casefold() for key in GUARDED_PARAMS}
_FOLDED_META: Final = {key.casefold() for key in GUARDED_META}
_MAX_FOLDED: Final = 128
"""Longest key, in characters, that is folded: known keys are far shorter, and folding long ones is expensive."""
MAX_ODD_KEYS: Final = 64
"""Keys beside the known ones that are not ASCII. Some characters are folded into 18 others."""

RESPONSE: Final = regex.pattern(rb'\{"jsonrpc":"2\.0","id":(null|-?\d+|"(?:[^"\\]|\\.)*"),"(?:result|error)":')
"""The beginning of a response that Assent wrote."""
MAX_VALUES: Final = 200_000
"""Values in one frame, and strings. Each costs 0.2 to 3 µs to parse, however short it is. The limit bounds how long one
hostile frame can block the loop. Long strings do not count: large results consist of them."""
MAX_VALUES_OF_APP: Final = 50_000
"""The same in a frame of an app: a call's inputs are also judged, and read again by each channel that they pass."""
WORK_PER_VALUE: Final = 5
"""Work on numbers in one frame for each value that it may have: a digit is 1, a fraction or exponent ``_FRACTION``.
Numbers are expensive to read and write exactly, and integers the more the longer they are."""
_FRACTION: Final = 16
_CARE: Final = 5
"""How many times as long it takes to read and write a value where a number is not written as Python writes it, or a key
has a character beyond U+FFFF."""
_DIGITS: Final = b"0123456789"
_NO_VALUE_MARKS: Final = bytes(set(range(256)) - set(b"{[,"))
_NEITHER_MARKS_NOR_DIGITS: Final = bytes(set(_NO_VALUE_MARKS) - set(_DIGITS))
MAX_ID_CHARACTERS: Final = 1_024
"""Longest id; longer ones only fill tables and logs."""
MAX_ID_BITS: Final = 3_400
"""Longest integer id: about a thousand digits."""


class Message(Struct):
    """One message with a checked envelope."""

    kind: Literal["request", "notification", "response"]
    id: RequestId | None  # None only for notifications
    method: str  # empty for responses
    params: JsonObject | None
    result: JsonValue = None
    error: JsonObject | None = None
    is_lost: bool = False  # whether Assent made this response because the peer was gone before it answered
    plain: bool = False  # whether the fast encoder is exact for every part (see ``canonical.Document``)


class RefusedMessage(ProtocolError):
    """A message that is refused.

    Attributes:
        id: the id for the answer, None if there is no valid one.
        method: its method (untrusted), empty if it could not be read.
        silent: whether the refusal is recorded but not answered.
    """

    def __init__(
        self,
        code: int,
        message: str,
        *,
        request_id: RequestId | None = None,
        method: str = "",
        detail: str = "",
        data: JsonValue = None,
        silent: bool = False,
        record: str = "message.refused",
    ) -> None:
        """``message``: one safe sentence. The other arguments are as the attributes."""
        super().__init__(code, message, detail=detail)
        self.id, self.method, self.data = request_id, method, data
        self.silent, self.record = silent, record


class MalformedResponse(RefusedMessage):
    """A response with a valid id but otherwise malformed. The request with this id can be answered with an error."""


class TooManyValues(RefusedMessage):
    """A frame with more values than allowed. It was not parsed, so that its id is not known."""


def read(frame: bytes) -> JsonValue:
    """Parse one frame and return its value; see ``read_document``."""
    return read_document(frame).value


def read_document(frame: bytes, *, max_values: int = MAX_VALUES) -> Document:
    """Parse one frame.

    Raises RefusedMessage: -32700, the frame is not strict JSON, or has more than ``max_values`` values or strings, or
    numbers that are as expensive.
    """
    counted = frame.translate(None, _NEITHER_MARKS_NOR_DIGITS)  # in strings, too
    marks = _value_marks(counted)  # at least as many as values
    values, brackets = len(marks), len(marks) - marks.count(b",")
    has_many = values > max_values
    is_light = not has_many and len(counted) - values + _FRACTION * values <= max_values * WORK_PER_VALUE
    values = values if is_light else _count_values(frame, max_values, has_many=has_many)
    try:
        return _parse(frame, brackets, careful=values * _CARE <= max_values)
    except NeedsCare:
        values = _count_values(frame, max_values, has_many=has_many) if is_light else values
    if values * _CARE > max_values:
        raise TooManyValues(PARSE_ERROR, f"more than {max_values // _CARE:,} values, some in an unusual form")
    return _parse(frame, brackets, careful=True)


def _parse(frame: bytes, brackets: int, *, careful: bool) -> Document:
    """Parse a frame of bounded values. Raises NeedsCare as ``parse_document`` does, RefusedMessage for no JSON."""
    try:
        return parse_document(frame, brackets=brackets, careful=careful)
    except MalformedJson as error:
        raise RefusedMessage(PARSE_ERROR, f"not valid JSON: {error}", detail=error.detail) from error


def _count_values(frame: bytes, max_values: int, *, has_many: bool) -> int:
    """Return how many values a frame has. ``has_many``: whether they may be too many.

    Raises TooManyValues: it has too much outside of its strings. Each step is one pass in C, also over what is no JSON.
    """
    bare = frame
    if frame.find(b"\\") >= 0:
        bare = frame.replace(b"\\\\", b"").replace(b'\\"', b"")  # of the quotes, those of strings remain
    # Each value that is no string has a mark, and each string is a value or a key: so many would be no JSON.
    if bare.count(b'"') > (max_values if has_many else 4 * max_values + 4):
        raise TooManyValues(PARSE_ERROR, f"more than {max_values:,} strings")
    outside = b"".join(bare.split(b'"')[::2])
    values = len(_value_marks(outside))
    if values > max_values:
        raise TooManyValues(PARSE_ERROR, f"more than {max_values:,} values")
    fractions = sum(map(outside.count, (b".", b"e", b"E"))) - outside.count(b"true") - outside.count(b"false")
    digits = len(outside) - len(outside.translate(None, _DIGITS))
    if digits + _FRACTION * fractions > max_values * WORK_PER_VALUE:
        raise TooManyValues(PARSE_ERROR, "more numbers, or longer ones, than can be read in time")
    return values


def _value_marks(data: bytes) -> bytes:
    """Return what begins a value or stands between two: as many as there are values, and more if strings hold some."""
    return data.translate(None, _NO_VALUE_MARKS)


def check(value: JsonValue, *, plain: bool = False, from_server: bool = False) -> Message:
    """Check the envelope of one parsed message (JSON-RPC 2.0 §4 and §5, as narrowed by MCP).

    ``plain``: that of the parsed document. ``from_server``: look-alikes among the params pass; refusing them protects
    servers from apps, not the other way round.

    Raises RefusedMessage: -32600, with a sentence that says why.
    """
    if not isinstance(value, dict):
        raise RefusedMessage(INVALID_REQUEST, "a message must be one JSON object")
    method = value.get("method")
    method_name = method if isinstance(method, str) else ""
    if len(value) > 2 and not value.keys() <= _ENVELOPE:  # the smallest notification has two keys
        _refuse_lookalikes(value, _ENVELOPE, _FOLDED_ENVELOPE, "envelope", method_name)
    if value.get("jsonrpc") != "2.0":
        if "method" not in value and (request_id := _usable_id(value.get("id"))) is not None:
            raise MalformedResponse(INVALID_REQUEST, 'the key "jsonrpc" must be "2.0"', request_id=request_id)
        raise RefusedMessage(INVALID_REQUEST, 'the key "jsonrpc" must be "2.0"', method=method_name)
    if not from_server and isinstance(params := value.get("params"), dict):
        _check_params_keys(params, value.get("id"), method_name)
    if "id" not in value:
        message = _notification(value, method)
    elif "method" in value:
        message = _request(value, method, _checked_id(value["id"], method_name))
    else:
        message = _response(value, _checked_id(value["id"], method_name))
    message.plain = plain
    return message


def _request(value: JsonObject, method: JsonValue, request_id: RequestId) -> Message:
    if not isinstance(method, str):
        raise RefusedMessage(INVALID_REQUEST, 'the key "method" must be a string', request_id=request_id)
    if "result" in value or "error" in value:
        raise RefusedMessage(INVALID_REQUEST, "a request has no result or error", request_id=request_id, method=method)
    return Message("request", request_id, method, _checked_params(value, request_id, method))


def _notification(value: JsonObject, method: JsonValue) -> Message:
    if not isinstance(method, str):
        raise RefusedMessage(INVALID_REQUEST, "a message without an id must be a notification with a method")
    return Message("notification", None, method, _checked_params(value, None, method))


def _response(value: JsonObject, request_id: RequestId) -> Message:
    if ("result" in value) == ("error" in value):
        raise MalformedResponse(INVALID_REQUEST, "a response has either a result or an error", request_id=request_id)
    if "result" in value:
        return Message("response", request_id, "", None, result=value["result"])
    error = value["error"]
    if not isinstance(error, dict) or type(error.get("code")) is not int or not isinstance(error.get("message"), str):
        why = "the error of a response needs a numeric code and a message"
        raise MalformedResponse(INVALID_REQUEST, why, request_id=request_id)
    return Message("response", request_id, "", None, error=error)


def _usable_id(value: JsonValue) -> RequestId | None:
    if type(value) is int and value.bit_length() <= MAX_ID_BITS:
        return value
    return value if isinstance(value, str) and len(value) <= MAX_ID_CHARACTERS else None


def _checked_id(value: JsonValue, method: str) -> RequestId:
    if (usable := _usable_id(value)) is not None:
        return usable
    if is_id(value):
        raise RefusedMessage(INVALID_REQUEST, f"an id has at most {MAX_ID_CHARACTERS} characters", method=method)
    raise RefusedMessage(INVALID_REQUEST, "an id must be a string or a whole number", method=method)


def _checked_params(value: JsonObject, request_id: RequestId | None, method: str) -> JsonObject | None:
    params = value.get("params")
    if params is None:
        return None
    if not isinstance(params, dict):
        raise RefusedMessage(INVALID_REQUEST, '"params" must be an object', request_id=request_id, method=method)
    return params


def _check_params_keys(params: JsonObject, value: JsonValue, method: str) -> None:
    if not params.keys() <= GUARDED_PARAMS:
        _refuse_lookalikes(params, GUARDED_PARAMS, _FOLDED_PARAMS, "params", method, _usable_id(value))
    if "_meta" not in params:
        return
    meta = params["_meta"]
    if not isinstance(meta, dict):
        raise RefusedMessage(INVALID_REQUEST, '"_meta" must be an object', request_id=_usable_id(value), method=method)
    _refuse_lookalikes(meta, GUARDED_META, _FOLDED_META, "params._meta", method, _usable_id(value))


def _refuse_lookalikes(
    value: JsonObject,
    known_keys: frozenset[str],
    folded: set[str],
    where: str,
    method: str,
    request_id: RequestId | None = None,
) -> None:
    """Refuse keys that another parser could read as a known one: other case, compatibility form or a NUL suffix."""
    odd = [key for key in value if not key.isascii()]
    if len(odd) > MAX_ODD_KEYS:
        why = f"more than {MAX_ODD_KEYS} keys of the {where} are not ASCII"
        raise RefusedMessage(INVALID_REQUEST, why, request_id=request_id, method=method)
    for key in value:
        if key not in known_keys and _fold(key) in folded:
            raise RefusedMessage(
                INVALID_REQUEST,
                f"a key of the {where} looks like a known one but is not it",
                request_id=request_id,
                method=method,
                detail=key,
            )


def _fold(key: str) -> str:
    if key.isascii():
        return key.split("\0", 1)[0].strip().lower()
    head = key.split("\0", 1)[0].strip()
    if len(head) > _MAX_FOLDED:
        return head
    folded = unicodedata.normalize("NFKC", head).strip().casefold()
    # A parser with a Turkish locale reads its dotless and dotted i as ASCII i.
    return folded.replace("\N{LATIN SMALL LETTER DOTLESS I}", "i").replace("i\N{COMBINING DOT ABOVE}", "i")


def request(request_id: RequestId, method: str, params: bytes | None) -> bytes:
    """Return a request frame. ``params``: already serialised."""
    return _method_frame(b'"id":' + _id_bytes(request_id) + b",", method, params)


def tool_call(request_id: int, params: bytes) -> bytes:
    """Return the request frame of a ``tools/call``. ``params``: already serialised."""
    return b"".join((b'{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":' % request_id, params, b"}"))


def notification(method: str, params: bytes | None) -> bytes:
    """Return a notification frame. ``params``: already serialised."""
    return _method_frame(b"", method, params)


def result(request_id: RequestId, body: bytes) -> bytes:
    """Return a response frame with an already serialised result."""
    return b"".join((b'{"jsonrpc":"2.0","id":', _id_bytes(request_id), b',"result":', body, b"}"))


def error(request_id: RequestId | None, code: int, message: str, data: JsonValue = None) -> bytes:
    """Return an error response frame. ``data`` is omitted if None."""
    body: JsonObject = {"code": code, "message": message}
    if data is not None:
        body["data"] = data
    return error_object(request_id, body)


def error_object(request_id: RequestId | None, body: JsonObject, *, plain: bool = False) -> bytes:
    """Return an error response frame with an error object that is not changed."""
    return b'{"jsonrpc":"2.0","id":' + _id_bytes(request_id) + b',"error":' + compact(body, plain=plain) + b"}"


def response(message: Message) -> bytes:
    """Return the frame of a checked response, a result or an error."""
    assert message.id is not None
    if message.error is not None:
        return error_object(message.id, message.error, plain=message.plain)
    return result(message.id, compact(message.result, plain=message.plain))


def _method_frame(head: bytes, method: str, params: bytes | None) -> bytes:
    tail = b"}" if params is None else b',"params":' + params + b"}"
    return b'{"jsonrpc":"2.0",' + head + b'"method":' + compact(method, plain=True) + tail


def _id_bytes(request_id: RequestId | None) -> bytes:
    return b"%d" % request_id if type(request_id) is int else compact(request_id)
