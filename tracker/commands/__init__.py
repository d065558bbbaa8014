"""The typed language of the `:` line and of `tracker do`: text to move."""
