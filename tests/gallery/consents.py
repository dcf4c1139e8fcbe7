"""The consent window in many situations.

Owns: the list, and how each of it looks elsewhere: dark, high contrast, larger, narrow, in another language, mirrored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from PySide6.QtWidgets import QWidget

from host.control.protocol import CallEnded, Clock
from host.errors import AssentError
from host.values import replace
from tests.gallery import alike, asking, calls, requests, studies
from tests.gallery.calls import led_by
from tests.gallery.making import consent
from tests.gallery.questions import (
    BESIDE,
    HIGH,
    LONG,
    LONG_NAME,
    NESTED,
    QUEUE,
    SHORT,
    TRIAL,
    TWENTY,
)
from tests.gallery.records import ODD_REPLIES, SERVER_REPLIES
from tests.gallery.situation import CONSENT, NARROW, SMALL, TABLE, WHOLE, Situation
from tests.gallery.studies import held_against, known, on_disk, told
from tests.support.window import FakeLink, asked
from ui.theme import Scheme


def expired(link: FakeLink, _: QWidget) -> None:
    """The question ends by itself, after it was read."""
    studies.settle()
    link.ended.emit(CallEnded(SHORT.request.call.id, "expiry", "nobody decided in time"))


def reason(_: FakeLink, window: QWidget) -> None:
    """The person begins to say why."""
    asking.of(window).open_reason()


def server_looked_at(link: FakeLink, window: QWidget) -> None:
    """The person looks at the server of the question."""
    asking.of(window).open_server()
    studies.settle()


def server_vouched_for(link: FakeLink, window: QWidget) -> None:
    """The person is asked whether to vouch for it."""
    server_looked_at(link, window)
    review = asking.of(window).sheets.server.review
    assert review is not None
    review.trust.vouch.click()
    studies.settle()


def paused(link: FakeLink, _: QWidget) -> None:
    """The person works in the window, so its clock stands."""
    link.clock_changed.emit(Clock(SHORT.request.call.id, 271.0, 5.0))


def noted(_: FakeLink, window: QWidget) -> None:
    """The person writes a note for the model."""
    shown = asking.of(window)
    shown.toggle_note()
    shown.form.note_line.setText("Only this file; ask before the next.")


def ends_soon(link: FakeLink, window: QWidget) -> None:
    """Little time is left."""
    link.clock_changed.emit(Clock(SHORT.request.call.id, 25.0, 0.0))
    asking.of(window).ticker.timeout.emit()


def kept(link: FakeLink, window: QWidget) -> None:
    """The person wants it to wait, and it does."""
    ends_soon(link, window)
    asking.of(window).keep_waiting()
    link.clock_changed.emit(Clock(SHORT.request.call.id, 25.0, 60.0))
    asking.of(window).ticker.timeout.emit()


def kept_long(link: FakeLink, window: QWidget) -> None:
    """It has waited as long as it may."""
    kept(link, window)
    ends_soon(link, window)


def gone(link: FakeLink, _: QWidget) -> None:
    """The host goes away."""
    link.closed.emit("the host is gone")


def seen(
    name: str, make: Callable[[], QWidget], also: str = "", *, size: tuple[int, int] = CONSENT, scheme: Scheme = "light"
) -> Iterator[Situation]:
    """One content, and how it looks elsewhere. ``also``: words, each of which is another picture of it."""
    yield Situation(f"consent-{name}", make, scheme, size=size)
    for word in also.split():
        yield _elsewhere(Situation(f"consent-{name}-{word}", make, size=size), word)


def _elsewhere(plain: Situation, word: str) -> Situation:
    """The same where no look of all contents shows it."""
    if word == "narrow":
        return replace(plain, size=(NARROW[0], plain.size[1]))
    size, _, scale = word.rpartition("-")
    return replace(plain, scale=scale[0], size=SMALL if size == "small" else plain.size)


_USUAL: Final = (
    *seen("short", consent(SHORT), "300 narrow small-300"),
    *seen("long", consent(asked({"path": "fox.txt", "content": LONG}))),
    *seen("hostile", consent(calls.ODD_TEXT)),
    *seen("nested", consent(asked(NESTED)), size=WHOLE),
    *seen("also-sent", consent(asked(beside=BESIDE)), "narrow", size=(680, 1240)),
    *seen("long-name", consent(asked({"path": "a.txt", "env": {LONG_NAME: 1}}, findings=(HIGH,)))),
    *seen("stranger-liar", consent(calls.UNPROVEN)),
    *seen("trial", consent(asked({"trial_id": "NCT-0421", "analysis": "safety"}, definition=TRIAL))),
    *seen("empty-arguments", consent(asked({}))),
    *seen("expired", consent(SHORT, after=expired)),
    *seen("paused", consent(SHORT, after=paused)),
    *seen("note", consent(SHORT, after=noted)),
    *seen("ends-soon", consent(SHORT, after=ends_soon)),
    *seen("kept", consent(SHORT, after=kept)),
    *seen("kept-long", consent(SHORT, after=kept_long)),
    *seen("void", consent(asked(round_=2, voided_because="the server changed the definition of this tool"))),
    *seen("host-gone", consent(SHORT, after=gone)),
    *seen("server", consent(SHORT, replies=SERVER_REPLIES, after=server_looked_at)),
    *seen("server-vouch", consent(SHORT, replies=SERVER_REPLIES, after=server_vouched_for)),
    *seen("server-odd", consent(SHORT, replies=ODD_REPLIES, after=server_looked_at)),
    *seen("lines-100000", consent(calls.LINES)),
    *seen("line-1-mb", consent(calls.LINE)),
    *seen("deep", consent(calls.DEEP)),
    *seen("keys-10000", consent(calls.KEYS)),
)
_MEANT: Final = (
    *seen("paths", consent(calls.MOVE), size=(680, 950)),
    *seen("addresses", consent(calls.ADDRESS), size=(680, 1100)),
    *seen("sql", consent(calls.QUERY), size=WHOLE),
    *seen("shell", consent(calls.COMMAND)),
    *seen("python", consent(calls.PYTHON)),
    *seen("code-file", consent(studies.WRITES_CODE)),
    *seen("times", consent(calls.EVENT), size=WHOLE),
    *seen("money", consent(calls.PAYMENT), size=WHOLE),
    *seen("read", consent(calls.READING)),
    *seen("mail", consent(calls.MAIL), size=(680, 1500)),
    *seen("picture", consent(calls.IMAGE)),
    *seen("picture-shown", consent(calls.IMAGE, after=studies.draws)),
    *seen("secrets", consent(calls.SECRETS)),
    *seen("secrets-shown", consent(calls.SECRETS, after=studies.reveals)),
    *seen("searched", consent(asked({"path": "fox.txt", "content": LONG}), after=studies.finds("1400"))),
    *seen("unknown", consent(calls.UNKNOWN), size=WHOLE),
    *seen("headers", consent(calls.HEADERS)),
    *seen("sandbox", consent(calls.SANDBOX), "narrow", size=(680, 1000)),
    *seen("json", consent(SHORT, after=studies.as_json)),
    *seen("json-laid-out", consent(asked(NESTED), after=studies.laid_out)),
)
_CHANGED: Final = (
    *seen("changes-last", consent(SHORT, after=held_against(known()))),
    *seen("changes-file", consent(SHORT, after=held_against(known(studies.BEFORE, on_disk()))), "narrow"),
    *seen(
        "changes-no-file", consent(SHORT, after=held_against(known(None, on_disk(None, "there is no such file yet"))))
    ),
    *seen("replaces", consent(studies.REPLACING, after=told(studies.REPLACED))),
    *seen("creates", consent(SHORT, after=told(known(None, on_disk(None, "there is no such file yet", missing=True))))),
    *seen("text-edits", consent(studies.EDITS), "narrow", size=WHOLE),
    *seen("text-edit", consent(studies.EDIT)),
    *seen("changes-none", consent(SHORT, after=held_against(known(None)))),
    *seen("changes-failed", consent(SHORT, after=held_against(AssentError("the log cannot be read")))),
    *seen("changes-too-different", consent(studies.TOO_DIFFERENT, after=held_against(known(studies.NOTHING_ALIKE)))),
    *seen("edited", consent(calls.EDITED_NOW, after=held_against(known(None)))),
)
_WORRYING: Final = (
    *seen("findings", consent(calls.ODD_TOOL)),
    *seen("findings-all", consent(calls.CARRIED, after=studies.unfolds), size=(680, 1700)),
    *seen("danger", consent(calls.CARRIED), "narrow"),
    *seen("dangers", consent(calls.DANGERS)),
    *seen("findings-tool", consent(calls.POISONED)),
    *seen("findings-unsure", consent(calls.UNREADABLE, after=studies.unfolds), size=WHOLE),
    *seen("findings-page", consent(calls.CARRIED, after=studies.reads_more), "narrow"),
    *seen("danger-hidden", consent(calls.HIDDEN)),
    *seen("input-twins", consent(calls.TWINS)),
    *seen("lit", consent(calls.ADDRESS, after=studies.lights(0))),
    *seen("lit-text", consent(calls.MAIL, after=studies.lights(0))),
    *seen("high-and-unread", consent(asked({"path": "x", "content": LONG}, findings=(HIGH,)))),
    *seen("led-short", consent(led_by(calls.TURNS["short"]))),
    *seen("led-long", consent(led_by(calls.TURNS["long"]))),
    *seen("led-long-all", consent(led_by(calls.TURNS["long"]), after=studies.quotes), size=WHOLE),
    *seen("led-hostile", consent(led_by(calls.TURNS["hostile"]))),
)
_EDITS: Final = (
    *seen(
        "edit", consent(studies.PLAIN, after=studies.changes(studies.nothing))
    ),
    *seen("edit-changed", consent(studies.PLAIN, after=studies.changes(studies.writes("path", "notes/summary.txt")))),
    *seen("edit-nested", consent(calls.ORDER, after=studies.changes(studies.nothing)), "narrow", size=WHOLE),
    *seen("edit-wrong", consent(calls.ORDER, after=studies.WRITES_WRONG), size=WHOLE),
    *seen("edit-finding", consent(studies.PLAIN, after=studies.changes(studies.writes("path", "../.ssh/config")))),
    *seen("edit-denied", consent(studies.PLAIN, after=studies.WRITES_DENIED)),
    *seen("edit-dangers", consent(studies.PLAIN, after=studies.WRITES_DANGERS), "narrow"),
    *seen("edit-json", consent(calls.ORDER, after=studies.changes(studies.edits_json))),
    *seen("edit-hidden", consent(calls.HIDDEN, after=studies.changes(studies.nothing)), size=WHOLE),
    *seen("edit-signed", consent(asking.ONE, after=studies.changes(studies.nothing))),
    *seen("edit-not-taken", consent(studies.PLAIN, after=studies.not_taken)),
)  # fmt: skip
_ANSWERED: Final = (
    *seen("reason", consent(SHORT, after=reason), "narrow"),
    *seen("reason-own", consent(SHORT, after=studies.says_why)),
    *seen("keys", consent(SHORT, after=studies.helped), "narrow"),
    *seen("sign-none", consent(asking.NONE)),
    *seen("sign-one", consent(asking.NONE, after=asking.one_signs)),
    *seen("sign-pin", consent(asking.ONE, after=asking.picks)),
    *seen("sign-wrong", consent(asking.ONE, after=asking.wrong)),
    *seen("sign-locked", consent(asking.ONE, after=asking.locked), "narrow"),
    *seen("sign-nobody", consent(asking.NOBODY)),
    *seen("sign-strange", consent(asking.STRANGE)),
    *seen("sign-and-reason", consent(asking.BOTH)),
    *seen("pin", consent(asking.PIN)),
    *seen("pin-none", consent(asking.NO_PIN)),
    *seen("why-yes", consent(asking.REASON)),
    *seen("grant-exact", consent(asking.WIDE, after=asking.chooses("1h", "exact"))),
    *seen(
        "grant-folder",
        consent(asking.WIDE, after=asking.chooses("chat", "pattern")),
        "narrow",
    ),
    *seen("grant-any", consent(asking.WIDE, after=asking.chooses("always", "any"))),
    *seen("grant-hostile", consent(asking.SLY, after=asking.chooses("1h", "pattern"))),
    *seen("result", consent(asking.HELD)),
    *seen("result-hostile", consent(asking.HELD_SLY)),
    *seen("result-media", consent(asking.HELD_MEDIA)),
    *seen("result-odd", consent(asking.HELD_ODD)),
    *seen("result-reason", consent(asking.HELD, after=reason)),
    *seen("why", consent(asking.NONE, after=asking.explained)),
    *seen("why-not", consent(SHORT, after=asking.not_explained)),
)
_REQUESTS: Final = (
    *seen("asks-model", consent(requests.SAMPLE), "narrow"),
    *seen("asks-model-hostile", consent(requests.SAMPLE_SLY)),
    *seen("asks-model-answer", consent(requests.SAMPLE_ANSWER), "narrow"),
    *seen("asks-secret", consent(requests.ELICIT)),
    *seen("asks-folders", consent(requests.FOLDERS)),
    *seen("read-link", consent(requests.LINK), "narrow"),
    *seen("read-link-hostile", consent(requests.LINK_SLY)),
    *seen("form", consent(requests.FILL)),
    *seen("form-filling", consent(requests.FILL, after=requests.fills), size=WHOLE),
    *seen("form-hostile", consent(requests.FILL_SLY)),
    *seen("open-page", consent(requests.OPEN)),
    *seen("demo-form", consent(requests.BOOK_A_TABLE), "narrow"),
    *seen("demo-form-filling", consent(requests.BOOK_A_TABLE, after=requests.fills)),
    *seen("demo-prompt", consent(requests.LEND_THE_MODEL), scheme="dark"),
    *seen("demo-prompt-answer", consent(requests.LENT), "small-300"),
    *seen("further-round", consent(requests.ROUND), size=WHOLE),
    *seen("foreign-state", consent(requests.ROUND_FOREIGN), size=WHOLE),
)
_MANY: Final = (
    *seen("queue", consent(*QUEUE)),
    *seen("queue-20", consent(*TWENTY)),
    *seen("alike", consent(*alike.MANY)),
    *seen("alike-few", alike.side_by_side(alike.FEW), size=TABLE),
    *seen("alike-many", alike.side_by_side(alike.MANY, alike.ticks), size=TABLE),
    *seen("alike-fifty", alike.side_by_side(alike.FIFTY), size=TABLE),
    *seen("alike-long", alike.side_by_side(alike.MAILS, alike.opens), size=TABLE),
    *seen("alike-finding", alike.side_by_side(alike.MANY, alike.opens), size=TABLE),
    *seen("alike-one-ended", alike.side_by_side(alike.MANY, alike.one_ends), size=TABLE),
    *seen("alike-denying", alike.side_by_side(alike.MANY, alike.denies), scheme="dark", size=TABLE),
    *seen("alike-narrow", alike.side_by_side(alike.MANY), size=(480, 640)),
    *seen("haste", alike.hurried),
)  # fmt: skip
CONSENTS: Final = (*_USUAL, *_MEANT, *_CHANGED, *_WORRYING, *_EDITS, *_ANSWERED, *_REQUESTS, *_MANY)
"""Every picture of the consent window."""
