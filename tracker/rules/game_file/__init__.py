"""A game, or house rules for one, that a GM writes as a TOML file: read, checked and compiled.

`source` reads the text with the line of every entry, `expression` the language of its formulas and dice, and
`reading` both into the typed values of `records`; `checking` finds what shows only in the whole. `figures`
makes the sheet and looks names up, `effects` plays what happens, `checks` throws dice and counts their odds,
`forecasting` counts what an attack does, and `compiled` makes a `GameSystem` of it all, with the words that
`vocabulary` gives. Nothing here is imported before a campaign needs it: `systems` asks for a game by the name
that `systems.ruled` has given to a text.
"""
