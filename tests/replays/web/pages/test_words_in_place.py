"""Locale-dependent words and numbers: shares, decimals, chess draws, forests, and labels of curves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablescribe.domain.games import opening
from tablescribe.domain.tournament.model.plan_parsing import plan_from
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.results import PlayedMatch, record_result
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.replays.pictures.pictures import drawn_panels
from tablescribe.replays.reading.discretion import EVERYTHING
from tablescribe.replays.reading.reader import Reader, number
from tests.replays.web.conftest import Service

PAPERS = Path(__file__).parents[4] / "replays" / "papers" / "templates"


@pytest.mark.parametrize(("language", "share"), [("en", "100%"), ("de", "100\u00a0%"), ("it", "100%"), ("pt", "100%")])
def test_a_share_is_written_as_in_the_language(
    service: Service, organiser: str, ledger: Ledger, language: str, share: str
) -> None:
    record_result(Scribe(ledger), PlayedMatch("Azul", ["Zita", "Max"], [3, 1], [1], "2026-11-20"))
    page = service.get("/people", organiser, headers={"Accept-Language": language}).text
    assert f"{share} <span" in page


def test_decimals_have_a_comma_except_in_english() -> None:
    assert [number(3.5, language) for language in ("en", "de", "it", "pt")] == ["3.5", "3,5", "3,5", "3,5"]
    assert number(3.0, "de") == "3"


@pytest.mark.parametrize(("game", "word"), [("chess", "Remis"), ("morris", "Unentschieden")])
def test_a_hall_of_chess_says_remis(service: Service, organiser: str, ledger: Ledger, game: str, word: str) -> None:
    plan = {"title": "Abend", "stages": [{"name": "Schweizer", "kind": "swiss", "rounds": 2, "game": game}]}
    club = TournamentCommands(Scribe(ledger))
    found = club.announce(plan_from(plan)).id
    club.enter(found, ["Ada", "Ben"])
    club.pair(found, seed=1)
    hall, site = f"/t/{found}", {"Accept-Language": "de"}
    page = service.get(hall, organiser, headers=site).text
    assert f"<small>{word}</small>" in page


@pytest.mark.parametrize(("language", "name"), [("en", "forest"), ("de", "Wald"), ("it", "foresta")])
def test_a_forest_is_called_by_its_clearings(language: str, name: str) -> None:
    reader = Reader(opening("root", 4, {"factions": "VCEA"}), language)
    assert reader.name("forest:1_9_10_12") == f"{name} 1–9–10–12"


def test_the_curves_of_a_replay_have_the_names_of_people(service: Service, organiser: str, ledger: Ledger) -> None:
    scribe = Scribe(ledger)
    match = scribe.new("freeform", ["Anna", "Ben"]).id
    for seat in (1, 2):
        scribe.play(match, seat, {"do": "score", "to": seat, "points": 3 + seat}, [])
    page = service.get(f"/m/{match}/replay", organiser, headers={"Accept-Language": "pt"}).text
    assert "lugar 1" not in re.sub(r"Anna \(lugar 1\)", "", page[page.index("<svg") :])


def test_the_judge_reads_a_result_with_the_names_of_people(service: Service, organiser: str, ledger: Ledger) -> None:
    match, _ = record_result(Scribe(ledger), PlayedMatch("Azul", ["Zita", "Max"], [3, 1], [1], "2026-11-20"))
    page = service.get(f"/m/{match.id}/judge", organiser, headers={"Accept-Language": "pt"}).text
    result = page[page.index("<h2>Resultado</h2>") :]
    result = result[: result.index("</p>")]
    assert "Zita" in result
    assert "lugar 1" not in result.replace("Zita (lugar 1)", "")


def test_each_faction_of_root_has_its_colour_beside_its_name(service: Service, organiser: str, ledger: Ledger) -> None:
    """Also those whose colours are no common colours of seats: the Duchy and the Keepers."""
    match = Scribe(ledger).new("root", ["Ada", "Ben", "Cleo", "Dan"], options={"factions": "DKCE"}).id
    page = service.get(f"/m/{match}", organiser).text
    seats = page[page.index('<p class="seats">') :]
    assert seats[: seats.index("</p>")].count('class="swatch"') == 4


@pytest.mark.parametrize("paper", sorted(PAPERS.glob("*.j2")), ids=lambda path: path.name)
def test_no_paper_has_a_style_that_its_policy_forbids(paper: Path) -> None:
    assert not re.findall(r'\sstyle="', paper.read_text("utf-8"))


def test_the_points_of_a_winner_of_root_stand_beside_the_bar(ledger: Ledger) -> None:
    """The number is dark, and so may be the bar."""
    begun = ledger.match(Scribe(ledger).new("root", ["Ada", "Ben", "Cleo"], options={"factions": "CEA"}).id)
    table = begun.table.copy()
    table.values["score:1"] = 34
    svgs = [str(panel.svg) for panel in drawn_panels(begun.opening, table, viewer=EVERYTHING) if panel.kind == "track"]
    (bars,) = [svg for svg in svgs if ">34<" in svg]
    (number,) = re.findall(r'<text x="([\d.]+)"[^>]*>34<', bars)
    ends = [float(x) + float(wide) for x, wide in re.findall(r'<rect x="(30)"[^>]*?width="([\d.]+)"', bars)]
    assert ends
    assert max(ends) <= float(number) - 20
