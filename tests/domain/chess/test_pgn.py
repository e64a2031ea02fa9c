"""PGN: people's games are read in spite of their oddities, and written so that other programs can read them."""

from __future__ import annotations

import io
import random
from typing import Any

import chess.pgn
import pytest

from tablescribe.domain.games.chess.actions import Move
from tablescribe.domain.games.chess.pgn.importing import script
from tablescribe.domain.games.chess.pgn.kept_tags import tags_in
from tablescribe.domain.games.chess.pgn.reading import games, read
from tablescribe.domain.rules.notation import NotReadable
from tests.depth import times

OPERA = """[Event "At the opera"]
[Site "Paris"]
[Date "1858.??.??"]
[Round "?"]
[White "Paul Morphy"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]
[Annotator "somebody \\"else\\""]

{A casual game.} 1. e4 e5 2. Nf3 d6 3. d4 Bg4 {a weak move} (3... exd4 4. Nxd4 (4. Qxd4 Nc6) 4... Nf6) 4. dxe5 Bxf3
5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 $1 Qe7 8. Nc3 c6 9. Bg5 {[%clk 0:12:34]} b5?! 10. Nxb5 cxb5 11.
Bxb5+ Nbd7 12. 0-0-0 Rd8 ; the end is near
13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+!! Nxb8 17. Rd8# 1-0
"""
"""A game of 1858 with most features of PGN."""


def test_tags_moves_comments_and_variations_are_read_with_their_places() -> None:
    game = read(OPERA)
    assert game.tags["Annotator"] == 'somebody "else"'
    assert (len(game.moves), game.result, game.before) == (33, "1-0", "A casual game.")
    weak, taken = game.moves[5], game.moves[6]
    assert (weak.word, weak.line, weak.column, weak.remark) == ("Bg4", 10, 43, "a weak move")
    (variation,) = weak.instead
    assert [one.word for one in variation] == ["exd4", "Nxd4", "Nf6"]
    assert [one.word for one in variation[1].instead[0]] == ["Qxd4", "Nc6"]
    assert taken.word == "dxe5"
    assert (game.moves[12].signs, game.moves[12].remark) == ("!", "")
    assert game.moves[16].remark == "[%clk 0:12:34]"
    assert game.moves[17].signs == "?!"
    assert game.moves[23].remark == "the end is near"


def test_a_file_has_many_games_and_says_where_each_begins() -> None:
    file = (
        OPERA + "\n\n" + OPERA.replace("Paris", "London") + '\n[White "Ann"]\n\n1. e4 {[Black "no tag"]\n[x] } e5 *\n'
    )
    found = list(games(file))
    assert [above for above, _ in found] == [0, 15, 29]
    assert [read(text).tags.get("Site") for _, text in found] == ["Paris", "London", None]
    assert [len(read(text).moves) for _, text in found] == [33, 33, 2]


def test_a_game_is_opened_with_what_its_tags_say() -> None:
    told = script(OPERA.replace("1858.??.??", "1858.11.02"))
    assert told.people == ["Paul Morphy", "Duke Karl / Count Isouard"]
    assert told.details == {"event": "At the opera", "place": "Paris"}
    assert told.options == {"played": "1858-11-02"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "neither"), ('[FEN "8/8/8/8 w"]\n\n1. e4', "position is impossible"),
        ('[Variant "Chess960"]\n\n1. e4', "rules other than"),
    ],
)  # fmt: skip
def test_what_is_no_game_of_chess_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(NotReadable, match=why):
        script(text)


def test_tags_without_a_place_are_kept_as_a_note_and_nothing_else_is() -> None:
    told = script(OPERA + "")
    assert told.kept == '[Date "1858.??.??"]\n[Annotator "somebody \\"else\\""]'
    assert tags_in([told.kept, "a remark"]) == (
        {"Date": "1858.??.??", "Annotator": 'somebody "else"'}, ["a remark"],
    )  # fmt: skip
    long = "x" * 200
    told = script(f'[Event "{long}"]\n[ECO "?"]\n[White "Ann"]\n\n1. e4 *')
    assert (told.details, told.kept) == ({}, f'[Event "{long}"]')


def test_a_tag_with_quotes_that_nobody_marked_is_read() -> None:
    assert read('[White "Ann "the Ant" Lee"]\n\n1. e4 *').tags["White"] == 'Ann "the Ant" Lee'


