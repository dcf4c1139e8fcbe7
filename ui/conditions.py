"""Which conditions matter enough to stand above every page (pure).

Owns: the words of the strip at the top of the main window, gravest first. What stays true: a condition stands there
exactly as long as it holds; what is quoted from files is escaped.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from host.control.views import ChangeView, HostState, PolicyView
from host.text import one_line

Tone: TypeAlias = Literal["amber", "red", "green", "neutral"]
Key: TypeAlias = Literal[
    "gone",
    "quit",
    "stopped",
    "log",
    "policy",
    "servers",
    "settings",
    "rules",
    "failed",
    "deny",
    "revoke",
    "suggest",
    "demo",
]

LONGEST_PROBLEM: Final = 300
"""Characters of a quoted problem: two or three lines. The file itself says the rest."""


_CHANGES: Final = (
    ("allows", "rule that allows", "rules that allow"),
    ("gone", "rule that is gone", "rules that are gone"),
    ("trusts", "server vouched for", "servers vouched for"),
)
"""The kinds of change, in words for one and for many."""


@dataclass(frozen=True, slots=True)
class Condition:
    """One line of the strip. Attributes: key: which. tone, title, text: as shown. action, other: words on buttons."""

    key: Key
    tone: Tone
    title: str
    text: str
    action: str = ""
    other: str = ""


DEMO: Final = Condition(
    "demo", "neutral", "Demonstration", "A throw-away profile with demo servers. Nothing here touches your own files."
)
STOPPED: Final = Condition(
    "stopped",
    "red",
    "Everything is stopped",
    "What waited was denied, what ran was cancelled, grants were ended, and every new call is refused until you "
    "release it.",
    "Release…",
)
RELEASING: Final = Condition(
    "stopped",
    "red",
    "Release the stop?",
    "AI apps can propose calls again. Your rules hold as before, and you are asked where they leave a call open. The "
    "grants that you gave were ended and do not come back.",
    "Release",
    "Keep stopped",
)


def gone(why: str) -> Condition:
    """Without its host the window is blind. ``why``: a safe clause."""
    text = (
        f"{why[:1].upper()}{why[1:]}, so nothing can be approved from here. This window closes by itself now. "
        "A new one opens if Assent still runs; else start it again."
    )
    return Condition("gone", "red", "The connection is lost", text)


def failed(what: str, why: str) -> Condition:
    """Something that the person asked for was not done. ``why``: one safe sentence."""
    return Condition("failed", "amber", what, sentence(why), "Dismiss")


def denying(count: int) -> Condition:
    """Denying all that is listed."""
    what = "this call" if count == 1 else f"these {calls(count)}"
    text = "Each app hears that a person denied it. Calls that come later still wait for you."
    return Condition("deny", "amber", f"Deny {what}?", text, f"Deny {calls(count)}", "Keep waiting")


def revoking(count: int) -> Condition:
    """Taking back all grants that are listed."""
    what = "this grant" if count == 1 else f"these {grants(count)}"
    text = "What it covers is asked again." if count == 1 else "What they cover is asked again."
    return Condition("revoke", "amber", f"Revoke {what}?", text, f"Revoke {grants(count)}", "Keep")


def suggesting(words: str, why: str, more: int) -> Condition:
    """A rule that Assent proposes. ``words``, ``why``: ready to be shown. ``more``: other suggestions."""
    others = f" {more:,} more on the page of rules." if more else ""
    return Condition("suggest", "neutral", f"Suggestion: {words}", f"{why}{others}", "Review rule…", "Not now")


def quitting(pending: int, running: int) -> Condition:
    """Quitting would deny or cancel something."""
    ends = [
        f"{calls(pending)} {'wait' if pending != 1 else 'waits'}; quitting denies {'them' if pending != 1 else 'it'}."
        if pending
        else "",
        f"{calls(running)} {'run' if running != 1 else 'runs'}; quitting cancels {'them' if running != 1 else 'it'}."
        if running
        else "",
    ]
    text = " ".join(end for end in ends if end) or "Nothing waits or runs any more."
    return Condition("quit", "amber", "Quit Assent?", text, "Quit", "Stay")


def sentence(words: str) -> str:
    """A clause as a sentence: with a capital, where it begins with a word, and a full stop."""
    first = words.split(" ", 1)[0]
    capital = words[:1].upper() + words[1:] if first.isalpha() else words
    return capital if not words or words.endswith((".", "!", "?", "⟩")) else f"{capital}."


def calls(count: int) -> str:
    """``1 call``, ``3 calls``."""
    return f"{count:,} call{'' if count == 1 else 's'}"


def grants(count: int) -> str:
    """``1 grant``, ``3 grants``."""
    return f"{count:,} grant{'' if count == 1 else 's'}"


def conditions(state: HostState, *, demo: bool, releasing: bool) -> tuple[Condition, ...]:
    """What the host's state says, gravest first. ``releasing``: the person is asked whether to release the stop."""
    found = (
        (RELEASING if releasing else STOPPED) if state.stopped else None,
        _log(state.log_problem) if state.log_problem else None,
        _policy(state.policy.problems) if state.policy.problems else None,
        _rules(state.policy) if state.policy.waiting else None,
        _servers(state) if state.servers_problem else None,
        _settings(state.settings_problems) if state.settings_problems else None,
        DEMO if demo else None,
    )
    return tuple(condition for condition in found if condition is not None)


def _log(problem: str) -> Condition:
    said = sentence(one_line(problem, LONGEST_PROBLEM))
    text = f"Nothing is sent without a record, so every call is refused. {said}"
    return Condition("log", "red", "The log cannot be written", text)


def _policy(problems: tuple[str, ...]) -> Condition:
    text = f"Every call is denied until this is put right. {_first(problems)}"
    return Condition("policy", "red", "The rules cannot be used", text)


def _servers(state: HostState) -> Condition:
    most = "" if state.servers else "No server can be reached until this is put right. "
    text = f"{most}{_first((state.servers_problem,))}"
    return Condition("servers", "amber", "servers.json cannot be used as it stands", text)


def _settings(problems: tuple[str, ...]) -> Condition:
    text = f"In place of what is wrong the default counts. {_first(problems)}"
    return Condition("settings", "amber", "settings.json cannot be used as it stands", text, "Show settings")


def _first(problems: tuple[str, ...]) -> str:
    """The first problem as a sentence, and how many more there are."""
    more = len(problems) - 1
    return sentence(one_line(problems[0], LONGEST_PROBLEM)) + (f" {more} more like this." if more else "")


def _rules(policy: PolicyView) -> Condition:
    count = max(policy.waits, len(policy.waiting))
    some = "1 change that loosens the rules waits" if count == 1 else f"{count:,} changes that loosen the rules wait"
    kinds = _kinds(policy.waiting) if count == len(policy.waiting) else ""
    text = f"policy.json was changed outside this window{kinds}. What loosens does not count until you have read it."
    return Condition("rules", "amber", f"{some} for you", text, "Read and decide…")


def _kinds(changes: tuple[ChangeView, ...]) -> str:
    """What kinds of change they are: ``: 2 rules that allow, 1 server vouched for``."""
    counted = (
        (sum(change.kind == kind for change in changes if change.rule or change.server), one, many)
        for kind, one, many in _CHANGES
    )
    said = [f"{count:,} {one if count == 1 else many}" for count, one, many in counted if count]
    return f": {', '.join(said)}" if said else ""
