"""Servers that want a person to sign in: before, while the offer is read, and after; an honest one and a bad one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from host.control.protocol import BeginSignIn, ReadServer
from host.control.views import ServerDetails, ServerView, SignInOffer, SignInView
from host.errors import AssentError
from host.words import say
from tests.gallery.making import main
from tests.gallery.situation import Situation
from tests.support import window as samples
from tests.support.window import FakeLink
from ui.main_window import MainWindow
from ui.servers.page import ServersPage

_ASKED: Final = (
    "response_type=code&client_id=assent-4711&redirect_uri=http%3A%2F%2F127.0.0.1%3A43117%2Fcallback&state=4f0a7cc1"
    "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
    "&resource=https%3A%2F%2Fmail.example.org%2Fmcp&scope=mail.read+mail.send+offline_access"
)
OFFER: Final = SignInOffer(
    f"https://login.example.org/authorize?{_ASKED}",
    "login.example.org",
    "https://login.example.org/",
    ("mail.read", "mail.send", "offline_access"),
)
ODD_OFFER: Final = SignInOffer(
    f"https://xn--pple-43d.example/{'a/' * 600}authorize?{_ASKED}",
    "xn--pple-43d.example",
    "https://xn--pple-43d.example/" + "x" * 400,
    tuple(f"everything.{number}<b>\u202e" for number in range(40)),
    moved_from="login.example.org",
    why_not_kept=say("the keyring of this system is locked"),
)


def _server(sign_in: SignInView, **changes: object) -> ServerView:
    values: dict[str, object] = {
        "kind": "http",
        "state": "sign in" if sign_in.need else "ready",
        "why": "It wants you to sign in." if sign_in.need else "",
        "sessions": 0,
        "command": ("https://mail.example.org/mcp",),
        "config_digest": "3c4d" * 16,
        "sign_in": sign_in,
    }
    return samples.server("mail", **(values | changes))


FIRST: Final = _server(SignInView("first"))
MORE: Final = _server(SignInView("more", "login.example.org", ("mail.read",)))
DONE: Final = _server(SignInView("", "login.example.org", ("mail.read", "mail.send"), kept=False))


def _opened(_: FakeLink, window: MainWindow) -> ServersPage:
    page = window.show_page("servers")
    assert isinstance(page, ServersPage)
    page.open_server("mail")
    return page


def _offered(link: FakeLink, window: MainWindow) -> None:
    _opened(link, window).panel.review.sign_in.sign_in.click()


def _situation(
    name: str, server: ServerView, offer: object = None, after: Callable[[FakeLink, MainWindow], object] = _opened
) -> Situation:
    replies: dict[type, object] = {ReadServer: ServerDetails(server, (), listed=False, stderr=""), BeginSignIn: offer}
    return Situation(
        name, main("servers", state=samples.state(servers=(server,)), replies=replies, after=after), size=(1240, 1000)
    )


SIGN_INS: Final = (
    _situation("servers-sign-in", FIRST),
    _situation("servers-sign-in-offer", FIRST, OFFER, _offered),
    _situation("servers-sign-in-odd", FIRST, ODD_OFFER, _offered),
    _situation(
        "servers-sign-in-failed",
        FIRST,
        AssentError(say("{host} did not answer in time", host="login.example.org")),
        _offered,
    ),
    _situation("servers-sign-in-more", MORE),
    _situation("servers-signed-in", DONE),
)
