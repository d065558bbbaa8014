"""`tracker watch`: the public part of a save on a screen, in lines, as objects, or as a page."""
