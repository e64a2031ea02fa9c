"""The public pages of a tournament as files: the service's own, rendered for each language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tablescribe.domain.tournament.round_clock import read_clock
from tablescribe.ledger.tournaments.tags import tags_of
from tablescribe.replays.papers import prizes as paper
from tablescribe.replays.papers.certificate import certified
from tablescribe.replays.papers.certificate import html as certificate_html
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.reading.thinking_time import thinking, thought_data
from tablescribe.replays.site.matches import told
from tablescribe.replays.site.site import Site, with_policy
from tablescribe.replays.tournaments.prizes import prizes_data
from tablescribe.replays.web.http.documents import policy_of
from tablescribe.replays.web.public import pictures as drawn
from tablescribe.replays.web.public import prizes as won
from tablescribe.replays.web.public import views
from tablescribe.replays.web.public.page_cache import CachedTournament, View
from tablescribe.replays.web.table.queries import Queries


@dataclass
class Board:
    """The pages of one tournament.

    Attributes:
        views: the view and arguments of each page, by file name.
        papers: the function that renders each printed document.
    """

    queries: Queries
    known: CachedTournament
    views: dict[str, tuple[View, dict[str, Any]]] = field(default_factory=dict)
    papers: dict[str, Callable[[str], str]] = field(default_factory=dict)
    times: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """List the available pages."""
        self.views = dict(self._listed())
        self.papers["certificate.html"] = self._certificate
        if self.known.now.plan.prizes is not None and self.known.now.round:
            self.papers["prizes-sheet.html"] = self._prizes

    @property
    def names(self) -> frozenset[str]:
        """The names of all files."""
        return frozenset((*self.views, *self.papers))

    def _listed(self) -> Iterator[tuple[str, tuple[View, dict[str, Any]]]]:
        now = self.known.now
        yield "board.html", (views.front, {})
        yield "pairings.html", (views.pairings, {})
        yield "standings.html", (views.standing, {})
        yield "ruled.html", (views.rulings, {})
        yield "pictures.html", (drawn.pictures, {})
        yield "points.svg", (drawn.points_picture, {})
        yield "points-narrow.svg", (drawn.points_picture, {"narrow": True})
        if now.plan.prizes is not None:
            yield "prizes.html", (won.shown, {})
        for seating in now.seatings:
            yield f"pairings-{seating.number}.html", (views.pairings, {"number": seating.number})
            yield f"standings-{seating.number}.html", (views.standing, {"after": seating.number})
            for table in range(1, len(seating.pods) + 1):
                name = f"rounds-{seating.number}-tables-{table}.html"
                yield name, (views.table, {"number": seating.number, "table": table})
        for entrant in now.entrants.values():
            yield f"why-{entrant.number}.html", (views.reasons, {"number": entrant.number})
        for event in now.deeds():
            if isinstance(event, views.CHANGES):
                yield f"ruled-{event.originator_version}.html", (views.ruling, {"event": event.originator_version})

    # --- files --------------------------------------------------------------------------------

    def files(self, site: Site) -> dict[str, bytes]:
        """Return all files of the tournament."""
        base, found = f"t/{self.known.now.id}", {}
        for language in site.languages:
            for name, (view, args) in self.views.items():
                found[f"{language}/{base}/{name}"] = self._page(site, language, f"{base}/{name}", view, args)
            for name, make in self.papers.items():
                document = make(language)
                document = with_policy(document, policy_of(document))
                file = f"{language}/{base}/{name}"
                found[file] = site.written(document, language, file)
        return found

    def _page(self, site: Site, language: str, file: str, view: View, args: dict[str, Any]) -> bytes:
        known, reader = self.known, Reader(None, language)
        template, context = view(self.queries, known, reader, args)
        if view is views.table:
            context |= self._of_match(site, context)
        return site.page(
            template, language, file, known=known, now=known.now, plan=known.now.plan, names=known.names,
            base=known.base, tell=reader.sentence, mark=known.mark, **{"args": args, **context},
        )  # fmt: skip

    def _of_match(self, site: Site, context: dict[str, Any]) -> dict[str, Any]:
        """Return what the page of a table says about its match: whether it is shown, and each seat's thinking time."""
        one = site.shown.matches.get(context["match"])
        if one is None:
            return {"opened": False, "apart": False, "times": []}
        if one.id not in self.times:
            match, events = told(self.queries.ledger, one)
            found = thinking(match, events, self.queries.moment(), read_clock(context["seating"]).pauses)
            self.times[one.id] = thought_data(found, len(one.players))
        return {"opened": True, "apart": False, "times": self.times[one.id]}

    # --- papers -------------------------------------------------------------------------------

    def _certificate(self, language: str) -> str:
        ledger, now = self.queries.ledger, self.known.now
        data = certified(now, self.known.names, ledger.verify(now.id)[now.id].hex(), ledger)
        return certificate_html(data, language)

    def _prizes(self, language: str) -> str:
        plan = self.known.now.plan.prizes
        assert plan is not None
        data = prizes_data(self.known.now, tags_of(self.queries.ledger, self.known.now.id), self.known.names)
        return paper.html(data, plan, language)
