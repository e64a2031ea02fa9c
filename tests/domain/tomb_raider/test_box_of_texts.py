"""The common tests of every game with texts that only people can read, on cards and obstacles (TR-135)."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from tablescribe.domain.games import game
from tablescribe.domain.games.tomb_raider.actions.playing import Tell
from tablescribe.domain.games.tomb_raider.options import TombRaiderOptions
from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import WrongOutcome
from tablescribe.domain.rules.typed_facts import next_words
from tablescribe.domain.rules.view import view
from tablescribe.domain.table.table import Impossible, Table
from tablescribe.replays.auditing.audit import audit
from tests.depth import times
from tests.domain.a_game import a_game
from tests.domain.kit import carry_on
from tests.domain.tomb_raider.box import BOX
from tests.domain.tomb_raider.table import begun
from tests.domain.tomb_raider.test_common import ANY_WINDOW


class Hall(TombRaiderOptions):
    """A match in the hall of the small box that ends after a few turns."""

    level: str | None = "hall"
    most_turns: int | None = 4
    rerolls: bool = False


def text(name: str) -> Any:
    """Return an effect that only people can read."""
    return {"do": "judge", "says": f"do as {name} says"}


def box_of_texts() -> Any:
    """Return the small box, with a text on every other card: actions, discoveries, secret moves, obstacles.

    Effects usable at will are limited to once a turn, as random players would use them forever.
    """
    cards = []
    for number, one in enumerate(BOX["cards"]):
        card, says = dict(one), [text(one["name"])]
        if one.get("use") == "at_will":
            card["use"] = "once_a_turn"
        if one["type"] in ("action", "secret_move") or one.get("use") or one.get("discovery_kind"):
            card["effects"] = says if number % 2 else [*one["effects"], *says]
        for block in ("block", "printed_obstacle"):
            if one.get(block):
                card[block] = {**one[block], "on_fail": [*one[block]["on_fail"][: number % 2], *says]}
        cards.append(card)
    return {**BOX, "name": "texts", "cards": cards}


TestBoxOfTexts = a_game(
    replace(game("tomb_raider"), options=Hall, seats=(1, 2, 3, 4)),
    catalogue=box_of_texts(),
    options={"most_turns": [2, 4], "objective": [None, "bounty", "recovery"]},
    endings=("treasure", "turns", "bounty", "recovery"),
    rare=dict.fromkeys(("treasure", "bounty", "recovery"), "reached with the cards that come with the game"),
    rounds=times(2, 4),
    longest=2000,
    looks=2,
    hides=True,
    turned_by=ANY_WINDOW,
    unoffered=lambda action: isinstance(action, Tell),
)


@pytest.mark.parametrize("number", range(times(2, 8)))
def test_whatever_people_say_that_a_text_did_play_goes_on(number: int) -> None:
    """Given facts put together at random, then each is refused, or the match can be shown and played on."""
    kit, choose = TestBoxOfTexts.kit, random.Random(number)
    match, told = kit.open(number), 0
    for _ in range(300):
        if match.is_over:
            break
        (seat, *_) = match.to_act
        legal = kit.legal(match, seat)
        assert legal, f"nobody can do anything: {match.table.values}"
        tell = next((one for one in legal if isinstance(one, Tell)), None)
        if tell is not None and _told(match, seat, tell, choose):
            told += 1
            for viewer in (None, seat):
                game("tomb_raider").panels(match.opening, view(match.opening, match.table, viewer), viewer)
            continue
        used = [one for one in legal if one.data()["do"] in ("play_card", "use_card", "discover", "step")]
        carry_on(match, seat, choose.choice(used or legal), choose)
    assert told, "facts were told"


def _told(match: Match, seat: int, tell: Tell, choose: random.Random) -> bool:
    """Declare possible facts as the effect of a text; return whether there are any."""
    for _ in range(60):
        said = Tell(benefit=tell.benefit, facts=tuple(_fact(match.table, choose) for _ in range(choose.randint(1, 2))))
        try:
            carry_on(match, seat, said, choose)
        except (Impossible, WrongOutcome):
            continue
        return True
    return False


def _fact(table: Table, choose: random.Random) -> str:
    words = [choose.choice(["move", "move", "move", "turn", "set"])]
    zones = ["space:2-2", "space:2-3", "space:1-1", "raider:1", "hand:1", "unsaved:1", "saved:2", *table.zones]
    while found := next_words(table, words, zones):
        words.append(choose.choice(found))
    if words[0] == "set":
        words[1] = choose.choice([words[1], "score:1", "extra_steps:1", "halted:2", "fought:1", "save:1"])
        words.append(choose.choice(["0", "1", "3", "99", "-1", "null", "true", "space:2-1"]))
    pools = [(zone, piece) for zone in table.zones_of("unseen:") for piece in table.zones[zone] if piece[0] != "?"]
    if words[0] == "move" and pools and choose.random() < 0.3:  # a card of a deck, as it is turned up
        pool, words[1] = choose.choice(pools)
        words[3] = f"deck:{pool.partition(':')[2]}"
    markers = [piece for piece in table.zones["box"] if piece.startswith("marker:")]
    if words[0] == "move" and choose.random() < 0.4:
        words[1:] = [choose.choice(markers), str(choose.choice([1, 1, 2, 9])), "box", choose.choice(zones)]
    figures = [(piece, zone) for zone in table.zones_of("space:") for piece in table.zones[zone] if piece[0] == "f"]
    if words[0] == "move" and figures and choose.random() < 0.3:
        piece, zone = choose.choice(figures)
        words[1:] = [piece, "1", zone, f"space:{choose.randint(1, 3)}-{choose.randint(1, 5)}"]
    return " ".join(words)


@pytest.mark.parametrize("number", range(times(1, 3)))
def test_a_match_of_the_first_edition_is_played_to_its_end_and_audited_by_it(number: int) -> None:
    """Given the same box, then nobody is asked to tell anything, and the audit finds nothing."""
    choose = random.Random(number)
    match = begun(catalogue=box_of_texts(), most_turns=2, edition="1")
    for _ in TestBoxOfTexts.kit.moves(match, choose):
        assert match.table.get("awaits") != "text"
    assert match.is_over
    assert "judged" in {move.action["do"] for move in match.moves if isinstance(move, Played)}
    assert not [one for one in audit(match).findings if one.severity != "note"]
