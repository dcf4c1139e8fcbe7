"""Files and settings that something runs later, by itself (pure).

Owns: which places are run with nobody watching, and what in files of a build is run along the way. What stays true: a
place that only holds code is none of these; the finding points at the line that would be run.
"""
# ruff: noqa: E501  # a pattern is read best as the one line that it is

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from host.inspect.code.texts import names_path
from host.inspect.saying import found
from host.inspect.subject import Subject, Text
from host.inspect.tools.words import last_word, writes
from host.model import Finding, Severity
from host.naming import CONTENT
from host.patterns import regex
from host.words import say

_MEDIUM, _HIGH = Severity.MEDIUM, Severity.HIGH
_LOOKED: Final = 65_536

_BY_ITSELF: Final = regex(
    r"(?:^|[/\\])(?:\.git[/\\]hooks|\.husky|\.githooks|autostart|cron(?:\.\w{1,10}|tabs)?|systemd[/\\]\w{1,10}|launchagents|launchdaemons|"
    r"start menu[/\\]programs[/\\]startup|startup|init\.d|profile\.d|xinitrc\.d|\.github[/\\]workflows|\.circleci|"
    r"\.gitea[/\\]workflows|\.devcontainer)[/\\][^/\\]{1,120}$|"
    r"(?:^|[/\\])(?:\.(?:bash_?rc|bash_?profile|bash_?login|profile|zshrc|zshenv|zprofile|zlogin|envrc|xprofile|xinitrc|pythonrc|"
    r"vimrc|inputrc|gdbinit|lldbinit|irbrc|pre-commit-config\.yaml|gitlab-ci\.yml|travis\.yml|mcp\.json)|sitecustomize\.py|"
    r"usercustomize\.py|[\w.-]{1,60}\.pth|jenkinsfile|azure-pipelines\.ya?ml|bitbucket-pipelines\.ya?ml|crontab|"
    r"microsoft\.powershell_profile\.ps1|config\.fish)$"
)
_WITH_COMMANDS: Final = regex(
    r"(?:^|[/\\])(?:\.vscode[/\\](?:tasks|launch|settings|mcp)\.json|[\w.-]{0,40}mcp[\w.-]{0,20}\.json|claude_desktop_config\.json|"
    r"\.claude[/\\]settings[\w.]{0,10}\.json|settings\.json|\.idea[/\\][^\n]{1,80}\.xml|\.npmrc|\.yarnrc(?:\.yml)?|pip\.conf|\.gitconfig|"
    r"\.git[/\\]config|\.ssh[/\\]config|\.wgetrc|\.curlrc|[\w.-]{1,60}\.(?:code-workspace|desktop|service|plist|timer|tf|nomad))$"
)
_COMMANDS: Final = regex(
    r"\"(?:command|cmd|exec|shell|runon|args|program|preLaunchTask|defaultinterpreterpath)[\"\w]{0,20}\s{0,4}:|"
    r"\b(?:ld_preload|node_options|dyld_insert|pythonstartup)|^\s{0,9}(?:exec(?:start\w{0,6})?|script-shell|node-options|yarnpath|"
    r"sshcommand|hookspath|fsmonitor|pager|editor|helper|proxycommand|localcommand|\w{1,20})\s{0,3}[= ]\s{0,3}(?:!|/tmp|/bin|/dev/shm|sh |bash |~|\S{0,60}/\w)|"
    r"\blocal-exec\b|<key>program(?:arguments)?</key>|\bprovisioner\b|interpreterpath",
    re.IGNORECASE | re.MULTILINE,
)
_BUILDS: Final = regex(
    r"(?:^|[/\\])(?:package\.json|makefile|gnumakefile|gemfile|tox\.ini|\.\w{2,20}rc\.[cm]?js|[\w-]{1,30}\.setup\.[cm]?[jt]s|(?:docker-)?compose[\w.-]{0,20}\.ya?ml|[\w.-]{1,60}\.(?:vba|bas)|justfile|rakefile|taskfile\.ya?ml|setup\.(?:py|cfg)|conftest\.py|noxfile\.py|"
    r"tasks\.py|fabfile\.py|build\.(?:gradle(?:\.kts)?|rs|xml)|binding\.gyp|gruntfile\.js|gulpfile\.js|[\w-]{1,30}\.config\.[cm]?[jt]s|"
    r"cmakelists\.txt|configure|pom\.xml|pyproject\.toml|composer\.json|[\w.-]{1,60}\.(?:gemspec|podspec|ipynb|csproj|mk))$"
)
_INSTALLS: Final = regex(
    r"\"(?:pre|post)?(?:install|prepare|prepublish(?:only)?|publish|autoload-dump|update-cmd|install-cmd)(?:-cmd)?\"\s{0,4}:\s{0,4}\"((?:[^\"\\]|\\.){1,2000})"
)
_USUAL: Final = regex(
    r"(?:husky(?: install)?|patch-package|(?:is-ci \|\| )?husky(?: install)?|npm run [\w:-]{1,30}|yarn [\w:-]{1,30}|pnpm [\w:-]{1,30}|tsc(?: -[\w.-]{1,20}){0,3}|"
    r"prisma generate|ngcc|lerna bootstrap|electron-builder install-app-deps|node-gyp rebuild|opencollective(?:-postinstall)?(?: \|\| true)?|"
    r"rollup -c|vite build|nuxt prepare|svelte-kit sync|lefthook install|simple-git-hooks)"
)
_STARTS: Final = regex(
    r"\bos\.(?:system|popen|exec\w{1,3})\s{0,2}\(|\bsubprocess\.\w{2,14}\s{0,2}\(|\bchild_process\b|\bexecsync\b|\beval\s{0,2}\(|\bexec\s{0,2}[({]|"
    r"\burlopen\s{0,2}\(|\burlretrieve\b|requests\.(?:get|post)\s{0,2}\(|(?:^|[\s@\"'!;(])(?:curl|wget|nc|ncat|iwr)\s{1,3}[-\w\"'$h/]|"
    r"\bsystem\s{0,2}\(['\"]|\bprivileged:\s{0,3}true|['\"\s]/:/\w|docker\.sock|\bsh\s{1,3}-c\s|\bshell\s{1,3}\"|\bauto_?open\b|\b(?:document|workbook)_open\b|@ https?://|\bpython3?\s{1,3}-c\b|\bnode\s{1,3}-e\b|\bperl\s{1,3}-e\b|\bbase64\s{1,3}-d|commandline\s|runtime\.getruntime|process::command|\$\(shell\s"
)
_SAYS: Final = say("This becomes a file that is run by itself, with nobody watching.")
_SETS: Final = say("This sets a command that a program starts by itself.")
_ALONG: Final = say("This is run along with a build or an installation.")
_HANDS: Final = say("This hands a build's secrets, or its rights, to code of somebody else.")
_CI: Final = regex(
    r"pull_request_target|\$\{\{\s{0,4}secrets\.[^}]{1,60}\}\}[^\n]{0,80}(?:\||curl|base64|http)|tojson\(secrets\)|uses:\s{0,4}\S{1,80}@(?:main|master)\b"
)
_FETCHES: Final = regex(r"https?:|curl|wget|\bnc\b|eval|base64|\|\s{0,3}(?:ba)?sh")


