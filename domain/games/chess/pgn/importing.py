"""From a PGN game to a match: how it is opened, and what is recorded, move by move."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tablescribe.domain.games.chess.actions import AcceptDraw, FlagFell, OfferDraw, Resign
from tablescribe.domain.games.chess.board import BLACK, WHITE
from tablescribe.domain.games.chess.offers import as_action
from tablescribe.domain.games.chess.pgn.clock import times_told
from tablescribe.domain.games.chess.pgn.kept_tags import UNKNOWN, kept_tags
from tablescribe.domain.games.chess.pgn.reading import Game, Written, read
from tablescribe.domain.games.chess.position import START, Move, Position, from_fen
from tablescribe.domain.games.chess.san import NoSuchMove
from tablescribe.domain.games.chess.san import read as read_move
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.notation import NotReadable, Script, Step
from tablescribe.domain.words.text import Text, say

DETAILS = {"event": "Event", "place": "Site", "round": "Round", "table": "Board"}
"""How people find a match, and the tags that say it."""

LONGEST_DETAIL = 120
"""Characters of it; longer ones are kept as they are written."""

SEATS = "White", "Black"
"""The tags that name the people; who has no name is called so."""

RECORDED = *SEATS, "Result", "SetUp", "FEN"
"""Tags of which everything is recorded: people, result and position."""

OTHER_RULES = "chess960", "fischerandom", "crazyhouse", "atomic", "antichess", "horde", "racing kings", "three-check"


def script(text: str) -> Script:
    """Return a game as a match that can be recorded.

    Raises:
        NotReadable: it has neither tags nor moves, begins from an impossible position, or is of other rules.
    """
    game = read(text)
    if not game.tags and not game.moves:
        raise NotReadable(
            say('this is not a PGN file: it has neither tags such as [White "Ann"] nor moves such as 1. e4')
        )
    variant = game.tags.get("Variant", "").lower()
    if any(one in variant for one in OTHER_RULES):
        raise NotReadable(
            say("this game is a variant with rules other than standard chess: {variant}", variant=game.tags["Variant"])
        )
    try:
        first = from_fen(game.tags.get("FEN") or START)
    except ValueError as error:
        raise NotReadable(say("the starting position is impossible: {why}", why=str(error))) from error
    options: dict[str, Any] = {"position": first.fen()} if game.tags.get("FEN") else {}
    if played := day(game.tags):
        options["played"] = played
    details = {name: value for name, tag in DETAILS.items() if is_detail(value := game.tags.get(tag, "").strip())}
    return Script(
        people_of(game), options, (), lambda: steps(game, first), game.lines, details=details, remark=game.before,
        kept=kept_tags(game.tags, {*RECORDED, *(DETAILS[name] for name in details), *(["Date"] if played else [])}),
        unnamed=[seat for seat, name in enumerate(names_of(game), start=1) if name in UNKNOWN],
    )  # fmt: skip


def is_detail(value: str) -> bool:
    """Return whether a tag says something by which people find a match: neither unknown nor too long."""
    return value not in UNKNOWN and len(value) <= LONGEST_DETAIL


def names_of(game: Game) -> list[str]:
    """Return what the tags say of the people, White first."""
    return [game.tags.get(tag, "").strip() for tag in SEATS]


def people_of(game: Game) -> list[str]:
    """Return who played; two people of one name are told apart by their colours."""
    named = [colour if name in UNKNOWN else name for name, colour in zip(names_of(game), SEATS, strict=True)]
    return named if named[0] != named[1] else [f"{named[0]} (white)", f"{named[1]} (black)"]


def day(tags: dict[str, str]) -> str:
    """Return the day on which a game was played, `2026-11-21`; empty where it is not wholly known."""
    found = re.fullmatch(r"(\d{4})\.(\d{2})\.(\d{2})", tags.get("Date", "").strip())
    return "-".join(found.groups()) if found else ""


@dataclass
class Reader:
    """What is recorded of a game, from its first move on.

    Attributes:
        defect: why the rest of the main line cannot be carried out, once that is so.
    """

    game: Game
    position: Position
    defect: Text | None = None

    def line(self, moves: list[Written], position: Position, *, main: bool) -> Iterator[tuple[Step, Position]]:
        """Yield the steps of a line, each with the position after it: before a move the variations in its place."""
        for written in moves:
            for variation in written.instead:
                yield from self.variation(variation, position)
            try:
                move = meant(position, written.word)
            except NoSuchMove as error:
                if main:
                    self.defect = error.said
                yield unread(written, position, error.said), position
                return
            after = position.after(move)
            yield as_step(written, position, move), after
            position = after

    def variation(self, moves: list[Written], position: Position) -> Iterator[tuple[Step, Position]]:
        """Yield the steps of a variation, and then one that takes its moves back."""
        n = 0
        for step, after in self.line(moves, position, main=False):
            yield step, after
            n += 1 if step.action is not None and not step.back else -step.back
        if n:
            yield Step(0, 0, "", WHITE, None, no_other, back=n), position

    def steps(self) -> Iterator[Step]:
        """Yield what to record, the end last."""
        position = self.position
        for step, after in self.line(self.game.moves, position, main=True):
            yield step
            position = after
        if self.defect is None:
            yield from the_end(self.game, position)


def steps(game: Game, first: Position) -> Iterator[Step]:
    """Yield what to record of a game."""
    return Reader(game, first).steps()


def meant(position: Position, word: str) -> Move:
    """Return the move that is written; an illegal one, too, if it is clear which piece moved.

    Raises:
        NoSuchMove: no move is meant.
    """
    try:
        return read_move(position, word)
    except NoSuchMove as error:
        if error.move is None or error.move.man == error.move.to:
            raise
        return error.move


def as_step(written: Written, position: Position, move: Move) -> Step:
    """Return a move as what is recorded."""
    seat = WHITE if position.white else BLACK
    times, comment = times_told(written.remark)
    action = as_action(move).model_copy(update=times)
    remark = f"{written.signs} {comment}".strip()
    return Step(written.line, written.column, written.word, seat, action, no_other, remark=remark)


def unread(written: Written, position: Position, why: Text) -> Step:
    """Return the step of a move that cannot be carried out: nothing after it can."""
    seat = WHITE if position.white else BLACK
    return Step(written.line, written.column, written.word, seat, None, no_other, defect=why)


def no_other(reason: str) -> Action:
    """Return what is recorded instead of a move that cannot be: there is nothing."""
    raise NotReadable(say("a move is impossible: {why}", why=reason))


def the_end(game: Game, position: Position) -> Iterator[Step]:
    """Yield how a game ended that no rule has ended: out of time, resigned, or drawn by agreement."""
    if game.result in ("*", "") or not position.has_move or position.is_dead:
        return
    if game.result in ("1/2-1/2", "½-½"):
        offers = BLACK if position.white else WHITE  # who has just moved
        yield _ends(game, offers, OfferDraw())
        yield _ends(game, WHITE if position.white else BLACK, AcceptDraw())
        return
    loser = BLACK if game.result == "1-0" else WHITE
    timed = "time" in game.tags.get("Termination", "").lower()
    yield _ends(game, loser, FlagFell() if timed else Resign())


def _ends(game: Game, seat: int, action: Action) -> Step:
    return Step(game.lines, 1, game.result, seat, action, no_other, if_open=True)
