"""Two logs of one match, each written by another person, aligned by what they say: see README.md."""
