"""Keys and signatures through the API: with whose link, for whom, and what others can see."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablescribe.domain.match.signature_records import enrolment_text
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.bundles import limits
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.keys.signing import key_text, signature_text
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.tree.signed_note import Signer
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.app import make_app
from tests.depth import a_few
from tests.replays.web.conftest import Service, serving

DATABASES = a_few(["sqlite", "postgres"], 1)
ADA, BEN = Signer("ada", b"a" * 32), Signer("ben", b"b" * 32)


@pytest.fixture
def service(ledger: Ledger, access: Access, tmp_path: Path) -> Iterator[Service]:
    yield from serving(make_app(ledger, keys=tmp_path / "keys"), access)


@pytest.fixture
def match(ledger: Ledger) -> str:
    return Scribe(ledger).new("freeform", ["Ada", "Ben"]).id


def offered(ledger: Ledger, match: str, holder: str = "seat:1", signer: Signer = ADA) -> dict[str, str]:
    key = key_text(signer)
    text = enrolment_text(ledger.ledger_id, match, holder, key)
    return {"holder": holder, "key": key, "proof": signature_text(signer, text)}


def enrol(service: Service, match: str, token: str, body: dict[str, str]) -> tuple[int, str]:
    answer = service.post(f"/api/v1/matches/{match}/keys", token, **body)
    return answer.status_code, answer.json().get("code", "")


def told(service: Service, match: str, token: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = service.get(f"/api/v1/matches/{match}/keys", token).json()
    return found


def sign(service: Service, match: str, token: str, holder: str, signer: Signer) -> tuple[int, str]:
    path = f"/api/v1/matches/{match}"
    text = service.get(f"{path}/result-text?holder={holder}", token).json().get("text", "x")
    body = {"holder": holder, "key": key_text(signer), "signature": signature_text(signer, text)}
    answer = service.post(f"{path}/signatures", token, **body)
    return answer.status_code, answer.json().get("code", "")


def test_by_whose_pass_a_key_was_enrolled_is_recorded(service: Service, ledger: Ledger, match: str) -> None:
    """A seat for itself, a judge as the judge, an organiser for anybody: and each is told."""
    seat, judge, organiser = service.token("seat", match=match, seat=1), service.token("judge"), service.token()
    assert enrol(service, match, seat, offered(ledger, match)) == (201, "")
    assert enrol(service, match, judge, offered(ledger, match, "judge", Signer("j", b"j" * 32))) == (201, "")
    assert enrol(service, match, organiser, offered(ledger, match, "seat:2", BEN)) == (201, "")
    found = {one["holder"]: (one["by"], one["speaks"], one["signed"]) for one in told(service, match, seat)}
    assert found == {
        "seat:1": ("seat:1", True, False), "judge": ("judge", True, False), "seat:2": ("organiser", True, False),
    }  # fmt: skip


def test_nobody_enrols_or_signs_for_another(service: Service, ledger: Ledger, match: str) -> None:
    others = {"seat": service.token("seat", match=match, seat=2), "judge": service.token("judge", match=match),
              "recorder": service.token("recorder", match=match), "spectator": service.token("spectator", match=match),
              "elsewhere": service.token("seat", match="another", seat=1)}  # fmt: skip
    for token in others.values():
        assert enrol(service, match, token, offered(ledger, match)) == (403, "access.denied")
    assert told(service, match, others["spectator"]) == []
    enrol(service, match, service.token("seat", match=match, seat=1), offered(ledger, match))
    Scribe(ledger).close(match, abandoned=True)
    for name, token in others.items():
        if name != "elsewhere":  # a pass for another match is not even told the text
            assert sign(service, match, token, "seat:1", ADA) == (403, "access.denied"), name
    assert service.get(f"/api/v1/matches/{match}/result-text", others["elsewhere"]).status_code == 403


def test_what_is_no_proof_enrols_nothing(service: Service, ledger: Ledger, match: str) -> None:
    """A proof by another key, for another seat or match, a key of small order, the ledger's own, or another's."""
    seat = service.token("seat", match=match, seat=1)
    good = offered(ledger, match)
    weak = b64encode(bytes(32)).decode()
    odd = [{**good, "key": key_text(BEN)}, {**good, "proof": offered(ledger, match, "seat:2")["proof"]},
           {**good, "proof": offered(ledger, "m2")["proof"]}, {**good, "key": weak}]  # fmt: skip
    for body in odd:
        assert enrol(service, match, seat, body) == (409, "match.refused"), body
    for field, text in (("key", "x"), ("key", "A" * 44), ("proof", ""), ("holder", "ledger"), ("holder", "seat:0")):
        assert enrol(service, match, seat, {**good, field: text}) == (422, "request.form")
    enrol(service, match, service.token("seat", match=match, seat=2), offered(ledger, match, "seat:2", BEN))
    assert enrol(service, match, seat, offered(ledger, match, "seat:1", BEN)) == (409, "match.refused")
    assert enrol(service, match, seat, good) == (201, "")
    assert enrol(service, match, seat, good) == (409, "match.refused")


def test_a_signature_is_recorded_once_and_only_under_this_result(service: Service, ledger: Ledger, match: str) -> None:
    seat = service.token("seat", match=match, seat=1)
    enrol(service, match, seat, offered(ledger, match))
    assert service.get(f"/api/v1/matches/{match}/result-text?holder=seat:1", seat).json()["code"] == "match.refused"
    assert sign(service, match, seat, "seat:1", ADA) == (409, "match.refused")
    Scribe(ledger).close(match, abandoned=True)
    assert sign(service, match, seat, "seat:1", BEN) == (409, "match.refused")
    assert sign(service, match, seat, "seat:1", ADA) == (201, "")
    assert sign(service, match, seat, "seat:1", ADA) == (409, "match.refused")
    assert [one["signed"] for one in told(service, match, seat)] == [True]
    half = {"holder": "seat:1", "key": key_text(ADA)}
    assert service.post(f"/api/v1/matches/{match}/signatures", seat, **half).json()["code"] == "match.refused"
    assert service.post(f"/api/v1/matches/{match}/signatures", seat, holder="seat:1").status_code == 403


def test_a_service_without_a_folder_of_keys_takes_those_of_devices(ledger: Ledger, access: Access, match: str) -> None:
    for service in serving(make_app(ledger), access):
        seat = service.token("seat", match=match, seat=1)
        assert enrol(service, match, seat, offered(ledger, match)) == (201, "")
        Scribe(ledger).close(match, abandoned=True)
        assert sign(service, match, seat, "seat:1", ADA) == (201, "")


def test_a_change_is_told_to_all_and_of_which_match_to_judges_and_its_holder(
    service: Service, ledger: Ledger, match: str, tmp_path: Path
) -> None:
    """Given Ada, who had a key in an earlier match; then all are told of the new one, and few which the old one was."""
    enrol(service, match, service.token("seat", match=match, seat=1), offered(ledger, match))
    second = Scribe(ledger).new("freeform", ["Ben", "Ada"]).id
    ada = service.token("seat", match=second, seat=2)
    assert enrol(service, second, ada, offered(ledger, second, "seat:2", BEN)) == (201, "")
    for token, tells in ((ada, True), (service.token("judge"), True), (service.token("spectator"), False),
                         (service.token("seat", match=second, seat=1), False)):  # fmt: skip
        (one,) = told(service, second, token)
        known = {"key": key_text(ADA), "match": match} if tells else None
        assert one["change"] == "changed"
        assert (one["known"] and {name: one["known"][name] for name in ("key", "match")}) == known
        assert "not the key used in an earlier match" in one["worth"]
        assert match not in one["worth"]
    notary = Notary(Scribe(ledger), KeyStore(tmp_path / "others"))
    third = Scribe(ledger).new("freeform", ["Ada", "Cleo"]).id
    notary.enrol_public(third, "seat:1", public=key_text(BEN), proof=offered(ledger, third, "seat:1", BEN)["proof"])
    assert [one["change"] for one in told(service, third, service.token())] == ["known"]


def codes(service: Service, match: str, token: str) -> dict[str, str]:
    found = service.get(f"/api/v1/matches/{match}/audit", token).json()["findings"]
    return {one["code"]: one["why"] for one in found}


def test_a_seat_that_there_is_not_has_no_text_to_sign(service: Service, ledger: Ledger, match: str) -> None:
    """Found by questions at random: it was called the service's own fault."""
    Scribe(ledger).close(match, abandoned=True)
    answer = service.get(f"/api/v1/matches/{match}/result-text?holder=seat:46", service.token("organiser"))
    assert (answer.status_code, answer.json()["code"]) == (404, "match.no_such_seat")


