"""The effect of a text that only people can read is entered through the API, with facts (RC-B97, TR-135)."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.domain.robinson.blank import PRINTED
from tests.domain.robinson.table import opened, set_up_outcomes
from tests.domain.tomb_raider.table import sung
from tests.replays.web.conftest import Service

TEXT, NAME = "take what you like", "take_what_you_like"


@pytest.fixture
def castaways(ledger: Ledger) -> str:
    """Return a match in which seat 1 has used its Biscuits, whose effect only people can read."""
    data = PRINTED.plain() | {"name": "texts"}
    next(one for one in data["starting_items"] if one["id"] == "biscuits")["effect"] = {"do": "judge", "text": TEXT}
    scribe = Scribe(ledger)
    outcomes = set_up_outcomes(opened(catalogue=data).opening)
    match = scribe.new("robinson", ["Ada", "Ben"], options={"scenario": "idols"}, catalogue=data, outcomes=outcomes)
    scribe.play(match.id, 1, {"do": "use_item", "item": "starting:biscuits"})
    return match.id


def test_whose_text_it_is_says_what_it_did_and_nobody_else(service: Service, ledger: Ledger, castaways: str) -> None:
    ada, ben = (service.token("seat", match=castaways, seat=seat) for seat in (1, 2))

    def says(token: str, action: dict[str, Any]) -> Any:
        version = ledger.match(castaways).version
        return service.post(
            f"/api/v1/matches/{castaways}/moves", token,
            command_id=service.command(), expected_version=version, action=action,
        )  # fmt: skip

    facts = ["move food 2 supply stock:1", "set determination:2 0"]
    for token, action in ((ada, {"do": "rest"}), (ben, {"do": "tell", "benefit": NAME, "facts": facts})):
        refused = says(token, action)
        assert (refused.status_code, refused.json()["rule"]) == (422, "RC-B97"), refused.text
    before = ledger.match(castaways).table.count("stock:1", "food")
    assert says(ada, {"do": "tell", "benefit": NAME, "facts": ["set turn 2"]}).status_code == 422
    assert says(ada, {"do": "tell", "benefit": NAME, "facts": ["two coins"]}).status_code == 422
    told = says(ada, {"do": "tell", "benefit": NAME, "facts": facts})
    assert told.status_code in (200, 201), told.text
    table = ledger.match(castaways).table
    assert (table.count("stock:1", "food") - before, table.number("determination:2")) == (2, 0)


def test_a_text_of_tomb_raider_is_told_by_whose_card_it_is_and_betrays_no_hand(
    service: Service, ledger: Ledger
) -> None:
    match = sung(Scribe(ledger))
    ada, ben = (service.token("seat", match=match, seat=seat) for seat in (1, 2))

    def says(token: str, do: str, *facts: str) -> Any:
        told: dict[str, Any] = {"benefit": "everybody_sings", "facts": facts} if do == "tell" else {}
        return service.post(
            f"/api/v1/matches/{match}/moves", token,
            command_id=service.command(), expected_version=ledger.match(match).version, action={"do": do, **told},
        )  # fmt: skip

    for token, do in ((ada, "stay"), (ben, "tell"), (ada, "judged")):
        refused = says(token, do)
        assert (refused.status_code, refused.json()["rule"]) == (422, "TR-135"), refused.text
    held, not_held = (
        says(ada, "tell", f"move draw2:{card} 1 hand:2 discard:draw2").json() for card in ("mark", "notes")
    )
    assert held["detail"] == not_held["detail"], "what Ben holds is not told by a refusal"
    assert says(ada, "tell", "set turn 2").status_code == 422
    told = says(ada, "tell", "move marker:stuck 1 box raider:2", "set fought:2 true")
    assert told.status_code in (200, 201), told.text
    table = ledger.match(match).table
    assert (table.count("raider:2", "marker:stuck"), table.get("fought:2")) == (1, True)
