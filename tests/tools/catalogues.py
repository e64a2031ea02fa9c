"""Maintain the translation catalogues: update them from the code, and list missing translations.

`python -m tests.tools.catalogues` updates all catalogues. Translations are kept, new templates are added without one,
and unused ones are removed (`--keep`: moved to the end). `… --check` lists missing translations by language.
`… ultime` is for one game only, `… kernel` for all that belongs to no game.

Babel finds the templates in calls of `say(…)` and `plural(…)`. A game's own templates are in
`domain/games/<game>/words.<lang>.po`, all others in `replays/reading/words.<lang>.po`. Templates that come from
data (the names of cards, `Text(name)`) are in no call. They are collected from the golden matches; see
`tests/tools/hearing.py`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.extract import extract
from babel.messages.pofile import normalize

from tablescribe.domain.games import GAMES
from tablescribe.replays.reading.reader import LANGUAGES
from tablescribe.replays.reading.word_catalogues import read_catalogue

ROOT = Path(__file__).parents[2]
TRANSLATED = tuple(language for language in LANGUAGES if language != "en")

EVERYWHERE = ""
"""The domain of all templates that belong to no game."""

ELSEWHERE = (
    "domain/[!g]*/**/*.py", "domain/games/*.py",
    "ledger/**/*.py", "replays/**/*.py", "cli/**/*.py", "replays/papers/templates/*.html.j2",
)  # fmt: skip

SLOT = re.compile(r"\{(\w+)\}")

CALLS = re.compile(rb"\b(?:say|plural)\s*\(")
"""Files without such calls are skipped, as parsing them with Babel takes time."""

HEADER = """msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""


def folder(domain: str) -> Path:
    """Return the folder of a domain's catalogues."""
    return ROOT / "domain" / "games" / domain if domain else ROOT / "replays" / "reading"


def catalogue(domain: str, language: str) -> Path:
    """Return the file of a catalogue."""
    return folder(domain) / f"words.{language}.po"


def has_words(template: str) -> bool:
    """Return whether a template has words to translate: letters outside its slots that are no square such as `a7`."""
    bare = SLOT.sub("", template)
    return re.search(r"[^\W\d_]", bare) is not None and re.fullmatch(r"[a-z]\d+", bare) is None


# --- templates ----------------------------------------------------------------------------------


@cache
def in_the_code(domain: str) -> tuple[str, ...]:
    """Return the templates in the code of a domain, in the order of files and lines."""
    patterns = (f"domain/games/{domain}/**/*.py",) if domain else ELSEWHERE
    paths = sorted({path for pattern in patterns for path in ROOT.glob(pattern)})
    return tuple(dict.fromkeys(template for path in paths for template in _in_file(path) if has_words(template)))


def _in_file(path: Path) -> Iterator[str]:
    method = "jinja2.ext:babel_extract" if path.suffix == ".j2" else "python"
    code = path.read_bytes()
    if CALLS.search(code) is None:
        return
    for _, message, _, _ in extract(method, BytesIO(code), keywords={"say": None, "plural": (2, 3)}):
        yield from (message,) if isinstance(message, str) else message


def wanted(domain: str) -> tuple[str, ...]:
    """Return the templates that a catalogue needs: those in the code, and for games also those from their data."""
    from tests.tools.hearing import from_data

    found = in_the_code(domain)
    if not domain:
        return found
    known = {*found, *in_the_code(EVERYWHERE)}
    return (*found, *sorted(template for template in from_data(domain) if template not in known))


def lacking(domain: str, language: str) -> list[str]:
    """Return the templates without a translation."""
    told = read_catalogue(catalogue(domain, language))
    return [template for template in wanted(domain) if template not in told]


# --- files --------------------------------------------------------------------------------------


def update(domain: str, language: str, *, keep: bool = False) -> None:
    """Update a catalogue.

    If only slots of a template were renamed, or it moved to another catalogue, its translation is kept. With `keep`,
    unused translations stay at the end, so that they can still be reused.
    """
    old = {key: text for one in (*GAMES, EVERYWHERE, domain) for key, text in _told(one, language).items()}
    forms = {_form(english): (english, told) for english, told in old.items()}
    entries = {template: old.get(template) or _renamed(template, forms) for template in wanted(domain)}
    if keep:
        unsaid = _told(domain, language).items()
        entries |= {english: told for english, told in unsaid if english not in entries and has_words(english)}
    catalogue(domain, language).write_text(written(language, entries), "utf-8")


def _told(domain: str, language: str) -> Mapping[str, str]:
    return read_catalogue(catalogue(domain, language))


def _form(template: str) -> str:
    return SLOT.sub("{}", template)


def _renamed(template: str, forms: Mapping[str, tuple[str, str]]) -> str:
    english, told = forms.get(_form(template), ("", ""))
    names = dict(zip(SLOT.findall(english), SLOT.findall(template), strict=False))
    return SLOT.sub(lambda slot: f"{{{names.get(slot[1], slot[1])}}}", told)


def written(language: str, entries: Mapping[str, str]) -> str:
    """Return the text of a catalogue: without dates and places in the code, one entry per paragraph."""
    paragraphs = (f"msgid {_quoted(english)}\nmsgstr {_quoted(told)}\n" for english, told in entries.items())
    return "\n".join((HEADER.format(language="pt_BR" if language == "pt" else language), *paragraphs))


def _quoted(text: str) -> str:
    return normalize(text, width=0)


def main(arguments: Iterable[str]) -> int:
    """Update or check the catalogues; return the number of missing translations when checking."""
    chosen = [one for one in arguments if not one.startswith("-")] or [EVERYWHERE, *GAMES]
    count = 0
    for domain in (EVERYWHERE if one == "kernel" else one for one in chosen):
        for language in TRANSLATED:
            if "--check" not in arguments:
                update(domain, language, keep="--keep" in arguments)
            for template in lacking(domain, language):
                count += 1
                print(f"{catalogue(domain, language).relative_to(ROOT)}: {template!r}")
    return count


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 1))
