"""What a GM may ask for in Chronicle, in the order in which it is offered."""

from collections.abc import Mapping

from tracker.rules.chronicle.acts import afflicting, harming, living, rolling, supplying
from tracker.rules.system import Act

ACTS: Mapping[str, Act] = {
    act.id: act for act in (*rolling.ACTS, *harming.ACTS, *afflicting.ACTS, *supplying.ACTS, *living.ACTS)
}
