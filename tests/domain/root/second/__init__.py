"""A second, independent reading of section 16 of the Law of Root; see README.md."""
