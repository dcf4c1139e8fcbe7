"""The texts of servers (pure).

Owns: the texts for a server's state, kind, trust and tools; the texts of the server editor; which servers the first
look may approve together, and the texts for the others.

Invariants: a server's words about its tools are ``Untrusted``; what cannot be parsed is still in the raw definition,
which can always be shown; names that were pasted or come from other programs' files are escaped, on one line and
bounded; a server with a finding above "info", or with something that cannot be approved, is never approved together
with others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec import Struct

from host import regex
from host.control import views
from host.control.codec import object_of
from host.errors import ProtocolError, meaning_of
from host.model import Severity
from host.model import Trust as TrustName
from host.naming import Verb
from host.text import Untrusted, escape, one_line
from host.values import replace
from ui import display_names
from ui.history.words import FAILURES, Bar
from ui.label_text import BadgeTone, Style, duration, relative, safe_sentence, some_names
from ui.tr import mark, sentence, tr, tr_n, translated


class TrustStyle(Struct, frozen=True):
    """How a level of trust is shown."""

    word: str  # who vouches, below the heading "Trust"
    whole: str  # the same without a heading
    icon: str  # Phosphor's name
    meaning: str  # what it means, in a sentence or two


TRUSTS: Final[dict[TrustName, TrustStyle]] = {
    "none": TrustStyle(
        mark("Not vouched for"),
        mark("Not vouched for"),
        "seal-question",
        mark(
            "Nobody vouches for this server yet. What it says about itself is shown as a claim, and can only make "
            "Assent stricter."
        ),
    ),
    "user": TrustStyle(
        mark("You"),
        mark("You vouch"),
        "user",
        mark(
            "You vouch for this server: rules trust what it says about its tools. A change of its configuration "
            "ends that."
        ),
    ),
    "managed": TrustStyle(
        mark("Administrator"),
        mark("Administrator vouches"),
        "lock-simple",
        mark(
            "Your administrator vouches for this server: rules trust what it says about its tools. A change of its "
            "configuration ends that."
        ),
    ),
}
VOUCH_TITLE: Final = mark("Vouch for this server, as it is configured now?")
VOUCH_MEANING: Final = mark(
    "You confirm that it starts what you expect. From then on rules trust what the server says about its tools: one "
    "that allows what is “read-only” lets these tools run without asking. That ends when its configuration "
    "changes, and you can take it back at any time."
)
TAKEN_BACK: Final = mark(
    "Once taken back, rules no longer trust what it says about its tools, and signatures that it asks for are no "
    "longer needed: such a call then asks one person."
)
_DIGEST: Final = 16  # characters of a digest that are shown; the whole one is copied

_MAX_HOST: Final = 80
_MAX_RIGHTS: Final = 400
"""Characters of a host, and of the rights that a sign-in gives."""

_MAX_NAME: Final = 60
_MAX_NAMES: Final = 6
"""Characters of a name, and names in one sentence."""
_MAX_PROBLEM: Final = 300  # characters
_MAX_PROBLEMS: Final = 3  # of servers that cannot be started
_AFTER_REPAIR: Final = mark("Once that is mended, press Test.")

CHANGES_WAIT: Final = mark("Something new waits for your review")
CHANGES_WAIT_MEANS: Final = mark(
    "It says something new or changed about itself or its tools. No app gets that before you approve it, further down."
)
_REVIEW_START: Final = mark("Look at what would be started, and let it start.")
_REVIEW_WORDS: Final = mark("Read what it says about itself and its tools, and approve it.")

STATES: Final[dict[views.ServerStateName, Style]] = {
    "idle": Style(mark("Idle"), "moon", "neutral", mark("It starts when an app first needs it.")),
    "starting": Style(mark("Starting"), "hourglass-medium", "neutral", mark("It is being started.")),
    "ready": Style(mark("Ready"), "check-circle", "neutral", mark("It runs and listed its tools.")),
    "failed": Style(mark("Failed"), "x-circle", "red", mark("It does not work.")),
    "disabled": Style(mark("Switched off"), "power", "neutral", mark("It is switched off in servers.json.")),
    "sign in": Style(mark("Sign-in needed"), "sign-in", "amber", mark("It wants you to sign in.")),
    "waits": Style(
        mark("Waits for review"), "eye", "amber", mark("Nothing of it reaches an app until you have reviewed it.")
    ),
    "not usable": Style(mark("Not usable"), "prohibit", "amber", mark("Its entry in servers.json cannot be used.")),
    "kept out": Style(mark("Kept out"), "lock-simple", "amber", mark("Your administrator does not let it run.")),
}
_MANAGED: Final[dict[views.ServerStateName, Style]] = {
    "disabled": replace(STATES["disabled"], meaning=mark("It is switched off in your administrator's file.")),
    "not usable": replace(
        STATES["not usable"],
        meaning=mark("Its entry in your administrator's file cannot be used. Tell your administrator."),
    ),
}
"""States with another meaning for a server from the administrator's file."""


