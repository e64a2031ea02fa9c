"""Tournaments as data and in words, and their audit."""
