"""A game at the table as one immutable value, and the events that fold into it."""
