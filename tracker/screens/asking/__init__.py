"""Questions of the table: each opens a dialog and plays the line or the choice that it answers."""
