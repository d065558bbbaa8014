"""Actions of the GM on the screens, and their results in the session and the save."""
