"""The acts that Percentile offers to a GM, by their ids."""

from collections.abc import Mapping

from tracker.rules.body import DYING_ACTS, needs_acts
from tracker.rules.games.percentile.acts import harming, learning, rolling, staging
from tracker.rules.system import Act

ACTS: Mapping[str, Act] = {
    act.id: act
    for act in (
        *rolling.ACTS,
        *harming.ACTS,
        *learning.ACTS,
        *staging.ACTS,
        *needs_acts(),
        *DYING_ACTS,
    )
}
