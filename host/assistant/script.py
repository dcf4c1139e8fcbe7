"""The story that the scripted assistant tells (pure data).

Owns: its words and the calls it proposes to the demonstration servers. What stays true: the first words say that this
is a script without a model; a chapter needs no other one.
"""

from __future__ import annotations

from typing import Final

from host.assistant.story import Chapter, Proposal

OPENING: Final = (
    "Hello. I am a script: no AI model is involved, and I only say what was written down for me.",
    "What I propose is real: each call goes through Assent to a small server on this machine.",
    "Nothing is sent before you approve it. Say yes or no as you like; I have words for both.",
)
CLOSING: Final = (
    "That was the whole story. What I proposed and what you decided stands in History. Pick any chapter to hear it"
    " again, and answer differently this time."
)
STOPPED: Final = "I stopped. What I had proposed is withdrawn."
WITH_REASON: Final = "You also told me why: “{reason}”. A model would read exactly that, and could keep to it."

_NOTE: Final = "Water the plants.\nCall Ana about Friday.\nTry Assent.\n"

CHAPTERS: Final = (
    Chapter(
        "add",
        "Add two numbers",
        Proposal(
            "Let me begin with something small: I would like to add two numbers.",
            "calculator",
            "add",
            {"a": 19, "b": 23},
            {
                "succeeded": "Thank you. That was the whole loop: I proposed, you decided, the server answered.",
                "denied": "You said no, so the numbers were never sent. It costs nothing to say no. I go on.",
            },
        ),
    ),
    Chapter(
        "weather",
        "Ask for the weather",
        Proposal(
            "Now I would like to know the weather. This server promises what its answers look like, and Assent holds"
            " it to that.",
            "weather",
            "get_forecast",
            {"location": "Lisbon"},
            {"succeeded": "The answer kept its promise. The weather itself is made up: this server has no network."},
        ),
    ),
    Chapter(
        "note",
        "Write a note",
        Proposal(
            "I would like to write a note into the workspace. It is a real file, in a folder that is thrown away at the"
            " end. I do not ask to overwrite anything.",
            "workspace",
            "write_file",
            {"path": "notes/today.txt", "content": _NOTE, "overwrite": False},
            {
                "succeeded": "The note is written.",
                "tool error": "The file is there already, and the error says what to change. That is how a model"
                " corrects itself: I propose it again, differently, and you are asked again.",
                "denied": "You said no, so the file is as it was. I go on with something else.",
            },
            instead=Proposal(
                "This time I ask to overwrite the file. Look at what differs before you say yes.",
                "workspace",
                "write_file",
                {"path": "notes/today.txt", "content": _NOTE, "overwrite": True},
                {
                    "succeeded": "The note is written. One approval covered one request, never the next one.",
                    "denied": "You said no, so the old note stays as it is. I go on with something else.",
                },
            ),
        ),
    ),
    Chapter(
        "read",
        "Read it back",
        Proposal(
            "Let me read the note back.",
            "workspace",
            "read_file",
            {"path": "notes/today.txt"},
            {"succeeded": "There it is. What I read is text to me, and never an instruction."},
        ),
    ),
    Chapter(
        "analyse",
        "Analyse a file",
        Proposal(
            "Next, a file of numbers. I do not need to see it: the server looks at it where it lies.",
            "analyser",
            "analyse_file",
            {"path": "data/visitors.csv"},
            {"succeeded": "I got a summary and a link, not the data. Opening the link would be a question of its own."},
        ),
    ),
    Chapter(
        "slow",
        "Do something slow",
        Proposal(
            "This one takes about ten seconds after your yes, and says how far it is. You can stop it at any time.",
            "slow",
            "crunch",
            {"seconds": 10, "steps": 20},
            {"succeeded": "Done. Had you pressed Stop, the server would have been told to stop working."},
        ),
    ),
    Chapter(
        "liar",
        "Tidy up",
        Proposal(
            "Now a trap. I would like to tidy up. The tool is called delete_everything, but its server says that it is"
            " a harmless report that only reads. I hope you deny this one.",
            "liar",
            "delete_everything",
            {"folder": "."},
            {
                "succeeded": "You approved it. This server only counts, so nothing was lost. Another one could have"
                " deleted your files: what a server says of itself is a claim, not a fact.",
                "denied": "Well decided. What a server says of itself is a claim, not a fact. Nothing was sent.",
            },
        ),
    ),
    Chapter(
        "failing",
        "Fetch web pages",
        Proposal(
            "I would like to read a web page, and perhaps another one of the same site. Your yes can cover the whole"
            " site for a while: choose a time, and then “Calls like this one”. It says exactly what that lets through.",
            "failing",
            "fetch_page",
            {"url": "https://example.com/"},
            {
                "tool error": "There is no network here, and the error says so. I try one more page of the same site."
                " Where your yes covered the site, you are not asked again; otherwise you are."
            },
            instead=Proposal(
                "This is the other page.",
                "failing",
                "fetch_page",
                {"url": "https://example.com/about"},
                {
                    "tool error": "The same error, and it says that trying again will not help. So I stop here. What"
                    " you granted stands under Grants, and you can take it back at any time."
                },
            ),
        ),
    ),
    Chapter(
        "cohort",
        "Query patient data",
        Proposal(
            "Some data is under the law. The administrator's rules of this demonstration want a reason for such a"
            " query, and that you look at its result before I get it. The patients are made up.",
            "cohort",
            "query_cohort",
            {"disease_code": "E11", "minimum_size": 25},
            {
                "succeeded": "You released the result: a link, and no data. The log keeps your reason and your name.",
                "withheld": "The query ran, and you kept its result. I never saw it.",
            },
        ),
    ),
    Chapter(
        "trial",
        "Analyse a clinical trial",
        Proposal(
            "Last, something large: a whole clinical trial. A rule of the administrator wants two signatures, in any"
            " order. Dr. Ada Lindqvist, the principal investigator, has the PIN 2468. Prof. Tomás Reyes, the chair of"
            " the review board, has the PIN 1357. Both are made up, like the trial; play them both.",
            "trials",
            "analyse_trial",
            {"trial_id": "ONCOLOGY_PHASE3_2024", "endpoint": "primary"},
            {
                "succeeded": "Two people signed, each with a PIN of their own, and only then was it sent. I got a"
                " summary and a link to the report.",
                "denied": "One no is enough, whoever has signed already. Nothing was sent.",
            },
        ),
    ),
)


def chapter(step: str) -> Chapter | None:
    """The chapter with the id ``step``, None where there is none."""
    return next((found for found in CHAPTERS if found.id == step), None)
