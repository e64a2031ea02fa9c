"""Commands at the table: new, play, move, record, undo, box."""
