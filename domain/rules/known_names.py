"""Refuse typed facts with names that neither the match nor its game knows, such as misspelt ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.rules.typed_facts import BadFact
from tablescribe.domain.table.names import is_the_kernels, spoken
from tablescribe.domain.table.table import HIDDEN, Changed, Fact, Moved, Table
from tablescribe.domain.words.text import Text, say


def has_name(setting: Setting, name: str) -> bool:
    """Return whether the kernel or the game knows a piece, zone or value, even if it is internal."""
    label = setting.label(name)
    return is_the_kernels(name) or isinstance(label, Text) or not label or label not in (name, spoken(name))


def names_on(table: Table) -> set[str]:
    """Return the pieces, zones and values of a table."""
    return {*table.values, *table.zones, *(piece for pieces in table.zones.values() for piece in pieces)}


def names_of(facts: Iterable[Fact]) -> set[str]:
    """Return the pieces, zones and values that facts name."""
    return {name for fact in facts for name in _names(fact)}


def _names(fact: Fact) -> tuple[str, ...]:
    if isinstance(fact, Changed):
        return (fact.key,)
    return (fact.piece, fact.src, fact.dst) if isinstance(fact, Moved) else (fact.zone, fact.face, fact.to)


def must_be_known(setting: Setting, facts: Iterable[Fact], known: Callable[[], set[str]]) -> None:
    """Refuse facts with names that neither the match nor its game knows.

    Args:
        setting: the game with its options.
        facts: the typed facts.
        known: returns all names of the match so far; called only if the game does not know a name.

    Raises:
        BadFact: a name is unknown; the text suggests the closest known name.
    """
    strange = [name for name in names_of(facts) if not name.startswith(HIDDEN) and not has_name(setting, name)]
    if not strange:
        return
    here = known()
    for name in sorted({*strange} - here):
        from difflib import get_close_matches

        near = get_close_matches(name, sorted(here), n=1, cutoff=0.6)
        if near:
            raise BadFact(say("{name} is not in this game. Did you mean {near}?", name=repr(name), near=near[0]))
        raise BadFact(say("{name} is not in this game. Check the spelling.", name=repr(name)))
