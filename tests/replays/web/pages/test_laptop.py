"""The laptop of a tournament dies in round 4, and another one takes over: no acknowledged result is lost."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.proofs.verification.soundness import verify_ledger
from tests.cli.care.test_serve import served
from tests.ledger.commands import run
from tests.replays.web.tournament_visitors import PLAN


class Desk:
    """An organiser with a laptop that talks to its service, and what was acknowledged."""

    def __init__(self, base: str, token: str) -> None:
        self.base = base
        self.client = httpx.Client(base_url=base, headers={"Authorization": f"Bearer {token}"}, timeout=60)
        self.commands = 0

    def post(self, path: str, command: bool = True, **body: Any) -> dict[str, Any]:
        self.commands += 1
        given = {"command_id": f"laptop-{self.commands:04}", **body} if command else body
        answer = self.client.post(f"/api/v1/tournaments{path}", json=given)
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def log(self, tournament: str) -> list[Any]:
        return list(self.client.get(f"/api/v1/tournaments/{tournament}/log").json())


@contextmanager
def laptop(folder: Path, ledger: Path) -> Iterator[tuple[Any, Desk]]:
    """A laptop whose service serves a ledger, until it dies, and its organiser."""
    folder.mkdir(exist_ok=True)
    with served(folder, "--new-link", target=str(ledger)) as (process, base, said):
        desk = Desk(base, re.findall(r"/enter/(\S+)", said)[0])
        with desk.client:
            yield process, desk


@pytest.mark.deep
def test_a_laptop_dies_in_round_four_and_another_goes_on_from_a_copy(tmp_path: Path) -> None:
    first, second = tmp_path / "first" / "hall.db", tmp_path / "second" / "hall.db"
    plan = json.dumps({**PLAN, "stages": [{**PLAN["stages"][0], "rounds": 5}]})  # type: ignore[dict-item]
    with laptop(first.parent, first) as (process, desk):
        tournament = desk.post("", plan=plan)["tournament"]
        path = f"/{tournament}"
        desk.post(f"{path}/entrants", people=[{"name": f"Person {n}"} for n in range(8)])
        for _ in range(3):
            desk.post(f"{path}/pairings")
            for table in (1, 2, 3, 4):
                desk.post(f"{path}/reports", table=table, winners=[1 + table % 2])
        desk.post(f"{path}/pairings")
        started = desk.post(f"{path}/starts", command=False)["tables"]
        desk.post(f"{path}/reports", table=1, winners=[1])
        player = started[2]["players"][0]["link"].rpartition("/")[2]
        acknowledged = desk.log(tournament)
        process.send_signal(signal.SIGKILL)
        process.wait(60)

    copy = tmp_path / "copy.backup"  # of what lies on the dead laptop's disk: nobody closed anything there
    assert run(first, "backup", str(copy)).exit_code == 0
    second.parent.mkdir()
    assert run(second, "restore", str(copy)).exit_code == 0

    with laptop(second.parent, second) as (_, desk):
        desk.commands = 500
        assert desk.log(tournament) == acknowledged
        mine = httpx.get(
            f"{desk.base}/api/v1/tournaments/{tournament}/me", headers={"Authorization": f"Bearer {player}"}, timeout=60
        )
        assert mine.json()["table"]["match"] == started[2]["match"], "the codes that people have lead to their tables"
        assert [one["new"] for one in desk.post(f"{path}/starts", command=False)["tables"]] == [False] * 3
        for table in (2, 3, 4):
            desk.post(f"{path}/reports", table=table, draw=True)
        desk.post(f"{path}/pairings")
        for table in (1, 2, 3, 4):
            desk.post(f"{path}/reports", table=table, draw=True)
        desk.post(f"{path}/ending")
    ledger = open_ledger(second)
    assert len(verify_ledger(ledger).tournaments) == 1
    assert sum(bool(one.reports) for one in ledger.tournament(tournament).seatings) == 5
    ledger.close()