_VERBS: Final[dict[Verb, tuple[str, Callable[[int], str]]]] = {
    "reads": (mark("reads"), lambda n: tr_n("{n} reads", "{n} read", n)),
    "writes": (mark("writes"), lambda n: tr_n("{n} writes", "{n} write", n)),
    "sends": (mark("sends"), lambda n: tr_n("{n} sends", "{n} send", n)),
    "pays": (mark("pays"), lambda n: tr_n("{n} pays", "{n} pay", n)),
    "grants": (mark("gives rights"), lambda n: tr_n("{n} gives rights", "{n} give rights", n)),
    "deletes": (mark("deletes"), lambda n: tr_n("{n} deletes", "{n} delete", n)),
    "runs": (mark("runs programs"), lambda n: tr_n("{n} runs programs", "{n} run programs", n)),
    "": (mark("unclear"), lambda n: tr_n("{n} is unclear", "{n} are unclear", n)),
}
"""The words for what a tool does, derived from its name, and for how many tools do that."""
MOST_HARM_FIRST: Final[tuple[Verb, ...]] = ("deletes", "pays", "grants", "runs", "sends", "writes", "", "reads")


EDITING: Final = {
    "add": mark(
        "Paste what the server's maker says: a command line, an address, or a block of configuration. Nothing is "
        "started before you reviewed it."
    ),
    "edit": mark(
        "What you change here is written into servers.json, and nothing else of the file. Unless it is only the "
        "display name, the server waits for your review again before it is started."
    ),
    "remove": mark(
        "It is removed from servers.json. If it runs, it ends, and AI apps can no longer call its tools. Its calls "
        "stay in the history."
    ),
}
"""What adding, editing and removing do."""


def host_of(server: views.ServerView) -> str:
    """The configured host and port of a server behind a URL; empty for other servers."""
    address = server.command[0] if server.kind == "http" and server.command else ""
    return re.split(r"[/?#]", address.partition("://")[2], maxsplit=1)[0]


def state_style(server: views.ServerView) -> Style:
    """How a server's state is shown."""
    style = _MANAGED.get(server.state, STATES[server.state]) if server.managed else STATES[server.state]
    return style.localized()


def trust_style(server: views.ServerView) -> TrustStyle:
    """How a server's trust is shown."""
    style = TRUSTS[server.trust]
    return replace(style, word=tr(style.word), whole=tr(style.whole), meaning=tr(style.meaning))


def trust_sentence(server: views.ServerView) -> str:
    """Who vouches for the configuration of a server, and what that means."""
    if not server.config_digest and server.trust == "none":
        return tr("It cannot be used as it stands, so nobody can vouch for it.")
    return trust_style(server).meaning


def managed_sentence(server: views.ServerView) -> str:
    """What the administrator's file says of a server; empty if nothing."""
    managed = (tr("It is configured by your administrator."),) if server.managed else ()
    pinned = (tr("Its tools are pinned: the administrator's file says what it must list."),) if server.pinned else ()
    return " ".join((*managed, *pinned))


