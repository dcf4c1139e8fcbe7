"""Code that a database, a console or a build hosts (pure).

Owns: functions that a statement makes in another language, libraries that it loads, and the forms in which definitions
of pipelines and infrastructure hold commands. What stays true: plain SQL is none of these, nor is a text that only
speaks of them; each text is looked through once, and bounded.
"""
# ruff: noqa: E501  # a pattern is read best as the one line that it is

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from host.inspect.saying import found
from host.inspect.subject import Subject, Text
from host.inspect.texts.vocabulary import may_hold_any
from host.inspect.tools.words import is_prose, last_word, tool_words, words_of
from host.model import Finding, Severity
from host.patterns import regex
from host.words import say

_MEDIUM, _HIGH = Severity.MEDIUM, Severity.HIGH
_LOOKED: Final = 65_536
_MARKS: Final = (
    "language", "soname", "dbms_", "extension", "library", "assembly", "utl_", "sp_oacreate", "sp_configure",
    "lo_export", "load ", "install ", "java",
)  # fmt: skip
_LANGUAGE: Final = regex(
    r"\blanguage\s{1,9}['\"]?(?:pl(?:python|perl|sh|tcl|r|java|v8|lua|ruby)\w{0,3}|python\w{0,3}|javascript|js|java|scala|c|r|wasm)\b",
    re.IGNORECASE,
)
_CREATES: Final = regex(r"\bcreate\s[\w\s]{0,60}(?:function|procedure|model|trigger)\b|\bdo\s", re.IGNORECASE)
_MADE: Final = regex(
    r"\bcreate\s{1,9}(?:or\s{1,9}replace\s{1,9})?(?:aggregate\s{1,9})?function\b[\s\S]{0,300}?\bsoname\b|"
    r"\bcreate\s{1,9}(?:or\s{1,9}replace\s{1,9})?(?:(?:and\s{1,9}(?:compile|resolve)\s{1,9})?java\s{1,9}source|library|assembly)\b|"
    r"\bdbms_scheduler\s{0,3}\.\s{0,3}create_(?:job|program)\b[\s\S]{0,800}?\bexecutable\b|\bdbms_(?:java|xslprocessor|advisor)\s{0,3}\.|"
    r"\butl_(?:file|http|tcp)\s{0,3}\.|\bsp_oacreate\b|\bsp_configure\b[\s\S]{0,40}?(?:xp_cmdshell|ole automation|clr enabled|external scripts)|"
    r"\bsp_execute_external_script\b|\blo_export\s{0,3}\(|"
    r"^\s{0,9}(?:force\s{1,9})?install\s{1,9}['\"]?(?:https?:|s3:|/|\S{1,60}\s{1,9}from\s{1,9}['\"]?http)|"
    r"\bcreate\s{1,9}extension\s{1,9}(?:if\s{1,9}not\s{1,9}exists\s{1,9})?['\"]?(?:pl(?:python|perl|sh|tcl)\w{0,3}|dblink|adminpack|file_fdw)\b|"
    r"\bload_extension\s{0,3}\(|^\s{0,9}load\s{1,9}'[^'\n]{1,300}'",
    re.IGNORECASE,
)
_STARTS: Final = regex(
    r"\bos\.(?:system|popen|exec\w{1,3})\b|\bsubprocess\b|\bsocket\b|\burlopen\b|\bsystem\s{0,3}\(|`|\bexec\b|\bsoname\b|executable|/bin/|"
    r"\bxp_cmdshell\b|https?:"
)
_STEPS: Final = regex(
    r"\bbashoperator\s{0,3}\(|\bsshoperator\s{0,3}\(|\bkubernetespodoperator\s{0,3}\(|"
    r"\bdata\s{1,3}\"external\"|\bprovisioner\s{1,3}\"(?:local|remote)-exec\"|\blocal-exec\b|"
    r"\b(?:node|stage|steps|script)\s{0,3}(?:\([^)\n]{0,60}\)\s{0,3})?\{[^{]{0,300}?\b(?:sh|bat|powershell)\s{0,3}\(?\s{0,2}['\"]|"
    r"['\"][^'\"\n]{1,400}['\"]\s{0,3}\.\s{0,2}execute\s{0,2}\(\)|\[[^\[\]\n]{1,200}\]\s{0,3}\.\s{0,2}execute\s{0,2}\(\)|"
    r"\bconstructor\s{0,2}(?:\.|\[\s{0,2}['\"])\s{0,2}constructor|\breturn\s{1,3}process\b|\bchild_process\b|"
    r"\bcommand[\"']?\s{0,3}:\s{0,3}\[?\s{0,3}[\"']?(?:/\w{1,8}){0,3}/?(?:ba|z|da)?sh\b|\bexec\s{0,3}\{\s{0,3}['\"]|^\s{0,20}(?:execute|bash|script)\s{1,3}['\"]|"
    r"^\s{0,20}(?:-\s)?(?:run|script|command)\s{0,2}:\s{0,3}(?:\n\s{0,20}-\s{0,3})?\S[^\n]{0,300}?(?:\||curl|wget|\bsh\b|base64)|"
    r"\bsub\s{1,3}(?:auto_?(?:open|exec|close)|(?:document|workbook)_open)\b|"
    r"(?:^|[\s\"'])(?:-e\s{1,3})?git\+(?:https?|ssh)://|^\s{0,4}--(?:extra-)?index-url\s|"
    r"<(?:command|script|exec|batch|shellscript)>\s{0,9}[^<\s]|"
    r"\burlfetchapp\s{0,2}\.|\bscriptapp\s{0,2}\.\s{0,2}newtrigger|\brun_shell\s{0,2}\(|"
    r"\bruntime\s{0,2}\.\s{0,2}getruntime\b|\bos\.(?:system|popen)\s{0,2}\(|\bsubprocess\.(?:run|popen|call|check_\w{3,12})\s{0,2}\(",
    re.MULTILINE,
)
_STEP_MARKS: Final = (
    "operator(", "external", "provisioner", "local-exec", "execute()", "constructor", "return process", "child_process",
    "urlfetchapp", "scriptapp", "run_shell", "getruntime", "os.system", "os.popen", "subprocess.", "node", "stage", "steps", "script", "command", "exec", "execute", "run", "bash", "sub ", "git+", "index-url",
)  # fmt: skip
_WRITTEN: Final = frozenset(
    "definition body source text content contents pipeline template hcl config configuration spec value transformer groovy dag "
    "yaml yml vba ruby pip dependency dependencie jenkinsfile manifest file edit patch end start macro apex code script handler document".split()
)
_SPOKEN: Final = frozenset(
    "send reply comment message chat mail email tweet issue ticket answer note notes page doc wiki article blog search explain ask summarize "
    "translate".split()
)
_LIBRARY: Final = say("This makes the database run code in another language, or load a library.")
_HOSTED: Final = say("This holds a command that a service runs as a step of its own.")


