"""A season in an object store, with an S3 server on this machine; and a cluster with TLS."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import dask
import pytest
from click.testing import CliRunner

from tablescribe.cli.main import cli
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.season.archive import MATCHES, archives
from tablescribe.replays.season.distributed import VERDICTS, audit_season
from tablescribe.replays.season.errors import BadSeason, ClusterUnavailable, SeasonMissing
from tablescribe.replays.season.places import HALF, Remote, below, place
from tablescribe.replays.season.queries import ask


@pytest.fixture(scope="module")
def s3() -> Iterator[Any]:
    """Start an S3 server, which this process and those it starts find by their environment."""
    server: Any = import_module("moto.server").ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    with pytest.MonkeyPatch.context() as monkeypatch:
        for name in [name for name in os.environ if name.startswith("AWS_")]:
            monkeypatch.delenv(name)
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", "nobody")
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
        monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        files: Any = import_module("fsspec").filesystem("s3")
        files.mkdir("club")
        yield files
    server.stop()


@pytest.fixture
def ledger(tmp_path: Path) -> str:
    """Return a ledger with three closed matches."""
    path = str(tmp_path / "ledger.db")
    opened = open_ledger(path)
    scribe = Scribe(opened)
    for to in ("a7", "b6", "c5"):
        match = scribe.new("morris", ["Ada", "Ben"])
        scribe.play(match.id, None, {"do": "place", "to": to})
        scribe.close(match.id, abandoned=True)
    opened.close()
    return path


def run(*words: str, code: int = 0) -> Any:
    done = CliRunner().invoke(cli, [*words, "--json"])
    assert done.exit_code == code, done.output
    return json.loads(done.stdout)


def test_a_season_in_an_object_store_is_written_audited_and_asked(s3: Any, ledger: str, tmp_path: Path) -> None:
    season = "s3://club/autumn"
    written = run("season", "export", ledger, "-o", season, "--keys", str(tmp_path / "keys"))["archives"][0]
    assert written["file"].startswith(f"{season}/{MATCHES}/")
    assert written["bytes"] == s3.info(written["file"])["size"]
    assert run("season", "audit", season)["decided"] == 3
    assert run("season", "audit", season) == run("season", "audit", season) | {"decided": 0}
    games = run("season", "ask", season, "games")
    assert dict(zip(games["columns"], games["rows"][0].values(), strict=True))["matches"] == 3
    assert run("season", "ask", season, "--sql", "SELECT count(*) AS n FROM matches")["rows"] == [{"n": 3}]
    note = tmp_path / "autumn.checkpoint"
    made = run("season", "checkpoint", season, "-o", str(note), "--keys", str(tmp_path / "keys"))
    assert made["ledgers"] == 1
    assert "tablescribe/season/autumn" in note.read_text("utf-8")
    assert {one.name for one in below(place(f"{season}/{VERDICTS}"), "*")} == {f"{written['ledger']}-000000.parquet"}


def test_a_question_to_a_store_reads_nothing_else_and_a_local_season_is_the_same(
    s3: Any, ledger: str, tmp_path: Path
) -> None:
    run("season", "export", ledger, "-o", "s3://club/winter", "--keys", str(tmp_path / "keys"))
    audit_season(place("s3://club/winter"))
    here = tmp_path / "winter"
    s3.get("club/winter", str(here), recursive=True)
    assert ask(here, "SELECT * EXCLUDE seconds FROM verdicts ORDER BY match") == ask(
        place("s3://club/winter"), "SELECT * EXCLUDE seconds FROM verdicts ORDER BY match"
    )
    assert audit_season(here).now == 0
    for sql in (f"SELECT * FROM read_text('{ledger}')", "SELECT * FROM read_parquet('s3://club/winter/*/*.parquet')"):
        with pytest.raises(Exception, match=r"(?i)disabled|permission|cannot access"):
            ask(place("s3://club/winter"), sql)


def test_a_run_that_was_killed_leaves_nothing_half_in_a_store(s3: Any, ledger: str, tmp_path: Path) -> None:
    run("season", "export", ledger, "-o", "s3://club/spring", "--keys", str(tmp_path / "keys"))
    season = place("s3://club/spring")
    s3.pipe_file(f"club/spring/{VERDICTS}/{HALF}of a worker", b"half")
    s3.pipe_file(f"club/spring/{VERDICTS}/other-000000.parquet", b"no Parquet")
    assert audit_season(season).now == 3
    assert [one.name for one in below(season / VERDICTS, "*")] == [f"{archives(season)[0].about.ledger}-000000.parquet"]
    assert not below(season / VERDICTS, f"{HALF}*")


def test_a_store_that_cannot_be_used_is_named(s3: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadSeason, match=r"there are no matches in s3://club/nothing"):
        archives(place("s3://club/nothing"))
    with pytest.raises(SeasonMissing, match=r"gs://club/autumn/matches needs another package .*gcsfs"):
        archives(place("gs://club/autumn"))
    with pytest.raises(BadSeason, match="strange://club/autumn/matches cannot be used"):
        archives(place("strange://club/autumn"))


def test_places_are_told_apart_by_their_address(tmp_path: Path) -> None:
    assert place(str(tmp_path)) == tmp_path
    assert place(f"file://{tmp_path}") == tmp_path
    assert place("s3://club/autumn/") / "matches" == Remote("s3://club/autumn/matches")


def test_the_parts_of_a_cluster_speak_tls(ledger: str, tmp_path: Path) -> None:
    season = tmp_path / "autumn"
    run("season", "export", ledger, "-o", str(season), "--keys", str(tmp_path / "keys"))
    cluster_kit: Any = import_module("distributed")
    security = cluster_kit.Security.temporary()
    with cluster_kit.LocalCluster(
        n_workers=2, processes=False, protocol="tls://", host="127.0.0.1", dashboard_address=None, security=security
    ) as cluster:
        address = cluster.scheduler_address
        assert address.startswith("tls://")
        certificates = {
            "distributed.comm.tls.ca-file": security.tls_ca_file,
            "distributed.comm.tls.client.cert": security.tls_client_cert,
            "distributed.comm.tls.client.key": security.tls_client_key,
        }
        with dask.config.set(certificates):
            assert audit_season(season, scheduler=address).now == 3
        shutil.rmtree(season / VERDICTS)
        with pytest.raises(ClusterUnavailable, match="cannot be reached"):
            audit_season(season, scheduler=address)
