"""Find the tests that a change can break: `python -m tests.tools.affected PATH… [OPTION…]` prints arguments for pytest.

`./dev test PATHS` runs them. A test file depends on the modules that it imports, directly or indirectly, also inside
functions, and on each `conftest.py` above it. A data file (rules.yaml, words.de.po, a template) counts as its package.
Two kinds of modules are found by name at run time, which imports do not show: games (`OF_EVERY_GAME` lists the tests
that try each game) and commands (a test depends on those that it names). Options are passed through.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent

ROOTS = ("domain", "ledger", "replays", "cli", "tests")
"""The top-level packages of the repository."""

INSTALLED = "tablescribe."
"""The prefix under which the packages are imported: `tablescribe.domain.table` is the folder domain/table."""

OF_EVERY_GAME = (
    "test_golden",
    "test_scene",
    "test_games",
    "test_rulebook_catalogue",
    "test_catalogues",
    "test_registers",
)
"""Test files that try each game by its name. Of these, only the tests named after the game are selected."""

COMMANDS = "cli.main"
"""The module that lists the commands and imports them when they are called."""

TOOLS = ("tests.tools.", "tests.benchmarks.")
"""Modules that work with all games. Importing some games by name makes nothing depend on these."""

ROOMS = "domain.games."

ALL_TESTS = ("pyproject.toml", "setup.py", ".ci")
"""Files on which all tests depend."""

TEXTS = ("test_docs", "test_documentation")
"""The test files that read documents, and run the sessions in them."""


def module_of(file: Path) -> str:
    """Return a Python file's module: `domain.table.table` for domain/table/table.py, `domain` for its `__init__.py`."""
    return ".".join(part for part in file.with_suffix("").parts if part != "__init__")


@cache
def modules(root: Path = ROOT) -> dict[str, Path]:
    """Return all modules with their files, relative to the root."""
    files = (file.relative_to(root) for name in ROOTS for file in sorted((root / name).rglob("*.py")))
    return {module_of(file): file for file in files}


@cache
def collected(root: Path) -> dict[str, Path]:
    """Return the modules that pytest collects."""
    return {name: file for name, file in modules(root).items() if file.name.startswith("test_")}


# --- imports ----------------------------------------------------------------------------------


def parsed(file: Path) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse(file.read_text("utf-8"))


def statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield all statements of a file, including nested ones, as imports are never in expressions."""
    left = [tree]
    while left:
        yield (node := left.pop())
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            left += getattr(node, name, ())


def imported(tree: ast.AST, package: str) -> Iterator[str]:
    """Yield the names that a file in a package imports: modules, or names in them."""
    for node in statements(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.removeprefix(INSTALLED) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{source}.{alias.name}".removeprefix(INSTALLED) for alias in node.names)


def holding(name: str, known: Iterable[str]) -> Iterator[str]:
    """Yield the modules that Python loads for a name: the module, or the one that contains it, and its packages."""
    parts = name.split(".")
    yield from (found for n in range(1, len(parts) + 1) if (found := ".".join(parts[:n])) in known)


@cache
def importers(root: Path = ROOT) -> dict[str, frozenset[str]]:
    """Return the importing modules of each module."""
    known, found = modules(root), defaultdict[str, set[str]](set)
    commands = named_commands(root)
    for name, file in known.items():
        package = name if file.name == "__init__.py" else name.rpartition(".")[0]
        tree = parsed(root / file)
        needed = {other for one in imported(tree, package) for other in holding(one, known)}
        if name.startswith(TOOLS):
            needed = {one for one in needed if not one.startswith(ROOMS)}
        if file.name.startswith("test_"):
            needed |= {module_of(folder / "conftest.py") for folder in file.parents} & {*known}
        if COMMANDS in needed or name.startswith("tests.cli."):
            said = {str(node.value) for node in ast.walk(tree) if isinstance(node, ast.Constant)}
            needed |= {commands[word] for word in commands.keys() & said}
        for other in needed:
            found[other].add(name)
    return {name: frozenset(some) for name, some in found.items()}


def named_commands(root: Path = ROOT) -> dict[str, str]:
    """Return the module of each command."""
    tables = (node for node in ast.walk(parsed(root / modules(root)[COMMANDS])) if isinstance(node, ast.Dict))
    return {
        str(key.value): module
        for table in tables
        for key, value in zip(table.keys, table.values, strict=True)
        if isinstance(key, ast.Constant) and isinstance(value, ast.Tuple) and isinstance(value.elts[0], ast.Constant)
        if (module := str(value.elts[0].value).removeprefix(INSTALLED)) in modules(root)
    }


def depending(changed: Iterable[str], root: Path = ROOT) -> set[str]:
    """Return these modules and all that import them, directly or indirectly."""
    found, left = set[str](), [*changed]
    while left:
        if (name := left.pop()) not in found:
            found.add(name)
            left += importers(root).get(name, ())
    return found


# --- changed files ----------------------------------------------------------------------------


def files_in(path: Path, root: Path = ROOT) -> list[Path]:
    """Return a file, or the files in a folder, relative to the root."""
    found = [path] if not (root / path).is_dir() else [one.relative_to(root) for one in (root / path).rglob("*")]
    return [one for one in found if not (root / one).is_dir() and "__pycache__" not in one.parts]


def game_of(file: Path) -> str | None:
    """Return the game to which a file belongs, by its room or its golden matches."""
    *around, last = file.parts[:3]
    if tuple(around) == ("domain", "games") and len(file.parts) > 3:
        return last
    return last if tuple(around) == ("tests", "matches") and len(file.parts) > 3 else None


def changed_modules(file: Path, root: Path = ROOT) -> set[str]:
    """Return the modules that a changed file affects: itself, or the modules next to a data file."""
    if file.suffix == ".py":
        return {module_of(file)}
    if file.suffix == ".md":
        return set()
    return next((some for folder in file.parents if (some := beside(folder, root))), set())


def broken_by(files: Iterable[Path], root: Path) -> set[str]:
    """Return the tests that a change of these files can break."""
    return {name for file in files for name in _broken_by(file, root)} & collected(root).keys()


def _broken_by(file: Path, root: Path) -> set[str]:
    """Return the tests that depend on a file. If none does, the file is found by its name, or counts as its package."""
    found = depending(changed_modules(file, root), root)
    if file.suffix == ".py" and not found & collected(root).keys():
        around = (beside(folder, root) for folder in (root / file).relative_to(root).parents)
        return next((tried for some in around if (tried := depending(some, root)) & collected(root).keys()), found)
    return found


@cache
def beside(folder: Path, root: Path) -> set[str]:
    """Return the modules in a folder."""
    return {name for name, file in modules(root).items() if file.parent == folder and folder.parts}


def affected(paths: Iterable[Path], root: Path = ROOT) -> list[str]:
    """Return arguments for pytest that select the tests a change of these files or folders can break."""
    files = [file for path in paths for file in files_in(path, root)]
    if any(file.parts[0] in ALL_TESTS for file in files):
        return ["tests"]
    tests = collected(root)
    of_games = [file for file in files if game_of(file)]
    broken, beyond = broken_by(of_games, root), broken_by({*files} - {*of_games}, root)
    beyond |= {name for name in tests if name.endswith(TEXTS) and any(file.suffix == ".md" for file in files)}
    narrowed = {name for name in tests if of_games and name.rpartition(".")[2] in OF_EVERY_GAME} - beyond
    chosen = sorted(str(tests[name]) for name in broken | beyond | narrowed)
    if not narrowed:
        return chosen
    names = " or ".join(sorted({name.rpartition(".")[2] for name in narrowed}))
    games = " or ".join(sorted({game for file in of_games if (game := game_of(file))}))
    return [*chosen, "-k", f"not ({names}) or {games}"]


def main(words: list[str]) -> None:
    """Print arguments for pytest, one per line."""
    paths = [word for word in words if not word.startswith("-") and "::" not in word and Path(word).exists()]
    rest = [word for word in words if word not in paths]
    if paths:
        chosen = affected(Path(word).resolve().relative_to(ROOT) for word in paths)
        if not chosen:
            sys.exit(f"No test depends on {', '.join(paths)}.")
        rest = [*chosen, *rest]
    print("\n".join(rest))


if __name__ == "__main__":
    main(sys.argv[1:])
