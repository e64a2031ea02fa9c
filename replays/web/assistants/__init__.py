"""Assistants by the Model Context Protocol: an assistant that people talk to looks things up and records for them."""
