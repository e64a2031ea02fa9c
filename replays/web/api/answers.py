"""Schemas of the API's answers about matches, for the OpenAPI document.

The service does not build its answers with these models, which would slow down every move; tests check that they agree.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel

from tablescribe.replays.web.api.problem_details import STATUS

Position = Annotated[int, Field(description="In the whole ledger; the id of the message on the stream.")]
MatchVersion = Annotated[int, Field(description="How many events the match has: the next `expected_version`.")]
Seats = Annotated[list[int], Field(description="Numbers of seats; the first is 1.")]
Moment = Annotated[str, Field(description="ISO 8601, UTC.")]


class Answer(BaseModel):
    """The base of all responses. Later versions may add fields."""

    model_config = ConfigDict(extra="allow")


class GameTitle(Answer):
    """A game that can be played."""

    game: Annotated[str, Field(description="Its key.")]
    title: str


class Rule(Answer):
    """A numbered rule, in our words."""

    number: str
    chapter: str
    source: Annotated[str, Field(description="The section of the rule document it comes from, or `ruling`.")]
    text: str
    kind: Annotated[Literal["enforced", "judge"], Field(description="Enforced by the program, or left to a judge.")]
    reason: Annotated[str, Field(description="Why a judge's rule cannot be enforced.")]
    option: Annotated[str, Field(description="The option of the match that chooses another reading.")]


class OptionField(Answer):
    """A field of a form for an option."""

    name: str
    label: str
    type: Literal["integer", "boolean", "text", "either", "list", "lines", "letters", "several"]
    choices: list[Any]
    said: Annotated[list[str], Field(description="The label of each choice.")]
    default: Any = None


class Template(Answer):
    """Components that come with a game."""

    name: str
    label: str


class Game(Answer):
    """A game, with everything needed to open a match of it."""

    game: str
    title: str
    edition: str
    seats: Annotated[list[int], Field(description="The numbers of seats with which it can be played.")]
    labels: Annotated[list[str], Field(description="How people call each seat, at the largest table.")]
    automata: Annotated[list[int], Field(description="Seats without a person, which the rules play.")]
    options: list[OptionField]
    templates: Annotated[list[Template], Field(description="Further components that come with it, by name.")]
    actions: Annotated[list[dict[str, Any]], Field(description="JSON Schema of each action; `do` tells them apart.")]
    rules: list[Rule]
    language: Annotated[str, Field(description="The language of the rules.")]


class Seat(Answer):
    """Who sits where."""

    seat: int
    label: Annotated[str, Field(description="What the game calls the seat, such as a colour.")]
    name: str


class Result(Answer):
    """How a closed match ended."""

    ending: Annotated[str, Field(description="How it ended, or `abandoned`.")]
    rule: Annotated[str, Field(description="The number of the rule that decided it.")]
    winners: Seats
    scores: list[int]
    words: str


class Remark(Answer):
    """How a match is played where others may play differently: a rule interpretation, or a house value."""

    rule: Annotated[str, Field(description="The number of the rule that it is about, or the empty text.")]
    otherwise: Annotated[str, Field(description="The option that chooses another way, or the empty text.")]
    words: str


class SheetSection(Answer):
    """A section of a match's rule sheet, such as scoring: its title and lines."""

    title: str
    lines: list[str]


