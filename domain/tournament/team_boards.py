"""Team matches: rosters in board order, line-ups, colours by board, and the match result from the boards.

An entrant is a team. The result of a team match is the table's report, with board points as the game's points; this
module computes it from the boards. The rules are those of Chess Olympiads: the board order is fixed, reserves play
below everyone above them on the roster, and colours alternate by board. Teams are paired by the plan's engine, like
individuals. The colour preferences of FIDE's team system (Handbook C.04.6, 2026) are not applied.

Board points are doubled to be whole numbers: a win is 2, a draw 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.plan import Plan
from tablescribe.domain.tournament.told_results import ToldResult, places_by_points, places_without
from tablescribe.domain.words.text import say

MOST_BOARDS, MOST_PLAYERS = 12, 30

WORTH: Mapping[str, tuple[int, int]] = {
    "1-0": (2, 0), "½-½": (1, 1), "0-1": (0, 2), "+--": (2, 0), "--+": (0, 2), "---": (0, 0),
}  # fmt: skip
"""Board results, first team first, with their doubled board points; the last three are forfeits."""

FORFEITS: Mapping[str, tuple[int, ...]] = {"+--": (2,), "--+": (1,), "---": (1, 2)}
"""Forfeited board results, with the teams (1, 2) whose player was absent."""

WRITTEN: Mapping[str, str] = {
    "1:0": "1-0", "0:1": "0-1", "1/2-1/2": "½-½", "0.5-0.5": "½-½", "0,5-0,5": "½-½", "½": "½-½", "=": "½-½",
    "1/2": "½-½", "1/2:1/2": "½-½", "½:½": "½-½", "+-": "+--", "-+": "--+", "--": "---",
}  # fmt: skip
"""Other spellings of board results."""


@dataclass(frozen=True)
class Team:
    """A team's roster.

    Attributes:
        players: the players in board order; those beyond the number of boards are reserves.
        away: the absent players, who are left out of the default line-up.
    """

    players: tuple[Ref, ...] = ()
    away: frozenset[Ref] = frozenset()


@dataclass(frozen=True)
class Board:
    """A board of a match.

    Attributes:
        number: its number, from 1.
        players: the players of the first and the second team; `None` for a team without a player.
        result: one of `WORTH`; empty while the game is in progress.
    """

    number: int
    players: tuple[Ref | None, Ref | None]
    result: str = ""

    @property
    def white(self) -> int:
        """The team (1 or 2) with the white pieces: the first team has them on odd boards."""
        return 1 if self.number % 2 else 2

    @property
    def forced(self) -> str:
        """The forfeit that follows from a missing player; empty if both players are there."""
        empty = tuple(team for team, who in enumerate(self.players, start=1) if who is None)
        return next((result for result, absent in FORFEITS.items() if absent == empty), "")


def must_be_for_teams(plan: Plan) -> None:
    """Refuse a plan that does not suit team matches.

    Raises:
        Refused: a stage does not have tables of two, or does not score win, draw and loss.
    """
    if any(stage.pods != (2,) or stage.scoring.kind != "results" for stage in plan.stages):
        raise Refused(say("team matches need a plan with two teams at a table and points for a win, a draw and a loss"))


def must_be_boards(boards: int) -> None:
    """Refuse an invalid number of boards."""
    if not 1 <= boards <= MOST_BOARDS:
        raise Refused(say("a team match can have 1 to {n} boards", n=MOST_BOARDS))


def must_be_roster(players: Sequence[Ref], others: Mapping[Ref, Team]) -> None:
    """Refuse a roster with a duplicate player, too many players, or a player of another team."""
    if len(players) > MOST_PLAYERS:
        raise Refused(say("a team can have at most {n} players", n=MOST_PLAYERS))
    if len(set(players)) != len(players):
        raise Refused(say("a player is on the roster twice"))
    if set(players) & {one for team in others.values() for one in team.players}:
        raise Refused(say("a player is on the roster of another team"))


def must_keep_order(before: Sequence[Ref], after: Sequence[Ref]) -> None:
    """Refuse a change of a roster after the first pairing, except reserves added at its end."""
    if tuple(after[: len(before)]) != tuple(before):
        raise Refused(say("the board order is fixed since round 1 was paired: only add reserves at the end"))


def default_line_up(team: Team, boards: int) -> tuple[Ref, ...]:
    """Return the line-up if the captain submits none: the first players in board order who are present."""
    return tuple(one for one in team.players if one not in team.away)[:boards]


def must_be_line_up(team: Team, boards: int, line_up: Sequence[Ref]) -> None:
    """Refuse a line-up with too many players, players not on the roster, or an order other than the roster's.

    If there are fewer players than boards, the last boards stay empty.
    """
    if len(line_up) > boards:
        raise Refused(say("a line-up can have at most {n} players", n=boards))
    places = [team.players.index(one) if one in team.players else -1 for one in line_up]
    if -1 in places:
        raise Refused(say("a player in the line-up is not on the roster"))
    if any(later <= earlier for earlier, later in pairwise(places)):
        raise Refused(say("a line-up must keep the order of the roster: reserves play below the players before them"))


def boards_of(
    first: Sequence[Ref], second: Sequence[Ref], boards: int, results: Mapping[int, str] | None = None
) -> tuple[Board, ...]:
    """Return the boards of a match from both line-ups. A missing player forfeits at once."""
    known = results or {}
    found = []
    for number in range(1, boards + 1):
        one, other = (side[number - 1] if number <= len(side) else None for side in (first, second))
        board = Board(number, (one, other))
        found.append(Board(number, (one, other), board.forced or known.get(number, "")))
    return tuple(found)


def read_board_result(text: str) -> str:
    """Parse the result of a board into one of `WORTH`.

    Raises:
        Refused: the text is not a board result.
    """
    told = "".join(text.split()).replace("–", "-").replace("−", "-")
    found = WRITTEN.get(told, told)
    if found not in WORTH:
        raise Refused(say("{text} is not a board result: write 1-0, ½-½, 0-1, or +--, --+, --- for a forfeit",
                          text=repr(text)))  # fmt: skip
    return found


def must_fit(board: Board, result: str) -> None:
    """Refuse a result that does not fit a board with a missing player."""
    if board.forced and result != board.forced:
        raise Refused(say("board {n} has an empty chair: its result is {result}", n=board.number, result=board.forced))


def added_up(boards: Iterable[Board]) -> tuple[int, int]:
    """Return the doubled board points of both teams; boards without a result count 0."""
    worth = [WORTH[one.result] for one in boards if one.result]
    return sum(one for one, _ in worth), sum(other for _, other in worth)


def match_result(boards: Sequence[Board]) -> ToldResult | None:
    """Return the result of a team match: places, and doubled board points as points; `None` while a board is open.

    A team without players on any board did not come. The match is then a forfeit, and none of its games count.
    """
    if not boards or not all(one.result for one in boards):
        return None
    points = added_up(boards)
    never = [team for team in (1, 2) if all(team in FORFEITS.get(one.result, ()) for one in boards)]
    if never:
        return ToldResult(places_without(2, never), points, tuple(never))
    if points == (0, 0):  # both teams came, but neither scored: a draw without points
        return ToldResult((1, 1), points)
    return ToldResult(places_by_points(points), points)


# --- individual results --------------------------------------------------------------------------


@dataclass
class PlayerScore:
    """A player's score on the boards.

    Attributes:
        points: doubled points; `games`, `forfeits`: the numbers of games played and not played.
        boards: the player's board in each round.
    """

    ref: Ref
    team: Ref
    points: int = 0
    games: int = 0
    forfeits: int = 0
    boards: dict[int, int] = field(default_factory=dict)


def player_scores(teams: Mapping[Ref, Team], rounds: Mapping[int, Sequence[Sequence[Board]]]) -> list[PlayerScore]:
    """Return the scores of all players, best first: by points, then by fewer games, then by board order.

    Players who never played come after others with equal points.

    Args:
        teams: the teams by reference.
        rounds: the boards of each match, by round number.
    """
    found = {one: PlayerScore(one, ref) for ref, team in teams.items() for one in team.players}
    for number, matches in rounds.items():
        for boards in matches:
            for board in boards:
                for side, who in enumerate(board.players):
                    if who is None or who not in found or not board.result:
                        continue
                    score = found[who]
                    score.boards[number] = board.number
                    score.points += WORTH[board.result][side]
                    score.games += board.result not in FORFEITS
                    score.forfeits += board.result in FORFEITS
    order = {one: place for team in teams.values() for place, one in enumerate(team.players)}
    return sorted(found.values(), key=lambda one: (-one.points, not one.boards, one.games, order[one.ref]))
