"""The words of the games of this repository, one package each."""
