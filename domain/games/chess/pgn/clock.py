"""The clock of a game in PGN: the tag `TimeControl`, and `%clk` after each move."""

from __future__ import annotations

from tablescribe.domain.clock.control import FISCHER, MEASURED, SECOND, TimeControl


def clock_tags(control: TimeControl | None) -> dict[str, str]:
    """Return the tags about the time of a game; none if it had no clock.

    PGN has no word for a delay: there `TimeControl` is unknown (`?`), and `Clock` has it in our notation.
    """
    if control is None:
        return {}
    if control.mode == MEASURED:
        return {"TimeControl": "-"}
    if control.mode != FISCHER:
        return {"TimeControl": "?", "Clock": control.notation()}
    periods = [
        (f"{one.turns}/" if one.turns else "")
        + str(one.time // SECOND)
        + (f"+{one.bonus // SECOND}" if one.bonus else "")
        for one in control.periods
    ]
    return {"TimeControl": ":".join(periods)}


def clock_comment(control: TimeControl, shown: int) -> str:
    """Return what the clock of the player who moved showed: `%clk` of what was left, or `%emt` of what was used.

    Args:
        control: the time of the game.
        shown: milliseconds.
    """
    seconds = max(shown, 0) // SECOND
    kind = "emt" if control.mode == MEASURED else "clk"
    return f"[%{kind} {seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}]"
