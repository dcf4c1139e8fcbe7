"""Commands that delete, overwrite or switch off (pure).

Owns: these commands, of shells and of the programs of clouds and services. What stays true: a command is read with the
program in front that its tool stands for; a find is grave only where the command says how wide it goes.
"""
# ruff: noqa: E501  # a pattern is read best as the one line that it is

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, islice
from typing import Final

from host.inspect.code.texts import LONGEST, Code, codes
from host.inspect.destructive import clouds, operators, purchases
from host.inspect.saying import found
from host.inspect.subject import Steps, Subject, Text
from host.inspect.tools.words import last_word, words_of
from host.model import Finding, Severity
from host.patterns import regex
from host.words import say

_DELETES: Final = say("This deletes, overwrites or stops something.")
_REWRITES: Final = say("This throws away work in a repository, or what others see of it.")
_PROGRAMS: Final = tuple(
    "git gh kubectl docker aws gcloud az terraform helm redis-cli npm heroku vercel robocopy rclone pulumi "
    "vault consul etcdctl nomad oc doctl argocd flux rabbitmqctl occ gam wp mongosh velero restic".split()
)
_NAMED: Final = {
    "kubernetes": "kubectl",
    "k8s": "kubectl",
    "eks": "kubectl",
    "redis": "redis-cli",
    "valkey": "redis-cli",
    "azure": "az",
    "openshift": "oc",
}

_COMMANDS: Final = regex(
    r"(?:^|\s)(?:delete|destroy|terminate|purge|drop|wipe)(?:-[a-z-]{1,40})?(?=\s|$)|"
    r"find\s[^\n;|&]{0,200}(?:-delete|-exec\s{1,3}rm)|"
    r"git\s[^\n;|&]{0,80}(?:push\s[^\n;|&]{0,120}(?:--force\b|\s-f\b|--mirror|--delete|\s\+\w|--prune)|"
    r"reset\s[^\n;|&]{0,40}--hard|"
    r"clean\s{1,3}-\w{0,6}f|branch\s{1,3}-d\b|filter-(?:branch|repo)|update-ref\s{1,3}-d|reflog\s{1,3}expire|"
    r"checkout\s{1,3}(?:--\s{1,3})?\.)|"
    r"\brm\s{1,3}-\w{0,8}[rf]|terraform\s[^\n;|&]{0,60}destroy|kubectl\s[^\n;|&]{0,60}(?:delete|drain)|"
    r"helm\s{1,3}(?:uninstall|delete)|"
    r"docker\s[^\n;|&]{0,40}(?:prune|(?<!-)rm\b|rmi|(?:stop|kill)\s{1,3}\$\(|volume\s{1,3}rm|down\s[^\n;|&]{0,30}-v)|"
    r"aws\s[^\n;|&]{0,80}(?:\sr[mb]\b|delete-|terminate-)|"
    r"gcloud\s[^\n;|&]{0,80}\sdelete|gsutil\s[^\n;|&]{0,40}\sr[mb]\b|az\s[^\n;|&]{0,80}\sdelete|dropdb\b|"
    r"mysqladmin\s[^\n;|&]{0,40}drop|"
    r"redis-cli\s[^\n;|&]{0,60}flush|gh\s[^\n;|&]{0,20}(?:repo|release)\s{1,3}delete|npm\s{1,3}unpublish|"
    r"\bdrop\s{1,3}(?:table|database|schema)\b|\btruncate\s{1,3}table|\bdelete\s{1,3}from\b|shutdown\b|\breboot\b"
)
_MORE: Final = regex(
    r"\bchmod\s{1,3}(?:-\w{1,4}\s{1,3})?(?:0?[0-7]?777|a\+rwx|a=rwx|o\+w|ugo\+rwx)|\bdd\s[^\n;|&]{0,160}\bof=|\bmkfs|wipefs\b|\bshred\b|"
    r"\bfdisk\b|\bparted\b|:\(\)\s{0,2}\{|\b(?:userdel|deluser|groupdel|dropuser)\b|\bcrontab\s{1,3}-r\b|\bkillall\b|\bpkill\b|"
    r"\bkill\s{1,3}-(?:9|kill|sigkill)\s{1,3}-1\b|systemctl\s[^\n;|&]{0,30}(?:stop|disable|mask)\b|iptables\s[^\n;|&]{0,30}-f\b|"
    r"truncate\s{1,3}(?:-s|--size)|rsync\s[^\n;|&]{0,120}--delete|sync\s[^\n;|&]{0,120}--delete|"
    r"git\s[^\n;|&]{0,60}(?:stash\s{1,3}(?:drop|clear)|checkout\s{1,3}-f|rebase\s|tag\s{1,3}-d|commit\s[^\n;|&]{0,40}--amend|"
    r"gc\s[^\n;|&]{0,40}--prune=now|restore\s{1,3}(?:--\S{1,20}\s{1,3}){0,2}\.)|"
    r"gh\s[^\n;|&]{0,60}(?:--admin\b|--visibility\s{1,3}public|repo\s{1,3}(?:archive|transfer|rename)|"
    r"api\s[^\n;|&]{0,120}(?:-x|--method)\s{0,3}delete)|curl\s[^\n;|&]{0,200}-x\s{0,3}delete\b|"
    r"kubectl\s[^\n;|&]{0,80}(?:--replicas[= ]0\b|replace\s[^\n;|&]{0,40}--force|rollout\s{1,3}undo|cordon|taint)|"
    r"terraform\s[^\n;|&]{0,60}(?:-auto-approve|state\s{1,3}rm|taint|force-unlock)|helm\s{1,3}rollback|"
    r"heroku\s[^\n;|&]{0,60}(?:reset|destroy)|(?:vercel|netlify|wrangler|flyctl|fly|doctl|firebase|railway|pulumi|eksctl)\s[^\n;|&]{0,80}"
    r"(?:\brm\b|remove|delete|destroy)|remove-item\b|\bdel\s{1,3}/|\brd\s{1,3}/s|format\s{1,3}[a-z]:|stop-computer|clear-recyclebin|"
    r"retention[a-z-]{0,20}[= ]\s{0,2}[01]\b|--no-(?:backup|versioning|deletion-protection)|robocopy\s[^\n;|&]{0,200}/(?:mir|purge)\b|rclone\s{1,3}(?:sync|purge)|terraform\s[^\n;|&]{0,60}\bapply\b|"
    r"vssadmin\s{1,3}delete|\b(?:dropdatabase|deletemany|drop)\(|npm\s{1,3}(?:unpublish|deprecate|owner\s{1,3}add)"
)

