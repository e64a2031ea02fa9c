"""What all tests share."""

from pathlib import Path

import pytest

MEASURED = (Path(__file__).parent / "domain", Path(__file__).parent / "ledger")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Measure coverage by the tests of what must be covered alone: measuring takes three times as long."""
    for item in items:
        if not any(item.path.is_relative_to(folder) for folder in MEASURED):
            item.add_marker("no_cover")


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command line speak English, whatever language the developer reads."""
    monkeypatch.setenv("LANGUAGE", "en")
