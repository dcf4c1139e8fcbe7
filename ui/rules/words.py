"""The texts of rules (pure): the words for effects, sources, patterns and states.

Invariants: patterns are shown as they are in the file, escaped. In a sentence of the host the marks of ``host.text``
are kept, and nothing else in it is invisible.
"""

from __future__ import annotations

import re
from typing import Final

from host import regex
from host.control.views import RuleReason, RuleView
from host.text import is_hidden, one_line, quoted
from ui import display_names
from ui.history.words import unix_seconds
from ui.label_text import Style, relative, safe_sentence, safe_text
from ui.tr import mark, tr, tr_n, translated

NAME_LENGTH: Final = 120  # characters of a pattern, name or id on one line
PROBLEMS_AT_ONCE: Final = 5  # problems that are listed at most

MANAGED: Final = mark("Only the administrator can change this rule, in the administrator's file.")

_PLAIN_WORD: Final = regex.pattern(r"[A-Za-z0-9_.*?/-]{1,64}")
_LINE_PREFIX: Final = regex.pattern(r"^rule:(\d+):")  # how the host names a line of the rule that it checks
_ID_LINE: Final = regex.pattern(r'^ {2}"id": "(?:[^"\\\n]|\\.)*",?\n', re.MULTILINE)
_DISABLED_LINE: Final = regex.pattern(r'^( {2}"enabled": )false', re.MULTILINE)
"""A line of the outermost object, as the host indents it. A text in JSON cannot contain a line end."""


EFFECT_STYLES: Final = {
    "allow": Style(mark("Allow"), "check", "neutral", mark("It runs without asking")),
    "ask": Style(mark("Ask"), "user", "neutral", mark("A person is asked")),
    "deny": Style(mark("Deny"), "prohibit", "amber", mark("It is denied")),
}
_UNKNOWN_EFFECT: Final = Style(mark("Unknown"), "question", "amber", mark("Unknown"))
_SOURCES: Final = {
    "managed": mark("Administrator"),
    "user": mark("Yours"),
    "default": mark("Default"),
    "guard": mark("Assent"),
}


def effect_style(effect: str) -> Style:
    """How an effect is shown, with what it means for a call; an unknown one is marked."""
    return EFFECT_STYLES.get(effect, _UNKNOWN_EFFECT).localized()


def source_word(kind: str) -> str:
    """The owner of a rule, in a word."""
    return tr(_SOURCES[kind]) if kind in _SOURCES else one_line(kind, NAME_LENGTH)


def sentence_of(rule: RuleView, *, exact: bool = False) -> str:
    """A rule as one sentence; only plain names are not quoted. ``exact``: with ids, for where something is decided."""
    clause = _main_clause(rule, asked=False, exact=exact)
    if rule.effect == "allow":
        clause = tr("{rule}, without asking", rule=clause)
    return tr("{rule}.", rule=_join_phrases(clause, rule.phrases))


def question_of(rule: RuleView) -> str:
    """A suggested rule as a question: Always allow Claude Code to use git_status of git in ~/repo?"""
    return tr("{rule}?", rule=_join_phrases(_main_clause(rule, asked=True, exact=False), rule.phrases))


def _main_clause(rule: RuleView, *, asked: bool, exact: bool) -> str:
    """The effect, the calls and the place of a rule. ``asked``: whether it begins a question."""
    app = tr("any app") if rule.app == "*" else _display_name("app", rule.app, exact=exact)
    tools = tr("any tool") if rule.tool == "*" else _pattern_text(rule.tool)
    server = tr("any server") if rule.server == "*" else _display_name("server", rule.server, exact=exact)
    match rule.effect:
        case "allow" if asked:
            clause = tr("Always allow {app} to use {tools} of {server}", app=app, tools=tools, server=server)
        case "allow":
            clause = tr("Allow {app} to use {tools} of {server}", app=app, tools=tools, server=server)
        case "ask":
            clause = tr("Ask before {app} uses {tools} of {server}", app=app, tools=tools, server=server)
        case "deny":
            clause = tr("Never let {app} use {tools} of {server}", app=app, tools=tools, server=server)
        case _:
            clause = tr(
                "Do something unknown where {app} uses {tools} of {server}", app=app, tools=tools, server=server
            )
    if not rule.places:
        return clause
    first, *other_places = rule.places
    return _join_phrases(tr("{rule} {place}", rule=clause, place=safe_text(first)), tuple(other_places))


def _join_phrases(clause: str, phrases: tuple[str, ...]) -> str:
    for phrase in phrases:
        clause = tr("{rule}, {more}", rule=clause, more=safe_text(phrase))
    return clause


