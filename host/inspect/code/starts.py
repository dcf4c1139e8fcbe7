"""What a call starts, loads or installs without holding a command (pure).

Owns: tools that start what was prepared elsewhere, install packages or put code in place, and values that are programs,
options of programs or packed objects. What stays true: names decide together, a verb with what it is done to; a call
that only looks is none of these.
"""
# ruff: noqa: E501  # a pattern is read best as the one line that it is

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from host.inspect.destructive.inputs import members
from host.inspect.saying import found
from host.inspect.subject import Subject, Text
from host.inspect.tools.words import is_asking, is_prose, last_word, tool_words, words_of
from host.model import Finding, Severity
from host.patterns import regex
from host.words import say

_MEDIUM, _HIGH = Severity.MEDIUM, Severity.HIGH

_STARTED: Final = say("This starts something whose commands were written elsewhere.")
_INSTALLED: Final = say("This installs a package, and the package's own code may run then.")
_PLACED: Final = say("This puts code in place that a service runs from now on.")
_PROGRAM: Final = say("This starts or loads a program from a file.")
_TIMED_LATER: Final = say("This makes something run at times of its own.")
_SCRIPTED: Final = say("This sets a script that a machine runs when it starts.")
_OPTION: Final = say("This holds an option that makes a program run a command.")
_PACKED: Final = say("This is packed data of a form that can run code when it is read.")
_SERVED: Final = say("This holds a program for a web server.")
_WALLS: Final = say("This runs a program without the walls that it is usually kept in.")
_SAID: Final = say("This orders a program to be run when something happens.")


class _Way(NamedTuple):
    """Attributes: verbs, things: one of each is in a tool's name. without: and none of these."""

    says: str
    verbs: frozenset[str]
    things: frozenset[str]
    without: frozenset[str] = frozenset()


def _way(says: str, verbs: str, things: str, without: str = "") -> _Way:
    return _Way(says, *(frozenset(words.split()) for words in (verbs, things, without)))


_LOOKS: Final = frozenset(
    "list get show describe search find view read status log logs check preview validate lint".split()
)
_WAYS: Final = (
    _way(_STARTED, "run dispatch trigger start execute launch rerun invoke", "workflow pipeline playbook shortcut macro automation recipe makefile dag flow zap scenario action build", "query test report"),
    _way(_STARTED, "run execute", "task target make script"),
    _way(_STARTED, "build trigger run", "jenkins job", "cron list"),
    _way(_INSTALLED, "install", "chart release app application program software submodule"),
    _way(_PROGRAM, "import require instantiate", "module wasm", "list"),
    _way(_PROGRAM, "create load enable register", "extension unit daemon agent dag", "user task support event chat"),
    _way(_TIMED_LATER, "set create add register", "crontab schtask schtasks cronjob"),
    _way(_INSTALLED, "install add uvx npx pipx bunx dlx sideload", "package packages extension plugin module dependency dependencies gem crate formula cask uvx npx pipx bunx addon apk app apt brew npm pip requirement", "item order task issue"),
    _way(_INSTALLED, "install", "server mcp skill driver tool agent integration"),
    _way(_PLACED, "update create deploy publish put upload edit set", "lambda worker edge cloudfunction webapp war function trigger procedure plugin udf", "cell event alarm"),
    _way(_PLACED, "add attach update set publish", "layer layers function", "map cell design canvas photo picture user profile cover"),
    _way(_PROGRAM, "load register inject", "plugin module library extension driver dll addon"),
)  # fmt: skip
_VERBS: Final = frozenset[str]().union(*(way.verbs for way in _WAYS))
_CODED: Final = frozenset(
    "code zip zipfile source script handler body file image artifact archive url war package uri layer layers s3".split()
)
_EXECUTABLE: Final = regex(
    r"[^\n\s]{0,400}\.(?:sh|exe|app|bat|cmd|ps1|jar|msi|dmg|pkg|so|dll|dylib|apk|deb|rpm|war|vbs|scr|command|workflow|appimage|hta|wsf|elf)/?"
    r"(?:\s[^\n]{0,300})?",
    re.IGNORECASE,
)
_OPENS: Final = frozenset("open launch start run execute exec load deploy install schedule invoke".split())
_TIMED: Final = frozenset("task schedule job cron startup autostart rule trigger service login".split())
_STARTING: Final = _OPENS | _TIMED
_ACTIONS: Final = frozenset(
    "action program executable exec command run target app application file path binary url source location script".split()
)
_CELLS: Final = frozenset({"cell", "notebook", "jupyter"})
_BOOT: Final = regex(
    r"(?:startup|shutdown|init|boot)-?script(?:-url)?|user-?data|cloud-?init|custom-?data|windows-startup-script-\w{1,6}",
    re.IGNORECASE,
)
_FLAGS: Final = regex(
    r"(?:^|\s)-(?:exec(?:dir)?|ok(?:dir)?)\s{1,3}(?!ls\b)\S|(?:^|\s)--(?:pre|checkpoint-action|to-command|use-compress-program|rsh|hook-script|exec)(?:[= ]|$)|"
    r"\bxargs\s{1,3}[^\n]{0,80}\b(?:sh|bash|rm|curl|nc|python3?)\b|\bbegin\s{0,3}\{\s{0,3}system\s{0,2}\(|--eval[= ]|--init-command[= ]|\blocal-exec\b|\\write18|\\input\{\||\bdata \"external\"|```dataviewjs"
)
_NETWORK: Final = regex(r"\b(?:nc|ncat|curl|wget|bash|sh|rm)\b")
_PICKLED: Final = regex(r"(?:gASV|gAJ[a-zA-Z]|gAN[a-zA-Z]|rO0AB|Y29z|Y3Bvc)[A-Za-z0-9+/=_-]{16}")
_PAGES: Final = regex(
    r"<\?(?:php|=)[^\n]{0,400}?(?:\b(?:system|exec|eval|shell_exec|passthru|popen|assert|proc_open|base64_decode)\s{0,2}\(|\$_(?:get|post|request|cookie)|`)|<%@?\s{0,3}(?:page|import)\b[\s\S]{0,300}?(?:runtime|processbuilder|process)|runtime\.(?:getruntime\(\)\.)?exec\("
)
_ORDERED: Final = regex(
    r"(?:run|execute|start|launch) (?:a |the )?(?:script|program|command|app|application|macro|file)\b", re.IGNORECASE
)
_CONVERTS: Final = frozenset("pdf render convert screenshot print".split())
_RENDERED: Final = regex(r"<script\b|file://|<iframe\b|xmlhttprequest", re.IGNORECASE)
_HOST: Final = regex(r"/(?:var/run/docker\.sock|etc|root|proc|dev)?:/[\w/.-]{0,100}(?::\w{1,4})?")
_NODE: Final = regex(
    r"(?:n8n-nodes-base\.)?(?:executecommand|ssh|code|function|shell|script|runscript|powershell)", re.IGNORECASE
)
_VALUE: Final = 400