class State(Answer):
    """A match, and its table after a move, as the pass may see it. A hidden card is `?<deck>`, a hidden value `?`."""

    id: str
    game: str
    title: str
    edition: str
    opened: Moment
    chance: Literal["table", "open", "sealed"]
    take_back: Literal["free", "own", "consent", "judge"]
    version: MatchVersion
    head: Annotated[int, Field(description="The last move that counts.")]
    moves: Annotated[int, Field(description="How many moves there are, those that were taken back included.")]
    seats: list[Seat]
    closed: bool
    result: Result | None
    waits: Annotated[
        bool, Field(description="Whether it is not dealt yet, because contributions to its seed are missing.")
    ]
    remarks: list[Remark]
    sheet: Annotated[list[SheetSection], Field(description="What is played, what wins, what scores.")]
    move: Annotated[int, Field(description="After which move the table is shown; 0 is the set-up.")]
    to_act: Annotated[list[int], Field(description="The seats that decide next, if this is the last move that counts.")]
    window: Annotated[str, Field(description="What the seats to act are asked, such as a defence; mostly empty.")]
    over: bool
    zones: Annotated[dict[str, dict[str, int]], Field(description="Pieces in zones, and how many of each.")]
    values: Annotated[dict[str, Any], Field(description="Kept values: scores, whose turn it is.")]
    viewer: Annotated[str, Field(description="`spectator`, `everything`, or `seat 2`.")]


class Choice(Answer):
    """An action that the pass may send: return `seat` and `action` unchanged."""

    seat: int
    action: dict[str, Any]
    words: str
    lead: Annotated[str, Field(description="How the words of all choices of the group begin.")]
    names: Annotated[list[str], Field(description="The pieces, zones and values that a person would point at.")]
    leads_to: Annotated[list[str], Field(description="The places to which it leads.")]
    brief: Annotated[str, Field(description="Signs that say it beside what it touches, such as `+1`; mostly empty.")]
    tells: Annotated[bool, Field(description="The action has `facts`: fill in what happened before you send it.")]
    adds: Annotated[str, Field(description="The field of the action that several presses of a button add up.")]
    written: Annotated[str, Field(description="The action in players' notation, such as `Nf3`; empty without one.")]


class Group(Answer):
    """Choices under a heading, or further headings."""

    key: str
    title: str
    count: int
    choices: list[Choice]
    groups: list[Group]


class Legal(Answer):
    """What the pass may do now, and what it may do if nobody uses the open window."""

    now: list[Group]
    if_nobody_answers: list[Group]


class Event(Answer):
    """A recorded event, in words."""

    position: Position
    version: MatchVersion
    type: Annotated[str, Field(description="`Opened`, `Played`, `TakenBack`, `Ruled`, `Noted`, `Closed` …")]
    at: Moment
    move: Annotated[int | None, Field(description="Its number, if it is a move.")]
    seat: int | None
    implied: Annotated[bool, Field(description="Whether it closed a window to which no one responded.")]
    words: str
    changes: Annotated[list[str], Field(description="What it changed on the table.")]
    rules: Annotated[list[str], Field(description="Numbers of the rules that it follows from.")]
    breaks: Annotated[list[str], Field(description="Numbers of the rules that it breaks.")]
    photos: Annotated[list[str], Field(description="Salted hashes of a note's photos: the ids to ask for them by.")]


class LogLine(Event):
    """A recorded event, and whether it counts now."""

    counts: Annotated[bool | None, Field(description="False if it was taken back; null if it is no move.")]


class Recorded(Answer):
    """What was recorded. A retry of the same command gets the same answer."""

    match: str
    version: MatchVersion
    recorded: list[LogLine]
    to_act: Seats
    over: bool


class Contributed(Answer):
    """The contributions to its seed that a match waits for now."""

    match: str
    version: MatchVersion
    waits: Annotated[bool, Field(description="Whether it is not dealt yet.")]
    uncommitted: Seats
    unrevealed: Seats
    beacon: Annotated[bool, Field(description="Whether the beacon's part is still to come.")]


class Previewed(Answer):
    """The effects of an action, as far as the pass may see them; nothing was recorded."""

    words: str
    changes: Annotated[list[str], Field(description="What it would change, if that can be known.")]
    question: Annotated[
        str | None, Field(description="The outcome it would need; effects that depend on it are left out.")
    ]


class PanelDrawn(Answer):
    """A part of the table as a picture."""

    kind: str
    title: str
    svg: Annotated[str, Field(description="SVG that needs nothing else but the colours of a page.")]


