"""What the window's side needs of the rest of the host, and who may answer in the window.

Owns: the list of those parts, and the making of two of them: the person's own PIN and those who may sign.

Invariants: what people keep is written before the host has stopped; the list holds the very parts that calls go
through, so that what a window sees and does is seen and done there.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from host.audit.store import AuditStore
from host.control.views import HostState
from host.gate.approvals import Approvals
from host.gate.gate import Gate
from host.gate.rule_suggestions import Suggestions
from host.gate.signers import OwnPin, Signers
from host.model import Draft
from host.paths import Paths
from host.policy.book import PolicyBook
from host.schema import SchemaChecker
from host.seal import KeyringEntry, entry_name
from host.servers.supervisor import Supervisor
from host.settings import Settings
from host.window import views

if TYPE_CHECKING:
    from host.assistant.process import AssistantProcess  # in the demonstration alone


@dataclass(frozen=True, slots=True, kw_only=True)
class HostServices:
    """The parts of the host that its window's side uses.

    Attributes:
        signers: who may sign, with a secret of their own.
        own_pin: that of ``person``.
        change_setting: changes one, keeps it, returns those in force.
        settings_problems: what is wrong with the file of settings.
        assistant: None where there is no scripted assistant.
    """

    paths: Paths
    gate: Gate
    approvals: Approvals
    policy: PolicyBook
    supervisor: Supervisor
    checker: SchemaChecker
    signers: Signers
    own_pin: OwnPin
    store: AuditStore
    settings: Callable[[], Settings]
    change_setting: Callable[[str, float], Settings]
    quit: Callable[[], None]
    settings_problems: Callable[[], tuple[str, ...]] = lambda: ()
    suggestions: Suggestions = field(default_factory=Suggestions)
    person: str
    demo: bool = False
    assistant: Callable[[], AssistantProcess | None] = lambda: None

    def state(self) -> HostState:
        """The host at a glance."""
        assistant = self.assistant()
        return views.snapshot(
            gate=self.gate,
            approvals=self.approvals,
            policy=self.policy,
            supervisor=self.supervisor,
            store=self.store,
            approvers=self.own_pin.approvers(),
            suggestions=self.suggestions.all,
            assistant="absent" if assistant is None else assistant.phase,
            settings_problems=self.settings_problems(),
        )


def person() -> str:
    """The account's name, as the system has it: variables of the environment may say anything."""
    if sys.platform == "win32":
        return os.getlogin()
    import pwd  # on first use: POSIX only

    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return f"user {os.getuid()}"


def people(
    undo: AsyncExitStack,
    paths: Paths,
    policy: PolicyBook,
    *,
    log: Callable[[Draft], None],
    clock: Callable[[], float],
    seal: Callable[[str], KeyringEntry],
) -> tuple[OwnPin, Signers]:
    """The person's own PIN, and all who may sign. ``undo``: closes them. ``clock``: Unix seconds."""
    own_pin = OwnPin(person(), seal(entry_name("pin", paths.config)), log, lambda: policy.approvers)
    signers = Signers(own_pin.approvers, log, clock, time.monotonic, file=paths.data / "lockouts.json")
    undo.push_async_callback(signers.close)
    undo.push_async_callback(own_pin.close)
    return own_pin, signers
