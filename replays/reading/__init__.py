"""Reading a match: its table at any move, what each viewer may see, and words in the reader's language."""
