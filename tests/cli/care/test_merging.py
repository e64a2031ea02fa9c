"""Two laptops of one evening become one ledger: names are imported, nothing is duplicated, every audit stays clean."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tablescribe.cli.main import cli

Laptop = Callable[..., Any]


@pytest.fixture
def laptop(tmp_path: Path) -> Callable[[str], Laptop]:
    """A machine with a ledger and keys of its own, whose commands answer as JSON."""

    def of(name: str) -> Laptop:
        def ask(*words: str, code: int = 0) -> Any:
            env = {
                "TABLESCRIBE_KEYS": str(tmp_path / name / "keys"),
                "TABLESCRIBE_LEDGER": str(tmp_path / name / "l.db"),
            }
            done = CliRunner(env=env).invoke(cli, [*words, "--json"], catch_exceptions=False)
            assert done.exit_code == code, done.output
            return json.loads(done.stdout)

        return ask

    return of


def evening(ask: Laptop, *matches: tuple[str, ...]) -> list[str]:
    """Record matches of a few moves each and close them; return their ids."""
    ids = []
    for people in matches:
        ids.append(ask("new", "ultime", *people, "--outcome", "1")["id"])
        for _ in range(3):
            ask("move", ids[-1], "skip")
        ask("undo", ids[-1], "--all-agree")
        ask("close", ids[-1], "--abandoned")
    return ids


def sat(ask: Laptop) -> dict[str, tuple[str, ...]]:
    """Return the people in each match of a ledger."""
    return {one["id"]: tuple(one["seats"]) for one in ask("matches")}


def test_two_laptops_of_one_evening_become_one_ledger(laptop: Callable[[str], Laptop], tmp_path: Path) -> None:
    window, stairs, home = laptop("window"), laptop("stairs"), laptop("home")
    first = evening(window, ("Ada", "Ben", "Cleo"), ("Ada", "Ben", "Dora"))
    second = evening(stairs, ("Emil", "Ada", "Fay"))
    expected = {first[0]: ("Ada", "Ben", "Cleo"), first[1]: ("Ada", "Ben", "Dora"), second[0]: ("Emil", "Ada", "Fay")}
    for ask, name in ((window, "window"), (stairs, "stairs")):
        file = str(tmp_path / f"{name}.bundle")
        key = ask("bundle", "--all", "--names", "-o", file)["key"]
        done = home("import", file, "--key", key)
        assert (done["worth"], done["faults"]) == ("vouched", [])
    assert sat(home) == expected
    for match_id in expected:
        assert home("audit", match_id)["clean"] is True
    logs = {match_id: home("log", match_id) for match_id in expected}
    assert logs == {**{one: window("log", one) for one in first}, **{one: stairs("log", one) for one in second}}
    assert home("verify")["matches"].keys() == expected.keys()
    for name in ("window", "stairs"):
        again = home("import", str(tmp_path / f"{name}.bundle"))
        assert {one["events"] for one in again["matches"]} == {0}
    assert sat(home) == expected
    assert {match_id: home("log", match_id) for match_id in expected} == logs
    assert home("verify")["matches"].keys() == expected.keys()


def test_one_laptop_takes_in_the_other_and_goes_on_there(laptop: Callable[[str], Laptop], tmp_path: Path) -> None:
    window, stairs = laptop("window"), laptop("stairs")
    match = window("new", "ultime", "Ada", "Ben", "Cleo", "--outcome", "1")["id"]
    own = evening(stairs, ("Emil", "Ada", "Fay"))
    carried, back = str(tmp_path / "carried.bundle"), str(tmp_path / "back.bundle")
    window("bundle", match, "--names", "-o", carried)
    stairs("import", carried)
    stairs("move", match, "skip")
    stairs("bundle", "--all", "--names", "-o", back)
    window("import", back)
    assert sat(window) == sat(stairs) == {match: ("Ada", "Ben", "Cleo"), own[0]: ("Emil", "Ada", "Fay")}
    window("move", match, "skip")
    assert [one["move"] for one in window("log", match)] == [None, 1, 2]
    assert window("audit", match)["clean"] is True


def test_two_that_went_on_with_one_match_are_not_mixed(laptop: Callable[[str], Laptop], tmp_path: Path) -> None:
    window, stairs = laptop("window"), laptop("stairs")
    match = window("new", "ultime", "Ada", "Ben", "Cleo", "--outcome", "1")["id"]
    file = str(tmp_path / "m.bundle")
    window("bundle", match, "--names", "-o", file)
    stairs("import", file)
    window("move", match, "skip")
    stairs("note", match, "we went on here")
    stairs("bundle", match, "--names", "-o", file)
    refused = window("import", file, code=5)["error"]
    assert "differs from the file from event 2 on" in refused["message"]
    assert len(window("log", match)) == 2


def test_an_export_of_a_match_that_is_here_leaves_its_names(laptop: Callable[[str], Laptop], tmp_path: Path) -> None:
    """An export tells no names; those that a bundle told before stay."""
    window, home = laptop("window"), laptop("home")
    match = window("new", "ultime", "Ada", "Ben", "Cleo", "--outcome", "1")["id"]
    bundle, export = str(tmp_path / "m.bundle"), str(tmp_path / "m.json")
    window("bundle", match, "--names", "-o", bundle)
    home("import", bundle)
    window("move", match, "skip")
    window("export", match, "-o", export)
    assert home("import", export)["events"] == 1
    assert sat(home) == {match: ("Ada", "Ben", "Cleo")}
