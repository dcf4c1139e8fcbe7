"""A window for tests: a process that joins its host with the secret, and lets a test speak through it.

Started as ``window_relay.py TEST_SOCKET --socket HOST_SOCKET --secret-fd N``. Says the secret to the test on its first
line, then copies lines both ways. A line of the test that begins with ``!exit `` ends it with that code. When the host
quits it ends with 0, as a window does. When the host leaves, it says ``!host left`` and ends once the test has let go.
"""

from __future__ import annotations

import json
import os
import select
import socket
import sys


def main() -> None:
    test_path, _, host_path, _, descriptor = sys.argv[1:]
    secret = os.read(int(descriptor), 1024).decode()
    test, host = socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)
    test.connect(test_path)
    test.sendall(json.dumps({"pid": os.getpid(), "secret": secret, "argv": sys.argv}).encode() + b"\n")
    if test.recv(3) != b"go\n":
        sys.exit(0)
    host.connect(host_path)
    host.sendall(json.dumps({"assent": 1, "role": "window", "secret": secret}).encode() + b"\n")
    while True:
        for ready in select.select([test, host], [], [])[0]:
            try:
                data = ready.recv(1 << 16)
            except ConnectionResetError:  # it left with something unread
                data = b""
            if ready is test and (not data or data.startswith(b"!exit ")):
                sys.exit(int(data[6:] or b"0"))
            if ready is host and not data:
                test.sendall(b"!host left\n")
                test.recv(1)
                sys.exit(0)
            (host if ready is test else test).sendall(data)
            if ready is host and b'"HostQuits"' in data:
                sys.exit(0)


main()
