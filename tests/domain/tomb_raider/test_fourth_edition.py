"""The changes of the fifth edition; matches of the fourth continue under it. Each cites its sentence of the manual."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.games import opening
from tablescribe.domain.games.tomb_raider.scoring import result
from tablescribe.domain.games.tomb_raider.series import standing
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.rules.game import Ended
from tablescribe.domain.rules.play import Illegal
from tablescribe.replays.auditing.audit import audit
from tests.domain.tomb_raider.box import BOX, block, obstacle
from tests.domain.tomb_raider.cases_levels import CAVES
from tests.domain.tomb_raider.finishing import CLOSET, finish, one_has_finished
from tests.domain.tomb_raider.opened import PEOPLE
from tests.domain.tomb_raider.sentences.alone import all_mapped
from tests.domain.tomb_raider.sentences.levels_first import TOMBS
from tests.domain.tomb_raider.sentences.rows import acts, asks, health, tries
from tests.domain.tomb_raider.table import at, given, lies_at
from tests.support import STAMP

EMPTY, HIT, BRONZE = "marker:empty", "marker:damage", "treasure:bronze"
DROPPED: dict[str, Any] = {"prize": BRONZE, "prize:number": 13}


def is_sound(match: Match) -> bool:
    return not [one for one in audit(match).findings if one.severity != "note"]


def offered(match: Match, seat: int) -> set[str]:
    return {one.data()["do"] for one in legal_actions(match.opening, match.table, seat)}


# --- “e pode ser recolhido com uma rolagem de investigação” (Recuperação) ------------------------


def dropped_where_it_is_empty(edition: str) -> Match:
    """Return a match in which the treasure lies in a location marked as empty, and seat 1 stands there."""
    lies = {"2-2": [BRONZE, EMPTY]}
    match = given({"2-2": "cross"}, {1: "2-2"}, objective="recovery", values=DROPPED, lies=lies, edition=edition)
    return acts(match, "1 stay", "2 stay")


def test_a_treasure_that_fell_in_an_empty_location_is_picked_up_by_a_search() -> None:
    match = acts(dropped_where_it_is_empty("5"), "1 search: 6 6 1")
    assert (lies_at(match, "unsaved:1"), match.table.get("carrier")) == ({BRONZE}, 1)
    assert is_sound(match)


def test_in_the_fourth_edition_nobody_could_search_for_it() -> None:
    match = dropped_where_it_is_empty("4")
    assert asks(match) == ("search", (2,))
    assert is_sound(match)


def test_the_search_for_it_finds_no_discovery_there() -> None:
    """“Somente uma carta de descoberta pode ser encontrada em cada localização.”"""
    lies = {"2-2": [BRONZE, EMPTY]}
    match = given({"2-2": "cross"}, {1: "2-2"}, {1: ["lamp"]}, objective="recovery", values=DROPPED, lies=lies)
    acts(match, "1 stay", "2 stay", "1 search: 6 5 1", "1 accept")
    with pytest.raises(Illegal, match="TR-73"):
        tries(match, "1 discover @lamp")


# --- “Somente uma carta de descoberta pode ser encontrada em cada localização” -------------------


def searched_twice(edition: str = "") -> Match:
    """Return a match in which seat 1 has rolled 8 in a treasure room (13) where a discovery was found before."""
    match = given({"2-4": "room"}, {1: "2-4"}, {1: ["lamp"]}, lies={"2-4": [EMPTY]}, edition=edition)
    return acts(match, "1 stay", "2 stay", "1 search: 6 1 1", "1 accept")


def test_an_emptied_treasure_room_gives_no_other_discovery() -> None:
    match = searched_twice()
    assert asks(match) == ("search", (2,))
    with pytest.raises(Illegal, match="TR-73: a discovery has already been found here"):
        tries(match, "1 discover @lamp")
    assert is_sound(match)


def test_in_the_fourth_edition_it_gave_another() -> None:
    match = acts(searched_twice("4"), "1 discover @lamp")
    assert lies_at(match, "unsaved:1") == {"draw1:lamp"}
    assert is_sound(match)


def test_a_card_played_instead_still_finds_a_discovery_there() -> None:
    """“Investigações que surgiram de uma carta de ação podem ser jogadas … mesmo em localizações … vazias.”"""
    match = given({"2-4": "room"}, {1: "2-4"}, {1: ["lamp", "probe"]}, lies={"2-4": [EMPTY]})
    acts(match, "1 stay", "2 stay", "1 play_card @probe: 5 1 1 1", "1 accept", "1 discover @lamp")
    assert lies_at(match, "unsaved:1") == {"draw1:lamp"}


# --- “Se você tem mais que 6 cartas, descarte-as até ficar com 6” (learning) ---------------------


def learner(edition: str, *hand: str) -> Match:
    """Return the learning game in the first draw round, with this hand."""
    match = given({"2-2": "cross"}, {1: "2-2"}, {1: hand}, seats=1, level="school", edition=edition)
    return acts(match, "1 stay", "1 no_search")


@pytest.mark.parametrize(("edition", "drawn"), [("4", 4), ("5", 2)])
def test_a_learner_without_cards_draws_think_cards(edition: str, drawn: int) -> None:
    """“Compre um número de cartas igual ao … da sua habilidade de Inteligência”: twice as many is a standard rule."""
    match = acts(learner(edition), "1 draw")
    assert match.table.count("hand:1") == drawn
    assert is_sound(match)


def test_a_learner_discards_only_down_to_six() -> None:
    match = learner("5", "aim", "nerve")
    assert "discard" not in offered(match, 1)
    with pytest.raises(Illegal, match="TR-15: in a learning match you discard only while you hold more than six"):
        tries(match, "1 discard @aim")
    acts(learner("4", "aim", "nerve"), "1 discard @aim", "1 discard @nerve")


# --- “Se o personagem não tiver nenhum ponto de vida sobrando ele morre” -------------------------


def robbed(edition: str = "") -> Match:
    """Return a match in which seat 1 has stolen the treasure that kept seat 2 alive."""
    lies = {"raider:2": [HIT, HIT], "unsaved:2": [BRONZE]}
    match = given(
        {"2-2": "cross"}, {1: "2-2", 2: "2-2"}, {1: ["theft"]}, lies=lies, objective="recovery",
        values={**DROPPED, "carrier": 2}, edition=edition,
    )  # fmt: skip
    assert health(match, 2) == 1
    return acts(match, "1 play_card @theft")


def test_who_loses_the_card_that_gave_it_health_dies() -> None:
    match = robbed()
    assert (at(match, 2), lies_at(match, "unsaved:1"), match.table.get("carrier")) == ("off", {BRONZE}, 1)
    assert is_sound(match)


def test_in_the_fourth_edition_it_lived_without_health() -> None:
    match = robbed("4")
    assert (at(match, 2), health(match, 2)) == ("2-2", 0)
    assert is_sound(match)


VEST = {"id": "vest", "type": "discovery", "name": "Vest", "difficulty": 8, "effects": [{"do": "extra_health"}]}
THIEF = obstacle("thief", 2, block("Thief", "other", {"move": 8}, {"do": "lose_item"}))
WITH_A_VEST = {**BOX, "cards": [*BOX["cards"], VEST, THIEF], "deck": f"{BOX['deck']}; 2 vest; 2 thief"}


def test_who_must_discard_the_item_that_gave_it_health_dies() -> None:
    match = given(
        {"2-2": "cross"}, {1: "2-2"}, lies={"2-2": ["draw2:thief"], "raider:1": [HIT, HIT]},
        rows={"unsaved:1": ["vest"]}, catalogue=WITH_A_VEST,
    )  # fmt: skip
    assert health(match, 1) == 1
    acts(match, "1 stay", "1 face draw2:thief move: 1 1 1")
    assert (at(match, 1), lies_at(match, "discard:draw1")) == ("off", {"draw1:vest"})


# --- “Um explorador que termine sua movimentação … pode, opcionalmente atacá-lo” -----------------


def moved_after_an_attack(edition: str = "") -> Match:
    """Return a match in which seat 1 has attacked seat 2, and a card takes it to seat 3 while it faces the wolf."""
    places, raiders = {"2-2": "den", "2-3": "ledge"}, {1: "2-2", 2: "2-2", 3: "2-3"}
    match = given(places, raiders, {1: ["rope"]}, seats=3, edition=edition)
    acts(match, "1 stay", "1 attack 2: 6 6 1 1", "1 accept", "1 play_card @rope")
    return acts(match, "1 choose space:2-3")


def test_a_raider_attacks_once_in_its_action_round_wherever_a_card_takes_it() -> None:
    """Its movement ended once; what lies where it comes to it must still survive."""
    match = moved_after_an_attack()
    assert (asks(match), offered(match, 1) & {"attack", "no_attack"}) == (("face", (1,)), set())
    acts(match, "1 face level:ledge.forward move: 6 6 6")
    assert asks(match) == ("movement", (2,))
    assert is_sound(match)


def test_in_the_fourth_edition_it_attacked_again() -> None:
    match = acts(moved_after_an_attack("4"), "1 attack 3: 6 6 1 1")
    assert health(match, 3) == 1
    assert is_sound(match)


def test_moved_before_its_attack_a_raider_attacks_where_it_comes_to_and_then_survives() -> None:
    places, raiders = {"2-2": "den", "2-3": "ledge"}, {1: "2-2", 2: "2-2", 3: "2-3"}
    match = acts(given(places, raiders, {1: ["rope"]}, seats=3), "1 stay", "1 play_card @rope", "1 choose space:2-3")
    acts(match, "1 attack 3: 6 6 1 1")
    assert asks(match) == ("face", (1,))
    acts(match, "1 face level:ledge.forward move: 6 6 6")
    assert asks(match) == ("movement", (2,))


def test_moved_into_an_unknown_space_it_maps_it_and_survives_there() -> None:
    """Others may place an obstacle, as wherever a location is mapped."""
    match = given({"2-2": "den"}, {1: "2-2"}, {1: ["rope"], 2: ["bats"]})
    acts(match, "1 stay", "1 play_card @rope", "1 choose space:2-3: level:ledge", "2 offer @bats")
    assert (asks(match), lies_at(match, "2-3")) == (("face", (1,)), {"level:ledge.forward", "draw2:bats"})
    acts(match, "1 face level:ledge.forward move: 6 6 6", "1 face draw2:bats move: 6 6 6")
    assert asks(match) == ("movement", (2,))
    assert is_sound(match)


# --- “Cada deck deverá conter uma sala de tesouro e uma sala de entrada” (Parallel Pick-up) ------


def pick_up(tombs: str, caves: str, edition: str = "") -> Match:
    options = {"level": "parallel_pick_up", "level_decks": f"{tombs} --- {caves}"}
    return Match.open("m", opening("tomb_raider", 2, options, edition=edition), PEOPLE[:2], STAMP)


@pytest.mark.parametrize(
    ("caves", "why"),
    [
        (CAVES.replace("003", "153"), "exactly one treasure room"),
        (CAVES.replace("001", "153"), "exactly one entrance"),
        (f"{CAVES}; 026", "exactly one entrance"),
    ],
)
def test_each_deck_has_one_treasure_room_and_one_entrance(caves: str, why: str) -> None:
    assert pick_up(TOMBS, CAVES)
    with pytest.raises(Illegal, match=f"TR-115: a level deck needs {why}"):
        pick_up(TOMBS, caves)
    assert is_sound(pick_up(TOMBS, caves, edition="4"))


# --- “O jogador que necessitou de menos turnos extras vence a serie” (Cronometrado) --------------


def timed(edition: str, **options: Any) -> Match:
    """Open the level of two spaces in a timed series."""
    fixed = opening(
        "tomb_raider", 2, {"level": "the_closet", "series": "timed", **options}, {"own_levels": [CLOSET]}, edition
    )
    return Match.open("m", fixed, PEOPLE[:2], STAMP)


def series_of(match: Match) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return who wins the series of this one level, and the numbers."""
    found = result(match.opening, match.table)
    assert found is not None
    stands = standing([Ended(match.opening, match.table, found)])
    return stands.winners, stands.scores


