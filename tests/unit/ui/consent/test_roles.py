"""Roles and signatures in words."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.control.views import ApproverView, SigningView
from host.model import RoleQuota, Signature
from host.naming import role_name
from tests.support.window import signing
from ui.consent import roles


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("PRINCIPAL_INVESTIGATOR", "Principal investigator"),
        ("IRB_CHAIR", "IRB chair"),
        ("HEAD_OF_IT", "Head of IT"),
        ("irb-chair", "Irb chair"),
        ("Data Officer", "Data Officer"),
        ("DataOfficer", "DataOfficer"),
        ("__", "__"),
        ("a\nb", "a⟨U+000A⟩b"),
    ],
)
def test_a_role_reads_as_words(code: str, words: str) -> None:
    assert role_name(code) == words


@given(st.text(max_size=300))
def test_whatever_a_role_is_called_it_is_one_plain_line(code: str) -> None:
    said = role_name(code)
    assert len(said.splitlines()) <= 1
    assert not {unicodedata.category(character) for character in said} & {"Cc", "Cf", "Cs", "Zl", "Zp"}


def test_the_title_counts_what_a_rule_wants() -> None:
    assert roles.signing_title(signing()) == "Needs 2 signatures"
    assert roles.signing_title(SigningView((RoleQuota("X", 1),), False, (), (), ())) == "Needs 1 signature"
    assert roles.signing_title(SigningView((RoleQuota("X", 3),), True, (), (), ())) == "Needs 3 signatures"
    assert roles.signing_title(SigningView((), True, (), (), ())) == "Needs a PIN"


def test_lines_say_who_signed_what_is_missing_and_what_never_comes() -> None:
    view = SigningView(
        (), False, (Signature("Ada", ("IRB_CHAIR", "DPO"), 0.0),),
        ("2 REVIEWER", "a PIN", "nobody is registered who could give 2 REVIEWER, 1 IRB_CHAIR"), (),
    )  # fmt: skip
    lines = roles.signing_lines(view)
    assert lines[0].words.startswith("Ada, IRB chair, DPO, signed at ")
    assert lines[0].exact == "IRB_CHAIR, DPO"
    assert [line.words for line in lines[1:]] == [
        "Reviewer (2 people): not signed yet",
        "Anybody with a PIN: not signed yet",
        "Nobody is registered for: Reviewer (2 people), IRB chair",
    ]
    assert [(line.is_signed, line.is_never) for line in lines] == [
        (True, False),
        (False, False),
        (False, False),
        (False, True),
    ]


def test_who_could_sign_is_named_first_with_the_roles_that_would_count() -> None:
    wanted = signing()
    assert roles.candidate_text(ApproverView("Ada", ("PRINCIPAL_INVESTIGATOR", "RESEARCHER"), "managed"), wanted) == (
        "Ada · Principal investigator"
    )
    of_all = SigningView((), True, (), ("a PIN",), ())
    assert roles.candidate_text(ApproverView("Ada", ("IRB_CHAIR",), "managed"), of_all) == "Ada · IRB chair"
    assert roles.candidate_text(ApproverView("ana", (), "user"), of_all) == "ana"


def test_a_signature_names_the_role_that_counted() -> None:
    quotas = (RoleQuota("DPO"), RoleQuota("IRB_CHAIR"))
    ada = Signature("Ada", ("DPO", "IRB_CHAIR", "RESEARCHER"), 0.0)
    line = roles.signing_lines(SigningView(quotas, False, (ada,), ("1 IRB_CHAIR",), ()))[0]
    assert line.words.startswith("Ada, DPO, signed at ")
    assert line.exact == "DPO"
    either = roles.signing_lines(SigningView(quotas, False, (ada,), (), ()))[0]
    assert either.words.startswith("Ada, DPO, IRB chair, signed at ")
