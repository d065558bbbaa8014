"""The games of this repository, one package each."""

SYSTEMS = ("chronicle", "horror", "percentile", "margin")
"""Their keys: the names of the packages, in the order in which a GM is offered them."""
