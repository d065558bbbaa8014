"""A fifth game, installed beside the tracker as anybody's would be, and played without touching it."""
