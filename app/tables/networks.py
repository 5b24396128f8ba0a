"""Addresses and the networks they lie in, told apart as people are: an IPv4 address is one, also
where it comes dressed as IPv6."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)

from app.tables.refusals import Code, Refused

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

WIDEST = {4: 16, 6: 32}
"""The shortest prefix of a network that may be kept out, by version of the protocol."""

OWN = {4: 32, 6: 64}
"""The prefix within which addresses are taken for one household's, by version."""

MAPPED = IPv6Network("::ffff:0:0/96")
MAX_WRITTEN = 64
"""Characters that an address or a network is written with at most."""


def parse_address(text: str) -> Address | None:
    """The address, None where there is none: a unix socket has no network."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


def parse_network(text: str) -> Network:
    """A network that may be kept out, `203.0.113.7` or `203.0.113.0/24`. Raises `invalid`."""
    try:
        network = _unmapped(ip_network(text[:MAX_WRITTEN].strip(), strict=False))
    except ValueError:
        network = None
    if network is None or "%" in text:  # a zone means something on one machine only
        raise _no_network("A network is written like 203.0.113.0/24 or 2001:db8::/48.")
    if network.prefixlen < WIDEST[network.version] or _holds_all_of_ipv4(network):
        raise _no_network("That network is too wide: at most /16, and /32 of IPv6.")
    return network


def _no_network(sentence: str) -> Refused:
    return Refused(Code.INVALID, sentence, {"at": "network"})


def _holds_all_of_ipv4(network: Network) -> bool:
    return isinstance(network, IPv6Network) and network.supernet_of(MAPPED)


def _unmapped(network: Network) -> Network:
    """The IPv4 network that an IPv6 one stands for, if it does."""
    if isinstance(network, IPv6Network) and network.subnet_of(MAPPED):
        first = network.network_address.ipv4_mapped
        if first is not None:
            return IPv4Network((first, network.prefixlen - MAPPED.prefixlen))
    return network


def network_of(text: str) -> Network | None:
    """The network of one household around an address."""
    address = parse_address(text)
    if address is None:
        return None
    return ip_network((address, OWN[address.version]), strict=False)


class NetworkIndex:
    """Which of many networks an address lies in, found without looking at each."""

    def __init__(self, networks: Iterable[Network]) -> None:
        self._known = frozenset(networks)
        self._prefixes = sorted({(each.version, each.prefixlen) for each in self._known})

    def around(self, text: str) -> list[Network]:
        """All known networks that the address lies in, the widest first."""
        address = parse_address(text) if self._known else None
        if address is None:
            return []
        found = (
            ip_network((address, prefix), strict=False)
            for version, prefix in self._prefixes
            if version == address.version
        )
        return [network for network in found if network in self._known]
