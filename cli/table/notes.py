"""`note`: a remark, with or without photos."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from shlex import join

import click

from tablescribe.cli.table.match_choice import named
from tablescribe.cli.terminal.language import in_language, wrong_use
from tablescribe.cli.terminal.match_words import as_meant, match_named
from tablescribe.cli.terminal.state import as_json, out, state
from tablescribe.domain.words.text import listed, plural, say


@click.command(
    epilog="""\b
Examples:
  tablescribe note "a fine game"
  tablescribe note 7k2 "deck recounted" --about 12
  tablescribe note 7k2 "the board as we left it" --photo board.jpg --photo hand.png"""
)
@click.argument("match_id", metavar="[MATCH] [TEXT]", nargs=-1)
@click.option("--about", type=int, help="Move number.")
@click.option(
    "--photo", "photos", multiple=True, type=click.Path(path_type=Path),
    help="JPEG, PNG or WebP file to keep with the note. Repeat for more, up to 4.",
)  # fmt: skip
@in_language
@as_json
def note(match_id: Sequence[str], about: int | None, photos: Sequence[Path]) -> None:
    """Add a note to MATCH, or to the last open match, with photos as evidence.

    Do not include names of people. Photos are re-encoded without location, device or other metadata, and scaled
    down to at most 2 MB each. Everyone who can read the note sees them. `photos` lists and saves them, and
    `words erase` erases them.
    """
    from tablescribe.domain.match.line import NoSuchMove

    found, text = _noted(match_id, photos=bool(photos))
    pictures = [_encoded(path) for path in photos]
    try:
        event = state().scribe().note(found, text, about_move=about, pictures=pictures)
    except NoSuchMove as error:
        raise wrong_use(error.text) from error
    kept = plural(len(pictures), "With 1 photo ({size} kB), without place and device data.",
                  "With {n} photos ({size} kB), without place and device data.",
                  size=-(-sum(map(len, pictures)) // 1000))  # fmt: skip
    words = listed([say("Noted."), kept], " ") if pictures else say("Noted.")
    data = {"match": event.originator_id, "version": event.originator_version}
    out(words, {**data, "photos": [len(one) for one in pictures]} if pictures else data)


def _encoded(path: Path) -> bytes:
    """Return a photo from a file, encoded for recording.

    Raises:
        BadFile: the file cannot be read.
        BadPicture: it is no photo, or not one that can be added.
    """
    from tablescribe.ledger.log.errors import BadFile
    from tablescribe.ledger.log.pictures import BadPicture
    from tablescribe.ledger.matches.photo_encoding import LARGEST, encoded

    try:
        with path.open("rb") as file:
            contents = file.read(LARGEST + 1)
    except OSError as error:
        raise BadFile(say("{path} cannot be read: {why}", path=str(path), why=str(error.strerror))) from error
    try:
        return encoded(contents, path.name)
    except BadPicture as error:
        raise type(error)(say("{path}: {why}", path=str(path), why=error.text)) from error


def _noted(words: Sequence[str], *, photos: bool) -> tuple[str, str]:
    """Return the match and the text of a note from the arguments.

    Raises:
        click.UsageError: there is a match without a text, or more than a match and a text.
    """
    if len(words) > 2:
        match = words[:1] if match_named(words[0]) else ()
        line = join(["tablescribe", "note", *match, " ".join(words[len(match) :])])
        raise wrong_use(say("put the note in quotes: {example}", example=line))
    if len(words) == 2:
        return as_meant(words[0]), words[1]
    if not words and not photos:
        raise wrong_use(say("enter a note, or add a photo: {example}", example="tablescribe note --photo board.jpg"))
    if not words:
        return named(None, changes=True), ""
    match_id = match_named(words[0])
    if not match_id:
        return named(None, changes=True), words[0]
    if photos:
        return match_id, ""
    raise wrong_use(say("{word} is match {match}. Add the text of the note", word=words[0], match=match_id))
