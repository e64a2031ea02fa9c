"""Tables and steps as SVG, terminal text and film."""
