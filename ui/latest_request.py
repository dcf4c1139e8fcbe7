"""Requests to the host of which only the last one's answer counts.

Invariants: an answer that comes after another request was sent, or after ``forget``, reaches nobody.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from host.control.protocol import Request
from ui.link import Link

T = TypeVar("T")


class LatestRequest:
    """Asks the host about something that may change while it looks."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._number = 0

    def send(
        self,
        request: Request[T],
        then: Callable[[T], object],
        failed: Callable[[str], object] | None = None,
    ) -> None:
        """Ask in place of what was asked before; otherwise as ``Link.send``."""
        self._number += 1
        number = self._number

        def on_reply(reply: T) -> None:
            if number == self._number:
                then(reply)

        def on_failed(why: str) -> None:
            if failed is not None and number == self._number:
                failed(why)

        self._link.send(request, on_reply, on_failed)

    def forget(self) -> None:
        """What is still to come is about something else."""
        self._number += 1
