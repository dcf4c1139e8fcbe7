"""The window's diagnostics, which stand among the host's."""

from __future__ import annotations

import logging

import pytest

from tests.unit.host.test_logs import RECORDS, assert_one_record
from ui.__main__ import EscapingFormatter


@pytest.mark.parametrize("said", RECORDS, ids=["message", "traceback", "stack"])
def test_s08_no_line_of_a_record_can_pass_for_another_record(said: logging.LogRecord) -> None:
    assert_one_record(EscapingFormatter("%(levelname)s %(message)s").format(said))
