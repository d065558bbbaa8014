"""`tracker watch`: the public part of a save on a screen, in lines, as JSON, or as a page."""
