"""Margin: d20 under a characteristic, and by how much (document 004)."""