def find_later(subject: Subject) -> Iterator[Finding]:
    """``runs-code``: what is written to where something runs it later."""
    names = [text.text.lower() for text in subject.values() if names_path(text.key) and len(text.text) < 1_000]
    if not names or not writes(subject):
        return
    kinds = [kind for kind in (_BY_ITSELF, _WITH_COMMANDS, _BUILDS) if any(map(kind.search, names))]
    if not kinds:
        return
    for text in _contents(subject):
        yield from _of(kinds, text)


_FILE_TEXTS: Final = CONTENT | frozenset("edit patch filetext new str string code newtext replacement".split())


def _contents(subject: Subject) -> Iterator[Text]:
    return (text for text in subject.values() if last_word(text.key) in _FILE_TEXTS and text.text.strip())


def _of(kinds: list[re.Pattern[str]], text: Text) -> Iterator[Finding]:
    low = text.text[:_LOOKED].lower()
    same = len(text.text[:_LOOKED]) == len(low)
    if _BY_ITSELF in kinds:
        handed = _CI.search(low) if "secrets" in low or "pull_request" in low or "uses:" in low else None
        span = handed.span() if handed is not None and same else None
        yield found("runs-code", _MEDIUM, _HANDS if handed else _SAYS, text, span)
    elif _WITH_COMMANDS in kinds and (match := _COMMANDS.search(low)) is not None:
        yield found("runs-code", _MEDIUM, _SETS, text, match.span() if same else None)
    elif _BUILDS in kinds:
        yield from _built(text, low, same=same)


def _built(text: Text, low: str, *, same: bool) -> Iterator[Finding]:
    for match in _INSTALLS.finditer(low):
        if not _USUAL.fullmatch(match[1]):
            grave = _HIGH if _FETCHES.search(match[1]) else _MEDIUM
            yield found("runs-code", grave, _ALONG, text, match.span(1) if same else None)
            return
    if (met := _STARTS.search(low)) is not None:
        yield found("runs-code", _MEDIUM, _ALONG, text, met.span() if same else None)
