"""The points that the entries of a turn are worth, compared with those in the log (RO-LOG-4).

Counted where the notation says enough: removals, buildings and tokens with points, crafted items, roosts in Evening,
flipped plots, paths and the Pass of the Mountain. Factions whose points depend on what logs leave out are not compared.
"""

from __future__ import annotations

from tablescribe.domain.games.root.board import WINNING, catalogue_of, dominance, options_of, this
from tablescribe.domain.games.root.pieces import ALLIANCE, CORVIDS, EYRIE, MARQUISE, RIVERFOLK, scores
from tablescribe.domain.games.root.reign import rules
from tablescribe.domain.games.root.rootlog.saying import Saying
from tablescribe.domain.words.text import say

DUE, TOLD, FOUGHT, UNSURE = this("log-due"), this("log-told"), this("log-fought"), this("log-unsure")
COMPARED = (MARQUISE, EYRIE, ALLIANCE, CORVIDS)
ENGRAVERS = "card:master-engravers"


def due(says: Saying, points: int) -> None:
    """Add points that the seat in turn must score."""
    says.play.add(DUE, points)


def told(says: Saying, seat: int, points: int) -> None:
    """Add points that the log records for the seat in turn."""
    if seat == says.seat:
        says.play.add(TOLD, points)
        if points < 0:
            says.play.set(UNSURE, True)  # the cost of turmoil depends on unnamed cards


def battle(says: Saying, attacker: str) -> None:
    """Record a battle of the seat in turn: a Despot scores once for removals (RO-7.8.4)."""
    says.play.set(FOUGHT, 1 if attacker == says.owner else None)


def removed(says: Saying, owner: str, piece: str, n: int) -> None:
    """Add what the seat in turn scores for removed pieces (RO-3.2.1)."""
    if owner == says.owner or not scores(piece):
        return
    due(says, n)
    if says.owner == EYRIE and says.play.table.text("leader") == "despot" and says.play.table.number(FOUGHT):
        says.play.set(FOUGHT, None)
        due(says, 1)


def placed(says: Saying, piece: str, n: int) -> None:
    """Add what the seat in turn scores for placed buildings and tokens."""
    board, catalogue = says.board, catalogue_of(says.play.opening)
    if says.owner == MARQUISE and piece.removeprefix("marquise:") in catalogue.marquise.points:
        track = dict(catalogue.marquise.points)[piece.removeprefix("marquise:")]  # type: ignore[index]
    elif piece == "alliance:sympathy":
        track = catalogue.alliance.points
    else:
        if piece.startswith("riverfolk:post") and says.owner == RIVERFOLK:
            due(says, n * catalogue.riverfolk.points)
        return
    standing = board.on_map(piece)
    due(says, sum(track[k] for k in range(standing - n, standing) if k < len(track)))


def crafted(says: Saying, name: str) -> None:
    """Add what the seat in turn scores for a crafted item (RO-3.2.2, RO-7.2.3)."""
    makers = [
        one for one in catalogue_of(says.play.opening).decks[options_of(says.play.opening).deck] if one.item == name
    ]
    points = max((one.points for one in makers), default=0)
    if says.owner == EYRIE and says.play.table.text("leader") != "builder":
        points = 1
    due(says, points + says.play.table.count(f"crafted:{says.seat}", ENGRAVERS))


def flipped(says: Saying) -> None:
    """Add what the Corvids score for a flipped plot (RO-13.4.2)."""
    if says.owner == CORVIDS:
        board = says.board
        due(says, sum(board.on_map(f"corvids:plot.{name}") for name in ("bomb", "snare", "raid", "extortion")))


def compare(says: Saying) -> None:
    """At the end of a turn, note a difference between its points and what its entries are worth."""
    board, catalogue = says.board, catalogue_of(says.play.opening)
    if says.owner == EYRIE:
        roosts = board.on_map("eyrie:roost")
        due(says, catalogue.eyrie.points[roosts])
    if options_of(says.play.opening).map == "mountain" and rules(board, says.owner, 10):
        due(says, 1)
    expected, said = says.play.table.number(DUE), says.play.table.number(TOLD)
    marker = dominance(says.seat) not in says.play.table.values
    if marker and says.owner in COMPARED and UNSURE not in says.play.table.values and board.score(says.seat) < WINNING:
        why = say("the log says {told} points; its entries are worth {due}", told=said, due=expected)
        says.play.require("RO-LOG-4", expected == said, why)
