"""Previews of an action: decided on what the viewer sees, and not recorded."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.table.names import hand
from tablescribe.ledger.matches.ledger import Ledger
from tests.replays.web.conftest import Service

SKIP = {"do": "skip"}


def asked(service: Service, match: str, token: str, seat: int, action: dict[str, Any]) -> dict[str, Any]:
    answer = service.post(f"/api/v1/matches/{match}/preview", token, seat=seat, action=action)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def opened(service: Service, organiser: str, **more: Any) -> str:
    body = {"game": "ultime", "names": ["Ada", "Ben", "Cleo"], **more}
    return str(service.post("/api/v1/matches", organiser, **body).json()["id"])


def test_it_is_told_in_words_and_nothing_is_recorded(service: Service, organiser: str, match: str) -> None:
    told = asked(service, match, organiser, 1, SKIP)
    assert told == {
        "words": "skips and draws two movement cards", "changes": ["it is yellow's turn"], "question": None,
    }  # fmt: skip
    assert service.get(f"/api/v1/matches/{match}", organiser).json()["version"] == 1


def test_where_chance_is_needed_the_question_is_told(service: Service, organiser: str) -> None:
    match = str(service.post("/api/v1/matches", organiser, game="freeform", names=["Ada", "Ben"]).json()["id"])
    told = asked(service, match, organiser, 1, {"do": "roll", "die": "d6"})
    assert told["question"] == "Ada rolls d6 (rolled at the table)"
    assert told["changes"] == []


def test_no_seal_is_opened_by_asking(service: Service, organiser: str) -> None:
    """Given a match that the program deals; then what would be drawn is a question, whoever asks."""
    match = opened(service, organiser, chance="sealed")
    seat = service.get(f"/api/v1/matches/{match}", organiser).json()["to_act"][0]
    for token in (organiser, service.token("judge", match=match), service.token("recorder", match=match)):
        if token != organiser and service.get("/api/v1/me", token).json()["role"] == "judge":
            answer = service.post(f"/api/v1/matches/{match}/preview", token, seat=1, action=SKIP)
            assert answer.status_code == 403
            continue
        told = asked(service, match, token, seat, SKIP)
        assert told["changes"] == []
        assert "draws from" in told["question"]


def test_a_seat_asks_for_itself_and_others_hands_change_nothing(
    service: Service, organiser: str, ledger: Ledger
) -> None:
    """Two matches that differ in what another holds give one answer, and a card of another's hand is none of mine."""
    told = set()
    for cards in ([1, 2, 3, 4, 5, 6], [1, 2, 7, 8, 5, 6]):
        outcomes = [*(f"movement:{n}" for n in cards), 1]
        match = opened(service, organiser, chance="open", outcomes=outcomes)
        seat = service.token("seat", match=match, seat=1)
        assert service.post(f"/api/v1/matches/{match}/preview", seat, seat=2, action=SKIP).status_code == 403
        for card in ("movement:3", "movement:7"):
            pawn = {"do": "play_movement", "card": card, "pawn": 1, "at": 2, "use": "circle"}
            told.add(str(asked(service, match, seat, 1, pawn)))
        assert ledger.match(match).table.count(hand(2)) == 2
    assert len(told) == 2  # one for each card, whoever holds it
    assert all("'changes': []" in one for one in told)
