"""The home of campaigns: the only code that knows TinyDB, files, journals and locks."""
