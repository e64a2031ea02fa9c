"""A match as one HTML file that opens without a service or connection: the replay page with all its steps."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from collections.abc import Callable, Sequence
from importlib.resources import files

import msgspec
from markupsafe import Markup

from tablescribe.domain.match.events import AnyEvent
from tablescribe.domain.match.match import Match
from tablescribe.domain.table.names import seat
from tablescribe.replays.pictures.drawing import palette
from tablescribe.replays.pictures.steps import StepTeller, Walk
from tablescribe.replays.reading.discretion import Viewer
from tablescribe.replays.reading.outcome import won
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.reading.word_catalogues import read_catalogue
from tablescribe.replays.web.http.templates import environment

STYLES = ("style.css", "replay.css")
SCRIPTS = ("motion.js", "replay.js")
FONT_FACE = re.compile(r"@font-face \{[^}]*\}")
"""The typeface is a file of the service, so stand-alone files use the reader's own."""


def player(
    match: Match,
    events: Sequence[AnyEvent],
    reader: Reader,
    names: Sequence[str],
    say_page: Callable[[str], str] | None = None,
    viewer: Viewer = None,
) -> str:
    """Return the replay of a match as one HTML document.

    Nothing is loaded: styles, scripts and steps are inside, and its policy forbids everything else. Compressed steps
    take a few hundred bytes each, so a match of a thousand moves is a file of well under a megabyte.

    Args:
        match: the match.
        events: all of its events.
        reader: renders the words.
        names: the names of the seats.
        say_page: translates the page's own words; by default from the catalogue of that language.
        viewer: the viewer; by default a spectator.
    """
    match.check_dealt()
    teller, way = StepTeller(match, events, viewer, reader), Walk(match.line.numbers)
    steps = teller.page(way, 0, len(way.numbers))
    packed = base64.b64encode(gzip.compress(msgspec.json.encode(steps), 9, mtime=0)).decode()
    style = FONT_FACE.sub("", "\n".join(_static(name) for name in STYLES)) + palette()
    script = "\n".join(_static(name).replace('"use strict";\n', "") for name in SCRIPTS)
    first = way.numbers[0]
    book, unnamed = match.opening.game.rulebook, Reader(match.opening, reader.language)
    return environment().get_template("player.html").render(
        _=say_page or _catalogue(reader.language), lang=reader.language, title=match.opening.title,
        seats=[{"label": unnamed.name(seat(k)), "name": name} for k, name in enumerate(names, start=1)],
        style=Markup(style), script=Markup(script), policy=_policy(style, script), packed=Markup(packed),
        opened=match.opened.at.date().isoformat(), still=True, base="", size=len(way.numbers), at=0,
        total=len(way.numbers), left=None, beside={}, branches={}, chart=None, step=teller.step(first),
        lines=steps["lines"][:1], scene=teller.panels(first), texts=steps["rules"],
        spoken=book.language(reader.language), won=won(match, names, reader),
    )  # fmt: skip


def _policy(style: str, script: str) -> str:
    """Return a policy that allows nothing but the style sheet and script in the file."""
    hashes = (base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in (script, style))
    return "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'".format(*hashes)


def _static(name: str) -> str:
    return files("tablescribe.replays.web").joinpath("static", name).read_text("utf-8")


def _catalogue(language: str) -> Callable[[str], str]:
    texts = read_catalogue(files("tablescribe.replays.web").joinpath(f"locale/{language}.po"))
    return lambda text: texts.get(text, text)
