"""The key of the players' page that is tried with all others."""

KEYS = (("1", "g m", "WebPageDialog", "Página de los jugadores"),)
