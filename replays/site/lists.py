"""Front page, lists of matches, people and statistics, tournaments, proofs, and the index for the search."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

from tablescribe.ledger.read_models.person_names import spelt
from tablescribe.ledger.read_models.projection import COUNTS, ListedMatch, counted
from tablescribe.ledger.read_models.tallies import Tally
from tablescribe.ledger.read_models.titles import merge_titles
from tablescribe.replays.papers.csv_sheets import csv_of
from tablescribe.replays.reading.list_data import TALLY, game_data, pair_data, tally_data
from tablescribe.replays.site.folder import SiteFolder
from tablescribe.replays.site.shown import ShownMatch
from tablescribe.replays.site.site import Site
from tablescribe.replays.web.http.i18n import translator
from tablescribe.replays.web.public.page_cache import CachedTournament

PAGE = 100
"""Number of matches on a page of a month."""

SHARD = 1000
"""Number of matches in a file of the search index."""

LATEST = 20
"""Number of matches on the front page and on a person's page."""


def by_month(matches: Iterable[ShownMatch]) -> dict[str, tuple[str, ...]]:
    """Return pages of matches by name, such as `2026-11` and `2026-11-2`; a new match changes the last page only."""
    months: dict[str, list[str]] = defaultdict(list)
    for one in matches:
        months[one.month].append(one.id)
    pages: dict[str, tuple[str, ...]] = {}
    for month, ids in sorted(months.items()):
        for number, first in enumerate(range(0, len(ids), PAGE), start=1):
            pages[f"{month}-{number}" if number > 1 else month] = tuple(ids[first : first + PAGE])
    return pages


def line_of(one: ShownMatch, seat: str) -> dict[str, Any]:
    """Return a match as a row of the service's list; `seat` is the word for a person without a name."""
    of = one.of
    return {
        "id": one.id, "title": one.title, "data": list(one.details), "state": "finished", "moves": one.moves,
        "last": one.last, "entered": one.entered, "void": one.void, "acting": [],
        "players": [
            {"name": player.name or f"{seat} {number}", "points": player.points, "won": player.won}
            for number, player in enumerate(one.players, start=1)
        ],
        "of": {"path": f"/t/{of.tournament}", "title": of.title, "round": of.round, "table": of.called} if of else None,
    }  # fmt: skip


