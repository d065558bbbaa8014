"""The rules, as a rule book."""
