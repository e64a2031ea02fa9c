"""Request bodies of the API: strict, bounded, no unknown fields."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from fastapi import Path, Query
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, model_validator

from tablescribe.domain.match.limits import PICTURES_OF_A_NOTE

MatchId = Annotated[str, Path(pattern=r"^[0-9A-Za-z_-]{1,64}$", description="The match's id, in full.")]
PassId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")]
MoveNumber = Annotated[int | None, Query(ge=0, le=1_000_000, description="After this move; by default now.")]
CommandId = Annotated[
    str,
    Field(pattern=r"^[0-9A-Za-z_-]{8,64}$", description="Of the client's choice; a retry with it is recorded once."),
]
Version = Annotated[int, Field(ge=1, le=2_000_000_000, description="How many events the client knows of.")]
SeatNumber = Annotated[int, Field(ge=1, le=100)]
Line = Annotated[str, Field(max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")]
Text = Annotated[str, Field(max_length=2000, pattern=r"^[^\x00-\x08\x0b-\x1f\x7f]*$")]


def _whole(data: Any) -> Any:
    """Check that every text in some data can be encoded; JSON allows lone surrogates (`\\ud800`)."""
    json.dumps(data, ensure_ascii=False).encode()  # raises UnicodeEncodeError, a ValueError
    return data


Data = Annotated[dict[str, JsonValue], AfterValidator(_whole)]
Outcomes = Annotated[list[int | Line], Field(max_length=200, description="What chance gave, in the order asked.")]


class Body(BaseModel):
    """The base of all request bodies."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Command(Body):
    """A command on a match, based on the version that the client has seen."""

    command_id: CommandId
    expected_version: Version


Found = Annotated[str, Field(max_length=120, pattern=r"^[^\x00-\x1f\x7f]*$")]


class MatchData(Body):
    """The details of a match. A null field stays unchanged; an empty string or list clears it."""

    title: Annotated[Found | None, Field(description="What was played, where the game does not say it.")] = None
    event: Annotated[Found | None, Field(description="A club evening, a tournament.")] = None
    place: Found | None = None
    round: Found | None = None
    table: Annotated[Found | None, Field(description="Its name or number.")] = None
    tags: Annotated[list[Found] | None, Field(max_length=20)] = None


class NewDescription(MatchData):
    """New details of a match."""

    command_id: CommandId


BoxName = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$")]


