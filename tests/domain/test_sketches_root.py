"""A sketch of a battle in Root: nested windows, casualties one by one, and undoing all of it."""

from __future__ import annotations

from itertools import product

import pytest

from tablescribe.domain.match.match import Match, TakeBackRefused
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.agenda import due
from tablescribe.domain.rules.chance import NeedsOutcome, NoChance, Outcome, WrongOutcome
from tablescribe.domain.rules.deciding import decide, legal_actions
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.rules.view import view
from tablescribe.domain.table.table import Impossible, Moved
from tests.domain.sketches import root as ro
from tests.domain.sketches import root_actions as says
from tests.support import STAMP, do

C, A = ro.MARQUISE, ro.ALLIANCE


def shown(match: Match, zone: str = ro.CLEARING) -> dict[str, int]:
    return match.table.pieces(zone)


def dealt(*outcomes: Outcome) -> Match:
    """Open a match in which all hands are known: three cards of the Marquise, then three of the Alliance."""
    return ro.root(chance="open", outcomes=outcomes)


def without(match: Match, **gone: int) -> Match:
    """Remove pieces from the clearing, or effects from play, for a test that begins with less."""
    facts = []
    for word, n in gone.items():
        piece = word.replace("_", ":", 1).replace("_", "-")
        (zone,) = {zone for zone in match.table.where(piece) if zone.startswith(("clearing:5", "crafted"))}
        facts.append(Moved(piece, n, zone, "box"))
    match.rule(facts, STAMP, clause="test", reason="where the test begins")
    return match


def no_effects(match: Match) -> Match:
    return without(match, effect_brutal_tactics=1, effect_sappers=1)


# --- how a battle begins ----------------------------------------------------------------------


def test_the_defender_is_asked_for_an_ambush_before_dice_are_rolled() -> None:
    match = ro.root()
    do(match, C, says.Battle(defender=A))
    assert (match.table.get("awaits"), match.to_act) == ("ambush", (A,))
    assert [step.do for step in due(match.table)] == ["roll", "ambushed"]


def test_an_unused_window_closes_by_itself_when_the_dice_are_told_with_the_battle() -> None:
    match = no_effects(ro.root())
    battle, closing = do(match, A, says.Battle(defender=C), 1, 3)
    assert (battle.implied, battle.outcomes) == (False, ())
    assert (closing.seat, closing.implied, closing.outcomes) == (C, True, (1, 3))
    assert (match.table.get("awaits"), match.to_act) == ("casualty", (C,)), (
        "two hits, one of the Marquise's pieces each"
    )


def test_a_battle_whose_dice_are_told_by_halves_asks_for_the_other_and_records_nothing() -> None:
    match = ro.root()
    with pytest.raises(NeedsOutcome, match="seat:1 rolls a battle die") as needs:
        do(match, C, says.Battle(defender=A), 1)
    assert (needs.value.question.kind, dict(needs.value.question.among)) == ("roll", ro.FACES)
    with pytest.raises(WrongOutcome, match="no die or card is needed for 2"):
        do(match, C, says.Battle(defender=A), 1, 3, 2)
    assert match.head == 0
    assert match.table.get("awaits") is None


def test_a_window_left_open_closes_with_the_next_battle_and_its_dice_come_first() -> None:
    match = no_effects(ro.root())
    do(match, C, says.Battle(defender=A))
    closing, second = do(match, A, says.Battle(defender=C), 0, 0)
    assert (closing.implied, closing.outcomes, second.outcomes) == (True, (0, 0), ())
    assert match.to_act == (C,), "now the Marquise may ambush"


def test_who_loses_a_piece_must_say_which_however_much_play_goes_on() -> None:
    match = no_effects(ro.root())
    do(match, A, says.Battle(defender=C), 1, 3)
    before = match.table.copy()
    with pytest.raises(Illegal, match=r"RO-4\.3\.4: seat 1 must first decide the piece that is removed"):
        do(match, C, says.Battle(defender=A))
    with pytest.raises(Illegal, match=r"RO-4\.3\.4: seat 1 must first decide"):
        do(match, A, says.Remove(piece="warrior:2"))
    assert match.table == before


# --- ambush and foil --------------------------------------------------------------------------


