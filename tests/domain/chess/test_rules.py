"""Chess: each article obeyed and broken, and the common tests of every game."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.chess.actions import (
    AcceptDraw,
    ClaimDraw,
    IllegalMove,
    Move,
    OfferDraw,
    RefuseDraw,
    Resign,
)
from tablescribe.domain.games.chess.board import ENDINGS
from tablescribe.domain.games.chess.position import from_fen
from tablescribe.domain.match.match import Match
from tablescribe.domain.table.table import Impossible
from tests.domain.a_game import a_game
from tests.domain.cases import Cases
from tests.domain.chess.table import board, ended, given, make
from tests.domain.chess.ways import WAYS
from tests.support import do

CASES = Cases()


# --- 1 and 2: who moves, and from where ---------------------------------------------------------------


@CASES.obeys("CH-1.1", "CH-1.2", "CH-2.2", "CH-2.3")
def the_pieces_stand_on_their_squares_and_white_moves_first() -> Match:
    match = given()
    assert board(match) == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    assert match.to_act == (1,)
    return match


@CASES.obeys("CH-1.3")
def black_has_the_move_once_white_has_moved() -> Match:
    match = given("e4")
    assert match.to_act == (2,)
    return match


@CASES.breaks("CH-1.3")
def black_moves_first() -> None:
    do(given(), 2, Move(man="e7", to="e5"))


@CASES.breaks("CH-1.3")
def white_moves_a_black_piece() -> None:
    do(given(), 1, Move(man="e7", to="e5"))


@CASES.breaks("CH-1.4")
def white_takes_the_king() -> None:
    match = given("", "4k3/p7/8/8/8/8/8/4RK2 b - -")
    do(match, 2, Move(man="a7", to="a6"), as_played=True)  # the king stays in check
    do(match, 1, Move(man="e1", to="e8"))


# --- 3: how the pieces move -----------------------------------------------------------------------------


@CASES.breaks("CH-3.1")
def a_rook_moves_onto_its_own_pawn() -> None:
    do(given(), 1, Move(man="a1", to="a2"))


@CASES.obeys("CH-3.1", "CH-3.1.1", "CH-3.7.3")
def a_pawn_takes_a_pawn_that_leaves_the_board() -> Match:
    match = given("e4 d5 exd5")
    assert board(match).endswith("/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR")
    assert match.table.count("box", "pawn:2") == 1
    return match


@CASES.obeys("CH-3.2", "CH-3.5")
def a_bishop_moves_along_its_diagonal() -> Match:
    return given("e4 e5 Bc4")


@CASES.breaks("CH-3.2")
def a_bishop_moves_along_a_file() -> None:
    do(given("e4 e5 Bc4 a6"), 1, Move(man="c4", to="c5"))


@CASES.obeys("CH-3.3")
def a_rook_moves_along_its_file_and_its_rank() -> Match:
    match = given("a4 a5 Ra3 h6 Rh3")
    assert match.table.count("square:h3", "rook:1") == 1
    return match


@CASES.breaks("CH-3.3")
def a_rook_moves_along_a_diagonal() -> None:
    do(given("a4 a5 Ra3 h6"), 1, Move(man="a3", to="b4"))


@CASES.obeys("CH-3.4")
def a_queen_moves_along_a_diagonal_and_a_file() -> Match:
    return given("e4 e5 Qh5 a6 Qh3")


@CASES.breaks("CH-3.4")
def a_queen_moves_like_a_knight() -> None:
    do(given("e4 e5"), 1, Move(man="d1", to="e3"))


@CASES.breaks("CH-3.5")
def a_bishop_passes_over_a_pawn() -> None:
    do(given(), 1, Move(man="f1", to="c4"))


@CASES.breaks("CH-3.5")
def a_rook_passes_over_a_pawn() -> None:
    do(given(), 1, Move(man="a1", to="a4"))


@CASES.obeys("CH-3.6")
def a_knight_passes_over_pawns() -> Match:
    return given("Nf3")


@CASES.breaks("CH-3.6")
def a_knight_moves_straight() -> None:
    do(given(), 1, Move(man="g1", to="g3"))


@CASES.obeys("CH-3.7.1", "CH-3.7.2")
def a_pawn_moves_one_square_or_two_from_its_first() -> Match:
    return given("e3 d5 e4")


@CASES.breaks("CH-3.7.1")
def a_pawn_moves_onto_the_piece_in_front_of_it() -> None:
    do(given("e4 e5"), 1, Move(man="e4", to="e5"))


@CASES.breaks("CH-3.7.1")
def a_pawn_moves_sideways() -> None:
    do(given("e4 a6"), 1, Move(man="e4", to="d4"))


@CASES.breaks("CH-3.7.1")
def a_pawn_moves_back() -> None:
    do(given("e4 a6"), 1, Move(man="e4", to="e3"))


@CASES.breaks("CH-3.7.2")
def a_pawn_moves_two_squares_after_it_has_moved() -> None:
    do(given("e3 a6"), 1, Move(man="e3", to="e5"))


@CASES.breaks("CH-3.7.2")
def a_pawn_moves_two_squares_over_a_knight() -> None:
    do(given("Nf3 a6"), 1, Move(man="f2", to="f4"))


@CASES.breaks("CH-3.7.3")
def a_pawn_moves_diagonally_where_nothing_stands() -> None:
    do(given(), 1, Move(man="e2", to="d3"))


@CASES.obeys("CH-3.7.3.1", "CH-3.7.3.2")
def a_pawn_is_taken_in_passing() -> Match:
    match = given("e4 a6 e5 d5 exd6")
    assert board(match) == "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR"
    assert match.table.count("box", "pawn:2") == 1
    return match


@CASES.breaks("CH-3.7.3.1")
def a_pawn_that_moved_one_square_is_taken_in_passing() -> None:
    do(given("d6", "4k3/3p4/4P3/8/8/8/8/4K3 b - -"), 1, Move(man="e6", to="d7"))


@CASES.breaks("CH-3.7.3.2")
def a_pawn_is_taken_in_passing_a_move_too_late() -> None:
    do(given("e4 a6 e5 d5 h3 h6"), 1, Move(man="e5", to="d6"))


@CASES.obeys("CH-3.7.3.3", "CH-3.7.3.4")
def a_pawn_becomes_a_second_queen() -> Match:
    match = given("b8=Q", "4k3/1P6/8/8/8/8/8/3QK3 w - -")
    assert board(match) == "1Q2k3/8/8/8/8/8/8/3QK3"
    assert (match.table.count("box", "queen:1"), match.table.count("box", "pawn:1")) == (7, 8)
    return match


@CASES.breaks("CH-3.7.3.3")
def a_pawn_reaches_the_last_rank_and_nobody_says_what_it_becomes() -> None:
    do(given("", "4k3/1P6/8/8/8/8/8/4K3 w - -"), 1, Move(man="b7", to="b8"))


@CASES.breaks("CH-3.7.3.3")
def a_knight_becomes_a_queen() -> None:
    do(given(), 1, Move(man="g1", to="f3", promote="queen"))


@CASES.obeys("CH-3.8.1")
def the_king_moves_one_square() -> Match:
    return given("e4 e5 Ke2")


@CASES.breaks("CH-3.8.1")
def the_king_moves_two_squares() -> None:
    do(given("e4 e5 Ke2 a6 Kd3 a5"), 1, Move(man="d3", to="f3"))


@CASES.obeys("CH-3.8.2", "CH-3.8.2.1", "CH-3.8.2.2")
def both_castle() -> Match:
    match = given("O-O O-O-O", "r3k3/8/8/8/8/8/8/4K2R w Kq -")
    assert board(match) == "2kr4/8/8/8/8/8/8/5RK1"
    return match


@CASES.breaks("CH-3.8.2.1")
def the_king_castles_after_it_has_moved() -> None:
    make(given("Ke2 Ke7 Ke1 Ke8", "4k3/8/8/8/8/8/8/4K2R w K -"), "O-O")


@CASES.breaks("CH-3.8.2.1")
def the_king_castles_with_a_rook_that_has_moved() -> None:
    make(given("Rh2 Ke7 Rh1 Ke8", "4k3/8/8/8/8/8/8/4K2R w K -"), "O-O")


@CASES.breaks("CH-3.8.2.2")
def the_king_castles_out_of_check() -> None:
    make(given("", "4k3/8/8/8/4r3/8/8/4K2R w K -"), "O-O")


@CASES.breaks("CH-3.8.2.2")
def the_king_castles_across_an_attacked_square() -> None:
    make(given("", "4k3/8/8/8/5r2/8/8/4K2R w K -"), "O-O")


@CASES.breaks("CH-3.8.2.2")
def the_king_castles_to_an_attacked_square() -> None:
    make(given("", "4k3/8/8/8/6r1/8/8/4K2R w K -"), "O-O")


@CASES.breaks("CH-3.8.2.2")
def the_king_castles_over_a_bishop() -> None:
    make(given(), "O-O")


def test_only_the_rook_may_pass_an_attacked_square() -> None:
    match = given("O-O-O", "4k3/8/8/8/1r6/8/8/R3K3 w Q -")
    assert board(match) == "4k3/8/8/8/1r6/8/8/2KR4"


@CASES.obeys("CH-3.9.1", "CH-3.9.2")
def a_check_is_answered() -> Match:
    match = given("e4 d6 Bb5")
    assert match.table.number("check") == 2
    make(match, "c6")
    assert match.table.number("check") == 0
    return match


@CASES.breaks("CH-3.9.2")
def a_check_is_not_answered() -> None:
    do(given("e4 d6 Bb5"), 2, Move(man="a7", to="a6"))


@CASES.breaks("CH-3.9.2")
def a_pinned_piece_moves() -> None:
    do(given("", "4k3/8/8/8/4r3/8/4N3/4K3 w - -"), 1, Move(man="e2", to="c3"))


@CASES.breaks("CH-3.9.2")
def taking_in_passing_opens_a_rank_to_the_king() -> None:
    do(given("e4", "8/8/8/8/k2p3R/8/4P3/7K w - -"), 2, Move(man="d4", to="e3"))


CASES.forged("CH-3.9.1")


# --- 5: the end of the game -------------------------------------------------------------------------------


@CASES.obeys("CH-1.4", "CH-5.1.1")
def white_is_mated_in_two() -> Match:
    match = given("f3 e5 g4 Qh4")
    assert ended(match) == ("checkmate", "CH-5.1.1", (2,))
    return match


@CASES.obeys("CH-5.1.2")
def black_resigns_though_white_has_the_move() -> Match:
    match = given("e4 e5")
    do(match, 2, Resign())
    assert ended(match) == ("resignation", "CH-5.1.2", (1,))
    return match


@CASES.obeys("CH-5.2.1")
def black_has_no_move_and_is_not_in_check() -> Match:
    match = given("Qf7", "7k/8/8/8/2Q5/8/8/K7 w - -")
    assert ended(match) == ("stalemate", "CH-5.2.1", ())
    return match


@CASES.obeys("CH-1.5", "CH-5.2.2")
def the_last_pawn_is_taken() -> Match:
    match = given("Kxd2", "4k3/8/8/8/8/8/3p4/4K3 w - -")
    assert ended(match) == ("dead_position", "CH-5.2.2", ())
    return match


@pytest.mark.parametrize(
    ("pieces", "dead"),
    [
        ("4k3/8/8/8/8/8/8/4K3", True), ("4k3/8/8/8/8/8/8/N3K3", True), ("4k3/8/8/8/8/8/8/B3K3", True),
        ("b3k3/8/8/8/8/8/8/4K2B", True), ("b3k3/8/8/8/8/8/8/B3K3", False), ("n3k3/8/8/8/8/8/8/4K2B", False),
        ("4k3/8/8/8/8/8/8/NN2K3", False), ("n3k3/8/8/8/8/8/8/N3K3", False), ("4k3/p7/8/8/8/8/8/4K3", False),
    ],
)  # fmt: skip
def test_a_position_is_dead_by_its_pieces(pieces: str, dead: bool) -> None:
    assert from_fen(f"{pieces} w - - 0 1").is_dead == dead


@CASES.obeys("CH-5.2.3", "CH-9.1.1", "CH-9.1.2")
def a_draw_is_offered_after_a_move_and_accepted() -> Match:
    match = given("e4")
    do(match, 1, OfferDraw())
    assert match.to_act == (2,)
    do(match, 2, AcceptDraw())
    assert ended(match) == ("agreement", "CH-5.2.3", ())
    return match


# --- 6 and 7: time, and illegal moves -----------------------------------------------------------------------


@CASES.obeys("CH-6.9")
def whites_flag_falls() -> Match:
    match = given("e4 e5")
    make(match, "flag")
    assert ended(match) == ("flag", "CH-6.9", (2,))
    return match


def test_whoever_cannot_mate_does_not_win_on_time() -> None:
    match = given("", "4k3/8/8/8/8/8/7P/4K3 w - -")
    make(match, "flag")
    assert ended(match) == ("cannot_mate", "CH-6.9", ())


@CASES.obeys("CH-7.5.1", "CH-7.5.5")
def the_second_illegal_move_loses() -> Match:
    match = given()
    make(match, "illegal")
    assert match.to_act == (1,)
    make(match, "illegal")
    assert ended(match) == ("illegal_moves", "CH-7.5.5", (2,))
    return match


@CASES.breaks("CH-7.5.1")
def whoever_does_not_move_makes_no_illegal_move() -> None:
    do(given(), 2, IllegalMove())


def test_in_blitz_the_first_illegal_move_may_lose() -> None:
    match = given("", illegal_moves=1)
    make(match, "illegal")
    assert ended(match) == ("illegal_moves", "CH-7.5.5", (2,))


# --- 9: draws -------------------------------------------------------------------------------------------------


@CASES.breaks("CH-9.1.1")
def a_draw_is_agreed_before_the_move_that_the_competition_says() -> None:
    do(given("e4", no_draw_before=30), 1, OfferDraw())


@CASES.breaks("CH-9.1.2")
def a_draw_is_offered_twice() -> None:
    match = given("e4")
    do(match, 1, OfferDraw())
    do(match, 1, OfferDraw())


@CASES.breaks("CH-9.1.2")
def a_draw_is_accepted_that_nobody_offered() -> None:
    do(given(), 1, AcceptDraw())


@CASES.breaks("CH-9.1.2")
def an_offer_is_accepted_by_the_one_who_made_it() -> None:
    match = given("e4")
    do(match, 1, OfferDraw())
    do(match, 1, AcceptDraw())


@CASES.breaks("CH-9.1.2")
def an_offer_is_accepted_after_a_move_has_refused_it() -> None:
    match = given("e4")
    do(match, 1, OfferDraw())
    make(match, "e5")
    do(match, 2, AcceptDraw())


def test_an_offer_is_refused_and_may_be_made_again() -> None:
    match = given("e4")
    do(match, 1, OfferDraw())
    do(match, 2, RefuseDraw())
    assert match.table.get("offer") is None
    do(match, 1, OfferDraw())


THERE_AND_BACK = " Nf3 Nf6 Ng1 Ng8"


@CASES.obeys("CH-9.2.1", "CH-9.2.2", "CH-9.5.2")
def the_position_has_appeared_three_times() -> Match:
    match = given(2 * THERE_AND_BACK)
    make(match, "claim repetition")
    assert ended(match) == ("repetition", "CH-9.2.1", ())
    return match


@CASES.obeys("CH-9.2.1", "CH-9.5.2")
def the_move_written_down_brings_it_the_third_time() -> Match:
    match = given(THERE_AND_BACK + " Nf3 Nf6 Ng1")
    make(match, "claim repetition Ng8")
    assert board(match).startswith("rnbqkb1r/"), "the move need not be made"
    assert ended(match) == ("repetition", "CH-9.2.1", ())
    return match


@CASES.breaks("CH-9.2.1")
def the_position_has_appeared_twice() -> None:
    make(given(THERE_AND_BACK), "claim repetition")


@CASES.breaks("CH-9.2.1")
def the_opponent_claims() -> None:
    do(given(2 * THERE_AND_BACK), 2, ClaimDraw(by="repetition"))


@CASES.breaks("CH-9.2.1")
def the_first_time_a_pawn_could_be_taken_in_passing() -> None:
    make(given("e4 a6 e5 d5 Ng1f3 Ng8f6 Nf3g1 Nf6g8 Ng1f3 Ng8f6 Nf3g1 Nf6g8"), "claim repetition")


@CASES.breaks("CH-9.2.1")
def the_first_time_it_could_still_castle() -> None:
    there_and_back = " Ke2 Ke7 Ke1 Ke8"
    make(given(2 * there_and_back, "4k3/8/8/8/8/8/8/4K2R w K -"), "claim repetition")


@CASES.obeys("CH-9.3")
def fifty_moves_without_a_capture_or_a_pawn() -> Match:
    match = given("Ke2", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80")
    make(match, "claim fifty")
    assert ended(match) == ("fifty_moves", "CH-9.3", ())
    return match


@CASES.obeys("CH-9.3")
def the_move_written_down_is_the_fiftieth() -> Match:
    match = given("", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80")
    make(match, "claim fifty Ke2")
    assert ended(match) == ("fifty_moves", "CH-9.3", ())
    return match


@CASES.breaks("CH-9.3")
def one_move_is_missing() -> None:
    make(given("", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80"), "claim fifty")


@CASES.obeys("CH-9.6.1")
def the_position_has_appeared_five_times() -> Match:
    assert not given(3 * THERE_AND_BACK + " Nf3 Nf6 Ng1").is_over
    match = given(4 * THERE_AND_BACK)
    assert ended(match) == ("fivefold", "CH-9.6.1", ())
    return match


@CASES.obeys("CH-9.6.2")
def seventy_five_moves_without_a_capture_or_a_pawn() -> Match:
    match = given("Ke2", "4k3/8/8/8/8/8/8/R3K3 w - - 149 90")
    assert ended(match) == ("seventy_five_moves", "CH-9.6.2", ())
    return match


def test_the_seventy_fifth_move_may_mate() -> None:
    match = given("Ra8", "4k3/8/4K3/8/8/8/8/R7 w - - 149 90")
    assert ended(match) == ("checkmate", "CH-5.1.1", (1,))


CASES.forged(
    "CH-1.1", "CH-1.2", "CH-1.5", "CH-2.2", "CH-2.3", "CH-3.1.1", "CH-3.7.3.4", "CH-3.8.2", "CH-5.1.1", "CH-5.1.2",
    "CH-5.2.1", "CH-5.2.2", "CH-5.2.3", "CH-6.9", "CH-7.5.5", "CH-9.2.2", "CH-9.5.2", "CH-9.6.1", "CH-9.6.2",
)  # fmt: skip


# --- as played ------------------------------------------------------------------------------------------------


def test_a_move_from_an_empty_square_cannot_be() -> None:
    with pytest.raises(Impossible, match="there is no piece on"):
        do(given(), 1, Move(man="e4", to="e5"), as_played=True)


def test_an_illegal_move_can_be_recorded_as_it_was_played_and_says_its_article() -> None:
    match = given("e4 e5")
    do(match, 1, Move(man="e1", to="e3"), as_played=True)
    assert [one.rule for one in match.moves[-1].irregularities] == ["CH-3.8.1"]  # type: ignore[union-attr]
    assert match.to_act == (2,)


def test_a_pawn_that_nobody_promoted_is_a_queen_as_played() -> None:
    match = given("", "4k3/1P6/8/8/8/8/8/4K3 w - -")
    do(match, 1, Move(man="b7", to="b8"), as_played=True)
    assert match.table.count("square:b8", "queen:1") == 1


TestChess = a_game(
    "chess",
    cases=CASES,
    options={
        "no_draw_before": [0, 2],
        "illegal_moves": [1, 2, 3],
        "position": [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 97 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "4k3/8/8/8/8/8/8/R3K3 w - - 148 90",
        ],
    },
    endings=ENDINGS,
    ways=WAYS,
)  # fmt: skip
