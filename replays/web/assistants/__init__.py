"""AI assistants by the Model Context Protocol, which read and record on behalf of a person."""
