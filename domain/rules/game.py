"""The interface between a game and the kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, get_args

import msgspec
from pydantic import ValidationError
from pydantic_core import CoreSchema, SchemaValidator, core_schema

from tablescribe.domain.box.catalogue import Catalogue, CatalogueCache
from tablescribe.domain.box.lazy import ReadsLazily, lazy_part
from tablescribe.domain.rules.action import Action, hidden_fields
from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.rules import Rules
from tablescribe.domain.rules.setting import Options, Remark, Setting, value_itself
from tablescribe.domain.rules.sheet import Section
from tablescribe.domain.rules.window import Window
from tablescribe.domain.table.names import AWAITS
from tablescribe.domain.table.scene import Panel
from tablescribe.domain.table.table import Fact, Table, Value
from tablescribe.domain.words.text import Slot, Text

if TYPE_CHECKING:
    from tablescribe.domain.box.blanks import BlankKind
    from tablescribe.domain.box.rulebook import Rulebook
    from tablescribe.domain.rules.notation import Notation
    from tablescribe.domain.rules.shorthand import Shorthand

TITLE = "title"
"""The option, or part of a catalogue, with the title of the game really played, in a generic game."""


class Result(msgspec.Struct, frozen=True, array_like=True):
    """The result of a match.

    Attributes:
        ending: how it ended, as a word of the game (`twelve_points`), or `abandoned`.
        rule: the number of the rule that ended it, or empty.
        winners: the seats that won.
        scores: the points of each seat, in seat order.
    """

    ending: str
    rule: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]


class Ended(msgspec.Struct, frozen=True):
    """A finished match, as input for the next match of its series: its setting, last table and result."""

    setting: Setting
    table: Table
    result: Result


class Secret(msgspec.Struct, frozen=True):
    """A zone whose cards of a deck only some seats may see. A deck's cards are named `<deck>:<card>`."""

    zone: str
    deck: str
    seats: frozenset[int]


class Seen(msgspec.Struct, frozen=True):
    """A move as one viewer sees it, for a game to describe in its own words.

    Attributes:
        seat: the seat that made it; 0 for the set-up and for rulings.
        action: the action, without fields that are hidden from the viewer; `None` for moves without an action.
        rolls: the dice outcomes, in order.
        before: the table before the move, as the viewer saw it.
        facts: the changes, as the viewer saw them.
        citations: the rules that it cites; none if part of the move is hidden from the viewer.
    """

    seat: int
    action: Action | None
    rolls: tuple[Outcome, ...]
    before: Table
    facts: tuple[Fact, ...]
    citations: tuple[str, ...] = ()


Telling: TypeAlias = tuple[list[Text], list[Fact]]
"""Sentences, and the facts that the sentences do not cover, which are then listed one by one."""


class Acting(NamedTuple):
    """The parts of a game needed to act in it. Showing a table does not load them.

    Names and meanings are those of `Game`.
    """

    rules: Rules
    offers: Callable[[Setting, Table, int], Iterable[Action]]
    box: Callable[[Setting], dict[str, int]]
    set_up: Callable[[Play], None]
    tell: Callable[[Setting, Seen], Telling] | None = None


_PUT_OFF = ("rulebook", "catalogue", "actions", "shorthand", *Acting._fields)
"""The parts of a game that may be loaded lazily."""


def loaded_for_acting(
    load: Callable[[], Acting],
    actions: Callable[[], Any],
    names: tuple[str, ...],
    shorthand: Callable[[], Shorthand] | None = None,
) -> dict[str, Any]:
    """Return lazily loaded parts of a game, as keyword arguments for `Game`.

    The parts of `Acting` are loaded together. Actions and shorthand are loaded separately, because parsing a typed
    action needs no rules. The names of the actions are given,
    because building their models is slow.
    """
    loaded = cache(load)

    def part(name: str) -> Any:
        return lazy_part(object, lambda: getattr(loaded(), name))

    found = {name: part(name) for name in Acting._fields} | {"actions": lazy_part(object, actions)}
    found["names_ahead"] = names
    return found if shorthand is None else found | {"shorthand": lazy_part(object, shorthand)}


