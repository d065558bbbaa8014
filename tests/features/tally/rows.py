"""The key of the tally that is tried with all others."""

KEYS = (("4", "m e", "PageScreen", "esperada 3,5"),)
