"""Under which address other devices reach the service: what stands in links and codes must not lead to themselves."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from fastapi import Request

SOMEWHERE = ("192.0.2.1", 9)
"""An address that is nobody's (RFC 5737): nothing is sent to it, we only ask from where it would be."""


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
    """Return the address of this machine in its network; the empty text if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(SOMEWHERE)
            found = str(asking.getsockname()[0])
        except OSError:
            return ""
    return "" if is_own(found) else found


def reach_of(host: str, port: int) -> str:
    """Return the address by which other devices reach a service that listens there; the empty text if by none."""
    if host in ("0.0.0.0", "::", ""):
        host = lan_address()
    elif is_own(host):
        return ""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}" if host else ""


def base_of(request: Request) -> str:
    """Return the address that links and codes begin with: one that other devices reach, if there is any."""
    state = request.app.state
    if state.public_url:
        return str(state.public_url)
    asked = str(request.base_url).rstrip("/")
    return str(state.reach) if state.reach and is_own(urlsplit(asked).hostname or "") else asked


def is_reached(request: Request) -> bool:
    """Return whether links and codes lead other devices here."""
    return not is_own(urlsplit(base_of(request)).hostname or "")