def sign_in_sentence(server: views.ServerView) -> str:
    """The state of the sign-in to a server behind a URL; empty if it needs none."""
    sign_in = server.sign_in
    if sign_in.need == "first":
        return tr("This server wants you to sign in before it answers. AI apps cannot use it until then.")
    if not sign_in.at:
        return ""
    parts = [tr("You are signed in at {host}.", host=one_line(sign_in.at, _MAX_HOST))]
    if sign_in.scopes:
        parts.append(tr("That gave these rights: {rights}.", rights=one_line(", ".join(sign_in.scopes), _MAX_RIGHTS)))
    if not sign_in.kept:
        parts.append(tr("It lasts until Assent ends."))
    if sign_in.need == "more":
        parts.append(tr("A call wanted more rights than that. Sign in again to give them."))
    return " ".join(parts)


def sign_in_question(name: str, offer: views.SignInOffer) -> str:
    """What happens when the browser is opened to sign in. ``name``: of the server."""
    return tr(
        "“{name}” sends you here to sign in. Your browser opens the page: look there who asks, and for what. Assent "
        "never sees your password. Afterwards your browser comes back to Assent on this computer, which waits {n} "
        "minutes.",
        name=name,
        n=offer.minutes,
    )


def moved_sentence(offer: views.SignInOffer) -> str:
    """The warning that the person signed in at another host so far."""
    return tr(
        "Until now you signed in at {host}. Find out why that changed before you sign in.",
        host=one_line(offer.moved_from, _MAX_HOST),
    )


def short_digest(server: views.ServerView) -> str:
    """The first characters of the configuration's digest; empty if there is none."""
    return f"{server.config_digest[:_DIGEST]}…" if server.config_digest else ""


def state_line(server: views.ServerView) -> str:
    """A server's id if it has another name, its state, and how many apps use it, on one line."""
    parts = [one_line(server.id, display_names.MAX_LENGTH)] if server.name else []
    parts.append(state_style(server).word)
    if server.waits == "changes" and server.state != "failed":
        parts.append(tr("something new waits"))
    return " · ".join((*parts, session_count(server)) if server.sessions else parts)


def error_count(use: views.ServerUse) -> str:
    """How many of the last calls failed; empty before the first call."""
    if not use.errors:
        return tr("none") if use.calls else ""
    return tr("{errors} of {calls}", errors=f"{use.errors:,}", calls=f"{use.calls:,}")


def typical_time(use: views.ServerUse) -> str:
    """How long its calls take; empty before the first call."""
    return duration(use.median_ms) if use.calls else ""


def last_used(use: views.ServerUse, now: float) -> str:
    """When it was last called. ``now``: Unix seconds."""
    return relative(max(0.0, now - use.last_used)) if use.last_used else tr("not yet")


def use_line(server: views.ServerView, now: float) -> str:
    """How its last calls went, and who uses it, on one line. ``now``: Unix seconds."""
    use, parts = server.use, [tr("No calls since Assent started")]
    if use.calls:
        median, worst = duration(use.median_ms), duration(use.worst_ms)
        parts = [
            tr("Last used {ago}", ago=last_used(use, now)),
            tr("a call takes {median}", median=median)
            if median == worst
            else tr("a call takes {median}, at worst {worst}", median=median, worst=worst),
            tr("{errors} calls failed", errors=error_count(use)) if use.errors else tr("no errors"),
        ]
    return " · ".join((*parts, session_count(server)) if server.sessions else parts)


def remedy(server: views.ServerView) -> str:
    """What to do about a server that failed or waits; empty for other servers."""
    if server.state == "waits":
        return tr(_REVIEW_START) if server.waits == "start" else tr(_REVIEW_WORDS)
    return tr(_AFTER_REPAIR) if server.state == "failed" else ""


