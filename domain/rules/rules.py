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
"""Tells from the arguments of a step the seats without which it cannot be carried out."""


class Rules:
    """The rules of a game.

    `action = Rules()`, then `@action(PlayCard)` above the function that carries an action out, `@action.step("name")`
    above one that carries out a step that was due (`Play.then`), and `@action.at_rest` above what ends every
    action once nothing is due and nobody is asked: passing the turn.

    Steps are carried out the latest first. Where what is due may be taken in any order, `@action.goes_on` stands above
    the function that goes on after every action instead. `@action.gone` above a function that tells whether a seat is
    out of play lets the kernel drop every step that needs that seat: `@action.step("arrived", of="whom")`.
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
        """Register the function below as the rule of that action.

        Raises:
            ValueError: it has one already.
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
        """Register the function below as the reason why a seat is not asked while others are.

        It refuses with the rule by which the seat was passed over (`Play.require`), or leaves it to the window's own.
        """

        def register(why: Callable[[Play, int, AnyAction], None]) -> Callable[[Play, int, AnyAction], None]:
            self._passed_over[kind] = why
            return why

        return register

    def tell_why_passed_over(self, play: Play, seat: int, action: Action) -> None:
        """Refuse an answer from a seat that is not asked, citing the game's rule for that if it gives one.

        Raises:
            Illegal: with that rule.
        """
        if type(action) in self._passed_over:
            self._passed_over[type(action)](play, seat, action)

    def step(self, name: str, *, of: str | Of = "", afresh: bool = False) -> Callable[[Step], Step]:
        """Register the function below as what carries out a step of that name, with its arguments by name.

        Args:
            name: the step.
            of: the argument with the seat that the step needs, or what tells such seats from its arguments: once one
                of them is `gone`, the step is dropped, wherever it waits.
            afresh: what begins there belongs to no decision before it (the next player's turn, the next phase), so a
                preview of that decision ends there.

        Raises:
            ValueError: there is one of that name already.
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
        """Register the function below as what tells whether a seat is out of play: no step that needs it is done."""
        self._gone = rule
        return rule

    def needs(self, step: DueStep) -> tuple[int, ...]:
        """Return the seats that a step needs, as it was registered."""
        return tuple(self._needs[step.do](step.arguments)) if step.do in self._needs else ()

    def drop_gone(self, play: Play) -> None:
        """Cross off every step that needs a seat that is gone."""
        if self._gone is not None:
            for step in play.dues:
                if step.do in self._needs and any(self._gone(play, seat) for seat in self.needs(step)):
                    play.drop(step)

    def at_rest(self, rule: Callable[[Play], None]) -> Callable[[Play], None]:
        """Register the function below to end an action once nothing is due and no seat is asked."""
        self._at_rest = rule
        return rule

    def goes_on(self, rule: Callable[[Play], None]) -> Callable[[Play], None]:
        """Register the function below as how play goes on after an action, instead of `go_on`."""
        self._goes_on = rule
        return rule

    def carry_out(self, play: Play, seat: int, action: Action) -> None:
        """Carry out an action of a seat, then what is due until a seat is asked."""
        self._by_action[type(action)](play, seat, action)
        self._goes_on(play)

    def go_on(self, play: Play) -> None:
        """Carry out what is due, the latest step first, until a seat is asked; then let things come to rest.

        Where a game has no steps nothing can be due: `due:1` is a value like any other, as a table may name its own.
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
