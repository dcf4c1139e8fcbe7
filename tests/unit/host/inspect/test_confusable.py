"""Names that are made to be taken for others."""

from __future__ import annotations

import pytest

from host.inspect.confusable import find_confusable
from host.inspect.imitation import imitated_by, names_of
from host.inspect.lookalikes import plain, skeleton
from host.inspect.subject import EarlierCall, EarlierResult, Past, ResultIndex
from host.model import Finding, JsonObject, Severity
from tests.unit.host.inspect.calls import call
from tests.unit.host.inspect.work import LONG, bare, slower

HIGH, MEDIUM = Severity.HIGH, Severity.MEDIUM


def found(arguments: JsonObject, tool: str = "write_file") -> list[Finding]:
    return list(find_confusable(call(tool, arguments)))


def worst(findings: list[Finding]) -> Severity | None:
    there = {finding.severity for finding in findings}
    return next((severity for severity in (HIGH, MEDIUM) if severity in there), None)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("path", "/home/ana/\u0414\u043e\u043a\u0443\u043c\u0435\u043d\u0442_2024.docx"),
        ("path", "/home/ana/caf\u00e9/Stra\u00dfe.txt"),
        ("fullName", "\u0415\u043b\u0435\u043d\u0430 Petrova-M\u00fcller"),
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
        ("body", "your p\u0430ss is re\u0430dy"),
        ("path", "/home/ana/\u5831\u544a\u30022026.docx"),
        ("path", "/home/ana/Bericht 2024\u20132025.pdf"),
        ("path", "/home/ana/Paral\xb7lel.txt"),
        ("name", "\u041c\u0430\u0440\u0438\u044f \u0418\u0432\u0430\u043d\u043e\u0432\u0430"),
        ("name", "Windows\u044b"),
        ("branch", "release-2026.05"),
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
        ("image", "postgers:latest", MEDIUM, "postgers"),
        ("path", "\uff0e\uff0e\uff0fetc/passwd", MEDIUM, "\uff0e"),
        ("url", "https://example.com\u2215evil.org", HIGH, "\u2215"),
        ("host", "g\u043e\u043egle.com", HIGH, "g\u043e\u043egle"),
        ("branch", "m\u0430in", MEDIUM, "m\u0430in"),
        ("path", "/home/ana/etl/settings\u2024yaml", MEDIUM, "\u2024"),
        ("to", "t\u03bfm@example.org", HIGH, "t\u03bfm"),
        ("accountName", "N\u043erthwind Trust", MEDIUM, "N\u043erthwind"),
    ],
)
def test_s06_what_looks_like_another_name_is_found_where_it_stands(
    key: str, value: str, wanted: Severity, part: str
) -> None:
    hits = found({key: value})
    assert worst(hits) is wanted
    assert part in {value[hit.span[0] : hit.span[1]] for hit in hits if hit.span}


def test_s06_a_tool_and_an_input_in_mixed_letters_are_grave() -> None:
    (one,) = found({}, tool="re\u0430d_file")
    (other,) = found({"p\u0430th": 1})
    assert (one.severity, one.where, other.severity, other.where) == (HIGH, (), HIGH, ("p\u0430th",))
    assert "looks like \u201cread\u201d" in one.text


def test_no_known_or_honest_name_imitates_another() -> None:
    names = {*names_of("site"), *names_of("package"), *names_of("honest")}
    wrong = [name for name in sorted(names) if imitated_by(name) or imitated_by(name, package=True)]
    assert wrong == []


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("paypa1", "paypal"),
        ("rnicrosoft", "microsoft"),
        ("goog1e", "google"),
        ("gooogle", "google"),
        ("gogle", "google"),
        ("linkedln", "linkedin"),
        ("tensorfow", ""),
        ("micros0ft", "microsoft"),
        ("faceb00k", "facebook"),
        ("stripes", ""),
        ("finance", ""),
        ("google2", ""),
        ("flaks", ""),
        ("ab", ""),
        ("a" * 500, ""),
    ],
)
def test_what_is_nearly_a_known_name(name: str, known: str) -> None:
    assert imitated_by(name) == known


def test_a_package_is_compared_with_packages() -> None:
    assert imitated_by("tensorfow", package=True) == "tensorflow"
    assert imitated_by("crossenv", package=True) == "cross-env"
    assert imitated_by("gogle", package=True) == ""


def test_s06_names_that_look_alike_have_one_skeleton() -> None:
    assert skeleton("paypa1") == skeleton("p\u0430yp\u0430l") == skeleton("PAYPAL")
    assert skeleton("read_file") != skeleton("read_flle2")
    assert plain("Write-File") == plain("writeFile") == plain("\uff37rite_file")


def used(to: str, places: list[str], fields: list[str]) -> Severity | None:
    session = (EarlierCall("mail", "read", earlier_result=EarlierResult(ResultIndex(fields=frozenset(fields)))),)
    past = Past(known=True, places=frozenset(places), earlier_calls=session)
    return worst(list(find_confusable(call("send_email", {"to": [to], "body": "b"}, past=past))))


@pytest.mark.parametrize(
    ("to", "places", "fields"),
    [
        ("x@lurnenworks.io", ["lumenworks.io"], []),
        ("x@lurnenworks.io", ["lumenworks.io"], ["x@lurnenworks.io"]),
    ],
)
def test_a_host_that_is_nearly_one_that_is_used(to: str, places: list[str], fields: list[str]) -> None:
    assert used(to, places, fields) is MEDIUM


@pytest.mark.parametrize(
    ("to", "places", "fields"),
    [
        ("x@lumenworks.io", ["lumenworks.io"], []),
        ("x@mail.lumenworks.io", ["lumenworks.io"], []),
        ("x@nordwind.de", ["nordlicht.de"], []),
        ("x@mirror2-packages.org", ["mirror1-packages.org"], []),
        ("x@example.org", [], ["a title", "42"]),
    ],
)
def test_a_host_that_is_none(to: str, places: list[str], fields: list[str]) -> None:
    assert used(to, places, fields) is None


@pytest.mark.full
@pytest.mark.parametrize(
    "piece",
    [
        "\n",
        " ",
        "\u0430",
        "a\u0430",
        "p\u0430ypal ",
        "@",
        ".",
        "x@y.zz ",
        "https://a.b ",
        "npm i x ",
        "word",
        "://",
        "a\n",
    ],
)
@pytest.mark.parametrize("key", ["content", "command", "package"])
def test_s22_the_work_grows_with_the_text_alone(piece: str, key: str) -> None:
    assert slower(lambda text: list(find_confusable(bare("f", {key: text, "path": "/p/Gemfile"}))), piece) < LONG
