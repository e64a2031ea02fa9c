"""`photos`: list the photos of a match, and save them to files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablescribe.cli.table.match_choice import named
from tablescribe.cli.terminal.language import in_language, told
from tablescribe.cli.terminal.state import as_json, echo, out, state
from tablescribe.domain.words.text import Text, plural, say

if TYPE_CHECKING:
    from tablescribe.ledger.log.picture_checks import PictureState
    from tablescribe.ledger.matches.ledger import Ledger


@click.command(
    epilog="""\b
Examples:
  tablescribe photos 7k2
  tablescribe photos 7k2 --save evidence/"""
)
@click.argument("match_id", metavar="[MATCH]", required=False)
@click.option("--save", "folder", type=click.Path(path_type=Path, file_okay=False), help="Folder to save them in.")
@in_language
@as_json
def photos(match_id: str | None, folder: Path | None) -> None:
    """List the photos in MATCH, or in the last open match: there, absent or changed.

    A photo is absent if it was erased, or if the imported file did not include it. It is changed if it differs from
    the one that was recorded. Erase photos with `words erase MATCH EVENT`.
    """
    from tablescribe.ledger.log.picture_checks import states_of

    ledger = state().reading().ledger
    found = states_of(ledger.log, ledger.find(named(match_id)))
    saved = _save(ledger, found, folder) if folder is not None else []
    data = [one._asdict() for one in found]
    many = plural(len(saved), "1 photo saved in {folder}.", "{n} photos saved in {folder}.", folder=str(folder))

    def lines() -> None:
        for one in found:
            where = say("event {event}, photo {number}", event=one.version, number=one.number)
            size = f" ({-(-one.size // 1000)} kB)" if one.size else ""
            echo(f"{told(where)}: {told(STATES[one.state])}{size}")
        if not found:
            echo(told(say("This match has no photos. Add one: {command}", command="tablescribe note --photo FILE")))
        if folder is not None and found:
            echo(told(many))

    out(lines, {"photos": data, "saved": [str(path) for path in saved]})
    if any(one.state == "changed" for one in found):
        click.get_current_context().exit(5)


STATES: dict[str, Text] = {
    "there": say("present"),
    "absent": say("missing: erased, or not in the imported file"),
    "changed": say("changed since it was recorded"),
}
"""The word for each state of a photo."""


def _save(ledger: Ledger, found: list[PictureState], folder: Path) -> list[Path]:
    """Write the stored photos to a folder, named by event and number; return the files."""
    from tablescribe.ledger.care.match_files import write_file
    from tablescribe.ledger.log.errors import LedgerUnavailable
    from tablescribe.ledger.log.picture_checks import picture_of

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LedgerUnavailable(
            say("{path} cannot be written: {why}", path=str(folder), why=str(error.strerror))
        ) from error
    saved = []
    for one in found:
        stored = picture_of(ledger.log, one.match_id, one.commitment) if one.state == "there" else None
        if stored is not None:
            saved.append(folder / f"{one.match_id}-{one.version}-{one.number}.jpg")
            write_file(saved[-1], stored.data)
    return saved
