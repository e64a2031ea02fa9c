"""`why` at the prompt shows the rule that refused the last move."""

from __future__ import annotations

from tests.cli.conftest import Run


def test_why_shows_the_rule_of_the_last_refusal(run: Run) -> None:
    said = run("play", "--new", "chess", "Ann", "Ben", "--plain", stdin="why\nKe3\nwhy\n", code=2).output
    first, _, after = said.partition("Not recorded: CH-3.8.1")
    assert "no move was refused" in first
    assert after.count("A king moves to an adjacent square.") == 2