class Lists:
    """Writes the lists of a site."""

    def __init__(self, site: Site, folder: SiteFolder, look: object) -> None:
        """Prepare to write; `look` changes with everything that all pages share."""
        self.site, self.folder, self.look = site, folder, look
        self.matches = list(site.shown.matches.values())
        self._lines = {"behind": 0, "before": None, "earlier": None, "latest": ""}

    def write(self, bundles: Mapping[str, Sequence[str]]) -> None:
        """Write all lists; `bundles` has the proof files of each tournament."""
        self._search()
        self._months()
        self._people()
        self._tournaments(bundles)
        self._front()

    def _pages(self, name: str, key: object, template: str, file: str, **context: Any) -> None:
        """Write a page in all languages, if its contents changed."""

        def make() -> dict[str, bytes]:
            found = {}
            for language in self.site.languages:
                root = self.site.from_root(f"{language}/{file}")
                told = {name: value(language) if callable(value) else value for name, value in context.items()}
                shards = -(-len(self.matches) // SHARD)
                found[f"{language}/{file}"] = self.site.page(
                    template, language, file, root=root, shards=shards, **{**self._lines, **told}
                )
            return found

        self.folder.part(name, (self.look, key), make)

    def _told(self, some: Sequence[ShownMatch]) -> Any:
        """Return matches as rows of lists, by language."""
        return lambda language: [line_of(one, translator(language)("Seat")) for one in some]

    # --- matches ------------------------------------------------------------------------------

    def _front(self) -> None:
        latest = self.matches[: -LATEST - 1 : -1]
        games = [game_data(one) for one in self._games()][:LATEST]
        held = [_held(one) for one in islice(self.site.shown.tournaments.values(), LATEST)]
        key = latest, len(self.matches), games, held
        self._pages("front", key, "site_front.html", "index.html", matches=self._told(latest),
                    count=len(self.matches), games=games, tournaments=held)  # fmt: skip

    def _months(self) -> None:
        pages = list(self.site.months.items())
        years: dict[str, list[tuple[str, str, int]]] = defaultdict(list)
        for name, ids in reversed(pages):
            years[name[:4]].append((name, _label(name), len(ids)))
        self._pages("matches", (dict(years), len(self.matches)), "site_matches.html", "matches.html",
                    years=list(years.items()))  # fmt: skip
        for number, (name, ids) in enumerate(pages):
            some = [self.site.shown.matches[one] for one in reversed(ids)]
            beside = {
                "sooner": pages[number - 1][0] if number else "",
                "later": pages[number + 1][0] if number + 1 < len(pages) else "",
            }
            self._pages(f"month {name}", (some, beside), "site_month.html", f"months/{name}.html", name_of=name,
                        label=_label(name), matches=self._told(some), **beside)  # fmt: skip

    def _search(self) -> None:
        for number, first in enumerate(range(0, len(self.matches), SHARD), start=1):
            rows = [_row(one) for one in self.matches[first : first + SHARD]]
            text = f"tablescribeIndex({number}, {json.dumps(rows, ensure_ascii=False, separators=(',', ':'))});"
            self.folder.part(f"search {number}", text, partial(dict, [(f"search/{number}.js", text.encode())]))

    # --- people and statistics ----------------------------------------------------------------

    def _games(self) -> list[Tally]:
        totals: dict[str, list[int]] = defaultdict(lambda: [0] * len(COUNTS))
        for one in self.site.shown.counted.values():
            for (other, person, game, seat), counts in counted(one):
                if not other and not person and not seat:
                    _add(totals[game], counts)
        found = merge_titles(Tally(name, *counts) for name, counts in totals.items())
        return sorted(found, key=lambda one: (-one.matches, one.name))

    def _people(self) -> None:
        names, totals = self.site.shown.people, _totals(self.site.shown.counted.values())
        people = sorted(
            (Tally(names[person], *counts) for person, counts in totals[0].items() if person in names),
            key=lambda one: (-one.won, -one.matches, spelt(one.name)),
        )
        games = [game_data(one) for one in self._games()]
        rows = [{"person": one.name, **tally_data(one)} for one in people]
        found = {"people": rows, "games": games, "behind": 0, "seats": [], "against": [], "most_wins": []}
        self._pages("people", found, "people.html", "people.html", found=found, **_PLAIN)
        sheet = csv_of(rows, ("person", *TALLY)).encode()
        self.folder.part("people.csv", sheet, lambda: {f"{one}/people.csv": sheet for one in self.site.languages})
        played = self._played()
        for person, name in names.items():
            self._person(person, name, totals, played.get(person, []))

    def _played(self) -> dict[str, list[str]]:
        """Return the matches of each person, earliest first."""
        found: dict[str, list[str]] = defaultdict(list)
        for one in self.site.shown.counted.values():
            for seat in one.seats:
                if seat.person is not None:
                    found[seat.person].append(one.match_id)
        return found

    def _person(self, person: str, name: str, totals: Totals, played: list[str]) -> None:
        _, in_games, against = totals
        names = self.site.shown.people
        latest = [self.site.shown.matches[one] for one in played[: -LATEST - 1 : -1]]
        rivals = sorted(
            (Tally(names[other], *counts) for other, counts in against[person].items() if other in names),
            key=lambda one: (-one.matches, spelt(one.name)),
        )
        games = sorted((Tally(game, *counts) for game, counts in in_games[person].items()),
                       key=lambda one: (-one.matches, one.name))  # fmt: skip
        total = totals[0].get(person, [0] * len(COUNTS))
        found = {
            "people": [{"person": name, **tally_data(Tally(name, *total))}], "behind": 0, "seats": [], "most_wins": [],
            "games": [game_data(one) for one in games],
            "against": [{"person": one.name, **_turned(one)} for one in rivals],
        }  # fmt: skip
        self._pages(f"person {self.site.slugs[spelt(name)]}", (found, latest), "site_person.html",
                    f"people/{self.site.slugs[spelt(name)]}.html", found=found, matches=self._told(latest),
                    **{**_PLAIN, "person": name})  # fmt: skip

    # --- tournaments and proofs ---------------------------------------------------------------

    def _tournaments(self, bundles: Mapping[str, Sequence[str]]) -> None:
        held = [_held(one) for one in self.site.shown.tournaments.values()]
        if held:
            self._pages("tournaments", held, "halls.html", "tournaments.html", tournaments=held, more="", before="")
        if self.site.key:
            proved = [
                {"title": one["title"], "files": [file.rpartition("/")[2] for file in bundles[one["tournament"]]]}
                for one in held
                if one["tournament"] in bundles
            ]
            self._pages("proofs", proved, "site_proofs.html", "proofs.html", tournaments=proved)


Totals = tuple[dict[str, list[int]], dict[str, dict[str, list[int]]], dict[str, dict[str, list[int]]]]
"""Counts by person, by person and game, and by person and opponent."""

_PLAIN: dict[str, Any] = {
    "person": "", "game": "", "titles": {}, "event": "", "tag": "", "since": "", "until": "", "months": [],
    "links": {"more": "", "fewer": ""},
}  # fmt: skip
"""The other values that the service's page of people needs, without a search."""


def _totals(matches: Iterable[ListedMatch]) -> Totals:
    people: dict[str, list[int]] = {}
    games: dict[str, dict[str, list[int]]] = defaultdict(dict)
    against: dict[str, dict[str, list[int]]] = defaultdict(dict)
    for one in matches:
        for (other, person, game, _), counts in counted(one):
            if person and other:
                _add(against[person].setdefault(other, [0] * len(COUNTS)), counts)
            elif person:
                _add(people.setdefault(person, [0] * len(COUNTS)), counts)
                _add(games[person].setdefault(game, [0] * len(COUNTS)), counts)
    return people, games, against


def _add(total: list[int], counts: Sequence[int]) -> None:
    for n, count in enumerate(counts):
        total[n] += count


def _turned(one: Tally) -> dict[str, Any]:
    """Return a person's results against an opponent in the form that `pair_data` expects, the opponent's."""
    return pair_data(
        Tally(one.name, one.matches, one.finished, one.decided, one.won, one.behind, one.ahead, 0, 0, 0, 0)
    )


def _held(known: CachedTournament) -> dict[str, Any]:
    now = known.now
    return {
        "tournament": now.id, "title": now.plan.title, "entrants": len(now.entrants), "round": now.round,
        "rounds": now.plan.rounds, "finished": now.finished is not None,
        "announced": now.announced.at.isoformat(sep=" ", timespec="seconds"),
    }  # fmt: skip


def _label(name: str) -> str:
    """Return the suffix of a month's page: ` (2)` for its second page."""
    return f" ({name[8:]})" if len(name) > 7 else ""


def _row(one: ShownMatch) -> list[Any]:
    """Return a match in the search index."""
    players = [[player.name, player.points, player.won] for player in one.players]
    details = [*one.details, *([one.of.title] if one.of is not None else [])]
    return [one.id, one.title, players, one.entered or one.last[:10], details, one.void]
