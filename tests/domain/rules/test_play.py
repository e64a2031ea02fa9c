"""Play: rules act through it, and a failed action leaves no trace."""

import pytest

from tablescribe.domain.rules.chance import NeedsOutcome, NoChance, ScriptedChance, WrongOutcome
from tablescribe.domain.rules.deciding import decide, legal_actions, may, refuse_unused
from tablescribe.domain.rules.play import Illegal, Play, deck_box
from tablescribe.domain.rules.view import view
from tablescribe.domain.rules.window import Window, awaited
from tablescribe.domain.table.table import Impossible, Table
from tablescribe.domain.words.text import say
from tests.support import Push, RollOn, Step, Take, do, toy_match, toy_opening

WHY = say("why")
OFFER = Window("offer", "TT-5", say("the offers"), simultaneous=True)


def laid_out() -> Play:
    play = Play(
        toy_opening(), Table(deck_box("card", {"card:a": 1, "card:b": 2})), ScriptedChance(["card:a", "?", "card:b", 3])
    )
    play.lay_deck("card", {"card:a": 1, "card:b": 2})
    return play


def test_a_broken_rule_is_refused_with_its_number_and_leaves_no_trace() -> None:
    match = toy_match()
    before = match.table.copy()
    with pytest.raises(Illegal) as refused:
        decide(match.opening, match.table, 1, Step(fields=3), NoChance())
    assert (refused.value.rule, str(refused.value)) == ("TT-1", "TT-1: two fields at most")
    assert match.table == before


def test_as_played_the_same_action_is_recorded_with_every_rule_it_breaks() -> None:
    match = toy_match()
    decision = decide(match.opening, match.table, 2, Step(fields=-3), NoChance(), as_played=True)
    assert [broken.rule for broken in decision.irregularities] == ["TT-0", "TT-2"]
    assert decision.citations == ("TT-0", "TT-1", "TT-2")
    assert decision.facts


def test_deciding_leaves_the_table_as_it_was() -> None:
    match = toy_match()
    before = match.table.copy()
    assert decide(match.opening, match.table, 1, RollOn(), ScriptedChance([6])).outcomes == (6,)
    with pytest.raises(NeedsOutcome):
        decide(match.opening, match.table, 1, RollOn(), NoChance())
    with pytest.raises(Impossible, match="no seat 3"):
        decide(match.opening, match.table, 3, RollOn(), NoChance())
    assert match.table == before


def test_a_play_takes_everything_back_when_anything_raises() -> None:
    play = laid_out()
    before = play.table.copy()

    def fail() -> None:
        with Play(play.opening, play.table, ScriptedChance()) as other:
            other.set("k", 1)
            other.add("k", 2)
            other.score(1, 3)
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert play.table == before
    with Play(play.opening, play.table, ScriptedChance()) as other:
        other.set("k", 1)
    assert play.table.get("k") == 1


def test_drawn_cards_leave_the_deck_and_the_unseen_ones_and_can_be_shuffled_back() -> None:
    play = laid_out()
    before, total = play.table.copy(), play.table.total()
    assert play.draw("card", "hand:1", 1, WHY) == "card:a"
    assert play.draw("card", "hand:1", 1, WHY, secret=True) == "?card"
    assert play.table.pieces("hand:1") == {"card:a": 1, "?card": 1}
    assert play.table.pieces("unseen:card") == {"card:b": 2, "?card": 1}
    assert play.turn_up("hand:1", "card:a", 1, WHY) == "card:a"
    assert play.turn_up("hand:1", "?card", 1, WHY) == "card:b"
    play.shuffle_in("hand:1", "card")
    assert play.table == before
    assert play.table.total() == total


def test_a_card_cannot_be_in_two_places() -> None:
    play = laid_out()
    play.draw("card", "hand:1", 1, WHY)
    with pytest.raises(Impossible, match="it is in hand:1"):
        play.reveal("deck:card", "card", "card:a")
    with pytest.raises(Impossible, match="has no such card"):
        play.reveal("deck:card", "card", "card:z")
    play.move_all("deck:card", "away")
    with pytest.raises(Impossible, match="deck:card is empty"):
        play.draw("card", "hand:1", 1, WHY)


def test_picking_asks_only_where_there_is_a_choice() -> None:
    play = laid_out()
    assert play.pick("deck:card", 1, WHY) == "?card"
    with pytest.raises(Impossible, match="it is empty"):
        play.pick("nowhere", 1, WHY)
    play.draw("card", "hand:1", 1, WHY)
    play.move("?card", 1, "deck:card", "hand:1")
    with pytest.raises(WrongOutcome):
        Play(play.opening, play.table, ScriptedChance(["card:z"])).pick("hand:1", 2, WHY)
    assert Play(play.opening, play.table, ScriptedChance(["?card"])).pick("hand:1", 2, WHY) == "?card"


def test_windows_wait_for_several_seats() -> None:
    play = laid_out()
    play.ask(OFFER, 1, 2)
    assert awaited(play.table) == (1, 2)
    assert not play.answered(1)
    assert play.table.get("awaits") == "offer"
    assert play.answered(2)
    assert play.table.get("awaits") is None


def test_no_move_and_no_turn_are_no_facts() -> None:
    play = laid_out()
    done = len(play.facts)
    play.move("?card", 0, "deck:card", "x")
    play.move("?card", 1, "deck:card", "deck:card")
    play.turn("deck:card", "?card", "?card")
    play.set("none", None)
    assert len(play.facts) == done


def test_legal_actions_are_those_that_deciding_allows() -> None:
    match = toy_match()
    legal = list(legal_actions(match.opening, match.table, 1))
    assert legal == [Step(fields=1), Step(fields=2), RollOn(), Take(), Push(seat=2)]
    assert not any(legal_actions(match.opening, match.table, 2))
    assert not may(match.opening, match.table, 9, Take())


def test_outcomes_that_nobody_asked_for_are_refused() -> None:
    with pytest.raises(WrongOutcome, match="no die or card is needed for 4"):
        refuse_unused(ScriptedChance([4]))


def test_a_view_hides_what_a_seat_may_not_see() -> None:
    match = toy_match(chance="open")
    do(match, 1, Take(), "card:c")
    mine, theirs, spectator = (view(match.opening, match.table, viewer) for viewer in (1, 2, None))
    assert mine == match.table
    for other in (theirs, spectator):
        assert other.pieces("hand:1") == {"?card": 1}
        assert other.count("unseen:card", "card:c") == 1
        assert other.total() == match.table.total()
    match.table.values["hidden"] = 1
    assert view(match.opening, match.table, 1).get("field:2") == "?"
