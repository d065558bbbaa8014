"""The games of this repository, one package each."""