def test_an_ambush_hits_twice_before_the_roll() -> None:
    match = ro.root()
    do(match, A, says.Battle(defender=C))
    do(match, C, says.Ambush(card="card:ambush-fox"))
    assert (match.table.get("awaits"), match.to_act) == ("foil", (A,))
    do(match, A, says.NoFoil())
    for _ in range(2):
        assert match.to_act == (A,), "who is hit chooses, one piece after the other"
        (move, *_) = do(match, A, says.Remove(piece="warrior:2"))
        assert "RO-4.3.4" in move.citations
    assert shown(match) == {"warrior:1": 3, "sawmill": 1, "wood": 1, "base": 1, "sympathy": 1}
    assert shown(match, "discard:card") == {"card:ambush-fox": 1}
    assert (match.table.get("awaits"), due(match.table)) == (None, []), "no attacker is left: no dice"


def test_an_attacker_who_survives_the_ambush_rolls_all_the_same() -> None:
    match = no_effects(ro.root())
    do(match, C, says.Battle(defender=A))
    do(match, A, says.Ambush(card="card:ambush-fox"))
    do(match, C, says.NoFoil())
    do(match, C, says.Remove(piece="warrior:1"))
    do(match, C, says.Remove(piece="warrior:1"))
    assert match.table.get("awaits") == "hospital", "those who fell to the ambush may go to the keep now"
    do(match, C, says.NoHeal(), 3, 3)
    assert match.table.get("awaits") == "casualty"
    assert match.moves[match.head].facts


def test_an_ambush_foiled_by_an_ambush_hits_nobody() -> None:
    match = no_effects(ro.root())
    do(match, C, says.Battle(defender=A))
    do(match, A, says.Ambush(card="card:ambush-fox"))
    before = shown(match)
    move = do(match, C, says.Foil(card="card:ambush-bird"), 0, 0)[-1]
    assert shown(match) == before
    assert "RO-4.3.1-I" in move.citations


def test_an_ambush_of_another_suit_is_refused_with_its_number_and_recorded_as_played() -> None:
    match = ro.root()
    do(match, C, says.Battle(defender=A))
    with pytest.raises(Illegal, match=r"RO-4\.3\.1-I: an ambush of fox is needed"):
        do(match, A, says.Ambush(card="card:ambush-mouse"))
    (move,) = do(match, A, says.Ambush(card="card:ambush-mouse"), as_played=True)
    assert [broken.rule for broken in move.irregularities] == ["RO-4.3.1-I"]


def test_one_ambush_card_cannot_be_in_two_hands_even_as_played() -> None:
    match = ro.root()
    do(match, C, says.Battle(defender=A))
    do(match, A, says.Ambush(card="card:ambush-bird"))
    with pytest.raises(Impossible, match="it is in discard:card"):
        do(match, C, says.Foil(card="card:ambush-bird"), as_played=True)


def test_the_attacker_does_not_see_the_ambush_in_the_defenders_hand() -> None:
    match = dealt("card:mouse", "card:mouse", "card:mouse", "card:ambush-fox", "card:bird", "card:bird")
    do(match, C, says.Battle(defender=A))
    assert view(match.opening, match.table, A).count("hand:2", "card:ambush-fox") == 1
    for viewer in (C, None):
        seen = view(match.opening, match.table, viewer)
        assert seen.pieces("hand:2") == {"?card": 3}
        assert seen.count("unseen:card", "card:ambush-fox") == 1


# --- the dice ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attacker", "dice", "hits"),
    [
        (A, (1, 3), {C: 2, A: 1}),  # two warriors deal no three hits
        (C, (3, 1), {C: 2, A: 1}),  # guerrilla war: the defending Alliance takes the higher die
        (C, (0, 3), {C: 2, A: 0}),
    ],
)
def test_rolled_hits_are_limited_by_warriors(attacker: int, dice: tuple[int, int], hits: dict[int, int]) -> None:
    match = ro.root()
    do(match, attacker, says.Battle(defender=ro.opponent(attacker)), *dice)
    assert {seat: match.table.number(f"hits:{seat}") for seat in (C, A)} == hits


def test_a_defender_without_warriors_takes_one_hit_more() -> None:
    match = without(ro.root(), warrior_2=2)
    *_, closing = do(match, C, says.Battle(defender=A), 0, 2)
    assert (match.table.number("hits:2"), match.table.number("hits:1")) == (1, 0)
    assert "RO-4.3.3-II" in closing.citations