def test_a_timed_series_has_no_other_objective() -> None:
    """The bounty hunter with fewer points won the series: they were taken for turns."""
    with pytest.raises(Illegal, match="TR-121: a timed series counts turns"):
        timed("5", objective="bounty")
    then = finish(timed("4", objective="bounty"))
    assert (then.table.text("winners"), series_of(then)) == ("1", ((2,), (1, 0)))
    assert is_sound(then)


@pytest.mark.parametrize(
    ("edition", "ending", "won"), [("4", "turns", ((1, 2), (0, 0))), ("5", "timed", ((1,), (0, 2)))]
)
def test_who_has_not_finished_at_the_limit_of_turns_needed_more_of_them(edition: str, ending: str, won: Any) -> None:
    """Seat 1 finishes in turn 1; seat 2 has not at the end of turn 2, and counts as finishing in turn 3."""
    match = finish(timed(edition, most_turns=2), {(2, turn): 1 for turn in (1, 2)})
    assert (match.table.text("ending"), series_of(match)) == (ending, won)
    assert is_sound(match)


def test_a_level_that_nobody_has_finished_at_the_limit_gives_no_extra_turns() -> None:
    match = finish(timed("5", most_turns=1), {(seat, 1): 1 for seat in (1, 2)})
    assert (match.table.text("ending"), series_of(match)[1]) == ("turns", (0, 0))


