"""Names that are made to be taken for others."""

from __future__ import annotations

import pytest

from host.inspect.confusable import KIND, find_confusable
from host.inspect.imitated import imitates, known_names
from host.inspect.texts.lookalikes import plain, skeleton
from host.model import Finding, JsonObject, Severity
from tests.unit.host.inspect.making import subject, worst

HIGH, MEDIUM = Severity.HIGH, Severity.MEDIUM


def found(arguments: JsonObject, tool: str = "write_file") -> list[Finding]:
    return list(find_confusable(subject(arguments, tool)))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("path", "/home/ana/\u0414\u043e\u043a\u0443\u043c\u0435\u043d\u0442_2024.docx"),
        ("path", "/home/ana/caf\u00e9/Stra\u00dfe.txt"),
        ("path", "\u8cc7\u6599\uff21.docx"),
        (
            "body",
            "\u041f\u0440\u0438\u0432\u0435\u0442, caf\u00e9, k\u03a9, \u00b5s, \u03c4max, \u03b1-test, iPhone'\u043e",
        ),
        ("body", "\uff2e\uff28\uff2b \u3068 news"),
        ("url", "https://\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444/\u043f\u0440\u0438\u0432\u0435\u0442"),
        ("url", "https://xn--e1afmkfd.xn--p1ai/"),
        ("url", "https://m\u00fcnchen.de/"),
        ("path", "/home/ana/\u4f1a\u8bae\uff1a\u7eaa\u8981.docx"),
        ("address", "\u4e1c\u4eac\uff1a1-2"),
        ("url", "https://api.github.com/repos/a/b"),
        ("url", "https://www.finance.org/motion"),
        ("host", "smtp.gmail.com"),
        ("to", "ana@example.org"),
        ("package", "requests==2.31"),
        ("packages", "polars"),
        ("image", "nginx:latest"),
        ("command", "pip install -r requirements.txt && npm i -g express"),
        ("name", "Jos\u00e9 \u00d8rsted"),
        ("title", "\u0391\u03b2\u03b3 and Latin"),
    ],
)
def test_ordinary_names_are_no_finding(key: str, value: str) -> None:
    assert found({key: value}) == []


@pytest.mark.parametrize(
    ("key", "value", "wanted", "part"),
    [
        ("path", "/home/ana/p\u0430ssword.txt", MEDIUM, "p\u0430ssword"),
        ("url", "https://p\u0430ypal.com/x", HIGH, "p\u0430ypal"),
        ("url", "https://\u0430\u0440\u0440\u04cf\u0435.com/x", HIGH, "\u0430\u0440\u0440\u04cf\u0435.com"),
        ("url", "https://xn--80ak6aa92e.com/", HIGH, "xn--80ak6aa92e.com"),
        ("url", "https://\u0441\u043e\u0441\u043e.com", HIGH, "\u0441\u043e\u0441\u043e.com"),
        ("url", "https://paypa1.com/login", MEDIUM, "paypa1.com"),
        ("url", "https://secure-paypa1.com/login", MEDIUM, "secure-paypa1.com"),
        ("body", "see https://rnicrosoft.com/login now", MEDIUM, "rnicrosoft.com"),
        ("body", "write to ceo@g00gle.com now", MEDIUM, "g00gle.com"),
        ("body", "your p\u0430ypal account", MEDIUM, "p\u0430ypal"),
        ("to", "\u0430na@example.org", HIGH, "\u0430na"),
        ("host", "githib.com", MEDIUM, "githib.com"),
        ("command", "sudo pip install reqeusts", MEDIUM, "reqeusts"),
        ("command", "npm i -g expresss && ls", MEDIUM, "expresss"),
        ("package", "lodahs", MEDIUM, "lodahs"),
        ("dependencies", "crossenv", MEDIUM, "crossenv"),
        ("image", "ngnix:latest", MEDIUM, "ngnix"),
        ("path", "\uff0e\uff0e\uff0fetc/passwd", MEDIUM, "\uff0e"),
        ("url", "https://example.com\u2215evil.org", HIGH, "\u2215"),
        ("path", "/home/\u0455\u0455\u04bb/id", HIGH, "\u0455\u0455\u04bb"),
        ("host", "g\u043e\u043egle.com", HIGH, "g\u043e\u043egle"),
        ("branch", "m\u0430in", MEDIUM, "m\u0430in"),
        ("payee", "PayPaI", MEDIUM, "PayPaI"),
        ("repo", "rnicrosoft/vscode", MEDIUM, "rnicrosoft/vscode"),
        ("to", "t\u03bfm@example.org", HIGH, "t\u03bfm"),
    ],
)
def test_s06_what_looks_like_another_name_is_found_where_it_stands(
    key: str, value: str, wanted: Severity, part: str
) -> None:
    hits = found({key: value})
    assert worst(hits, KIND) is wanted
    assert part in {value[hit.span[0] : hit.span[1]] for hit in hits if hit.span}


def test_s06_packages_in_a_list_and_under_the_name_of_what_is_installed_are_looked_at() -> None:
    (one,) = found({"path": "/p/requirements.txt", "content": "numpy\nreqeusts==2.0\n"})
    (other,) = found({"name": "1odash"}, tool="install_package")
    assert (one.where, one.span, other.where) == (("content",), (6, 14), ("name",))
    assert found({"path": "/p/notes.txt", "content": "numpy\nreqeusts\n"}) == []
    assert found({"name": "1odash"}, tool="create_user") == []
    assert found({"path": "/p/requirements.txt", "content": "numpy>=1\nrequests==2.0\n"}) == []


def test_s06_a_tool_and_an_input_in_mixed_letters_are_grave() -> None:
    (one,) = found({}, tool="re\u0430d_file")
    (other,) = found({"p\u0430th": 1})
    assert (one.severity, one.where, other.severity, other.where) == (HIGH, (), HIGH, ("p\u0430th",))
    assert "looks like \u201cread\u201d" in one.text


@pytest.mark.parametrize("name", sorted(known_names()))
def test_no_known_name_imitates_another(name: str) -> None:
    assert imitates(name) == ""


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("paypa1", "paypal"),
        ("rnicrosoft", "microsoft"),
        ("goog1e", "google"),
        ("gooogle", "google"),
        ("gogle", "google"),
        ("linkedln", "linkedin"),
        ("flaks", "flask"),
        ("tensorfow", "tensorflow"),
        ("faceb00k", "facebook"),
        ("stripes", ""),
        ("finance", ""),
        ("google2", ""),
        ("ab", ""),
        ("a" * 500, ""),
    ],
)
def test_what_is_nearly_a_known_name(name: str, known: str) -> None:
    assert imitates(name) == known


def test_s06_names_that_look_alike_have_one_skeleton() -> None:
    assert skeleton("paypa1") == skeleton("p\u0430yp\u0430l") == skeleton("PAYPAL")
    assert skeleton("read_file") != skeleton("read_flle2")
    assert plain("Write-File") == plain("writeFile") == plain("\uff37rite_file")
