"""Cases of Root's rules: glossary."""
