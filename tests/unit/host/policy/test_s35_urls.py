"""Attack 35: no other host than those of a rule is ever allowed by its look."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import idna
import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.arguments.host_names import canonical_host
from host.arguments.texts import host_facts
from host.model import JsonObject
from host.policy.facts import CallFacts
from host.policy.model import HostPattern
from host.policy.place_conditions import Hosts, host_pattern
from tests.support.rules import holds_for

CORPUS: Final[list[dict[str, Any]]] = json.loads(  # Any: what the corpus says of each attack
    (Path(__file__).parents[3] / "assets" / "hostile" / "policy_urls.json").read_text("utf-8")
)
RULE: Final = [
    "ok.example",
    "ok.example:8443",
    "*.below.example",
    "192.0.2.7",
    "[2001:db8::7]",
    "xn--bcher-kva.example",
]


def patterns(texts: list[str]) -> tuple[HostPattern, ...]:
    made = [host_pattern(text) for text in texts]
    assert not [what for what in made if isinstance(what, str)]
    return tuple(entry for entry in made if isinstance(entry, HostPattern))


def judge(
    arguments: JsonObject, rule: list[str], *, schema: Any = None, named: tuple[str, ...] = (), allow: bool
) -> bool | None:
    facts = CallFacts("web", "fetch", "app", True, hosts=host_facts(arguments, schema))
    return holds_for(facts, Hosts(patterns(rule), named), allow=allow)


@pytest.mark.parametrize("case", CORPUS, ids=[case["attack"] for case in CORPUS])
def test_s35_a_host_is_allowed_only_where_every_reader_sees_it(case: dict[str, Any]) -> None:
    named = tuple(case.get("named", ()))
    verdict = judge(case["arguments"], RULE, schema=case.get("schema"), named=named, allow=True)
    assert (verdict is True) == (case["expected"] == "allowed")


SIGMAS: Final = ["ΒΌΛΟΣ.COM", "ΒΌΛΟΣ.gr", "www.ΒΌΛΟΣ.COM", "ΒΌΛΟΣ.ΕΛ", "ΒΌΛΟΣ-Α.com", "Βόλος.com"]


@pytest.mark.parametrize("name", SIGMAS)
def test_s35_an_upper_case_final_sigma_is_allowed_for_neither_name_and_denied_for_both(name: str) -> None:
    final = ".".join(label.lower() for label in name.split("."))
    for seen in (final, final.replace("ς", "σ")):  # by label as programs do it, by letter as browsers do
        host = idna.encode(seen).decode()
        assert judge({"url": f"https://{name}/x"}, [host], allow=True) is not True
        assert judge({"url": f"https://{name}/x"}, [host], allow=False) is True
    assert canonical_host("ΣΟΦΊΑ.gr") == canonical_host("σοφία.gr"), "elsewhere a sigma is one to everybody"


def test_s35_the_corpus_has_enough_tricks() -> None:
    assert sum(case["expected"] == "never_allowed" for case in CORPUS) >= 120


PIECES: Final = [
    *"https:// http:// https: // / \\ \\\\ /// @ : # ? ; , % %2e %2f %40 %00 . .. [ ] :443 :80 :8443 :".split(),
    *"ok.example evil.example a.below.example OK.EXAMPLE 192.0.2.7 3221225991 0x7f.1 [2001:db8::7] [::1] user".split(),
    *"ｏk 。 xn--bcher-kva.example bücher.example ß file:// ws:// www. \t \n \0 \u200b".split(" "),
    " ",
]
OK: Final = {"ok.example", "192.0.2.7", "2001:db8::7", "xn--bcher-kva.example"}


def other_hosts(text: str) -> set[str]:
    """Hosts beside those of the rule that three readers see: urllib's, a browser's, and one that just splits."""
    seen = {_urllib(text), _browser(text), _splitting(text)} - {"", None}
    hosts = {_a_labels(host) for host in seen if host is not None and re.fullmatch(r"[\w.:%-]+", host)}
    return {host for host in hosts if host not in OK and not host.endswith(".below.example")}


def _a_labels(host: str) -> str:
    """As any of those readers looks it up. What is no host name at all, such as ``ok.example#``, nobody looks up."""
    try:
        return host.encode("idna").decode()
    except UnicodeError:
        return host


def _urllib(text: str) -> str | None:
    try:
        return (urlsplit(text).hostname or "").rstrip(".")
    except ValueError:
        return None


def _browser(text: str) -> str | None:
    """The host by the WHATWG URL standard, as far as special schemes go (§4.4, §3.5), without IDNA's last steps."""
    text = re.sub(r"[\t\n\r]", "", text.strip("".join(map(chr, range(33)))))
    found = re.match(r"(?i)(https?|ftp|wss?):[/\\]*([^/\\?#]*)", text)
    if found is None:
        return None
    host = unicodedata.normalize("NFKC", unquote(found[2].rpartition("@")[2])).lower().replace("。", ".")
    host = re.sub(r":[0-9]*$", "", host).strip("[]").rstrip(".")
    if any(ord(char) > 127 for char in host):
        return host.encode("idna").decode() if host == "bücher.example" else host
    return host


def _splitting(text: str) -> str:
    authority = text.partition("://")[2].partition("/")[0]
    return authority.rpartition("@")[2].partition(":")[0].lower().strip("[").rstrip(".")


@given(st.lists(st.sampled_from(PIECES), max_size=7).map("".join))
def test_s35_a_url_in_which_any_reader_sees_another_host_is_never_allowed(text: str) -> None:
    if judge({"url": text}, RULE, allow=True) is True:
        others = other_hosts(text)
        assert not others or others == {"2001"}  # one who splits at colons knows no IPv6
        assert judge({"url": "https://ok.example/", "zzz": text}, RULE, allow=True) is True
