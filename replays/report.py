"""The report of an audit: one HTML file with everything in it, for a judge to read, keep and print."""

from __future__ import annotations

from collections.abc import Collection
from importlib.resources import files
from typing import Any, get_args

from markupsafe import Markup

from domain.events import Ruled
from domain.match import Match
from domain.scene import Kind
from replays.audit import Audit
from replays.drawing import palette
from replays.pictures import drawn_panels, environment
from replays.timeline import Timeline
from replays.words import EVERYTHING, namer, say_event, with_names

BRIEF = ("board", "seat")
"""What of the table stands at each finding; the end shows all of it."""

_FIGURES = """<div class="scene">
{% for panel in panels %}<figure class="panel" data-kind="{{ panel.kind }}">
{%- if panel.kind not in ("board", "seat") %}<figcaption>{{ panel.title }}</figcaption>{% endif %}
{{ panel.svg }}</figure>
{% endfor %}</div>"""


def html(match: Match, audit: Audit, *, names: list[str] | None = None, head: str = "") -> str:
    """Return the report: verdict, a picture of the board at each finding, and every move.

    It shows what a judge may see: everything. `names` are those of the seats, `head` the hash of the last event.
    """
    timeline = Timeline(match)
    pictures = {
        finding.move: _picture(timeline, finding.move, BRIEF) for finding in audit.findings if finding.move is not None
    }
    template = environment().from_string(files("replays").joinpath("templates/report.html.j2").read_text("utf-8"))
    return template.render(
        match=match,
        audit=audit,
        names=names or [f"seat {k}" for k in range(1, match.opening.seats + 1)],
        head=head,
        label=namer(match.opening),
        named=lambda text: with_names(match.opening, text),
        pictures=pictures,
        moves=[_line(match, timeline, number) for number in range(1, len(match.moves))],
        final=_picture(timeline, match.head, get_args(Kind)),
        palette=Markup(palette()),
        wrong={finding.move for finding in audit.findings if finding.severity != "note"},
    )


def _picture(timeline: Timeline, number: int, kinds: Collection[str]) -> Markup:
    table = timeline.at(number)
    facts = timeline.match.moves[number].facts
    drawn = drawn_panels(timeline.opening, table, viewer=EVERYTHING, highlight=facts)
    return Markup(environment().from_string(_FIGURES).render(panels=[panel for panel in drawn if panel.kind in kinds]))


def _line(match: Match, timeline: Timeline, number: int) -> dict[str, Any]:
    move = match.moves[number]
    return {
        "number": number,
        "at": move.at,
        "words": say_event(match, move),
        "changes": timeline.changes(number),
        "rules": getattr(move, "citations", ()) or (move.clause if isinstance(move, Ruled) else ""),
        "counts": match.line.counts(number),
    }
