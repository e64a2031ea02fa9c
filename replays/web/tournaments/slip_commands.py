"""What officials do with scanned slips: type a number, decide where two people differ. No HTTP in here."""

from __future__ import annotations

from collections.abc import Sequence

from tablescribe.domain.tournament.model.roles import ARBITER, ORGANISER
from tablescribe.domain.tournament.typed_slips import TypedSlip
from tablescribe.domain.words.text import say
from tablescribe.replays.web.tournaments.commands import OfficialCommands
from tablescribe.replays.web.tournaments.queries import TournamentView


def decides(seen: TournamentView) -> bool:
    """Return whether somebody decides where two typists differ, and so sees what both typed."""
    return seen.role in (ORGANISER, ARBITER)


def type_slip(
    officials: OfficialCommands, round_number: int, table: int, text: str, *, match: str = "",
    device: Sequence[str] = (), command: str, wanted: str | None = None,
) -> TypedSlip:  # fmt: skip
    """Type what is ticked on a slip; the second of two who agree brings the table's report.

    Args:
        match: the beginning of the id of the match on the slip; empty if it was not scanned.
        device: the ids of all passes that the same device holds: they are one person's.
    """
    role = officials.by("report", wanted)
    return officials.organiser.type_slip(
        officials.id, round_number, table, text, by=role, match=match, same_person=device, command_id=command
    )


def decide_slip(
    officials: OfficialCommands, round_number: int, table: int, text: str, *, match: str = "", command: str,
    wanted: str | None = None,
) -> TypedSlip:  # fmt: skip
    """Decide what a slip says on which two typists differ."""
    officials.seen.require((ORGANISER, ARBITER), say("settle result slips that differ"))
    role = officials.by("report", wanted)
    return officials.organiser.decide_slip(
        officials.id, round_number, table, text, by=role, match=match, command_id=command
    )


def typist_names(seen: TournamentView, recorders: Sequence[str]) -> dict[str, str]:
    """Return what the organiser calls the passes of typists, by recorder; nothing for a pass that has no name."""
    labels = {one.id: one.label for one in seen.queries.access.passes() if one.id in recorders}
    return {recorder: labels[recorder] for recorder in recorders if labels.get(recorder)}
