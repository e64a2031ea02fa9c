"""What the game is, and learning it: INTRODUÇÃO, AS CARTAS, PRONTO, Vamos lá!!!, its three rounds, E agora…"""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games.tomb_raider.cards import abilities
from tablescribe.domain.match.match import Match
from tablescribe.domain.table.table import Moved
from tests.domain.tomb_raider.opened import THIRTY, lies, opened, pool
from tests.domain.tomb_raider.sentences.rows import (
    FOLLOWS,
    GRANTED,
    LAID,
    Heading,
    acts,
    asks,
    besides,
    dice,
    health,
    instead,
    tries,
    without,
)
from tests.domain.tomb_raider.table import at, count, given, lies_at
from tests.domain.tomb_raider.test_rules_learning import school, to_the_draw, two_obstacles

HIT, SKULL, EMPTY = "marker:damage", "marker:removed", "marker:empty"
about = Heading("INTRODUÇÃO")
cards = Heading("AS CARTAS")
ready = Heading("PRONTO")
off = Heading("Vamos lá!!!")
action = Heading("1 – Round de ação")
search = Heading("2 – Round de investigação")
draw = Heading("3 - Round de compra")
now = Heading("E agora…")


def learning(**options: Any) -> Match:
    """Open the learning game."""
    return opened("learn_to_play", 1, **options)


# --- what it is -------------------------------------------------------------------------------


@about.obeys("2")
def two_or_more_each_with_a_deck_and_a_figure() -> list[Match]:
    matches = [opened("trapped_in_the_tombs", 3), opened("introductory", 2, 6, 1)]
    for match in matches:
        for seat in match.opening.all_seats:
            assert sum(sum(lies(match, f"{zone}{seat}").values()) for zone in ("deck:draw", "hand:")) >= 30
            assert match.table.where(f"figure:{seat}")
    return matches


about.record("2", "TR-1", besides("the_second_has_a_card_less", Moved("?draw2", 1, "deck:draw2", "box")), LAID)


@about.obeys("3")
def or_one_alone() -> Match:
    match = acts(given({"2-2": "cross"}, seats=1), "1 step forward")
    assert at(match, 1) == "2-2"
    return match


@about.breaks("3", "TR-133")
def rolling_for_an_order_alone() -> None:
    tries(given(seats=1), "1 roll_order")


@cards.obeys("1")
def raiders_locations_and_treasures_are_for_the_table() -> Match:
    match = opened("introductory", 2, 6, 1)
    assert not pool(match, "draw1") & ({f"{n:03}" for n in range(26, 46)} | {"019", "020"})
    assert "treasure:020" in lies(match, "box")
    return match


@cards.breaks("1", "TR-3")
def a_raider_in_a_draw_deck() -> None:
    opened("introductory", 2, 6, 1, decks=f"{THIRTY}; 1 019")


@cards.obeys("2")
def five_kinds_make_a_draw_deck() -> Match:
    """An upgrade, an action, a discovery, an obstacle, a secret move."""
    match = given(hands={1: ["swift", "chute", "lamp", "bats", "leap"]})
    assert len(match.table.pieces("hand:1")) == 5
    return match


@cards.breaks("2", "TR-3")
def a_location_in_a_deck_of_sixty() -> None:
    from tests.domain.tomb_raider.opened import SIXTY

    opened("introductory", 2, 6, 1, decks=f"{SIXTY}; 1 027")


# --- laying it out ----------------------------------------------------------------------------


@ready.obeys("1")
def the_fifty_cards_of_one_starter() -> Match:
    """18 locations, a raider, a treasure, nine obstacles, and 21 more."""
    match = learning()
    locations = count(match, "deck:level", "?level") + 2
    drawn = sum(lies(match, "deck:draw1").values()) + sum(lies(match, "hand:1").values())
    assert (locations, count(match, "deck:obstacles", "?obstacles"), drawn) == (18, 9, 21)
    return match


@ready.breaks("1", "TR-6")
def two_learn_with_one_starter() -> None:
    opened("learn_to_play", 2)


@ready.obeys("2")
def no_booster() -> Match:
    """Only the starter's own cards are in the decks: those of the other starter are not."""
    match = learning()
    assert not {"021", "022", "023", "024", "025"} & (pool(match, "draw1") | pool(match, "obstacles"))
    return match


ready.record("2", "TR-6", besides("a_card_less", Moved("?draw1", 1, "deck:draw1", "box")), LAID)


@ready.obeys("3")
def depths_one_to_four() -> Match:
    from tablescribe.domain.games.tomb_raider.level_map import LevelMap

    match = learning()
    level_map = LevelMap(match.opening, match.table)
    assert (level_map.first, level_map.last) == (1, 4)
    return match


ready.record("3", "TR-6", instead("the_treasure_room_at_depth_five", "space:2-4", "space:2-5"), LAID)


