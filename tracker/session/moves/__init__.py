"""What a GM can do: each move is a pure function from a session, and some dice, to a deed."""
