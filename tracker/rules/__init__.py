"""The rules of the games: pure functions over values, standard library only."""
