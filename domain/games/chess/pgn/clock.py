"""Clock data in PGN: the tag `TimeControl`, and `%clk` or `%emt` after each move."""

from __future__ import annotations

import re

from tablescribe.domain.clock.control import FISCHER, LONGEST, MEASURED, SECOND, TimeControl


def clock_tags(control: TimeControl | None) -> dict[str, str]:
    """Return the time control tags of a game; empty if it had no clock.

    PGN cannot express a delay. `TimeControl` is then unknown (`?`), and `Clock` has it in our notation.
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
    """Return the clock comment of a move: `%clk` with the time left, or `%emt` with the time used.

    Args:
        control: the time control.
        shown: the time on the mover's clock, in milliseconds.
    """
    return time_command("emt" if control.mode == MEASURED else "clk", max(shown, 0) // SECOND * SECOND)


# --- what a scoresheet says ---------------------------------------------------------------------------

FIELDS = {"clk": "clock", "emt": "spent"}
"""The fields of a move, by the time commands in PGN comments."""

_COMMAND = re.compile(r"\[%(clk|emt)\s+(\d{1,2}):([0-5]?\d):([0-5]?\d)(?:\.(\d{1,3})\d*)?\s*\]\s*")


def times_told(remark: str) -> tuple[dict[str, int], str]:
    """Split a comment into times, as fields of a move in milliseconds, and the remaining text.

    Repeated or invalid commands stay in the text.
    """
    found: dict[str, int] = {}

    def take(told: re.Match[str]) -> str:
        field, (hours, minutes, seconds) = FIELDS[told[1]], map(int, told.group(2, 3, 4))
        time = (hours * 3600 + minutes * 60 + seconds) * SECOND + int((told[5] or "0").ljust(3, "0"))
        if field in found or time > LONGEST:
            return told[0]
        found[field] = time
        return ""

    return found, _COMMAND.sub(take, remark).strip()


def time_command(kind: str, time: int) -> str:
    """Return a time command for a PGN comment, such as `[%clk 1:29:58]`; fractions of a second only if not zero.

    Args:
        kind: `clk` or `emt`.
        time: the time in milliseconds.
    """
    seconds, part = divmod(max(time, 0), SECOND)
    parts = f".{part:03}".rstrip("0") if part else ""
    return f"[%{kind} {seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}{parts}]"