class NewMatch(Body):
    """A match to open."""

    game: Annotated[str, Field(max_length=40)]
    names: Annotated[list[Annotated[str, Field(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")]],
                     Field(min_length=1, max_length=20)]  # fmt: skip
    options: Data = {}
    catalogue: Data | None = None
    catalogue_file: Annotated[str | None, Field(max_length=900_000, description="Instead: a file's text, YAML.")] = None
    chance: Literal["table", "open", "sealed"] = "table"
    take_back: Literal["free", "own", "consent", "judge"] = "free"
    nonces: Annotated[list[Line], Field(max_length=20)] = []
    contribute: Annotated[bool, Field(description="Each seat's device has a part in a sealed chance.")] = False
    beacon: Annotated[int, Field(ge=0, le=86_400, description="In so many seconds, a round of drand's chain quicknet "
                                 "that has a part in a sealed chance is published; 0: none has.")] = 0  # fmt: skip
    outcomes: Outcomes = []
    data: MatchData | None = None
    template: Annotated[str | None, Field(max_length=40, description="One of the game's, by name.")] = None
    box: Annotated[BoxName | None, Field(description="A table's own copy of the game, by its name.")] = None
    clock: Annotated[str | None, Field(max_length=100, description="Time: 90+30, 25 d10, table 75, measured.")] = None
    flag_loses: Annotated[bool, Field(description="A fallen flag loses, if the game has a rule for it.")] = False
    like: Annotated[str | None, Field(pattern=r"^[0-9A-Za-z_-]{1,64}$", description="The match of which this is the "
                            "rematch: those who played it are led here.")] = None  # fmt: skip
    command_id: CommandId | None = None


class NewBox(Body):
    """A new box: a table's own copy of a game."""

    game: Annotated[str, Field(max_length=40)]
    name: BoxName
    blank: Annotated[
        list[Annotated[str, Field(max_length=40)]],
        Field(max_length=20, description="Kinds of components; `all`; none: those of which we have invented values."),
    ] = []


class NewComponent(Body):
    """The declared values of a component of a box."""

    name: Annotated[BoxName, Field(description="The box's.")]
    line: Annotated[str, Field(min_length=1, max_length=400, description="The component's name, then its fields.")]


class Player(Body):
    """A person who played."""

    name: Annotated[str, Field(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")]
    points: Annotated[int | None, Field(ge=-1_000_000_000, le=1_000_000_000)] = None
    won: bool = False


Day = Annotated[
    str,
    Field(
        pattern=r"^([0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2}([-+][0-9]{2}:[0-9]{2})?)?)?$",
        description="On the players' clock: 2026-11-21, 2026-11-21 20:15, or 2026-11-21 20:15+01:00.",
    ),
]


Future = Annotated[bool, Field(description="The day is rightly in the future; without this it is refused.")]


class NewResult(Body):
    """A match that has already been played. Either all players have points, or none."""

    command_id: CommandId
    title: Annotated[str, Field(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")]
    players: Annotated[list[Player], Field(min_length=1, max_length=10)]
    played: Day = ""
    future: Future = False
    minutes: Annotated[int, Field(ge=0, le=100_000)] = 0
    note: Text = ""
    data: MatchData | None = None


Lag = Annotated[
    int,
    Field(ge=0, le=60_000, description="Milliseconds that the message is on its way; at most 500 are made up for."),
]


class NewMove(Command):
    """An action to record."""

    seat: SeatNumber | None = None
    action: Data
    outcomes: Outcomes = []
    as_played: Annotated[bool, Field(description="Record it although it breaks a rule: it happened so.")] = False
    lag: Lag = 0


class NewMatchClock(Body):
    """A command on the clock of a match."""

    command_id: CommandId
    does: Literal["set", "start", "tap", "pause", "resume", "correct", "flag"]
    control: Annotated[str, Field(max_length=100, description="With `set`: 90+30, 25 d10, table 75, measured.")] = ""
    loses: Annotated[bool, Field(description="With `set`: a fallen flag loses, if the game has a rule for it.")] = False
    seat: SeatNumber | None = None
    to: Annotated[SeatNumber | None, Field(description="With `tap`: whose clock runs then.")] = None
    shows: Annotated[str, Field(max_length=20, description="With `correct`: 4:05, 1:04:05 or 4m5s.")] = ""
    reason: Line = ""
    lag: Lag = 0


class Considered(Body):
    """An action to preview."""

    seat: SeatNumber
    action: Data


class NewTakeBack(Command):
    """Moves to take back."""

    steps: Annotated[int, Field(ge=1, le=1000)] = 1
    to: Annotated[int | None, Field(ge=0, le=1_000_000)] = None
    agreed: Annotated[list[SeatNumber], Field(max_length=100)] = []
    judge: bool = False
    reason: Text = ""


class Consent(Body):
    """An answer to a take-back request. It applies only to the request it names."""

    request: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$", description="The `request` that is answered.")]
    agrees: bool


class NewRestore(Command):
    """Moves to restore."""

    to: Annotated[int | None, Field(ge=0, le=1_000_000)] = None
    reason: Text = ""


class NewPhoto(Body):
    """A photo for a note. It is re-encoded without its metadata."""

    data: Annotated[str, Field(max_length=12 * 2**20, description="A JPEG, PNG or WebP file in base64.")]
    name: Annotated[Line, Field(description="Its name, whose extension must fit.")] = ""


class NewNote(Body):
    """A note with a text, photos, or both."""

    command_id: CommandId
    text: Text = ""
    about: Annotated[int | None, Field(ge=0, le=1_000_000)] = None
    photos: Annotated[list[NewPhoto], Field(max_length=PICTURES_OF_A_NOTE)] = []

    @model_validator(mode="after")
    def _says_something(self) -> NewNote:
        if not self.text and not self.photos:
            raise ValueError("a note has a text or a photo")
        return self


Points = Annotated[int, Field(ge=-1_000_000_000, le=1_000_000_000)]
Reason = Annotated[str, Field(min_length=1, max_length=500, description="Do not include names of people.")]


class NewVoid(Command):
    """A closed match to declare void, optionally with the match that counts instead."""

    reason: Reason
    instead: Annotated[str, Field(max_length=100)] = ""


class CorrectedResult(Command):
    """A corrected result of a closed match. Omitted fields stay unchanged."""

    reason: Reason
    winners: Annotated[list[SeatNumber] | None, Field(max_length=100)] = None
    nobody: bool = False
    scores: Annotated[
        list[Annotated[int, Field(ge=-1_000_000_000, le=1_000_000_000)]] | None, Field(max_length=100)
    ] = None
    played: Day = ""
    future: Future = False


class NewReinstatement(Command):
    """A void match to reinstate."""

    reason: Reason


Facts = Annotated[
    list[Line],
    Field(max_length=200, description="`move PIECE N FROM TO`, `turn ZONE FACE TO N` or `set KEY VALUE` each."),
]


class NewRuling(Command):
    """A judge's ruling."""

    facts: Facts = []
    clause: Annotated[Line, Field(min_length=1)]
    reason: Annotated[Text, Field(min_length=1)]
    replaces: Annotated[int | None, Field(ge=0, le=1_000_000)] = None


class ConsideredRuling(Body):
    """A ruling to preview."""

    facts: Facts = []
    replaces: Annotated[int | None, Field(ge=0, le=1_000_000)] = None


class Settlement(Body):
    """The decision on one difference between two logs."""

    difference: Annotated[int, Field(ge=1, le=1_000_000)]
    take: Literal["first", "second", "both", "neither"]


class NewReading(Body):
    """Two logs of a match to merge into a new match."""

    command_id: CommandId
    other: Annotated[str, Field(alias="with", pattern=r"^[0-9A-Za-z_-]{1,64}$", description="The other log.")]
    takes: Annotated[list[Settlement], Field(max_length=1000)] = []
    reason: Text = ""


class NewMissed(Command):
    """Moves that were not recorded."""

    facts: Facts = []
    moves: Annotated[int, Field(ge=1, le=10_000)]
    reason: Text = ""


class Closing(Command):
    """A match to close."""

    abandoned: bool = False


class ResultAnswer(Command):
    """A seat's answer to the result of a finished match."""

    right: Annotated[bool, Field(description="Whether the result is right; all seats together close the match.")]


HOLDER = r"^(judge|seat:[1-9][0-9]?)$"
Holder = Annotated[str, Field(pattern=HOLDER, description="Who signs: `seat:2`, or `judge`.")]
PublicKey = Annotated[str, Field(pattern=r"^[A-Za-z0-9+/]{43}=$", description="Ed25519, 32 bytes in base64.")]
Signed = Annotated[str, Field(pattern=r"^[A-Za-z0-9+/]{86}==$", description="64 bytes in base64.")]


class NewKey(Body):
    """A key created on the holder's device. The private key stays there."""

    holder: Holder
    key: PublicKey
    proof: Annotated[Signed, Field(description="The key's own signature under the enrolment; see `BUNDLE.md`.")]


class Signature(Body):
    """A signature of the result; `key` and `signature` are set if it was made on the holder's device."""

    holder: Holder
    key: PublicKey | Literal[""] = ""
    signature: Signed | Literal[""] = ""


class NewPass(Body):
    """A pass to create."""

    role: Literal["organiser", "recorder", "seat", "judge", "spectator"]
    match: Annotated[str | None, Field(pattern=r"^[0-9A-Za-z_-]{1,64}$")] = None
    seat: SeatNumber | None = None
    label: Line = ""
    days: Annotated[float | None, Field(gt=0, le=3660)] = 30


class NewPin(Body):
    """The seat that gets a new PIN; without `seat`, the recorder's chair."""

    seat: SeatNumber | None = None


class Chair(Body):
    """The seat to take with a PIN; without `seat`, the recorder's chair."""

    pin: Annotated[str, Field(pattern=r"^[0-9]{6}$")]
    seat: SeatNumber | None = None


Hex = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Contribution(Body):
    """A seat's contribution to the shuffle: first the commitment, later the number itself."""

    seat: SeatNumber
    commitment: Annotated[Hex | None, Field(description="First: SHA-256 of five lines; see BUNDLE.md.")] = None
    nonce: Annotated[Hex | None, Field(description="Once all have committed: the 32 random bytes.")] = None


class BeaconRound(Body):
    """A round of the drand beacon, as returned by its API."""

    round: Annotated[int, Field(ge=1, le=10**12)]
    randomness: Hex
    signature: Annotated[str, Field(pattern=r"^([0-9a-f]{96}){1,2}$")]


class NewHook(Body):
    """A web hook to add."""

    address: Annotated[str, Field(max_length=2000, description="Where messages are posted, over https.")]
    tournament: Annotated[str, Field(pattern=r"^[0-9A-Za-z_-]{0,64}$", description="Empty: all that happens.")] = ""
    template: Literal["json", "discord", "slack"] = "json"
    names: Annotated[bool, Field(description="Name people in matches outside tournaments.")] = False
    language: Literal["en", "de", "it", "pt"] = "en"


HookId = Annotated[str, Path(pattern=r"^[0-9a-f]{8}$")]
