"""The acts that Chronicle offers to a GM, by their ids."""

from collections.abc import Mapping

from tracker.rules.games.chronicle.acts import (
    afflicting,
    attacking,
    harming,
    living,
    rolling,
    supplying,
    trapping,
)
from tracker.rules.system import Act

ACTS: Mapping[str, Act] = {
    act.id: act
    for act in (
        *rolling.ACTS,
        *harming.ACTS,
        *attacking.ACTS,
        *afflicting.ACTS,
        *supplying.ACTS,
        *living.ACTS,
        *trapping.ACTS,
    )
}
