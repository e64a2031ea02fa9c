"""Series: consequences of the end of a level, and the standing (TR-120 to TR-125); the chain in a ledger."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tablescribe.domain.games.tomb_raider.series import sequel, standing
from tablescribe.domain.match.match import Match, Refused
from tablescribe.domain.rules.game import Ended, Result
from tablescribe.domain.rules.play import Illegal
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.matches.series import chain, completed
from tablescribe.ledger.matches.series import standing as stands
from tests.domain.tomb_raider.cases_series import ended, pick_up
from tests.domain.tomb_raider.finishing import CLOSET, both_finish, calm, closet, finish, is_calm
from tests.domain.tomb_raider.opened import SIXTY, opened


def linked(**options: Any) -> Match:
    return opened("into_the_caves", 2, 6, 1, series="linked", **options)


def told(rule: str, former: Ended, **options: Any) -> None:
    """Ask that these options are refused with a rule."""
    with pytest.raises(Illegal) as refused:
        sequel(former, options)
    assert refused.value.rule == rule


# --- what is carried over ---------------------------------------------------------------------

ROWS = {"saved_1": "treasure:020 draw1:067 draw1:068", "saved_2": "draw2:h-s01 draw2:072"}


def test_in_a_pick_up_series_all_keep_upgrades_treasures_and_secret_moves() -> None:
    """Seat 2 began with treasure 020 (TR-124)."""
    options = sequel(ended(pick_up(), 1, **ROWS), {})
    assert (options["carried"], options["episode"], options["series"]) == ("020 067, 020 h-s01", 2, "pick_up")
    assert options["raiders"] == "019, 044"


def test_one_saved_item_may_be_carried() -> None:
    former = ended(pick_up(), 1, **ROWS)
    assert sequel(former, {"carried": "020 067 068, 020 072 h-s01"})["carried"] == "020 067 068, 020 072 h-s01"
    told("TR-125", former, carried="020 067 068 072, 020 h-s01")
    told("TR-125", former, carried="020 067 069, 020 h-s01")
    told("TR-125", former, carried="020, 020 h-s01")
    told("TR-125", former, carried="020 067 045, 020 h-s01")


def test_up_to_ten_cards_may_be_added_to_a_deck() -> None:
    former = ended(pick_up(decks=f"{SIXTY} --- {SIXTY}"), 1)
    more = f"{SIXTY}; 3 h-a12; 3 h-a13; 3 h-a16"
    assert more in sequel(former, {"decks": f"{more} --- {SIXTY}"})["decks"]
    told("TR-125", former, decks=f"{more}; 2 h-a17 --- {SIXTY}")
    told("TR-125", former, decks=f"{SIXTY.replace('2 068', '1 068')} --- {SIXTY}")


def test_in_a_linked_series_only_treasures_are_carried_unless_agreed() -> None:
    assert sequel(ended(linked(), 1, **ROWS), {"level": "atlantis"})["carried"] == "020, "
    everything = sequel(ended(linked(carry="all"), 1, **ROWS), {"level": "atlantis", "carried": "020 067 068, h-s01"})
    assert everything["carried"] == "020 067 068, h-s01"
    told("TR-122", ended(linked(), 1, **ROWS), level="atlantis", carried="020 067")


def test_a_treasure_that_was_brought_back_is_carried() -> None:
    assert sequel(ended(pick_up(), 1, unsaved_1="treasure:020 draw1:068"), {})["carried"] == "020, 020"


def test_what_was_agreed_holds_for_the_whole_series() -> None:
    told("TR-120", ended(linked(), 1), series="timed")
    told("TR-120", ended(opened("into_the_caves", 2, 6, 1), 1))
    told("TR-120", ended(linked(raiders="019, 019"), 1), raiders="044, 019")


def test_there_are_as_many_levels_as_players() -> None:
    told("TR-123", ended(pick_up(episode=2, follows="0" * 64), 1))
    assert sequel(ended(pick_up(3), 1), {})["episode"] == 2


def test_levels_of_a_timed_series_have_equal_power() -> None:
    former = ended(opened("into_the_caves", 2, 6, 1, series="timed"), 1)
    assert sequel(former, {"level": "trapped_in_the_tombs"})["level"] == "trapped_in_the_tombs"
    told("TR-121", former, level="atlantis")


# --- how it stands ----------------------------------------------------------------------------


def won(match: Match, *winners: int, scores: tuple[int, ...] = (0, 0)) -> Ended:
    found = ended(match, *winners)
    return Ended(found.setting, found.table, Result("treasure", "TR-84", winners, scores))


def test_the_fewest_extra_turns_win_a_timed_series() -> None:
    level = opened("into_the_caves", 2, 6, 1, series="timed")
    found = standing([won(level, 1, scores=(0, 3)), won(level, 2, scores=(1, 0))])
    assert (found.rule, found.scores, found.winners) == ("TR-121", (1, 3), (1,))


def test_the_most_treasures_win_a_linked_series_or_the_last() -> None:
    most, last = linked(), linked(series_won="last")
    assert standing([won(most, 1), won(most, 1), won(most, 2)]).winners == (1,)
    assert standing([won(last, 1), won(last, 1), won(last, 2)]).winners == (2,)


def test_most_levels_win_a_pick_up_series_and_a_draw_has_two_winners() -> None:
    found = standing([won(pick_up(), 1), won(pick_up(), 2)])
    assert (found.rule, found.winners, found.scores) == ("TR-123", (1, 2), (1, 1))
    assert standing([won(pick_up())]).winners == ()


def test_who_finishes_later_has_extra_turns() -> None:
    match = both_finish()
    assert match.is_over
    assert [match.table.number(f"finished:{seat}") for seat in (1, 2)] == [1, 2]


def test_a_level_of_a_linked_series_ends_with_a_treasure() -> None:
    match = finish(closet(2, series="linked"))
    assert match.table.get("winners") == "1"
    assert match.table.pieces("saved:1") == {"treasure:020": 1}


# --- in a ledger ------------------------------------------------------------------------------


@pytest.fixture
def scribe(tmp_path: Path) -> Scribe:
    return Scribe(open_ledger(tmp_path / "ledger.db"))


def opened_in(scribe: Scribe, names: tuple[str, ...] = ("Ada", "Ben"), **options: Any) -> Match:
    return scribe.new(
        "tomb_raider", names, options={"level": "the_closet", **options}, catalogue={"own_levels": [CLOSET]}
    )


def played(scribe: Scribe, match: Match) -> Match:
    """Play a match of the ledger to its end, and close it."""
    from tablescribe.domain.rules.chance import NeedsOutcome, Outcome

    while not (now := scribe.match(match.id)).is_over:
        seat = now.to_act[0]
        action = min((one for one in scribe.legal(now, seat) if is_calm(now, one)), key=calm)
        outcomes: list[Outcome] = []
        while True:
            try:
                scribe.play(match.id, seat, action.data(), outcomes)
                break
            except NeedsOutcome as needs:
                outcomes.append(6 if 6 in needs.question.among else next(iter(needs.question.among)))
    scribe.close(match.id)
    return scribe.match(match.id)


def test_a_match_names_the_one_before_by_its_head_hash(scribe: Scribe) -> None:
    first = played(scribe, opened_in(scribe, series="linked"))
    options = completed(scribe.ledger, first, {})
    assert options["follows"] == scribe.ledger.head(first.id)
    assert options["carried"] == "020, "
    second = opened_in(scribe, **options)
    assert [one.id for one in chain(scribe.ledger, second)] == [first.id, second.id]
    assert second.table.pieces("saved:1") == {"treasure:020": 1}
    played(scribe, second)
    result = stands(scribe.ledger, scribe.match(second.id))
    assert result is not None
    assert (result.winners, result.scores) == ((1,), (2, 0))


def test_what_does_not_follow_is_refused(scribe: Scribe) -> None:
    first = played(scribe, opened_in(scribe, series="linked"))
    options = completed(scribe.ledger, first, {})
    with pytest.raises(Refused, match="same people"):
        opened_in(scribe, ("Ben", "Ada"), **options)
    with pytest.raises(Illegal, match="TR-122"):
        opened_in(scribe, **{**options, "carried": "067,"})
    with pytest.raises(Refused, match="lack something"):
        opened_in(scribe, **{**options, "carried": ""})
    with pytest.raises(Refused, match="no closed match with the hash"):
        opened_in(scribe, **{**options, "follows": "ab" * 32})


def test_a_match_that_goes_on_cannot_be_followed(scribe: Scribe) -> None:
    first = opened_in(scribe, series="linked")
    assert scribe.ledger.head(first.id) == ""
    with pytest.raises(Refused, match="not over"):
        completed(scribe.ledger, first, {})
