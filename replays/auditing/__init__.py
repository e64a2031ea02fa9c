"""Audit a match: decide every move again and report what differs from the record."""