@dataclass(frozen=True, eq=False)
class Game(ReadsLazily):
    """A game, as the kernel sees it. It is validated when it is created; lazy parts when they are loaded.

    Each game exists once, so it equals only itself.

    Attributes:
        key: its short name, as in `tablescribe new ultime`.
        title: its name for people.
        edition: the version of its rules as enforced here; every match is opened under one.
        earlier: earlier editions that the rules still support. A match opened under one of them is continued and
            audited under it.
        reworded: the digests of earlier rulebooks of this edition that differ only in wording.
        seats: the possible numbers of seats.
        rulebook: its numbered rules.
        options: the model of its options.
        catalogue: the components that come with it; `type(catalogue)` validates a table's own file.
        box: returns the contents of the box.
        set_up: lays out the first table.
        rules: one function per action, and one per step.
        actions: its actions, as a discriminated union over `do`.
        names_ahead: the names of its actions in their order, if the actions are loaded later.
        offers: returns candidate actions of a seat: all legal ones, and possibly others.
        in_turn: returns the seats to act while no window is open.
        result: returns the result, or `None` until the game is over.
        secrets: returns the zones whose cards only some seats may see.
        hidden_values: returns the values that a seat (`None`: a spectator) may not see, besides sealed values.
        label: names a piece, zone or value for people; the empty text for internal ones.
        panels: draws the table as a viewer (`None`: a spectator) sees it, the viewer's own side first. It is given a
            table from which everything hidden has been removed, and draws nothing else.
        face: draws a card, the same wherever it is shown; `None` for anything else.
        windows: the decisions that seats may be asked for.
        label_on: names things whose name depends on the table, such as a card that lies on its other side; `None` for
            all others. Without it, each thing has one name.
        label_value: words a value, such as the seat whose turn it is.
        tell: describes in the game's own words what a move did or asks of people, as a viewer sees it.
        has_chance: whether it has dice or hidden cards. If not, a new match needs no choice of how chance is decided.
        automata: the seats without a person, which the rules play. They are never asked to agree.
        sequel: returns the options of the next match in a series: the entered ones, completed by what is carried over
            from the last match. Raises `Illegal` if they contradict it.
        standing: returns the standing of a series after these matches, in their order.
        notations: returns the formats in which its matches are imported and exported; loaded only when needed.
        blanks: the kinds of components that a catalogue may leave blank, for a match to declare.
        remarks: returns what people should know when a match is opened: rule interpretations, house values.
        sheet: returns a summary of what is played, what wins and what scores, for people without the rule book.
        seats_by_name: whether seats are called by the names of the people, as the game has no names for them.
        templates: the names of further catalogues that come with it, in its folder `templates`.
        progress: returns the current part of the turn, and how much of it is left: "Daylight", "actions left: 2".
        leads_to: returns the places to which an action leads, where only the table says so; a person may tap them, too.
            Places that an action names are in its `touches`.
        shorthand: short forms of its moves, if it accepts more than words that narrow down the legal actions.
    """

    key: str
    title: str
    edition: str
    seats: tuple[int, ...]
    rulebook: Rulebook
    options: type[Options]
    catalogue: Catalogue
    box: Callable[[Setting], dict[str, int]]
    set_up: Callable[[Play], None]
    rules: Rules
    actions: Any
    offers: Callable[[Setting, Table, int], Iterable[Action]]
    in_turn: Callable[[Setting, Table], tuple[int, ...]]
    result: Callable[[Setting, Table], Result | None]
    secrets: Callable[[Setting, Table], Iterable[Secret]]
    hidden_values: Callable[[Setting, Table, int | None], Iterable[str]]
    label: Callable[[Setting, str], Text | str]
    panels: Callable[[Setting, Table, int | None], list[Panel]]
    face: Callable[[Setting, str], Panel | None]
    windows: tuple[Window, ...] = ()
    earlier: tuple[str, ...] = ()
    reworded: tuple[str, ...] = ()
    label_on: Callable[[Setting, Table, str], Text | None] | None = None
    label_value: Callable[[Setting, str, Value], Slot] = value_itself
    tell: Callable[[Setting, Seen], Telling] | None = field(default_factory=lambda: None)
    has_chance: bool = True
    automata: tuple[int, ...] = ()
    sequel: Callable[[Ended, Mapping[str, Any]], dict[str, Any]] | None = None
    standing: Callable[[Sequence[Ended]], Result] | None = None
    notations: Callable[[], tuple[Notation, ...]] = lambda: ()
    blanks: tuple[BlankKind, ...] = ()
    remarks: Callable[[Setting], Iterable[Remark]] = lambda setting: ()
    sheet: Callable[[Setting], Iterable[Section]] = lambda setting: ()
    seats_by_name: bool = False
    templates: tuple[str, ...] = ()
    progress: Callable[[Setting, Table], Iterable[Text]] = lambda setting, table: ()
    leads_to: Callable[[Setting, Table, Action], tuple[str, ...]] = lambda setting, table, action: ()
    shorthand: Shorthand | None = field(default_factory=lambda: None)
    names_ahead: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check that actions, rules and windows fit together, now or once they are loaded.

        Raises:
            ValueError: they do not; the message names the part at fault and what it lacks.
        """
        for name in _PUT_OFF:  # none of them has a class default, which would shadow the lazy attribute
            self._put_off(name)
        if self.is_read("rules"):
            self._check("rules")
        if self.is_read("rulebook"):
            self._check("rulebook")

    def _check_actions(self) -> None:
        names = [window.name for window in self.windows]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise ValueError(f"{self.key}: windows declared twice: {', '.join(twice)}")
        ruled = self.rules.kinds()
        for kind in self.kinds:
            if kind not in ruled:
                raise ValueError(f"{self.key}: {kind.__name__} has no rule: put @action({kind.__name__}) above one")
            if kind.answers is not None and kind.answers not in names:
                raise ValueError(f"{self.key}: {kind.__name__} answers {kind.answers!r}, which is no declared window")
        if strays := [kind.__name__ for kind in ruled if kind not in self.kinds]:
            raise ValueError(f"{self.key}: rules for what is no action of the union: {', '.join(strays)}")
        for window in self.windows:
            if window.unused is not None:
                self._check_unused(window, self._by_name.get(window.unused))
            if not any(kind.answers == window.name for kind in self.kinds):
                raise ValueError(f"{self.key}: no action answers the window {window.name}")
        if self.action_names != tuple(self._by_name):
            others = sorted(set(self.action_names) ^ set(self._by_name)) or ["their order"]
            raise ValueError(f"{self.key}: the names given ahead are not those of the actions: {', '.join(others)}")

    def _check_unused(self, window: Window, closing: type[Action] | None) -> None:
        if closing is None or closing.answers != window.name:
            raise ValueError(f"{self.key}: what closes the window {window.name} unused does not answer it")
        if any(one.is_required() for one in closing.model_fields.values()):
            raise ValueError(f"{self.key}: what closes the window {window.name} unused needs more to be said")

    def _check(self, name: str) -> None:
        if name == "rules":
            self._check_actions()
        for window in self.windows if name == "rulebook" else ():
            if window.rule not in self.rulebook:
                raise ValueError(f"{self.key}: the window {window.name} names the unknown rule {window.rule}")

    @cached_property
    def kinds(self) -> tuple[type[Action], ...]:
        """The classes of all actions."""
        return tuple(_members(self.actions))

    @cached_property
    def action_names(self) -> tuple[str, ...]:
        """The names of all actions, by which they are called in `do`; no action is loaded for them if it can wait."""
        return self.names_ahead or tuple(self._by_name)

    @cached_property
    def hiding(self) -> tuple[str, ...]:
        """The actions, by their `do`, that can be hidden from other viewers, fully or in part."""
        return tuple(kind.model_fields["do"].default for kind in self.kinds if self.may_hide(kind))

    def may_hide(self, kind: type[Action]) -> bool:
        """Return whether an action of this class can be hidden from other viewers, fully or in part."""
        return bool(hidden_fields(kind)) or any(one.secret and one.name == kind.answers for one in self.windows)

    @cached_property
    def _by_name(self) -> dict[str, type[Action]]:
        return {kind.model_fields["do"].default: kind for kind in self.kinds}

    def kind(self, name: str) -> type[Action]:
        """Return the class of an action by its `do`.

        Raises:
            KeyError: the game has no such action.
        """
        return self._by_name[name]

    def read_action(self, data: Mapping[str, Any]) -> Action:
        """Parse an action from plain data, from the log or a client.

        Only the model of that one action is used, because building the validator of the whole union is slow. Errors
        read as if the union had been validated.

        Raises:
            pydantic.ValidationError: the game has no such action, or a field is missing, unknown or of a wrong type.
        """
        encoded = msgspec.json.encode(data)
        name = data.get("do")
        kind = self._by_name[name] if isinstance(name, str) and name in self._names else None
        if kind is not None:
            try:
                return kind.model_validate_json(encoded)
            except ValidationError:
                pass  # the union's error also has the action's name in its location
        action: Action = self._only(kind).validate_json(encoded)
        return action

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(self.action_names)

    def _only(self, kind: type[Action] | None) -> SchemaValidator:
        """Return a validator of the union of all actions that checks only the given kind in full.

        It is used for error messages only, when the data are known to be invalid.
        """
        choices: dict[str, CoreSchema] = dict.fromkeys(self.action_names, core_schema.any_schema())
        if kind is not None:
            choices[kind.model_fields["do"].default] = kind.__pydantic_core_schema__
        title = f"tagged-union[{','.join(self.action_names)}]"
        return SchemaValidator(core_schema.tagged_union_schema(choices, "do"), core_schema.CoreConfig(title=title))

    def checked(self, data: Mapping[str, Any]) -> Catalogue:
        """Parse a catalogue from plain data of a log.

        Raises:
            ValueError, TypeError, RecursionError: the data are not a catalogue of this game.
        """
        model: type[Catalogue] = self.kind_of("catalogue")
        return self._checked.get(model, data)

    @cached_property
    def _checked(self) -> CatalogueCache:
        return CatalogueCache()

    def window(self, table: Table) -> Window | None:
        """Return the open window, or `None`."""
        name = table.values.get(AWAITS)
        return None if name is None else next((one for one in self.windows if one.name == name), None)


def _members(union: Any) -> Iterator[type[Action]]:
    """Yield the actions of a discriminated union."""
    if isinstance(union, type) and issubclass(union, Action):
        yield union
    else:
        for part in get_args(union):
            yield from _members(part)
