"""What a server asks of an app, before any rule."""

from __future__ import annotations

import pytest

from host.inspect.asked import (
    CAPABILITY_OF,
    ELICITATION,
    MAX_URL,
    ROOTS,
    SAMPLING,
    find_secret_fields,
    problem,
    url_problem,
)
from host.model import JsonObject, JsonValue

EVERYTHING: JsonObject = {"sampling": {"tools": {}}, "roots": {}, "elicitation": {"form": {}, "url": {}}}


@pytest.mark.parametrize("url", ["https://xn--pple-43d.example/a?b=c#d", "http://127.0.0.1:8080/", "https://[::1]/"])
def test_s26_web_addresses_that_name_a_host_may_be_shown(url: str) -> None:
    assert url_problem(url) == ""


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "ftp://h/", "vscode://x", "//h/x", "h/x", "",
        None, ["https://h/"], "https://", "https:///x", "https://h\\@evil.example/", "https://h /", "https://h\n.example/",
        "https://h\u202e/", "https://h\u200b.example/", "https://[::1", "https://h:99999/", "HTTPS//h",
        "https://h/" + "x" * MAX_URL,
    ],
)  # fmt: skip
def test_s26_nothing_else_may_be_opened(url: JsonValue) -> None:
    assert url_problem(url)


@pytest.mark.parametrize("capabilities", [None, [], "all", {}, {"sampling": None}])
@pytest.mark.parametrize("method", sorted(CAPABILITY_OF))
def test_s27_what_the_app_did_not_declare_is_refused(method: str, capabilities: JsonValue) -> None:
    assert problem(method, {}, capabilities)
    assert problem(method, {}, EVERYTHING) == ""


@pytest.mark.parametrize(
    ("params", "declared", "passes"),
    [
        ({}, {}, True),
        ({"mode": "form"}, {"form": {}}, True),
        ({}, {"url": {}}, False),
        ({"mode": "url", "url": "https://h/"}, {}, False),
        ({"mode": "url", "url": "https://h/"}, {"url": {}}, True),
        ({"mode": "dance"}, {"form": {}, "url": {}}, False),
        ({"mode": ["url"]}, {"form": {}, "url": {}}, False),
    ],
)
def test_s26_a_question_comes_in_a_way_that_the_app_declared(
    params: JsonObject, declared: JsonObject, passes: bool
) -> None:
    assert (problem(ELICITATION, params, {"elicitation": declared}) == "") is passes


def test_s27_a_prompt_brings_tools_only_where_the_app_takes_them() -> None:
    assert problem(SAMPLING, {"tools": []}, {"sampling": {}})
    assert problem(SAMPLING, {"tools": []}, EVERYTHING) == ""
    assert problem(ROOTS, {"tools": []}, EVERYTHING) == ""


@pytest.mark.parametrize(
    ("name", "field"),
    [("password", {}), ("apiKey", {}), ("x", {"title": "Your password"}), ("x", {"format": "password"})],
)
def test_s26_a_field_for_a_secret_is_found(name: str, field: JsonObject) -> None:
    (found,) = find_secret_fields({"requestedSchema": {"properties": {"city": {}, name: field}}})
    assert found.kind == "asks-secret"
    assert found.where == ("requestedSchema", "properties", name)


@pytest.mark.parametrize(
    "schema", [None, [], {}, {"properties": []}, {"properties": {"city": 7, "passwords_left": {}}}]
)
def test_s26_where_no_secret_is_asked_for_nothing_is_found(schema: JsonValue) -> None:
    assert list(find_secret_fields({"requestedSchema": schema})) == []
