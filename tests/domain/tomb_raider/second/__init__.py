"""A second, independent reading of Tomb Raider's manual; see README.md."""
