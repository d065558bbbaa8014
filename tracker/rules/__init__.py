"""The rules of the games: pure functions over values, without a chance, clock, file or print of their own."""
