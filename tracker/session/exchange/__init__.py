"""Elements as text: creatures and others in columns, stat blocks, pasted texts."""
