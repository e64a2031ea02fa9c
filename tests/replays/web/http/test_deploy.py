"""The systemd unit and the container file: everything they name exists, and the program supports it."""

from __future__ import annotations

import ast
import json
import re
import shlex
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

import click
import pytest

from tablescribe.cli.care.serve import serve
from tablescribe.cli.main import cli
from tablescribe.cli.terminal.state import State

ROOT = Path(__file__).parents[4]
FOLDER = ROOT / "replays/web/deploy"
UNIT = (FOLDER / "tablescribe.service").read_text()
CONTAINER = re.sub(r"^#.*\n", "", (FOLDER / "Containerfile").read_text(), flags=re.M).replace("\\\n", " ")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PORT = next(option.default for option in serve.params if option.name == "port")


def said(keyword: str) -> list[str]:
    """Return the values of a keyword in the container file."""
    return re.findall(rf"^{keyword} +(.*)$", CONTAINER, flags=re.M)


def environment() -> dict[str, dict[str, str]]:
    """Return the variables that each of the two files sets."""
    in_container = dict(pair.split("=", 1) for pair in " ".join(said("ENV")).split())
    return {"container": in_container, "unit": dict(re.findall(r"^Environment=(\w+)=(.*)$", UNIT, flags=re.M))}


def started() -> dict[str, list[str]]:
    """Return how each of the two starts the program."""
    found = re.search(r"^ExecStart=(.*)$", UNIT, flags=re.M)
    assert found is not None
    return {"container": json.loads(said("ENTRYPOINT")[0]), "unit": shlex.split(found[1])}


@pytest.mark.parametrize("where", ["container", "unit"])
def test_the_command_and_its_options_are_there(where: str) -> None:
    program, command, *options = started()[where]
    assert Path(program).name in PROJECT["scripts"]
    assert command == "serve"
    told = serve.make_context("serve", options, obj=State(None)).params  # raises if one is not known
    assert told["port"] == PORT
    assert not told["open_"]
    assert told["host"] == ("0.0.0.0" if where == "container" else "127.0.0.1")


@pytest.mark.parametrize("where", ["container", "unit"])
def test_the_variables_are_those_that_the_program_reads(where: str) -> None:
    known = {name for command in (cli, serve) for option in command.params for name in _variables(option)}
    assert set(environment()[where]) <= known
    state = re.findall(r"^StateDirectory=(.*)$", UNIT, flags=re.M)[0]
    folder = said("VOLUME")[0] if where == "container" else f"/var/lib/{state}"
    assert all(value.startswith(folder + "/") for value in environment()[where].values())


def _variables(option: click.Parameter) -> list[str]:
    return [option.envvar] if isinstance(option.envvar, str) else list(option.envvar or ())


def test_the_container_installs_what_there_is_and_starts_what_it_installed() -> None:
    install, make_user = said("RUN")
    prefix = re.findall(r"-m venv (\S+)", install)[0]
    extras = re.findall(r'"\.\[(.*?)\]"', install)[0].split(",")
    assert set(extras) <= set(PROJECT["optional-dependencies"])
    assert {"web", "postgres"} <= set(extras)
    for constraints in re.findall(r"--constraint (\S+)", install):
        assert (ROOT / constraints).is_file()
    built_on, runs_on = said("FROM")
    assert built_on == f"{runs_on} AS build"  # or the environment's Python is elsewhere
    assert said("COPY")[-1] == f"--from=build {prefix} {prefix}"
    assert re.findall(r"python:([\d.]+)", runs_on)[0] in PROJECT["requires-python"]
    assert all(command[0].startswith(f"{prefix}/bin/") for command in started().values())
    assert said("USER") == re.findall(r"useradd .*?(\w+)$", make_user)
    assert said("EXPOSE") == [str(PORT)]


def test_the_container_is_asked_for_its_health_where_it_answers() -> None:
    check = json.loads(said("HEALTHCHECK")[0].partition("CMD ")[2])
    ast.parse(check[2])
    asked = urlsplit(re.findall(r"'(http\S+?)'", check[2])[0])
    assert (asked.port, asked.path) == (PORT, "/healthz")


def test_the_unit_sends_its_reader_to_a_chapter_that_is_there() -> None:
    chapter, document = re.findall(r'see "(.+?)" in (\S+?)\.?$', UNIT, flags=re.M)[0]
    assert f"## {chapter}\n" in (ROOT / document).read_text("utf-8")
