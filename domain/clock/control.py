"""Time controls of a match, and the notation in which people write them.

- `90+30`: 90 minutes, and 30 seconds for each turn.
- `40/90+30, 30+30`: a second period after 40 turns.
- `25 d10`: each turn starts to count after ten seconds.
- `25 b10`: each turn gets back up to ten seconds of what it used.
- `table 75`: one time for all seats together.
- `measured`: no limit.
"""

from __future__ import annotations

import re

import msgspec

from tablescribe.domain.words.text import Spoken, Text, say

FISCHER, BRONSTEIN, DELAY, TABLE, MEASURED = "fischer", "bronstein", "delay", "table", "measured"
MODES = (FISCHER, BRONSTEIN, DELAY, TABLE, MEASURED)
"""`fischer`: each turn adds the bonus. `bronstein`: each turn gets back the time it used, up to the bonus. `delay`: the
first part of each turn is not counted. `table`: one time for all seats together. `measured`: no limit."""

SECOND, MINUTE, HOUR = 1_000, 60_000, 3_600_000
LONGEST = 100 * HOUR
"""Maximum length of a period, in milliseconds."""
MOST_TURNS, MOST_PERIODS = 1_000, 5
MOST_BONUS = HOUR

_SIGNS = {"": FISCHER, "+": FISCHER, "b": BRONSTEIN, "d": DELAY}
_MARKS = {FISCHER: "+", BRONSTEIN: " b", DELAY: " d"}
_PERIOD = r"(?:(\d{1,4})/)?([0-9hms]+)(?:([+bd])([0-9hms]+))?"
_LENGTH = r"(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,5})s)?"


class BadTimeControl(Spoken, ValueError):
    """The text is not a time control or a time. The message shows the expected form."""

    code = "clock.bad_control"


class Period(msgspec.Struct, frozen=True):
    """A period of a time control; times are in milliseconds.

    Attributes:
        turns: its length in turns of a seat; 0: until the end of the match.
        time: the time it grants.
        bonus: the increment or delay of each of its turns.
    """

    turns: int
    time: int
    bonus: int


class TimeControl(msgspec.Struct, frozen=True):
    """The time control of a match.

    Attributes:
        mode: one of `MODES`.
        periods: its periods, the last of which lasts until the end; empty if time is only measured.
        loses: whether a fallen flag loses without a judge, if the game has a rule for it.
    """

    mode: str
    periods: tuple[Period, ...] = ()
    loses: bool = False

    @property
    def limited(self) -> bool:
        """Whether the time is limited."""
        return self.mode != MEASURED

    def bonus(self, turn: int) -> int:
        """Return the increment or delay of a seat's turn, counted from 1."""
        end = 0
        for period in self.periods:
            end += period.turns
            if not period.turns or turn <= end:
                return period.bonus
        return 0

    def begun(self, turn: int) -> int:
        """Return the time of the period that begins after a seat's n-th turn; 0 if none begins there."""
        end = 0
        for period, following in zip(self.periods, self.periods[1:], strict=False):
            end += period.turns
            if turn == end:
                return following.time
        return 0

    def notation(self) -> str:
        """Return the time control as people write it; `read_control` reads it."""
        if self.mode == MEASURED:
            return "measured"
        periods = ", ".join(
            (f"{one.turns}/" if one.turns else "")
            + length_notation(one.time, MINUTE)
            + (_MARKS[self.mode] + length_notation(one.bonus, SECOND) if one.bonus else "")
            for one in self.periods
        )
        return f"table {periods}" if self.mode == TABLE else periods


def check_control(control: TimeControl) -> None:
    """Check that a time control is valid.

    Raises:
        BadTimeControl: it is not.
    """
    periods, most = control.periods, 1 if control.mode == TABLE else MOST_PERIODS
    if control.mode not in MODES or (control.mode == MEASURED) != (not periods) or len(periods) > most:
        raise BadTimeControl(_form())
    for number, one in enumerate(periods, start=1):
        last = number == len(periods)
        fits = 0 < one.time <= LONGEST and 0 <= one.bonus <= MOST_BONUS and one.turns <= MOST_TURNS
        if not fits or (one.turns == 0) != last or one.turns < 0:
            raise BadTimeControl(_form())
        if control.mode == TABLE and one.bonus:
            raise BadTimeControl(say("A shared table clock has no increment: write table 75."))
    if control.loses and not control.limited:
        raise BadTimeControl(say("A clock that only measures time has no flag."))


