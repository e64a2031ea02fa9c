"""The registry of a game's rules: one function per action, one per step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, TypeVar

from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.agenda import DueStep
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import AWAITS

Rule: TypeAlias = Callable[[Play, int, Any], None]
AnyAction = TypeVar("AnyAction", bound=Action)
Step = TypeVar("Step", bound=Callable[..., None])
Of: TypeAlias = Callable[[Mapping[str, Any]], Iterable[int]]
"""Returns, from a step's arguments, the seats that the step needs."""


class Rules:
    """The registry of a game's rules. A game creates `action = Rules()` and registers functions with decorators.

    - `@action(PlayCard)`: the rule of an action.
    - `@action.step("name")`: the function of a step put on the agenda by `Play.then`.
    - `@action.at_rest`: ends an action once no step is due and no seat is asked, for example by passing the turn.
    - `@action.goes_on`: replaces `go_on`, for games where due steps may be chosen in any order. By default, the latest
      step is carried out first.
    - `@action.gone`: returns whether a seat is out of play. The kernel then drops every step that needs that seat:
      `@action.step("arrived", of="whom")`.
    """

    def __init__(self) -> None:
        self._by_action: dict[type[Action], Rule] = {}
        self._passed_over: dict[type[Action], Rule] = {}
        self._steps: dict[str, Callable[..., None]] = {}
        self._afresh: set[str] = set()
        self._needs: dict[str, Of] = {}
        self._gone: Callable[[Play, int], bool] | None = None
        self._at_rest: Callable[[Play], None] | None = None
        self._goes_on: Callable[[Play], None] = self.go_on

    def __call__(
        self, kind: type[AnyAction]
    ) -> Callable[[Callable[[Play, int, AnyAction], None]], Callable[[Play, int, AnyAction], None]]:
        """Register the decorated function as the rule of an action.

        Raises:
            ValueError: the action has a rule already.
        """

        def register(rule: Callable[[Play, int, AnyAction], None]) -> Callable[[Play, int, AnyAction], None]:
            if kind in self._by_action:
                raise ValueError(f"{kind.__name__} has two rules")
            self._by_action[kind] = rule
            return rule

        return register

    def passed_over(
        self, kind: type[AnyAction]
    ) -> Callable[[Callable[[Play, int, AnyAction], None]], Callable[[Play, int, AnyAction], None]]:
        """Register the decorated function to explain why a seat is not asked while others are.

        It refuses the answer with the rule that passed the seat over (`Play.require`). If it does not, the window's
        rule refuses it.
        """

        def register(why: Callable[[Play, int, AnyAction], None]) -> Callable[[Play, int, AnyAction], None]:
            self._passed_over[kind] = why
            return why

        return register

    def tell_why_passed_over(self, play: Play, seat: int, action: Action) -> None:
        """Refuse an answer from a seat that is not asked, if the game has registered a reason (`passed_over`).

        Raises:
            Illegal: the answer is refused with the game's rule.
        """
        if type(action) in self._passed_over:
            self._passed_over[type(action)](play, seat, action)

    def step(self, name: str, *, of: str | Of = "", afresh: bool = False) -> Callable[[Step], Step]:
        """Register the decorated function as a step. It gets the step's arguments as keyword arguments.

        Args:
            name: the name of the step.
            of: the argument that has the seat the step needs, or a function that returns such seats from the arguments.
                Once one of these seats is `gone`, the step is dropped from the agenda.
            afresh: whether the step begins something new, such as the next player's turn or the next phase. The preview
                of an earlier decision then stops before it.

        Raises:
            ValueError: a step with that name is registered already.
        """

        def register(rule: Step) -> Step:
            if name in self._steps:
                raise ValueError(f"two steps are named {name}")
            self._steps[name] = rule
            self._afresh |= {name} if afresh else set()
            if of:
                self._needs[name] = (lambda arguments: (arguments[of],)) if isinstance(of, str) else of
            return rule

        return register

    def gone(self, rule: Callable[[Play, int], bool]) -> Callable[[Play, int], bool]:
        """Register the decorated function to say whether a seat is out of play; steps that need it are dropped."""
        self._gone = rule
        return rule

    def needs(self, step: DueStep) -> tuple[int, ...]:
        """Return the seats that a step needs (`of` in `step`)."""
        return tuple(self._needs[step.do](step.arguments)) if step.do in self._needs else ()

    def drop_gone(self, play: Play) -> None:
        """Drop every due step that needs a seat that is gone."""
        if self._gone is not None:
            for step in play.dues:
                if step.do in self._needs and any(self._gone(play, seat) for seat in self.needs(step)):
                    play.drop(step)

    def at_rest(self, rule: Callable[[Play], None]) -> Callable[[Play], None]:
        """Register the decorated function to end an action once no step is due and no seat is asked."""
        self._at_rest = rule
        return rule

    def goes_on(self, rule: Callable[[Play], None]) -> Callable[[Play], None]:
        """Register the decorated function to run after every action, instead of `go_on`."""
        self._goes_on = rule
        return rule

    def carry_out(self, play: Play, seat: int, action: Action) -> None:
        """Carry out an action of a seat, then the steps that are due, until a seat is asked."""
        self._by_action[type(action)](play, seat, action)
        self._goes_on(play)

    def go_on(self, play: Play) -> None:
        """Carry out due steps, the latest first, until a seat is asked or none is left; then run `at_rest` once.

        In a game without steps, nothing is ever due: a table may use `due:1` as a value of its own.
        """
        rested = self._at_rest is None
        while AWAITS not in play.table.values:
            self.drop_gone(play)
            if self._steps and (steps := play.dues):
                if play.ends_below is not None and (steps[-1].number < play.ends_below or steps[-1].do in self._afresh):
                    return
                play.drop(steps[-1])
                self._steps[steps[-1].do](play, **steps[-1].arguments)
            elif rested or self._at_rest is None:
                return
            else:
                rested = True
                self._at_rest(play)

    def kinds(self) -> tuple[type[Action], ...]:
        """Return the actions that have a rule."""
        return tuple(self._by_action)
