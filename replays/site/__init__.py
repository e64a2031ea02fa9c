"""A club's own static site: what its organiser publishes, as files for any web space."""
