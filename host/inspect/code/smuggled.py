"""Commands and code in inputs that are no place for them (pure).

Owns: what in a name, path, address or search is read as a command by a careless server. What stays true: prose is left
alone but for what no prose has; a search may hold much, and is judged less gravely.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from host.inspect.subject import Text
from host.inspect.texts.vocabulary import holds_any
from host.inspect.tools.words import is_asking, is_prose, last_word
from host.model import Severity
from host.naming import key_words
from host.patterns import regex
from host.words import say

LONGEST: Final = 65_536
_MEDIUM, _HIGH = Severity.MEDIUM, Severity.HIGH

_COMMANDS: Final = (
    r"(?:curl|wget|ncat|netcat|nc|bash|sh|zsh|rm|cat|python[23]?|perl|ruby|node|php|powershell|pwsh|cmd|chmod|"
    r"chown|mkfifo|"
    r"touch|echo|id|whoami|uname|env|printenv|ls|dir|sleep|ping|nslookup|dig|kill|sudo|scp|ssh|tee|base64|"
    r"xargs|awk|sed|"
    r"find|mv|cp|ln|dd|crontab|calc|certutil|bitsadmin|mshta|type|net|reg|shutdown|reboot|/bin/\w{1,12}|"
    r"/usr/bin/\w{1,12})"
)
_CHAINED: Final = regex(rf"(?:[;\n]|\|\|?|&&?)\s{{0,5}}(?:{_COMMANDS})(?=[\s;|&\"'<>)]|$)")
_SUBSTITUTED: Final = regex(
    rf"\$\(\s{{0,3}}{_COMMANDS}\b|`\s{{0,3}}{_COMMANDS}\b[^`\n]{{0,300}}`|\$\{{ifs\}}|[<>]\(\s{{0,3}}{_COMMANDS}\b"
)
_SURE: Final = regex(r"(?:curl|wget|ncat|netcat|nc|bash|rm|python[23]?|powershell|chmod|sudo|whoami|cat|sh)$")
_PATTERNED: Final = frozenset("pattern regex regexp jq filter selector glob xpath css jmespath grep match".split())
_OPTION: Final = regex(r"-{1,2}[a-z][\w-]{0,40}")
_GRAVE_OPTION: Final = regex(
    r"--?(?:upload-pack|receive-pack|exec|output|config|config-env|to-command|checkpoint-action|"
    r"use-compress-program|ext-diff|"
    r"open-files-in-pager|oproxycommand|olocalcommand|opermitlocalcommand|pre|eval|rsh|remote-sudo|command|rce|"
    r"o\s?/|c\s)"
    r"|-o\S{0,3}proxycommand|-c\s{0,2}core\."
)
_OPTIONS_INSIDE: Final = regex(
    r"(?:^|\s)--(?:upload-pack|receive-pack|to-command|checkpoint-action|use-compress-program|"
    r"open-files-in-pager|config-env|pre|exec|command|eval|rsh)[= ]"
    r"|proxycommand\s{0,2}=|\bext::"
)
_NAMES: Final = frozenset(
    "branch ref repo repository url uri path file filename name host hostname package revision target remote "
    "tag commit "
    "module dest destination source src dir directory folder bucket key image container pod namespace user username "
    "domain address ip pattern project from to base head range rev sha treeish member archive output input "
    "region".split()
)
_GIT_KEYS: Final = regex(
    r"(?:core\.(?:hookspath|sshcommand|fsmonitor|gitproxy|pager|editor)|credential\.helper|alias\.\S{1,40}|"
    r"filter\.\S{1,40}|"
    r"diff\.external|sequence\.editor|url\.\S{1,80}\.insteadof|include\.path|http\.sslverify|protocol\.ext\.allow)"
)
_LONGEST_NAME: Final = 64
_LOADERS: Final = frozenset(
    "LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT DYLD_INSERT_LIBRARIES BASH_ENV PROMPT_COMMAND PYTHONSTARTUP GIT_SSH_COMMAND "
    "GIT_EXTERNAL_DIFF PERL5OPT RUBYOPT PERL5LIB NODE_OPTIONS GIT_PROXY_COMMAND SSH_ASKPASS GIT_ASKPASS".split()
)
_TEMPLATES: Final = (
    (("${jndi:", "${${"), regex(r"\$\{jndi:|\$\{\$\{(?:lower|upper|env|::-)")),
    (("__class__", "__globals__", "__subclasses__", "__mro__", "__builtins__", "__import__"),
     regex(r"__(?:class|globals|subclasses|mro|builtins|import)__")),
    (("t(java", "java.lang", "getruntime", "processbuilder"), regex(r"t\(java\.|java\.lang\.(?:runtime|"
        r"processbuilder)|getruntime\(\)")),
    (("{{", "{%"), regex(r"\{\{\s{0,5}(?:\d{1,4}\s?\*\s?['\"]?\d|config\b|self\.|request\.|cycler|lipsum|"
        r"joiner|namespace\b|\[\])|\{%\s{0,3}(?:import|include|debug)")),
    (("<%", "#{", "${"), regex(r"<%=?\s{0,3}(?:system|`|exec|io\.|file\.|require|\d{1,3}\s?\*)|"
        r"<%[\s*=_-]{0,4}[^%]{0,300}(?:\brequire\b|\bexec|child_process|\bprocess\.|\bsystem\()|"
        r"#\{\s{0,3}(?:system|`|exec|\d{1,3}\s?\*)|\$\{\s{0,3}\d{1,4}\s?\*\s?\d")),
    (("!!python", "!!java", "o:", "ro0ab"), regex(r"!!python/|!!javax?\.|^o:\d{1,4}:\"|\bro0ab[a-z0-9]")),
    (("<!entity",), regex(r"<!entity[^>]{0,200}(?:system|public)")),
)  # fmt: skip
_MARKUP: Final = regex(
    r"<script[\s>]|<iframe[\s>]|<svg[^>]{0,60}\bon|\bon(?:error|load|mouseover|focus|"
    r"click)\s{0,3}=\s{0,3}[\"'\w]|<img[^>]{0,80}\bon"
)
_SHEET: Final = regex(
    r"\s{0,3}[=+@-]\s{0,3}(?:cmd\||(?:importxml|importdata|importfeed|importhtml|webservice|dde|exec|"
    r"call)\s{0,2}\(|hyperlink\s{0,2}\([^)]{0,200}[&])"
)
_SHEET_CELL: Final = regex(r"(?:^|[\n,;\t\"])\s{0,3}[=+@-]\s{0,3}cmd\|")
_PAGES: Final = frozenset(
    "selector xpath css content html body text code markdown template svg source data edit patch newtext newstr".split()
)


_LINES: Final = frozenset("title subject header footer caption label".split())
"""Prose of one line, which programs put into commands."""
_FETCHED: Final = regex(r"\$\(\s{0,3}(?:curl|wget|nc|bash|sh|python3?|perl|cat|rm|base64)\s[^)\n]{1,300}\)")
_IN_PLACE: Final = say("This holds a command that a shell would run in the value's place.")


class Smuggled(NamedTuple):
    """Attributes: severity. says: one sentence. span: in the text."""

    severity: Severity
    says: str
    span: tuple[int, int]


def smuggled(text: Text) -> Iterator[Smuggled]:
    """What in a text that is no code would be read as code."""
    raw = text.text
    if len(raw) <= _LONGEST_NAME and raw.upper() in _LOADERS and (text.is_name or raw.isupper()):
        yield Smuggled(_HIGH, say("This setting makes other programs run code when they start."), (0, len(raw)))
    if text.is_name and raw in ("$where", "$function", "$accumulator"):
        yield Smuggled(_MEDIUM, say("This makes the database run JavaScript."), (0, len(raw)))
    if text.is_name and raw.lower().replace("_", "") == "executablepath":
        yield Smuggled(_MEDIUM, say("This input says which program is started."), (0, len(raw)))
    if len(raw) > LONGEST or raw.isalnum():
        return
    low = raw.lower()
    prose, asking = is_prose(text), is_asking(text)
    yield from _templates(text, low, prose)
    if prose:
        if "$(" in low and last_word(text.key) in _LINES and (match := _FETCHED.search(low)) is not None:
            yield Smuggled(_MEDIUM, _IN_PLACE, match.span())
        return
    if not asking:
        yield from _machine(low)
    yield from _command(text, low, patterned=asking or last_word(text.key) in _PATTERNED)
    if not asking:
        yield from _option(text, low)
    marked = "<" in low or ("on" in low and "=" in low)
    if marked and last_word(text.key) not in _PAGES and (match := _MARKUP.search(low)) is not None:
        yield Smuggled(_MEDIUM, say("This holds a script for web pages, where none belongs."), match.span())


_SHELL_OUT: Final = regex(r"/dev/(?:tcp|udp)/[\w.-]{1,200}/[0-9]")
_SHELL_MARKS: Final = ("/bin/", "bash", "/sh", "nohup", "exec:", "mkfifo", "powershell", "cmd.exe", "pty")
_SHELL_MORE: Final = regex(
    r"\b(?:nc|ncat|netcat)(?:\.\w{1,12})?\s[^\n;|]{0,120}?(?:-[a-z]{0,6}[ec]\s{0,3}[\"']?(?:/\w{1,8}/|cmd|sh\b|bash|powershell)|--(?:sh-)?exec)|"
    r"\bsocat\s[^\n]{0,160}?(?:exec|system):|\bmkfifo\s[^\n]{0,200}?\b(?:nc|ncat|telnet|openssl)\b|\bpty\.spawn\(|\b(?:ba|z)?sh\s{1,3}-i\s{0,3}[<>]|"
    r"\|\s{0,3}(?:/bin/)?(?:ba|z)?sh\s{1,3}-i\b"
)
_RUNS_SHELL: Final = regex(
    r"(?:^|[\s;&|\"'(=:])(?:nohup|setsid)\s{1,3}\S{1,200}[^\n]{0,300}&|(?:^|[\s;&|\"'(=:])(?:/bin/|/usr/bin/)?(?:ba|z|da)?sh\s{1,3}-l?c\s{1,3}[\"'$]"
)
_WHOLE_MACHINE: Final = regex(
    r"\b(?:privileged|hostpid|hostnetwork|hostipc)[\"']?:\s{0,3}true\b|\bnsenter\s|\bnsenter[\"']|"
    r"^--(?:no-sandbox|disable-web-security|privileged|remote-debugging-(?:port|address))\b"
)


def _machine(low: str) -> Iterator[Smuggled]:
    """What opens a shell to somebody, or runs with the rights of the whole machine."""
    shelled = holds_any(low, _SHELL_MARKS)
    match = _SHELL_OUT.search(low) if "/dev/" in low else None
    if match is None and shelled:
        match = _SHELL_MORE.search(low)
    if match is not None:
        yield Smuggled(_HIGH, say("This holds a command that opens a shell to somebody elsewhere."), match.span())
    elif shelled and (match := _RUNS_SHELL.search(low)) is not None:
        yield Smuggled(_MEDIUM, say("This holds a command for a shell."), match.span())
    elif holds_any(low, _MACHINE_MARKS) and (match := _WHOLE_MACHINE.search(low)) is not None:
        yield Smuggled(_MEDIUM, say("This runs a program without the walls that it is usually kept in."), match.span())


_MACHINE_MARKS: Final = (
    "privileged",
    "hostpid",
    "hostnetwork",
    "hostipc",
    "nsenter",
    "--no-sandbox",
    "--disable-",
    "--remote-",
)


def _command(text: Text, low: str, *, patterned: bool) -> Iterator[Smuggled]:
    named = not _NAMES.isdisjoint(key_words(text.key))
    match = _CHAINED.search(low) if any(mark in low for mark in ";|&\n") else None
    if match is not None and not (patterned and match[0][0] == "|"):
        grave = _MEDIUM if patterned or not (named or _SURE.search(match[0])) else _HIGH
        yield Smuggled(grave, say("This holds a command behind the value, where none belongs."), match.span())
    elif any(mark in low for mark in ("$(", "`", "${", "<(", ">(")) and (match := _SUBSTITUTED.search(low)):
        grave = _MEDIUM if patterned else _HIGH
        yield Smuggled(grave, _IN_PLACE, match.span())


def _option(text: Text, low: str) -> Iterator[Smuggled]:
    """Options of programs where a name should stand."""
    if "-" not in low and "ext::" not in low and "." not in low:
        return
    if (match := _OPTIONS_INSIDE.search(low)) is not None:
        yield Smuggled(_HIGH, say("This holds an option that makes a program run a command."), match.span())
    elif (
        low.startswith("-") and not _NAMES.isdisjoint(key_words(text.key)) and (match := _OPTION.match(low)) is not None
    ):
        grave = _HIGH if _GRAVE_OPTION.match(low) else _MEDIUM
        yield Smuggled(grave, say("This begins like an option of a program, where a name should stand."), match.span())
    elif _GIT_KEYS.fullmatch(low) is not None:
        yield Smuggled(_HIGH, say("This setting makes git run a command, or hand out a password."), (0, len(low)))


def _templates(text: Text, low: str, prose: bool) -> Iterator[Smuggled]:
    for words, pattern in _TEMPLATES:
        if holds_any(low, words) and (match := pattern.search(low)) is not None:
            grave = _MEDIUM if prose or is_asking(text) else _HIGH
            yield Smuggled(
                grave, say("This holds an expression that a server's template or parser would run."), match.span()
            )
            return
    if "cmd|" in low and (match := _SHEET_CELL.search(low)) is not None:
        yield Smuggled(_MEDIUM, say("This holds a formula that starts a program when it is opened."), match.span())
        return
    if low[:4].strip()[:1] in ("=", "+", "@", "-") and (match := _SHEET.match(low)) is not None:
        yield Smuggled(_MEDIUM, say("This holds a formula that reaches out of the sheet."), match.span())
