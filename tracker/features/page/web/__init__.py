"""The players' page: a read-only view of the public part of a save, over HTTP. Needs the `web` extra."""
