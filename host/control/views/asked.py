"""A question for people, as the window sees it (pure).

Owns: the question, who must sign it, what the host reads in its inputs and holds them against, and what it says of an
edit.

Invariants: as in the package; a reading is never what is sent.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from host.control.views.rules import ApproverView
from host.model import ApprovalRequest, BoundOffer, Finding, RoleQuota, Scope, Signature
from host.words import Words


@dataclass(frozen=True, slots=True)
class SigningView:
    """Who must sign a call, and who has.

    Attributes:
        required: by role. pin: whether one signature of anybody registered is wanted besides or instead.
        signed: in order. missing: what is still wanted, in words, empty once all have signed.
        candidates: who could sign now; nobody who has signed already.
    """

    required: tuple[RoleQuota, ...]
    pin: bool
    signed: tuple[Signature, ...]
    missing: tuple[Words, ...]
    candidates: tuple[ApproverView, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """One thing that the host knows of a value. Attributes: name: ours. value: may hold strangers' text."""

    name: Words
    value: Words


@dataclass(frozen=True, slots=True)
class Reading:
    """What the host reads in one input, where the window could not, or should not, work it out itself.

    Attributes:
        path: the steps to the input. kind: ``path`` (resolved on this machine), ``sql`` (parsed) or ``host``.
        facts: in the order to show them. text: the same value laid out to be read (untrusted), empty where it stands
        well as it is. What is sent is the input itself, never this.
    """

    path: tuple[str | int, ...]
    kind: Literal["path", "sql", "host"]
    facts: tuple[Said, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class FileBefore:
    """A file that a call would write, as it is on the disk.

    Attributes:
        path: the steps to the input that names the file. content: the steps to the input that would become its text.
        name: resolved (untrusted). text: of the file (untrusted), None where it is not shown. why: of that, one safe
        clause. size: bytes, 0 where there is no file.
    """

    path: tuple[str | int, ...]
    content: tuple[str | int, ...]
    name: str
    text: str | None
    why: Words
    size: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a call that waits can be held against.

    Attributes:
        last: canonical inputs of the last approved call of the same tool by anybody, None where there is none to be
        found. last_at: Unix seconds, 0 where there is none. last_app: who proposed that. why: why there is none, one
        safe clause. files: that it would write.
    """

    last: bytes | None
    last_at: float
    last_app: str
    why: Words
    files: tuple[FileBefore, ...] = ()


@dataclass(frozen=True, slots=True)
class EditProblem:
    """What the tool's schema has against an edit. Attributes: path: the steps to the value. why: one safe clause."""

    path: tuple[str | int, ...]
    why: Words


@dataclass(frozen=True, slots=True)
class EditCheck:
    """What Assent says of inputs that a person is writing.

    Attributes:
        problems: why they cannot be sent; empty where they can. effect: of the rules then (``allow``, ``ask``,
        ``deny``), empty where they were not asked. because: one safe sentence. findings: about the changed call.
        same: whether nothing is changed at all.
    """

    problems: tuple[EditProblem, ...]
    effect: str = ""
    because: Words = ""
    findings: tuple[Finding, ...] = ()
    same: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """A question for people, as the window gets it.

    Attributes:
        request: everything to judge by. left: seconds until it expires. paused: seconds for which that clock stands.
        no_grant: why no wider scope than this once is offered; empty where one may be.
        server_title: what the server calls itself (untrusted), may be empty.
        bounds: what a grant may cover, narrowest first; empty where none may be given. no_always: why ``always`` is
        not offered, else empty. signing: None where a yes needs no signature. scopes: for how long a grant may be
        given, shortest first, ``once`` aside. readings: of its inputs. headers: names of HTTP headers with the values
        that inputs become (2026-07-28, ``x-mcp-header``), where the server is reached by HTTP.
    """

    request: ApprovalRequest
    left: float
    paused: float
    no_grant: Words
    server_title: str = ""
    bounds: tuple[BoundOffer, ...] = ()
    no_always: Words = ""
    signing: SigningView | None = None
    scopes: tuple[Scope, ...] = ()
    readings: tuple[Reading, ...] = ()
    headers: tuple[Said, ...] = ()