@ready.obeys("4")
def the_entrance_face_up_at_depth_one() -> list[Match]:
    tomb, cave = learning(), learning(starter="cave")
    assert lies(tomb, "space:1-1") == {"level:026.forward": 1, "figure:1": 1}
    assert lies(cave, "space:1-1") == {"level:001.forward": 1, "figure:1": 1}
    return [cave, tomb]


ready.record("4", "TR-6", instead("it_lies_at_depth_two", "space:1-1", "space:1-2"), LAID)


@ready.obeys("5")
def the_treasure_room_face_down_at_depth_four_to_the_side() -> list[Match]:
    tomb, cave = learning(), learning(starter="cave")
    assert (lies(tomb, "space:2-4"), lies(cave, "space:2-4")) == ({"level:028.down": 1}, {"level:003.down": 1})
    return [cave, tomb]


ready.record("5", "TR-6", instead("it_lies_above_the_entrance", "space:2-4", "space:1-4"), LAID)


@ready.obeys("6")
def the_rest_is_the_level_deck() -> Match:
    match = learning()
    assert pool(match, "level") == {f"{n:03}" for n in range(26, 44)} - {"026", "028"}
    return match


ready.record("6", "TR-7", besides("a_location_is_left_out", Moved("?level", 1, "deck:level", "box")), LAID)


@ready.obeys("7")
def the_starters_raider() -> list[Match]:
    """Four abilities: how many dice each of its tests has."""
    tomb, cave = learning(), learning(starter="cave")
    assert (list(lies(tomb, "raider:1")), list(lies(cave, "raider:1"))) == (["raider:044"], ["raider:019"])
    match = acts(school({"2-2": "hole"}, {1: "2-2"}), "1 stay", "1 face level:hole.forward think: 6 6")
    assert dice(match) == 2
    return [match, cave, tomb]


ready.record("7", "TR-7", instead("it_lies_in_the_box", "raider:1", "box:1"), LAID)


@ready.obeys("8")
def the_treasure_card_is_laid_aside() -> Match:
    match = learning()
    assert ("treasure:045" in lies(match, "box"), lies(match, "saved:1")) == (True, {})
    return match


ready.record("8", "TR-7", besides("it_is_given_away", Moved("treasure:045", 1, "box", "saved:1")), LAID)


@ready.obeys("9")
def nine_obstacles_are_a_pile() -> list[Match]:
    """22 or 47, 25 or 50, 58, 59, 60, 62 twice, 64, 65."""
    tomb, cave = learning(), learning(starter="cave")
    assert pool(tomb, "obstacles") == {"047", "050", "058", "059", "060", "062", "064", "065"}
    assert pool(cave, "obstacles") == {"022", "025", "058", "059", "060", "062", "064", "065"}
    assert lies(tomb, "unseen:obstacles")["obstacles:062"] == 2
    return [cave, tomb]


ready.record("9", "TR-8", besides("one_is_missing", Moved("?obstacles", 1, "deck:obstacles", "box")), LAID)


@ready.obeys("10")
def pistols_and_aim_and_with_a_think_of_three_the_exit() -> list[Match]:
    tomb, cave = learning(), learning(starter="cave")
    assert set(lies(cave, "hand:1")) == {"draw1:057", "draw1:068"}, "Think 2"
    assert set(lies(tomb, "hand:1")) == {"draw1:057", "draw1:068", "draw1:071"}, "Think 3"
    return [cave, tomb]


ready.record("10", "TR-9", instead("the_exit_is_discarded", "hand:1", "discard:draw1"), LAID)


@ready.obeys("11")
def the_rest_is_the_draw_deck() -> Match:
    match = learning()
    assert sum(lies(match, "deck:draw1").values()) == 18, "21 without the hand"
    return match


ready.record("11", "TR-131", besides("one_is_gone", Moved("?draw1", 1, "deck:draw1", "box")), LAID)


@ready.obeys("12")
def the_figure_stands_on_the_entrance() -> Match:
    match = learning()
    assert at(match, 1) == "1-1"
    return match


ready.record("12", "TR-9", besides("it_stands_ahead", Moved("figure:1", 1, "space:1-1", "space:1-2")), LAID)

# --- its rounds -------------------------------------------------------------------------------


@off.obeys("1")
def no_roll_in_the_learning_game() -> Match:
    match = school()
    assert (asks(match), match.table.get("round")) == (("movement", (1,)), "action")
    return match


@off.breaks("1", "TR-10")
def rolling_in_the_learning_game() -> None:
    tries(school(), "1 roll_order")


