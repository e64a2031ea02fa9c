"""The table: pieces in zones, values, the three facts that change them, and drawings of the table."""
