"""Requests to the host of which only the last one's answer counts.

Invariants: an answer that comes after another request was sent, or after ``forget``, reaches nobody. Of a thing that is
read again and again one reaches somebody unless a later one did: it is shown also where it changes all the time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from host.control.protocol import Request
from ui.link import Link

T = TypeVar("T")


class LatestRequest:
    """Asks the host about something that may change while it looks."""

    def __init__(self, link: Link, *, rereads: bool = False) -> None:
        """``rereads``: whether all requests are about one thing, until ``forget``."""
        self._link, self._rereads = link, rereads
        self._number = self._heard = 0

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
            if self._counts(number):
                then(reply)

        def on_failed(why: str) -> None:
            if failed is not None and self._counts(number):
                failed(why)

        self._link.send(request, on_reply, on_failed)

    def _counts(self, number: int) -> bool:
        if number <= self._heard or not (self._rereads or number == self._number):
            return False
        self._heard = number
        return True

    def forget(self) -> None:
        """Drop every reply that is under way: from now on something else is shown, or nothing."""
        self._heard = self._number
