"""Bundles: written, redacted and verified."""
