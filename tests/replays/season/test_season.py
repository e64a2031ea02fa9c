"""A season: archived, audited by processes that die, forged, queried, and covered by one root."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import psutil
import pyarrow
import pyarrow.parquet
import pytest
from click.testing import CliRunner

from tablescribe.cli.main import cli
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.reconciling import reconcile
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.keys.signing import result_rows
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.tree.merkle import BadProof
from tablescribe.ledger.proofs.tree.signed_note import BadNote, Signer
from tablescribe.replays.auditing.audit import audit
from tablescribe.replays.season import archive as archiving
from tablescribe.replays.season import distributed
from tablescribe.replays.season.archive import Archive, archives, write
from tablescribe.replays.season.checkpoint import FIRST_LINE, checkpoint_of, proof_of, season_origin, verify_proof
from tablescribe.replays.season.deciding import FAULTS
from tablescribe.replays.season.distributed import VERDICTS, audit_season
from tablescribe.replays.season.errors import BadQuestion, BadSeason, ClusterUnavailable, SeasonMissing
from tablescribe.replays.season.queries import QUESTIONS, ask
from tests.depth import times
from tests.ledger.played_tournaments import hall, plan
from tests.ledger.played_tournaments import opened as begun
from tests.ledger.tournaments.test_seeds import SOLO
from tests.tools.season import fill, forge, path_of

LEDGERS, MATCHES, GROUP = 2, 60, 3


@pytest.fixture(scope="module")
def clubs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with two ledgers of matches of all games."""
    folder = tmp_path_factory.mktemp("clubs")
    for ledger in range(LEDGERS):
        assert list(fill(folder, ledger, LEDGERS, MATCHES))[-1] == MATCHES // LEDGERS
    return folder


