"""Home, the table and its tabs, and the dialogs, which answer with a value."""
