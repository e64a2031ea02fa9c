"""The common tests of every game with texts that only people can read, on items, tokens and the scenario (RC-B97)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tablescribe.domain.games import game
from tablescribe.domain.games.robinson.actions.effects import Tell
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.rules.typed_facts import next_words
from tablescribe.domain.rules.view import view
from tablescribe.domain.table.table import Impossible, Table
from tests.depth import times
from tests.domain.a_game import a_game
from tests.domain.kit import carry_on
from tests.domain.robinson.blank import PRINTED
from tests.domain.robinson.ways import ELSEWHERE


def box_of_texts() -> Any:
    """Return a box in which every other component has a text, and so have events, totems and a sign of scenarios."""
    data = PRINTED.plain() | {"name": "texts"}
    for kind in ("starting_items", "discoveries"):
        for number, one in enumerate(data[kind]):
            if number % 2 or one.get("immediate"):
                one["effect"] = text(f"do as {one['name']} says")
    for kind in ("beasts", "inventions", "tiles"):
        for number, one in enumerate(data[kind]):
            if number % 2:
                one["text"] = f"do as {kind} {one['id']} say"
    for scenario in data["scenarios"]:
        for event in scenario.get("events", {}).values():
            event["effect"] = {"do": "choose", "of": [text("run away"), {"do": "lose", "wounds": 1}]}
        if scenario.get("treasure"):
            scenario["treasure"] = {"do": "all", "of": [text("dig"), {"do": "gain", "wood": 1}]}
    return data


def text(says: str) -> Any:
    return {"do": "judge", "text": says}


TestBoxOfTexts = a_game(
    "robinson",
    catalogue=box_of_texts(),
    options={"scenario": ["signal_race", "idols"]},
    endings=("objective", "last_one_standing", "last_round", "all_dead"),
    rare=ELSEWHERE,
    rounds=times(2, 4),
    looks=2,
    unoffered=lambda action: isinstance(action, Tell),
)


@pytest.mark.parametrize("number", range(times(2, 6)))
def test_whatever_people_say_that_a_text_did_play_goes_on(number: int) -> None:
    """Given facts put together at random, then each is refused, or the match can be shown and played on."""
    kit, choose = TestBoxOfTexts.kit, random.Random(number)
    match, told = kit.open(number), 0
    for _ in range(400):
        if match.is_over:
            break
        (seat, *_) = match.to_act
        legal = kit.legal(match, seat)
        assert legal, f"nobody can do anything: {match.table.values}"
        tell = next((one for one in legal if isinstance(one, Tell)), None)
        if tell is not None and _told(match, seat, tell, choose):
            told += 1
            for viewer in (None, seat):
                game("robinson").panels(match.opening, view(match.opening, match.table, viewer), viewer)
            continue
        used = [one for one in legal if one.data()["do"] in ("use_item", "use_token", "meet_event")]
        carry_on(match, seat, choose.choice(used or legal), choose)
    assert told, "facts were told"


def _told(match: Match, seat: int, tell: Tell, choose: random.Random) -> bool:
    """Declare possible facts as the effect of a text; return whether there are any."""
    for _ in range(60):
        said = Tell(benefit=tell.benefit, facts=tuple(_fact(match.table, choose) for _ in range(choose.randint(1, 2))))
        try:
            carry_on(match, seat, said, choose)
        except (Illegal, Impossible):
            continue
        return True
    return False


def _fact(table: Table, choose: random.Random) -> str:
    words = [choose.choice(["move", "move", "turn", "set"])]
    zones = ["stock:1", "tokens:1", "items:2", "space:7", "pawns:1", "starting:2", "goods:1", *table.zones]
    while found := next_words(table, words, zones):
        words.append(choose.choice(found))
    if words[0] == "set":
        words.append(str(choose.choice([0, 1, 3, 99, -1, "null"])))
    pools = [(zone, piece) for zone in table.zones_of("unseen:") for piece in table.zones[zone] if piece[0] != "?"]
    if words[0] == "move" and pools and choose.random() < 0.5:  # a card of a deck, as it is turned up
        pool, words[1] = choose.choice(pools)
        words[3] = f"deck:{pool.partition(':')[2]}"
    return " ".join(words)
