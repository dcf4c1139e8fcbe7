from __future__ import annotations

import os
import subprocess
import sys

import pytest

from host.control.process import read_secret
from host.errors import UsageError

GOOD = "ab" * 32


def handed(data: bytes) -> int:
    """A descriptor from which ``data`` can be read to its end."""
    reading, writing = os.pipe()
    os.write(writing, data)
    os.close(writing)
    return reading


def test_s39_the_secret_is_read_once_and_its_descriptor_closed() -> None:
    descriptor = handed(GOOD.encode())
    assert read_secret(descriptor) == GOOD
    with pytest.raises(OSError, match="Bad file"):
        os.fstat(descriptor)


@pytest.mark.parametrize("data", [b"", b"ab", GOOD.encode() + b"\n", GOOD.upper().encode(), b"x" * 64, b"\xff" * 64])
def test_s39_what_is_no_secret_of_a_host_is_refused_and_not_repeated(data: bytes) -> None:
    with pytest.raises(UsageError, match="started by its host") as caught:
        read_secret(handed(data))
    assert not data or data.decode("utf-8", "replace") not in str(caught.value)


def test_a_descriptor_that_is_none_is_refused() -> None:
    descriptor = handed(b"")
    os.close(descriptor)
    with pytest.raises(UsageError):
        read_secret(descriptor)
    with pytest.raises(UsageError):
        read_secret(-1)


@pytest.mark.skipif(sys.platform != "linux", reason="prctl is Linux's")
def test_s39_the_process_becomes_hard_to_look_into() -> None:
    program = (
        "import ctypes, resource; from host.control.process import secure_process; secure_process()\n"
        "print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0), resource.getrlimit(resource.RLIMIT_CORE)[0])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0", "0"]
