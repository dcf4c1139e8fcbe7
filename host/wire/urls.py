"""Addresses that a server names: where a redirect, an endpoint or a sign-in may lead (pure).

Owns: which addresses may be asked because somebody else than the person named them.

Invariants: http and https alone, without a user in it, and only where every reader sees the same host; never from https
to http; never from the world into this machine, a private network or a cloud's metadata; in doubt, no. An address that
a person configured is not judged here: it may be on this machine.
"""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urljoin

from host.arguments.host_names import read_url
from host.errors import AssentError
from host.words import Words, say


class Origin(NamedTuple):
    """What two addresses share that belong together (RFC 6454). Attributes: host: in its canonical form."""

    scheme: str
    host: str
    port: int


class UrlRefused(AssentError):
    """An address that is not asked; the detail is the address."""


def origin_of(url: str) -> Origin:
    """The origin of a whole URL.

    Raises:
        UrlRefused: it is none of http or https, or readers could see different hosts in it.
    """
    reading = read_url(url)
    if reading.host is None or reading.port is None:
        raise UrlRefused(say("it is no address that Assent asks: {why}", why=reading.why), detail=url)
    return Origin(url.partition(":")[0].lower(), reading.host, reading.port)


def check(url: str, *, named_by: str, near: bool | None = None) -> None:
    """See that the address ``url``, named by whoever answers at ``named_by``, may be asked.

    ``near``: whether ``named_by`` is on this machine or a private network; None where its name tells.

    Raises:
        UrlRefused: it may not; the sentence says why.
    """
    target, base = origin_of(url), origin_of(named_by)
    if base.scheme == "https" and target.scheme != "https":
        raise UrlRefused(say("it leads from https to http"), detail=url)
    if target.host != base.host and (why := outside(target.host, near=reaches(base.host) if near is None else near)):
        raise UrlRefused(why, detail=url)


def outside(host: str, *, near: bool) -> Words:
    """Why a host that somebody else named may not be asked, a safe clause; empty where it may.

    ``near``: whether whoever named it is on this machine or a private network.
    """
    from host.inspect.hosts import reach  # its tables take a while to read

    where = reach(host)
    if where == "metadata":
        return say("it leads to the metadata of a cloud machine")
    return say("it leads from a public server into a private network") if where and not near else ""


def reaches(host: str) -> bool:
    """Whether a canonical host is on this machine or a private network, as far as its name tells."""
    from host.inspect.hosts import reach

    return reach(host) != ""


def redirected(location: str, *, url: str, method: str, status: int) -> str:
    """The address that a redirect leads to, where it is followed: within its origin, with the same method.

    From http to https of the same host is within it too, at the usual ports. (RFC 9110 §15.4: only 307 and 308 keep
    the method of a POST.)

    Raises:
        UrlRefused: it is not followed.
    """
    target = urljoin(url, location)
    old, new = origin_of(url), origin_of(target)
    upgraded = Origin("https", old.host, 443) if old == Origin("http", old.host, 80) else old
    if new not in (old, upgraded):
        if (old.scheme, new.scheme) == ("https", "http"):
            raise UrlRefused(say("it redirects from https to http, which Assent does not follow"), detail=target)
        raise UrlRefused(say("it redirects to another server, which Assent does not follow"), detail=target)
    if method != "GET" and status not in (307, 308):
        raise UrlRefused(say("it redirects in a way that would change the request"), detail=target)
    return target
