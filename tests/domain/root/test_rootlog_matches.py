"""Logs become matches (refusals, oddities, what logs omit), and matches become logs again."""

from __future__ import annotations

import random

import pytest

from tablescribe.domain.games import opening
from tablescribe.domain.games.root import GAME
from tablescribe.domain.games.root.rootlog.exporting import write_match
from tablescribe.domain.games.root.rootlog.importing import clearings, is_ruled, script
from tablescribe.domain.games.root.rootlog.reading import read
from tablescribe.domain.games.root.rootlog.writing import write
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.notation import NotReadable
from tablescribe.replays.auditing.audit import audit
from tests.depth import times
from tests.domain.kit import Kit
from tests.domain.root.logs import HEAD, Recorded, record
from tests.support import STAMP

PEOPLE = ["Ada", "Ben", "Cleo", "Dan"]


def turn(entries: str, factions: str = "CE") -> Recorded:
    """Record a turn of the Marquise after an invented set-up."""
    return record(f"{HEAD[factions]}\nC:{entries}\n")


def written(recorded: Recorded) -> str:
    match = recorded.match
    counting = [match.moves[n] for n in (0, *match.line.after(0))]
    return write_match(match.opening, counting, PEOPLE[: match.opening.seats])


# --- hard errors: the entry is refused, everything else is recorded -------------------------------


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ("w12->7/w12->7", "no w in clearing 12"),
        ("Ew9->", "no Ew in clearing 9"),
        ("b_r->1", "no open slot"),
        ("t_k->5", "no t_k"),
        ("Z%x/Z%x", "not in the supply"),
        ("w->13", "no clearing 13"),
        ("w->1_2_3", "no forest 1_2_3"),
        ("w->1_3", "no path 1_3"),
        ("XA5", "nobody plays"),
        ("Zspy", "no card called spy"),
        ("2_5->", "no closed path"),
        ("t2<->t4", "no plots"),
        ("$_->3", "not a marker of that board"),
        ("3%h->e", "no %h"),
    ],
)
def test_what_cannot_have_happened_is_named_and_the_log_goes_on(entry: str, why: str) -> None:
    recorded = turn(f"{entry}/++7")
    ((line, _, reason),) = recorded.refused
    assert line == 9
    assert why in reason
    assert recorded.score(1) == 7


def test_what_cannot_be_read_is_kept_and_noted() -> None:
    recorded = turn("q->3/w->1")
    assert recorded.odd == [(9, 3, "RO-LOG-5")]
    assert recorded.count("clearing:1", "marquise:warrior") == 2


def test_of_a_group_what_is_there_goes() -> None:
    recorded = turn("(w+Ew)9->/5w8->7")
    assert recorded.odd == [(9, 3, "RO-LOG-5"), (9, 13, "RO-LOG-5")]
    assert recorded.count("clearing:9", "marquise:warrior") == 0
    assert recorded.count("clearing:7", "marquise:warrior") == 2


def test_a_second_sympathy_does_not_lie_in_a_clearing() -> None:
    recorded = record(HEAD["CEA"] + "\nC:++\nE:++\nA:t->7/t->7/++\n")
    assert [line for line, _, _ in recorded.refused] == [13]
    assert recorded.count("clearing:7", "alliance:sympathy") == 1


# --- warnings: it is recorded, with the rule that it breaks ---------------------------------------


@pytest.mark.parametrize(
    ("entries", "rule"),
    [
        ("w1->2", "RO-4.2"),
        ("4#C->", "RO-LOG-2"),
        ("++5", "RO-LOG-4"),
        ("b_s->5", "RO-LOG-4"),
        ("b_w1->", "RO-LOG-3"),
        ("w7->3/XE3(4,0)", "RO-4.3.2"),
        ("w7->3/XE3R@M@", "RO-4.3.1"),
        ("XE3", "RO-4.3"),
        ("w7->3/XE3/Eb3->/++", "RO-4.3.4"),
        ("Zarmor/Zarmor", "RO-4.1.4"),
    ],
)
def test_what_is_odd_is_recorded_with_its_rule(entries: str, rule: str) -> None:
    recorded = turn(entries)
    assert recorded.refused == []
    assert rule in [one for _, _, one in recorded.odd]


def test_both_letters_of_the_ferry_move_it() -> None:
    head = "Map: Lake\nDeck: Standard\nC: Ada\nE: Ben\nC:w->1+12\nE:b+6w->2\n\nC:"
    for letter, odd in (("f", []), ("r", ["RO-LOG-3"])):
        recorded = record(f"{head}(w+{letter})1->12\n")
        assert [one for _, _, one in recorded.odd] == odd
        assert recorded.count("clearing:12", "landmark:ferry") == 1


def test_field_hospitals_are_a_move_to_the_keep() -> None:
    recorded = record(HEAD["CE"] + "\nC:w7->3/2#->C\nE:++/XC3/F#C->/Cw3->1/#->E\n")
    assert recorded.refused == []
    assert [rule for line, _, rule in recorded.odd if rule == "RO-4.2"] == []
    assert recorded.count("clearing:1", "marquise:warrior") == 2


