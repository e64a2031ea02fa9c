"""A second, independent reading of Robinson's versus rules; see README.md."""
