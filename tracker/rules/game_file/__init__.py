"""A game, or house rules for one, that a GM writes as a TOML file: read, checked and compiled.

`source` reads the text with the line of every entry, `expression` the language of its formulas and dice, and
`reading` both into the typed values of `records`; `checking` finds faults that show only in the whole file.
`figures` makes the sheet and looks names up, `effects` applies effects, `checks` rolls dice and counts their
odds, `forecasting` computes what an attack does, and `compiled` makes a `GameSystem` of it all, with words
from `vocabulary`. Nothing here is imported before a campaign needs it: `systems` asks for a game by the name
that `systems.register_rules` has given to a text.
"""
