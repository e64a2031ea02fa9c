"""What all tests share."""

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
    """Say how deep the tests go, before any of them is imported."""
    gc.disable()  # nothing that is collected is thrown away: to look for garbage in it is a quarter of the time
    if config.getoption("--all"):
        os.environ["TABLESCRIBE_TESTS"] = "all"
    from tests import depth  # reads the environment once

    settings.register_profile("all", deadline=None)
    # By default the same examples each time: whether a change passes is not luck. With --all, others each time.
    settings.register_profile("quick", deadline=None, max_examples=12, stateful_step_count=20, derandomize=True)
    settings.load_profile("all" if depth.ALL else "quick")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave deep tests out unless all are asked for; measure coverage by the tests of what must be covered.

    What builds packages, releases and sessions of whole documents comes first: at the end, one process would be at it
    while the others have nothing to do any more.
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
    """Let the garbage collector leave alone what was collected: ten thousand tests live to the end.

    It went through all of them again and again, which was a fifth of the tests' time. What is garbage by now stays,
    too: it is a thirtieth of the memory, and to look for it a tenth of the time that collecting takes.
    """
    gc.enable()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command line speak English, whatever language the developer reads."""
    monkeypatch.setenv("LANGUAGE", "en")
