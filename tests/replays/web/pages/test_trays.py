"""Possible cards of hidden hands, separately for each seat."""

from __future__ import annotations

import re

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.domain.tomb_raider.box import BOX
from tests.replays.web.conftest import Service


def test_a_card_that_several_seats_may_hold_is_shown_under_the_name_of_each(service: Service, ledger: Ledger) -> None:
    """Given two players asked whether they cancel a card, then the organiser sees whose card is meant."""
    scribe = Scribe(ledger)
    box = {**BOX, "deck": str(BOX["deck"]).replace("hand notes, mark", "hand riddle, mark")}
    options = {"level": "hall", "rerolls": False}
    match = scribe.new("tomb_raider", ["Ada", "Ben", "Cleo"], options=options, catalogue=box).id
    scribe.play(match, 1, {"do": "roll_order"}, [6, 6, 6, 1, 1, 1, 1, 1, 1])
    scribe.play(match, 1, {"do": "move_first"})
    scribe.play(match, 1, {"do": "play_card", "card": "draw1:riddle"})
    assert scribe.match(match).to_act == (2, 3)
    page = service.get(f"/m/{match}", service.token()).text
    tray = page.partition('<section class="tray"')[2].partition("</section>")[0]
    assert [one.split()[0] for one in re.findall(r"<h3>(?:.*?)([^<>]*)</h3>", tray)] == ["Ben", "Cleo"]
    first, second = (re.findall(r'data-panel="([^"]*)"', part) for part in tray.split("</h3>")[1:])
    assert {one.partition(":")[2] for one in first} == {one.partition(":")[2] for one in second}
    assert len(first) == len(set(first)) > 0