def test_who_has_finished_takes_no_part_in_the_roll_for_turn_order() -> None:
    """“O primeiro jogador … contagem … Conte o número de turnos extras”: a finished player has no turn to order."""
    match = one_has_finished(edition="5")
    with pytest.raises(Illegal, match="TR-121: a raider that has finished the level takes no more turns in it"):
        tries(match, "1 roll_order")
    acts(match, "3 roll_order: 1 1 6 6 6")
    assert asks(match) == ("first_mover", (3,))
    with pytest.raises(Illegal, match="TR-121"):
        tries(match, "3 let_begin 1")
    acts(match, "3 let_begin 2")
    assert match.table.get("first") == 2
    assert is_sound(match)


def test_the_last_who_has_not_finished_has_nobody_to_roll_against() -> None:
    match = one_has_finished(edition="5", seats=2)
    assert "roll_order" not in offered(match, 2)


def test_in_the_fourth_edition_who_had_finished_could_be_named_as_first() -> None:
    match = acts(one_has_finished(edition="4"), "1 roll_order: 6 6 6 1 1 1 1 1", "1 let_begin 2")
    assert match.table.get("first") == 2
    assert is_sound(match)


# --- “O explorador com o maior quantia de pontos vence” (Caçador de recompensas) -----------------


@pytest.mark.parametrize(
    ("edition", "points", "rule", "won"),
    [("5", (1, 3), "TR-119", "2"), ("5", (2, 2), "TR-119", "1,2"), ("4", (1, 3), "TR-106", "")],
)
def test_most_points_win_at_a_limit_of_turns(edition: str, points: tuple[int, int], rule: str, won: str) -> None:
    values = {"score:1": points[0], "score:2": points[1]}
    match = given(
        {"2-2": "cross"}, {1: "2-2", 2: "2-2"}, objective="bounty", most_turns=1, values=values, edition=edition
    )
    acts(match, "1 stay", "1 no_attack", "2 stay", "2 no_attack", "1 no_search", "2 no_search")
    acts(match, "1 draw", "1 play_on", "2 draw", "2 play_on")
    result = match.opening.game.result(match.opening, match.table)
    assert result is not None
    assert (result.ending, result.rule) == ("turns", rule)
    assert ",".join(map(str, result.winners)) == won
    assert is_sound(match)


