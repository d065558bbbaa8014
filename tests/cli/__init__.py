"""The shell of the tracker: its verbs, its answers, its exit codes."""
