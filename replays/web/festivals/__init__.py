"""Pages and API of festivals: several tournaments of one event."""