def find_started(subject: Subject) -> Iterator[Finding]:
    """``runs-code``: what is started, loaded, installed or put in place."""
    words = tool_words(subject)
    if len(words) == 1:
        words |= words_of(subject.server)
    if words.isdisjoint(_LOOKS):
        if not words.isdisjoint(_VERBS):
            yield from _by_name(subject, words)
        if not subject.plain:
            yield from _switches(subject)
    celled = not words.isdisjoint(_CELLS) and subject.arguments.get("cell_type", "code") == "code"
    for text in subject.values():
        yield from _of_text(text, words)
        if celled and last_word(text.key) == "source" and words.isdisjoint(_LOOKS):
            yield found("runs-code", _MEDIUM, say("This is code or a command to be run."), text)


def _by_name(subject: Subject, words: frozenset[str]) -> Iterator[Finding]:
    for way in _WAYS:
        verbs, things = words & way.verbs, words & way.things
        if not verbs or not things or not words.isdisjoint(way.without):
            continue
        if way.says is _PLACED and not any(words_of(key) & _CODED for _, key, _ in members(subject.arguments)):
            continue
        first = next((text for text in subject.values() if len(text.text) < _VALUE), None)
        if first is None:
            yield Finding("runs-code", _MEDIUM, way.says, subject.tool[:200])
        else:
            yield found("runs-code", _MEDIUM, way.says, first)
        return


def _switches(subject: Subject) -> Iterator[Finding]:
    """Walls that are taken down for what is started."""
    named = (text for text in subject.texts if text.is_name and len(text.text) <= _NAME)
    if not any(text.text.lower().replace("_", "") in _WALLED for text in named):
        return
    for steps, name, value in members(subject.arguments):
        if value is True and name.lower().replace("_", "") in _WALLED:
            yield Finding("runs-code", _HIGH, _WALLS, name[:200], steps)


_NAME: Final = 40
_WALLED: Final = frozenset(
    "privileged chroot hostpid hostnetwork hostipc disablesandbox nosandbox runasroot allowprivilegeescalation".split()
)


def _of_text(text: Text, words: frozenset[str]) -> Iterator[Finding]:
    raw = text.text
    if len(raw) < 3:
        return
    if len(raw) <= _VALUE:
        yield from _short(text, words)
    if is_prose(text) and "<" not in raw:
        return
    if "-" in raw or "system" in raw or "write18" in raw or "external" in raw:
        low = raw[:20_000].lower()
        if not is_prose(text) and not is_asking(text) and (match := _FLAGS.search(low)) is not None:
            grave = _HIGH if _NETWORK.search(low, match.end(), match.end() + 80) else _MEDIUM
            yield found("runs-code", grave, _OPTION, text, match.span())
    if raw[:2] in ("gA", "rO", "Y2", "Y3") and _PICKLED.match(raw) is not None:
        yield found("runs-code", _MEDIUM, _PACKED, text, (0, 20))
    if ("<" in raw or "untime" in raw) and (match := _PAGES.search(raw[:20_000].lower())) is not None:
        yield found("runs-code", _HIGH, _SERVED, text, match.span())
    if (
        not words.isdisjoint(_CONVERTS)
        and "html" in text.key.lower()
        and (match := _RENDERED.search(raw[:20_000])) is not None
    ):
        yield found(
            "runs-code", _MEDIUM, say("This holds a script that runs where the page is made."), text, match.span()
        )


