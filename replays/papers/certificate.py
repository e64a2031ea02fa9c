"""Make the certificate of a tournament: standings, how each round was paired, and the hashes that prove it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from markupsafe import Markup
from sqlalchemy import select

from tablescribe.domain.tournament.model.tie_break_names import CALLED
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.scoring.standings import final, table_digest
from tablescribe.domain.words.text import Text, plural, say
from tablescribe.ledger.log.schema import checkpoints
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.papers.paper_templates import template
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.tournaments.tournament import line_data, points_text, seating_data


def certified(tournament: Tournament, names: Mapping[str, str], head: str, ledger: Ledger) -> dict[str, Any]:
    """Return a certificate as plain data.

    Args:
        tournament: the tournament.
        names: people's names, by reference.
        head: the hash of the tournament's last event, in hexadecimal.
        ledger: the ledger, for its latest checkpoint if there is one.
    """
    table = final(tournament)
    stored = ledger.log.select(select(checkpoints.c.note).order_by(checkpoints.c.size.desc()).limit(1))
    return {
        "tournament": tournament.id,
        "title": tournament.plan.title,
        "plan": tournament.announced.digest,
        "finished": tournament.finished is not None,
        "round": tournament.round,
        "rounds": tournament.plan.rounds,
        "tie_breaks": list(tournament.plan.stages[tournament.plan.stage_of(max(tournament.round, 1))].tie_breaks),
        "table": [line_data(line, names) for line in table],
        "standings": table_digest(table),
        "seatings": [seating_data(tournament, seating, names) for seating in tournament.seatings],
        "corrections": sum(map(len, tournament.corrections.values())),
        "penalties": sum(map(tournament.stands, tournament.penalties.values())),
        "version": tournament.version,
        "head": head,
        "checkpoint": str(stored[0][0]) if stored else "",
    }


def lines(data: Mapping[str, Any]) -> Iterator[Text]:
    """Yield a certificate as sentences."""
    yield say("Standings of {title}", title=data["title"])
    if not data["finished"]:
        yield say("PROVISIONAL: after round {round} of {rounds}.", round=data["round"], rounds=data["rounds"])
    for one in data["table"]:
        yield say("{rank}. {name}: {points}", rank=one["rank"], name=one["name"], points=points_of(one))
    for seating in data["seatings"]:
        yield plural(
            len(seating["tables"]), "Round {round}: 1 table, paired by {engine}, lot {seed}, input {input}",
            "Round {round}: {n} tables, paired by {engine}, lot {seed}, input {input}", round=seating["round"],
            engine=seating["engine"], seed=seating["seed"], input=seating["input"][:16],
        )  # fmt: skip
    yield say("Corrections: {n}; penalties: {m}.", n=data["corrections"], m=data["penalties"])
    yield say("Plan: {digest}", digest=data["plan"])
    yield say("Standings: {digest}", digest=data["standings"])
    yield say("Tournament {id}, event {n}: {hash}", id=data["tournament"], n=data["version"], hash=data["head"])


def points_of(line: Mapping[str, Any]) -> str:
    """Return a line's points and tie-breaks as people write them."""
    values = ", ".join(points_text(Fraction(value)) for value in line["values"])
    return points_text(Fraction(line["points"])) + (f" ({values})" if values else "")


def html(data: Mapping[str, Any], language: str = "en", *, picture: str = "") -> str:
    """Return a certificate as one HTML file; `picture`: SVG of points over rounds (`plots.points_over_rounds`)."""
    reader = Reader(None, language)
    return template("certificate.html.j2").render(
        **data, language=language, picture=Markup(picture),
        say=lambda words, /, **slots: reader.tell(say(words, **slots)),
        plural=lambda count, one, many, /, **slots: reader.tell(plural(count, one, many, **slots)),
        points_text=lambda text: points_text(Fraction(text)), called=CALLED, tell=reader.tell,
    )  # fmt: skip
