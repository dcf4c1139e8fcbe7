"""Which hosts are private (pure).

Owns: the line between this machine, the local network and the cloud's own services on one side and the world on the
other. What stays true: documentation addresses count as public, since nobody answers there but by their name they stand
for somebody outside.
"""

from __future__ import annotations

import ipaddress
from typing import Final

from host.inspect.hosts.names import METADATA, PRIVATE_ENDS, REBINDING, THIS_MACHINE, below
from host.patterns import regex
from host.policy.host_names import is_address, lenient_hosts

_SHARED: Final = ipaddress.ip_network("100.64.0.0/10")
_EXAMPLES: Final = tuple(
    map(ipaddress.ip_network, ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32"))
)
_WITHIN: Final = regex(r"(?<![0-9])(\d{1,3}(?:[.-]\d{1,3}){3})(?![0-9])|(?<![0-9a-f])([0-9a-f]{8})(?![0-9a-f])")


def reach(host: str) -> str:
    """``metadata``, ``machine``, ``network``, or empty for a host of the world; ``host`` is canonical."""
    if host in METADATA:
        return "metadata"
    if is_address(host):
        return _address(host)
    if (name := below(host, REBINDING)) and (inner := _inner(host.removesuffix(name))):
        return reach(inner)
    if below(host, THIS_MACHINE):
        return "machine"
    if "." not in host or host.rpartition(".")[2] in PRIVATE_ENDS or host.endswith(".home.arpa"):
        return "network"
    return ""


def _address(host: str) -> str:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:  # a number that is no address, such as a hash
        return ""
    if address.is_loopback or address.is_unspecified:
        return "machine"
    if any(address in network for network in _EXAMPLES):
        return ""
    shared = address.version == 4 and address in _SHARED
    return "network" if shared or address.is_private or address.is_link_local or address.is_reserved else ""


def _inner(labels: str) -> str:
    """The address that stands in a name."""
    match = _WITHIN.search(labels)
    if match is None:
        return ""
    text = match[1].replace("-", ".") if match[1] else f"0x{match[2]}"
    found = lenient_hosts(text)
    return found[0] if found and is_address(found[0]) else ""