@action.obeys("1")
def move_explore_meet_and_overcome() -> Match:
    match = acts(school({"2-2": "cross"}, {1: "2-2"}), "1 step left: level:cross obstacles:dust")
    assert (at(match, 1), asks(match)) == ("1-2", ("face", (1,)))
    acts(match, "1 face obstacles:dust think: 6 6")
    assert asks(match) == ("search", (1,))
    return match


@action.breaks("1", "TR-55")
def searching_before_the_obstacle() -> None:
    tries(acts(school({"2-2": "cross"}, {1: "2-2"}), "1 step left: level:cross obstacles:dust"), "1 search")


@action.obeys("2")
def along_the_arrows_or_by_an_added_exit() -> Match:
    match = school({"2-2": "shaft", "2-3": "cross", "1-2": "cross"}, {1: "2-2"}, lies={"2-2": ["marker:exit_left"]})
    acts(match, "1 step left")
    assert at(match, 1) == "1-2"
    return match


@action.breaks("2", "TR-28")
def where_no_arrow_points() -> None:
    tries(school({"2-2": "shaft", "3-2": "cross"}, {1: "2-2"}), "1 step right")


@action.obeys("3")
def a_new_card_points_to_where_one_came_from() -> Match:
    match = acts(school({"2-2": "cross"}, {1: "2-2"}), "1 step right: level:tee obstacles:dust")
    assert lies_at(match, "3-2") == {"level:tee.right", "obstacles:dust"}
    return match


action.record("3", "TR-30", instead("it_lies_upright", "level:tee.right", "level:tee.forward"))


@action.obeys("4")
def an_obstacle_of_danger_and_depth_from_the_pile() -> Match:
    """Danger 1 at depth 3: the bear of 8 is passed over, the pit of 4 is laid; coming back, none is."""
    match = school({"2-2": "cross"}, {1: "2-2"})
    acts(match, "1 step forward: level:cross obstacles:bear obstacles:pit", "1 face obstacles:pit move: 6 6 6")
    assert lies_at(match, "2-3") == {"level:cross.forward", "obstacles:pit"}
    return match


action.record("4", "TR-11", instead("it_is_passed_over", "space:2-3", "discard:obstacles"))


@action.obeys("5")
def printed_and_laid_in_the_order_one_likes() -> Match:
    match = acts(two_obstacles(), "1 face level:den.left move: 6 6 6", "1 face obstacles:dust think: 6 6")
    assert asks(match) == ("search", (1,))
    return acts(two_obstacles(), "1 face obstacles:dust think: 6 6", "1 face level:den.left fight: 6 6")


@action.breaks("5", "TR-57")
def one_of_the_two_twice() -> None:
    tries(acts(two_obstacles(), "1 face obstacles:dust think: 6 6"), "1 face obstacles:dust think")


@action.obeys("6")
def passed_it_harms_nobody_and_a_fight_damages_it() -> Match:
    match = acts(school({"2-2": "den"}, {1: "2-2"}), "1 stay", "1 face level:den.forward fight: 6 1")
    assert (lies_at(match, "2-2"), health(match, 1)) == ({"level:den.forward", HIT}, 2)
    match = school({"2-2": "den"}, {1: "2-2"}, {1: ["aim"]}, lies={"2-2": [HIT]})
    acts(match, "1 stay", "1 face level:den.forward fight", "1 play_card @aim: 1 2 4")
    assert (dice(match), lies_at(match, "2-2")) == (3, {"level:den.forward", SKULL}), "Take Aim adds a die"
    return match


action.record("6", "TR-61", instead("it_is_not_removed", SKULL, HIT))


@action.obeys("7")
def failing_sticks_injures_or_hits() -> list[Match]:
    stuck = acts(school({"2-2": "hole"}, {1: "2-2"}), "1 stay", "1 face level:hole.forward move: 1 1 1")
    assert count(stuck, "raider:1", "marker:stuck") == 1
    hurt = acts(school({"2-2": "nest"}, {1: "2-2"}), "1 stay", "1 face level:nest.forward fight: 1 1")
    assert abilities(hurt.opening, hurt.table, 1)["think"] == 1
    match = acts(two_obstacles(), "1 face obstacles:dust think: 1 1", "1 face level:den.left move: 1 1 1")
    assert (at(match, 1), lies_at(match, "raider:1")) == ("2-1", {"raider:lara"}), "the second hit killed it"
    return [stuck, hurt, match]


@action.breaks("7", "TR-66")
def who_is_stuck_searches() -> None:
    match = school({"2-2": "hole"}, {1: "2-2"}, {1: ["probe"]})
    tries(acts(match, "1 stay", "1 face level:hole.forward move: 1 1 1", "1 accept"), "1 play_card @probe")


