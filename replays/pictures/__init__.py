"""Draw tables and steps as SVG, in a terminal and as film."""
