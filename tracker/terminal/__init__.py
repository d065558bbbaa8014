"""How the program talks to the terminal: keys in order, changed cells, the cursor, signals.

Only the apps and the shell know this package. `TRACKER_PLAIN_TERMINAL=1` leaves keys and frames to Textual.
"""
