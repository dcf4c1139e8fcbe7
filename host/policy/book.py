"""The rules in force.

Owns: the present policy sources, and which loosening of the user's file a person has confirmed. What stays true:
every verdict is by what the files say at that moment; a file that cannot be read denies everything; an allow rule
that a program may have written into the user's file counts only after a person confirmed exactly these rules
(SECURITY, row 39). A confirmation lives as long as the host: what would outlive it is a file or a record that any
program of the same user could write, until confirmations are signed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from host.files import Glance, Soon
from host.model import Draft, Verdict
from host.policy.evaluate import evaluate
from host.policy.facts import CallFacts
from host.policy.load import load_user
from host.policy.loosening import NOTHING_CONFIRMED, Baseline, against, loosening_digest
from host.policy.model import PolicySource

_diagnostics = logging.getLogger(__name__)


class PolicyBook:
    """Reads the policy files whenever they changed, and judges calls by them.

    Attributes:
        changed: called after the rules in force changed, possibly while somebody reads them: it may only make a note.
    """

    def __init__(
        self,
        user_file: Path,
        *,
        managed: Callable[[], PolicySource],
        managed_file: Path,
        log: Callable[[Draft], None],
        soon: Soon | None = None,
    ) -> None:
        """``managed``: reads the managed source. ``log``: queues a record.

        ``soon``: as ``files.Glance`` has it.
        """
        self._glance = Glance(managed_file, user_file, soon=soon)
        self._user_file, self._managed = user_file, managed
        self._log, self._confirmed = log, ""
        self._sources: tuple[PolicySource, ...] = ()
        self._digest = ""
        self.changed: Callable[[], None] = lambda: None

    @property
    def sources(self) -> tuple[PolicySource, ...]:
        """Managed, then user, as the files are now."""
        if self._glance.changed():
            self._load()
            self._glance.read()
            self.changed()
        return self._sources

    def judge(self, facts: CallFacts) -> Verdict:
        """The verdict on ``facts`` by the rules in force now."""
        return evaluate(facts, self.sources)

    def waiting(self) -> PolicySource | None:
        """The user's source where it has allow rules that nobody confirmed, else None."""
        user = self.sources[-1]
        return None if user.confirmed else user

    @property
    def waiting_digest(self) -> str:
        """What a confirmation of ``waiting`` names, worked out when the file was read; empty where nothing waits."""
        return "" if self.waiting() is None else self._digest

    def confirm(self, digest: str, approver: str) -> bool:
        """A person confirmed the loosening that ``digest`` names; False where the file says something else by now."""
        user = self.waiting()
        if user is None or loosening_digest(user) != digest:
            return False
        self._confirmed = digest
        self._log(Draft("policy.confirmed", {"digest": digest, "who": approver}))
        self._load()
        self.changed()
        return True

    def _load(self) -> None:
        user = load_user(self._user_file)
        digest = loosening_digest(user)
        if self._confirmed and not user.error and digest != self._confirmed:
            # What was taken back must not count again because somebody writes it once more, now or after a restart.
            self._confirmed = ""
            self._log(Draft("policy.confirmed", {"digest": "", "who": "", "because": "the rules changed"}))
        confirmed = Baseline(user.rules, user.trust) if digest == self._confirmed else NOTHING_CONFIRMED
        user = against(user, confirmed)
        self._sources, self._digest = (self._managed(), user), digest
        for source in self._sources:
            if source.error:
                _diagnostics.warning("everything is denied: %s", source.error)
            self._log(
                Draft(
                    "policy.loaded",
                    {
                        "source": source.kind,
                        "digest": source.digest,
                        "rules": len(source.rules),
                        "error": source.error,
                        "confirmed": source.confirmed,
                    },
                )
            )
