"""Import of a PGN game as a match: its opening data, and the steps to record, move by move."""

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
"""The details of a match, with their PGN tags."""

LONGEST_DETAIL = 120
"""Maximum length of a detail, in characters. Longer tags are kept in a note."""

SEATS = "White", "Black"
"""The tags with the players' names; also the default names."""

RECORDED = *SEATS, "Result", "SetUp", "FEN"
"""Tags whose contents are fully recorded elsewhere: players, result and position."""

OTHER_RULES = "chess960", "fischerandom", "crazyhouse", "atomic", "antichess", "horde", "racing kings", "three-check"


def script(text: str) -> Script:
    """Parse a game into a match that can be recorded.

    Raises:
        NotReadable: it has neither tags nor moves, an impossible initial position, or other rules.
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
    """Return whether a tag's value can be a detail of the match: neither unknown nor too long."""
    return value not in UNKNOWN and len(value) <= LONGEST_DETAIL


def names_of(game: Game) -> list[str]:
    """Return the players' names in the tags, White first."""
    return [game.tags.get(tag, "").strip() for tag in SEATS]


def people_of(game: Game) -> list[str]:
    """Return the players' names; equal names get the colour added."""
    named = [colour if name in UNKNOWN else name for name, colour in zip(names_of(game), SEATS, strict=True)]
    return named if named[0] != named[1] else [f"{named[0]} (white)", f"{named[1]} (black)"]


def day(tags: dict[str, str]) -> str:
    """Return the date of a game, such as `2026-11-21`; empty if it is not fully known."""
    found = re.fullmatch(r"(\d{4})\.(\d{2})\.(\d{2})", tags.get("Date", "").strip())
    return "-".join(found.groups()) if found else ""


@dataclass
class Reader:
    """Turns the moves of a game into steps to record.

    Attributes:
        defect: why the rest of the main line cannot be recorded, once a move is impossible.
    """

    game: Game
    position: Position
    defect: Text | None = None

    def line(self, moves: list[Written], position: Position, *, main: bool) -> Iterator[tuple[Step, Position]]:
        """Yield the steps of a line, each with the position after it. A move's variations come before it."""
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
        """Yield the steps of a variation, then one that takes its moves back."""
        n = 0
        for step, after in self.line(moves, position, main=False):
            yield step, after
            n += 1 if step.action is not None and not step.back else -step.back
        if n:
            yield Step(0, 0, "", WHITE, None, no_other, back=n), position

    def steps(self) -> Iterator[Step]:
        """Yield all steps, the end of the game last."""
        position = self.position
        for step, after in self.line(self.game.moves, position, main=True):
            yield step
            position = after
        if self.defect is None:
            yield from the_end(self.game, position)


def steps(game: Game, first: Position) -> Iterator[Step]:
    """Yield the steps to record a game."""
    return Reader(game, first).steps()


def meant(position: Position, word: str) -> Move:
    """Parse a move; an illegal one as well, if it is clear which piece moved.

    Raises:
        NoSuchMove: the text denotes no move.
    """
    try:
        return read_move(position, word)
    except NoSuchMove as error:
        if error.move is None or error.move.man == error.move.to:
            raise
        return error.move


def as_step(written: Written, position: Position, move: Move) -> Step:
    """Return the step that records a move."""
    seat = WHITE if position.white else BLACK
    times, comment = times_told(written.remark)
    action = as_action(move).model_copy(update=times)
    remark = f"{written.signs} {comment}".strip()
    return Step(written.line, written.column, written.word, seat, action, no_other, remark=remark)


def unread(written: Written, position: Position, why: Text) -> Step:
    """Return the step for a move that cannot be recorded; the moves after it cannot be either."""
    seat = WHITE if position.white else BLACK
    return Step(written.line, written.column, written.word, seat, None, no_other, defect=why)


def no_other(reason: str) -> Action:
    """Raise `NotReadable`: nothing can be recorded instead of an impossible move."""
    raise NotReadable(say("a move is impossible: {why}", why=reason))


def the_end(game: Game, position: Position) -> Iterator[Step]:
    """Yield the end of a game that did not end by its moves: lost on time, resigned, or drawn by agreement."""
    if game.result in ("*", "") or not position.has_move or position.is_dead:
        return
    if game.result in ("1/2-1/2", "½-½"):
        offers = BLACK if position.white else WHITE  # the player who has just moved
        yield _ends(game, offers, OfferDraw())
        yield _ends(game, WHITE if position.white else BLACK, AcceptDraw())
        return
    loser = BLACK if game.result == "1-0" else WHITE
    timed = "time" in game.tags.get("Termination", "").lower()
    yield _ends(game, loser, FlagFell() if timed else Resign())


def _ends(game: Game, seat: int, action: Action) -> Step:
    return Step(game.lines, 1, game.result, seat, action, no_other, if_open=True)
