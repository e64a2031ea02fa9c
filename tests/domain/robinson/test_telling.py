"""The log names the mechanisms of the rules, with the deciding numbers, in the order of play."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tablescribe.domain.games.robinson.actions.fights import StealInvention, TakeReward, UseInFight, UsePalisade
from tablescribe.domain.games.robinson.actions.placing import (
    Arrange,
    Attack,
    Build,
    Explore,
    Gather,
    Hunt,
    Invent,
    Rest,
)
from tablescribe.domain.games.robinson.actions.resolving import MeetEvent
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import unused
from tablescribe.replays.reading.discretion import EVERYTHING, Viewer
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.reading.timeline import Timeline
from tests.domain.robinson.table import all_arrange, all_rest, given, go_on, play_it, when


def told(match: Match, viewer: Viewer = None) -> list[str]:
    """Return the texts of all moves for a reader, in order; by default a spectator."""
    timeline, reader = Timeline(match), Reader(match.opening)
    return [reader.tell(text) for n in match.line.numbers[1:] for text in timeline.changes(n, viewer)]


def fight(**levels: int) -> Match:
    """Given camps side by side and these levels, seat 1 attacks seat 2, and both arrange their camps."""
    named = {key.replace("_", ":"): n for key, n in levels.items()}
    match = given(camps={1: 3, 2: 4}, levels=named)
    return all_arrange(when(match, (1, Attack(target=2)), (2, Arrange())))


def a_fight(**levels: int) -> Match:
    return go_on(fight(**levels))


def behind_the_palisade() -> Match:
    return go_on(when(fight(weapon_1=3, weapon_2=1, palisade_2=2), (2, UsePalisade())))


def with_a_pistol() -> Match:
    match = given(camps={1: 3, 2: 4}, starting={1: {"pistol": 2}}, levels={"weapon:1": 1})
    all_arrange(when(match, (1, Attack(target=2)), (2, Arrange())))
    return go_on(when(match, (1, UseInFight(what="starting:pistol"))))


def a_hunt() -> Match:
    match = given(hunting=1, levels={"weapon:1": 1})
    return go_on(all_rest(when(match, (1, Hunt()), (2, Rest()), (1, Hunt())), "beast:fox"))


def a_roof(*dice: str) -> Match:
    match = given(levels={"shelter:1": 1}, stock={1: {"wood": 2}})
    return go_on(all_rest(when(match, (1, Build(track="roof", pay="wood")), (2, Rest())), *dice))


def gathering_with_two_pawns() -> Match:
    match = given(tiles={4: 8})
    when(match, (1, Gather(space=4, side="left")), (2, Rest()), (1, Gather(space=4, side="left")))
    return all_rest(match)


def a_special_event() -> Match:
    return go_on(when(gathering_with_two_pawns(), (1, MeetEvent())))


def a_totem() -> Match:
    match = given()
    return go_on(all_rest(when(match, (1, Explore(space=4)), (2, Rest())), "blank", "success", "blank", "tile:2"))


def a_token() -> Match:
    match = given()
    when(match, (1, Explore(space=4)), (2, Rest()))
    return go_on(all_rest(match, "blank", "success", "blank", "tile:11", "discovery:fallen_tree"))


def a_sign() -> Match:
    match = given()
    when(match, (1, Explore(space=4)), (2, Rest()))
    return go_on(all_rest(match, "blank", "success", "blank", "tile:11", "discovery:sign_d"))


def a_book() -> Match:
    return go_on(all_rest(given(), "icon:book"))


def weather(*dice: str) -> Match:
    match = given(values={"round": 6}, levels={"roof:1": 1}, stock={1: {"food": 3, "wood": 3}})
    return go_on(all_rest(match, *dice))


def a_beast_in_the_weather() -> Match:
    return go_on(all_rest(given(values={"round": 5}, levels={"weapon:1": 1}), "beast"))


def a_stolen_knife() -> Match:
    """Given an attack that takes the knife that the bow of its owner needs."""
    match = given(
        camps={1: 3, 2: 4}, levels={"weapon:1": 4, "weapon:2": 1, "palisade:2": 0},
        items={2: ["rope", "knife"]}, stock={2: {"wood": 1}},
    )  # fmt: skip
    when(match, (1, Attack(target=2)), (2, Invent(invention="invention:bow")))
    all_arrange(match)
    go_on_to(match, TakeReward(reward="take_item"))
    play_it(match, 1, StealInvention(invention="invention:knife"))
    return go_on(match)


def go_on_to(match: Match, act: TakeReward) -> None:
    """Let nobody use a bonus, and let the winner take a reward."""
    while match.table.get("awaits") != "reward":
        closing = unused(match.opening, match.table)
        assert closing is not None
        play_it(match, *closing)
    play_it(match, 1, act)


def a_death() -> Match:
    match = given(seats=3, levels={"hearts:1": 1}, stock={1: {}, 2: {"food": 2}, 3: {"food": 2}})
    return go_on(all_arrange(match))


MECHANISMS: dict[str, tuple[Callable[[], Match], tuple[str, ...]]] = {
    "an attack that is won": (
        lambda: a_fight(weapon_1=3, weapon_2=1),
        ("player 1 attacks player 2: weapon 3 against weapon 1, player 1 wins by 2", "player 2 takes 2 wounds"),
    ),
    "an attack that is lost": (
        lambda: a_fight(weapon_2=1),
        ("player 1 attacks player 2: weapon 0 against weapon 1, player 2 wins by 1", "player 1 takes 1 wound"),
    ),
    "a tie": (
        lambda: a_fight(weapon_1=2, weapon_2=2),
        ("player 1 attacks player 2: weapon 2 against weapon 2, nobody wins",),
    ),
    "a fight behind the palisade": (
        behind_the_palisade,
        (
            "player 1 attacks player 2: weapon 3 against weapon 1 and palisade 2, nobody wins",
            "player 2 loses 1 palisade level",
        ),
    ),
    "a bonus in a fight": (
        with_a_pistol,
        ("player 1 attacks player 2: weapon 1 + 3 against weapon 0, player 1 wins by 4",),
    ),
    "a hunt": (
        a_hunt,
        (
            "the beast is Fox",
            "player 1 hunts Fox: strength 2 against weapon 1",
            "player 1 takes 1 wound",
            "player 1 gains 2 food and 1 fur",
        ),
    ),
    "dice": (
        lambda: a_roof("wound", "success", "blank"),
        ("player 1 builds the roof: wound, success", "player 1 takes 1 wound", "player 1 gains 1 roof level"),
    ),
    "dice without success": (
        lambda: a_roof("blank", "determination", "adventure"),
        (
            "player 1 builds the roof: no success, adventure",
            "player 1 gains 2 determination",
            "player 1 meets Shored earth: lose 1 food; 1 palisade level",
        ),
    ),
    "work without dice": (
        gathering_with_two_pawns,
        ("player 1 gathers from the left source of space 4: without dice", "player 1 gains 1 wood"),
    ),
    "a special event": (
        a_special_event,
        (
            "player 1 meets Rival cache: take 1 wood from a player who has more; if nobody has, 1 determination",
            "player 1 gains 1 determination",
        ),
    ),
    "a totem": (
        a_totem,
        (
            "player 1 explores space 4: success",
            "tile 2 (mountain) is at space 4",
            "player 1 reveals totem 1: 1 relic; a beast joins the hunting deck",
            "player 1 gains 1 relic",
        ),
    ),
    "a token that takes effect at once": (
        a_token, ("player 1 finds Fallen tree: 1 wood", "player 1 gains 1 wood")
    ),
    "a scenario sign": (a_sign, ("player 1 finds the sign of two bars: 1 relic", "player 1 gains 1 relic")),
    "a book": (
        a_book,
        (
            "the event card shows a book",
            "Restless idols: each player with a relic: lose 1 determination or take 1 wound",
            "Restless idols: each player without a relic: 1 determination",
        ),
    ),
    "the weather": (
        lambda: weather("rain_2"),
        (
            "the weather: rain 2",
            "weather for player 1: rain 2, snow 0, roof 1",
            "weather for player 2: rain 2, snow 0, roof 0",
            "the weather costs player 1 1 food and 1 wood",
        ),
    ),
    "weather that cannot be paid for": (lambda: weather("rain_2"), ("player 2 cannot pay for the weather: 2 wounds",)),
    "the beast of the weather": (
        a_beast_in_the_weather,
        (
            "the weather: a beast",
            "a beast attacks player 1: strength 3 against weapon 1",
            "player 1 takes 2 wounds",
            "a beast attacks player 2: strength 3 against weapon 0",
        ),
    ),
    "morale and production": (
        a_book, ("morale phase: player 1 gains 1 determination", "the camp of player 1 produces 1 wood and 1 food")
    ),
    "the camp": (
        lambda: go_on(all_arrange(given())), ("player 1 arranges the camp", "player 1 gains 4 determination")
    ),
    "rest": (
        lambda: go_on(all_rest(given(levels={"hearts:1": 9}))), ("player 1 rests", "player 1 heals 2 hearts")
    ),
    "the night": (
        lambda: go_on(all_arrange(given(stock={1: {"food": 1}, 2: {}}, levels={"shelter:2": 1}))),
        ("player 1 eats 1 food", "player 2 has nothing to eat: 2 wounds", "player 1 sleeps in the open: 1 wound"),
    ),
    "food that spoils": (
        lambda: go_on(all_arrange(given(stock={1: {"food": 3}}))), ("player 1 loses 2 food, which spoils",)
    ),
    "a theft, and what no longer can be done": (
        a_stolen_knife,
        ("player 1 gets Knife from player 2", "player 2 can no longer resolve the action: Bow"),
    ),
    "what new inventions give": (a_stolen_knife, ("new inventions give player 1 1 weapon level",)),
    "a death": (
        a_death,
        (
            "player 1 dies", "Biscuits is removed from the game", "Flask of Rum is removed from the game",
            "player 2 is now first player",
        ),
    ),
}  # fmt: skip
"""The expected sentences in order, by mechanism, with a match in which it happens."""


@pytest.mark.parametrize("viewer", [None, 1, EVERYTHING])
@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_each_mechanism_is_told_by_its_name_in_the_order_of_play(mechanism: str, viewer: Viewer) -> None:
    make, sentences = MECHANISMS[mechanism]
    said = told(make(), viewer)
    places = [said.index(one) if one in said else f"nobody says: {one}" for one in sentences]
    assert not [one for one in places if isinstance(one, str)], said
    assert places == sorted(places, key=int)


def test_an_attack_that_waits_for_an_answer_is_told_too() -> None:
    assert told(fight(weapon_1=1, palisade_2=1))[-1] == "player 1 attacks player 2"


def test_what_is_lost_before_something_is_found_is_told_before_it() -> None:
    """The wounds of a hunt come before the token that a gathering meets (RC-24)."""
    match = given(hunting=1, tiles={5: 8}, tokens=["gather"])
    when(match, (1, Hunt()), (2, Gather(space=5, side="left")), (1, Hunt()))
    said = told(go_on(all_rest(match, "beast:fox")))
    assert said.index("player 1 takes 2 wounds") < said.index("the grey adventure token is resolved")


def test_who_dies_with_the_first_player_never_leads() -> None:
    match = given(seats=3, levels={"hearts:1": 1, "hearts:2": 1, "hearts:3": 9}, stock={1: {}, 2: {}, 3: {"food": 1}})
    said = told(go_on(all_arrange(match)))
    assert "player 2 is now first player" not in said
    assert "player 2 dies" in said
