"""Addresses of web hooks: which are refused, before and after resolution, and what ends a request."""

from __future__ import annotations

import socket
import threading
from ipaddress import ip_address
from typing import Any

import pytest

from tablescribe.ledger.matches.hook_addresses import BadHook, checked, is_public
from tablescribe.replays.web.http.outgoing import Outgoing, Unsent
from tests.replays.web.public.hook_receiver import Receiver, receiver

__all__ = ["receiver"]


@pytest.mark.parametrize("address", [
    "http://club.example/", "ftp://club.example/", "https://", "https:///x", "club.example", "https://a b.example/",
    "https://me:secret@club.example/", "https://club.example/#x", "https://club.example/\r\nX: y", "https://[::1",
    "https://127.0.0.1/", "https://10.1.2.3/", "https://192.168.1.1/", "https://169.254.169.254/latest",
    "https://0.0.0.0/", "https://100.64.0.1/", "https://[::1]/", "https://[fe80::1]/", "https://[fd00::1]/",
    "https://[::ffff:127.0.0.1]/", "https://[::127.0.0.1]/", "https://[64:ff9b::7f00:1]/", "https://[2002:7f00:1::]/",
    "https://224.0.0.1/", "https://club.example:99999/", "https://ünï.example/", "https://x.example/" + "a" * 2000,
])  # fmt: skip
def test_addresses_that_are_refused(address: str) -> None:
    with pytest.raises(BadHook):
        checked(address)


def test_addresses_that_are_taken() -> None:
    assert checked("https://club.example:8443/hook?a=b").port == 8443
    assert checked("http://192.168.1.7/hook", private=True).hostname == "192.168.1.7"
    assert is_public(ip_address("93.184.215.14"))
    assert is_public(ip_address("2606:4700::1111"))


@pytest.mark.parametrize("leads_to", [["127.0.0.1"], ["93.184.215.14", "10.0.0.1"], ["::1"], ["169.254.169.254"]])
def test_a_name_that_leads_to_a_private_address_is_refused_after_it_is_resolved(
    leads_to: list[str], receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    def resolve(host: str, port: int, **_: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, receiver.port)) for one in leads_to]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    with pytest.raises(Unsent) as refused:
        Outgoing(private=False).post(f"https://club.example:{receiver.port}/", b"{}", {})
    assert refused.value.why == "address"
    assert receiver.requests == []


def test_a_receiver_without_a_good_certificate_is_told_nothing(receiver: Receiver) -> None:
    with pytest.raises(Unsent) as refused:
        Outgoing(private=True).post(f"https://127.0.0.1:{receiver.port}/", b"{}", {})
    assert refused.value.why in ("connection", "certificate")
    assert receiver.requests == []


def test_a_service_that_ends_ends_what_is_under_way(receiver: Receiver) -> None:
    receiver.answers = ["hang"]
    sender, failed = Outgoing(private=True, seconds=600.0), list[str]()

    def post() -> None:
        try:
            sender.post(receiver.address, b"{}", {"webhook-id": "x"})
        except Unsent as error:
            failed.append(error.why)

    thread = threading.Thread(target=post)
    thread.start()
    receiver.wait_for(1)
    sender.end()
    thread.join(90)
    assert failed == ["time"]
