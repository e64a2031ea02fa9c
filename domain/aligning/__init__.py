"""Alignment and merging of two logs of one match, recorded by different people: see README.md."""
