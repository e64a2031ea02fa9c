"""`serve --port 0` uses a free port, and prints it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tablescribe.cli.care import service_process
from tablescribe.cli.main import cli


def test_port_0_is_a_free_port_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[Any] = []
    monkeypatch.setattr(service_process, "run_one", lambda ledger, what, **more: served.append(what))
    command = ["--ledger", str(tmp_path / "ledger.db"), "serve", "--port", "0", "--no-open", "--json"]
    done = CliRunner().invoke(cli, [*command, "--keys", str(tmp_path / "keys")])
    assert done.exit_code == 0, done.output
    assert served[0].port > 0
    assert json.loads(done.output)["address"].endswith(f":{served[0].port}")
