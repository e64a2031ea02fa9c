"""Configuration shared by all tests."""

import gc
import os
from pathlib import Path

import pytest
from hypothesis import settings

# The command line's tests are the ones that import, officiate and reconcile.
HERE = Path(__file__).parent
MEASURED = tuple(HERE / name for name in ("domain", "ledger", "cli"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="run the tests in their whole depth; see tests/depth.py")


def pytest_configure(config: pytest.Config) -> None:
    """Set the depth of the tests before any of them is imported."""
    gc.disable()  # collected tests are all kept: searching them for garbage takes a quarter of the time
    if config.getoption("--all"):
        os.environ["TABLESCRIBE_TESTS"] = "all"
    from tests import depth  # reads the environment once

    settings.register_profile("all", deadline=None)
    # By default the same examples each time, so that a change does not pass by luck. With --all, new ones each time.
    settings.register_profile("quick", deadline=None, max_examples=12, stateful_step_count=20, derandomize=True)
    settings.load_profile("all" if depth.ALL else "quick")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect deep tests unless all are requested, and measure coverage only in the tests that need it.

    Slow tests (packages, releases, sessions of whole documents) come first. Otherwise one process would still run them
    at the end, while the others are idle.
    """
    from tests import depth

    files = {item.path for item in items}
    first = {path for path in files if path.parent == HERE}
    items.sort(key=lambda item: item.path not in first)
    measured = {path: any(path.is_relative_to(one) for one in MEASURED) for path in files}
    for item in items:
        if not measured[item.path]:
            item.add_marker("no_cover")  # measuring takes three times as long
    if not depth.ALL:
        deep = [item for item in items if item.get_closest_marker("deep")]
        config.hook.pytest_deselected(items=deep)
        left_out = set(deep)
        items[:] = [item for item in items if item not in left_out]


def pytest_collection_finish() -> None:
    """Exclude collected tests from garbage collection: all ten thousand live to the end.

    Collecting them again and again took a fifth of the tests' time. Garbage that exists by now stays as well: it is a
    thirtieth of the memory, and finding it would cost a tenth of the time of collection.
    """
    gc.enable()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the command line use English, whatever the developer's language."""
    monkeypatch.setenv("LANGUAGE", "en")
