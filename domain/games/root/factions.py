"""The tables of factions and of other abilities; see `abilities.py`."""

from __future__ import annotations

from tablescribe.domain.games.root.abilities import Abilities, Faction
from tablescribe.domain.games.root.rules import (
    alliance,
    battle_cards,
    cards,
    corvids,
    dominance,
    duchy,
    evening,
    exiles,
    eyrie,
    hirelings,
    hundreds,
    keepers,
    landmarks,
    lizards,
    marquise,
    riverfolk,
    vagabond,
)

FACTIONS: tuple[Faction, ...] = (
    marquise.FACTION, eyrie.FACTION, alliance.FACTION, vagabond.FACTION, vagabond.SECOND, lizards.FACTION,
    riverfolk.FACTION, duchy.FACTION, corvids.FACTION, hundreds.FACTION, keepers.FACTION,
)  # fmt: skip

OTHERS: tuple[Abilities, ...] = (
    dominance.ABILITIES, hirelings.ABILITIES, landmarks.ABILITIES, evening.ABILITIES, cards.ABILITIES,
    exiles.ABILITIES, battle_cards.ABILITIES,
)  # fmt: skip
