"""Recording a log as written: entries are carried out as played, and doubtful ones are noted (RO-LOG).

These rules belong to every match of Root. The parser and player of entries are imported only for matches of a log.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablescribe.domain.games.root.actions.rootlog import KeptWords, LogEnds, Logged
from tablescribe.domain.games.root.board import (
    COALITION,
    DOMINANCE,
    ENDING,
    LOGGED,
    POINTS,
    STAGE,
    TURN,
    WINNER,
    WINNING,
    Board,
    clearing,
    coalition,
    dominance,
    is_first_edition,
    suit,
    this,
)
from tablescribe.domain.games.root.pieces import HIRELINGS, RIVERFOLK, VAGABOND, VAGABOND2
from tablescribe.domain.games.root.rules.turn import action, end_turn
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.table import BOX, Impossible
from tablescribe.domain.words.text import Thing, say

if TYPE_CHECKING:
    from tablescribe.domain.games.root.rootlog.saying import Saying

LINE = this("log-line")
BEGUN = "log-begun:"
"""`log-begun:<seat>` is set once a seat has set up."""


@action(Logged)
def logged(play: Play, seat: int, act: Logged) -> None:
    """Carry out an entry of a log (RO-LOG-1)."""
    from tablescribe.domain.games.root.rootlog.entries import read_entry
    from tablescribe.domain.games.root.rootlog.playing import play_entry

    says = _says(play, seat, act.owner, act.line)
    play_entry(says, read_entry(act.entry))
    if act.last:
        _end_of_line(says)


@action(KeptWords)
def kept_words(play: Play, seat: int, act: KeptWords) -> None:
    """Keep words of a log that change nothing. An entry that could not be carried out is noted (RO-LOG-5)."""
    if act.owner:
        says = _says(play, seat, act.owner, act.line)
    else:
        _must_be_a_log(play)
    play.cite("RO-LOG-5")
    if not act.owner:
        _header(play, act.words)
    if act.why:
        play.require("RO-LOG-5", False, say("{words}: {why}", words=act.words, why=act.why))
    if act.owner and act.last:
        _end_of_line(says)


def _header(play: Play, words: str) -> None:
    """Apply a header line beyond the options: suits, landmarks, sides of hirelings."""
    from tablescribe.domain.games.root.rootlog.letters import told_hirelings, told_landmarks, told_suits
    from tablescribe.domain.games.root.rootlog.saying import named

    key, _, value = words.partition(":")
    if key == "Clearings":
        for at, told in told_suits(value).items():
            play.set(suit(at), told)
    elif key == "Landmarks":
        for name, there in told_landmarks(value):
            play.move(f"landmark:{name}", 1, BOX, clearing(there))
    elif key == "Hirelings":
        board = Board(play.opening, play.table)
        for letter, demoted in told_hirelings(value):
            play.set(f"side:{named(board, f'h_{letter}')}", "demoted" if demoted else "promoted")


@action(LogEnds)
def log_ends(play: Play, seat: int, act: LogEnds) -> None:
    """Record the winner named by the log: by thirty points, dominance or a coalition (RO-LOG-6)."""
    from tablescribe.domain.games.root.rootlog.saying import named

    _must_be_a_log(play)
    board = Board(play.opening, play.table)
    seats = [board.seat_of(named(board, letter)) for letter in act.winners]
    play.checked()
    firsts = [one for one in seats if board.faction(one) not in (VAGABOND, VAGABOND2)] or seats
    winner = firsts[0]
    if dominance(winner) in play.table.values:
        how = DOMINANCE
    else:
        how = COALITION if len(seats) > 1 else POINTS
        enough = max(board.score(one) for one in seats) >= WINNING
        why = say("the log gives {seat} {n} points", n=board.score(winner), seat=Thing(f"seat:{winner}"))
        play.require("RO-LOG-6", enough, why)
    if not board.is_over:
        play.set(ENDING, how)
    play.set(WINNER, winner)
    if not is_first_edition(play.opening):
        _all_have_won(play, seats)


def _all_have_won(play: Play, seats: list[int]) -> None:
    """Record all winners named by the log, and note those outside a coalition with the others (RO-LOG-6)."""
    for one in seats:
        board = Board(play.opening, play.table)
        told = one in board.winners()
        play.require("RO-LOG-6", told, say("the log shows no coalition of {seat}", seat=Thing(f"seat:{one}")))
        if not told:
            play.set(coalition(one), board.table.number(WINNER))


def _must_be_a_log(play: Play) -> None:
    """Require a match that was opened for a log (RO-LOG-1).

    Raises:
        Impossible: other matches follow the rules; a log cannot be recorded in them, even as played.
    """
    no_log = say("this match does not take log entries. To import a log: `import --rootlog`")
    is_log = play.table.text(STAGE) == LOGGED
    play.require("RO-LOG-1", is_log, no_log)
    if not is_log:
        raise Impossible(no_log)


def _says(play: Play, seat: int, letter: str, line: int) -> Saying:
    """Return the context of an entry. The first entry of a line begins that seat's turn."""
    from tablescribe.domain.games.root.rootlog import riverfolk
    from tablescribe.domain.games.root.rootlog.saying import Saying, named

    _must_be_a_log(play)
    board = Board(play.opening, play.table)
    owner = named(board, letter)
    whose = board.seat_of(owner)
    if owner not in HIRELINGS and whose != seat:
        raise Impossible(say("{faction} is not played by {seat}", faction=Thing(owner), seat=Thing(f"seat:{seat}")))
    if play.table.number(LINE) != line:
        end_turn(play)
        play.set(LINE, line)
        play.set(TURN, seat)
        if owner == RIVERFOLK and f"{BEGUN}{seat}" in play.table.values:
            riverfolk.begin_turn(Saying(play, seat, owner))
    return Saying(play, seat, owner)


def _end_of_line(says: Saying) -> None:
    """End a turn and compare its points (RO-LOG-4). The first line of each seat is its set-up."""
    from tablescribe.domain.games.root.rootlog import riverfolk
    from tablescribe.domain.games.root.rootlog.worth import compare

    begun = f"{BEGUN}{says.seat}"
    if begun in says.play.table.values:
        compare(says)
    elif says.owner not in HIRELINGS:
        says.play.set(begun, True)
        if says.owner == RIVERFOLK:
            riverfolk.lay_first_payments(says)
