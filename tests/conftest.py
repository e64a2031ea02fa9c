"""What all tests share."""

import pytest


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command line speak English, whatever language the developer reads."""
    monkeypatch.setenv("LANGUAGE", "en")