def call_bars(health: views.ServerHealth) -> list[Bar]:
    """A bar for each five minutes: how many calls, and how many of them failed."""
    return [Bar(_slot_times(slot), slot.calls, _slot_words(slot), "", slot.errors) for slot in health.slots]


def time_bars(health: views.ServerHealth) -> list[Bar]:
    """A bar for each five minutes: how long a call took, in milliseconds."""
    return [Bar(_slot_times(slot), round(slot.median_ms), _slot_words(slot), "") for slot in health.slots]


def hour_titles(health: views.ServerHealth) -> tuple[str, str]:
    """The titles of the two charts."""
    calls, errors = sum(slot.calls for slot in health.slots), sum(slot.errors for slot in health.slots)
    longest = duration(max((slot.median_ms for slot in health.slots), default=0.0))
    counted = tr_n("1 call", "{n} calls", calls)
    return (
        tr("{calls}, {errors} failed", calls=counted, errors=f"{errors:,}") if errors else counted,
        tr("a call took up to {duration}", duration=longest),
    )


def _slot_times(slot: views.HealthSlot) -> str:
    start = datetime.fromtimestamp(slot.start, UTC).astimezone()
    return tr("{start} to {end}", start=f"{start:%H:%M}", end=f"{start + timedelta(minutes=5):%H:%M}")


def _slot_words(slot: views.HealthSlot) -> str:
    when = _slot_times(slot)
    if not slot.calls:
        return tr("{when}: no calls", when=when)
    return tr(
        "{when}: {calls}, {errors} failed, half of them within {median}, at worst {worst}",
        when=when,
        calls=tr_n("1 call", "{n} calls", slot.calls),
        errors=f"{slot.errors:,}",
        median=duration(slot.median_ms),
        worst=duration(slot.worst_ms),
    )


def failure_lines(health: views.ServerHealth) -> list[tuple[str, str]]:
    """The failures of the last hour: each with how often it happened, and what to do; the most frequent first."""
    return [_failure_line(failure) for failure in health.failures[:_MAX_FAILURES]]


def _failure_line(failure: views.FailureCount) -> tuple[str, str]:
    times = tr_n("once", "{n} times", failure.count)
    code = failure.why
    known_failure = meaning_of(int(code)) if _CODE.fullmatch(code) else FAILURES.get(code)
    if known_failure is None:
        return tr("Error {code}, {times}", code=one_line(code, _DIGEST), times=times), ""
    meaning = translated(known_failure.meaning).rstrip(".")
    action = translated(known_failure.action)
    if code in FAILURES:
        return tr("{meaning}, {times}", meaning=meaning, times=times), action
    return tr("Error {code}, {times}: {meaning}", code=code, times=times, meaning=meaning), action


_CODE: Final = regex.pattern(r"-?[0-9]{1,9}", re.ASCII)
_MAX_FAILURES: Final = 5
RESTART_MEANING: Final = mark(
    "Its program ends, and starts again when an app needs it. Calls that it works on end now, and nobody knows "
    "whether they happened. Its apps keep their sessions; what the program remembered is lost."
)


def verb_style(verb: Verb) -> tuple[str, BadgeTone]:
    """The word for what a tool does, derived from its name, and its tone."""
    return tr(_VERBS[verb][0]), "amber" if verb not in ("reads", "writes") else "neutral"


def tool_count(tools: tuple[views.ToolView, ...]) -> str:
    """How many tools there are, in total and of each verb class."""
    counts = Counter(tool.verb for tool in tools)
    kinds = ", ".join(counted(counts[verb]) for verb, (_, counted) in _VERBS.items() if counts[verb])
    return tr_n("{n} tool: {kinds}", "{n} tools: {kinds}", len(tools), kinds=kinds)


def session_count(server: views.ServerView) -> str:
    """How many apps use a server now."""
    return tr_n("{n} session", "{n} sessions", server.sessions)


