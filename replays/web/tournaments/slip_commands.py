"""Commands of officials for scanned slips: type a number, decide if two people differ. Independent of HTTP."""

from __future__ import annotations

from collections.abc import Sequence

from tablescribe.domain.tournament.model.roles import ARBITER, ORGANISER
from tablescribe.domain.tournament.typed_slips import TypedSlip
from tablescribe.domain.words.text import say
from tablescribe.replays.web.tournaments.commands import OfficialCommands
from tablescribe.replays.web.tournaments.queries import TournamentView


def decides(seen: TournamentView) -> bool:
    """Return whether the viewer decides between two typists, and so sees both numbers."""
    return seen.role in (ORGANISER, ARBITER)


def type_slip(
    officials: OfficialCommands, round_number: int, table: int, text: str, *, match: str = "",
    device: Sequence[str] = (), command: str, wanted: str | None = None,
) -> TypedSlip:  # fmt: skip
    """Type the ticked number of a slip; when a second person types the same, the table's result is reported.

    Args:
        match: the beginning of the match's id on the slip; empty if it was not scanned.
        device: the ids of all passes on the same device, which count as one person's.
    """
    role = officials.by("report", wanted)
    return officials.organiser.type_slip(
        officials.id, round_number, table, text, by=role, match=match, same_person=device, command_id=command
    )


def decide_slip(
    officials: OfficialCommands, round_number: int, table: int, text: str, *, match: str = "", command: str,
    wanted: str | None = None,
) -> TypedSlip:  # fmt: skip
    """Decide the result of a slip on which two typists differ."""
    officials.seen.require((ORGANISER, ARBITER), say("settle result slips that differ"))
    role = officials.by("report", wanted)
    return officials.organiser.decide_slip(
        officials.id, round_number, table, text, by=role, match=match, command_id=command
    )


def typist_names(seen: TournamentView, recorders: Sequence[str]) -> dict[str, str]:
    """Return the organiser's names for the passes of typists, by recorder; passes without a name are left out."""
    labels = {one.id: one.label for one in seen.queries.access.passes() if one.id in recorders}
    return {recorder: labels[recorder] for recorder in recorders if labels.get(recorder)}
