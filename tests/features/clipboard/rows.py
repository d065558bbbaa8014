"""The verb that copies, which plays nothing and is tried apart, and its key."""

APART = ("copy",)
KEYS = (("1", "y", "", "Esta terminal no deja que un programa escriba en su portapapeles"),)