@pytest.fixture(scope="module")
def archived(clubs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the season of the two ledgers, in many small groups."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        return exported(clubs, tmp_path_factory.mktemp("archived") / "season", monkeypatch)


@pytest.fixture
def season(archived: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the season that the test may change."""
    monkeypatch.setattr(archiving, "GROUP", GROUP)
    return shutil.copytree(archived, tmp_path / "season")


def exported(clubs: Path, season: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(archiving, "GROUP", GROUP)
    for ledger in range(LEDGERS):
        exported_one(clubs, season, ledger)
    return season


def exported_one(clubs: Path, season: Path, ledger: int, **how: Any) -> Archive:
    opened = open_ledger(path_of(clubs, ledger))
    notary = Notary(Scribe(opened), KeyStore(clubs / "keys"))
    found = write(opened, season, notary.checkpoint(), str(notary.ledger_signer().key), **how)
    opened.close()
    return found


def verdicts(season: Path) -> dict[str, dict[str, Any]]:
    """Return the verdict on each match, without the time it took; each is there once."""
    rows = [
        row for path in (season / VERDICTS).glob("*.parquet") for row in pyarrow.parquet.read_table(path).to_pylist()
    ]
    found = {row["match"]: {name: value for name, value in row.items() if name != "seconds"} for row in rows}
    assert len(found) == len(rows)
    return found


# --- auditing ---------------------------------------------------------------------------------


def test_the_verdicts_are_those_of_the_audit_of_each_match(clubs: Path, season: Path) -> None:
    done = audit_season(season)
    found = verdicts(season)
    assert (done.matches, done.now, len(found)) == (MATCHES, MATCHES, MATCHES)
    assert done.suspect == 0
    assert {row["game"] for row in found.values()} >= {"ultime", "morris", "tomb_raider", "expeditions", "robinson"}
    for ledger in range(LEDGERS):
        opened = open_ledger(path_of(clubs, ledger))
        for match_id in opened.match_ids():
            match = opened.match(match_id)
            rows = list(opened.log.rows(match_id))
            result = audit(match, results=result_rows(rows))
            verdict = found[match_id]
            assert [one["code"] for one in verdict["findings"]] == [one.code for one in result.findings]
            assert (verdict["sound"], verdict["fault"], verdict["proved"]) == (result.clean, "", True)
            assert (verdict["moves"], verdict["events"]) == (len(match.moves) - 1, len(rows))
        opened.close()


def test_what_was_decided_is_not_decided_again_but_by_other_rules(
    season: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    audit_season(season)
    assert audit_season(season).now == 0
    (season / VERDICTS / ".half.0123").write_bytes(b"of a worker that was killed")
    some = sorted((season / VERDICTS).glob("*.parquet"))
    some[0].unlink()
    some[1].write_bytes(some[1].read_bytes()[:100])
    assert audit_season(season).now == 2 * GROUP
    assert not list((season / VERDICTS).glob(".*"))
    assert audit_season(season, again=True).now == MATCHES
    for module in ("distributed", "deciding"):
        monkeypatch.setattr(f"tablescribe.replays.season.{module}.rules_now", lambda: "others")
    distributed._rules.cache_clear()
    assert audit_season(season).now == MATCHES
    distributed._rules.cache_clear()


# --- processes that are killed ----------------------------------------------------------------


def start(season: Path, processes: int = 2) -> subprocess.Popen[bytes]:
    """Start an audit whose Dask gives up killed workers at once, instead of after 15 s."""
    command = [sys.executable, "-m", "tablescribe.cli", "season", "audit", str(season), "--processes", str(processes)]
    busy = {**os.environ, "DASK_DISTRIBUTED__DEPLOY__LOST_WORKER_TIMEOUT": "0s"}
    return subprocess.Popen(command, cwd=Path(__file__).parents[3], env=busy, stderr=subprocess.PIPE)


def until(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    for _ in range(3000):
        if holds():
            return
        time.sleep(0.1)
    raise AssertionError("it never came to that")


def decided(season: Path) -> list[Path]:
    return sorted((season / VERDICTS).glob("[!.]*.parquet"))


def workers(pid: int) -> list[psutil.Process]:
    """Return the processes that decide, which are those that have read an archive."""
    return [one for one in psutil.Process(pid).children(recursive=True) if "spawn_main" in " ".join(one.cmdline())]


def test_workers_and_whole_runs_are_killed_and_nothing_is_lost_or_there_twice(season: Path) -> None:
    run = start(season)
    until(lambda: decided(season))
    for worker in workers(run.pid):
        worker.send_signal(signal.SIGKILL)
    until(lambda: len(decided(season)) > 4 or run.poll() is not None)
    assert run.poll() is None, "the run outlives its workers"
    for one in [*psutil.Process(run.pid).children(recursive=True), psutil.Process(run.pid)]:
        one.send_signal(signal.SIGKILL)
    run.communicate()
    kept = {path: path.stat().st_mtime_ns for path in decided(season)}
    assert 0 < len(kept) < MATCHES // GROUP
    again = start(season, processes=times(1, 2))
    said = again.communicate()[1].decode()
    assert again.returncode == 0, said
    assert said.splitlines()[-1] == f"Deciding: {MATCHES} of {MATCHES} (100 %)"
    assert {path: path.stat().st_mtime_ns for path in kept} == kept, "what was decided stays"
    found = verdicts(season)
    shutil.rmtree(season / VERDICTS)
    audit_season(season)
    assert found == verdicts(season)


def test_a_cluster_elsewhere_decides_the_same(season: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dask_cluster: Any = import_module("distributed")
    with dask_cluster.LocalCluster(
        n_workers=2, processes=False, protocol="tcp", host="127.0.0.1", dashboard_address=None
    ) as cluster:
        assert audit_season(season, scheduler=cluster.scheduler_address).now == MATCHES
    assert len(verdicts(season)) == MATCHES


def test_a_cluster_that_cannot_be_had_takes_no_verdict_away(season: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    audit_season(season)
    kept = {path: path.stat().st_mtime_ns for path in decided(season)}
    monkeypatch.setattr(distributed, "PATIENCE", 1)
    with pytest.raises(ClusterUnavailable, match="cannot be reached"):
        audit_season(season, scheduler="tcp://127.0.0.1:1", again=True)
    dask_cluster: Any = import_module("distributed")
    with (
        dask_cluster.LocalCluster(
            n_workers=0, processes=False, protocol="tcp", host="127.0.0.1", dashboard_address=None
        ) as empty,
        pytest.raises(ClusterUnavailable, match=r"has no workers\. Start some: `dask worker tcp:"),
    ):
        audit_season(season, scheduler=empty.scheduler_address, again=True)
    assert {path: path.stat().st_mtime_ns for path in decided(season)} == kept


@pytest.mark.deep
def test_a_scheduler_that_goes_away_leaves_what_was_decided(season: Path) -> None:
    program = "import sys; from distributed.cli.dask_scheduler import main; main(sys.argv[1:])"
    at = season / "ready" / "at"
    at.parent.mkdir()
    words = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(at)]
    scheduler = subprocess.Popen([sys.executable, "-c", program, *words], stderr=subprocess.DEVNULL)
    try:
        until(lambda: at.exists() and at.read_text().rstrip().endswith("}"))  # it is written piece by piece
        address = json.loads(at.read_text())["address"]
        worker = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_worker", address, "--no-nanny", "--no-dashboard"],
            stderr=subprocess.DEVNULL,
        )
        try:

            def kill_in_the_middle(done: int, total: int) -> None:
                if done and len(decided(season)) > 1:
                    scheduler.kill()

            with pytest.raises(ClusterUnavailable, match="To continue, run the same command"):
                audit_season(season, scheduler=address, progress=kill_in_the_middle)
        finally:
            worker.kill()
            worker.wait()
    finally:
        scheduler.kill()
        scheduler.wait()
    kept = len(decided(season))
    assert 0 < kept < MATCHES // GROUP
    assert audit_season(season).matches == MATCHES


def test_progress_counts_matches_of_groups_that_are_not_finished(season: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distributed, "EVERY", 0)
    seen: list[int] = []
    audit_season(season, progress=lambda done, total: seen.append(done))
    assert seen == sorted(seen)
    assert seen[-1] == MATCHES
    assert any(n % GROUP for n in seen[:-1])


def test_a_damaged_archive_is_named_and_all_others_are_decided(season: Path) -> None:
    damaged, no_archive = Path(str(archives(season)[0].path)), season / "matches" / "zz.parquet"
    contents, group = bytearray(damaged.read_bytes()), pyarrow.parquet.read_metadata(damaged).row_group(0)
    bodies = next(c for c in map(group.column, range(group.num_columns)) if c.path_in_schema.startswith("bodies"))
    start = bodies.dictionary_page_offset or bodies.data_page_offset
    contents[start : start + bodies.total_compressed_size] = bytes(bodies.total_compressed_size)
    damaged.write_bytes(contents)
    no_archive.write_bytes(b"no Parquet")
    done = CliRunner().invoke(cli, ["season", "audit", str(season), "--json"])
    assert done.exit_code == 5, done.output
    said = json.loads(done.stdout)
    assert [sum(str(path) in why for why in said["unreadable"]) for path in (damaged, no_archive)] == [1, 1]
    assert MATCHES > said["matches"] >= MATCHES // LEDGERS


def test_a_ledger_that_cannot_be_read_keeps_no_other_from_being_written(clubs: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.db"
    bad.write_bytes(b"no ledger")
    good = sorted(clubs.glob("*.db"))
    words = ["season", "export", str(good[0]), str(bad), str(good[1]), "-o", str(tmp_path / "season")]
    done = CliRunner().invoke(cli, [*words, "--keys", str(clubs / "keys"), "--json"])
    assert done.exit_code == 5, done.output
    assert f"{bad} was not exported" in done.stderr
    assert len(json.loads(done.stdout)["archives"]) == 2


# --- forgeries --------------------------------------------------------------------------------


def test_each_planted_forgery_is_found(clubs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forged = tmp_path / "clubs"
    shutil.copytree(clubs, forged)
    rebuilt = forge(path_of(forged, 0), rebuilt=True)
    broken = forge(path_of(forged, 1), rebuilt=False)
    season = exported(forged, tmp_path / "season", monkeypatch)
    done = audit_season(season)
    found = verdicts(season)
    assert "leads to another root" in found[rebuilt]["fault"]
    assert "facts.differ" in [one["code"] for one in found[rebuilt]["findings"]]
    assert not found[rebuilt]["proved"]
    assert "differs from what was recorded" in found[broken]["fault"]
    others = [row for match, row in found.items() if row["suspect"] and match not in (rebuilt, broken)]
    assert not any(row["proved"] for row in others), "neighbours of the rebuilt chain, and only they"
    assert not any(one["code"] in FAULTS for row in others for one in row["findings"])
    at = {row["match"]: row["position"] for one in archives(season) for row in one.all_rows()}
    assert len(others) == done.suspect - 2
    assert all(abs(at[row["match"]] - at[rebuilt]) < 256 for row in others), "what is proved by the same hashes"
    told = ask(season, QUESTIONS["forgeries"].sql)
    assert {rebuilt, broken} <= {row[1] for row in told.rows}
    assert told.rows[0][1] == rebuilt


def rewritten(path: Path, column: str, change: Callable[[Any], Any]) -> str:
    """Change a column of the first row of an archive; return the match."""
    about = dict(pyarrow.parquet.read_metadata(path).metadata)
    table = pyarrow.parquet.read_table(path)
    rows = table.to_pylist()
    rows[0][column] = change(rows[0][column])
    with pyarrow.parquet.ParquetWriter(path, table.schema) as file:
        for at in range(0, len(rows), GROUP):
            file.write_table(pyarrow.Table.from_pylist(rows[at : at + GROUP], table.schema), row_group_size=GROUP)
        file.add_key_value_metadata(about)
    return str(rows[0]["match"])


@pytest.mark.parametrize(
    ("column", "change", "said"),
    [
        ("winners", lambda winners: [9], "columns tell otherwise than its events: winners"),
        ("head", lambda head: bytes(32), "its end is missing or was changed"),
        ("bodies", lambda bodies: [*bodies[:-1], bodies[-1] + b" "], "it differs from what was recorded"),
        ("bodies", lambda bodies: [*bodies[:-1], b"\xff"], "invalid start byte"),
        ("position", lambda position: position + 1, "the proof does not hold"),
        ("checkpoint", lambda note: "another", "its row is of another archive"),
        ("types", lambda types: types[:-1], "zip() argument"),
    ],
)
def test_an_archive_that_was_changed_is_told(
    season: Path, column: str, change: Callable[[Any], Any], said: str
) -> None:
    path = Path(str(archives(season)[0].path))
    match = rewritten(path, column, change)
    assert audit_season(season).suspect == 1
    verdict = verdicts(season)[match]
    assert verdict["suspect"]
    assert said in verdict["fault"]


def test_the_footer_of_an_archive_is_read_once_and_again_when_the_file_was_replaced(
    clubs: Path, season: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, open_file, read = archives(season)[0], pyarrow.parquet.ParquetFile, list[bool]()

    def opened(source: Any, *, metadata: Any = None) -> Any:
        read.append(metadata is None)
        return open_file(source, metadata=metadata)

    monkeypatch.setattr(pyarrow.parquet, "ParquetFile", opened)
    matches = [row["match"] for row in found.all_rows()]
    assert read == [True] + [False] * (found.groups - 1)
    monkeypatch.setattr(archiving, "GROUP", 2 * GROUP)
    for ledger in range(LEDGERS):
        exported_one(clubs, season, ledger)
    assert [row["match"] for row in found.rows(0)] == matches[: 2 * GROUP]


def test_an_archive_that_lost_a_match_or_has_another_key_is_refused(season: Path) -> None:
    first = archives(season)[0]
    stranger = Signer(f"tablescribe/{first.about.ledger}", b"s" * 32)
    with pytest.raises(BadNote):
        audit_season(season, keys=[str(stranger.key)])
    assert len(audit_season(season, keys=[first.about.key]).unvouched) == LEDGERS - 1
    meta = dict(pyarrow.parquet.read_metadata(first.path).metadata)
    table = pyarrow.parquet.read_table(first.path)
    with pyarrow.parquet.ParquetWriter(first.path, table.schema) as file:
        file.write_table(table.slice(1))
        file.add_key_value_metadata(meta)
    with pytest.raises(BadSeason, match="verdicts on"):
        audit_season(season, again=True)
    Path(str(first.path)).write_bytes(b"no Parquet")
    with pytest.raises(BadSeason, match="not an archive of matches"):
        archives(season)
    with pytest.raises(BadSeason, match="there are no matches in"):
        archives(season / "elsewhere")


# --- what is told -----------------------------------------------------------------------------


def test_names_and_what_people_wrote_are_told_only_if_asked_for(tmp_path: Path) -> None:
    clubs = tmp_path / "clubs"
    clubs.mkdir()
    opened = open_ledger(path_of(clubs, 0))
    scribe = Scribe(opened)
    match = scribe.new("morris", ["Ada Wong", "Ben"], data={"title": "Evening of the fox"})
    scribe.play(match.id, 1, scribe.legal(match, 1)[0].data())
    scribe.undo(match.id, agreed=[1, 2], reason="Ben sneezed")
    scribe.note(match.id, "Ada was late")
    scribe.close(match.id, abandoned=True)
    running_one = scribe.new("morris", ["Cleo", "Dan"])
    opened.close()
    secrets = (b"Ada Wong", b"fox", b"sneezed", b"was late")
    for how, told in (
        ({}, (False,) * 4),
        ({"words": True}, (False, True, True, True)),
        ({"names": True}, (True,) + (False,) * 3),
    ):
        found = exported_one(clubs, tmp_path / "season", 0, **how)
        assert (found.about.matches, found.about.left) == (1, 1)
        assert not Path(str(found.path)).stat().st_mode & (0o077 if found.about.names else 0o022)
        (row,) = found.all_rows()
        assert row["match"] != running_one.id
        everything = repr(row).encode()
        assert tuple(secret in everything for secret in secrets) == told
        assert (audit_season(tmp_path / "season").sound) == 1


# --- what a match does not tell itself --------------------------------------------------------


def codes_of(verdict: dict[str, Any]) -> list[str]:
    """Return the findings, without missing signatures."""
    return [one["code"] for one in verdict["findings"] if one["code"] != "signature.missing"]


def test_the_seed_of_a_round_comes_along_once_it_is_told_and_nobody_is_suspected_before(tmp_path: Path) -> None:
    """Duplicate play: the seed stands in the tournament. The archive repeats it, and the commitment proves it."""
    clubs, season = tmp_path / "clubs", tmp_path / "season"
    clubs.mkdir()
    opened = open_ledger(path_of(clubs, 0))
    organiser = hall(Scribe(opened))
    found = begun(organiser, ["Ada", "Ben"], plan(1, **SOLO))
    organiser.pair(found, seed=1)
    tables = [one.match for one in organiser.start(found)]
    organiser.report(found, 1, (1,), points=(40,))

    def codes() -> dict[str, tuple[list[str], bool, bool]]:
        exported_one(clubs, season, 0)
        audit_season(season)
        return {match: (codes_of(row), row["sound"], row["suspect"]) for match, row in verdicts(season).items()}

    assert codes() == {tables[0]: (["seal.waiting"], True, False)}, "another table still plays the same shuffle"
    organiser.report(found, 2, (1,), points=(40,))
    assert organiser.tournament(found).seatings[0].unsealed is not None
    opened.close()
    assert codes() == {match: ([], True, False) for match in tables}, "outcomes are compared with the seal's"
    match = rewritten(Path(str(archives(season)[0].path)), "round_seed", lambda seed: bytes(len(seed)))
    audit_season(season, again=True)
    assert codes_of(verdicts(season)[match]) == ["seal.broken"]
    assert verdicts(season)[match]["suspect"]


def test_a_reading_of_two_logs_is_sound_and_says_what_was_not_compared(tmp_path: Path) -> None:
    clubs, season = tmp_path / "clubs", tmp_path / "season"
    clubs.mkdir()
    opened = open_ledger(path_of(clubs, 0))
    scribe = Scribe(opened)
    logs = [scribe.new("morris", ["Ada", "Ben"]).id for _ in range(2)]
    for log in logs:
        scribe.play(log, 1, scribe.legal(scribe.match(log), 1)[0].data())
        scribe.close(log, abandoned=True)
    third = reconcile(scribe, logs[0], logs[1])
    scribe.close(third.id, abandoned=True)
    opened.close()
    exported_one(clubs, season, 0)
    audit_season(season)
    verdict = verdicts(season)[third.id]
    assert codes_of(verdict) == ["sources", "sources.missing"]
    assert f"the match cannot be compared with them: {' and '.join(sorted(logs))}" in verdict["findings"][1]["why"]
    assert (verdict["sound"], verdict["suspect"]) == (True, False)


# --- asking -----------------------------------------------------------------------------------


def test_every_named_question_has_an_answer_and_nothing_else_can_be_done_by_asking(season: Path) -> None:
    with pytest.raises(BadSeason, match="nothing has been decided"):
        ask(season, "SELECT 1")
    audit_season(season)
    for name, question in QUESTIONS.items():
        answer = ask(season, question.sql)
        assert answer.columns, name
        assert answer.rows or name == "forgeries"
    assert ask(season, "SELECT count(*) FROM verdicts JOIN matches USING (ledger, match)").rows == [(MATCHES,)]
    secret = season.parent / "secret.csv"
    secret.write_text("a\n1\n")
    before = sorted(season.rglob("*"))
    for sql in (
        f"SELECT * FROM read_csv('{secret}')",
        f"SELECT * FROM read_text('{season}/../secret.csv')",
        f"SELECT * FROM glob('{season.parent}/*')",
        f"COPY (SELECT 1) TO '{season}/mine.csv'",
        f"ATTACH '{season}/mine.db'",
        "CREATE TABLE mine AS SELECT 1",
        "SELECT 1; SELECT 2",
        "SET enable_external_access = true",
        "INSTALL httpfs",
        "SELECT nothing FROM verdicts",
        "",
    ):
        with pytest.raises(BadQuestion):
            ask(season, sql)
    assert sorted(season.rglob("*")) == before
    command = (sys.executable, "-m", "tablescribe.cli", "season", "ask", str(season), "games")
    asked = subprocess.run(command, capture_output=True, text=True, check=True)
    assert asked.stdout.startswith("game")
    assert asked.stderr == ""  # the database's library may not tell what is left of it when the program ends


def test_the_extra_is_named_where_it_lacks(season: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(SeasonMissing, match="season"):
        archives(season)
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(SeasonMissing, match="season"):
        ask(season, "SELECT 1")


# --- the season's checkpoint ------------------------------------------------------------------


def test_one_root_holds_all_ledgers_and_each_is_proved_to_be_in_it(season: Path) -> None:
    signer, found = Signer(season_origin("autumn"), b"k" * 32), archives(season)
    note = checkpoint_of(found, signer)
    for one in found:
        proof = proof_of(found, one.about.ledger, note)
        whole, ledger = verify_proof(proof, signer.key)
        assert (whole.size, ledger.origin) == (LEDGERS, f"tablescribe/{one.about.ledger}")
        lines = proof.split("\n")
        for changed in (
            proof.replace("index 0", "index 7").replace("index 1", "index 0"),
            "\n".join([*lines[:3], *lines[4:]]),
            proof.replace(lines[1], proof_of(found, found[one is found[0]].about.ledger, note).split("\n")[1]),
            proof.replace(FIRST_LINE, "c2sp.org/tlog-proof@v2"),
            proof.replace("tablescribe/season/autumn\n2", "tablescribe/season/autumn\n3"),
        ):
            assert changed != proof
            with pytest.raises((BadProof, BadNote)):
                verify_proof(changed, signer.key)
        with pytest.raises(BadNote):
            verify_proof(proof, Signer(season_origin("autumn"), b"l" * 32).key)
    with pytest.raises(BadSeason, match="begin with"):
        proof_of(found, "", note)
    with pytest.raises(BadSeason, match="other archives"):
        proof_of(found[:1], found[0].about.ledger, note)


def test_a_season_is_audited_beside_another_one_that_has_the_port_of_dask(season: Path) -> None:
    """pytest makes an error of the warning that the port is taken."""
    with socket.socket() as other:
        with suppress(OSError):  # then somebody else has it
            other.bind(("127.0.0.1", 8787))
            other.listen()
        assert audit_season(season).now == MATCHES
