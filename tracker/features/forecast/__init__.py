"""The forecast: a fight of now or of the past, played many times by the rules.

The games decide what a blow does (`tracker/rules/blow.py`), and the dice how they fall.
"""

from tracker.feature import (
    Answers,
    AtMoment,
    CarriedOut,
    Command,
    Context,
    Feature,
    Keys,
    Lines,
    Moment,
    OrderAnswer,
    Orders,
    Page,
    Past,
    Played,
    Player,
    Preview,
)


def _lines() -> Lines:
    from tracker.features.forecast.lines import LINES

    return LINES


def _keys() -> Keys:
    from tracker.features.forecast.keys import KEYS

    return KEYS


def _foreseen(command: Command, context: Context) -> Preview:
    from tracker.features.forecast.commands import foreseen

    return foreseen(command, context)


def _at_table(player: Player, command: Command) -> Played:
    from tracker.features.forecast.screens import show_forecast

    show_forecast(player, command)
    return None


def _in_shell(orders: Orders, command: Command) -> OrderAnswer:
    from tracker.features.forecast.reply import answer_forecast

    return answer_forecast(orders, command)


def _answers() -> Answers:
    from tracker.features.forecast.wording import ForecastAnswer

    return (ForecastAnswer,)


def _find(moment: Moment) -> str:
    _history, event, session = moment
    return event.id if session.fight is not None else ""


def _page(past: Past, at: str) -> Page:
    from tracker.features.forecast.screens import forecast_page

    return forecast_page(past.session_then(at))


FORECAST = Feature(
    id="forecast",
    lines=_lines,
    keys=_keys,
    carries=CarriedOut(_foreseen, _at_table, _in_shell, _answers),
    at_moment=AtMoment(_find, _page),
)