def test_a_card_that_adds_a_hit_is_asked_for_after_the_roll_the_attackers_first() -> None:
    match = ro.root()
    do(match, A, says.Battle(defender=C), 0, 0)
    assert (match.table.get("awaits"), match.to_act) == ("effects", (A,))
    with pytest.raises(Illegal, match=r"RO-4\.3\.3: seat 2 must first decide the battle effects"):
        do(match, C, says.UseEffect(card="effect:brutal-tactics"))
    with pytest.raises(Illegal, match=r"RO-4\.3\.3-I: this is no effect of yours"):
        do(match, A, says.UseEffect(card="effect:brutal-tactics"))
    do(match, A, says.UseEffect(card="effect:sappers"))
    assert match.to_act == (C,)
    do(match, C, says.UseEffect(card="effect:brutal-tactics"))
    assert match.table.number("score:2") == 1, "brutal tactics give the other side a point"
    assert (match.table.get("awaits"), match.to_act) == ("casualty", (C,))


def test_a_battle_is_taken_back_only_by_all_since_dice_were_seen() -> None:
    match = ro.root()
    do(match, C, says.Battle(defender=A), 2, 3)
    with pytest.raises(TakeBackRefused, match="revealed a die or a card"):
        match.take_back(0, STAMP, by=C)
    match.take_back(0, STAMP, by=C, agreed=[A])
    assert match.table == ro.root().table


# --- casualties, outrage, hospitals -----------------------------------------------------------

HANDS = ("card:anvil-fox", "card:bird", "card:mouse", "card:ambush-fox", "card:mouse", "card:mouse")


def great_battle() -> tuple[Match, list[tuple[int, Action, tuple[Outcome, ...], str | None]]]:
    """Return a match, and a battle with every window: who acts, the dice, and the next question."""
    return dealt(*HANDS), [
        (C, says.Battle(defender=A), (), "ambush"),
        (A, says.Ambush(card="card:ambush-fox"), (), "foil"),
        (C, says.NoFoil(), (), "casualty"),
        (C, says.Remove(piece="warrior:1"), (), "casualty"),
        (C, says.Remove(piece="warrior:1"), (), "hospital"),
        (C, says.NoHeal(), (3, 1), "effects"),
        (C, says.UseEffect(card="effect:brutal-tactics"), (), "effects"),
        (A, says.NoEffect(), (), "casualty"),  # 1 rolled, capped at the one warrior left, and 1 of the effect
        (A, says.Remove(piece="warrior:2"), (), "casualty"),
        (A, says.Remove(piece="warrior:2"), (), "casualty"),  # guerrilla war: two to the Marquise
        (C, says.Remove(piece="warrior:1"), (), "casualty"),
        (C, says.Remove(piece="wood"), (), "hospital"),
        (C, says.Heal(card="card:anvil-fox"), (), None),
    ]


def test_windows_nest_as_they_come() -> None:
    match, battle = great_battle()
    for seat, act, dice, asked in battle:
        assert match.table.get("awaits") is None or seat in match.to_act
        do(match, seat, act, *dice)
        assert match.table.get("awaits") == asked, act
    assert shown(match) == {"sawmill": 1, "base": 1, "sympathy": 1}
    assert shown(match, ro.KEEP) == {"keep": 1, "warrior:1": 1}
    assert (match.table.get("score:2"), match.table.get("score:1"), due(match.table)) == (2, None, [])


def test_only_what_is_asked_is_legal_at_every_point_of_it() -> None:
    match, battle = great_battle()
    everything = [act for _, act, _, _ in battle] + [says.GiveCard(card="card:bird"), says.ShowHand(), says.March(n=1)]
    for seat, act, dice, _ in battle:
        window = match.opening.game.window(match.table)
        for other, who in product(everything, (C, A)):
            if window is not None and (other.answers != window.name or who not in match.to_act):
                with pytest.raises(Illegal) as refused:
                    decide(match.opening, match.table, who, other, NoChance())
                assert refused.value.rule == window.rule
        assert act in list(legal_actions(match.opening, match.table, seat))
        do(match, seat, act, *dice)


def test_taking_back_in_the_middle_and_playing_on_gives_the_same_table() -> None:
    match, battle = great_battle()
    tables = [match.table.copy()]
    for seat, act, dice, _ in battle:
        do(match, seat, act, *dice)
        tables.append(match.table.copy())
    for to in range(len(battle)):
        match.take_back(match.line.numbers[to], STAMP, judge=True)
        assert match.table == tables[to]
        for seat, act, dice, _ in battle[to:]:
            do(match, seat, act, *dice)
        assert match.table == tables[-1]


