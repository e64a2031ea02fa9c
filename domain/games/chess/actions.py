"""The actions of chess: moves, draw offers and claims, and other ways to end a game."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from tablescribe.domain.games.chess.components import Promoted, Shown, Square
from tablescribe.domain.games.chess.letters import lettered
from tablescribe.domain.rules.action import Action
from tablescribe.domain.words.text import Text, Thing, say


class Move(Action):
    """Move a piece from one square to another. To castle, move the king; a pawn that reaches the last rank is
    promoted.

    Attributes:
        clock: what the player's clock showed after the move, as written on the scoresheet, in milliseconds.
        spent: the time that the move took, in milliseconds, where the scoresheet says that instead.
    """

    do: Literal["move"] = "move"
    man: Square
    to: Square
    promote: Promoted | None = None
    clock: Shown | None = None
    spent: Shown | None = None
    points_at = ("square:{man}", "square:{to}")

    def text(self) -> Text:
        """Return the move in words, with the promotion if there is one."""
        squares = {"man": Thing(f"square:{self.man}"), "to": Thing(f"square:{self.to}")}
        match self.promote:
            case None:
                return say("moves from {man} to {to}", **squares)
            case "queen":
                return say("moves from {man} to {to} and promotes to a queen", **squares)
            case "rook":
                return say("moves from {man} to {to} and promotes to a rook", **squares)
            case "bishop":
                return say("moves from {man} to {to} and promotes to a bishop", **squares)
            case "knight":
                return say("moves from {man} to {to} and promotes to a knight", **squares)

    def brief(self) -> Text | str:
        """Return the letter of the promoted piece, as four promotions share one square."""
        letters = {"queen": "Q", "rook": "R", "bishop": "B", "knight": "N"}
        return lettered(letters[self.promote]) if self.promote else ""


class OfferDraw(Action):
    """Offer a draw. The offer is valid until the opponent accepts it, declines it or moves."""

    do: Literal["offer_draw"] = "offer_draw"
    clocked: ClassVar[bool] = False
    sentence = say("offers a draw")


class AcceptDraw(Action):
    """Accept the opponent's draw offer."""

    do: Literal["accept_draw"] = "accept_draw"
    clocked: ClassVar[bool] = False
    sentence = say("accepts the draw")


class RefuseDraw(Action):
    """Decline the opponent's draw offer. Making a move declines it as well."""

    do: Literal["refuse_draw"] = "refuse_draw"
    clocked: ClassVar[bool] = False
    sentence = say("declines the draw")


class ClaimDraw(Action):
    """Claim a draw by repetition or the fifty-move rule, in the current position or with your intended move."""

    do: Literal["claim_draw"] = "claim_draw"
    clocked: ClassVar[bool] = False
    by: Literal["repetition", "fifty_moves"]
    man: Square | None = None
    to: Square | None = None

    def text(self) -> Text:
        """Return the claim in words, with the intended move, if there is one."""
        by = say("repetition") if self.by == "repetition" else say("fifty moves")
        if self.man is None or self.to is None:
            return say("claims a draw: {by}", by=by)
        squares = {"man": Thing(f"square:{self.man}"), "to": Thing(f"square:{self.to}")}
        return say("claims a draw by moving from {man} to {to}: {by}", by=by, **squares)

    def touches(self) -> tuple[str, ...]:
        """Return the squares of the intended move."""
        return tuple(f"square:{one}" for one in (self.man, self.to) if one)


class Resign(Action):
    """Resign the game."""

    do: Literal["resign"] = "resign"
    clocked: ClassVar[bool] = False
    sentence = say("resigns")


class FlagFell(Action):
    """Record that your time ran out before you made the required moves."""

    do: Literal["flag_fell"] = "flag_fell"
    clocked: ClassVar[bool] = False
    flags: ClassVar[bool] = True
    sentence = say("has run out of time")


class IllegalMove(Action):
    """Record an illegal move of your own after taking it back on the board."""

    do: Literal["illegal_move"] = "illegal_move"
    clocked: ClassVar[bool] = False
    sentence = say("makes an illegal move, which is taken back")


ACTIONS = Annotated[
    Move | OfferDraw | AcceptDraw | RefuseDraw | ClaimDraw | Resign | FlagFell | IllegalMove, Field(discriminator="do")
]
