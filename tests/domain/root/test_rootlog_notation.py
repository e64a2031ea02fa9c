"""Rootlog read and written: every form of the notation, and errors. All logs here are invented."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablescribe.domain.games.root.rootlog.entries import read_entry
from tablescribe.domain.games.root.rootlog.exporting import write_match
from tablescribe.domain.games.root.rootlog.reading import LONGEST, read, unread
from tablescribe.domain.games.root.rootlog.things import (
    Between,
    Board,
    Card,
    Clearing,
    Discard,
    Hand,
    Hireling,
    Item,
    ItemSpot,
    Landmark,
    Marker,
    Piece,
    Place,
    Quests,
    Term,
)
from tablescribe.domain.games.root.rootlog.values import (
    Battle,
    Craft,
    Entry,
    Expose,
    Flip,
    Header,
    LeaveTrack,
    Line,
    Log,
    Mark,
    Move,
    OpenPath,
    Reveal,
    Score,
    Trick,
    Turn,
    Unread,
    What,
    Winner,
)
from tablescribe.domain.games.root.rootlog.writing import write
from tests.domain.root.logs import record


def one(thing: Piece | Card | Item, start: Place | None = None, n: int = 1) -> Term:
    return Term(n, thing, start)


ENTRIES: dict[str, What] = {
    # moves and places
    "3w7->2": Move((one(Piece("", "w"), Clearing(7), 3),), (Clearing(2),)),
    "2Dw0->": Move((one(Piece("D", "w"), Clearing(0), 2),)),
    "w->4+9": Move((one(Piece("", "w")),), (Clearing(4), Clearing(9))),
    "(w+2Ew+Eb)3->": Move(
        (Term(1, (one(Piece("", "w")), one(Piece("E", "w"), n=2), one(Piece("E", "b"))), Clearing(3)),)
    ),
    "t+2w0->6": Move((one(Piece("", "t")), one(Piece("", "w"), Clearing(0), 2)), (Clearing(6),)),
    "t5+2t8->": Move((one(Piece("", "t"), Clearing(5)), one(Piece("", "t"), Clearing(8), 2))),
    "p->2_5_10": Move((one(Piece("", "p")),), (Between((2, 5, 10)),)),
    "(2w+f)1->10": Move((Term(1, (one(Piece("", "w"), n=2), one(Piece("", "f"))), Clearing(1)),), (Clearing(10),)),
    "r1->12": Move((one(Piece("", "r"), Clearing(1)),), (Clearing(12),)),
    "2w$->": Move((one(Piece("", "w"), Board(), 2),)),
    "t_3_f5->$": Move((one(Piece("", "t", "3_f"), Clearing(5)),), (Board(),)),
    "b_f_t->8": Move((one(Piece("", "b", "f_t")),), (Clearing(8),)),
    "w_w->11": Move((one(Piece("", "w", "w")),), (Clearing(11),)),
    "treetop->2": Move((Term(1, Landmark("treetop")),), (Clearing(2),)),
    # cards
    "F#C->": Move((one(Card(((1, "F"),)), Hand("C")),)),
    "3#->P": Move((one(Card(), n=3),), (Hand("P"),)),
    "#->C+V": Move((one(Card()),), (Hand("C"), Hand("V"))),
    "(2F+M)#$->": Move((one(Card(((2, "F"), (1, "M"))), Board()),)),
    "B#@*->V": Move((one(Card(((1, "B"),), "@"), Discard()),), (Hand("V"),)),
    "M#E->A$": Move((one(Card(((1, "M"),)), Hand("E")),), (Board("A"),)),
    "R#Q->$": Move((Term(1, Card(((1, "R"),)), Quests()),), (Board(),)),
    "(B+R)#E->$_m": Move((one(Card(((1, "B"), (1, "R"))), Hand("E")),), (Board("", "m"),)),
    "#faith$_2->": Move((one(Card((), "faith"), Board("", "2")),)),
    "#despot->$": Move((one(Card((), "despot")),), (Board(),)),
    "(2R#+w)$->": Move((Term(1, (one(Card(((1, "R"),)), n=2), one(Piece("", "w"))), Board()),)),
    # items
    "%s->e": Move((one(Item("s")),), (ItemSpot("", "e"),)),
    "2%f->r": Move((one(Item("f"), n=2),), (ItemSpot("", "r"),)),
    "%_d->s+r": Move((Term(1, Item("_"), ItemSpot("d")),), (ItemSpot("s"), ItemSpot("", "r"))),
    "%rde->s": Move((Term(1, Item("r"), ItemSpot("d", "e")),), (ItemSpot("s"),)),
    "(%t+2%c)V$->d": Move((Term(1, (one(Item("t")), one(Item("c"), n=2)), Board("V")),), (ItemSpot("d"),)),
    "%x11->$": Move((one(Item("x"), Clearing(11)),), (Board(),)),
    "%->e": Move((one(Item("")),), (ItemSpot("", "e"),)),
    # battles
    "XA9": Battle("", "A", 9),
    "CXO12": Battle("C", "O", 12),
    "XE6M@": Battle("", "E", 6, "M"),
    "XE6M@B@(3,1)": Battle("", "E", 6, "M", "B", (3, 1)),
    "Xh_T4": Battle("", "h_T", 4),
    # crafting, points, dominance
    "Zsabo": Craft(Card((), "sabo")),
    "Z%h": Craft(Item("h")),
    "ZF#favor": Craft(Card(((1, "F"),), "favor")),
    "++": Score("", 1),
    "V++3": Score("V", 3),
    "--2": Score("", -2),
    "++->$": LeaveTrack(""),
    "++->E$": LeaveTrack("E"),
    # what is shown
    "^A": Reveal((), "", "A"),
    "D^A": Reveal((), "D", "A"),
    "#^P": Reveal((one(Card()),), "", "P"),
    "F#+2M#^": Reveal((one(Card(((1, "F"),))), one(Card(((1, "M"),)), n=2))),
    "t7^t_s": Flip(one(Piece("", "t"), Clearing(7)), Piece("", "t", "s")),
    "Pt7^t_r": Flip(one(Piece("P", "t"), Clearing(7)), Piece("", "t", "r")),
    "t_j4^2": Flip(one(Piece("", "t", "j"), Clearing(4)), 2),
    "t4^t_2_j": Flip(one(Piece("", "t"), Clearing(4)), Piece("", "t", "2_j")),
    # boards
    "$_->": Mark((Marker("", ""),)),
    "$_->3": Mark((Marker("", ""),), "3"),
    "$_h+$_r->1": Mark((Marker("", "h"), Marker("", "r")), "1"),
    "$_f->4": Mark((Marker("", "f"),), "4"),
    "$_ho->R": Mark((Marker("", "ho"),), "R"),
    "V$_E->h": Mark((Marker("V", "E"),), "h"),
    # plots, paths, hirelings
    "?Pt_e3": Expose("e", 3),
    "t2<->t11": Trick((2, 11)),
    "2_5->": OpenPath((2, 5)),
    "h_E->A$4": Move((Term(1, Hireling("h_E")),), (Board("A", "", 4),)),
    "h_Ew3->5": Move((one(Piece("h_E", "w"), Clearing(3)),), (Clearing(5),)),
    "h_Ed->C$2": Move((Term(1, Hireling("h_Ed")),), (Board("C", "", 2),)),
}


@pytest.mark.parametrize("words", ENTRIES)
def test_every_form_of_the_notation_is_read_and_written(words: str) -> None:
    assert read_entry(words) == ENTRIES[words]
    assert ENTRIES[words].text() == words


@pytest.mark.parametrize(
    ("spelled", "written"),
    [
        ("1w3->5", "w3->5"),
        (" 2w 3 -> 5 ", "2w3->5"),
        ("++1", "++"),
        ("Zs", "Z%s"),
        ("($_h+$_m)->2", "$_h+$_m->2"),
        ("?Pt3^t_e", "?Pt_e3"),
        ("(F)#C->", "F#C->"),
    ],
)
def test_other_spellings_are_read_and_written_in_one(spelled: str, written: str) -> None:
    assert read_entry(spelled).text() == written
    assert read_entry(written) == read_entry(spelled)


@pytest.mark.parametrize(
    "words",
    [
        "",
        "w",
        "#A",
        "w3-5",
        "q->3",
        "2w1->(3%b",
        "(w+2Cw3->",
        "$_d->s+r",
        "++0",
        "0w3->5",
        "XZ4",
        "F#^q",
        "w->x",
        "w3^A",
    ],
)
def test_what_is_not_of_the_notation_stays_as_it_is(words: str) -> None:
    said = read_entry(words)
    assert isinstance(said, Unread)
    assert said.text() == words
    assert str(said.why)


INVENTED = """\
// An evening that never was
Map: Lake
Deck: Standard
Clearings: F1, R2, M3, R4, F5, M6, M7, R8, F9, M10, R11, F12
Landmarks: treetop3
Hirelings: E, Jd, T
Pool: CAPVK
A: Ada
C: Ben the Bold // plays from far away