def _short(text: Text, words: frozenset[str]) -> Iterator[Finding]:
    raw = text.text
    if raw.isalnum() and raw.lower() not in _PLAIN and "script" not in text.steps:
        return
    key = words_of(text.key)
    opens = not words.isdisjoint(_STARTING) and words.isdisjoint(_LOOKS) and words.isdisjoint(_FILES)
    if opens and not key.isdisjoint(_ACTIONS) and _EXECUTABLE.fullmatch(raw) is not None:
        yield found("runs-code", _MEDIUM, _PROGRAM, text)
    if raw[:1] in "sSiIbBuUcCwW" and _BOOT.fullmatch(raw) is not None and words.isdisjoint(_LOOKS):
        yield found("runs-code", _MEDIUM, _SCRIPTED, text)
    elif (last_word(text.key) in ("command", "cmd", "program", "executable") and raw.lower() in _SHELLS) or (
        text.key == "module" and raw.lower() in ("shell", "command", "raw", "script", "win_shell", "win_command")
    ):
        yield found("runs-code", _MEDIUM, _BEGUN, text)
    elif ("." in raw and _SETTINGS.match(raw) is not None) or (raw[:1] in _TIMES_BEGIN and _CRON.fullmatch(raw)):
        yield found("runs-code", _MEDIUM, _TIMED_LATER if raw[:1] in _TIMES_BEGIN else _SCRIPTED, text)
    elif raw in _GETS and not words.isdisjoint(_MANAGERS):
        yield found("runs-code", _MEDIUM, _INSTALLED, text)
    elif (not words.isdisjoint(_REGISTRY) and _RUN_KEY.search(raw) is not None) or (
        "currentversion\\run" in raw.lower() and words.isdisjoint(_LOOKS)
    ):
        yield found("runs-code", _HIGH, _SCRIPTED, text)
    else:
        yield from _within(text, key, words)


def _within(text: Text, key: frozenset[str], words: frozenset[str]) -> Iterator[Finding]:
    """What a value means by where it stands."""
    raw = text.text
    if "action" in key and _ORDERED.match(raw) is not None:
        yield found("runs-code", _MEDIUM, _SAID, text)
    elif not key.isdisjoint(_MOUNTS) and _HOST.fullmatch(raw) is not None:
        yield found("runs-code", _HIGH, _WALLS, text)
    elif (
        text.key == "type"
        and len(text.steps) > 1
        and _NODE.fullmatch(raw) is not None
        and words & {"workflow", "zap", "flow", "automation"}
    ):
        yield found("runs-code", _MEDIUM, _PLACED, text)
    elif last_word(text.key) in ("source", "inline") and "script" in text.steps:
        yield found("runs-code", _MEDIUM, say("This is code or a command to be run."), text)


_MOUNTS: Final = frozenset({"volume", "mount", "bind", "volumes", "binds"})
_BEGUN: Final = say("This is code or a command to be run.")
_SHELLS: Final = frozenset(
    "npx uvx bunx pipx bash sh zsh node python python3 deno bun docker powershell pwsh cmd ruby perl php".split()
)
_MODULES: Final = frozenset("shell command raw script".split())
_PLAIN: Final = (
    _SHELLS
    | _MODULES
    | frozenset(
        "install add upgrade dlx i exec executecommand ssh code function runscript userdata cloudinit customdata".split()
    )
)
"""Values of letters and digits alone that say something."""
_SETTINGS: Final = regex(
    r"terminal\.integrated\.(?:shell|profiles|env|automation)|python\.(?:defaultinterpreterpath|pythonpath)|task\.allowautomatictasks|\w{1,30}\.(?:executablepath|formatter\.path|path\.)",
    re.IGNORECASE,
)
_CRON: Final = regex(
    r"(?:[\d*/,-]{1,20}\s{1,4}){5}\S{0,40}[/a-z]\S{0,200}(?:\s[^\n]{0,200})?|@(?:reboot|daily|hourly)\s[^\n]{1,300}"
)
_TIMES_BEGIN: Final = frozenset("0123456789*@")
_GETS: Final = frozenset("install add upgrade dlx i exec".split())
_MANAGERS: Final = frozenset("pip npm brew apt gem cargo yarn winget choco conda helm homebrew pnpm".split())
_REGISTRY: Final = frozenset({"reg", "registry"})
_RUN_KEY: Final = regex(r"\\run(?:once)?$", re.IGNORECASE)
_FILES: Final = frozenset("write read save edit file document".split())
