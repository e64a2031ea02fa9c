"""What is played, what wins and what scores is shown on the screens of every game that defines it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tablescribe.cli.main import cli
from tablescribe.domain.games import GAMES, game, opening
from tablescribe.domain.games.robinson.board import catalogue_of
from tablescribe.domain.rules.sheet import WINS
from tablescribe.replays.reading.reader import LANGUAGES, Reader
from tablescribe.replays.reading.sheet import told_sheet

WITHOUT_RULES = "freeform"
"""The game in which only the table knows what wins."""


def sheet(key: str, language: str = "en", **options: object) -> list[str]:
    of = opening(key, max(2, game(key).seats[0]), options)
    return [line for section in told_sheet(of, Reader(of, language)) for line in (section["title"], *section["lines"])]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", sorted(set(GAMES) - {WITHOUT_RULES}))
def test_every_game_says_what_wins(key: str, language: str) -> None:
    of = opening(key, max(2, game(key).seats[0]), {})
    reader = Reader(of, language)
    sections = told_sheet(of, reader)
    (wins,) = [one for one in sections if one["title"] == reader.sentence(WINS)]
    assert wins["lines"]
    assert all(one["lines"] for one in sections)


def test_a_game_without_rules_has_no_sheet() -> None:
    assert sheet(WITHOUT_RULES) == []


@pytest.mark.parametrize("scenario", ["signal_race", "idols"])
def test_the_sheet_of_robinson_says_all_that_its_scenario_says(scenario: str) -> None:
    """Every event, totem, book, treasure, sign, reward and score of the catalogue is there, in its words."""
    of = opening("robinson", 2, {"scenario": scenario})
    says, reader, told = (
        catalogue_of(of).scenario(scenario),
        Reader(of),
        "\n".join(sheet("robinson", scenario=scenario)),
    )
    assert says is not None
    effects = [
        *(event.effect for event in says.events.values()), *says.totems, *(book.effect for book in says.books),
        *says.signs.values(), says.treasure,
    ]  # fmt: skip
    words = [reader.tell(effect.words()) for effect in effects] + [reader.tell(one.words()) for one in says.rewards]
    assert [one for one in words if one.lower() not in told.lower()] == []
    for name in (says.title, says.book_name, *(event.name for event in says.events.values())):
        assert name in told
    assert [f"{one.points} for " in told for one in says.score] == [True] * len(says.score)
    assert "8 rounds" in told


def test_the_scenario_is_read_at_the_prompt_before_and_after_the_end(tmp_path: Path) -> None:
    record = Path(__file__).parents[2] / "matches" / "robinson" / "all_dead.jsonl"
    ledger = str(tmp_path / "ledger.db")
    begun = CliRunner().invoke(cli, ["--ledger", ledger, "record", str(record)])
    assert begun.exit_code == 0, begun.output
    told = CliRunner().invoke(cli, ["--ledger", ledger, "play"], input="scenario\nhelp\nquit\n")
    assert "Scenario: Signal Race" in told.output
    assert "Building: Loose beam: 1 determination or take 1 wound; 1 wood" in told.output
    assert "scenario        show how the game is won and scored" in told.output
