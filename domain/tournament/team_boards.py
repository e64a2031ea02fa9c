"""Matches of teams: rosters in board order, line-ups, colours by board, and what the boards add up to.

An entrant is a team. The result of a match is the table's report, with the board points as its points; what is here
says how it follows from boards. Played as at Chess Olympiads: the board order is fixed, a reserve plays below those who
stand above them on the roster, and colours alternate by board. Teams are paired by the engine of the plan, as people
are; the colour preferences of FIDE's team system (Handbook C.04.6, 2026) are not those of it.

Board points are doubled, so that they are whole: a win is 2, a draw 1.
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
"""Board results, the first team first, and what they are worth in doubled board points; the last three are forfeits."""

FORFEITS: Mapping[str, tuple[int, ...]] = {"+--": (2,), "--+": (1,), "---": (1, 2)}
"""Board results without a game, and the teams (1, 2) whose player was not there."""

WRITTEN: Mapping[str, str] = {
    "1:0": "1-0", "0:1": "0-1", "1/2-1/2": "½-½", "0.5-0.5": "½-½", "0,5-0,5": "½-½", "½": "½-½", "=": "½-½",
    "1/2": "½-½", "1/2:1/2": "½-½", "½:½": "½-½", "+-": "+--", "-+": "--+", "--": "---",
}  # fmt: skip
"""Other ways in which people write board results."""


@dataclass(frozen=True)
class Team:
    """A team's roster.

    Attributes:
        players: in the order of the boards; those beyond the number of boards are reserves.
        away: who is not here, and so not in a line-up that nobody hands in.
    """

    players: tuple[Ref, ...] = ()
    away: frozenset[Ref] = frozenset()


@dataclass(frozen=True)
class Board:
    """A board of a match.

    Attributes:
        number: from 1.
        players: who sits there, of the first team and of the second; `None` where a team has nobody.
        result: one of `WORTH`; empty while it is being played.
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
        """The result that follows from an empty chair; empty where both players are there."""
        empty = tuple(team for team, who in enumerate(self.players, start=1) if who is None)
        return next((result for result, absent in FORFEITS.items() if absent == empty), "")


def must_be_for_teams(plan: Plan) -> None:
    """Refuse a plan by which teams cannot meet: two at a table, and match points for win, draw and loss.

    Raises:
        Refused: it is another.
    """
    if any(stage.pods != (2,) or stage.scoring.kind != "results" for stage in plan.stages):
        raise Refused(say("team matches need a plan with two teams at a table and points for a win, a draw and a loss"))


def must_be_boards(boards: int) -> None:
    """Refuse a number of boards that no match of teams has."""
    if not 1 <= boards <= MOST_BOARDS:
        raise Refused(say("a team match can have 1 to {n} boards", n=MOST_BOARDS))


def must_be_roster(players: Sequence[Ref], others: Mapping[Ref, Team]) -> None:
    """Refuse a roster with somebody twice, with too many people, or with somebody of another team."""
    if len(players) > MOST_PLAYERS:
        raise Refused(say("a team can have at most {n} players", n=MOST_PLAYERS))
    if len(set(players)) != len(players):
        raise Refused(say("a player is on the roster twice"))
    if set(players) & {one for team in others.values() for one in team.players}:
        raise Refused(say("a player is on the roster of another team"))


def must_keep_order(before: Sequence[Ref], after: Sequence[Ref]) -> None:
    """Refuse a change of a roster after the first pairing, other than reserves added at its end."""
    if tuple(after[: len(before)]) != tuple(before):
        raise Refused(say("the board order is fixed since round 1 was paired: only add reserves at the end"))


def default_line_up(team: Team, boards: int) -> tuple[Ref, ...]:
    """Return who plays if the captain hands in nothing: the first in board order who are here."""
    return tuple(one for one in team.players if one not in team.away)[:boards]


def must_be_line_up(team: Team, boards: int, line_up: Sequence[Ref]) -> None:
    """Refuse a line-up with too many players, strangers, or another order than that of the roster.

    Fewer players than boards leave the last boards empty.
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
    """Return the boards of a match from the line-ups of its teams; an empty chair is a forfeit at once."""
    known = results or {}
    found = []
    for number in range(1, boards + 1):
        one, other = (side[number - 1] if number <= len(side) else None for side in (first, second))
        board = Board(number, (one, other))
        found.append(Board(number, (one, other), board.forced or known.get(number, "")))
    return tuple(found)


def read_board_result(text: str) -> str:
    """Return a board's result as one of `WORTH`.

    Raises:
        Refused: it is none.
    """
    told = "".join(text.split()).replace("–", "-").replace("−", "-")
    found = WRITTEN.get(told, told)
    if found not in WORTH:
        raise Refused(say("{text} is not a board result: write 1-0, ½-½, 0-1, or +--, --+, --- for a forfeit",
                          text=repr(text)))  # fmt: skip
    return found


def must_fit(board: Board, result: str) -> None:
    """Refuse a result of a board at which somebody has no opponent."""
    if board.forced and result != board.forced:
        raise Refused(say("board {n} has an empty chair: its result is {result}", n=board.number, result=board.forced))


def added_up(boards: Iterable[Board]) -> tuple[int, int]:
    """Return the doubled board points of both teams; boards without a result give none."""
    worth = [WORTH[one.result] for one in boards if one.result]
    return sum(one for one, _ in worth), sum(other for _, other in worth)


def match_result(boards: Sequence[Board]) -> ToldResult | None:
    """Return what a table reports: places, and doubled board points as points. `None` while a board is open.

    A team without a player on any board did not come: the match is a forfeit, and no game of it counts.
    """
    if not boards or not all(one.result for one in boards):
        return None
    points = added_up(boards)
    never = [team for team in (1, 2) if all(team in FORFEITS.get(one.result, ()) for one in boards)]
    if never:
        return ToldResult(places_without(2, never), points, tuple(never))
    if points == (0, 0):  # nobody scored, though both teams came: a draw without points
        return ToldResult((1, 1), points)
    return ToldResult(places_by_points(points), points)


# --- individual results --------------------------------------------------------------------------


@dataclass
class PlayerScore:
    """What somebody did on the boards.

    Attributes:
        points: doubled. games, forfeits: how many were played, and how many were not.
        boards: on which board they sat in which round.
    """

    ref: Ref
    team: Ref
    points: int = 0
    games: int = 0
    forfeits: int = 0
    boards: dict[int, int] = field(default_factory=dict)


def player_scores(teams: Mapping[Ref, Team], rounds: Mapping[int, Sequence[Sequence[Board]]]) -> list[PlayerScore]:
    """Return everybody's results, best first: by points, then by fewer games, then in board order.

    Who sat at no board comes behind others with as many points.

    Args:
        rounds: by number, the boards of each match.
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
