"""TinyDB over the file of a save, with string ids. Adding events reads nothing again."""

from collections import ChainMap
from collections.abc import Callable
from typing import Any, NoReturn

from tinydb import TinyDB
from tinydb.table import Document, Table

from tracker.store.event_line import Entries
from tracker.store.save_format import EVENTS


class EventTable(Table):
    """A table whose documents carry their own id."""

    document_id_class = str  # type: ignore[assignment]  # TinyDB's annotation says int, its code any class

    def _update_table(self, updater: Callable[[dict[Any, Any]], None]) -> None:
        """Write the added documents without reading those of the table, which may be thousands."""
        added: dict[Any, Any] = {}
        updater(ChainMap(added, self._read_table()))  # type: ignore[arg-type]  # it only looks and adds
        self._storage.write({EVENTS: added})
        self.clear_cache()

    def _get_next_id(self) -> NoReturn:
        raise TypeError("an event carries its own id")


class EventDatabase(TinyDB):
    """A TinyDB of events, over a storage with the two methods of TinyDB's own."""

    table_class = EventTable

    def __init__(self, storage: object) -> None:
        super().__init__(storage=lambda: storage)

    def insert_events(self, entries: Entries) -> None:
        """Insert events under their own ids: all of them, or none if the save cannot be written."""
        self.table(EVENTS).insert_multiple(
            Document(entry.document, doc_id=event_id)  # type: ignore[arg-type]  # any class of id will do
            for event_id, entry in entries.items()
        )
