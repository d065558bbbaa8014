"""The acts that Margin offers to a GM, by their ids."""

from collections.abc import Mapping

from tracker.rules.body import needs_acts
from tracker.rules.games.margin.acts import enduring, helping, lasting, rolling
from tracker.rules.system import Act

ACTS: Mapping[str, Act] = {
    act.id: act for act in (*rolling.ACTS, *helping.ACTS, *enduring.ACTS, *lasting.ACTS, *needs_acts())
}
