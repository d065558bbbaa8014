"""Every order on a creature in every state, read by every reader, in every game."""
