"""The acts that Horror offers to a GM, by their ids."""

from collections.abc import Mapping

from tracker.rules.body import DYING_ACTS, needs_acts
from tracker.rules.games.horror.acts import harming, minding, rolling
from tracker.rules.system import Act

ACTS: Mapping[str, Act] = {
    act.id: act for act in (*rolling.ACTS, *harming.ACTS, *minding.ACTS, *needs_acts(), *DYING_ACTS)
}
