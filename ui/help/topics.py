"""The help that stands in the window (pure).

Owns: its words, in the order in which a newcomer needs them.

Invariants: short sentences about what the person sees and does; the guide for users has the rest.
"""

from __future__ import annotations

from typing import Final

from ui.tr import mark

TOPICS: Final = (
    (
        mark("What Assent does"),
        (
            mark("AI apps propose calls to tools. Assent shows you each call as it would be sent, and asks."),
            mark("Nothing is sent unless you say yes, now or by a grant or a rule. All of it stands in the log."),
        ),
    ),
    (
        mark("When you are asked"),
        (
            mark("Read from the top: who wants what, what Assent found, then what will be sent."),
            mark("Approve counts after a second, so that no key which you are typing approves. Deny counts at once."),
            mark("Esc puts a question aside. It stays under Waiting, and its time runs."),
        ),
    ),
    (
        mark("When you are not sure"),
        (
            mark("Deny. Nothing is lost: the app hears it and can ask again."),
            mark("Deny with a reason tells the model why. Edit… changes the inputs, and asks you anew."),
            mark("What a server says of itself stands in a dashed frame, because nobody verified it."),
        ),
    ),
    (
        mark("To be asked less"),
        (
            mark("Your yes can cover more than one call. The window says exactly what; Grants takes it back."),
            mark("A rule counts for good. Before you save one you see which past calls it would have let through."),
        ),
    ),
    (
        mark("When something looks wrong"),
        (
            mark("Stop everything denies what waits, cancels what runs, and refuses what is new until you release it."),
            mark("History has every call: what it held, who decided and why, and what came back."),
            mark("In a terminal, assent doctor says what is missing or broken, and what to do."),
        ),
    ),
    (
        mark("To connect an app"),
        (
            mark("AI apps lists those that Assent found here. It puts their servers behind Assent, and back."),
            mark("For any other app, the guide for users shows it step by step."),
        ),
    ),
)
"""Each topic with its sentences."""