class RulingPreviewed(Answer):
    """The effects of a judge's ruling; nothing was recorded."""

    facts: Annotated[list[str], Field(description="Each fact in words.")]
    changes: list[str]
    taken_back: Annotated[list[int], Field(description="Moves that it would take back.")]
    panels: list[PanelDrawn]


class WaitingTakeBack(Answer):
    """A take-back that waits for the other seats to agree, or that one of them refused."""

    request: Annotated[str, Field(description="Its id; an answer must include it.")]
    version: MatchVersion
    to: Annotated[int, Field(description="The last move that would stay.")]
    by: Annotated[int, Field(description="The seat that asks.")]
    reason: str
    agreed: Seats
    refused: Annotated[int | None, Field(description="The seat that does not agree; the request has ended then.")]


class Agreed(Answer):
    """Whether the take-back was carried out."""

    done: bool
    version: MatchVersion


class ResultAnswered(Answer):
    """What the seats have answered about a result, and whether that closed the match."""

    agreed: Annotated[list[int], Field(description="Seats that say that it is right.")]
    objected: Annotated[list[int], Field(description="Seats that say that it is not.")]
    missing: Annotated[list[int], Field(description="Seats that have not answered.")]
    closed: bool
    version: MatchVersion


class Finding(Answer):
    """One finding of an audit."""

    code: str
    severity: Literal["breach", "doubt", "note"]
    move: Annotated[int | None, Field(description="0 for the set-up, null for the match as a whole.")]
    version: int
    rule: str
    text: str
    why: str
    expected: list[str]


class AuditFound(Answer):
    """The findings of an audit, which decides every move again."""

    match: str
    moves: int
    clean: bool
    verdict: str
    findings: list[Finding]


class Checkpoint(Answer):
    """A signed note (C2SP) on the whole ledger."""

    checkpoint: str


class Health(Answer):
    """The service responds, and its ledger can be read."""

    status: Literal["ok"]
    position: Position
    at: Moment


class Possible(Answer):
    """A possible outcome."""

    value: Annotated[int | str, Field(description="What to put into `outcomes`.")]
    label: str
    face: Annotated[str | None, Field(description="The card as SVG, where it is one and they are not too many.")]


class Question(Answer):
    """An outcome that the table must report: append it to `outcomes` and send the command again with a new id."""

    kind: Literal["roll", "draw", "pick"]
    what: str
    seat: int
    why: str
    words: str
    secret: bool
    possible: Annotated[list[Possible], Field(description="Empty if the pass may not know the possible outcomes.")]


class ErrorCode(RootModel[str]):
    """An error code of this version of the service."""

    model_config = ConfigDict(json_schema_extra={"enum": [*STATUS, "internal"]})


class Problem(Answer):
    """An error: problem details (RFC 9457) with a stable code and a hint. Branch on `code`, show `detail`."""

    type: Annotated[str, Field(description="`urn:tablescribe:` and the code.")]
    title: str
    status: int
    code: Annotated[ErrorCode | str, Field(description="Codes do not change; later versions may add some.")]
    detail: Annotated[str, Field(description="What happened, and what to do next, for people.")]
    match: str | None = None
    move: Annotated[int | None, Field(description="The number the move would have had.")] = None
    version: Annotated[int | None, Field(description="How many events the match has now.")] = None
    rule: Annotated[str | None, Field(description="The number of the rule that is broken.")] = None
    why: str | None = None
    rule_text: str | None = None
    rule_language: str | None = None
    legal: Annotated[list[str] | None, Field(description="A few things that would be legal, in words.")] = None
    as_played: Annotated[bool | None, Field(description="Whether this pass may record it as it was played.")] = None
    question: Question | None = None
    recorded: Annotated[
        list[LogLine] | None,
        Field(description="What stays recorded though this was refused: in a sealed match, the window that closed."),
    ] = None
    hint: str | None = None
