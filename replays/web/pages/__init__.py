"""The HTML pages of matches."""