_PLACED: Final = say("This puts code in place that a service runs from now on.")
_STARTED: Final = say("This starts something whose commands were written elsewhere.")
_WHERE: Final = regex(
    r"(?i)(?:script_?(?:location|uri|url|path)|zip_?(?:url|uri|file)|code_?(?:uri|url|s3_?key)|jar(?:_?ur[il])?|main_?(?:jar|python_?file|class)|"
    r"source_?archive_?url|file_?uris?|s3_?key|plugin_?url|module_?url|wasm_?url)"
)
_USED: Final = regex(r"[\w.-]{1,40}/[\w./-]{1,80}@[\w./-]{1,60}")
_CALLED: Final = regex(r"(?:shell_command|python_script|hassio|command_line)\.\w{1,60}")
_RUNS: Final = frozenset(
    "lambda function job glue emr spark step worker code batch task action plugin module flow cloudfunctions dataproc".split()
)
_READS: Final = frozenset("get list read search find fetch view show describe query lookup check download".split())


def _of_value(text: Text, *, runs: bool) -> Finding | None:
    """A place that a service gets its code from, or a step that it starts by a name. ``runs``: it is there to run it."""
    if text.key.lower() == "uses" and _USED.fullmatch(text.text):
        return found("runs-code", _MEDIUM, _STARTED, text)
    if text.key.lower() in ("service", "action") and _CALLED.fullmatch(text.text):
        return found("runs-code", _MEDIUM, _STARTED, text)
    if runs and _WHERE.fullmatch(text.key):
        return found("runs-code", _MEDIUM, _PLACED, text)
    return None


def find_hosted(subject: Subject) -> Iterator[Finding]:
    """``runs-code``: what a service runs that is no shell."""
    words = tool_words(subject)
    told, reads = not words.isdisjoint(_SPOKEN), not words.isdisjoint(_READS)
    runs = not (words.isdisjoint(_RUNS) and words_of(subject.server).isdisjoint(_RUNS))
    for text in subject.values():
        if not reads and len(text.text) <= _VALUE and (finding := _of_value(text, runs=runs)) is not None:
            yield finding
            continue
        if len(text.text) < _SHORTEST or len(text.text) > _LOOKED:
            continue
        if may_hold_any(text.text, _MARKS) and (match := _made(text)) is not None:
            grave = _HIGH if _STARTS.search(text.text.lower()) else _MEDIUM
            yield found("runs-code", grave, _LIBRARY, text, match.span())
        elif not told and last_word(text.key) in _WRITTEN and may_hold_any(text.text, _STEP_MARKS):
            low = text.text.lower()
            if (step := _STEPS.search(low)) is not None:
                yield found("runs-code", _MEDIUM, _HOSTED, text, step.span() if len(low) == len(text.text) else None)


_SHORTEST: Final = 8
_VALUE: Final = 400


def _made(text: Text) -> re.Match[str] | None:
    if is_prose(text) and not _STATED.match(text.text):
        return None
    spoken = _LANGUAGE.search(text.text)
    if (
        spoken is not None
        and _CREATES.search(text.text, 0, spoken.start()) is None
        and not _PROCEDURAL.search(spoken[0])
    ):
        spoken = _CREATES.search(text.text, spoken.end()) and spoken
    return spoken or _MADE.search(text.text)


_PROCEDURAL: Final = regex(r"(?i)\bpl(?:python|perl|sh|tcl)")


_STATED: Final = regex(r"\s{0,40}(?:create|begin|declare|install|exec|select|do|load|force)\b", re.IGNORECASE)
