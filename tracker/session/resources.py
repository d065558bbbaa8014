"""The two figures of a resource on a sheet: the current value and the maximum (R1-050, R2-043)."""

from collections.abc import Collection, Iterator, Mapping

from msgspec.structs import replace

from tracker.rules.game_system import GameSystem
from tracker.rules.glance import Gauge, Need, Tone
from tracker.rules.refusal import Refusal
from tracker.rules.system import Sheet
from tracker.session.schema import within_bounds
from tracker.session.state import Session


def full_resources(game: GameSystem, sheet: Sheet, names: Collection[str]) -> Sheet:
    """Fill these resources of a sheet to their maximum."""
    gauges = [each for each in _resources(game) if each.current in names]
    return _with_figures(sheet, {each.current: getattr(sheet, each.maximum) for each in gauges})


def fill_missing_figure(
    game: GameSystem,
    sheet: Sheet,
    given: Collection[str],
    *,
    copied: bool = False,
    besides: Collection[Sheet] = (),
) -> Sheet:
    """Fill in the figure of a resource that the given fields of a new creature leave open.

    It becomes equal to the given one. A copy keeps its maximum, and so does a resource that does not start
    full, unless the given current value is higher. Resources with a maximum on a sheet `besides` stay.
    """
    maxima = {}
    open_resources = [
        each for each in _resources(game) if not any(getattr(other, each.maximum) for other in besides)
    ]
    for each in open_resources:
        current, maximum = getattr(sheet, each.current), getattr(sheet, each.maximum)
        least = 0 if each.starts_full and not copied else maximum
        if each.current in given and each.maximum not in given and current > least:
            maxima[each.maximum] = current
    missing = [
        each.current
        for each in open_resources
        if each.starts_full and each.maximum in given and each.current not in given
    ]
    return full_resources(game, _with_figures(sheet, maxima), missing)


def require_within_bounds(game: GameSystem, sheet: Sheet, given: Collection[str]) -> Sheet:
    """Bring a sheet within its bounds; refuses a typed value above its maximum."""
    for each in _resources(game):
        current, maximum = getattr(sheet, each.current), getattr(sheet, each.maximum)
        if each.current in given and current > maximum:
            raise Refusal(
                "above_maximum", field=each.current, value=current, maximum=each.maximum, most=maximum
            )
    bounded_sheet: Sheet = within_bounds(sheet)
    return bounded_sheet


def _resources(game: GameSystem) -> Iterator[Gauge]:
    return (each for each in game.gauges if each.maximum)


def _with_figures(sheet: Sheet, figures: Mapping[str, int]) -> Sheet:
    return replace(sheet, **figures)  # type: ignore[type-var]  # every system's sheet is a struct


def needs_of_party(session: Session) -> Iterator[tuple[Need, str]]:
    """Yield each need of each member of the party, with the member's id."""
    context = session.rules_context()
    for who in session.party():
        for need in session.game.needs(context, who):
            yield need, who


def shared_needs(session: Session) -> Iterator[tuple[Need, tuple[str, ...]]]:
    """Yield the needs of the party by kind, each with all who have waited equally long.

    Its tone is the worst among those who share it.
    """
    waits = [(replace(need, weighs=Tone.PLAIN), who, need.weighs) for need, who in needs_of_party(session)]
    kinds = list(dict.fromkeys(need.id for need, _who, _tone in waits))
    needs = dict.fromkeys(need for need, _who, _tone in waits)
    for need in sorted(needs, key=lambda need: kinds.index(need.id)):
        sharing = {who: tone for other, who, tone in waits if other == need}
        yield replace(need, weighs=max(sharing.values(), key=[*Tone].index)), tuple(sharing)
