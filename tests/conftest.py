"""What all tests share."""

from pathlib import Path

import pytest

# The command line's tests are the ones that import, officiate and reconcile.
MEASURED = tuple(Path(__file__).parent / name for name in ("domain", "ledger", "cli"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Measure coverage by the tests that run what must be covered: measuring takes three times as long."""
    for item in items:
        if not any(item.path.is_relative_to(folder) for folder in MEASURED):
            item.add_marker("no_cover")


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command line speak English, whatever language the developer reads."""
    monkeypatch.setenv("LANGUAGE", "en")