@search.obeys("1")
def search_dice_and_a_discovery_and_a_mark() -> list[Match]:
    """Also who fought; the treasure room is searched in the same way."""
    match = school({"2-2": "rich"}, {1: "2-2"}, {1: ["lamp"]})
    acts(match, "1 stay", "1 search: 1 1 2 2 2", "1 accept", "1 discover @lamp")
    assert (lies_at(match, "unsaved:1"), EMPTY in lies_at(match, "2-2")) == ({"draw1:lamp"}, True)
    exit_ = school({"2-2": "shaft", "2-3": "cross"}, {1: "2-2"}, {1: ["passage"]})
    acts(exit_, "1 stay", "1 search: 6 6 6", "1 accept", "1 discover @passage", "1 choose marker:exit_left")
    assert "marker:exit_left" in lies_at(exit_, "2-2")
    return [exit_, match]


@search.breaks("1", "TR-71")
def a_find_that_is_too_difficult() -> None:
    match = school({"2-2": "rich"}, {1: "2-2"}, {1: ["lamp", "pistols"]})
    tries(acts(match, "1 stay", "1 search: 1 1 2 2 2", "1 accept"), "1 discover @pistols")


SEVEN = ("lamp", "coat", "balm", "charm", "notes", "mark", "chart")


@draw.obeys("1")
def down_to_six_cards_first() -> Match:
    match = acts(to_the_draw(SEVEN), "1 discard @lamp", "1 draw")
    assert match.table.count("hand:1") == 8
    return match


@draw.breaks("1", "TR-15")
def drawing_with_seven() -> None:
    tries(to_the_draw(SEVEN), "1 draw")


@draw.obeys("2")
def think_cards_and_a_bad_hand_once_anew() -> Match:
    match = acts(to_the_draw(("lamp", "coat")), "1 draw")
    assert (match.table.count("hand:1"), asks(match)) == (4, ("bad_hand", (1,)))
    acts(match, "1 redraw")
    assert (match.table.count("hand:1"), asks(match)) == (4, ("reset", (1,)))
    return match


@draw.breaks("2", "TR-15")
def anew_a_second_time() -> None:
    tries(acts(to_the_draw(("lamp", "coat")), "1 draw", "1 redraw"), "1 redraw")


@draw.obeys("3")
def or_the_reset_button() -> Match:
    match = acts(to_the_draw(("lamp",)), "1 draw", "1 keep_hand", "1 reset")
    assert (at(match, 1), match.table.get("resets:1")) == ("2-1", 1)
    return match


draw.record("3", "TR-78", instead("it_stays_where_it_is", "space:2-1", "space:2-2"), GRANTED)


@draw.obeys("4")
def saving_and_rising() -> Match:
    match = school({"2-2": "camp"}, {1: "2-2"}, {1: ["bold"]})
    acts(match, "1 stay", "1 no_search", "1 draw", "1 keep_hand", "1 play_on")
    assert (match.table.get("save:1"), asks(match)) == ("space:2-2", ("moment", (1,)))
    acts(match, "1 play_card @bold")
    assert health(match, 1) == 3
    return match


@draw.breaks("4", "TR-87")
def rising_without_saving() -> None:
    tries(school({"2-2": "camp"}, {1: "2-2"}, {1: ["bold"]}), "1 play_card @bold")


@draw.obeys("5")
def back_at_the_entrance_and_on_until_the_treasure_is_found() -> Match:
    """No obstacle is laid on the treasure room; its number wins."""
    match = school({"2-2": "cross", "2-3": "cross", "2-4": "room.down"}, {1: "2-3"})
    acts(match, "1 stay", "1 no_search", "1 draw", "1 keep_hand", "1 reset")
    assert (at(match, 1), match.table.get("turn")) == ("2-1", 2)
    acts(match, "1 step forward", "1 step forward", "1 step forward")
    assert lies_at(match, "2-4") == {"level:room.forward"}
    acts(match, "1 search: 6 6 1", "1 accept", "1 end_search")
    assert (match.is_over, match.table.get("winners")) == (True, "1")
    return match


draw.record("5", "TR-17", without("nobody_wins", "winners"), FOLLOWS)


@now.obeys("1")
def in_the_standard_game_who_fights_does_not_search() -> list[Match]:
    standard = acts(given({"2-2": "den"}, {1: "2-2"}), "1 stay", "1 face level:den.forward fight: 6 6", "2 stay")
    assert asks(standard) == ("search", (2,))
    learnt = acts(school({"2-2": "den"}, {1: "2-2"}), "1 stay", "1 face level:den.forward fight: 6 6")
    assert asks(learnt) == ("search", (1,))
    return [standard, acts(learnt, "1 search: 1 1 1"), learning()]


@now.breaks("1", "TR-68")
def searching_after_a_fight_in_the_standard_game() -> None:
    match = acts(given({"2-2": "den"}, {1: "2-2"}), "1 stay", "1 face level:den.forward fight: 6 6", "2 stay")
    tries(match, "1 search")
