"""A keyboard-driven session tracker for game masters."""
