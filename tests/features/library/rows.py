"""The lines and the key of the library that are tried with all others."""

BOTH = (("biblioteca goblin 1", "library goblin 1", "library"),)
KEYS = (("1", "g b", "Picker", "Biblioteca"),)
