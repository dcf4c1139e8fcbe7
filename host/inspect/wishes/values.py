"""Names and numbers of a call that are others than the person's (pure).

Owns: the comparison of whom, how much, where and when in the call with the same in the person's words. What stays true:
a value differs only where the words name one of its kind and the call has none of those; of what the words leave open
nothing is said; the work is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

from host.inspect.flows.figures import all_figures
from host.inspect.subject import Subject, Text
from host.inspect.tools.words import is_prose, named_as_code, named_as_sql, tool_words, words_of
from host.inspect.wishes.called import other_called, other_cron
from host.inspect.wishes.contacts import other_record
from host.inspect.wishes.counted import in_digits
from host.inspect.wishes.dates import names_day, other_day
from host.inspect.wishes.folders import other_file, other_folder
from host.inspect.wishes.inside import inner
from host.inspect.wishes.into import other_format, other_tongue
from host.inspect.wishes.measures import other_measure
from host.inspect.wishes.moments import at_once, other_trial, other_zone
from host.inspect.wishes.named import CHANNEL, HANDLE, LIVE, MAIL, SHAPES, named_in, named_rooms, plain
from host.inspect.wishes.near import beside
from host.inspect.wishes.people import other_people
from host.inspect.wishes.places import other_region, other_room, other_sphere
from host.inspect.wishes.quantities import other_quantity
from host.inspect.wishes.rates import other_rate
from host.inspect.wishes.rights import other_rights, other_seen
from host.inspect.wishes.shares import other_share
from host.inspect.wishes.sorts import more_than_one, other_sort
from host.inspect.wishes.spans import other_span
from host.inspect.wishes.states import other_hour, other_person, other_state
from host.inspect.wishes.sums import names_sum, other_sum, other_told
from host.inspect.wishes.things import other_switch, other_thing
from host.inspect.wishes.tied import other_money
from host.inspect.wishes.words import LOOKED
from host.naming import key_words
from host.patterns import regex
from host.words import say

_VALUES: Final = 100
_SHORT: Final = 200
_NAME: Final = 80
_LONG: Final = 4_000
_COMMANDS: Final = 8
"""Commands and statements that are longer than a value."""
_TO: Final = frozenset(
    "to cc bcc recipient recipients email mail attendee attendees invitee guest receiver address emailaddress user "
    "payee "
    "member collaborator grantee principal additional_recipients who forward".split()
)
_STAGES: Final = regex(r"(?<![a-z])(?:staging|stage|stg|dev|development|test|sandbox|qa|uat)(?![a-z])", re.IGNORECASE)
_BRANCHES: Final = frozenset("branch base target_branch source_branch ref head refspec into".split())


@lru_cache(maxsize=256)
def _names_any(turn: str) -> bool:
    """Whether the words name anything that a call may have otherwise."""
    named = named_in(turn)
    plainly = any(
        (named.mails, *named.shapes, named.files, named.numbers, named.branches, named.safe, named.weak, named.hidden)
    )
    return plainly or bool(named_rooms(turn)) or names_day(turn) or names_sum(turn)


def other_values(subject: Subject) -> Iterator[tuple[str, Text]]:
    """Sentences of ours, and the inputs that they are about; of each sort the first."""
    texts = [text for text in islice(subject.values(), _VALUES) if len(text.text) <= _SHORT]
    texts += islice((text for text in islice(subject.values(), _VALUES) if _is_command(text)), _COMMANDS)
    texts += inner(subject)
    turn = subject.turn[:LOOKED]
    for look in _LOOKS if _names_any(turn) else _ALWAYS:
        if (other := look(subject, texts, turn)) is not None:
            yield other
    said = in_digits(turn)
    figures = list(islice(all_figures(subject.arguments), _VALUES))
    for sums in _SUMS if _names_any(turn) else _SUMS_ALWAYS:
        if (other := sums(subject, texts, figures, said if sums in _IN_DIGITS else turn)) is not None:
            yield other
    for measured in (other_quantity, other_rate):
        if (other := measured(texts, figures, said)) is not None:
            yield other


def _is_command(text: Text) -> bool:
    return _SHORT < len(text.text) <= _LONG and (named_as_code(text) or named_as_sql(text))


def _mails(_subject: Subject, texts: list[Text], turn: str) -> tuple[str, Text] | None:
    named = named_in(turn).mails
    if not named:
        return None
    low = MAIL.sub(" ", turn.lower())
    theirs = {word for it in named for word in re.split(r"[._+@-]", it)}
    for text in texts:
        keys = {word for step in text.steps if isinstance(step, str) for word in key_words(step)}
        if "@" not in text.text or keys.isdisjoint(_TO) or keys & {"from", "sender", "reply", "body"}:
            continue
        for match in MAIL.findall(text.text):
            words = [word for word in re.split(r"[._+-]", match.lower().partition("@")[0]) if len(word) > 2]
            if not any(named & set(MAIL.findall(text.text.lower())) for text in texts):
                words = [word for word in words if word not in theirs]  # the one whose address was given
            if match.lower() not in named and not any(word in low for word in words):
                return say("This goes to somebody else than you named."), text
    return None


def _shaped(_subject: Subject, texts: list[Text], turn: str) -> tuple[str, Text] | None:
    for (pattern, sentence), named in zip(SHAPES, named_in(turn).shapes, strict=True):
        if not named:
            continue
        if pattern is HANDLE and CHANNEL.search(turn) is None:
            channel = next((text for text in texts if text.text[:1] == "#" and not is_prose(text)), None)
            if channel is not None:
                return say("This goes to a channel; you named somebody."), channel
        there = [
            (text, plain(match))
            for text in texts
            if not is_prose(text) or pattern.fullmatch(text.text)
            for match in pattern.findall(MAIL.sub(" ", text.text))
        ]
        bare = {plain(text.text) for text in texts}
        if (
            there
            and named.isdisjoint({value for _, value in there} | bare)
            and not any(_holds(whole, value.strip("@#+")) for value in named for whole in bare)
        ):
            return sentence, there[0][0]
    return None


def _holds(whole: str, value: str) -> bool:
    """Whether a longer value has the one that is named, and no longer number."""
    at = whole.find(value)
    return at >= 0 and not (value[-1:].isdigit() and whole[at + len(value) : at + len(value) + 1].isdigit())


def _rooms(_subject: Subject, texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """A channel by its plain name."""
    named = named_rooms(turn)
    if named:
        for text in texts:
            value = text.text.lower().strip("#@ ")
            if (
                text.key.lower() in _ROOM_KEYS
                and _ROOM_NAME.fullmatch(value)
                and not any(it[:4] == value[:4] or it in value or value in it for it in named)
            ):
                return say("The channel is another than the one you named."), text
    return None


_ROOM_KEYS: Final = frozenset("channel channel_name channelname room room_name group chat".split())
_ROOM_NAME: Final = regex(r"[a-z][a-z_-]{2,40}")


def _stages(_subject: Subject, texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """What is in use, where the words speak of a place to try things."""
    if named_in(turn).safe:
        for text in texts:
            if len(text.text) <= _NAME and LIVE.search(text.text) and not _STAGES.search(text.text):
                return say("This is about what is in use; you spoke of a place to try things."), text
    return None


def _branches(subject: Subject, texts: list[Text], turn: str) -> tuple[str, Text] | None:
    named = named_in(turn).branches
    if not named:
        return None
    keys = _BRANCHES | _ENDS if tool_words(subject) & _BRANCHING else _BRANCHES
    there = [text for text in texts if not words_of(text.key).isdisjoint(keys)]
    if (against := _against(texts, turn)) is not None:
        return against
    values = {_branch(text.text) for text in there}
    low = _NOT_THERE.sub(" ", turn.lower())
    spoken = any(value and value in low for value in values) or any(it in value for it in named for value in values)
    return (say("The branch is another than the one you named."), there[0]) if there and not spoken else None


_ONTO: Final = regex(
    r"(?<!\w)(?:against|into|onto|to|gegen|nach|in|contre|vers|sur|dans|contra|hacia|contro|verso|su|em|para|tegen|naar|op|в|на|против)\s{1,2}(?:the\s|den\s|la\s|le\s|branch\s)?"
    r"[\"'`]?(main|master|develop|development|dev|trunk|staging|next|production|(?:release|feature|feat|hotfix|support|epic)[/-][\w./-]{1,60}|v?\d{1,3}\.[\dx]{1,3}(?:\.[\dx]{1,3})?)(?![\w/-]|\.\w)",
    re.IGNORECASE,
)
_BASES: Final = frozenset(
    "base base_branch basebranch baserefname target_branch targetbranch destination target into".split()
)


def _against(texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """What a request is to be merged into, where the words name another branch for that."""
    low = _NOT_THERE.sub(" ", turn.lower())
    onto = set(_ONTO.findall(low))
    base = next((text for text in texts if text.key.lower() in _BASES and _BASE.fullmatch(text.text)), None)
    if base is None or not onto or _branch(base.text) in low:
        return None
    return None if _branch(base.text) in onto else (say("The branch is another than the one you named."), base)


_BASE: Final = regex(r"[\w][\w./-]{1,80}")
_ENDS: Final = frozenset({"target", "destination", "onto"})
_BRANCHING: Final = frozenset({"merge", "branch", "rebase", "push", "pull"})
_NOT_THERE: Final = regex(
    r"\b(?:not|never|nicht|pas|n[aã]o|no|non|niet|не)\s{1,2}"
    r"(?:on|to|into|in|auf|nach|sur|dans|en|a|em|no|na|nel|sul|su|op|naar|в|на)\s{1,2}(?:the\s|den\s|la\s)?[\"'`]?[\w./-]{2,60}"
)
"""A place that the words rule out."""


def _branch(text: str) -> str:
    return text.lower().rpartition(":")[2].removeprefix("refs/heads/").removeprefix("origin/").strip("+")


def _numbered(subject: Subject, _texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """Issues and requests by their number."""
    named = named_in(turn).numbers
    if not named:
        return None
    for text in all_figures(subject.arguments):
        if not _NUMBERS.isdisjoint({text.key.lower()}) and text.text not in named and text.text not in turn:
            return say("The number is another than the one you named."), text
    return None


_NUMBERS: Final = frozenset(
    "issue_number pull_number pullnumber issuenumber number merge_request_iid issue_iid iid pr_number ticket_id "
    "ticketid "
    "issue_id pr mr issue ticket".split()
)
_PLAIN: Final[tuple[Callable[[Subject, list[Text], str], tuple[str, Text] | None], ...]] = (
    other_region, other_room, other_sphere, other_format, other_people, beside, other_folder, other_cron,
    at_once, other_zone, other_sort, other_record,
)  # fmt: skip
"""What looks at the words by itself whether they name anything of its sort."""
_LOOKS: Final[tuple[Callable[[Subject, list[Text], str], tuple[str, Text] | None], ...]] = (
    _mails, _shaped, other_file, _stages, _branches, other_rights, other_seen, _numbered, _rooms, other_day,
    other_state, other_hour, other_person, other_thing, other_switch, other_tongue, other_trial, *_PLAIN,
)  # fmt: skip
_SUMS_ALWAYS: Final = (other_span, other_called, other_measure, more_than_one)
_SUMS: Final = (other_sum, other_told, other_money, other_share, other_span, other_measure, other_called, more_than_one)
_IN_DIGITS: Final = frozenset({other_share, other_span, other_measure})
"""What reads numbers only in digits."""
_ALWAYS: Final = (
    other_state, other_person, other_hour, other_thing, other_switch, other_tongue, other_trial, *_PLAIN,
)  # fmt: skip
"""What names no more than words that everybody uses."""
