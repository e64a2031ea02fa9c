"""Translatable sentences, and escaping of untrusted text."""
