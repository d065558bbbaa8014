"""Statistics of the dice in words: who rolled, and how far from fair dice."""

from tracker.session.history import History
from tracker.session.tally import Total, Whose
from tracker.wording import amounts
from tracker.wording.messages import say


def roller_text(whose: Whose, history: History) -> str:
    return history.names.get(whose.who, whose.who) if whose.who else say("tally.gm", gm=whose.gm)


def distance_text(total: Total) -> str:
    """Write how many standard errors a sum is above (+) or below (-) the expected one."""
    if total.distance is None:
        return say("tally.few")
    rounded = round(total.distance, 1)
    figure = f"{rounded:+.1f}" if rounded else "0.0"
    return say("tally.distance", distance=amounts.decimal(figure))
