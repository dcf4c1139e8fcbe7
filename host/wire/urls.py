"""URLs that a server names: where a redirect, an endpoint or a sign-in may lead (pure).

Invariants: only http and https, without user information, and only if every parser sees the same host; never from https
to http; never from a public host to this machine, a private network or the metadata service of a cloud; in doubt,
refused. A URL that a person configured is not checked here: it may be on this machine.
"""

from __future__ import annotations

from urllib.parse import urljoin

from msgspec import Struct

from host.arguments.host_names import read_url
from host.errors import AssentError
from host.words import Words, say


class Origin(Struct, frozen=True):
    """The origin of a URL (RFC 6454), with the host in canonical form and an explicit port."""

    scheme: str
    host: str
    port: int


class UrlRefused(AssentError):
    """A URL that may not be requested; the detail is the URL."""


def origin_of(url: str) -> Origin:
    """Return the origin of an absolute URL.

    Raises UrlRefused if it is neither http nor https, or parsers could see different hosts in it.
    """
    reading = read_url(url)
    if reading.host is None or reading.port is None:
        raise UrlRefused(say("it is no address that Assent asks: {why}", why=reading.why), detail=url)
    return Origin(url.partition(":")[0].lower(), reading.host, reading.port)


def check_named_url(url: str, *, named_by: str, namer_is_local: bool | None = None) -> None:
    """Check that ``url``, which the server at ``named_by`` named, may be requested.

    ``namer_is_local``: whether ``named_by`` is on this machine or a private network; None to judge by its name.

    Raises UrlRefused if it may not be requested; the sentence says why.
    """
    target, base = origin_of(url), origin_of(named_by)
    if base.scheme == "https" and target.scheme != "https":
        raise UrlRefused(say("it leads from https to http"), detail=url)
    if target.host == base.host:
        return
    if namer_is_local is None:
        namer_is_local = is_local(base.host)
    if why := why_refused(target.host, namer_is_local=namer_is_local):
        raise UrlRefused(why, detail=url)


def why_refused(host: str, *, namer_is_local: bool) -> Words:
    """Return why a host that a server named may not be requested, as a safe clause; empty if it may.

    ``namer_is_local``: whether that server is on this machine or a private network.
    """
    from host.inspect.hosts import private_zone  # its tables take a while to read

    where = private_zone(host)
    if where == "metadata":
        return say("it leads to the metadata of a cloud machine")
    return say("it leads from a public server into a private network") if where and not namer_is_local else ""


def is_local(host: str) -> bool:
    """Whether a canonical host is on this machine or a private network, judged by its name."""
    from host.inspect.hosts import private_zone

    return private_zone(host) != ""


def redirect_target(location: str, *, url: str, method: str, status: int) -> str:
    """Return the target of a redirect that is followed: one in the same origin, with the same method.

    An upgrade from http to https on the default ports of one host counts as the same origin. Only 307 and 308 keep the
    method of a POST (RFC 9110 §15.4).

    Raises UrlRefused if the redirect is not followed.
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
