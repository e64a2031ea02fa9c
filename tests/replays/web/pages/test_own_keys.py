"""Keys that seats make on their own devices, in the page: enrolled with their own links, signing the result there.

Each person here is a real browser with its own storage.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, Request, Route, expect

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.bundles.verifying import Verified, verify_bundle
from tablescribe.ledger.proofs.keys.device import offer, sign_text
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.keys.signing import fingerprint
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.tree.signed_note import Signer, VerifierKey
from tablescribe.ledger.proofs.verifiers import verify_bundle as program
from tests.depth import a_few
from tests.replays.web.visitors import People, base, browser, ledger, people

__all__ = ["base", "browser", "ledger", "people"]

KEY = re.compile(r"[A-Za-z0-9+/]{43}=")


@pytest.fixture(scope="module")
def notary(ledger: Ledger, tmp_path_factory: pytest.TempPathFactory) -> Notary:
    return Notary(Scribe(ledger), KeyStore(tmp_path_factory.mktemp("notary")))


@pytest.fixture
def two_people(ledger: Ledger, request: pytest.FixtureRequest) -> str:
    """A match of two people whom no other test knows."""
    return Scribe(ledger).new("freeform", [f"{name} of {request.node.name}" for name in ("Ada", "Ben")]).id


class Ear:
    """Hears everything that a page sends."""

    def __init__(self, page: Page) -> None:
        self.sent: list[tuple[str, str]] = []
        page.on("request", self._hear)

    def _hear(self, request: Request) -> None:
        self.sent.append((request.url, request.post_data or ""))

    def bodies(self, path: str) -> list[dict[str, Any]]:
        return [json.loads(body) for url, body in self.sent if url.endswith(path) and body]


def close(ledger: Ledger, match: str) -> None:
    Scribe(ledger).close(match, abandoned=True)


def key_page(people: People, match: str, seat: int, **options: Any) -> Page:
    page = people.come("seat", match, seat, **options, at=f"/m/{match}/key")
    expect(page.locator("#key-state")).not_to_contain_text("Looking")
    return page


def make(page: Page) -> str:
    """Make a key and enrol it; return it."""
    page.get_by_role("button", name="Create key on this device").click()
    expect(page.locator("#key-state")).to_contain_text("holds the key for your seat")
    return page.locator("#key-whole").text_content() or ""


def sign(page: Page) -> None:
    page.reload()
    page.get_by_role("button", name="Sign the result").click()
    expect(page.locator("#key-state")).to_contain_text("You have signed the result")


def outside(tmp_path: Path, contents: bytes, key: VerifierKey, *expected: str) -> tuple[int, str]:
    """Check a bundle with the stand-alone program; return its exit code and output."""
    (tmp_path / "b").write_bytes(contents)
    command = [sys.executable, "-I", str(Path(program.__file__)), str(tmp_path / "b"), "--key", str(key), *expected]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    return found.returncode, found.stdout + found.stderr


def test_two_devices_enrol_and_sign_and_both_verifiers_know_their_keys(
    people: People, ledger: Ledger, two_people: str, notary: Notary, tmp_path: Path
) -> None:
    """Given two phones; when each makes a key and signs there; then verifiers with these keys accept, and others not.

    What the devices sent is looked at: public keys, proofs and signatures, and nothing that a private key could be.
    """
    match = two_people
    phones = [key_page(people, match, seat) for seat in (1, 2)]
    ears = [Ear(page) for page in phones]
    keys = [make(page) for page in phones]
    assert all(map(KEY.fullmatch, keys))
    assert [page.locator("#key-print").text_content() for page in phones] == list(map(fingerprint, keys))
    close(ledger, match)
    for page in reversed(phones):
        sign(page)
    key = notary.ledger_signer().key
    for redacted in (False, True):
        contents = notary.bundle([match], redacted=redacted)
        good = {f"seat:{seat}": one for seat, one in enumerate(keys, start=1)}
        proved: Verified = verify_bundle(contents, [key], expected=good)
        assert (proved.faults, [one.holder for one in proved.matches[0].signatures]) == ((), ["seat:2", "seat:1"])
        assert verify_bundle(contents, [key], expected={"seat:1": keys[1]}).faults
        code, told = outside(tmp_path, contents, key, f"--seat=1={keys[0]}", f"--seat=2={keys[1]}")
        assert (code, "signed by seat:1, seat:2" in told) == (0, True), told
        assert f"seat:1 signs with {keys[0]} ({fingerprint(keys[0])}): enrolled by the seat:1 itself (" in told
        assert outside(tmp_path, contents, key, f"--seat=1={keys[1]}")[0] == 1
    for seat, ear in enumerate(ears, start=1):
        enrolled, signed = ear.bodies("/keys")[0], ear.bodies("/signatures")[0]
        assert [*enrolled, *signed] == ["holder", "key", "proof", "holder", "key", "signature"]
        assert {enrolled["key"], signed["key"]} == {keys[seat - 1]}
        assert [len(b64decode(one)) for one in (enrolled["key"], enrolled["proof"], signed["signature"])] == [
            32,
            64,
            64,
        ]
        sent = {body for url, body in ear.sent if body}
        assert len(sent) == 2, "nothing else was sent at all"


def test_the_private_key_cannot_be_read_even_by_a_script_of_the_page(people: People, two_people: str) -> None:
    page = key_page(people, two_people, 1)
    make(page)
    told = page.evaluate(
        """async () => {
            const [kept] = await keptKeys();
            const tries = await Promise.all(["raw", "pkcs8", "jwk"].map((form) =>
                crypto.subtle.exportKey(form, kept.private).then(() => "read", (error) => error.name)));
            return [kept.private.extractable, kept.private.usages, tries];
        }"""
    )
    assert told == [False, ["sign"], ["InvalidAccessError"] * 3]


@pytest.mark.deep
def test_an_enrolment_by_the_organiser_is_told_as_such(
    people: People, ledger: Ledger, two_people: str, notary: Notary, tmp_path: Path
) -> None:
    """Given an organiser who enrols a key for Ada; then the log, her page, the judge and both verifiers say so."""
    match, forger = two_people, Signer("forger", b"f" * 32)
    mine = key_page(people, match, 1)
    before = make(mine)
    organiser = people.come("organiser")
    body = json.loads(offer(forger, ledger.ledger_id, match, "seat:1"))
    given = {name: body[name] for name in ("holder", "key", "proof")}
    answer = organiser.request.post(
        f"{people.base}/api/v1/matches/{match}/keys", data=given, headers={"Origin": people.base}
    )
    assert answer.status == 201, answer.text()
    mine.reload()
    expect(mine.locator("#key-state")).to_contain_text("A key on another device is enrolled for your seat")
    expect(mine.locator(".keys-told")).to_contain_text("Enrolled by the organiser")
    close(ledger, match)
    text = json.loads(sign_text(forger, notary.record_text(match, "seat:1")))
    notary.attach(match, "seat:1", text["key"], text["signature"])
    organiser.goto(f"{people.base}/m/{match}/judge")
    told = organiser.locator(".keys-told")
    expect(told).to_contain_text(
        "Enrolled by the organiser: its signatures rest on their word, unless you know the key"
    )
    expect(told).to_contain_text("Enrolled by its holder")
    expect(told).to_contain_text("replaced by another key later")
    contents, key = notary.bundle([match]), notary.ledger_signer().key
    assert outside(tmp_path, contents, key)[0] == 0
    code, words = outside(tmp_path, contents, key, f"--seat=1={before}")
    assert (code, "enrolled by the organiser" in words) == (1, True)


@pytest.mark.deep
def test_the_key_of_an_earlier_match_is_used_again_and_a_change_is_told(
    people: People, ledger: Ledger, request: pytest.FixtureRequest
) -> None:
    names = [f"{name} of {request.node.name}" for name in ("Ada", "Ben")]
    first, second = (Scribe(ledger).new("freeform", names).id for _ in range(2))
    page = people.come("seat", first, 1, at=f"/m/{first}/key")
    key = make(page)
    again = people.access.grant("seat", match=second, seat=1)[1]
    page.goto(f"{people.base}/enter/{again}")
    page.wait_for_url(lambda url: "/enter/" not in url)
    page.goto(f"{people.base}/m/{second}/key")
    expect(page.locator("#key-state")).to_contain_text("the key you signed with before")
    page.get_by_role("button", name="Enrol this device’s key").click()
    expect(page.locator("#key-whole")).to_have_text(key)
    expect(page.locator(".keys-told")).to_contain_text("the same key as in an earlier match")
    other = key_page(people, second, 1)
    expect(other.locator("#key-state")).to_contain_text("A key on another device is enrolled for your seat")
    another = make(other)
    assert another != key
    expect(other.locator(".keys-told li").last).to_contain_text("not the key used in an earlier match")
    expect(other.locator("#key-before")).to_contain_text(fingerprint(key))
    judge = people.come("judge", second, viewport={"width": 360, "height": 740})
    expect(judge.locator(".finding")).to_contain_text(f"had a different key in match {first} ({key})")
    assert judge.evaluate("document.documentElement.scrollWidth <= innerWidth"), "a key is wrapped"
    page.reload()
    expect(page.locator("#key-state")).to_contain_text("the key you signed with before")


@pytest.mark.deep
def test_a_new_device_is_told_which_key_it_does_not_have(
    people: People, ledger: Ledger, request: pytest.FixtureRequest
) -> None:
    names = [f"{name} of {request.node.name}" for name in ("Ada", "Ben")]
    first, second = (Scribe(ledger).new("freeform", names).id for _ in range(2))
    key = make(key_page(people, first, 2))
    page = key_page(people, second, 2)
    expect(page.locator("#key-state")).to_contain_text("Your key from an earlier match is not on this device")
    expect(page.locator("#key-before")).to_contain_text(fingerprint(key))


WITHOUT = {
    "no secure context": "Object.defineProperty(window, 'isSecureContext', {value: false})",
    "no Ed25519": "SubtleCrypto.prototype.generateKey = async () => { throw new DOMException('x', 'Error'); }",
    "no storage": "Object.defineProperty(window, 'indexedDB', {value: {open() { throw new Error('x'); }}})",
}


@pytest.mark.parametrize("lack", a_few(WITHOUT, 1))
def test_a_browser_that_cannot_says_so_and_the_command_line_s_files_are_handed_in(
    lack: str, people: People, ledger: Ledger, two_people: str, notary: Notary, tmp_path: Path
) -> None:
    """Given a browser without such keys; then it says why, and takes the files that the command line wrote."""
    match, signer = two_people, Signer("me", lack.encode().ljust(32, b"."))
    page = people.come("seat", match, 1, at=None)
    page.add_init_script(WITHOUT[lack])
    page.goto(f"{people.base}/m/{match}/key")
    said = "plain HTTP" if lack == "no secure context" else "does not support Ed25519 keys"
    expect(page.locator("#key-state")).to_contain_text(said)
    expect(page.get_by_role("button", name="Create key")).to_have_count(0)
    page.locator("summary", has_text="Sign with the command line on your own computer").click()
    expect(page.locator("pre", has_text="keys offer")).to_contain_text(f"--match {match} --seat 1")
    (tmp_path / "me.key").write_bytes(offer(signer, ledger.ledger_id, match, "seat:1"))
    (tmp_path / "other.key").write_bytes(offer(signer, ledger.ledger_id, match, "seat:2"))
    page.set_input_files("#key-file", tmp_path / "other.key")
    expect(page.locator("#key-problem")).to_contain_text("of the wrong kind")
    with page.expect_navigation():
        page.set_input_files("#key-file", tmp_path / "me.key")
    expect(page.locator("#key-whole")).to_have_text(ledger.match(match).papers.keys["seat:1"])
    close(ledger, match)
    page.reload()
    expect(page.locator("#key-text")).to_contain_text("holder seat:1")
    page.locator("summary", has_text="Sign with the command line on your own computer").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save text").click()
    text = Path(saved.value.path()).read_bytes().decode()
    assert text == notary.record_text(match, "seat:1")
    (tmp_path / "me.sig").write_bytes(sign_text(signer, text))
    with page.expect_navigation():
        page.set_input_files("#signature-file", tmp_path / "me.sig")
    expect(page.locator("#key-state")).to_contain_text("You have signed the result")
    assert notary.ledger.match(match).papers.enrolled[ledger.match(match).papers.keys["seat:1"]].by == "seat:1"  # type: ignore[attr-defined]


def test_a_text_that_is_not_this_result_is_not_signed(people: People, ledger: Ledger, two_people: str) -> None:
    """Given a service that hands out the text of another holder; then the device does not sign it."""
    page = key_page(people, two_people, 1)
    make(page)
    close(ledger, two_people)

    def of_another(route: Route) -> None:
        answer = route.fetch()
        assert "holder seat:1" in answer.text()
        route.fulfill(response=answer, body=answer.text().replace("holder seat:1", "holder seat:2"))

    page.route("**/result-text*", of_another)
    page.reload()
    expect(page.locator("#key-problem")).to_contain_text("Nothing was signed")
    expect(page.get_by_role("button", name="Sign the result")).to_have_count(0)


@pytest.mark.deep
def test_a_borrowed_device_forgets_the_key(people: People, two_people: str) -> None:
    page = key_page(people, two_people, 1)
    make(page)
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_text("This is not my device").click()
    page.get_by_role("button", name="Delete key").click()
    expect(page.locator("#key-state")).to_contain_text("deleted from this device")
    page.reload()
    expect(page.locator("#key-state")).to_contain_text("A key on another device is enrolled for your seat")


@pytest.mark.deep
def test_leaving_takes_no_key_away(people: People, two_people: str) -> None:
    """Given somebody who leaves and comes in again on the same device; then the key is still there."""
    page = key_page(people, two_people, 1)
    make(page)
    page.get_by_role("button", name="Sign out").click()
    page.goto(f"{people.base}/enter/{people.access.grant('seat', match=two_people, seat=1)[1]}")
    page.wait_for_url(lambda url: "/enter/" not in url)
    page.goto(f"{people.base}/m/{two_people}/key")
    expect(page.locator("#key-state")).to_contain_text("holds the key for your seat")


@pytest.mark.deep
def test_it_all_goes_by_keys_and_is_announced(people: People, ledger: Ledger, two_people: str) -> None:
    """Given no pointer; then enrolling and signing go by the keyboard, and what happened is said in a live region."""
    page = key_page(people, two_people, 1)
    page.get_by_role("button", name="Create key on this device").press("Enter")
    expect(page.get_by_role("status")).to_contain_text("holds the key for your seat")
    assert Axe().run(page).response["violations"] == []
    close(ledger, two_people)
    page.goto(f"{people.base}/m/{two_people}")
    page.get_by_role("link", name="Sign the result").press("Enter")
    page.get_by_role("button", name="Sign the result").press("Enter")
    expect(page.get_by_role("status")).to_contain_text("You have signed the result")
    assert Axe().run(page).response["violations"] == []
    judge = people.come("judge", two_people)
    expect(judge.locator(".keys-told")).to_contain_text("signed")
    assert Axe().run(judge).response["violations"] == []
