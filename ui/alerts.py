"""The alerts above every page, gravest first: which ones there are, and their texts (pure).

Invariants: an alert is shown exactly as long as its cause lasts; quotations from files are escaped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from host.control.views import ChangeView, HostState, PolicyView
from ui import display_names
from ui.label_text import BadgeTone, safe_sentence, some_names
from ui.tr import tr, tr_n

Key: TypeAlias = Literal[
    "gone", "quit", "stopped", "log", "policy", "servers", "settings", "http", "rules", "review", "failed", "deny",
    "revoke", "suggest", "demo",
]  # fmt: skip

MAX_NAMED: Final = 3  # servers that an alert names
MAX_PROBLEM: Final = 300  # characters of a quoted problem: two or three lines


_CHANGES: Final[tuple[tuple[str, Callable[[int], str]], ...]] = (
    ("allows", lambda count: tr_n("{n} rule that allows", "{n} rules that allow", count)),
    ("gone", lambda count: tr_n("{n} rule that is gone", "{n} rules that are gone", count)),
    ("trusts", lambda count: tr_n("{n} server vouched for", "{n} servers vouched for", count)),
)
"""The kinds of change, each with its words for a number of them."""


class Alert(Struct, frozen=True):
    """One alert, or a question with two answers."""

    key: Key  # which alert it is
    tone: BadgeTone  # its colour
    title: str  # as shown
    text: str  # as shown
    action: str = ""  # the text of its button; empty if it has none
    second_action: str = ""  # the text of a second button, which makes it a question; else empty


def host_gone(reason: str) -> Alert:
    """The alert of a window whose host is gone. ``reason``: a safe clause."""
    text = tr(
        "{why}, so nothing can be approved from here. This window closes by itself now. "
        "A new one opens if Assent still runs; else start it again.",
        why=f"{reason[:1].upper()}{reason[1:]}",
    )
    return Alert("gone", "red", tr("The connection is lost"), text)


def action_failed(title: str, reason: str) -> Alert:
    """The alert that something was not done. ``title``: what that is. ``reason``: one safe sentence."""
    return Alert("failed", "amber", title, safe_sentence(reason), tr("Dismiss"))


def revoke_question(count: int) -> Alert:
    """The question whether to revoke all listed grants."""
    title = tr_n("Take this grant back?", "Take these {n} grants back?", count)
    text = tr_n("What it covers is asked again.", "What they cover is asked again.", count)
    return Alert("revoke", "amber", title, text, tr_n("Take back {n} grant", "Take back {n} grants", count), tr("Keep"))


def suggestion(words: str, reason: str, other_count: int) -> Alert:
    """A rule that Assent proposes, in words that can be shown. ``other_count``: how many others there are."""
    others = tr("{more} more after this one.", more=f"{other_count:,}") if other_count else ""
    return Alert("suggest", "neutral", words, f"{reason} {others}".rstrip(), tr("Make this a rule…"), tr("Not now"))


def quit_question(pending: int, running: int) -> Alert:
    """The question whether to quit although that denies or cancels calls."""
    ends = []
    if pending:
        ends.append(tr_n("{n} call waits; quitting denies it.", "{n} calls wait; quitting denies them.", pending))
    if running:
        ends.append(tr_n("{n} call runs; quitting cancels it.", "{n} calls run; quitting cancels them.", running))
    text = " ".join(ends) or tr("Nothing waits or runs any more.")
    return Alert("quit", "amber", tr("Quit Assent?"), text, tr("Quit"), tr("Stay"))


def alerts_of(state: HostState, *, demo: bool, releasing: bool) -> tuple[Alert, ...]:
    """The alerts for a state of the host, gravest first. ``releasing``: whether it is asked to release the stop."""
    alerts = (
        _stop_alert(releasing=releasing) if state.stopped else None,
        _log_alert(state.log_problem) if state.log_problem else None,
        _policy_alert(state.policy) if state.policy.problems else None,
        _rules_alert(state.policy) if state.policy.waits or state.policy.waiting else None,
        _review_alert(names) if (names := waiting_servers(state)) else None,
        _servers_alert(state) if state.servers_problem else None,
        _settings_alert(state.settings_problems) if state.settings_problems else None,
        _http_alert(state.http_problem) if state.http_problem else None,
        _demo_alert() if demo else None,
    )
    return tuple(alert for alert in alerts if alert is not None)


def _stop_alert(*, releasing: bool) -> Alert:
    if releasing:
        text = tr(
            "AI apps can propose calls again. Your rules hold as before, and you are asked where they leave a call "
            "open. The grants that you gave were ended and do not come back."
        )
        return Alert("stopped", "red", tr("Release the stop?"), text, tr("Release"), tr("Keep stopped"))
    text = tr(
        "What waited was denied, what ran was cancelled, grants were ended, and every new call is refused until you "
        "release it."
    )
    return Alert("stopped", "red", tr("Everything is stopped"), text, tr("Release…"))


def _demo_alert() -> Alert:
    text = tr("A throw-away profile with demo servers. Nothing here touches your own files.")
    return Alert("demo", "neutral", tr("Demonstration"), text)


def _log_alert(problem: str) -> Alert:
    text = tr(
        "Nothing is sent without a record: calls are refused while this lasts, and go on by themselves afterwards. "
        "{said}",
        said=safe_sentence(problem, MAX_PROBLEM),
    )
    return Alert("log", "red", tr("The log cannot be written"), text)


def _policy_alert(policy: PolicyView) -> Alert:
    problems = _first_problem(policy.problems)
    if has_problem(policy.managed_path, policy.problems):  # nobody at the desk can put that right
        text = tr("Every call is denied until your administrator puts this right. {problems}", problems=problems)
        return Alert("policy", "red", tr("Your administrator's rules cannot be used"), text)
    text = tr("Every call is denied until this is put right. {problems}", problems=problems)
    return Alert("policy", "red", tr("The rules cannot be used"), text)


def has_problem(path: str, problems: tuple[str, ...]) -> bool:
    """Whether one of the problems is about this file, or about a directory on the way to it."""
    directories = (path[:at] or path[:1] for at, letter in enumerate(path) if letter in "/\\")
    starts = tuple(f"{place}{end}" for place in (path, *directories) for end in ": ")
    return any(problem.startswith(starts) for problem in problems)


_NOT_WORKING: Final = ("failed", "not usable")


def waiting_servers(state: HostState) -> tuple[str, ...]:
    """Ids of the servers that wait for a review; not those that do not work, of which there is nothing to review."""
    return tuple(server.id for server in state.servers if server.waits and server.state not in _NOT_WORKING)


def review_words(names: Sequence[str]) -> tuple[str, str]:
    """Title and text about servers that wait for a review. ``names``: ready to be shown."""
    title = tr_n("{n} server waits for your review", "{n} servers wait for your review", len(names))
    return title, tr("{names}: what was not reviewed reaches no AI app.", names=some_names(names, MAX_NAMED))


def _review_alert(servers: tuple[str, ...]) -> Alert:
    title_and_text = review_words([display_names.with_id("server", server) for server in servers])
    first = tr("Review…") if len(servers) == 1 else tr("Review “{name}”…", name=display_names.server_name(servers[0]))
    return Alert("review", "amber", *title_and_text, first)


def _servers_alert(state: HostState) -> Alert:
    effect = "" if state.servers else tr("No server can be reached until this is put right.")
    text = f"{effect} {_first_problem((state.servers_problem,))}".lstrip()
    return Alert("servers", "amber", tr("servers.json cannot be used as it stands"), text)


def _settings_alert(problems: tuple[str, ...]) -> Alert:
    text = tr("Wrong settings have their default. {problems}", problems=_first_problem(problems))
    return Alert("settings", "amber", tr("settings.json cannot be used as it stands"), text, tr("Show settings"))


def _http_alert(problem: str) -> Alert:
    text = tr(
        "{problem} Free the port or choose another one in the settings, then start Assent again.",
        problem=safe_sentence(problem),
    )
    return Alert("http", "amber", tr("AI apps cannot connect over HTTP"), text, tr("Show settings"))


def _first_problem(problems: tuple[str, ...]) -> str:
    """The first problem as a sentence, and how many more there are."""
    more = len(problems) - 1
    first = safe_sentence(problems[0], MAX_PROBLEM)
    return f"{first} {tr_n('{n} more problem.', '{n} more problems.', more)}" if more else first


def _rules_alert(policy: PolicyView) -> Alert:
    count = max(policy.waits, len(policy.waiting))
    title = tr_n(
        "{n} change that loosens the rules waits for you", "{n} changes that loosen the rules wait for you", count
    )
    text = tr("policy.json was changed outside this window. What loosens has no effect until you have read it.")
    if policy.why_not_remembered:
        text = not_kept_words(policy)
    elif count == len(policy.waiting) and (kinds := _count_kinds(policy.waiting)):
        text = tr(
            "policy.json was changed outside this window: {kinds}. What loosens has no effect until you have read it.",
            kinds=kinds,
        )
    return Alert("rules", "amber", title, text, tr("Read and decide…"))


def not_kept_words(policy: PolicyView) -> str:
    """Why rules wait that a person may have confirmed before: nothing keeps here what is confirmed."""
    return tr(
        "Assent cannot tell whether you confirmed this before. {why} None of it counts until you have read it.",
        why=safe_sentence(policy.why_not_remembered, MAX_PROBLEM),
    )


def _count_kinds(changes: tuple[ChangeView, ...]) -> str:
    """The number of changes of each kind: ``2 rules that allow, 1 server vouched for``."""
    counted = [
        (sum(change.kind == kind for change in changes if change.rule or change.server), words)
        for kind, words in _CHANGES
    ]
    return ", ".join(words(count) for count, words in counted if count)
