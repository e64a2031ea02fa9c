"""Sentences with slots, and how text from people is shown."""
