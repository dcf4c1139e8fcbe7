"""Commands and queries that send something out, by one text (pure).

Owns: these forms. What stays true: a form is a row of marks that stand one after the other in one line or statement,
each looked for once, so that the work is linear whatever a stranger writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from host.inspect.texts.vocabulary import holds_any, may_hold_any
from host.model import Severity
from host.words import say


class Shape(NamedTuple):
    """One find. Attributes: severity. what: one sentence. start, end: of the text."""

    severity: Severity
    what: str
    start: int
    end: int


class _Row(NamedTuple):
    """Attributes: what, severity: see ``Shape``. marks: one after the other."""

    what: str
    severity: Severity
    marks: tuple[re.Pattern[str], ...]


def _row(what: str, severity: Severity, *marks: str) -> _Row:
    return _Row(what, severity, tuple(re.compile(mark, re.IGNORECASE) for mark in marks))


_HIGH: Final = Severity.HIGH
_CARRIERS: Final = tuple(
    (
        "curl|wget|nc |ncat|socat|scp |rsync|ftp|/dev/tcp|/dev/udp|nslookup|dig |host |invoke-|iwr |irm |"
        "requests.|urllib|fetch(|axios|http.client|sendmail|mail |mutt|s_client|aws s3|gsutil|rclone|telnet|"
        "uploadstring|uploadfile|smtplib|socket|ping |httpx|az storage|xmlhttprequest|sendbeacon|new image|"
        "git push|https'|https.|http.|aiohttp|ssh |modify-|put-|--acl|allusers|add-|=image|=import|gist |"
        "http.server|ngrok|cloudflared|localtunnel|localhost.run|serveo|paste|snippet create|gh repo| upload|"
        "publish|docker push|git remote|=hyper|=webs"
    ).split("|")
)
_OUT: Final = say("This writes data out of the database.")
_COMMANDS: Final = (
    _row(
        say("This sends a file to another machine."),
        _HIGH,
        r"\b(?:curl|http)\b",
        r"\s-[dFT]\s{0,4}[\"']?(?:[\w.-]{1,40}=)?[@<]|--(?:data|form|json)(?:-binary|-raw|"
        r"-urlencode)?[= ]{1,4}[\"']?(?:[\w.-]{1,40}=)?"
        r"[@<]|(?:\s-T|--upload-file)[= ]{1,4}\S",
    ),
    _row(say("This sends a file to another machine."), _HIGH, r"\bwget\b", r"--(?:post|body)-file"),
    _row(
        say("This puts the output of a command into an address."),
        _HIGH,
        r"\b(?:curl|wget|nslookup|dig|host|ping|fetch|iwr|irm|invoke-\w{3,20})\b",
        r"\$\(|`|<\(",
        r"\b(?:cat|env|printenv|whoami|hostname|base64|xxd|head|tail|grep|find|ls|id|history|aws|gcloud|kubectl|git|"
        r"security"
        r"|sqlite3|tar|get-content|type)\b|<\s{0,4}[~/]",
    ),
    _row(
        say("This passes what it reads on to another machine."),
        _HIGH,
        r"\b(?:cat|env|printenv|tar|base64|gzip|zip|xxd|find|grep|history|mysqldump|pg_dump|sqlite3|git|ps|set|dd|"
        r"echo|type|gpg)\b",
        r"\|\s{0,4}(?:curl|nc|ncat|socat|telnet|wget|mail|mutt|sendmail|openssl s_client|ssh(?!-))\b",
    ),
    _row(
        say("This puts the output of a command into an address."),
        _HIGH,
        r"\b(?:dig|nslookup|host|ping|curl|wget)\b",
        r"\$\{?\w{1,40}\}?\.[\w-]{1,63}\.[\w-]{1,63}",
    ),
    _row(
        say("This puts cells of a sheet into an address."),
        _HIGH,
        r"=\s{0,4}\+?(?:image|import(?:xml|data|html|feed)|hyperlink|webservice)\s{0,4}\(",
        r"&|concat|textjoin|join\(",
    ),
    _row(
        say("This puts the output of a command into an address."),
        _HIGH,
        r"\b(?:cat|env|printenv|tar|base64|xxd|find|grep|history|git|ps|aws|ls|head|tail|strings|sqlite3|openssl)\b",
        r"\|\s{0,4}(?:xargs|while read|parallel)\b",
        r"\b(?:curl|wget|nc|ncat|nslookup|dig|ping|host|mail|ssh)\b",
    ),
    _row(
        say("This sends a file to another machine."),
        _HIGH,
        r"\b(?:mail|mailx|mutt|sendmail|msmtp|swaks)\b",
        r"<\s{0,4}[~/\w.]|\s-a\s{1,4}[~/\w.]",
    ),
    _row(
        say("This opens what is here to others."),
        Severity.MEDIUM,
        r"\b(?:ngrok|cloudflared|localtunnel|bore|zrok|tailscale)\s{1,4}(?:http|tcp|tunnel|local|share|funnel|serve|"
        r"start|--)|"
        r"\bssh\b[^\n|;]{0,200}\s-R\s|http\.server\b[^\n|;&]{0,100}(?:--directory|-d)\s{1,4}[~/]",
    ),
    _row(
        say("This publishes something."),
        Severity.MEDIUM,
        r"\bgh gist create\b|\bpastebinit\b|\bglab snippet create\b|\bgh repo (?:create|edit)\b[^\n;|"
        r"]{0,200}(?:--public|visibility[ =]public)|"
        r"\b(?:huggingface-cli|hf) upload\b|\bgh (?:issue|pr) (?:create|comment)\b[^\n;|]{0,200}(?:-F|--body-file)\b",
    ),
    _row(say("This passes a file on to another machine."), _HIGH, r"\b(?:nc|ncat|socat|telnet)\b", r"<\s{0,4}[~/\w.]"),
    _row(say("This opens a connection to another machine."), _HIGH, r"/dev/(?:tcp|udp)/\S"),
    _row(
        say("This sends a file or the environment to another machine."),
        _HIGH,
        r"\b(?:requests|httpx|axios|urllib|urllib3|aiohttp|session|fetch|sendbeacon|xmlhttprequest|new image|"
        r"urlopen|socket)\b|"
        r"\bhttps?\.(?:get|request)|require\(['\"]https?['\"]\)",
        r"\bopen\(|os\.environ|read_text|readfilesync|process\.env|getenv|document\.cookie|localstorage|sessionstorage|"
        r"outerhtml|innerhtml|innertext|textcontent|document\.(?:body|forms)",
    ),
    _row(
        say("This sends a file or the environment to another machine."),
        _HIGH,
        r"document\.cookie|localstorage|sessionstorage|process\.env|readfilesync|os\.environ|\bopen\(|read_text",
        r"\bfetch\(|sendbeacon|xmlhttprequest|new image|requests\.(?:post|put|get)|urlopen|axios|httpx\.|\.connect\(",
    ),
    _row(
        say("This sends a file to another machine."),
        _HIGH,
        r"\b(?:uploadstring|uploadfile|invoke-(?:webrequest|restmethod))\b",
        r"-infile|get-content|\$env:|[\w]:\\",
    ),
    _row(
        say("This copies files to another machine."),
        Severity.MEDIUM,
        r"\b(?:scp|rsync|sftp|rclone (?:copy|sync))\b",
        r"\s(?:~|/|\.{1,2}/|-)?[\w./-]{1,200}\s{1,4}(?:[\w.-]{1,80}@)?[\w.-]{1,200}:",
    ),
    _row(say("This copies what is here to another place."), Severity.MEDIUM, r"\baws s3 (?:cp|sync|mv)\b", r"\ss3://"),
    _row(
        say("This copies what is here to another place."),
        Severity.MEDIUM,
        r"\bgsutil\b|\baz storage blob upload\b",
        r"\sgs://|upload",
    ),
    _row(
        say("This lets others see it."),
        Severity.MEDIUM,
        r"\bmodify-(?:snapshot|image|db-snapshot)\S{0,30}|\bput-(?:bucket|object)-(?:policy|acl)\b|"
        r"--acl\s{1,4}public|\ballusers\b|"
        r"\badd-(?:iam-policy-binding|permission)\b|\bcreate-access-key\b",
    ),
    _row(
        say("This copies what is here to another place."),
        Severity.MEDIUM,
        r"\bgit remote (?:add|set-url)\b",
        r"\bgit push\b",
    ),
    _row(say("This copies what is here to another place."), Severity.MEDIUM, r"\bgit push\b", r"https?://|git@|ssh://"),
)
_PROGRAMS: Final = tuple(row for row in _COMMANDS if row.what.startswith("This sends a file or"))
_QUERIES: Final = (
    _row(say("This lets the database send data out."), _HIGH, r"\bcopy\b", r"\bto\s{1,8}program\b"),
    _row(
        say("This lets the database send data out."),
        _HIGH,
        r"\bxp_cmdshell\b|\butl_http\b|\butl_inaddr\b|\bdblink\w{0,16}\s{0,4}\(|\bsys_exec\b|\bhttp_(?:get|"
        r"post)\s{0,4}\(|\bxp_dirtree\b|"
        r"\bopenrowset\b",
    ),
    _row(_OUT, Severity.MEDIUM, r"\binto\s{1,8}(?:out|dump)file\b|\bunload\s{0,4}\(|"
                                                             r"\bexport\s{1,4}data\b"),
    _row(
        say("This copies the database to another one."),
        Severity.MEDIUM,
        r"\bcreate\s{1,8}(?:subscription|server|foreign\s{1,8}table|external\s{1,8}\w{1,20})\b|\bsp_send_dbmail\b|"
        r"\bnet\.http_\w",
    ),
    _row(_OUT, Severity.MEDIUM, r"\bcopy\b", r"\bto\s{1,8}(?:'|stdout)"),
    _row(_OUT, Severity.MEDIUM, r"\bcopy\s{1,8}into\s{1,8}'?(?:s3|gcs|gs|azure|https?|@)"),
    _row(
        say("This reads passwords, tokens or numbers of cards."),
        Severity.MEDIUM,
        r"\bselect\b",
        r"\b(?:from|join)\b",
        r"passwords?\b|credentials?\b|secrets?\b|api_?keys?\b|(?:auth|access|session)_tokens?\b|credit_?cards?\b",
    ),
    _row(
        say("This reads passwords, tokens or numbers of cards."),
        Severity.MEDIUM,
        r"\bselect\b",
        r"(?:passw(?:or)?d|passwd|pwd_?hash|api_?key|secret|card_?num|\bcvv|\bssn\b|_token\b|credit_?card|\biban\b|"
        r"private_?key)",
        r"\bfrom\b",
    ),
)  # fmt: skip
_SQL_MARKS: Final = (
    "subscription",
    "foreign",
    "http_",
    "net.http",
    "dbmail",
    "external ",
    "select",
    "copy",
    "xp_",
    "unload",
    "export",
    "utl_",
    "dblink",
    "openrowset",
    "outfile",
    "dumpfile",
)
_STATEMENT: Final = re.compile(r"[^;]+")
_BROAD: Final = re.compile(
    r"os\.environ\s{0,4}(?![\[.])|environ\.(?:copy|items)|/etc/|\.ssh|\.aws|\.env\b|id_rsa|credentials"
)
_WHOLE: Final = re.compile(r"(?s).+")
_LINE: Final = re.compile(r"[^\r\n]+")


def of_commands(text: str) -> Iterator[Shape]:
    """Commands and code that send files or the environment away: the first of them."""
    if not may_hold_any(text, _CARRIERS):
        return
    lower = text.lower()
    if not holds_any(lower, _CARRIERS):
        return
    joined = text.replace("\\\n", "  ") if "\\\n" in text else text
    found = next(_first(_COMMANDS, _LINE, joined), None)
    if found is None and "\n" in text and ("open(" in lower or "environ" in lower):
        found = next(_first(_PROGRAMS, _WHOLE, joined), None)  # a program says it in several lines
        if found is not None and _BROAD.search(text) is None:
            found = found._replace(severity=Severity.MEDIUM)  # programs read files and talk to others; both may be fine
    if found is not None:
        yield found


def of_sql(text: str) -> Iterator[Shape]:
    """Queries that write data out, or read what is most secret: the first of them."""
    if may_hold_any(text, _SQL_MARKS) and holds_any(text.lower(), _SQL_MARKS):
        yield from _first(_QUERIES, _STATEMENT, text)


def _first(rows: tuple[_Row, ...], pieces: re.Pattern[str], text: str) -> Iterator[Shape]:
    """The first row in the order of ``rows`` all marks of which stand in one piece of ``text``."""
    for row in rows:
        if row.marks[0].search(text) is None:
            continue
        for piece in pieces.finditer(text):
            if (span := _span(row, text, *piece.span())) is not None:
                yield Shape(row.severity, row.what, *span)
                return


def _span(row: _Row, text: str, start: int, end: int) -> tuple[int, int] | None:
    first, at = -1, start
    for mark in row.marks:
        match = mark.search(text, at, end)
        if match is None:
            return None
        first, at = match.start() if first < 0 else first, match.end()
    return first, at
