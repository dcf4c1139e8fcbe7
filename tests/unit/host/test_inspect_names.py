from __future__ import annotations

import pytest

from host.inspect.names import LONGEST, invalid, odd_tool_name
from host.model import Severity


@pytest.mark.parametrize("name", ["read_file", "a", "git.commit-all_2", "x" * 128])
def test_s06_a_usual_name_is_no_finding(name: str) -> None:
    assert odd_tool_name(name) == ()


@pytest.mark.parametrize(
    "name",
    [
        "",
        "x" * 129,
        "read file",
        "read_file\n",
        "re\u0430d_file",
        "read\u200bfile",
        "read/file",
        "\uff52ead",
        "\u0661",
        "a\x00",
    ],
)
def test_s06_a_name_that_could_pass_for_another_is_a_finding_with_the_name_as_it_came(name: str) -> None:
    (finding,) = odd_tool_name(name)
    assert (finding.kind, finding.severity, finding.evidence) == ("odd-name", Severity.MEDIUM, name)
    assert name not in finding.text or not name.strip()


@pytest.mark.parametrize(
    "name", ["", "x" * (LONGEST + 1), "read\u200bfile", "read_file\n", "a\x00", "\u202eelif", "\udc00"]
)
def test_s06_a_name_that_nobody_could_read_whole_is_no_name(name: str) -> None:
    assert invalid(name).endswith("therefore withheld")


@pytest.mark.parametrize("name", ["read_file", "read file", "x" * LONGEST, "\u8aad\u3080", "re\u0430d"])
def test_s06_a_name_that_can_be_read_is_shown_with_what_is_odd_about_it(name: str) -> None:
    assert invalid(name) == ""
