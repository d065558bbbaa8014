"""Chronicle, as a rule book."""
