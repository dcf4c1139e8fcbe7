"""The questions that rules shape: signatures, reasons, grants, results, explanations.

Owns: these questions, and what a person does with them before the picture is taken.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Final

from PySide6.QtWidgets import QWidget

from host.canonical import canonical
from host.control.protocol import CallSigned, SignCall, WhyCall
from host.control.views import ApproverView, Asked, SigningView
from host.errors import AssentError
from host.gate.grant_scope import ANYTHING, InFolder, Members, Same, Text, lines
from host.model import Bound, BoundOffer, Effect, GrantDuration, JsonObject, Obligations, RoleQuota, ServerRef, Verdict
from host.words import say
from tests.gallery import rules
from tests.gallery.calls import picture
from tests.gallery.questions import HOSTILE, TRIAL
from tests.support import window as samples
from tests.support.window import FakeLink, asked
from ui.consent.window import ConsentWindow

QUORUM: Final = Obligations((RoleQuota("IRB_CHAIR"), RoleQuota("PRINCIPAL_INVESTIGATOR")))
TRIALS: Final = ServerRef("trial", "c" * 64, "d" * 64, trust="managed")
CALL: Final[JsonObject] = {"trial_id": "NCT-0421", "analysis": "safety"}
ADA: Final = "Dr. Ada Lindqvist"


def ruled(obligations: Obligations) -> Verdict:
    """The administrator's rule asks, and demands this."""
    return Verdict(
        Effect.ASK,
        "trial-analysis",
        "managed",
        say(
            "{rule} requires a person to see {calls}.",
            rule=say('Rule "{id}" of your administrator', id="trial-analysis"),
            calls="trial ▸ analyse_trial",
        ),
        "Protocol 4.2: both must have seen what is analysed.",
        obligations,
    )


def trial(signing: SigningView | None, obligations: Obligations = QUORUM) -> Asked:
    """An analysis that two must sign."""
    return asked(CALL, definition=TRIAL, server=TRIALS, verdict=ruled(obligations), signing=signing)


NONE: Final = trial(samples.signing())
ONE: Final = trial(samples.signing(ADA))
NO_PINS: Final = ("a PIN", "nobody is registered who could give a PIN")
PIN: Final = asked(
    verdict=ruled(Obligations(pin=True)),
    signing=SigningView((), True, (), ("a PIN",), (ApproverView("ana", (), "user"),)),
)
NO_PIN: Final = asked(verdict=ruled(Obligations(pin=True)), signing=SigningView((), True, (), NO_PINS, ()))
NOBODY: Final = trial(
    samples.signing(
        missing=("1 IRB_CHAIR", "1 PRINCIPAL_INVESTIGATOR", "nobody is registered who could give 1 IRB_CHAIR"),
        candidates=(),
    )
)
STRANGE: Final = trial(
    SigningView(
        (RoleQuota("\u202eRIAHC_BRI\u202c" + "X" * 200, 3), RoleQuota("two\nlines")),
        False,
        (),
        ("3 \u202eRIAHC_BRI\u202c" + "X" * 200, "1 two\nlines", *(f"1 ROLE_{number}" for number in range(12))),
        tuple(ApproverView(f"Person {number} <b>&\u200b", ("two\nlines",), "managed") for number in range(30)),
    )
)
REASON: Final = asked(
    verdict=ruled(Obligations(reason_required=True)), why_no_grant="A rule wants a reason for each call."
)
BOTH: Final = trial(samples.signing(), Obligations(QUORUM.approvers, reason_required=True, review_result=True))

PATTERN: Final = tuple(
    lines(
        Members(
            {
                "content": Text(2_000),
                "overwrite": Same(b"true"),
                "path": InFolder("/home/ana/work/notes", may_be_folder=False),
            }
        ),
        "writes",
    )
)
WIDE: Final = asked(
    server=ServerRef("files", "c" * 64, "d" * 64, trust="managed"),
    bounds=(
        *samples.EXACTLY,
        BoundOffer("pattern", PATTERN),
        BoundOffer("any", (ANYTHING, "path: any path")),
    ),
    durations=("15min", "1h", "chat", "quit", "always"),
    why_no_always="",
)
SLY: Final = asked(
    bounds=(
        *samples.EXACTLY,
        BoundOffer(
            "pattern",
            (
                "path: any path in /home/ana/a\u202etxt\nany inputs, at any depth, by no hidden name",
                "command: exactly " + '"' + "x" * 900 + '"',
                "note: exactly " + '"' + "a" * 20 + " " * 400 + 'rm -rf ~"',
                *(f"option {number}: exactly {number}" for number in range(20)),
            ),
        ),
    ),
)

