"""Orders of the GM's own tables, and of the moments that only the GM can tell."""

from tracker.commands.matching import only, plain
from tracker.commands.order import Order
from tracker.commands.reading import Reader
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal
from tracker.session.moves import tables
from tracker.session.text import clean


def keep(reader: Reader) -> Order:
    """Read `tabla NOMBRE DADOS 1-2: lobos; 3: nada`; a table that the rules ask for goes by its own name."""
    name, expression, rows = reader.take("NOMBRE"), reader.take("DADOS"), tables.read_rows(reader.rest())
    key = only(name, _wanted(reader)) or plain(name).replace("/", "-")[:NAME_LENGTH]
    return Order(
        "table",
        lambda history, roll, fresh: tables.keep_table(history.session, key, name, expression, rows),
    )


def drop(reader: Reader) -> Order:
    """Read `borratabla NOMBRE`."""
    key = _key(reader)
    return Order("drop_table", lambda history, roll, fresh: tables.drop_table(history.session, key))


def consult(reader: Reader) -> Order:
    """Read `consulta TABLA`."""
    key = _key(reader)
    return Order("consult", lambda history, roll, fresh: tables.consult(history.session, key, roll))


def reach(reader: Reader) -> Order:
    """Read `llega MOMENTO`: the end of a session, of a scenario."""
    words = reader.words.terms
    known = {words.get(f"occasion.{each}", each): each for each in reader.session.game.occasions}
    word = reader.rest()
    occasion = only(word, known | {each: each for each in known.values()})
    if occasion is None:
        raise Refusal("unknown_occasion", name=clean(word, NAME_LENGTH), known=", ".join(known) or "—")
    return Order("reach", lambda history, roll, fresh: tables.reach(history.session, occasion))


def _wanted(reader: Reader) -> dict[str, str]:
    """Return the tables that the rules leave to the GM, by their words."""
    words = reader.words.terms
    return {words.get(f"table.{each}", each): each for each in reader.session.game.tables}


def _key(reader: Reader) -> str:
    known = {table.name: key for key, table in reader.session.tables.items()}
    word = reader.rest()
    key = only(word, known)
    if key is None:
        raise Refusal("unknown_table", name=clean(word, NAME_LENGTH), known=", ".join(known) or "—")
    return key
