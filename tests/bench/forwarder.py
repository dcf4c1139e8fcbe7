"""A bare forwarder: ``python -m tests.bench.forwarder COMMAND [ARGUMENT …]`` copies bytes to the command and back.

On asyncio, as the host is, and without a look at what it copies: nothing that decides about a call can be faster.
"""

from __future__ import annotations

import asyncio
import sys
from typing import cast


class FromClient(asyncio.Protocol):
    """Our stdin, copied to the command's."""

    def __init__(self, to_server: asyncio.WriteTransport) -> None:
        """``to_server``: the command's stdin."""
        self._to_server = to_server

    def data_received(self, data: bytes) -> None:
        """asyncio: a chunk."""
        self._to_server.write(data)

    def connection_lost(self, _exc: Exception | None) -> None:
        """asyncio: the client left."""
        self._to_server.close()


class FromServer(asyncio.SubprocessProtocol):
    """The command's stdout, copied to ours."""

    def __init__(self, to_client: asyncio.WriteTransport) -> None:
        """``to_client``: our stdout."""
        self._to_client = to_client
        self.left: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def pipe_data_received(self, _fd: int, data: bytes) -> None:
        """asyncio: a chunk."""
        self._to_client.write(data)

    def process_exited(self) -> None:
        """asyncio: the command left."""
        self.left.set_result(None)


async def main(command: list[str]) -> None:
    """Forward until the command leaves."""
    loop = asyncio.get_running_loop()
    to_client, _ = await loop.connect_write_pipe(asyncio.streams.FlowControlMixin, sys.stdout.buffer)
    server, protocol = await loop.subprocess_exec(lambda: FromServer(to_client), *command, stderr=None)
    to_server = cast("asyncio.WriteTransport", server.get_pipe_transport(0))
    await loop.connect_read_pipe(lambda: FromClient(to_server), sys.stdin.buffer)
    await protocol.left


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
