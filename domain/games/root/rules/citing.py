"""Rule citations of a move: the rules that decided what happened, without definitions that always apply."""

from __future__ import annotations

from tablescribe.domain.games.root.board import is_first_edition
from tablescribe.domain.rules.play import Play


def cite_if(play: Play, decides: object, *rules: str) -> None:
    """Cite rules if they decided something, so that without them the outcome would differ.

    The first edition of these rules cited them wherever they apply, and its matches still do.
    """
    if decides or is_first_edition(play.opening):
        for rule in rules:
            play.cite(rule)


def cite_now(play: Play, *rules: str) -> None:
    """Cite rules that decide here but that the first edition cited elsewhere."""
    if not is_first_edition(play.opening):
        for rule in rules:
            play.cite(rule)
