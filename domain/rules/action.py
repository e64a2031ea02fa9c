"""Actions: what a seat declares, with fields that may be hidden."""

from functools import cache
from typing import Annotated, Any, ClassVar, Self, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict

from tablescribe.domain.box.class_variables import without_class_variables
from tablescribe.domain.table.table import HIDDEN
from tablescribe.domain.words.text import Text, filled, filled_name

Anything = TypeVar("Anything")


class _Secretly:
    """Marks a field of an action as secret; see `Hidden`."""


Hidden: TypeAlias = Annotated[Anything, _Secretly()]
"""A field that only the acting seat may see (`amount: Hidden[int]`), until its sealed value is opened.

The rule stores it with `Play.seal`. It becomes visible once `Play.unseal` has opened everything that the move sealed.
"""


class Action(BaseModel):
    """One decision that a seat declares. Games derive their own actions, each with a `do` literal.

    Attributes:
        answers: the name of the window that this action answers (a defence, an ambush); `None` for an action of
            the seat's own turn, which closes any unanswered window.
        beside: whether it may be played while a window is open, and leaves the window open.
        clocked: whether it completes a turn on the clock. An offer of a draw does not.
        flags: whether it declares that the seat's own time has run out.
        goes_on: whether it only lets play continue. At a window that may stay unanswered it closes just that window.
        sentence: the template of `text`, filled from the fields: `say("plays {card}", card=Thing("{card}"))`.
        points_at: the names that `touches` returns, with fields in braces: `("{card}",)`.
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
        """Return a sentence without its subject, such as "plays {card}". Callers put the seat's name in front."""
        if self.sentence is None:
            raise NotImplementedError
        return filled(self.sentence, self)

    def deed(self, seat: int) -> Text:
        """Return the sentence of `text` for use after the seat's name, so that it need not repeat that name."""
        return self.text()

    def touches(self) -> tuple[str, ...]:
        """Return the pieces, zones and values that a person taps to choose this action, in that order."""
        return tuple(filled_name(name, self) for name in self.points_at)

    def brief(self) -> Text | str:
        """Return a label of a few characters, such as `+1` beside points; empty if the action needs a sentence.

        Actions with such labels are shown together, as a pad of small buttons beside the thing they touch.
        """
        return ""

    def adds(self) -> str:
        """Return the field to sum when the action is repeated, so that it is recorded once, such as `points`.

        Empty if each repetition is a separate action.
        """
        return ""

    def data(self) -> dict[str, Any]:
        """Return the action as plain data, as it is stored in the log."""
        return self.model_dump(mode="json", exclude_none=True)

    def withheld(self) -> Self:
        """Return a copy with `?` in its hidden fields, for other viewers."""
        fields = hidden_fields(type(self))
        return self.model_copy(update=dict.fromkeys(fields, HIDDEN)) if fields else self


without_class_variables(Action)


@cache
def hidden_fields(kind: type[Action]) -> frozenset[str]:
    """Return the names of an action's hidden fields."""
    return frozenset(
        name for name, field in kind.model_fields.items() if any(isinstance(one, _Secretly) for one in field.metadata)
    )
