"""Rule numbers for look-ups: setup cards by faction, hireling cards by owner and moment."""

from __future__ import annotations

from tablescribe.domain.games.root.pieces import (
    ALLIANCE,
    CORVIDS,
    DUCHY,
    EYRIE,
    HUNDREDS,
    KEEPERS,
    LIZARDS,
    MARQUISE,
    RIVERFOLK,
    VAGABOND,
    VAGABOND2,
)

SETUP_CARDS = {
    MARQUISE: "RO-A-C", EYRIE: "RO-A-E", ALLIANCE: "RO-A-A", VAGABOND: "RO-A-V", VAGABOND2: "RO-A-V", LIZARDS: "RO-A-L",
    RIVERFOLK: "RO-A-O", DUCHY: "RO-A-D", CORVIDS: "RO-A-P", HUNDREDS: "RO-A-H", KEEPERS: "RO-A-K",
}  # fmt: skip
"""The rule of each faction's setup card. Both Vagabonds have the same."""

HIRELING_CARDS = {
    "patrol": {"SET": "RO-H-PATROL-SET", "D": "RO-H-PATROL-D"},
    "dynasty": {"SET": "RO-H-DYNASTY-SET", "D": "RO-H-DYNASTY-D"},
    "uprising": {"SET": "RO-H-UPRISING-SET", "H": "RO-H-UPRISING-H", "B": "RO-H-UPRISING-B"},
    "exile": {"SET": "RO-H-EXILE-SET", "D": "RO-H-EXILE-D"},
    "flame": {"SET": "RO-H-FLAME-SET", "H": "RO-H-FLAME-H", "B": "RO-H-FLAME-B"},
    "vault": {"SET": "RO-H-VAULT-SET", "H": "RO-H-VAULT-H", "D": "RO-H-VAULT-D"},
    "band": {"SET": "RO-H-BAND-SET", "H": "RO-H-BAND-H", "D": "RO-H-BAND-D"},
    "flotilla": {"SET": "RO-H-FLOTILLA-SET", "B": "RO-H-FLOTILLA-B"},
    "prophets": {"SET": "RO-H-PROPHETS-SET", "H": "RO-H-PROPHETS-H", "D": "RO-H-PROPHETS-D"},
    "bandits": {"SET": "RO-H-BANDITS-SET", "D": "RO-H-BANDITS-D"},
    "expedition": {"SET": "RO-H-EXPEDITION-SET", "D": "RO-H-EXPEDITION-D"},
    "spies": {"SET": "RO-H-SPIES-SET", "D": "RO-H-SPIES-D"},
    "protector": {"SET": "RO-H-PROTECTOR-SET", "B": "RO-H-PROTECTOR-B"},
}
"""The rules of promoted hirelings, by moment: set-up (SET), when hired (H), in Birdsong (B), in Daylight (D)."""
