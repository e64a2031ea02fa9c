"""The interface of a game."""

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
from tablescribe.domain.box.rulebook import Rulebook
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
    from tablescribe.domain.rules.notation import Notation
    from tablescribe.domain.rules.shorthand import Shorthand

TITLE = "title"
"""The option, or the part of a catalogue, that has the game's real title where any game can be recorded."""


class Result(msgspec.Struct, frozen=True, array_like=True):
    """How a match ended.

    Attributes:
        ending: the way it ended, a word of the game (`twelve_points`), or `abandoned`.
        rule: the number of the rule that ended it, empty when no rule did.
        winners: the seats that won.
        scores: each seat's points, in the order of the seats.
    """

    ending: str
    rule: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]


class Ended(msgspec.Struct, frozen=True):
    """A match that is over, as the next match of its series sees it: its setting, its last table, its result."""

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
        seat: who made it; 0 for the set-up and for what a judge ruled.
        action: what was said, hidden fields withheld from those who may not know them; `None` where none was.
        rolls: what dice showed, in the order in which they were rolled.
        before: the table before it, as the viewer saw it.
        facts: what changed, as the viewer saw it.
        citations: the rules that it cites; none where part of the move is hidden from the viewer.
    """

    seat: int
    action: Action | None
    rolls: tuple[Outcome, ...]
    before: Table
    facts: tuple[Fact, ...]
    citations: tuple[str, ...] = ()


Telling: TypeAlias = tuple[list[Text], list[Fact]]
"""Sentences, and the facts that these do not mention, which are listed one by one."""


class Acting(NamedTuple):
    """The parts of a game that only somebody who acts needs: to show a table, none of its rules is loaded.

    Their names and meanings are those of `Game`.
    """

    rules: Rules
    offers: Callable[[Setting, Table, int], Iterable[Action]]
    box: Callable[[Setting], dict[str, int]]
    set_up: Callable[[Play], None]
    tell: Callable[[Setting, Seen], Telling] | None = None


_PUT_OFF = ("rulebook", "catalogue", "actions", "shorthand", *Acting._fields)
"""The parts of a game that may be loaded when they are used."""


def loaded_for_acting(
    load: Callable[[], Acting],
    actions: Callable[[], Any],
    names: tuple[str, ...],
    shorthand: Callable[[], Shorthand] | None = None,
) -> dict[str, Any]:
    """Return the parts of a game that are loaded when they are used, as `Game` takes them.

    Rules and what goes with them are loaded all at once. Actions and shorthand are loaded apart: whether words are an
    action at all is known without any rule. The names of the actions are given: building their models is slow.
    """
    loaded = cache(load)

    def part(name: str) -> Any:
        return lazy_part(object, lambda: getattr(loaded(), name))

    found = {name: part(name) for name in Acting._fields} | {"actions": lazy_part(object, actions)}
    found["names_ahead"] = names
    return found if shorthand is None else found | {"shorthand": lazy_part(object, shorthand)}


@dataclass(frozen=True)
class Game(ReadsLazily):
    """A game, as the kernel sees it. It checks itself when it is created, and lazy parts when they are loaded.

    Attributes:
        key: its short name, as in `tablescribe new ultime`.
        title: its name for people.
        edition: the version of its rules as we enforce them; every match is opened under one.
        earlier: earlier editions that the rules still support: a match that was opened under one of them is continued
            and audited under it.
        reworded: the digests of earlier rulebooks of this edition, with the same rules in other words.
        seats: the numbers of seats it can be played with.
        rulebook: its numbered rules.
        options: the model of its options.
        catalogue: the components that come with it; `type(catalogue)` checks a table's own file.
        box: what is in the box.
        set_up: lays out the first table.
        rules: one function per action, and one per step that can be due.
        actions: its actions, as a discriminated union over `do`.
        names_ahead: the names of its actions in their order, if the actions are loaded later.
        offers: candidates for what a seat may do: all legal actions, and possibly others.
        in_turn: the seats that decide next where no window is open.
        result: the result, once the game is over.
        secrets: zones whose cards only some seats may see.
        hidden_values: kept values that a seat (`None`: a spectator) may not see; sealed values are hidden anyway.
        label: names a piece, zone or value for people; the empty text for internal ones.
        panels: draws the table as a viewer (`None`: a spectator) sees it, the viewer's own side first. It draws only
            the table it is given, from which everything hidden has been removed.
        face: draws a card, the same wherever it is shown; `None` for anything else.
        windows: the decisions that other seats may be asked for.
        label_on: names what is called otherwise on one table than `label` says, such as a card that lies on its other
            side; `None` for all else. A game without it has one name for each thing.
        label_value: words a kept value: the seat whose turn it is, not its number.
        tell: says in the game's own words what a move did or asks of people, from what a viewer sees of it.
        has_chance: dice or cards decide something; if not, a new match needs no choice of how they are dealt.
        automata: the seats without a person, which the rules play: they are never asked to agree.
        sequel: the options of the next match in a series, from the last match's end and the options that were entered,
            completed by what is carried over. Raises `Illegal` if they contradict what is carried over.
        standing: how a series stands after these matches, in their order.
        notations: formats in which others write its matches down, read and written; loaded only when needed.
        blanks: the kinds of components that a catalogue may leave blank, for a match to declare.
        remarks: what people should know when a match is opened: interpretations, house values.
        sheet: what is played, what wins and what scores, for people without the rule book.
        seats_by_name: seats are called by the people who sit there, as the game has no names for them.
        templates: the names of further catalogues that come with it, in its folder `templates`.
        progress: which part of the turn it is, and how much is left of it: "Daylight", "actions left: 2".
        shorthand: short forms of its moves, if it understands more than words that narrow down the legal actions.
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
    shorthand: Shorthand | None = field(default_factory=lambda: None)
    names_ahead: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check that actions, rules and windows fit together, now or once they are loaded.

        Raises:
            ValueError: they do not; the text names the one at fault and what it lacks.
        """
        for name in _PUT_OFF:  # none has a default of the class, which would hide it
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
        """The kinds of action there are."""
        return tuple(_members(self.actions))

    @cached_property
    def action_names(self) -> tuple[str, ...]:
        """The names of all actions, by which they are called in `do`; no action is loaded for them if it can wait."""
        return self.names_ahead or tuple(self._by_name)

    @cached_property
    def hiding(self) -> tuple[str, ...]:
        """The actions, by their `do`, of which something can be hidden from others."""
        return tuple(kind.model_fields["do"].default for kind in self.kinds if self.may_hide(kind))

    def may_hide(self, kind: type[Action]) -> bool:
        """Return whether something of such an action can be hidden from others."""
        return bool(hidden_fields(kind)) or any(one.secret and one.name == kind.answers for one in self.windows)

    @cached_property
    def _by_name(self) -> dict[str, type[Action]]:
        return {kind.model_fields["do"].default: kind for kind in self.kinds}

    def kind(self, name: str) -> type[Action]:
        """Return the kind of action of that name.

        Raises:
            KeyError: there is none.
        """
        return self._by_name[name]

    def read_action(self, data: Mapping[str, Any]) -> Action:
        """Parse an action from plain data, of the log or of a client.

        Only the model of that one action is used, because building the validator of the whole union is slow. Errors are
        those of the union.

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
                pass  # the union says where in the data it is wrong, with the action's name
        action: Action = self._only(kind).validate_json(encoded)
        return action

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(self.action_names)

    def _only(self, kind: type[Action] | None) -> SchemaValidator:
        """Return the validator of the union of all actions, in which only the given kind is checked in full.

        It is used for errors only: the data are no valid action of the game, so no other kind needs to be checked.
        """
        choices: dict[str, CoreSchema] = dict.fromkeys(self.action_names, core_schema.any_schema())
        if kind is not None:
            choices[kind.model_fields["do"].default] = kind.__pydantic_core_schema__
        title = f"tagged-union[{','.join(self.action_names)}]"
        return SchemaValidator(core_schema.tagged_union_schema(choices, "do"), core_schema.CoreConfig(title=title))

    def checked(self, data: Mapping[str, Any]) -> Catalogue:
        """Parse a catalogue from plain data of a log.

        Raises:
            ValueError, TypeError, RecursionError: the data are no catalogue of this game.
        """
        model: type[Catalogue] = self.kind_of("catalogue")
        return self._checked.get(model, data)

    @cached_property
    def _checked(self) -> CatalogueCache:
        return CatalogueCache()

    def window(self, table: Table) -> Window | None:
        """Return the window that is open, if one is."""
        name = table.values.get(AWAITS)
        return None if name is None else next((one for one in self.windows if one.name == name), None)


def _members(union: Any) -> Iterator[type[Action]]:
    """Yield the actions of a discriminated union."""
    if isinstance(union, type) and issubclass(union, Action):
        yield union
    else:
        for part in get_args(union):
            yield from _members(part)