def test_the_audit_of_the_service_finds_what_the_command_line_finds(
    service: Service, ledger: Ledger, match: str
) -> None:
    """Given a key that changed and a sealed match opened again; then judges read all of it, others only that it is."""
    judge = service.token("judge")
    enrol(service, match, service.token("seat", match=match, seat=1), offered(ledger, match))
    first, second = (Scribe(ledger).new("ultime", ["Ada", "Ben", "Cleo"], chance="sealed").id for _ in range(2))
    found = codes(service, second, judge)
    assert first in found["opening.again"]
    assert "key.changed" not in found
    seat = service.token("seat", match=second, seat=1)
    assert enrol(service, second, seat, offered(ledger, second, "seat:1", BEN)) == (201, "")
    assert f"in match {match} ({key_text(ADA)})" in codes(service, second, judge)["key.changed"]
    page = service.get(f"/m/{second}/judge", judge).text
    assert match in page
    assert first in page
    Scribe(ledger).close(second, abandoned=True)
    others = codes(service, second, seat)
    assert {"opening.again", "key.changed"} <= set(others)
    assert not any(other in why for other in (first, match) for why in others.values())


def test_an_audit_that_was_read_before_tells_what_has_happened_elsewhere_since(
    service: Service, ledger: Ledger, match: str
) -> None:
    """Given Ada, who enrols her new key in a third match, too; then the second, in which nothing happened, knows it."""
    judge, keys = service.token("judge"), [ADA, BEN, BEN]
    matches = [match, *(Scribe(ledger).new("freeform", ["Ada", "Ben"]).id for _ in range(2))]
    for number, (one, signer) in enumerate(zip(matches, keys, strict=True)):
        enrol(service, one, service.token("seat", match=one, seat=1), offered(ledger, one, "seat:1", signer))
        if number:
            assert ("key.changed" in codes(service, matches[1], judge)) == (number == 1)


def test_who_was_erased_is_known_from_no_earlier_match(service: Service, ledger: Ledger, match: str) -> None:
    """Given Ada, whose change of keys was told; once she is erased, nothing ties her matches together any more."""
    judge, second = service.token("judge"), Scribe(ledger).new("freeform", ["Ada", "Ben"]).id
    for one, signer in ((match, ADA), (second, BEN)):
        enrol(service, one, service.token("seat", match=one, seat=1), offered(ledger, one, "seat:1", signer))
    assert "key.changed" in codes(service, second, judge)
    assert told(service, second, judge)[0]["change"] == "changed"
    ledger.erase("Ada")
    assert "key.changed" not in codes(service, second, judge)
    assert told(service, second, judge)[0]["change"] == "new"


def test_a_bundle_that_nobody_could_verify_is_not_handed_out(
    service: Service, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LINES", 20)
    answer = service.get(f"/api/v1/matches/{match}/bundle", service.token("judge"))
    assert (answer.status_code, answer.json()["code"]) == (409, "bundle.too_large")
