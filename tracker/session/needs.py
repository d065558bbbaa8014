"""What the party goes without, together where it is for as long."""

from collections.abc import Iterator

from tracker.rules.glance import Need
from tracker.session.state import Session


def needs_of_party(session: Session) -> Iterator[tuple[Need, str]]:
    """Yield each need of each of the party, with who has it."""
    table = session.table()
    for who in session.party():
        for need in session.game.needs(table, who):
            yield need, who


def shared_needs(session: Session) -> Iterator[tuple[Need, tuple[str, ...]]]:
    """Yield what the party needs, one kind after the other, each with all who have waited for it as long."""
    waits = list(needs_of_party(session))
    kinds = list(dict.fromkeys(need.id for need, _who in waits))
    for need in sorted(dict.fromkeys(need for need, _who in waits), key=lambda need: kinds.index(need.id)):
        yield need, tuple(who for other, who in waits if other == need)
