"""What a tool and its inputs are for, by their names (pure).

Owns: the words that servers use for reading, writing, running and telling. What stays true: a name decides how a text
is looked at and how grave a thing in it is, never whether it is looked at; names are strangers' and may lie.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from host.inspect.subject import Subject, Text
from host.naming import CODE, CONTENT, OPERATIONS, SQL, key_words

# Unlike in deeds, any of these words counts wherever it stands, and deleting is writing: they say how grave a thing is.
_WRITING: Final = frozenset(
    "write create put edit append move copy delete remove upload save set update replace insert patch rename chmod "
    "touch mkdir make add store dump download install commit push apply symlink link extract unzip restore import sync "
    "modify overwrite redirect output chown truncate mount register configure enable schedule drop".split()
)
_READING: Final = frozenset(
    "read get list search find fetch view show describe query cat head tail stat open load ls tree browse navigate "
    "goto visit crawl scrape screenshot grep glob lookup check inspect preview watch count status log "
    "diff".split()
)
_PLAIN_READING: Final = frozenset(
    "read get list search find fetch view show describe navigate goto visit crawl scrape screenshot browse open load "
    "download extract lookup check ping resolve whois dns".split()
)
_PROSE: Final = frozenset(
    "content text body message prompt question description title subject summary comment note caption instruction "
    "thought reason markdown html answer reply bio story paragraph topic context explanation feedback review html "
    "observation contents transcript memo remark purpose task goal "
    "blocks statement_descriptor abstract footer header heading".split()
)
_CONTENT: Final = CONTENT | {"edit", "line", "patch", "filetext"}
_ASKING: Final = frozenset("query search q keyword term filter jql cql prompt task question instruction goal".split())
_CODE: Final = CODE | frozenset(
    "commandline cmdline entrypoint postinstall preinstall hook oneliner program function snippet exec powershell "
    "userdata lambda predicate argv cli applescript osascript macro runcmd startup eval jscode pycode prestart "
    "poststart prebuild postbuild sh startupscript args arg commands initscript procedure callback onload "
    "transformer apex groovy vba customdata".split()
)
_SQL: Final = SQL | {"querie", "ddl", "dml"}
_VALUE_KEYS: Final = OPERATIONS | {"mode"}


@lru_cache(maxsize=1_024)
def words_of(name: str) -> frozenset[str]:
    """The words of one name; those that end in s also as they stand, for ``postgres`` is no plural."""
    words, low = key_words(name), name.lower()
    return frozenset(words).union(f"{word}s" for word in words if f"{word}s" in low)


def tool_words(subject: Subject) -> frozenset[str]:
    """The words of the tool's name."""
    return words_of(subject.tool)


def last_word(key: str) -> str:
    """The word of a name that says what it is, empty where it has none."""
    words = key_words(key)
    return words[-1] if words else ""


def is_prose(text: Text) -> bool:
    """Whether a name says that words stand under it, for people or models to read."""
    return last_word(text.key) in _PROSE


def is_asking(text: Text) -> bool:
    """Whether a name says that something to be looked for, or a task, stands under it."""
    return last_word(text.key) in _ASKING


def named_as_code(text: Text) -> bool:
    """Whether a name says that code or a command may stand under it."""
    return _says_code(text.key)


@lru_cache(maxsize=1_024)
def _says_code(key: str) -> bool:
    words = key_words(key)
    if not _CODE.isdisjoint(words) or "".join(words) in _CODE:
        return True
    return bool(words) and words[-1].endswith("script") and words[-1] not in _WRITINGS


_WRITINGS: Final = frozenset("transcript manuscript subscript superscript postscript".split())


def named_as_sql(text: Text) -> bool:
    """Whether a name says that SQL may stand under it."""
    return says_sql(text.key)


def says_sql(key: str) -> bool:
    """Likewise, of the name alone."""
    return not _SQL.isdisjoint(key_words(key))


def writes(subject: Subject) -> bool:
    """Whether a call changes what it names, as far as names tell."""
    words = tool_words(subject)
    if not _WRITING.isdisjoint(words):
        return True
    for key, value in subject.arguments.items():
        if last_word(key) in _VALUE_KEYS and isinstance(value, str) and not _WRITING.isdisjoint(words_of(value[:60])):
            return True
    if not _READING.isdisjoint(words):
        return False
    return any(last_word(key) in _CONTENT for key in subject.arguments)


def reads_plainly(subject: Subject) -> bool:
    """Whether a call only fetches what it names, as far as names and the number of its inputs tell."""
    words = tool_words(subject)
    if _PLAIN_READING.isdisjoint(words) or not words.isdisjoint(_SENDING | (_WRITING - _PLAIN_READING)):
        return False
    method = subject.arguments.get("method", "GET")
    sent = any(last_word(key) in _SENT and not isinstance(value, bool) for key, value in subject.arguments.items())
    return isinstance(method, str) and method.upper() in ("GET", "HEAD") and not sent


_SENDING: Final = frozenset("send post upload publish share push submit forward write create".split())
_SENT: Final = frozenset("body data payload json form header content text message file attachment cookie".split())
