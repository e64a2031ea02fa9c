"""`stats --fairness`: tests of chance with `scipy`, and win rates of seats with confidence intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tablescribe.cli.terminal.language import language, told
from tablescribe.cli.terminal.state import echo, out, progress, state
from tablescribe.cli.terminal.tables import print_table
from tablescribe.domain.words.text import say

if TYPE_CHECKING:
    from tablescribe.domain.match.match import Match
    from tablescribe.replays.statistics.balance import Balance


def tell_fairness(game: str, prefix: str, *, as_csv: bool) -> None:
    """Print whether dice, shuffles, seats and sides were fair, in all closed matches.

    Matches with several logs count once (see `readings_of`).
    """
    from tablescribe.replays.papers.csv_sheets import csv_of
    from tablescribe.replays.statistics.balance import balance_data, balances
    from tablescribe.replays.statistics.fairness import COLUMNS, caveats, fairness, trial_data

    matches = list(_closed(game))
    tests, found = fairness(matches), balances(matches)
    data = {
        "matches": len(matches), "chance": [trial_data(one) for one in tests],
        "balance": [balance_data(one) for one in found], "caveats": [told(one) for one in caveats(tests)],
    }  # fmt: skip
    if prefix:
        data["pictures"] = [str(file) for file in _pictures(found, prefix)]
    if as_csv:
        echo(csv_of([trial_data(one) for one in tests], COLUMNS), nl=False)
        return
    out(lambda: _say_fairness(tests, found), data)


def _closed(game: str) -> Iterator[Match]:
    from tablescribe.domain.games import UnknownGame
    from tablescribe.ledger.log.errors import LedgerDamaged

    ledger = state().scribe(create=True).ledger
    ledger.lists.fresh()
    every = ledger.match_ids()
    logs = ledger.asking.readings_of(every)
    ids = [one for one in every if one not in logs]
    with progress("Deciding every move again") as tell:
        for number, match_id in enumerate(ids, start=1):
            try:
                match = ledger.match(match_id)
            except (LedgerDamaged, UnknownGame):  # reported by `audit` and `verify`
                continue
            if match.closed is not None and game in ("", match.opening.game.key):
                yield match
            tell(number, len(ids))


def _say_fairness(tests: Sequence[Any], found: Sequence[Balance]) -> None:
    from tablescribe.replays.statistics.balance import KINDS
    from tablescribe.replays.statistics.fairness import caveats, verdict

    for one in tests:
        game, chance, source = one.source
        way = say("sealed chance") if chance == "sealed" else say("entered dice and cards")
        echo(told(say("{game}, {way}, {source}: {verdict}", game=game, way=way, source=source, verdict=verdict(one))))
    for text in caveats(tests):
        echo(told(text))
    if found:
        echo()
        headings = [say("game"), say("seats"), say("seat at the table"), say("won"), say("win rate")]
        rows = [
            [one.game, one.seats, f"{told(KINDS[one.kind])} {one.name if one.kind != 'first' else ''}",
             f"{one.won:g} / {one.of}", _interval(one)]
            for one in found
        ]  # fmt: skip
        print_table(headings, rows)
        echo(
            told(
                say(
                    "*: the expected rate is outside the 95 % interval. By chance alone, this happens to one fair seat "
                    "in twenty."
                )
            )
        )


def _interval(one: Balance) -> str:
    between, share = one.share.between, one.share.share
    if between is None or share is None:
        return "–"
    from tablescribe.replays.reading.reader import percent

    told, least, most = (percent(part, language()) for part in (share, *between))
    return f"{told} ({least}–{most}){' *' if one.off else ''}"


def _pictures(found: Sequence[Balance], prefix: str) -> Iterator[Path]:
    from tablescribe.ledger.care.match_files import write_file
    from tablescribe.replays.statistics.balance import of_kind, title_of
    from tablescribe.replays.statistics.plots import shares

    for game, seats, kind in dict.fromkeys((one.game, one.seats, one.kind) for one in found):
        file = Path(f"{prefix}-{game}-{seats}-{kind}.svg")
        some = of_kind(found, game, seats, kind)
        write_file(file, shares(some, title_of(some[0]), language=language()).encode())
        yield file
