"""A range of moves as an animated GIF: one frame per move, as the viewer may see it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.pictures.film import LONGEST, frames, gif
from tablescribe.replays.reading.reader import Reader
from tests.cli.conftest import Run


def test_each_move_of_a_stretch_is_a_frame(run: Run, ask: Callable[..., Any], match_id: str, tmp_path: Path) -> None:
    for _ in range(3):
        run("move", match_id, "skip")
    file = tmp_path / "turn.gif"
    said = ask("replay", match_id, "--gif", str(file), "--from", "1", "--to", "2", "--pace", "0.5")
    assert said["moves"] == [1, 2]
    assert said["bytes"] == file.stat().st_size
    with Image.open(file) as film:
        moves = int(getattr(film, "n_frames", 0))
        assert moves == 2
        assert film.width == 720
        shots, lasts = [], []
        for k in range(moves):
            film.seek(k)
            shots.append(film.convert("RGB").tobytes())
            lasts.append(film.info["duration"])
    assert lasts == [500, 1500]
    assert shots[0] != shots[1]


def test_a_spectator_reads_and_sees_no_hidden_card(tmp_path: Path) -> None:
    """Given a sealed match with hands; when frames are drawn for everybody; then they name no card in a hand."""
    with open_ledger(tmp_path / "ledger.db") as ledger:
        scribe = Scribe(ledger)
        opened = scribe.new("ultime", ["Ada", "Ben", "Cleo"], chance="sealed", options={"first_player": 1})
        scribe.play(opened.id, 1, {"do": "skip"})
        match = scribe.match(opened.id)
        reader = Reader(match.opening)
        everything = list(frames(match, [0, 1], "everything", reader))
        spectator = list(frames(match, [0, 1], None, reader))
    assert [words for words, _ in spectator][1].startswith("1 · ")
    assert everything[1][1] != spectator[1][1]
    hidden = list(match.table.zones["hand:1"])
    named = [reader.name(piece) for piece in hidden]
    assert any(name in everything[1][1] for name in named)
    assert not any(f'data-name="{piece}"' in picture for piece in hidden for _, picture in spectator)


def test_what_is_too_long_for_a_film_is_refused_before_it_is_drawn() -> None:
    with pytest.raises(Exception, match="at most 200 moves") as refused:
        gif((str(k), "<svg/>") for k in range(LONGEST + 1))
    assert refused.value.code == "film.too_long"  # type: ignore[attr-defined]


def test_without_the_library_it_says_what_to_install_and_writes_nothing(
    run: Run, match_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    file = tmp_path / "turn.gif"
    refused = json.loads(run("replay", match_id, "--gif", str(file), "--json", code=2).output)
    assert refused["error"]["code"] == "film.missing"
    assert "tablescribe[film]" in json.dumps(refused)
    assert not file.exists()