def test_landmarks_are_set_up_by_the_header_or_by_an_entry() -> None:
    told = HEAD["CE"].replace("Deck: Standard\n", "Deck: Standard\nLandmarks: treetop3\n")
    recorded = record(told + "\nC:tower->6/city->10\n")
    assert recorded.count("clearing:3", "landmark:treetop") == 1
    assert recorded.count("clearing:6", "landmark:tower") == 1


# --- rulings --------------------------------------------------------------------------------------


REMARKS = ["Forgot to score", "the table ruled it stays", "Overpaid by one", "we agreed on that"]


@pytest.mark.parametrize("remark", REMARKS)
def test_a_remark_may_declare_a_ruling(remark: str) -> None:
    assert is_ruled(remark)


def test_a_remark_may_declare_nothing() -> None:
    assert not is_ruled("what a turn!")


# --- what no log tells ----------------------------------------------------------------------------


def test_the_card_of_a_crafted_item_is_known_where_it_can_be_only_one() -> None:
    recorded = turn("Z%h/++2")
    assert recorded.count("discard:card", "card:anvil") == 1
    assert recorded.count("items:1", "item:hammer") == 1
    assert turn("Z%b/++").count("discard:card", "?card") == 1


def test_an_empty_deck_is_made_of_the_discard_pile() -> None:
    recorded = turn("40#->C/30#C->/10#->C", "CEA")
    assert recorded.refused == []
    assert recorded.count("deck:card", "?card") == 54 - 3 * 3 - 3 - 40 - 10 + 30


def test_an_ambush_is_discarded_by_the_battle_that_names_it() -> None:
    recorded = turn("w7->3/XE3R@/w3->")
    assert recorded.count("discard:card", "card:ambush-rabbit") == 1
    assert recorded.count("hand:2", "?card") == 2


# --- how a match is opened ------------------------------------------------------------------------


def test_seats_sit_in_the_order_of_the_first_round_not_of_the_draft() -> None:
    told = script(
        "Map: Winter\nDeck: E&P\nA: Ada\nE: Ben\nC: Cleo\nE:b->1\nC:w->2\nA:3#->$\n\nC:w->2\nE:w->1\nA:#->A\n"
    )
    assert told.options["factions"] == "CEA"
    assert list(told.people) == ["Cleo", "Ben", "Ada"]
    assert (told.options["map"], told.options["deck"]) == ("winter", "exiles")


def test_the_suits_of_the_clearings_are_told_by_the_header() -> None:
    told = "R1, F2, M3, R4, F5, M6, R7, F8, M9, R10, F11, M12"
    recorded = record(f"Map: Winter\nClearings: {told}\nDeck: E&P\nC:w->1\nE:w->2\nC:w->3\nE:w->4\n")
    assert [recorded.match.table.text(f"suit:{at}") for at in (1, 2, 12)] == ["rabbit", "fox", "mouse"]
    assert clearings("F1, F2, F3, F4, F5")[4] == "rabbit"


def test_a_log_of_one_is_no_match() -> None:
    with pytest.raises(NotReadable):
        script("Map: Fall\nC:w->1\n")


# --- and back -------------------------------------------------------------------------------------

WHOLE = (
    "// an invented evening\n\n"
    + HEAD["CEA"]
    + """
C:t->1/t1->/b_s->5/++/Q!/2w5->2/#->C // forgot to overwork
E:B#E->$_r/w->3/3w3->7/XC7(2,1)/(w+Cw)7->/b->7/++/#->E
A:(M+F)#$->/t->12/9w->1/#->A
C:t->1+5/Zfpart/w1->4/XA12/At12->/^A/#->A$/++/#->C

Winner: C // by agreement
"""
)


def test_a_log_comes_back_as_it_was() -> None:
    recorded = record(WHOLE)
    assert written(recorded) == write(read(WHOLE)) == WHOLE


@pytest.mark.parametrize("factions", ["CE", "AEC", "VCO", "DPH", "KCL"])
def test_a_match_that_was_played_comes_back_from_its_log(factions: str) -> None:
    people = [Seat(f"s{k}", "c") for k in range(len(factions))]
    match = Match.open("m", opening("root", len(factions), {"factions": factions}), people, STAMP)
    for _ in Kit(GAME, longest=times(100, 200)).moves(match, random.Random(5)):
        pass
    told = record(written(Recorded(match, [], [])))
    assert told.refused == []
    assert [rule for _, _, rule in told.odd if rule == "RO-LOG-5"] == []
    kinds = ("clearing", "supply", "satchel", "track", "damaged", "officers", "items", "forest", "path")
    zones = [zone for zone in match.table.zones if zone.partition(":")[0] in kinds]
    assert {zone: told.match.table.pieces(zone) for zone in zones} == {zone: match.table.pieces(zone) for zone in zones}
    scores = [match.table.number(f"score:{seat}") for seat in match.opening.all_seats]
    assert [told.score(seat) for seat in match.opening.all_seats] == scores


def test_an_imported_match_is_audited_and_closed() -> None:
    recorded = record(WHOLE)
    rules = {finding.rule for finding in audit(recorded.match).findings}
    assert rules == {rule for _, _, rule in recorded.odd} | {"RO-LOG-5"}
    assert recorded.match.is_over
