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
from tablescribe.domain.match.refusals import Refused
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.results import PlayedMatch, record_result
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.keys.signing import key_text, signature_text
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
        (("correct", "{slip}", "Ann", "1", "--because", "x"), "enter points for every player, such as Ann 10 Ben 7"),
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
    assert "a slip; the result before was signed by Ann" in audited
    assert "the corrected result is not signed" in audited


def test_a_corrected_result_is_signed_anew_and_each_signature_says_what_it_signed(
    slip: str, ledger: str, tmp_path: Path
) -> None:
    with closing(open_ledger(ledger)) as opened:
        notary = Notary(Scribe(opened), KeyStore(tmp_path / "keys"))
        notary.sign(slip, "seat:1")
        old = notary.record_text(slip, "seat:2")
    _run(ledger, "correct", slip, "--won", "Ann", "--because", "a slip")
    with closing(open_ledger(ledger)) as opened:
        notary = Notary(Scribe(opened), KeyStore(tmp_path / "keys"))
        new = notary.record_text(slip, "seat:2")
        assert ("[2],[10,7]" in old, "[1],[10,7]" in new) == (True, True)
        signer = notary.signer(opened.match(slip), "seat:2")
        notary.enrol(slip, "seat:2")
        with pytest.raises(Refused, match="not a valid signature by"):
            notary.attach(slip, "seat:2", key_text(signer), signature_text(signer, old))
        for holder in ("seat:1", "seat:2"):
            notary.sign(slip, holder)
        with pytest.raises(Refused, match="has already signed"):
            notary.sign(slip, "seat:1")
        for redacted in (False, True):
            bundle = notary.bundle([slip], redacted=redacted)
            (stream,) = verify_bundle(bundle).matches
            assert [(one.holder, one.of, one.fault) for one in stream.signatures] == [
                ("seat:1", 3, None), ("seat:1", 6, None), ("seat:2", 6, None)
            ]  # fmt: skip
            assert (stream.signed, stream.unsigned) == (["seat:1", "seat:2"], ())
            lines = "\n".join(verify_as_an_outsider(bundle, []))
            assert "the result before was signed by seat:1" in lines
            assert "signed by seat:1, seat:2" in lines
            assert "DOUBT: the sig" not in lines
    told = _run(ledger, "log", slip).output
    assert told.count("Ann signed the corrected result") == 1
    assert told.count("Ann signed the result") == 1
    done = _run(ledger, "audit", slip)
    assert "signatures are missing" not in done.output
    _run(ledger, "void", slip, "--because", "after all")
    with closing(open_ledger(ledger)) as opened, pytest.raises(Refused, match="is void"):
        Notary(Scribe(opened), KeyStore(tmp_path / "keys")).sign(slip, "seat:1")


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
    assert "No likely duplicates" in run("matches", "--duplicates").output


def test_a_friend_s_export_of_the_same_plays_is_pointed_out(run: Run, ask: Ask, tmp_path: Path) -> None:
    first = ask("import", str(EXPORT), "--bgstats", code=6)
    assert first["duplicates"] == []
    theirs = json.loads(EXPORT.read_text())
    for play in theirs["plays"]:
        play["uuid"] = f"other-{play['uuid']}"
    (tmp_path / "friend.json").write_text(json.dumps(theirs))
    found = ask("import", str(tmp_path / "friend.json"), "--bgstats", code=6)
    assert len(found["duplicates"]) == first["new"]
    assert all(len(group) == 2 for group in found["duplicates"])


@pytest.mark.parametrize("kind", ["bundle", "export"])
def test_an_imported_match_that_was_recorded_here_too_is_pointed_out(
    run: Run, ask: Ask, slip: str, tmp_path: Path, kind: str
) -> None:
    """Two phones recorded one play. A match file has no names: the day and the points must do."""
    theirs, file = str(tmp_path / "theirs.db"), tmp_path / f"their.{kind}"
    again = ("result", "Catan", "Ben", "7", "Ann", "10", "--won", "Ben", "--played", "2026-11-20", "--json")
    other = json.loads(_run(theirs, *again).output)["id"]
    assert _run(theirs, kind, other, *(["--names"] if kind == "bundle" else []), "-o", str(file)).exit_code == 0
    assert ask("import", str(file))["duplicates"] == [sorted([slip, other], key=[other, slip].index)]
    assert ask("import", str(file))["duplicates"] == [], "nothing new was recorded"
    assert {one["id"] for one in ask("matches", "--duplicates")} == {slip, other}
    run("void", other, "--because", "twice")
    assert "1 match may have" not in run("import", str(file)).output


def test_points_that_differ_are_no_duplicate_although_names_are_missing(ask: Ask, slip: str, tmp_path: Path) -> None:
    theirs, file = str(tmp_path / "theirs.db"), tmp_path / "their.json"
    again = ("result", "Catan", "Ben", "8", "Ann", "10", "--won", "Ben", "--played", "2026-11-20", "--json")
    _run(theirs, "export", json.loads(_run(theirs, *again).output)["id"], "-o", str(file))
    assert ask("import", str(file))["duplicates"] == []


def test_a_thousand_imported_matches_are_one_line(run: Run, tmp_path: Path) -> None:
    theirs, file = str(tmp_path / "theirs.db"), tmp_path / "all.bundle"
    with closing(open_ledger(theirs)) as opened:
        for day in range(1, 23):
            record_result(Scribe(opened), PlayedMatch("Azul", ["Ann", "Ben"], [day, 2], [1], f"2026-10-{day:02}"))
    _run(theirs, "bundle", "--all", "-o", str(file))
    assert run("import", str(file)).output.startswith("22 matches: 66 events imported.\n")