C:t_k->2/b_s->2/w->1+2
A:3#->$

C:t->2;w2->5 // marches
nonsense
A:t->5/#Q/ /2#->A

Winner: A, C
"""


def test_every_line_of_a_log_is_accounted_for() -> None:
    log = read(INVENTED)
    assert len(log.lines) == INVENTED.count("\n")
    assert [line.number for line in log.lines] == list(range(1, len(log.lines) + 1))
    kinds = [type(line.says).__name__ for line in log.lines]
    assert kinds == ["NoneType", *["Header"] * 8, "NoneType", "Turn", "Turn", "NoneType", "Turn", "Unread", "Turn",
                     "NoneType", "Winner"]  # fmt: skip
    assert log.lines[8].says == Header("C", "Ben the Bold")
    assert log.lines[8].remark == "plays from far away"
    assert log.lines[-1].says == Winner("AC")


def test_what_cannot_be_read_is_named_with_its_place() -> None:
    found = [(at.line, at.column, one.words) for at, one in unread(read(INVENTED))]
    assert found == [(15, 1, "nonsense"), (16, 8, "#Q")]


def test_entries_know_where_they_stand() -> None:
    says = read("C: w->3 ;  2w3->5").lines[0].says
    assert isinstance(says, Turn)
    assert [(entry.text(), entry.at.column) for entry in says.entries] == [("w->3", 4), ("2w3->5", 12)]


def test_a_log_without_players_has_turns_all_the_same() -> None:
    assert isinstance(read("C:t_k->2/w->1").lines[0].says, Turn)


def test_a_log_is_written_as_it_was_but_for_spelling() -> None:
    lines = INVENTED.splitlines()
    lines[13] = "C:t->2/w2->5 // marches"
    lines[15] = "A:t->5/#Q/2#->A"
    lines[17] = "Winner: AC"
    assert write(read(INVENTED)).splitlines() == lines


def test_a_line_without_end_is_not_read() -> None:
    assert isinstance(read("C:" + "w->3/" * LONGEST).lines[0].says, Unread)


# --- whatever is said, is said again --------------------------------------------------------------

OWNERS = st.sampled_from(["", "C", "E", "A", "V", "G", "L", "O", "D", "P", "H", "K", "h_E", "h_Td"])
PLAYERS = st.sampled_from("CEAVGLODPHK")
CLEARINGS = st.integers(0, 12).map(Clearing)
SPOTS = st.sampled_from([ItemSpot(a, s) for a in ("", "s", "d", "t") for s in ("", "r", "e") if a or s])
PLACES = st.one_of(
    CLEARINGS,
    st.just(Between((1, 5, 11))),
    st.builds(Board, PLAYERS | st.just(""), st.sampled_from(["", "r", "m", "x", "b", "1", "3"])),
    st.builds(Hand, PLAYERS),
)
SUITS = st.lists(st.tuples(st.integers(1, 4), st.sampled_from("BFRM")), max_size=3).map(tuple)
PIECES = st.builds(Piece, OWNERS, st.sampled_from("wpbt"), st.sampled_from(["", "s", "k", "2_f"]))
CARDS = st.builds(Card, SUITS, st.sampled_from(["", "sabo", "@", "dom"]))
ITEMS = st.builds(Item, st.sampled_from(["_", *"sbcxhtrf"]))  # an item of no kind and "ready" read like a torch
NUMBERS = st.integers(1, 12)
SIMPLE = st.one_of(
    st.builds(Term, NUMBERS, PIECES, st.none() | CLEARINGS),
    st.builds(Term, NUMBERS, CARDS, st.none() | st.builds(Hand, PLAYERS) | st.just(Discard())),
    st.builds(Term, NUMBERS, ITEMS, st.none() | SPOTS | st.just(Board("V"))),
)
TERMS = SIMPLE | st.builds(
    Term, st.just(1), st.lists(SIMPLE, min_size=1, max_size=3).map(tuple), st.none() | CLEARINGS | st.just(Board("O"))
)
MOVES = st.builds(
    Move, st.lists(TERMS, min_size=1, max_size=3).map(tuple), st.lists(PLACES | SPOTS, max_size=3).map(tuple)
)
MARKERS = st.builds(Marker, st.sampled_from(["", "V"]), st.sampled_from("hrmCE"))
OTHERS = st.one_of(
    st.builds(Score, OWNERS, st.integers(-9, 30).filter(bool)),
    st.builds(Battle, OWNERS, OWNERS.filter(bool), st.integers(1, 12), st.sampled_from("BFRM")),
    st.builds(Mark, st.lists(MARKERS, min_size=1, max_size=2).map(tuple), st.sampled_from("h012a3")),
    st.builds(Trick, st.tuples(st.integers(1, 12), st.integers(1, 12))),
    st.builds(Craft, st.builds(Item, st.sampled_from("sbcxhtf"))),
)  # fmt: skip


@given(MOVES | OTHERS)
def test_what_is_written_is_read_again(what: What) -> None:
    assert read_entry(what.text()) == what


@given(st.lists(st.lists(MOVES | OTHERS, min_size=1, max_size=4), max_size=6), st.text("abc /", max_size=8))
def test_whole_logs_are_written_and_read_again(turns: list[list[What]], remark: str) -> None:
    head = [Line(Header("Map", "Fall")), Line(Header("C", "Ada")), Line(None)]
    at = read("C:t->1").lines[0].says
    assert isinstance(at, Turn)
    said = [Line(Turn("C", tuple(Entry(one, at.entries[0].at) for one in turn)), remark.strip()) for turn in turns]
    log = Log((*head, *said, Line(Winner("C"))))
    assert read(write(log)) == log


@given(st.text(max_size=40))
def test_no_text_is_too_odd_to_be_read(text: str) -> None:
    once = write(read(text))
    assert write(read(once)) == once


@settings(deadline=None)  # the first log opens the game
@given(st.lists(MOVES | OTHERS, max_size=12), st.sampled_from(["LOV", "DPG", "HKC", "EAL"]))
def test_whatever_a_log_says_is_recorded_or_named(entries: list[What], factions: str) -> None:
    letters = "".join(f"{letter}:{'/'.join(entry.text() for entry in entries)}\n" for letter in factions)
    head = "Map: Mountain\nDeck: E&P\nClearings: F1, R2, M3, R4, F5, M6, M7, R8, F9, M10, R11, F12\n"
    players = "".join(f"{letter}: {letter}\n" for letter in factions)
    text = f"{head}{players}{letters}{letters}"
    match = record(text).match
    assert write_match(match.opening, match.moves, ["Ada", "Ben", "Cleo"]) == write(read(text))
