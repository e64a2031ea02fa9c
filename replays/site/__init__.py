"""A club's own static site: what its organiser shows, as files for any web space."""
