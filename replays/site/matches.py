"""The page of a match in each language: its replay with all steps, its result, and its proof."""

from __future__ import annotations

import base64
import gzip
from collections.abc import Sequence

import msgspec

from tablescribe.domain.games import revive
from tablescribe.domain.match.events import AnyEvent
from tablescribe.domain.match.match import Match
from tablescribe.domain.table.names import seat
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.proofs.bundles.redaction import without_words
from tablescribe.replays.pictures.pictures import thumbnail
from tablescribe.replays.pictures.steps import StepTeller, Walk
from tablescribe.replays.reading.outcome import won
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.site.proofs import Proofs
from tablescribe.replays.site.shown import ShownMatch
from tablescribe.replays.site.site import Site
from tablescribe.replays.web.table.cached_match import CachedMatch
from tablescribe.replays.web.table.queries import Queries
from tablescribe.replays.web.table.replay_steps import EMPTY, ReplaySteps


def files_of(site: Site, queries: Queries, one: ShownMatch, proofs: Proofs | None) -> dict[str, bytes]:
    """Return all files of a match."""
    match, events = told(queries.ledger, one)
    found = {f"pictures/{one.id}.svg": (EMPTY if match.waits else thumbnail(match.opening, match.table)).encode()}
    charts = ReplaySteps(queries)
    for language in site.languages:
        file = f"m/{one.id}.html"
        found[f"{language}/{file}"] = _page(site, charts, one, match, events, language, file, proofs is not None)
    return found | (proofs.of_match(one) if proofs is not None else {})


def told(ledger: Ledger, one: ShownMatch) -> tuple[Match, list[AnyEvent]]:
    """Return a match and its events as everybody may read them, without texts by users unless those are shown.

    Information that the game hides is hidden later, when pictures and words are made for spectators.
    """
    events = ledger.events_of(one.id)
    if not one.words:
        events = [without_words(event)[0] for event in events]
    match = revive(events)
    assert match is not None
    return match, events


def _page(
    site: Site, charts: ReplaySteps, one: ShownMatch, match: Match, events: Sequence[AnyEvent], language: str,
    file: str, proof: bool,
) -> bytes:  # fmt: skip
    unnamed = Reader(match.opening, language)
    labels = [unnamed.name(seat(k)) for k in range(1, len(one.players) + 1)]
    names = [player.name for player in one.players]
    reader = Reader(match.opening, language, tuple(names))
    called = [name or label for name, label in zip(names, labels, strict=True)]
    context = _steps(charts, match, events, reader, labels) if not match.waits else {"packed": ""}
    result = match.result
    return site.page(
        "site_match.html", language, file, one=one, title=_title(one, match), day=one.entered or one.last[:10],
        seats=[{"label": label, "name": name} for label, name in zip(labels, names, strict=True)],
        won=won(match, called, reader), proof=proof, root=site.from_root(f"{language}/{file}"),
        winners=list(result.winners) if result is not None else [],
        scores=list(result.scores) if result is not None else [], **context,
    )  # fmt: skip


def _title(one: ShownMatch, match: Match) -> str:
    return one.title or match.opening.title


def _steps(
    charts: ReplaySteps, match: Match, events: Sequence[AnyEvent], reader: Reader, labels: Sequence[str]
) -> dict[str, object]:
    """Return the replay: its first step as shown before scripts run, and all steps in compressed form."""
    teller, way = StepTeller(match, events, None, reader), Walk(match.line.numbers)
    steps = teller.page(way, 0, len(way.numbers))
    first = way.numbers[0]
    return {
        "packed": base64.b64encode(gzip.compress(msgspec.json.encode(steps), 9, mtime=0)).decode(),
        "still": True, "base": "", "size": len(way.numbers), "at": 0, "total": len(way.numbers), "left": None,
        "beside": {}, "branches": {}, "step": teller.step(first), "lines": steps["lines"][:1],
        "scene": teller.panels(first), "texts": steps["rules"],
        "spoken": match.opening.game.rulebook.language(reader.language),
        "chart": charts.chart(CachedMatch(match, tuple(events), (), 0), None, labels),
    }  # fmt: skip
