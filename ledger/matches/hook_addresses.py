"""Addresses that web hooks may be sent to: https, and public unless the service allows its own network.

Host names are checked again once resolved (`replays/web/http/outgoing.py`), because a name can lead to any address.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

from tablescribe.domain.words.text import Spoken, say

LONGEST = 2000
"""Maximum length of an address, in characters."""

NAT64 = IPv6Network("64:ff9b::/96")
"""IPv6 addresses that a translator turns into the IPv4 address at their end (RFC 6052, 2.1)."""

COMPATIBLE = IPv6Network("::/96")
"""IPv4-compatible IPv6 addresses, a deprecated form that ends in an IPv4 address (RFC 4291, 2.5.5.1)."""


class BadHook(Spoken):
    """A web hook's address or form is not accepted."""

    code = "hook.bad"


def checked(address: str, *, private: bool = False) -> SplitResult:
    """Validate an address without resolving its host name; return its parts.

    Args:
        address: the address as the organiser entered it.
        private: whether http, and addresses of this machine and of private networks, are allowed.

    Raises:
        BadHook: the address is invalid or not allowed.
    """
    if len(address) > LONGEST or not address.isascii() or any(not "!" <= sign <= "~" for sign in address):
        raise BadHook(say("An address is up to 2000 ASCII characters without spaces."))
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise BadHook(say("This is not a web address. Example: https://club.example/hook")) from None
    if parts.scheme not in ("https", "http") or not host:
        raise BadHook(say("This is not a web address. Example: https://club.example/hook"))
    if parts.username is not None or parts.fragment:
        raise BadHook(say("An address must not contain a user name, a password or a fragment (#)."))
    if parts.scheme == "http" and not private:
        raise BadHook(say("Web hooks are sent over https only. For your own network: `serve --private-hooks`."))
    try:
        literal = ip_address(host)
    except ValueError:
        return parts
    must_be_public(literal, private=private)
    return parts


def must_be_public(found: IPv4Address | IPv6Address, *, private: bool) -> None:
    """Raise `BadHook` if an IP address is not public, unless private ones are allowed."""
    if not private and not is_public(found):
        raise BadHook(
            say("This address leads to this machine or a private network. For those: `serve --private-hooks`.")
        )


def is_public(found: IPv4Address | IPv6Address) -> bool:
    """Return whether an IP address is public; for an IPv6 address with an embedded IPv4 address, that one decides."""
    if isinstance(found, IPv6Address):
        inside = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo is not None else None)
        if inside is None and (found in NAT64 or found in COMPATIBLE):
            inside = IPv4Address(int(found) & 0xFFFFFFFF)
        if inside is not None:
            return is_public(inside)
        if found.is_site_local:
            return False
    return found.is_global and not found.is_multicast