def attacked_sympathy() -> Match:
    """Return a match in which the Marquise has two hits to deal to a base and a sympathy token."""
    match = without(dealt(*HANDS), warrior_2=2)
    do(match, C, says.Battle(defender=A))
    do(match, A, says.NoAmbush(), 1, 1)
    do(match, C, says.NoEffect())
    do(match, A, says.NoEffect())
    return match


def test_sympathy_that_falls_is_paid_for_before_the_next_hit() -> None:
    match = attacked_sympathy()
    do(match, A, says.Remove(piece="sympathy"))
    assert (match.table.get("awaits"), match.to_act) == ("outrage", (C,))
    assert [step.do for step in due(match.table)] == ["hits", "hits"], "the base waits for its hit under it"
    (move,) = do(match, C, says.GiveCard(card="card:bird"))
    assert shown(match, "supporters") == {"card:bird": 1}
    assert shown(match) == {"warrior:1": 3, "sawmill": 1, "wood": 1}, (
        "the base fell without asking: nothing else is left"
    )
    assert match.table.number("score:1") == 2
    assert match.table.get("awaits") is None
    assert view(match.opening, match.table, C).pieces("supporters") == {"?card": 1}
    assert "RO-3.2.1" in move.citations


def test_outrage_is_paid_with_a_matching_card_or_by_showing_a_hand_without_one() -> None:
    match = attacked_sympathy()
    do(match, A, says.Remove(piece="sympathy"))
    with pytest.raises(Illegal, match=r"RO-8\.2\.6: a card of fox is needed"):
        do(match, C, says.GiveCard(card="card:mouse"))
    with pytest.raises(Illegal, match=r"RO-8\.2\.6: a card that matches must be given"):
        do(match, C, says.ShowHand())
    with pytest.raises(Illegal, match=r"RO-8\.2\.6: seat 1 must first decide the card for the supporters"):
        do(match, A, says.March(n=1))
    (move,) = do(match, C, says.ShowHand(), "card:bird", as_played=True)
    assert [broken.rule for broken in move.irregularities] == ["RO-8.2.6"]
    assert shown(match, "supporters") == {"card:bird": 1}, "the Alliance drew one instead"


def test_outrage_also_meets_who_moves_warriors_into_sympathy() -> None:
    match = dealt(*HANDS)
    match.rule([Moved("warrior:1", 1, ro.CLEARING, ro.KEEP)], STAMP, clause="test", reason="where the test begins")
    do(match, C, says.March(n=1))
    assert (match.table.get("awaits"), match.to_act) == ("outrage", (C,))
    do(match, C, says.GiveCard(card="card:anvil-fox"))
    do(match, A, says.March(n=1))
    assert match.table.get("awaits") is None, "their own sympathy outrages nobody"


def test_warriors_fall_before_buildings_and_what_a_table_did_otherwise_is_noted() -> None:
    match = no_effects(ro.root())
    do(match, A, says.Battle(defender=C), 1, 3)
    with pytest.raises(Illegal, match=r"RO-4\.3\.4: warriors are removed first"):
        do(match, C, says.Remove(piece="sawmill"))
    gone = without(match.copy(), wood=1)
    with pytest.raises(Impossible, match="wood is none of yours that stands there"):
        do(gone, C, says.Remove(piece="wood"), as_played=True)
    (move,) = do(match, C, says.Remove(piece="sawmill"), as_played=True)
    assert [broken.rule for broken in move.irregularities] == ["RO-4.3.4"]
    assert match.table.number("score:2") == 1


def test_a_battle_fought_on_without_an_answer_owed_is_recorded_as_played() -> None:
    match = no_effects(ro.root())
    do(match, A, says.Battle(defender=C), 1, 3)
    (move,) = do(match, C, says.Battle(defender=A), as_played=True)
    assert [broken.rule for broken in move.irregularities] == ["RO-4.3.4"]
    assert match.to_act == (C,), "the piece is owed all the same, and the new battle waits for it"
    do(match, C, says.Remove(piece="warrior:1"))
    assert (match.table.get("awaits"), match.to_act) == ("ambush", (A,)), "what came last comes first"
    do(match, A, says.NoAmbush(), 0, 0)
    assert match.table.count(ro.CLEARING, "warrior:1") == 2
    assert (match.table.get("awaits"), match.to_act) == ("casualty", (C,)), "and the first battle is not forgotten"


def test_every_window_of_the_battle_is_declared() -> None:
    assert ro.ROOT.windows == says.WINDOWS
    assert {window.name for window in says.WINDOWS if window.unused is None} == {"casualty", "outrage"}
