"""The `tournament` commands."""
