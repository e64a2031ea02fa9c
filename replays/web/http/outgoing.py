"""Send signed messages to addresses entered by users, and refuse connections that are not safe.

Signatures follow Standard Webhooks (github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md):
HMAC-SHA-256 over id, timestamp and body. A host name is resolved once, and all its addresses are checked. The
connection goes to a checked address, so the name cannot lead elsewhere a moment later. Redirects are not followed,
response bodies are not read, and proxies of the environment are not used.
"""

from __future__ import annotations

import hmac
import socket
import ssl
import threading
from base64 import b64decode, b64encode
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from http.client import HTTPConnection, HTTPException
from ipaddress import ip_address
from typing import Any
from urllib.parse import SplitResult

from tablescribe.ledger.matches.hook_addresses import BadHook, checked, must_be_public

SECONDS = 10.0
"""Timeout of a whole message in seconds, from connecting to the status of the response."""


class Unsent(Exception):
    """A message was not delivered: `address`, `time`, `certificate` or `connection`."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def signed(secret: str, message_id: str, timestamp: int, body: bytes) -> dict[str, str]:
    """Return the headers that authenticate a message: its id, its time, and the signature over both and the body."""
    key = b64decode(secret.removeprefix("whsec_"))
    mac = hmac.new(key, f"{message_id}.{timestamp}.".encode() + body, sha256).digest()
    return {
        "webhook-id": message_id, "webhook-timestamp": str(timestamp),
        "webhook-signature": f"v1,{b64encode(mac).decode()}",
    }  # fmt: skip


class Outgoing:
    """Posts messages, and can cancel all pending ones."""

    def __init__(self, *, private: bool, seconds: float = SECONDS) -> None:
        self.private, self.seconds = private, seconds
        self._open = set[_Checked]()
        self._ended = False

    def post(self, address: str, body: bytes, headers: Mapping[str, str]) -> int:
        """Post a body and return the status of the response.

        Raises:
            Unsent: it was not delivered, or the address is not allowed.
        """
        try:
            parts = checked(address, private=self.private)
        except BadHook:
            raise Unsent("address") from None
        connection = _Checked(parts, private=self.private, seconds=self.seconds)
        watch = threading.Timer(self.seconds, connection.abort)
        watch.daemon = True
        self._open.add(connection)
        try:
            if self._ended:
                raise Unsent("time")
            watch.start()
            connection.request("POST", _target(parts), body, {
                **headers, "Host": parts.netloc, "Content-Type": "application/json", "User-Agent": "Tablescribe",
                "Connection": "close",
            })  # fmt: skip
            return connection.getresponse().status
        except BadHook:
            raise Unsent("address") from None
        except ssl.SSLCertVerificationError:
            raise Unsent("certificate") from None
        except (OSError, HTTPException, ValueError) as error:
            late = connection.aborted or isinstance(error, TimeoutError)
            raise Unsent("time" if late else "connection") from None
        finally:
            watch.cancel()
            self._open.discard(connection)
            connection.close()

    def end(self) -> None:
        """Cancel all pending messages at shutdown."""
        self._ended = True
        for connection in list(self._open):
            connection.abort()


def _target(parts: SplitResult) -> str:
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


class _Checked(HTTPConnection):
    """A connection to an address that was checked after its name was resolved."""

    def __init__(self, parts: SplitResult, *, private: bool, seconds: float) -> None:
        self.secure = parts.scheme == "https"
        super().__init__(str(parts.hostname), parts.port or (443 if self.secure else 80), timeout=seconds)
        self.private, self.aborted = private, False

    def connect(self) -> None:
        """Connect to the first address that answers, after all were checked."""
        found = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)
        for *_, where in found:
            must_be_public(ip_address(str(where[0]).partition("%")[0]), private=self.private)
        self.sock = self._reached(found)
        if self.secure:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self.host, do_handshake_on_connect=False)
            self.sock.do_handshake()

    def _reached(self, found: list[Any]) -> socket.socket:
        refused: OSError = OSError("no address")
        for family, kind, protocol, _, where in found:
            if self.aborted:
                raise TimeoutError
            one = socket.socket(family, kind, protocol)
            one.settimeout(self.timeout)
            try:
                one.connect(where)
            except OSError as error:
                one.close()
                refused = error
            else:
                return one
        raise refused

    def abort(self) -> None:
        """Close the connection from another thread, which unblocks its reader at once."""
        self.aborted = True
        if self.sock is not None:
            with suppress(OSError):  # it may be closed already
                self.sock.shutdown(socket.SHUT_RDWR)
