"""The table: pieces in zones, kept values, the three facts, and how a table is drawn."""
