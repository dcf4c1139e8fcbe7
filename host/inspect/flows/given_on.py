"""What a private place gave out, in calls of other servers that do not plainly send (pure).

Owns: that part of ``exfiltration``. What stays true: it takes a value that was read in a private place; where the call
says where it goes by that value, it is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from host.inspect.flows.goals import destination_from
from host.inspect.flows.provenance import Match, came_from
from host.inspect.saying import EVIDENCE
from host.inspect.subject import Subject
from host.inspect.tools.acts import deeds_of
from host.inspect.tools.deeds import CHANGING, deed
from host.inspect.tools.reach import Nature, nature
from host.inspect.tools.words import last_word, words_of
from host.model import Finding, Severity
from host.naming import key_words
from host.words import say


def given_on(subject: Subject, here: Nature, found: Sequence[Match]) -> Iterator[Finding]:
    """What a private place gave out, in a call of another server that does not plainly send, or of one nobody knows."""
    elsewhere = not (here.private or here.writes or here.runs) and (deed(subject.tool) in CHANGING or _tells(subject))
    elsewhere = elsewhere or (here.private == "database" and "writes" in deeds_of(subject))
    named = (words_of(subject.tool) | words_of(subject.server)) & _DRAWS
    drawn = [word for word in named if word not in subject.turn.lower()]
    elsewhere = elsewhere or (bool(drawn) and not here.runs)
    for match in found:
        aside = bool(match.steps) and last_word(str(match.steps[-1])) in _ASIDE
        place = nature(match.earlier.server, match.earlier.tool, match.earlier.definition).private
        if (
            place
            and place != "secrets"
            and (elsewhere or aside)
            and match.size >= _GIVEN
            and not destination_from(match)
        ):
            text = say(
                "Private data from {call} would go to another server with this call.", call=came_from(match.earlier)
            )
            yield Finding("exfiltration", Severity.MEDIUM, text, match.shown[:EVIDENCE], match.steps, match.span)
        if place == "secrets":
            call = came_from(match.earlier)
            text = say("A secret from {call} would go to another server with this call.", call=call)
            yield Finding("exfiltration", Severity.MEDIUM, text, match.shown[:EVIDENCE], match.steps, match.span)


_GIVEN: Final = 20
"""Letters and digits that are worth telling."""
_ASIDE: Final = frozenset(
    "ref reference note context comment tag label meta metadata trace session client hint reason correlation "
    "memo agent "
    "tracking campaign source annotation remark".split()
)
"""What a call is given besides what it works with."""
_DRAWS: Final = frozenset(
    "render qr qrcode barcode chart diagram plantuml mermaid screenshot html2pdf ocr shorten shortener convert "
    "converter "
    "thumbnail icon badge meme collage wordcloud prettify formatter "
    "minify lint".split()
)
"""Words of services that make something of what they are given."""
_TELLING: Final = frozenset(
    "track capture report log event identify generate chat complete completion prompt ask translate embed telemetry "
    "analytic metric feedback collect meeting".split()
)


def _tells(subject: Subject) -> bool:
    return not _TELLING.isdisjoint(key_words(subject.tool))
