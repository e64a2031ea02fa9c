"""`./dev test PATHS` runs the tests that a change can break, and few others."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablescribe.domain.games import GAMES
from tests.depth import a_few
from tests.tools.affected import OF_EVERY_GAME, ROOT, TEXTS, affected, collected, modules

FILES = {
    "domain/table/table.py": "",
    "domain/games/__init__.py": "from importlib import import_module",
    "domain/games/go/__init__.py": "from tablescribe.domain.games.go.board import SIZE",
    "domain/games/go/board.py": "SIZE = 19",
    "domain/games/go/rules.yaml": "",
    "domain/games/chess/__init__.py": "import tablescribe.domain.table.table",
    "replays/reading/words.de.po": "",
    "replays/reading/reader.py": "from tablescribe.domain.table import table",
    "replays/web/app.py": "def serve():\n    from ..reading.reader import Reader",
    "replays/web/pages/page.html": "",
    "cli/main.py": (
        'COMMANDS = {"list": ("tablescribe.cli.reading.lists", "Lists."), '
        '"serve": ("tablescribe.cli.care.serve", "Serves.")}'
    ),
    "cli/reading/lists.py": "",
    "cli/care/serve.py": "from tablescribe.replays.web import app",
    "tests/domain/go/test_go.py": "import tablescribe.domain.games.go.board as board",
    "tests/domain/table/test_scene.py": "from tablescribe.domain.games import game",
    "tests/domain/table/test_table.py": "from tablescribe.domain.table.table import Table",
    "tests/replays/test_reader.py": "import tablescribe.replays.reading.reader",
    "tests/cli/conftest.py": "from tablescribe.cli.main import COMMANDS",
    "tests/cli/reading/test_lists.py": 'RUN = ["list"]',
    "tests/cli/care/test_serve.py": 'RUN = ["serve"]',
    "tests/matches/test_golden.py": "from tests.tools.golden import played",
    "tests/matches/go/short.golden": "",
    "tests/tools/golden.py": "from tablescribe.domain.games.go import SIZE",
    "tests/test_docs.py": "",
    "README.md": "",
    "pyproject.toml": "",
}
"""A small repository like ours."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("house")
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    return root


GO_TOO = [
    "tests/domain/table/test_scene.py",
    "tests/matches/test_golden.py",
    "-k",
    "not (test_golden or test_scene) or go",
]
"""Tests of all games, of which only those of this game are run."""


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ("domain/games/go/board.py", ["tests/domain/go/test_go.py", *GO_TOO]),
        ("domain/games/go/rules.yaml", ["tests/domain/go/test_go.py", *GO_TOO]),
        ("domain/games/go", ["tests/domain/go/test_go.py", *GO_TOO]),
        ("tests/matches/go/short.golden", GO_TOO),
        ("domain/table/table.py", ["cli/care/test_serve", "domain/table/test_table", "replays/test_reader"]),
        ("replays/reading/words.de.po", ["cli/care/test_serve", "replays/test_reader"]),
        ("replays/web/pages/page.html", ["cli/care/test_serve"]),
        ("cli/reading/lists.py", ["cli/reading/test_lists"]),
        ("cli/main.py", ["cli/care/test_serve", "cli/reading/test_lists"]),
        ("tests/cli/conftest.py", ["cli/care/test_serve", "cli/reading/test_lists"]),
        ("tests/domain/go/test_go.py", ["domain/go/test_go"]),
        ("tests/domain/go", ["domain/go/test_go"]),
        ("README.md", ["test_docs"]),
        ("pyproject.toml", ["tests"]),
    ],
)
def test_a_change_is_tried_by_the_tests_that_depend_on_it(house: Path, changed: str, expected: list[str]) -> None:
    given = [one if one[0] == "-" or " " in one or one.startswith("tests") else f"tests/{one}.py" for one in expected]
    assert affected([Path(changed)], house) == given


def test_of_several_changes_each_is_tried_whole(house: Path) -> None:
    found = affected([Path("domain/games/go/rules.yaml"), Path("tests/domain/table/test_scene.py")], house)
    assert found[-1] == "not (test_golden) or go"
    assert "tests/domain/table/test_scene.py" in found


# --- this repository ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*OF_EVERY_GAME, *TEXTS])
def test_the_tests_that_are_named_are_there(name: str) -> None:
    assert [one for one in collected(ROOT) if one.rpartition(".")[2] == name]


@pytest.mark.parametrize("game", a_few(["morris", "root"], 1))
def test_a_change_to_a_room_of_a_game_tries_its_tests_and_no_other_games(game: str) -> None:
    found = affected([Path("domain/games") / game])
    assert {one.split("/")[2] for one in found if one.startswith("tests/domain/")} & {*GAMES} == {game}
    assert "tests/matches/test_golden.py" in found
    assert found[-1].endswith(f" or {game}")


def test_every_file_of_ours_is_tried_by_some_test() -> None:
    files = [file for file in modules().values() if file.parts[0] != "tests"]
    assert len(files) > 300
    assert [file for file in files if not affected([file])] == []
