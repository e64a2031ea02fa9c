"""Shorthand for chess: `e4`, `Nxd5`, `O-O`, `e8=Q`, `e2 e4`, `e4 1:29:58`, `draw?`, `resign`, `claim repetition`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import cast

from tablescribe.domain.clock.control import LONGEST, BadTimeControl, read_length
from tablescribe.domain.games.chess.actions import (
    AcceptDraw,
    ClaimDraw,
    FlagFell,
    IllegalMove,
    OfferDraw,
    RefuseDraw,
    Resign,
)
from tablescribe.domain.games.chess.actions import Move as Moved
from tablescribe.domain.games.chess.board import KINDS, position_of
from tablescribe.domain.games.chess.components import Square
from tablescribe.domain.games.chess.offers import as_action
from tablescribe.domain.games.chess.position import NAMES, NUMBER, Move, Position
from tablescribe.domain.games.chess.san import (
    NoSuchMove,
    from_letters_of,
    in_letters_of,
    is_written_like_a_move,
    read,
    stripped,
    written,
)
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.shorthand import Heard, Shorthand, Speaker, Unclear
from tablescribe.domain.words.text import Slot, Text, say

SAID: dict[str, Callable[[], Action]] = {
    "draw?": OfferDraw, "draw": OfferDraw, "offer": OfferDraw, "accept": AcceptDraw, "refuse": RefuseDraw,
    "resign": Resign, "flag": FlagFell, "illegal": IllegalMove,
}  # fmt: skip
WORDS: dict[str, Text] = {
    "draw?": say("offer a draw"), "offer": say("offer a draw"), "accept": say("accept the draw"),
    "refuse": say("decline the draw"), "resign": say("resign the game"), "flag": say("your time has run out"),
    "illegal": say("record an illegal move after taking it back"),
    "claim": say("claim a draw: repetition or fifty, then your intended move if there is one"),
}  # fmt: skip
RESULTS = ("1-0", "0-1", "1/2-1/2", "½-½")
CLAIMS = {"repetition": "repetition", "fifty": "fifty_moves"}


def hear(speaker: Speaker, words: Sequence[str]) -> Heard | None:
    """Parse a typed move: algebraic notation, two squares, or a word that ends a game."""
    first, rest = from_letters_of(speaker.language, words[0]), words[1:]
    position = position_of(speaker.table)
    if rest and (shown := as_clock(rest[-1])) is not None:
        heard = hear(speaker, words[:-1])
        timed = heard is not None and isinstance(heard.action, Moved)
        return Heard(heard.action.model_copy(update={"clock": shown})) if heard is not None and timed else None
    if first.lower() == "claim" and rest:
        return Heard(claim(position, [*rest[:1], *(from_letters_of(speaker.language, word) for word in rest[1:])]))
    if not rest and first.lower() in SAID:
        return Heard(SAID[first.lower()]())
    if not rest and first in RESULTS:
        raise Unclear(say("a result follows from what ends the game: type `resign`, `flag`, or `draw?` and `accept`"))
    if len(words) in (2, 3) and words[0] in NUMBER and words[1] in NUMBER:
        return Heard(as_action(Move(NUMBER[words[0]], NUMBER[words[1]], becomes(rest[1:]))))
    if len(words) == 1 and is_written_like_a_move(first):
        return Heard(as_action(meant(position, first)))
    return None


def as_clock(word: str) -> int | None:
    """Parse a time on a clock (`1:29:58`, `29:58`, `0:09.3`) into milliseconds; `None` if the word is not one."""
    if ":" not in word:
        return None
    whole, _, part = word.partition(".")
    try:
        shown = read_length(whole) + (int(part.ljust(3, "0")) if re.fullmatch(r"[0-9]{1,3}", part) else 0)
    except BadTimeControl:
        return None
    return shown if shown <= LONGEST else None


def meant(position: Position, word: str) -> Move:
    """Parse a move in algebraic notation, legal or not, so that the rules can say which rule forbids it.

    Raises:
        Unclear: no move matches, or several do.
    """
    try:
        return read(position, word)
    except NoSuchMove as error:
        if error.move is not None:
            return error.move
        raise Unclear(error.said) from error


def becomes(words: Sequence[str]) -> str:
    """Return the letter of the promoted piece from a word, or the empty text."""
    if not words:
        return ""
    fits = [letter for letter, kind in KINDS.items() if words[0].lower() in (kind, letter.lower())]
    if not fits or fits[0] not in "QRBN":
        raise Unclear(say("choose a piece to promote to: queen, rook, bishop or knight"))
    return fits[0]


def claim(position: Position, rest: Sequence[str]) -> ClaimDraw:
    """Parse a draw claim: the rule, and the intended move, if any."""
    by = next((kind for word, kind in CLAIMS.items() if word.startswith(rest[0].lower())), None)
    if by is None or len(rest) > 2:
        raise Unclear(say("type claim repetition or claim fifty, then your intended move if there is one"))
    if len(rest) == 1:
        return ClaimDraw(by=by)  # type: ignore[arg-type]
    move = meant(position, rest[1])
    return ClaimDraw(by=by, man=_square(move.man), to=_square(move.to))  # type: ignore[arg-type]


def _square(number: int) -> Square:
    return cast(Square, NAMES[number])


def next_words(speaker: Speaker, words: Sequence[str]) -> dict[str, Slot]:
    """Return the possible next words: legal moves in notation, and words that end a game."""
    position = position_of(speaker.table)
    if not words:
        moves = {bare(position, move, speaker.language): written_out(move) for move in position.legal()}
        return {**moves, **{word: what for word, what in WORDS.items() if word != "offer"}}
    if len(words) == 1 and words[0] == "claim":
        return {word: say("claim a draw") for word in CLAIMS}
    if len(words) == 1 and words[0] in NUMBER:
        return {NAMES[one.to]: written_out(one) for one in position.legal() if one.man == NUMBER[words[0]]}
    return {}


def written_down(speaker: Speaker) -> dict[str, Action]:
    """Return the legal moves by their notation."""
    position = position_of(speaker.table)
    return {bare(position, move, speaker.language): as_action(move) for move in position.legal()}


def bare(position: Position, move: Move, language: str) -> str:
    """Return the notation of a move in a language, without check and mate signs."""
    return in_letters_of(language, stripped(written(position, move)))


def written_out(move: Move) -> Text:
    """Return the squares of a move in words."""
    return Text("{man}–{to}", {"man": NAMES[move.man], "to": NAMES[move.to]})


def examples(speaker: Speaker) -> dict[str, Text]:
    """Return examples for the help: three legal moves, and words that end a game."""
    position = position_of(speaker.table)
    moves = [bare(position, move, speaker.language) for move in position.legal()][:3]
    timed = {f"{move} 1:29:58": say("a move, and what your clock shows after it") for move in moves[:1]}
    return {**{move: say("a move in algebraic notation") for move in moves}, **timed, **WORDS}


SHORTHAND = Shorthand(hear, next_words, examples, written_down)