def _display_name(kind: display_names.Kind, pattern: str, *, exact: bool) -> str:
    """The display name of an app or a server that the pattern names, else the pattern."""
    name = display_names.name_of(kind, pattern)
    if name == one_line(pattern, display_names.MAX_LENGTH):
        return _pattern_text(pattern)
    return display_names.with_id(kind, pattern) if exact else name


def _pattern_text(pattern: str) -> str:
    """A pattern, in quotes unless it is a plain word."""
    escaped = one_line(pattern, NAME_LENGTH)
    return escaped if _PLAIN_WORD.fullmatch(pattern) else quoted(escaped)


def usage_words(rule: RuleView, now: float) -> str:
    """How often a rule decided, and when it last did. ``now``: Unix seconds."""
    if not rule.used:
        return tr("Not yet")
    last = relative(max(0.0, now - unix_seconds(rule.last_used)))
    return tr_n("Once, {last}", "{n} times, {last}", rule.used, last=last)


def state_word(rule: RuleView) -> str:
    """The state of a rule, in a word or two."""
    if rule.waits:
        return tr("Waits")
    if rule.counts:
        return tr("On")
    return tr("Expired") if rule.enabled else tr("Off")


def why_not_counting(rule: RuleView) -> str:
    """Why a rule does not count, or counts only for now; empty for an ordinary one."""
    if rule.waits == "gone":
        return tr("It is no longer in policy.json. It stays in effect until you confirm that it is gone.")
    if rule.waits == "allows":
        return tr("It was written into policy.json outside this window. It has no effect until you confirm it.")
    if rule.counts:
        return ""
    return tr("Its time is over.") if rule.enabled else tr("It is switched off.")


def rule_key(rule: RuleView) -> tuple[str, str, bool]:
    """What tells rules apart. A rule that is gone from the file may stand beside a new one with its id."""
    return rule.id, rule.source, rule.waits == "gone"


def state_key(rule: RuleView) -> tuple[object, ...]:
    """What a question about a rule is about."""
    return *rule_key(rule), rule.text, rule.waits


def is_changeable(rule: RuleView) -> bool:
    """Whether the person can change a rule: not the administrator's, nor one that is gone from the file."""
    return rule.source == "user" and rule.waits != "gone"


def loosens_if_removed(rule: RuleView) -> bool:
    """Whether calls may run more easily once a rule is removed or switched off."""
    return rule.counts and (rule.effect != "allow" or bool(rule.obligations))


def loosens_if_enabled(rule: RuleView) -> bool:
    """Whether calls may run more easily once a rule is switched on."""
    return rule.effect == "allow"


def reason_word(reason: RuleReason, *, decided: bool) -> str:
    """What a rule did for a call, in a word."""
    if decided:
        return tr("decided")
    if not reason.counts:
        return tr("does not count")
    if reason.matched is None:
        return tr("unknown")
    return tr("matches") if reason.matched else tr("does not match")


def rule_count(count: int) -> str:
    """``1 rule``, ``12 rules``."""
    return tr_n("{n} rule", "{n} rules", count)


def problem_lines(problems: tuple[str, ...]) -> str:
    """Problems, one on each line, with the number of further ones."""
    lines = [
        safe_sentence(_LINE_PREFIX.sub(lambda match: tr("Line {number}:", number=match[1]), translated(problem)))
        for problem in problems[:PROBLEMS_AT_ONCE]
    ]
    left_out = len(problems) - PROBLEMS_AT_ONCE
    return "\n".join([*lines, tr("{more:,} more like these.", more=left_out)] if left_out > 0 else lines)


def is_looser(old_effect: str, new_effect: str) -> bool:
    """Whether the new effect lets more through than the old one; an unknown effect counts as looser."""
    order = ("deny", "ask", "allow")
    is_unknown = old_effect not in order or new_effect not in order
    return is_unknown or order.index(new_effect) > order.index(old_effect)


def switched_on(written: str) -> str:
    """The text of a rule, as the host writes it, switched on."""
    return _DISABLED_LINE.sub(r"\1true", written, count=1)


def without_id(written: str) -> str:
    """The text of a rule, as the host writes it, without its id, so that a copy gets a new one."""
    return _ID_LINE.sub("", written, count=1)


def escape_invisible(text: str) -> str:
    """A text with every invisible character as a JSON escape; the JSON means the same."""
    plain = text.replace("\r\n", "\n")
    if plain.isascii() and plain.replace("\n", "").replace("\t", "").isprintable():
        return plain
    # Also no-break spaces, which Qt would return as spaces.
    invisible = {character for character in set(plain) if character not in "\n\t" and is_hidden(character)}
    return "".join(_json_escape(character) if character in invisible else character for character in plain)


def _json_escape(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at] << 8 | units[at + 1]:04x}" for at in range(0, len(units), 2))
