from __future__ import annotations

import pytest
from argon2 import PasswordHasher

from host import credentials
from host.credentials import (
    MAX_SECRET,
    MIN_SECRET,
    hash_secret,
    matches,
    problem,
    secret_problem,
    unmatchable_credential,
)
from host.errors import AssentError

CHEAP = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
FORM = "$argon2id$v=19$m=65536,t=3,p=4$dLVPKD3o3OlHzmc2I6bpTw$RYV547kJF+sir2JK5DRGuD2VnjZcc0Rki1JP8ydcABc"


def test_a_secret_fits_the_credential_that_was_made_of_it() -> None:
    made = hash_secret("correct horse")
    assert problem(made) == ""
    assert "correct" not in made
    assert matches(made, "correct horse")
    assert not matches(made, "correct horsf")
    assert not matches(made, "")
    assert hash_secret("correct horse") != made


def test_new_credentials_are_as_hard_as_rfc_9106_recommends() -> None:
    assert hash_secret("1234").startswith("$argon2id$v=19$m=65536,t=3,p=4$")


@pytest.mark.parametrize(("typed", "kept"), [("José", "Jose\u0301"), ("１２３４", "1234"), ("ﬁne", "fine")])
def test_the_same_characters_from_another_keyboard_fit(typed: str, kept: str) -> None:
    assert matches(CHEAP.hash(credentials._normalized(kept)), typed)  # noqa: SLF001
    assert matches(CHEAP.hash(credentials._normalized(typed)), kept)  # noqa: SLF001


@pytest.mark.parametrize("secret", ["", "123", "x" * (MAX_SECRET + 1), "12\ud8003456"])
def test_what_is_too_short_too_long_or_no_text_becomes_no_pin(secret: str) -> None:
    assert secret_problem(secret)
    with pytest.raises(AssentError, match="a PIN"):
        hash_secret(secret)


@pytest.mark.parametrize("secret", ["x" * MIN_SECRET, "x" * MAX_SECRET, "    ", "Ж💡語x"])
def test_everything_else_may_be_one(secret: str) -> None:
    assert secret_problem(secret) == ""


@pytest.mark.parametrize("secret", ["x" * (MAX_SECRET + 1), "x" * 10**6, "12\ud8003456"])
def test_a_secret_that_can_be_nobodys_does_not_fit(secret: str) -> None:
    assert not matches(CHEAP.hash("1234"), secret)


def test_a_good_credential_has_no_problem() -> None:
    assert problem(FORM) == ""
    assert problem(CHEAP.hash("1234")) == ""
    assert problem(unmatchable_credential()) == ""


@pytest.mark.parametrize(
    "credential",
    [
        "",
        "1234",
        "$argon2id$v=19$m=65536,t=3,p=4$",
        FORM.replace("argon2id", "argon2i"),
        FORM.replace("v=19", "v=16"),
        FORM.replace("m=65536,t=3", "t=3,m=65536"),
        FORM.replace("t=3", "t=0x3"),
        FORM.replace("t=3", "t=٣"),
        f" {FORM}",
        f"{FORM}\n",
        FORM.replace("$dLVPKD3o3OlHzmc2I6bpTw", "$"),
        f"{FORM}{'A' * 100}",
        "$2b$12$C6UzMDM.H6dfI/f/IKcEe.5sS4U/0tVhZ8Tzq6vXvXqJ5Xk5Zx5e6",
    ],
)
def test_what_is_no_argon2id_in_phc_form_is_no_credential(credential: str) -> None:
    assert problem(credential) == "is no Argon2id hash in PHC form"
    with pytest.raises(AssentError, match=credentials.UNUSABLE):
        matches(credential, "1234")


@pytest.mark.parametrize(
    "parameters",
    [
        "m=262145,t=3,p=4",
        "m=999999999,t=3,p=4",
        "m=65536,t=11,p=4",
        "m=65536,t=0,p=4",
        "m=65536,t=3,p=9",
        "m=8,t=1,p=0",
    ],
)
def test_a_credential_that_would_keep_the_host_busy_is_never_tried(parameters: str) -> None:
    heavy = FORM.replace("m=65536,t=3,p=4", parameters)
    assert problem(heavy).startswith("wants more work")
    with pytest.raises(AssentError, match=credentials.UNUSABLE):
        matches(heavy, "1234")


def test_a_credential_that_argon2_refuses_is_unusable() -> None:
    odd = FORM.replace("dLVPKD3o3OlHzmc2I6bpTw", "dLVPKD3o3OlHzmc2I6bpT")  # no length that base64 has
    assert problem(odd) == ""
    with pytest.raises(AssentError, match=credentials.UNUSABLE):
        matches(odd, "1234")


def test_no_secret_fits_nobodys_credential() -> None:
    assert unmatchable_credential() != unmatchable_credential()
    assert not matches(unmatchable_credential(), "1234")
    assert unmatchable_credential().split("$")[:4] == hash_secret("1234").split("$")[:4], "it takes as long"
