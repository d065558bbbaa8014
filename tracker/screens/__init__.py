"""What the GM does: home, the table and its tabs, and the dialogs that answer with a value."""
