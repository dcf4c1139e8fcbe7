"""``memory``: freed blocks are kept while messages come, and go back to the system soon after."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import asyncio, psutil
from host import memory
memory.RETURN_EVERY = 0.05

def held():
    return psutil.Process().memory_full_info().uss >> 20

async def main():
    before = held()
    returning = asyncio.ensure_future(memory.keep_for_a_while())
    await asyncio.sleep(0)
    blocks = [bytearray(b"x" * (2 << 20)) for _ in range(20)]  # each is pinned by what comes after it
    pins = [bytes(3000) for _ in range(20)]
    del blocks
    kept = held() - before
    for _ in range(200):
        await asyncio.sleep(0.05)
        if held() - before < 10:
            break
    print(kept, held() - before)

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc can be told")
def test_freed_memory_is_kept_for_a_moment_and_then_goes_back() -> None:
    said = subprocess.run((sys.executable, "-c", PROGRAM), capture_output=True, text=True, check=True, timeout=60)
    kept, left = map(int, said.stdout.split())
    assert kept >= 30, "each message would have to take its memory anew"
    assert left < 10, "a large message would cost memory for good"
