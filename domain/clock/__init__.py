"""The clock of a match, as pure state: the time that each seat was granted, and the time it has used."""
