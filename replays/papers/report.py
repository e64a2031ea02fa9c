"""Make the report of an audit: one self-contained HTML file for a judge to read, keep and print."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Mapping
from typing import Any, get_args

from markupsafe import Markup

from tablescribe.domain.match.events import Ruled
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.pictures import pictures_of
from tablescribe.domain.table.scene import Kind
from tablescribe.domain.words.text import say
from tablescribe.replays.auditing.audit import Audit
from tablescribe.replays.auditing.findings import SEVERITIES, place
from tablescribe.replays.papers.paper_templates import template
from tablescribe.replays.pictures.drawing import palette
from tablescribe.replays.pictures.pictures import compiled, drawn_panels
from tablescribe.replays.reading.discretion import EVERYTHING
from tablescribe.replays.reading.outcome import say_result
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.reading.timeline import Timeline
from tablescribe.replays.reading.titles import titled
from tablescribe.replays.reading.wording import CHANCE

BRIEF = ("board", "seat")
"""Kinds of panels that are shown at each finding; the final position shows all panels."""

_FIGURES = """<div class="scene">
{% for panel in panels %}<figure class="panel" data-kind="{{ panel.kind }}">
{%- if panel.kind not in ("board", "seat") %}<figcaption>{{ panel.title }}</figcaption>{% endif %}
{{ panel.svg }}</figure>
{% endfor %}</div>"""


def html(
    match: Match,
    audit: Audit,
    *,
    names: list[str] | None = None,
    head: str = "",
    language: str = "en",
    photos: Mapping[str, bytes] | None = None,
) -> str:
    """Return the report: verdict, a picture of the board at each finding, every move, and all notes.

    It shows everything, including hidden cards.

    Args:
        match: the match.
        audit: what was found.
        names: those of the seats.
        head: the hash of the last event.
        language: of the report.
        photos: JPEG files of notes by their salted hashes, as far as they are there.
    """
    match.check_dealt()
    timeline, reader = Timeline(match), Reader(match.opening, language, names or ())
    pictures = {
        finding.move: _picture(timeline, reader, finding.move, BRIEF)
        for finding in audit.findings
        if finding.move is not None
    }
    return template("report.html.j2").render(
        match=match,
        audit=audit,
        seats=[reader.name(f"seat:{k}") for k in match.opening.all_seats],
        head=head,
        language=reader.language,
        reader=reader,
        say=lambda words, /, **slots: reader.tell(say(words, **slots)),
        titled=titled,
        chance=CHANCE.get(match.opened.chance, match.opened.chance),
        result=say_result(match.opening, match.result) if match.result else None,
        severities=SEVERITIES,
        place=place,
        rules=match.opening.game.rulebook.texts(language),
        pictures=pictures,
        moves=[_line(match, timeline, reader, number) for number in range(1, len(match.moves))],
        final=_picture(timeline, reader, match.head, get_args(Kind)),
        palette=Markup(palette()),
        photos_of=lambda note: [_shown(photos or {}, one) for one in pictures_of(note)],
        wrong={finding.move for finding in audit.findings if finding.severity != "note"},
    )


def _shown(photos: Mapping[str, bytes], commitment: str) -> str:
    """Return a photo as a data URL; empty if the photo is missing."""
    data = photos.get(commitment)
    return f"data:image/jpeg;base64,{b64encode(data).decode()}" if data else ""


def _picture(timeline: Timeline, reader: Reader, number: int, kinds: Collection[str]) -> Markup:
    table = timeline.at(number)
    facts = timeline.match.moves[number].facts
    drawn = drawn_panels(timeline.opening, table, viewer=EVERYTHING, highlight=facts, reader=reader)
    return Markup(compiled(_FIGURES).render(panels=[panel for panel in drawn if panel.kind in kinds]))


def _line(match: Match, timeline: Timeline, reader: Reader, number: int) -> dict[str, Any]:
    move = match.moves[number]
    words, changes = timeline.told(number, EVERYTHING)
    return {
        "number": number,
        "at": move.at,
        "words": reader.tell(words),
        "changes": list(map(reader.tell, changes)),
        "rules": getattr(move, "citations", ()) or (move.clause if isinstance(move, Ruled) else ""),
        "counts": match.line.counts(number),
    }
