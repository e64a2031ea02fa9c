"""Cases of Root's rules: vagabond."""
