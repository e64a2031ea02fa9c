"""The tournament aggregate: plan, events, entrants and rounds."""
