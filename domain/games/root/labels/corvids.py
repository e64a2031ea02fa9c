"""Display names of the Corvids' pieces, zones and values."""

from __future__ import annotations

from tablescribe.domain.words.text import Text, say

PLOTS: dict[str, Text] = {
    "bomb": say("bomb"), "snare": say("snare"), "extortion": say("extortion"), "raid": say("raid"),
}  # fmt: skip

NAMES: dict[str, Text] = {
    "?plot": say("plot"), "deck:plot": say("the plots"), "stage:scheming": say("scheming"),
    "stage:exerting": say("one extra action"),
    **{f"corvids:plot.{kind}": text for kind, text in PLOTS.items()},
    **{f"plot:{kind}": text for kind, text in PLOTS.items()},
    **{f"plot:{at}": say("the plot in clearing {n}", n=at) for at in range(1, 13)},
}  # fmt: skip
