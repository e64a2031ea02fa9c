"""Which rules a move names: those that decided what happened, and no definition that applies to every move."""

from __future__ import annotations

from tablescribe.domain.games.root.board import is_first_edition
from tablescribe.domain.rules.play import Play


def cite_if(play: Play, decides: object, *rules: str) -> None:
    """Cite rules where they decide something: where it would have gone otherwise without them.

    The first edition of these rules cited them wherever they apply, and its matches go on so.
    """
    if decides or is_first_edition(play.opening):
        for rule in rules:
            play.cite(rule)


def cite_now(play: Play, *rules: str) -> None:
    """Cite rules that decide here, and that the first edition cited elsewhere."""
    if not is_first_edition(play.opening):
        for rule in rules:
            play.cite(rule)
