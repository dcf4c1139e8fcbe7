"""What each kind of finding means, in two sentences (pure).

Owns: these words, and where to read more. What stays true: every kind that the host knows has its words here, and a
section of its name on the page.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ui.tr import tr

PAGE: Final = "docs/reference/findings.md"


class Meaning(NamedTuple):
    """Attributes: title: a few words. means: what it is, and what to look at."""

    title: str
    means: str


def meaning(kind: str) -> Meaning:
    """In the person's language; empty for a kind that is not known."""
    return _meanings().get(kind, Meaning("", ""))


def kinds() -> frozenset[str]:
    """Every kind that has its words."""
    return frozenset(_meanings())


def _meanings() -> dict[str, Meaning]:
    return {
        "not-validated": Meaning(
            tr("Not validated"),
            tr("The inputs could not be held against the tool's schema. Read each of them yourself."),
        ),
        "not-inspected": Meaning(
            tr("Not inspected"),
            tr(
                "Part of this call could not be looked at, for its size, its depth or its form. "
                "Whatever Assent looks for may be in there."
            ),
        ),
        "odd-name": Meaning(
            tr("Odd tool name"),
            tr(
                "The tool's name could pass for another, be hidden or be cut off. "
                "Compare it with what you expect, letter by letter."
            ),
        ),
        "name-twin": Meaning(
            tr("Name like another's"),
            tr("Another server has a tool whose name looks the same. Make sure that this is the server you mean."),
        ),
        "big-number": Meaning(
            tr("Number that may change"),
            tr("A number has more digits than many programs keep. The server may read another one."),
        ),
        "hidden-characters": Meaning(
            tr("Hidden characters"),
            tr(
                "The inputs hold characters that are not seen, or that reorder what is. "
                "What you read may not be what the server reads."
            ),
        ),
        "confusable": Meaning(
            tr("Look-alike letters"),
            tr(
                "A name mixes letters of several scripts, or looks like another name. "
                "Such names are made to be taken for others."
            ),
        ),
        "unknown-parameter": Meaning(
            tr("Unknown input"),
            tr(
                "The call gives something that the tool does not describe. "
                "The server may use it in a way that nobody told you."
            ),
        ),
        "outside-folders": Meaning(
            tr("Outside the folders"),
            tr(
                "A path lies outside the folders that such calls usually work in. "
                "Check that the file is the one you mean."
            ),
        ),
        "sensitive-path": Meaning(
            tr("Sensitive place"),
            tr(
                "A path leads to keys, credentials, settings that programs run, or the system itself. "
                "Reading it gives secrets away, writing it can hand over the machine."
            ),
        ),
        "odd-host": Meaning(
            tr("Odd host"),
            tr(
                "An address is written so that it is easily misread, or is of a kind that serves to collect data. "
                "Read the host from its end."
            ),
        ),
        "new-host": Meaning(
            tr("New host"),
            tr("Nothing that you approved went to this host before. Check that you know who runs it."),
        ),
        "private-host": Meaning(
            tr("Private address"),
            tr(
                "An address leads into this machine, the local network, or to the cloud's metadata. "
                "A server should rarely want that."
            ),
        ),
        "runs-code": Meaning(
            tr("Runs code"),
            tr("The call hands over code or a command to be run. It can do whatever the server's account can."),
        ),
        "writes-sql": Meaning(
            tr("Changes a database"),
            tr("The statement changes, deletes or hands out data. Look at which rows it means."),
        ),
        "destructive": Meaning(
            tr("Cannot be undone"),
            tr(
                "The call deletes, gives away or opens up something for good. "
                "Make sure of what it means, and how much of it."
            ),
        ),
        "secret": Meaning(
            tr("Secret"),
            tr("The inputs hold something that looks like a password, key or token. The server gets it as it stands."),
        ),
        "instructions": Meaning(
            tr("Instructions to the model"),
            tr(
                "A text speaks to the model, as nobody's data should. "
                "What the model proposes may be the author's wish, not yours."
            ),
        ),
        "carried-over": Meaning(
            tr("Carried over"),
            tr(
                "A value appeared in the result of another server before. Whoever wrote that result may have chosen it."
            ),
        ),
        "exfiltration": Meaning(
            tr("Data leaves"),
            tr(
                "Something from a private place would go to where others can read it. Make sure that you want it there."
            ),
        ),
        "combination": Meaning(
            tr("Risky combination"),
            tr(
                "Private data, strangers' text and a way out met in one conversation. "
                "That is how data is stolen step by step."
            ),
        ),
        "contradiction": Meaning(
            tr("Says one thing, does another"),
            tr("What the tool says of itself does not fit its name or its inputs. Go by what it does."),
        ),
        "definition-changed": Meaning(
            tr("Definition changed"),
            tr("The server describes this tool otherwise than when it was approved last. Read what is new."),
        ),
        "first-use": Meaning(
            tr("First use"),
            tr("This tool was not approved for this app before. There is nothing yet to hold it against."),
        ),
        "large": Meaning(
            tr("Unusually large"),
            tr("The inputs are far larger than is usual. Something may be in them that you do not expect."),
        ),
        "burst": Meaning(
            tr("Many calls at once"),
            tr("The app proposes calls faster than anybody reads. Take your time, or stop it."),
        ),
        "output-schema": Meaning(
            tr("Result breaks its schema"),
            tr("The result does not keep what the tool promises. A program that relies on that may misread it."),
        ),
    }
