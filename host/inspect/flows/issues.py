"""Branches, commits and pull requests that are named after an issue (pure).

Owns: that judgement. What stays true: it takes a tracker's result, a call that makes one of them, and a text of an
issue's number and a few plain words; whatever could be an address, a number or a token beside is none.
"""

from __future__ import annotations

import re
from typing import Final

from host.inspect.flows.provenance import Match
from host.inspect.subject import Subject
from host.inspect.tools.words import last_word, words_of
from host.patterns import regex

_TRACKERS: Final = frozenset(
    "jira atlassian linear issue ticket youtrack shortcut clickup asana trello redmine bugzilla story sentry workitem "
    "backlog azuredevops devops plane huly taiga".split()
)
_MADE: Final = frozenset("branch commit pull pr merge mr request worktree checkout git github gitlab bitbucket".split())
_WHERE: Final = frozenset("branch head name title message ref subject target source newbranch summary".split())
_NAMED: Final = regex(
    r"(?:[A-Za-z][\w.-]{1,20}/){0,2}(?:[A-Z][A-Z0-9]{1,9}-[0-9]{1,6}|"
    r"(?:issue|ticket|bug|story|task|gh|fix|feature|feat|vorgang|tarea|tâche)?[-_/# ]{0,2}#?[0-9]{1,7})"
    r"(?:[-_/: \u2013\u2014()\[\],']{1,3}[^\W\d_]{1,24}){0,12}[.!?]?",
    re.IGNORECASE,
)
_LONGEST: Final = 100


def named_after(subject: Subject, match: Match) -> bool:
    """Whether ``match`` is the name of a branch, commit or pull request that an issue gave."""
    earlier = match.earlier
    if not match.steps or match.how or len(match.shown) > _LONGEST:
        return False
    if (words_of(earlier.server) | words_of(earlier.tool)).isdisjoint(_TRACKERS):
        return False
    makes = words_of(subject.tool) & _MADE
    if not makes or last_word(str(match.steps[-1])) not in _WHERE:
        return False
    value = next((text.text for text in subject.values() if text.steps == match.steps), "")
    return _NAMED.fullmatch(match.shown.strip()) is not None and _NAMED.fullmatch(value.strip()) is not None