def read_control(text: str, *, loses: bool = False) -> TimeControl:
    """Parse a time control. Bare numbers are minutes; after `+`, `d` or `b` they are seconds.

    Raises:
        BadTimeControl: the text is not a time control.
    """
    said = " ".join(text.lower().split())
    if said == MEASURED:
        control = TimeControl(MEASURED, (), loses)
        check_control(control)
        return control
    whole, said = said.startswith(TABLE), said.removeprefix(TABLE).lstrip(" :")
    periods, modes = [], set()
    for part in said.split(","):
        found = re.fullmatch(_PERIOD, part.replace(" ", ""))
        if found is None:
            raise BadTimeControl(_form())
        turns, time, sign, bonus = found.groups()
        periods.append(Period(int(turns or 0), _length(time, MINUTE), _length(bonus, SECOND) if bonus else 0))
        modes.add(_SIGNS[sign or ""] if bonus else "")
    modes -= {""}
    if len(modes) > 1 or (whole and modes):
        raise BadTimeControl(_form())
    control = TimeControl(TABLE if whole else (modes.pop() if modes else FISCHER), tuple(periods), loses)
    check_control(control)
    return control


def _length(text: str, unit: int) -> int:
    if text.isdigit():
        return int(text[:9]) * unit
    found = re.fullmatch(_LENGTH, text)
    if found is None:
        raise BadTimeControl(_form())
    hours, minutes, seconds = (int(one or 0) for one in found.groups())
    return hours * HOUR + minutes * MINUTE + seconds * SECOND


def length_notation(milliseconds: int, unit: int) -> str:
    """Return a duration in the notation of `read_control`, as a bare number if it is a whole number of units."""
    if milliseconds % unit == 0:
        return str(milliseconds // unit)
    minutes, seconds = divmod(-(-milliseconds // SECOND), 60)
    return (f"{minutes}m" if minutes else "") + (f"{seconds}s" if seconds else "")


def read_length(text: str) -> int:
    """Parse a time, as on a clock (`1:04:05`, `4:05`) or with units (`4m5s`; bare: minutes), into milliseconds.

    Raises:
        BadTimeControl: the text is not a time.
    """
    said = text.strip().lower().replace(" ", "")
    if re.fullmatch(r"(\d{1,2}:)?\d{1,3}:\d{2}", said):
        total = 0
        for part in said.split(":"):
            total = total * 60 + int(part)
        return total * SECOND
    if not re.fullmatch(r"[0-9hms]{1,20}", said):
        raise BadTimeControl(say("This is not a time. Write it as 4:05, 1:04:05 or 4m5s."))
    return _length(said, MINUTE)


def _form() -> Text:
    return say(
        "This is not a time control. Examples: 90+30 (minutes + seconds for each turn), 40/90+30, 30+30 "
            "(two "
        "periods), 25 d10 (delay), 25 b10 (Bronstein), table 75 (one time for all), measured (no limit)."
    )  # fmt: skip


def clock_text(milliseconds: int) -> str:
    """Return a time as on a clock: `1:04:05`, `4:05`, `0:09.3` in the last ten seconds, `−0:30` beyond the limit.

    Remaining time is rounded up to the second, because 0:00 means that the flag has fallen.
    """
    sign, long = ("−", -milliseconds) if milliseconds < 0 else ("", milliseconds)
    if not sign and 0 < long < 10 * SECOND:
        tenths = -(-long // 100)
        return f"0:{tenths // 10:02}.{tenths % 10}"
    seconds = -(-long // SECOND)
    hours, rest = divmod(seconds, 3600)
    return f"{sign}{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{sign}{rest // 60}:{rest % 60:02}"
