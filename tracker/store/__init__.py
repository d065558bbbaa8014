"""Where campaigns live: the only code that knows TinyDB, files, journals and locks."""
