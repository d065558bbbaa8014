"""Input and output of the terminal: keys in order, changed cells, the cursor, signals.

Only the two apps, and the shell verbs that start them, import this package. `TRACKER_PLAIN_TERMINAL=1` leaves
keys and frames to Textual.
"""
