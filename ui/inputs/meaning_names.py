"""Names that tools give their inputs, and what such inputs are (pure).

Owns: these lists; words that the host's inspectors know too stand in ``host.naming``. What stays true: names are words
in small letters, as ``meaning.name_words`` takes them apart, two neighbours also as one word.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from host import naming

Language: TypeAlias = Literal["", "shell", "python", "js", "json", "sql", "html"]

SECRET: Final = naming.SECRETS | {"token", "clientsecret", "signingkey"}
"""What is covered for its name alone. ``host.inspect.secrets`` has other words besides, for it judges by form too."""
NOT_SECRET: Final = frozenset(
    "max maximum min count limit budget tokens page next cursor continuation sync id name path file length size "
    "pwd cwd dir directory folder command cmd shell script code query sql url uri link host endpoint to body text "
    "content message".split()
)
"""Beside such a word, ``token`` counts or names something, or the value is to be read whatever else it is."""
PATH: Final = naming.PATHS | {"workspace", "repo", "target"}
"""Fewer than ``naming.named_as_path`` knows: what the host did not read as a path passes for one by these alone."""
MAIL: Final = naming.RECIPIENTS | naming.SENDERS | {"replyto", "participant"}
MONEY: Final = frozenset("amount price total cost fee balance sum subtotal payment cent tip refund budget".split())
COUNTS: Final = frozenset("count items lines pages results rows number".split())
"""Beside such a word, ``total`` is no money."""
CENTS: Final = frozenset("cent cents pence penny".split())
MINOR: Final = CENTS | {"minor"}
TIME: Final = frozenset(
    "time timestamp date at since until before after start end expires expiry expiration created updated modified due "
    "when from to ts oldest latest deadline".split()
)
SQL: Final = naming.SQL | {"statements", "queries"}
BASE64: Final = frozenset(
    "base64 b64 image photo picture attachment blob data bytes content screenshot audio file".split()
)
CODE: Final[Mapping[str, Language]] = {
    "command": "shell", "cmd": "shell", "commands": "shell", "shell": "shell", "bash": "shell", "script": "shell",
    "javascript": "js", "js": "js", "expression": "js", "python": "python", "code": "python", "html": "html",
    "json": "json", "sql": "sql",
}  # fmt: skip
ANY_LANGUAGE: Final = frozenset(("code", "script", "expression"))
"""Such code may be in another language, which then is said beside it."""
CONTENT: Final = naming.CONTENT | frozenset("source string new old oldtext oldstr newstring oldstring".split())
LANGUAGE_SAID: Final = ("language", "lang", "runtime", "interpreter", "kind")
FILE_SAID: Final = ("path", "file_path", "filePath", "filepath", "file", "filename", "file_name", "name", "key")
LANGUAGES: Final[Mapping[str, Language]] = {
    "shell": "shell", "bash": "shell", "sh": "shell", "zsh": "shell", "python": "python", "python3": "python",
    "py": "python", "javascript": "js", "js": "js", "typescript": "js", "ts": "js", "node": "js", "json": "json",
    "sql": "sql", "html": "html",
}  # fmt: skip
ENDINGS: Final[Mapping[str, Language]] = {
    "sh": "shell", "bash": "shell", "zsh": "shell", "py": "python", "pyi": "python", "js": "js", "mjs": "js",
    "cjs": "js", "ts": "js", "jsx": "js", "tsx": "js", "java": "js", "c": "js", "h": "js", "cpp": "js", "go": "js",
    "rs": "js", "css": "js", "json": "json", "sql": "sql", "html": "html", "htm": "html", "xml": "html", "svg": "html",
}  # fmt: skip
"""Languages that look much alike are told apart no further."""
CURRENCY_SAID: Final = ("currency", "currency_code", "currencyCode", "currencyISOCode")
WITHOUT_MINOR: Final = frozenset("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split())
"""Currencies without a smaller unit (ISO 4217)."""
OF_A_THOUSAND: Final = frozenset("BHD IQD JOD KWD LYD OMR TND".split())
"""Currencies of which the smaller unit is a thousandth."""
