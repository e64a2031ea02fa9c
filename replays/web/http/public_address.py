"""Find the address at which other devices reach the service, for links and QR codes."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from fastapi import Request

SOMEWHERE = ("192.0.2.1", 9)
"""A reserved address (RFC 5737). Nothing is sent to it; it only serves to find the local address of a route."""


def is_own(host: str) -> bool:
    """Return whether a host leads every device to itself: `localhost`, `127.0.0.1`, `0.0.0.0`."""
    name = host.strip("[]").lower()
    if name in ("", "localhost") or name.endswith(".localhost"):
        return True
    try:
        found = ip_address(name)
    except ValueError:
        return False
    return found.is_loopback or found.is_unspecified


def lan_address() -> str:
    """Return the address of this machine in its network; an empty string without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(SOMEWHERE)
            found = str(asking.getsockname()[0])
        except OSError:
            return ""
    return "" if is_own(found) else found


def reach_of(host: str, port: int) -> str:
    """Return the address at which other devices reach a service on this host and port; empty if there is none."""
    if host in ("0.0.0.0", "::", ""):
        host = lan_address()
    elif is_own(host):
        return ""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}" if host else ""


def base_of(request: Request) -> str:
    """Return the base address for links and codes: one that other devices reach, if there is any."""
    state = request.app.state
    if state.public_url:
        return str(state.public_url)
    asked = str(request.base_url).rstrip("/")
    return str(state.reach) if state.reach and is_own(urlsplit(asked).hostname or "") else asked


def is_reached(request: Request) -> bool:
    """Return whether other devices can reach the service by its links and codes."""
    return not is_own(urlsplit(base_of(request)).hostname or "")
