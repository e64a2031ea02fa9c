"""The clock of a match, as pure state: what a time control grants, and what each seat has used of it."""