def title_and_description(view: views.ToolView) -> tuple[Untrusted, Untrusted]:
    """What a server says of one tool; empty where its definition cannot be parsed or has no such text."""
    try:
        definition = object_of(view.definition)
    except ProtocolError:
        definition = {}
    annotations = definition.get("annotations")
    title = definition.get("title") or (annotations.get("title") if isinstance(annotations, dict) else "")
    return _text(title), _text(definition.get("description"))


def test_result(test: views.ServerTest) -> tuple[BadgeTone, str, str]:
    """Tone, title and sentence for the result of a test."""
    if not test.ok:
        return "red", tr("It does not work"), f"{sentence(test.why)} {tr(_AFTER_REPAIR)}"
    tools = tr_n("{n} tool", "{n} tools", test.tools)
    took, revision = duration(test.ms), escape(test.revision)
    return (
        "neutral",
        tr("It works"),
        tr(
            "Started, greeted and listed {tools} in {took}. Protocol revision {revision}.",
            tools=tools,
            took=took,
            revision=revision,
        ),
    )


def _text(value: object) -> Untrusted:
    return Untrusted(value if isinstance(value, str) else "")


# Adding, editing, removing


def why_not_editable(server: views.ServerView) -> str:
    """Why a server cannot be edited or removed here; empty if it can."""
    if server.managed:
        return tr("Your administrator configures this server. Only they can change or remove it.")
    if server.kind == "hook":
        return tr("It stands for tools of an app's own. The page “AI apps” puts it there and takes it back.")
    return ""


def editor_title(mode: str, server_id: str) -> str:
    """The title of the editor."""
    if mode == "add":
        return tr("Add a server")
    name = display_names.with_id("server", server_id)
    return tr("Edit {name}", name=name) if mode == "edit" else tr("Remove {name}?", name=name)


def agree_words(mode: str, chosen: int = 1) -> str:
    """The text of the button that makes the changes."""
    if mode == "add":
        return tr_n("Add and review…", "Add {n} and review…", chosen)
    return tr("Save") if mode == "edit" else tr("Remove")


def app_with_server_count(app: views.AiAppView) -> str:
    """The name of an app, and how many of its servers can be taken."""
    count = sum(server.state == "beside" for server in app.servers)
    return tr("{app} · {n}", app=display_names.app_name(app.id), n=count)


def not_taken_sentence(not_taken: tuple[views.Said, ...]) -> str:
    """Which servers of an app cannot be taken, each with the reason; empty if there are none."""
    if not not_taken:
        return ""
    parts = [
        tr("“{name}”: {why}", name=one_line(server.name, _MAX_NAME), why=translated(server.value))
        for server in not_taken[:_MAX_NAMES]
    ]
    if (left_out := len(not_taken) - _MAX_NAMES) > 0:
        parts.append(tr_n("and {n} more", "and {n} more", left_out))
    return tr("Not taken: {names}", names=" · ".join(parts))


def secrets_sentence(plan: views.ServersPlan) -> str:
    """Where the secrets of a plan are stored; empty if there are none."""
    parts = []
    if plan.secrets and plan.keyring:
        parts.append(
            tr_n(
                "{n} secret goes into the keyring, not into the file.",
                "{n} secrets go into the keyring, not into the file.",
                len(plan.secrets),
            )
        )
    if plan.secrets_in_file:
        parts.append(
            tr_n(
                "{n} secret is in servers.json itself.",
                "{n} secrets are in servers.json itself.",
                len(plan.secrets_in_file),
            )
        )
    return " ".join(parts)


def forget_words(plan: views.ServersPlan) -> str:
    """The text of the check box that deletes unused secrets from the keyring."""
    names = ", ".join(one_line(name, _MAX_NAME) for name in plan.unused[:_MAX_NAMES])
    return tr_n(
        "Also delete its secret from the keyring: {names}",
        "Also delete its {n} secrets from the keyring: {names}",
        len(plan.unused),
        names=names,
    )


