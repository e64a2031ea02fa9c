"""The documents match the behaviour of the program."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from tablescribe.cli.main import COMMANDS, cli
from tablescribe.domain.games import GAMES, game

ROOT = Path(__file__).parent.parent
TOPS = {"domain", "ledger", "replays", "cli"}
ROOMS = [ROOT / "domain/games" / key / "README.md" for key in GAMES]
PAGES = sorted((ROOT / "docs/pages").rglob("*.md"))
SHOWING = [page for page in PAGES if "```console" in page.read_text("utf-8")]
DOCUMENTS = [ROOT / "README.md", ROOT / "cli/TOURNAMENT.md", ROOT / "cli/SEASON.md", *ROOMS, *SHOWING]


def sessions(document: Path) -> list[tuple[str, list[str]]]:
    """Return each `$ command` of a document's console blocks with the output shown below it."""
    found: list[tuple[str, list[str]]] = []
    for block in re.findall(r"```console\n(.*?)```", document.read_text("utf-8"), flags=re.S):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            elif found:
                found[-1][1].append(line)
    return found


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_sessions_shown_are_those_that_happen(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, match = CliRunner(), ""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TABLESCRIBE_KEYS", str(tmp_path / "keys"))
    for block in re.findall(r"```yaml\n(.*?)```", document.read_text("utf-8"), flags=re.S):
        named = re.match(r"# (\S+\.yaml)\n", block)
        Path(named[1] if named else "my-game.yaml").write_text(block, "utf-8")
    ledger = ["--ledger", str(tmp_path / "ledger.db")]
    commands = sessions(document)
    assert commands
    for command, shown in commands:
        words = [match if word == "MATCH" else word for word in shlex.split(command)[1:]]
        done = run.invoke(cli, [*ledger, *words])
        assert done.exception is None or isinstance(done.exception, SystemExit), command
        if words[0] in ("new", "result"):
            match = re.findall(r"tablescribe play (\w+)|^Match (\w+): ", done.output, re.M)[-1]
            match = match[0] or match[1]
        if shown:
            pattern = "\n".join(re.escape(line).replace("…", ".*?") for line in shown)
            assert re.fullmatch(pattern, done.output.rstrip("\n"), flags=re.S), f"{command}\n{done.output}"
        else:
            assert done.exit_code == 0, f"{command}\n{done.output}"


def test_every_command_is_found_by_task() -> None:
    text = (ROOT / "docs/pages/how-to/index.md").read_text("utf-8")
    for name in COMMANDS:
        assert f"`{name}" in text or f"tablescribe {name}" in text, name


def test_the_readme_is_short_and_names_every_game_with_its_true_numbers() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert text.count("\n") <= 150
    for key in GAMES:
        rules = game(key).rulebook.rules
        enforced = sum(rule.kind == "enforced" for rule in rules)
        assert f"{enforced} enforced, {len(rules) - enforced} left to the judge" in text


def rooms() -> list[Path]:
    """Return the folders with our code, except the games (which have their own test) and migrations."""
    folders = {file.parent for top in TOPS for file in (ROOT / top).rglob("*.py")}
    return sorted(one for one in folders if "games" not in one.parts and "migrations" not in one.parts)


@pytest.mark.parametrize("room", rooms(), ids=lambda room: str(room.relative_to(ROOT)))
def test_every_room_has_its_map_and_the_map_names_its_files(room: Path) -> None:
    text = (room / "README.md").read_text("utf-8")
    for file in room.glob("*.py"):
        assert file.name == "__init__.py" or file.name in text, f"{room}/README.md does not name {file.name}"


def test_nothing_stands_at_the_top_level_but_what_belongs_there() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    tops = {path.split("/")[0] for path in listed}
    files = {"README.md", "CHANGELOG.md", "LICENSE", "pyproject.toml", "setup.py", "dev", ".ci", ".gitignore"}
    files |= {"CONTRIBUTING.md", "SECURITY.md", "VERSIONING.md", ".pre-commit-config.yaml", ".github"}
    assert tops <= TOPS | {"tests", "docs"} | files


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "SECURITY.md", "VERSIONING.md"])
def test_links_and_files_that_are_named_are_there(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    linked = re.findall(r"\]\((?!http)([^)#]+)", text) + re.findall(
        r"`((?:domain|ledger|replays|cli|tests)/[a-z_/]+\.\w+)`", text
    )
    assert [one for one in linked if not (ROOT / one).exists()] == []


def test_the_forge_runs_what_ci_runs() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8"))
    assert {"run": "bash .ci/run"} in workflow["jobs"]["linux"]["steps"]
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))["repos"][0]["hooks"]
    assert all((ROOT / hook["entry"].split()[0]).is_file() for hook in hooks) or not (ROOT / ".venv").exists()


def test_pictures_ask_nothing_of_the_network() -> None:
    for picture in (ROOT / "tests" / "pictures").glob("*.svg"):
        text = picture.read_text("utf-8")
        assert "@font-face" not in text
        assert "<image" not in text
        assert "href" not in text
