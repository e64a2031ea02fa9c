"""The audit: every move decided again, and what it found."""