def test_alone_a_bounty_hunter_who_comes_to_the_limit_has_not_won() -> None:
    """“Um certo número de turnos”: alone, the limit is what is to be reached."""
    match = given({"2-2": "cross"}, {1: "2-2"}, seats=1, objective="bounty", most_turns=1)
    acts(match, "1 stay", "1 no_search", "1 draw", "1 play_on")
    assert (match.is_over, match.table.text("winners")) == (True, "")


# --- “Você pode ser obrigado a investigar cada localização” (Objetivo) ---------------------------


@pytest.mark.parametrize(("edition", "over"), [("5", True), ("4", False)])
def test_a_location_is_searched_once_a_raider_has_rolled_there(edition: str, over: bool) -> None:
    match = acts(all_mapped("cross", empty=True, search_all=True, edition=edition), "1 search: 1 1 1")
    assert match.is_over is over
    assert is_sound(match)


# --- “Todos os danos e marcadores de enfraquecimentos são removidos” -----------------------------


def test_extra_health_survives_death() -> None:
    """A green marker is neither damage nor a weakening."""
    match = given({"2-2": "cross"}, {1: "2-2"}, lies={"raider:1": ["marker:health", HIT]}, seats=1)
    before = health(match, 1)
    acts(match, "1 stay", "1 no_search", "1 draw", "1 reset")
    assert health(match, 1) == before + 1
