"""A judge's ruling on a finished game: its preview says that the end is not decided again."""

from __future__ import annotations

from tests.replays.web.conftest import Service


def test_the_preview_says_how_to_have_the_result_decided_again(service: Service, organiser: str, match: str) -> None:
    def shown(*facts: str) -> list[str]:
        answer = service.post(f"/api/v1/matches/{match}/rulings/preview", organiser, facts=facts)
        assert answer.status_code == 200, answer.text
        return list(answer.json()["changes"])

    hint = "The game is over, and this ruling does not change its ending or its winners."
    assert not any(one.startswith(hint) for one in shown("set score:1 12")), "this one ends the game"
    body = {"clause": "UP-50", "reason": "miscounted", "facts": ["set score:1 12"], "expected_version": 1}
    body |= {"command_id": "a-ruling-that-ends-it"}
    recorded = service.post(f"/api/v1/matches/{match}/rulings", organiser, **body)
    assert recorded.status_code == 201, recorded.text
    assert any(one.startswith(hint) and "replace move 1 " in one for one in shown("set score:2 3"))
    assert not any(one.startswith(hint) for one in shown("set score:1 11")), "this one takes the end back"
