"""Actions that record an imported log: its entries, and its other lines."""

from typing import Annotated, Literal

from pydantic import Field

from tablescribe.domain.rules.action import Action
from tablescribe.domain.words.text import Text, say

Words = Annotated[str, Field(max_length=10_000)]
LineNumber = Annotated[int, Field(ge=1, le=100_000)]


class Logged(Action):
    """Carry out an entry of a log on the table (RO-LOG-1).

    Attributes:
        line: the line of the log, from 1.
        owner: the letter of the faction whose turn it is.
        entry: the entry in Rootlog.
        last: whether it is the last of its line.
        remark: what stands behind the last one.
    """

    do: Literal["logged"] = "logged"
    line: LineNumber
    owner: Annotated[str, Field(pattern=r"^(h_)?[A-Z]d?$")]
    entry: Words
    last: bool = False
    remark: Words | None = None

    def text(self) -> Text:
        """Return what the seat does."""
        if self.remark:
            return say(
                "{entry} (line {line} of the log: {remark})", entry=self.entry, line=self.line, remark=self.remark
            )
        return say("{entry} (line {line} of the log)", entry=self.entry, line=self.line)


class KeptWords(Action):
    """Keep words of a log that change nothing: its header, remarks and impossible entries (RO-LOG-5).

    Attributes:
        line: the line of the log, from 1.
        owner: the faction whose turn the words belong to; empty for a line of their own.
        words: the words.
        why: why they could not be carried out; empty where nothing was to be.
        last: whether they are the last of a turn's line; `remark`: what stands behind it.
    """

    do: Literal["kept_words"] = "kept_words"
    line: LineNumber
    words: Words
    owner: Annotated[str, Field(pattern=r"^((h_)?[A-Z]d?)?$")] = ""
    why: Words = ""
    last: bool = False
    remark: Words | None = None

    def text(self) -> Text:
        """Return what the seat does."""
        if self.why:
            return say("{words} (line {line} of the log, not carried out)", words=self.words, line=self.line)
        return say("{words} (line {line} of the log)", words=self.words, line=self.line)


class LogEnds(Action):
    """Record who won according to the log.

    Attributes:
        line: the line of the log, from 1.
        winners: letters of factions.
    """

    do: Literal["log_ends"] = "log_ends"
    line: LineNumber
    winners: Annotated[str, Field(pattern=r"^[A-Z]{1,6}$")]
    remark: Words | None = None
    sentence = say("the log ends: {letters} won (line {line})", letters="{winners}", line="{line}")


ACTIONS: tuple[type[Action], ...] = (Logged, KeptWords, LogEnds)