def apps_losing_server(plan: views.ServersPlan) -> str:
    """Which apps lose the server; empty if none does."""
    if not plan.apps:
        return ""
    names = ", ".join(map(display_names.app_name, plan.apps[:_MAX_NAMES]))
    return tr_n(
        "{apps} reaches it through Assent and will find it gone. Give the app its configuration back first.",
        "{apps} reach it through Assent and will find it gone. Give these apps their configuration back first.",
        len(plan.apps),
        apps=names,
    )


def edited_words(mode: str, names: tuple[str, ...]) -> str:
    """The message that servers were added, changed or removed."""
    quoted_names = ", ".join(f"“{one_line(name, _MAX_NAME)}”" for name in names[:_MAX_NAMES])
    if mode == "add":
        return tr("Added {names}. Nothing was started yet.", names=quoted_names)
    return tr("Changed {names}.", names=quoted_names) if mode == "edit" else tr("Removed {names}.", names=quoted_names)


# The first look at several servers


def reading_left_words(unread: int, *, is_at_end: bool = False) -> str:
    """What must be read before the button is enabled. ``unread``: lines that were never on screen.

    ``is_at_end``: whether the end was on screen, so that what is missing is further up.
    """
    if not unread:
        return tr("Part of what is shown has not been on screen yet.") if is_at_end else tr("Read to the end first.")
    if is_at_end:
        return tr_n(
            "{n} line above was not on screen yet. Scroll back, and unfold what is folded.",
            "{n} lines above were not on screen yet. Scroll back, and unfold what is folded.",
            unread,
        )
    return tr_n(
        "Read to the end first. {n} line was not on screen yet.",
        "Read to the end first. {n} lines were not on screen yet.",
        unread,
    )


def start_words(starts: Sequence[views.ServerDetails]) -> str:
    """The text of the button that puts servers behind Assent and starts them."""
    if any(details.server.kind == "stdio" for details in starts):
        return tr_n("Put behind Assent and start it to look", "Put behind Assent and start them to look", len(starts))
    return tr("Put behind Assent and connect to look")


def later_words(later: Sequence[str], problems: Sequence[str] = ()) -> str:
    """Which servers are left for their own reviews; empty if there are none.

    ``later``: their ids. ``problems``: why some of them cannot be started; the first are shown.
    """
    if not later:
        return ""
    left = tr_n(
        "{n} more server is not started now, and waits for its own review: {names}.",
        "{n} more servers are not started now, and wait for their own reviews: {names}.",
        len(later),
        names=some_names([one_line(server, _MAX_NAME) for server in later], _MAX_NAMES),
    )
    return "\n".join((left, *(safe_sentence(problem, _MAX_PROBLEM) for problem in problems[:_MAX_PROBLEMS])))


def needs_own_review(details: views.ServerDetails) -> str:
    """Why a server needs its own review; empty if it may be approved together with others."""
    review = details.review
    if details.server.state == "sign in":
        return tr("It wants you to sign in before it says what it can do.")
    tools_with_findings = sum(map(_has_serious_finding, details.tools))
    if tools_with_findings:
        return tr_n(
            "Something was found in what it says of {n} tool. Read it by itself.",
            "Something was found in what it says of {n} tools. Read it by itself.",
            tools_with_findings,
        )
    if _has_serious_finding(review):
        return tr("Something was found in its instructions to the model. Read it by itself.")
    if review.unapprovable or (
        details.tools and not review.whole
    ):  # one that failed said nothing that could not be approved
        return tr("Something of what it says cannot be approved. Read it by itself.")
    return ""


def _has_serious_finding(reviewed: views.ToolView | views.ReviewView) -> bool:
    return any(finding.severity is not Severity.INFO for finding in reviewed.findings)


def approve_several_words(tools: int, servers: int) -> str:
    """The text of the button that approves several servers. ``tools``: the number of tools of all of them."""
    of_servers = tr_n("{n} server", "{n} servers", servers)
    if not tools:
        return tr("Approve {servers} without tools", servers=of_servers)
    return tr("Approve {tools} of {servers}", tools=tr_n("{n} tool", "{n} tools", tools), servers=of_servers)
