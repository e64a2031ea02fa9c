"""Draw a part of a match as an animated GIF, one frame per move (needs the extra `film`)."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from html import escape
from typing import TYPE_CHECKING

from tablescribe.domain.words.text import Spoken, say
from tablescribe.replays.pictures.drawing import by_day
from tablescribe.replays.pictures.pictures import svg
from tablescribe.replays.reading.discretion import Viewer
from tablescribe.replays.reading.timeline import Timeline

if TYPE_CHECKING:
    from PIL.Image import Image

    from tablescribe.domain.match.match import Match
    from tablescribe.replays.reading.reader import Reader

LONGEST = 200
"""Maximum number of frames; for longer parts use the replay page."""

WIDTH = 720
"""Width in pixels."""

COLOURS = 128

WORDS = 64
"""Height of the caption below a picture, in the picture's own units."""

_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


class FilmMissing(Spoken):
    """The libraries that draw films are not installed."""

    code = "film.missing"


class FilmTooLong(Spoken):
    """A film would have more than `LONGEST` frames."""

    code = "film.too_long"


def frames(match: Match, numbers: Iterable[int], viewer: Viewer, reader: Reader) -> Iterator[tuple[str, str]]:
    """Yield each move's words and picture, with touched things highlighted, as the viewer may see them."""
    timeline = Timeline(match)
    for number in numbers:
        words = f"{number} · {reader.sentence(timeline.say(number, viewer))}" if number else match.opening.game.title
        facts = timeline.facts(number, viewer) if number else ()
        yield words, svg(match.opening, timeline.at(number), viewer=viewer, highlight=facts, reader=reader)


def gif(drawn: Iterable[tuple[str, str]], *, pace: float = 1.0) -> bytes:
    """Return captioned pictures as an animated GIF that loops.

    Args:
        drawn: words and picture of each frame.
        pace: seconds per frame; the last one is shown three times as long.

    Raises:
        FilmMissing: WeasyPrint, a system library it needs, or PDFium is missing; the message says what to install.
        FilmTooLong: there are more than `LONGEST` frames.
    """
    shots = list(drawn)
    if len(shots) > LONGEST:
        text = say("an animated picture has at most {most} moves, and these are {n}. Choose fewer with --from and --to",
                   most=LONGEST, n=len(shots))  # fmt: skip
        raise FilmTooLong(text)
    images = images_of(_pages(shots), WIDTH)
    from PIL import Image  # needs what `images_of` has found

    colours = Image.new("RGB", (images[0].width // 4, images[0].height // 4 * len(images)))
    for k, image in enumerate(images):
        colours.paste(image.resize((colours.width, image.height // 4)), (0, k * (image.height // 4)))
    palette = colours.quantize(
        COLOURS, dither=Image.Dither.NONE
    )  # shared by all frames, so that only changes are stored
    images = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
    lasts = [round(pace * 1000)] * (len(images) - 1) + [round(pace * 3000)]
    made = io.BytesIO()
    images[0].save(made, "GIF", save_all=True, append_images=images[1:], duration=lasts, loop=0, optimize=True)
    return made.getvalue()


def images_of(html: str, width: int) -> list[Image]:
    """Return each page of a document as an image `width` pixels wide; nothing is fetched from the network.

    Raises:
        FilmMissing: WeasyPrint, a system library it needs, or PDFium is missing; the message says what to install.
    """
    try:
        import pypdfium2  # type: ignore[import-untyped]
        from weasyprint import HTML  # type: ignore[import-untyped]
        from weasyprint.urls import URLFetcher  # type: ignore[import-untyped]
    except (ImportError, OSError) as error:
        text = say(
            "an animated picture needs extra packages (install tablescribe[film]) and the system's Pango "
            "(Debian: libpango-1.0-0, libpangoft2-1.0-0 and libharfbuzz-subset0) ({why})",
            why=str(error),
        )
        raise FilmMissing(text) from error
    paper: bytes = HTML(string=html, url_fetcher=URLFetcher(allowed_protocols=())).write_pdf()
    with pypdfium2.PdfDocument(paper) as document:
        return [page.render(scale=width / page.get_width()).to_pil() for page in document]


def _pages(shots: list[tuple[str, str]]) -> str:
    """Return a document with one page per frame, all as large as the largest picture."""
    boxes = [found.groups() for _, picture in shots if (found := _BOX.search(picture))]
    wide, high = (max(float(box[k]) for box in boxes) for k in (0, 1))
    style = (
        f"@page {{ size: {wide}px {high + WORDS}px; margin: 0 }} body {{ margin: 0; font: 22px 'DejaVu Sans' }}"
        f"div {{ break-after: page; height: {high + WORDS}px }} div:last-child {{ break-after: auto }}"
        f"p {{ margin: 0; padding: 6px 12px; height: {WORDS - 12}px; overflow: hidden }}"
        f"svg {{ display: block; width: {wide}px }}"
    )
    pages = "".join(f"<div><p>{escape(words)}</p>{by_day(picture)}</div>" for words, picture in shots)
    return f"<!doctype html><style>{style}</style>{pages}"