@pytest.mark.parametrize(
    ("comment", "times", "remark"),
    [
        ("[%clk 1:29:58]", (5_398_000, None), ""), ("[%clk 0:00:09.3] [%emt 0:00:01]", (9_300, 1_000), ""),
        ("[%eval 0.3] [%clk 1:00:00] sharp", (3_600_000, None), "[%eval 0.3] sharp"),
        ("[%clk soon]", (None, None), "[%clk soon]"), ("[%clk 0:61:00]", (None, None), "[%clk 0:61:00]"),
        ("[%clk 0:00:02] [%clk 0:00:01]", (2_000, None), "[%clk 0:00:01]"),
    ],
)  # fmt: skip
def test_times_in_comments_belong_to_the_move(comment: str, times: tuple[Any, Any], remark: str) -> None:
    (step,) = script(f"1. e4 $14 {{{comment}}} *").steps()
    assert isinstance(step.action, Move)
    assert (step.action.clock, step.action.spent) == times
    assert step.remark == f"$14 {remark}".strip()


def test_a_comment_before_a_variation_belongs_to_its_first_move() -> None:
    game = read("1. e4 ({better} 1. d4 {solid}) ({nothing}) 1... e5 *")
    assert [one.remark for one in game.moves[0].instead[0]] == ["better solid"]
    assert game.moves[0].remark == "nothing"


def test_variations_that_are_too_deep_are_comments() -> None:
    game = read("(1. c4 {before}) 1. e4 " + "(1. d4 " * 45 + ")" * 45 + " 1... e5 *")
    assert game.before == "( 1. c4 before )"
    line, depth = game.moves, 0
    while line[0].instead:
        line, depth = line[0].instead[0], depth + 1
    assert depth == 40
    assert line[0].remark == "( 1. d4 " * 4 + "( 1. d4 ) ) ) ) )"
    assert [one.word for one in game.moves] == ["e4", "e5"]


def steps(text: str) -> list[tuple[int, str, Any, int]]:
    """Return the recorded steps of a game: seat, words, action, and the number of moves taken back before."""
    return [(one.seat, one.words, one.action.data() if one.action else None, one.back) for one in script(text).steps()]


def test_a_variation_is_played_and_taken_back_before_the_move_in_whose_place_it_stands() -> None:
    told = [(words, back) for _, words, _, back in steps("1. e4 (1. d4 d5 (1... Nf6)) 1... e5 *")]
    assert told == [("d4", 0), ("Nf6", 0), ("", 1), ("d5", 0), ("", 2), ("e4", 0), ("e5", 0)]


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("1. e4 e5 1-0", [(2, "resign")]), ("1. e4 e5 0-1", [(1, "resign")]), ("1. e4 e5 *", []),
        ("1. e4 e5 1/2-1/2", [(2, "offer_draw"), (1, "accept_draw")]),
        ('[Termination "Time forfeit"]\n\n1. e4 e5 1-0', [(2, "flag_fell")]), ("1. f3 e5 2. g4 Qh4# 0-1", []),
    ],
)  # fmt: skip
def test_the_result_says_how_a_game_ended_that_no_rule_has_ended(text: str, ends: list[tuple[int, str]]) -> None:
    assert [(seat, done["do"]) for seat, _, done, _ in steps(text) if done["do"] != "move"] == ends


def test_an_illegal_move_is_recorded_and_one_that_no_piece_can_make_ends_the_reading() -> None:
    told = list(script("1. e4 e5\n2. Ke3 d6 3. Qh9 c6 4. d4 *").steps())
    assert [one.words for one in told] == ["e4", "e5", "Ke3", "d6", "Qh9"]
    assert told[2].action is not None
    assert (told[4].action, told[4].line, str(told[4].defect)[:3]) == (None, 2, "Qh9")


SIGNS = ("(", ")", "{", "}", "[", "$", "1.", "Nf3", "\n", "é", ";", '"')


@pytest.mark.parametrize("seed", range(times(20, 2000)))
def test_no_text_makes_the_reading_fail(seed: int) -> None:
    choose = random.Random(seed)
    signs = list(OPERA)
    for _ in range(choose.randrange(1, 40)):
        at = choose.randrange(len(signs))
        signs[at : at + choose.randrange(3)] = choose.choice(
            ["(", ")", "{", "}", "[", "$", "1.", "Nf3", "\n", "é", ";", '"']
        )
    text = "".join(signs)
    for _, one in games(text):
        try:
            list(script(one).steps())
        except NotReadable:
            continue


def test_another_program_reads_a_game_as_we_do() -> None:
    other = chess.pgn.read_game(io.StringIO(OPERA))
    assert other is not None
    assert [one.uci() for one in other.mainline_moves()][:3] == ["e2e4", "e7e5", "g1f3"]
    mainline = [done["man"] + done["to"] for done, back in main(OPERA)]
    assert mainline == [one.uci() for one in other.mainline_moves()]


def main(text: str) -> list[tuple[Any, int]]:
    """Return the moves of the main line."""
    found: list[tuple[Any, int]] = []
    for _, _, done, back in steps(text):
        del found[len(found) - back :]
        if done is not None and done["do"] == "move":
            found.append((done, back))
    return found