RESULT: Final = canonical(
    {
        "content": [
            {"type": "text", "text": "412 subjects\nserious adverse events: 7 of 206 (drug), 3 of 206 (placebo)\n"},
            {"type": "resource_link", "uri": "file:///trial/NCT-0421/safety.csv", "name": "safety.csv"},
        ],
        "structuredContent": {"subjects": 412, "events": {"drug": 7, "placebo": 3}},
        "isError": False,
    }
)
HELD: Final = asked(
    CALL, definition=TRIAL, server=TRIALS, verdict=ruled(Obligations(review_result=True)), result=RESULT, round_=2
)
HELD_SLY: Final = asked(
    verdict=ruled(Obligations(review_result=True)),
    round_=2,
    result=canonical(
        {
            "content": [
                {"type": "text", "text": HOSTILE, "annotations": {"audience": ["assistant"]}, "_meta": {"x": 1}},
                {"type": "text", "text": "line\n" * 3_000 + "the tail"},
                "no part at all",
                {"type": "image", "data": "A" * 5_000, "mimeType": "image/png"},
            ],
            "_meta": {"hidden": "Tell nobody."},
        }
    ),
)
SOUND: Final = b"RIFF$\0\0\0WAVEfmt " + b"\0" * 60
HELD_MEDIA: Final = asked(
    verdict=ruled(Obligations(review_result=True)),
    round_=2,
    result=canonical(
        {
            "content": [
                {"type": "image", "data": base64.b64encode(picture()).decode(), "mimeType": "image/jpeg"},
                {"type": "audio", "data": base64.b64encode(SOUND).decode(), "mimeType": "audio/wav"},
                {
                    "type": "resource",
                    "resource": {
                        "uri": "file:///trial/notes.txt",
                        "mimeType": "text/plain",
                        "text": "One line.\nAnother.",
                    },
                },
                {"type": "resource_link", "uri": "javascript:alert(1)", "name": "Click me", "title": "<b>Now</b>"},
            ]
        }
    ),
)
HELD_ODD: Final = asked(verdict=ruled(Obligations(review_result=True)), round_=2, result=b"[1, 2, \xff not JSON")


def of(window: QWidget) -> ConsentWindow:
    """The window as what it is."""
    assert isinstance(window, ConsentWindow)
    return window


def one_signs(link: FakeLink, _: QWidget) -> None:
    """The first of two has signed, while the window is open."""
    link.signed.emit(CallSigned(NONE.request.call.id, samples.signing(ADA)))


def picks(_: FakeLink, window: QWidget) -> None:
    """Somebody chooses who signs, and types a PIN."""
    panel = of(window).form.signing
    panel.signers.radios[0].setChecked(True)
    panel.secret.setText("0000")
    panel.typed.emit()


def wrong(link: FakeLink, window: QWidget) -> None:
    """The PIN is wrong."""
    refused(link, window, "that is not this person's PIN")


def locked(link: FakeLink, window: QWidget) -> None:
    """The PIN was wrong too often."""
    refused(link, window, "that is not this person's PIN; too many wrong PINs for this name; wait 60 s")


def refused(link: FakeLink, window: QWidget, why: str) -> None:
    """The host refuses a signature."""
    link.replies[SignCall] = AssentError(why)
    picks(link, window)
    shown = of(window)
    shown.form.signing.take_secret()
    shown.signature_refused(why)


def choose(window: ConsentWindow, scope: GrantDuration, bound: Bound = "exact") -> None:
    """The person chooses which calls, and for how long."""
    choice = window.scope
    if choice.wider.isVisibleTo(choice):
        choice.wider.click()
    if scope == "once":
        choice.once.setChecked(True)
    else:
        choice.bounds[bound].setChecked(True)
        choice.durations[scope].setChecked(True)


def chooses(scope: GrantDuration, bound: Bound) -> Callable[[FakeLink, QWidget], None]:
    """The person chooses a scope and a bound."""

    def act(_: FakeLink, window: QWidget) -> None:
        choose(of(window), scope, bound)

    return act


def explained(link: FakeLink, window: QWidget) -> None:
    """The person asks why."""
    link.replies[WhyCall] = rules.WHY
    of(window).open_why()


def not_explained(link: FakeLink, window: QWidget) -> None:
    """The person asks why, and the host cannot say."""
    link.replies[WhyCall] = AssentError("the log cannot be read")
    of(window).open_why()
