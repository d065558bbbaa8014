"""The two figures of a resource on a sheet: what is left of it, and its maximum (R1-050, R2-043)."""

from collections.abc import Collection, Iterator, Mapping

from msgspec.structs import replace

from tracker.rules.game_system import GameSystem
from tracker.rules.glance import Gauge, Need
from tracker.rules.refusal import Refusal
from tracker.rules.system import Sheet
from tracker.session.schema import within_bounds
from tracker.session.state import Session


def filled(game: GameSystem, sheet: Sheet, names: Collection[str]) -> Sheet:
    """Return a sheet whose resources of these names are at their maximum."""
    full = [each for each in _resources(game) if each.current in names]
    return _with(sheet, {each.current: getattr(sheet, each.maximum) for each in full})


def completed(game: GameSystem, sheet: Sheet, said: Collection[str], *, copied: bool = False) -> Sheet:
    """Return the sheet of somebody new of whom these fields were said: the figure left out is as the other.

    A copy keeps its maximum, unless more than that is said to be left.
    """
    most = {}
    for each in _resources(game):
        left, known = getattr(sheet, each.current), getattr(sheet, each.maximum)
        if each.current in said and each.maximum not in said and left > (known if copied else 0):
            most[each.maximum] = left
    unsaid = [each.current for each in _resources(game) if each.maximum in said and each.current not in said]
    return filled(game, _with(sheet, most), unsaid)


def bounded(game: GameSystem, sheet: Sheet, said: Collection[str]) -> Sheet:
    """Return a sheet within its bounds; refuses more of a resource than its maximum where that was said."""
    for each in _resources(game):
        left, most = getattr(sheet, each.current), getattr(sheet, each.maximum)
        if each.current in said and left > most:
            raise Refusal("above_maximum", field=each.current, value=left, maximum=each.maximum, most=most)
    within: Sheet = within_bounds(sheet)
    return within


def _resources(game: GameSystem) -> Iterator[Gauge]:
    return (each for each in game.gauges if each.maximum)


def _with(sheet: Sheet, figures: Mapping[str, int]) -> Sheet:
    return replace(sheet, **figures)  # type: ignore[type-var]  # every system's sheet is a struct


def needs_of_party(session: Session) -> Iterator[tuple[Need, str]]:
    """Yield each need of each of the party, with who has it."""
    table = session.rules_context()
    for who in session.party():
        for need in session.game.needs(table, who):
            yield need, who


def shared_needs(session: Session) -> Iterator[tuple[Need, tuple[str, ...]]]:
    """Yield what the party needs, one kind after the other, each with all who have waited for it as long."""
    waits = list(needs_of_party(session))
    kinds = list(dict.fromkeys(need.id for need, _who in waits))
    for need in sorted(dict.fromkeys(need for need, _who in waits), key=lambda need: kinds.index(need.id)):
        yield need, tuple(who for other, who in waits if other == need)
