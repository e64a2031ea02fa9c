"""Mistakes in closed matches, on the command line: void, correct, reinstate, and likely duplicates."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tablescribe.cli.main import cli
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.verifiers.verify_bundle import verify as verify_as_an_outsider
from tablescribe.ledger.read_models.consistency import compare
from tablescribe.replays.statistics.played import of_ledger
from tests.ledger.played_tournaments import TWELVE, hall, play_round
from tests.ledger.played_tournaments import opened as opened_tournament

Run = Callable[..., Result]
Ask = Callable[..., Any]

EXPORT = Path(__file__).parents[1] / "BGStatsExport.json"


@pytest.fixture
def slip(ask: Ask) -> str:
    """Ann had 10 points and Ben 7; by a slip of the finger Ben won."""
    return str(ask("result", "Catan", "Ann", "10", "Ben", "7", "--won", "Ben", "--played", "2026-11-20")["id"])


def won(ask: Ask) -> dict[str, int]:
    return {one["person"]: one["won"] for one in ask("stats")["people"]}


def test_a_wrong_winner_is_corrected_everywhere_and_both_versions_are_read(
    run: Run, ask: Ask, slip: str, ledger: str
) -> None:
    assert f"tablescribe correct {slip}" in run("undo", slip, code=3).output
    assert "Ann won" in run("correct", slip, "--won", "Ann", "--because", "a slip").output
    (line,) = ask("matches")
    assert (line["winners"], line["state"], line["corrected"]) == ([1], "corrected", True)
    assert won(ask) == {"Ann": 1, "Ben": 0}
    told = run("log", slip).output
    assert told.index("Ben won (FF-6)") < told.index("result corrected")
    with closing(open_ledger(ledger)) as opened:
        (table,) = of_ledger(opened).tables
        assert table.places == (1, 2)
        opened.verify()
        assert compare(opened.lists).wrong == ()


def test_points_and_day_are_corrected_too(run: Run, ask: Ask, slip: str) -> None:
    run("correct", slip, "Ben", "12", "Ann", "9", "--played", "19.11.2026", "--because", "counted again")
    (line,) = ask("matches", "--since", "2026-11-19", "--until", "2026-11-19")
    assert (line["scores"], line["winners"], line["entered"]) == ([9, 12], [2], "2026-11-19")
    assert ask("matches", "--since", "2026-11-20") == []
    assert ask("matches", "--since", "2026-11-19", "--until", "2026-11-19", "--person", "Ann") == [line]


def test_a_void_match_stays_in_lists_and_counts_nowhere(run: Run, ask: Ask, slip: str, ledger: str) -> None:
    run("void", slip, "--because", "only a test")
    (line,) = ask("matches")
    assert (line["state"], line["void"]) == ("void", True)
    assert won(ask) == {}
    with closing(open_ledger(ledger)) as opened:
        assert of_ledger(opened).tables == ()
        assert compare(opened.lists).wrong == ()
    run("reinstate", slip, "--because", "it was none")
    assert won(ask) == {"Ann": 0, "Ben": 1}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("void", "{slip}"), "Missing option '--because'"), (("correct", "{slip}", "--because", "x"), "already"),
        (("correct", "{slip}", "Ann", "1", "--because", "x"), "give everybody's points, such as Ann 10 Ben 7"),
        (("correct", "{slip}", "--won", "Cleo", "--because", "x"), "Cleo did not play"),
        (("reinstate", "{slip}", "--because", "x"), "is not void"),
    ],
)  # fmt: skip
def test_a_correction_that_cannot_be_says_what_would(run: Run, slip: str, words: tuple[str, ...], why: str) -> None:
    done = run(
        *(word.format(slip=slip) for word in words),
        code=3 if why in ("already", "is not void", "Cleo did not play") else 2,
    )
    assert why in done.output


def test_bundles_carry_corrections_and_signatures_say_what_they_signed(slip: str, ledger: str, tmp_path: Path) -> None:
    with closing(open_ledger(ledger)) as opened:
        notary = Notary(Scribe(opened), KeyStore(tmp_path / "keys"))
        notary.sign(slip, "seat:1")
    _run(ledger, "correct", slip, "--won", "Ann", "--because", "a slip")
    _run(ledger, "void", slip, "--because", "after all")
    with closing(open_ledger(ledger)) as opened:
        notary = Notary(Scribe(opened), KeyStore(tmp_path / "keys"))
        for redacted in (False, True):
            bundle = notary.bundle([slip], redacted=redacted)
            (stream,) = verify_bundle(bundle).matches
            assert not stream.match().counts
            assert [check.fault for check in stream.signatures] == [None], "it is still one under the first result"
            assert (b"a slip" in bundle) != redacted, "reasons are people's own words"
            lines = "\n".join(verify_as_an_outsider(bundle, []))
            assert "corrected by the keeper" in lines
            assert "void, by the keeper" in lines
    audited = _run(ledger, "audit", slip).output
    assert "signatures are under the first result" in audited
    assert audited.count("DOUBT") == 1, "seat 2 did not sign"


def _run(ledger: str, *words: str) -> Result:
    return CliRunner().invoke(cli, ["--ledger", ledger, *words], catch_exceptions=False)


def test_a_tournament_corrects_its_results_itself(tmp_path: Path) -> None:
    ledger = tmp_path / "hall.db"
    with closing(open_ledger(ledger)) as opened:
        match_id = _closed_table(opened)
    done = _run(str(ledger), "void", match_id, "--because", "x")
    assert done.exit_code != 0
    assert "tablescribe tournament correct" in done.output


def _closed_table(ledger: Ledger) -> str:
    """Return a match of a tournament that was played."""
    organiser = hall(Scribe(ledger))
    play_round(organiser, opened_tournament(organiser, TWELVE[:4]))
    return ledger.match_ids()[0]


# --- duplicates -------------------------------------------------------------------------------


def test_what_is_recorded_twice_is_pointed_out_and_listed(run: Run, ask: Ask, slip: str) -> None:
    again = ("result", "catan", "ben", "7", "ANN", "10", "--won", "Ben", "--played", "2026-11-20")
    twice = ask(*again)
    assert twice["duplicates"] == [slip]
    assert ask("result", "Catan", "Ann", "10", "Ben", "8", "--won", "Ann", "--played", "2026-11-20")["duplicates"] == []
    assert ask("result", "Catan", "Ann", "10", "Ben", "7", "--won", "Ben", "--played", "2026-11-21")["duplicates"] == []
    assert {one["id"] for one in ask("matches", "--duplicates")} == {slip, twice["id"]}
    run("void", twice["id"], "--instead", slip, "--because", "two phones")
    assert ask("matches", "--duplicates") == []
    assert "No match looks as if" in run("matches", "--duplicates").output


def test_a_friend_s_export_of_the_same_plays_is_pointed_out(run: Run, ask: Ask, tmp_path: Path) -> None:
    first = ask("import", str(EXPORT), "--bgstats")
    assert first["duplicates"] == []
    theirs = json.loads(EXPORT.read_text())
    for play in theirs["plays"]:
        play["uuid"] = f"other-{play['uuid']}"
    (tmp_path / "friend.json").write_text(json.dumps(theirs))
    found = ask("import", str(tmp_path / "friend.json"), "--bgstats")
    assert len(found["duplicates"]) == first["new"]
    assert all(len(group) == 2 for group in found["duplicates"])
