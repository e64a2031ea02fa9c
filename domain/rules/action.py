"""Actions: what a seat declares, with fields that may be hidden."""

from functools import cache
from typing import Annotated, Any, ClassVar, Self, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict

from tablescribe.domain.box.class_variables import without_class_variables
from tablescribe.domain.table.table import HIDDEN
from tablescribe.domain.words.text import Text, filled, filled_name

Anything = TypeVar("Anything")


class _Secretly:
    """Marks a field of an action that only its seat may know; see `Hidden`."""


Hidden: TypeAlias = Annotated[Anything, _Secretly()]
"""A field that only the acting seat may know (`amount: Hidden[int]`), until what it was kept as is opened.

The rule keeps it with `Play.seal`; what was sealed by the move is open once `Play.unseal` has opened all of it.
"""


class Action(BaseModel):
    """What a seat says it does: one decision. Games derive their actions, each with a `do` literal.

    Attributes:
        answers: the name of the window that this action answers (a defence, an ambush); `None` for an action of
            one's own turn, which closes any window that nobody used.
        beside: it may be said while a window is open, and leaves it open.
        clocked: it completes a turn on the clock if the clock passes on with it: an offer of a draw does not.
        flags: it says that the own time has run out, with what the rules make of that.
        goes_on: it only lets play go on. At an open window that may stay unused it closes that window and no more.
        sentence: what `text` returns, filled from the fields: `say("plays {card}", card=Thing("{card}"))`.
        points_at: what `touches` returns: `("{card}",)`, fields in braces, too.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)

    answers: ClassVar[str | None] = None
    beside: ClassVar[bool] = False
    goes_on: ClassVar[bool] = False
    clocked: ClassVar[bool] = True
    flags: ClassVar[bool] = False
    sentence: ClassVar[Text | None] = None
    points_at: ClassVar[tuple[str, ...]] = ()

    def text(self) -> Text:
        """Return what the seat does: "plays {card}". The seat itself is said before it."""
        if self.sentence is None:
            raise NotImplementedError
        return filled(self.sentence, self)

    def deed(self, seat: int) -> Text:
        """Return the same behind the name of the seat that does it, which need not be named once more."""
        return self.text()

    def touches(self) -> tuple[str, ...]:
        """Return what a person would point at to say the action: pieces, zones and values, in that order."""
        return tuple(filled_name(name, self) for name in self.points_at)

    def brief(self) -> Text | str:
        """Return signs that say it beside the one thing that it touches: `+1` beside points; empty where words must.

        Actions that have some are shown together, as a pad of small buttons.
        """
        return ""

    def adds(self) -> str:
        """Return the field that adds up when the action is said several times, so that it is recorded once: `points`.

        Empty where each is an action of its own.
        """
        return ""

    def data(self) -> dict[str, Any]:
        """Return the action as plain data, as it is stored in the log."""
        return self.model_dump(mode="json", exclude_none=True)

    def withheld(self) -> Self:
        """Return the action with `?` in its hidden fields, for those who may not read them."""
        fields = hidden_fields(type(self))
        return self.model_copy(update=dict.fromkeys(fields, HIDDEN)) if fields else self


without_class_variables(Action)


@cache
def hidden_fields(kind: type[Action]) -> frozenset[str]:
    """Return the names of an action's hidden fields."""
    return frozenset(
        name for name, field in kind.model_fields.items() if any(isinstance(one, _Secretly) for one in field.metadata)
    )
