"""What the name, the hints and the description rule out, and the inputs ask for (pure).

Owns: calls whose switches, statements, commands and addresses do what the tool's name or words say that it does not do.
What stays true: as in ``host.inspect.claims``; a name that only prepares or reads is contradicted by what is on in the
inputs, whether or not the definition is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final, TypeAlias

from host.inspect.claims.erasing import owns_up
from host.inspect.claims.nameless import of_nameless
from host.inspect.subject import Subject, Text
from host.inspect.texts.read_once import searched
from host.inspect.tools.acts import DRAFTS, VALUES, of_command, of_inputs, of_sql, of_switch, switches
from host.inspect.tools.deeds import deed
from host.inspect.tools.queries import is_query
from host.inspect.tools.words import last_word, named_as_code, named_as_sql, tool_words, words_of
from host.model import JsonObject
from host.naming import key_words
from host.patterns import regex
from host.words import say

Said: TypeAlias = "tuple[str, str, Text | None]"
"""Our sentence, the evidence, and the input that it is about."""

_LOOKED: Final = 4_000
_COPIES: Final = frozenset("copy backup archive export snapshot label tag clone duplicate view preview".split())
_LOSING: Final = frozenset(
    "delete remove purge wipe destroy erase overwrite force restore truncate hard discard".split()
)
_MODES: Final = frozenset(
    "overwrite replace truncate delete move restore purge wipe force reset hard destroy drop".split()
)
_MODE_KEYS: Final = frozenset("mode action operation direction op strategy type method if_exists on_conflict".split())
_OPPOSITE: Final = {
    "backup": "restore",
    "lock": "unlock",
    "enable": "disable",
    "encrypt": "decrypt",
    "block": "allow",
    "revoke": "grant",
    "add": "remove",
    "create": "delete",
    "archive": "delete",
    "mute": "unmute",
    "hide": "publish",
    "restrict": "open",
    "protect": "unprotect",
    "disable": "enable",
    "read": "write",
    "download": "upload",
    "receive": "send",
    "deny": "allow",
    "subscribe": "unsubscribe",
    "follow": "unfollow",
    "pause": "delete",
    "install": "uninstall",
    "approve": "reject",
}
_DRY_NAMES: Final = frozenset({"dry_run", "dryrun", "dryRun", "preview_only", "simulate", "test_mode", "validate_only"})
_REAL: Final = frozenset({"live", "real", "for_real", "production", "livemode", "live_mode", "real_money"})
_TRIES: Final = frozenset("test sandbox staging stage dev demo mock fake dummy preview playground local".split())
_TRIED: Final = frozenset("run connection list report case suite unit pytest jest vitest playwright npm".split())
_LIVE: Final = regex(
    r"\b(?:sk|rk|pk)_live_\w{4}|(?:^|[^a-z])(?:prod|production|live|mainnet)(?:$|[^a-z])", re.IGNORECASE
)
_LIVE_KEYS: Final = frozenset(
    "env environment context namespace cluster stage target profile mode database db network host url project account "
    "workspace region dsn connection key apikey api_key branch".split()
)
_PLACES: Final = frozenset(
    "endpoint host upload destination target report callback webhook url uri server sink collector to remote mirror "
    "proxy upstream push forward post send".split()
)
_HOST: Final = regex(
    r"(?:[a-z][a-z0-9+.-]{1,12}://)?(?!(?:localhost|127\.|\[::1\]|10\.|"
    r"192\.168\.))(?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,20}(?::[0-9]{2,5})?(?:/\S{0,500})?",
    re.IGNORECASE,
)
_LOCAL: Final = regex(
    r"\b(?:offline|local(?:ly)?|on[- ]device|on (?:this|your) (?:machine|computer|device)|no network|without (?:any "
    r")?network|never leaves|nothing (?:leaves|is sent|is uploaded)|stays? (?:on|in) "
    r"(?:this|your)|(?:does not|doesn't|never|without) (?:send|connect|transmit|upload|shar|leav|contact)\w{0,4}|"
    r"lokal|localement)\b",
    re.IGNORECASE,
)
_SELF: Final = regex(
    r"\b(?:only )?(?:to (?:yourself|your own (?:address|inbox|account)|the (?:signed[- ]in|current) user|me only)|"
    r"self[- ]only)\b",
    re.IGNORECASE,
)
_UP_TO: Final = regex(
    r"\b(?:up to|at most|max(?:imum)?(?: of)?:?|no more than|not more than|limited to|under|"
    r"below)\s{1,2}[$€£]?([0-9]{1,9})\b(?!\s?(?:kb|mb|gb|"
    r"char|result|byte|item|row|second|minute|ms|token|page|word|line|time|entr|record|day))",
    re.IGNORECASE,
)
_SUMS: Final = frozenset("amount total sum price value unit_amount".split())
_GOES_OUT: Final = regex(
    r"\b(?:uploaded|sent|transmitted|posted|forwarded|submitted|reported|streamed) to\b|\b(?:uploads|sends|transmits|"
    r"posts|forwards|submits|reports)"
    r" (?:\w{1,20} ){1,5}to\b|\b(?:(?:our|external|third[- ]party) (?:servers?|services?|api|cloud)|"
    r"remote (?:services?|api))\b",
    re.IGNORECASE,
)
_ERASES: Final = regex(
    r"\b(?:(?:is|are|gets?|will be|being) (?:permanently |irreversibly |first |then )?(?:erased|deleted|removed|"
    r"overwritten|"
    r"wiped|lost|destroyed|discarded|dropped|truncated|purged|formatted(?! (?:with|as|in|for|using)\b)|"
    r"replaced(?! (?:with|by)\b)|revoked|terminated|reset)|"
    r"(?:irreversibl|permanentl|destructiv|unrecoverabl)[ey]|cannot be undone|data loss|without (?:confirmation|"
    r"backup))",
    re.IGNORECASE,
)
_DENIED: Final = regex(r"\b(?:not|never|no|nothing|n't|without)\s{1,4}(?:\w{1,20}\s{1,4}){0,3}$", re.IGNORECASE)


def of_deeds(subject: Subject, description: str, hints: JsonObject) -> Iterator[Said]:
    """What a name, hints and words rule out, and the inputs ask for. ``hints`` are empty where none are known."""
    reads = deed(subject.tool) == "reads" or hints.get("readOnlyHint") is True
    words = tool_words(subject)
    yield from _prepares(subject, words, reads=reads)
    yield from _loses(subject, words)
    if (
        reads and (deed(subject.tool) == "reads") and not words & {"query", "sql", "execute", "run", "command"}
    ) or hints.get("readOnlyHint") is True:
        yield from _statements(subject)
    yield from _tries(subject)
    if hints.get("readOnlyHint") is True:
        yield from _owns_up(description, say("The tool says that it only reads, and its description says otherwise."))
    if hints.get("destructiveHint") is False:
        yield from _destroys(subject, description)
    if description:
        yield from _promises(subject, description)
    says = _GOES_OUT.search(description[:_LOOKED]) if hints.get("openWorldHint") is False else None
    if says is not None and not _DENIED.search(description[max(0, says.start() - 60) : says.start()]):
        yield (
            (say("The tool says that it reaches nothing outside, and its description says otherwise.")),
            says.group(),
            None,
        )


def _prepares(subject: Subject, words: frozenset[str], *, reads: bool) -> Iterator[Said]:
    """A name that only prepares or reads, and a switch that does it."""
    prepares = not words.isdisjoint(DRAFTS) or {"dry", "run"} <= words or {"what", "if"} <= words
    if not (prepares or reads):
        return
    for name, _ in switches(subject.arguments):
        if (
            of_switch(name)
            and not (words & {"type", "fill", "press", "click"})
            and not (of_switch(name) == "writes" and not prepares and "save" in name)
        ):
            what = say("only prepares something") if prepares else say("only reads")
            yield say("The tool is named like one that {what}, and an input does it.", what=what), name[:200], None
            return
    for name, value in islice(subject.arguments.items(), VALUES):
        if prepares and ((name in _DRY_NAMES and value is False) or (name.lower() in _REAL and value is True)):
            yield say("The tool is named like one that only prepares something, and is told to do it."), name, None


def _loses(subject: Subject, words: frozenset[str]) -> Iterator[Said]:
    """A name that keeps what is there, and an input that does not; or the contrary of the name."""
    if not words.isdisjoint(_COPIES):
        for name, _ in switches(subject.arguments):
            if not _LOSING.isdisjoint(key_words(name)) and key_words(name)[0] not in ("no", "skip", "not"):
                yield (
                    say("The tool is named like one that keeps what is there, and an input says otherwise."),
                    name[:200],
                    None,
                )
                return
    for text in islice(subject.values(), VALUES):
        if len(text.text) > 40 or last_word(text.key) not in _MODE_KEYS:
            continue
        low = text.text.lower()
        against = {opposite for word, opposite in _OPPOSITE.items() if word in words}
        if (low in _MODES and not words.isdisjoint(_COPIES) and low not in words) or words_of(low) & against:
            yield say("An input asks for the contrary of what the tool is named for."), "", text


def _statements(subject: Subject) -> Iterator[Said]:
    """Statements, commands and requests that change something."""
    for text in islice(subject.values(), VALUES):
        changes = bool(
            ((named_as_sql(text) or is_query(text)) and of_sql(text.text))
            or (named_as_code(text) and of_command(text.text))
        )
        changes = changes or (last_word(text.key) in ("run", "eval", "exec") and bool(text.text))
        if changes:
            yield say("The tool says that it only reads, and is given something that changes what is there."), "", text
            return
    if any(text.is_name and text.text in ("$out", "$merge") for text in islice(subject.texts, VALUES)):
        yield say("The tool says that it only reads, and is given something that changes what is there."), "$out", None
    for does, by in of_inputs(subject):
        if does in ("deletes", "pays") and isinstance(by, Text):
            yield say("The tool says that it only reads, and is asked for more."), "", by
            return
        if isinstance(by, Text) and by.text in ("POST", "PUT", "PATCH") and _has_body(subject.arguments):
            yield say("The tool says that it only reads, and is given a method that changes things."), "", by
            return


def _has_body(arguments: JsonObject) -> bool:
    return any(last_word(key) in ("body", "data", "payload", "json") and value for key, value in arguments.items())


def _tries(subject: Subject) -> Iterator[Said]:
    """A name for trying things out, given what is in use."""
    words = tool_words(subject) | words_of(subject.server)
    if words.isdisjoint(_TRIES) or not tool_words(subject).isdisjoint(_TRIED):
        return
    for text in islice(subject.values(), VALUES):
        keyed = not _LIVE_KEYS.isdisjoint(words_of(text.key)) or text.text.startswith(("sk_live", "rk_live", "pk_live"))
        if keyed and len(text.text) <= 200 and _LIVE.search(text.text):
            yield say("The tool is named like one for trying things out, and is given what is in use."), "", text
            return


def _destroys(subject: Subject, description: str) -> Iterator[Said]:
    """It says that it destroys nothing."""
    for does, by in of_inputs(subject):
        if does == "deletes":
            text = by if isinstance(by, Text) else None
            yield (
                say("The tool says that it destroys nothing, and an input says otherwise."),
                str(by)[:200] if text is None else "",
                text,
            )
            return
    for name, _ in switches(subject.arguments):
        if "force" in key_words(name):
            yield say("The tool says that it destroys nothing, and an input says otherwise."), name[:200], None
            return
    if says := owns_up(description):
        yield say("The tool says that it destroys nothing, and its description says otherwise."), says, None


def _owns_up(description: str, sentence: str) -> Iterator[Said]:
    says = searched(_ERASES, description[:_LOOKED])
    if says is not None and not _DENIED.search(description[max(0, says.start() - 60) : says.start()]):
        yield sentence, description[says.start() : says.start() + 200], None


def _promises(subject: Subject, description: str) -> Iterator[Said]:
    """What a description promises of what goes where, and how much."""
    texts = [text for text in islice(subject.values(), VALUES) if len(text.text) <= 2_000]
    yield from of_nameless(subject, description, texts)
    if searched(_LOCAL, description) and not tool_words(subject) & {"fetch", "browse", "navigate", "open", "download"}:
        for text in texts:
            if not _PLACES.isdisjoint(words_of(text.key)) and _HOST.fullmatch(text.text):
                yield say("The tool says that nothing leaves, and is given a place outside."), "", text
                return
    if searched(_SELF, description):
        for text in texts:
            if words_of(text.key) & {"to", "recipient", "cc", "bcc"} and "@" in text.text:
                yield say("The tool says that it writes to you alone, and is given an address."), "", text
                return
    limit = searched(_UP_TO, description)
    if limit is not None:
        yield from _beyond(subject, float(limit[1]))


def _beyond(subject: Subject, limit: float) -> Iterator[Said]:
    for key, value in islice(subject.arguments.items(), VALUES):
        if (
            key.lower() in _SUMS
            and isinstance(value, (int, float))
            and not isinstance(value, bool)
            and float(value) > limit * 1.000_1
        ):
            yield say("The amount is beyond what the tool says that it takes."), f"{key}: {value}"[:200], None
