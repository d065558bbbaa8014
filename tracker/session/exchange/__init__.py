"""A creature or another element as text: in columns, as a stat block, pasted."""
