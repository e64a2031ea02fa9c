"""Display names of the Keepers' pieces, zones and values."""

from __future__ import annotations

from tablescribe.domain.words.text import Text, say

TYPES: dict[str, Text] = {"figure": say("figure"), "tablet": say("tablet"), "jewelry": say("jewelry")}

NAMES: dict[str, Text] = {
    "retainer": say("Faithful Retainer"), "relics": say("the recovered relics"), "loose-relics": say("a removed relic"),
    "retinue:1": say("the first column of the Retinue"), "retinue:2": say("the second column of the Retinue"),
    "retinue:3": say("the third column of the Retinue"),
    "stage:encamping": say("encamping"), "stage:decamping": say("decamping"), "stage:recruiting": say("recruiting"),
    "stage:retinue-1": say("the first column of the Retinue"),
    "stage:retinue-2": say("the second column of the Retinue"),
    "stage:retinue-3": say("the third column of the Retinue"),
    "stage:dispersing": say("dispersing"), "stage:gathering": say("gathering the Retinue"),
    **{f"?{kind}": text for kind, text in TYPES.items()},
    **{f"deck:{kind}": say("the remaining relics") for kind in TYPES},
    **{f"{kind}:{n}": say("{relic} of value {n}", relic=text, n=n) for kind, text in TYPES.items() for n in (1, 2, 3)},
    **{
        f"keepers:waystation.{one}-{other}": say("waystation for {relic}", relic=text)
        for one, text in TYPES.items() for other in TYPES if one != other
    },
}  # fmt: skip
