"""`audit --edition` and `--option`: what other rules would have decided, printed as it is found."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.table.opening import options_told
from tablescribe.cli.terminal.language import reader
from tablescribe.cli.terminal.state import echo, reader_of, state
from tablescribe.domain.words.text import say

if TYPE_CHECKING:
    from tablescribe.domain.match.match import Match


def tell_otherwise(target: str | None, edition: str, options: tuple[str, ...], *, everything: bool) -> None:
    """Print each move that other rules would have decided differently, then the number for each rule."""
    from tablescribe.replays.auditing.other_rules import Tally, concerns, differences, other_rules

    if everything == (target is not None):
        raise click.UsageError("name a MATCH or a season's folder, or say --all")
    changed, tally = options_told(options), Tally()
    in_ledger = target is None or not (_is_season(target) or Path(target).is_file())
    for match in _matches(target):
        several = everything or _is_season(target)
        if several and not concerns(match.opening.game.key, edition, changed):
            tally.unconcerned += 1
            continue
        other = other_rules(match, edition, changed)
        if other is None:
            tally.unconcerned += 1
            continue
        found = list(differences(match, other))
        tally.add(match, found)
        reads = reader_of(match) if in_ledger else reader(match.opening)
        for one in found:
            if state().json:
                _line(one.data(match, reads))
            else:
                echo(reads.tell(say("{match}, {what}", match=match.id, what=one.words())))
    if state().json:
        _line({"summary": tally.data()})
    else:
        echo("\n".join(map(reader().tell, tally.lines())))


def _line(data: dict[str, Any]) -> None:
    click.echo(json.dumps(data, default=str))  # ASCII only, so without control characters for a terminal


def _is_season(target: str | None) -> bool:
    return target is not None and ("://" in target or Path(target).is_dir())


def _matches(target: str | None) -> Iterator[Match]:
    """Yield the matches of a season's folder, an exported file, or the ledger; or a single match."""
    from tablescribe.domain.games import revive

    if target is not None and _is_season(target):
        from tablescribe.replays.season.archive import archives
        from tablescribe.replays.season.deciding import events_of
        from tablescribe.replays.season.places import place

        for archive in archives(place(target)):
            for row in archive.all_rows():
                try:
                    match = revive(events_of(row))
                except Exception as error:  # other people's data; its audit says more
                    echo(f"{row['match']} cannot be read: {error}", err=True)
                    continue
                assert match is not None
                yield match
    elif target is not None and Path(target).is_file():
        from tablescribe.ledger.care.match_files import match_in, read_file, verify_with_words

        yield match_in(*verify_with_words(read_file(Path(target)))[1:])
    else:
        ledger = state().scribe().ledger
        for match_id in ledger.match_ids() if target is None else [ledger.find(target)]:
            yield ledger.match(match_id)