_COMMAND_WORDS: Final = tuple(
    "git rm destroy delete prune drop flush drain uninstall terminate unpublish shutdown reboot docker aws gsutil "
    "truncate purge wipe -delete chmod dd mkfs shred fdisk parted :( userdel deluser groupdel dropuser crontab kill "
    "systemctl iptables rsync gh curl kubectl terraform helm heroku vercel netlify wrangler fly doctl firebase railway "
    "robocopy rclone pulumi eksctl del rd remove- format stop- clear- vssadmin npm".split()
)
_WIDE_COMMANDS: Final = regex(
    r"--mirror|\bchmod\s{1,3}-r|of=/dev/(?!null|zero|std)|mkfs|wipefs|shred\s[^\n]{0,80}/dev/|:\(\)|kill\s{1,3}-\w{1,8}\s{1,3}-1|--admin\b|\brm\s{1,3}-\w{1,8}\s{1,3}[\"']?(?:/|~|\$home|\*)(?=[\s\"'*;&|]|$)|"
    r"\s--all\b|--force\b[^\n]{0,60}\b(?:main|master|prod\w{0,10})\b|(?:main|"
    r"master)[^\n]{0,40}--force\b|-auto-approve|--recursive|filter-(?:branch|repo)|flushall|system\s{1,3}prune|"
    r"\brb\b[^\n]{0,60}--force"
)


def find_commanded(subject: Subject) -> Iterator[Finding]:
    """``destructive``: what commands in the inputs do."""
    program = _program(subject)
    told = False
    handed = (*_handed(subject, program), *codes(subject)) if program else codes(subject)
    for code in handed[:20]:
        for finding in _of(code, program):
            told = True
            yield finding
        if told and program:  # the same command, whole and in parts
            return


def _program(subject: Subject) -> str:
    """The program that a tool hands its inputs to, by its name or its server's; empty for none."""
    return _program_of(subject.tool, subject.server)


@lru_cache(maxsize=1_024)
def _program_of(tool: str, server: str) -> str:
    words = words_of(tool) | words_of(server)
    return next((name for name in _PROGRAMS if name in words), "") or next(
        (name for word, name in _NAMED.items() if word in words), ""
    )


def _handed(subject: Subject, program: str) -> Iterator[Code]:
    """What a tool hands to its program, where nothing says that it is a command."""
    lists: dict[Steps, list[Text]] = {}
    for text in subject.values():
        if last_word(text.key) in _ARGUMENTS:
            within = text.steps[:-1] if isinstance(text.steps[-1], int) else text.steps
            lists.setdefault(within, []).append(text)
    for texts in lists.values():
        said = " ".join(text.text for text in texts)[:LONGEST]
        part = "" if program in words_of(subject.tool) else f"{subject.tool[:_NAME].replace('_', ' ')} "
        yield Code(texts[0], f"{part}{said}", same=len(texts) == 1 and not part)


_NAME: Final = 40
_ARGUMENTS: Final = frozenset("argv arg args argument command cmd subcommand option flag".split())


def _of(code: Code, program: str) -> Iterator[Finding]:
    low = code.code[:LONGEST].lower()
    if program and not low.startswith(program):
        low = f"{program} {low}"
    if clouds.only_looks(low):
        return
    match = _acting(low) if any(word in low for word in _COMMAND_WORDS) else None
    same = code.same and len(low) == len(code.text.text)
    if match is None or not _WIDE_COMMANDS.search(low, max(0, match.start() - 4), match.end() + 120):
        judged = next(
            chain(clouds.judge(low), operators.judge(low), purchases.judge(low)), None
        )  # says more than that something ends
        if judged is not None and (match is None or judged[0] is Severity.HIGH):
            yield found("destructive", judged[0], judged[1], code.text, judged[2] if same else None)
            return
    if match is None:
        return
    around = max(0, match.start() - 4), match.end() + 120
    grave = Severity.HIGH if _WIDE_COMMANDS.search(low, *around) else Severity.MEDIUM
    says = _REWRITES if match[0].lstrip().startswith("git") else _DELETES
    yield found("destructive", grave, says, code.text, match.span() if same else None)


def _acting(low: str) -> re.Match[str] | None:
    """The first command that does more than rehearse."""
    for pattern in (_COMMANDS, _MORE):
        for match in islice(pattern.finditer(low), _TRIED):
            if not clouds.rehearsed(low, match.start()):
                return match
    return None


_TRIED: Final = 20
