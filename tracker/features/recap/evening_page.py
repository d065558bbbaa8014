"""The story of evenings as one HTML page: prose, damage, dice and hours.

No scripts and nothing from elsewhere, so that it can be passed on as one file. Each picture is a table or
stands beside its figures: it reads without colours, on paper and aloud.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, groupby
from xml.etree.ElementTree import Element, SubElement, tostring

from tracker import web_style
from tracker.session.damage import Damage
from tracker.session.event import SECRET
from tracker.session.history import History
from tracker.session.recap import Evening, Fight, news_of
from tracker.session.tally import Falls, Total, tally
from tracker.session.text import stem_of
from tracker.wording import amounts
from tracker.wording.brief import brief_text
from tracker.wording.dates import hour_text
from tracker.wording.language import language
from tracker.wording.messages import say
from tracker.wording.recap import evening_date_text, fight_title, news_text, recap_paragraphs, recap_title
from tracker.wording.tally import distance_text, roller_text
from tracker.wording.template import join_names
from tracker.wording.words import say_in, words_of

MINUTE = 60
LONGEST = 160
"""Characters of an event in the list of hours."""
MOST_ROUNDS = 60
"""Rounds with a column of their own; the later ones share the last."""
DARKEST = 0.7
"""The opacity of the worst round: figures stay legible on it."""
BAR, HEIGHT = 6, 40
"""Width of a face's bar, and the height of the most frequent one, in pixels."""
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def evening_page(history: History, evenings: Sequence[Evening]) -> str:
    """Write the page of some evenings; several begin with a table of all."""
    title = history.session.title
    html = Element("html", lang=language())
    head = _add(html, "head")
    _add(head, "meta", charset="utf-8")
    _add(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
    _add(head, "meta", {"http-equiv": "Content-Security-Policy", "content": POLICY})
    _add(head, "title", text=title)
    _add(head, "style", text=web_style("evening.css").decode())
    body = _add(html, "body")
    _add(body, "h1", text=title)
    if len(evenings) > 1:
        _add_overview(body, evenings)
    for evening in evenings:
        _add_evening(body, evening, history)
    return f"<!DOCTYPE html>\n<!-- tracker -->\n{tostring(html, encoding='unicode', method='html')}"


def _add_overview(body: Element, evenings: Sequence[Evening]) -> None:
    """Add a line for each evening: who was there, its fights, the days that passed."""
    table = _add_table(body, say("recap.evenings"))
    _add_row(table, [*map(say, ("recap.evening", "recap.there", "recap.fights", "recap.days"))], tag="th")
    for evening in evenings:
        days = evening.seconds_passed / evening.ended.calendar.day_seconds
        row = _add(table, "tr")
        name = _add(row, "td")
        _add(name, "a", href=f"#{_anchor(evening)}", text=recap_title(evening))
        _add(row, "td", text=join_names(evening.party))
        _add(row, "td", {"class": "figure"}, text=str(len(evening.fights)))
        _add(row, "td", {"class": "figure"}, text=amounts.decimal(f"{days:.1f}"))


def _add_evening(body: Element, evening: Evening, history: History) -> None:
    _add(body, "h2", id=_anchor(evening), text=recap_title(evening))
    for paragraph in recap_paragraphs(evening):
        _add(body, "p", text=paragraph)
    for fight in evening.fights:
        _add_fight(body, fight, evening)
    _add_dice(body, evening, history)
    _add_hours(body, evening, history)


def _anchor(evening: Evening) -> str:
    return f"evening-{evening.number}"


# A fight: a table of who took damage, which is always known, and one of who dealt it.
def _add_fight(body: Element, fight: Fight, evening: Evening) -> None:
    if not fight.damage:
        return
    _add(body, "h3", text=fight_title(fight, evening.ended))
    folded = _fold_names(fight.damage)
    taken: _Rows = {}
    dealt: _Rows = {}
    for each in fight.damage:
        side = "party" if each.party else "foes"
        other = "foes" if each.party else "party"
        # How much a foe has lost is not for players.
        if each.party or not evening.players:
            _count(taken, (folded.get(each.who, each.who), side), each)
        _count(dealt, (_dealer_text(each, folded), other), each)
    if taken:
        _add_damage(body, say_in(words_of(evening.ended.system), "recap.damage_taken"), taken)
    if any(each.by or each.in_turn_of for each in fight.damage):
        _add_damage(body, say_in(words_of(evening.ended.system), "recap.damage_dealt"), dealt)


_Rows = dict[tuple[str, str], dict[int, int]]
"""Damage by round, of each name and side."""


def _fold_names(damage: Sequence[Damage]) -> Mapping[str, str]:
    """Give creatures that differ only in their number one name."""
    names = {each.who for each in damage if not each.party} | {
        name for each in damage if each.party for name in (each.by, each.in_turn_of) if name
    }
    stems: dict[str, list[str]] = {}
    for name in names:
        stems.setdefault(stem_of(name), []).append(name)
    return {name: f"{stem} ×{len(each)}" for stem, each in stems.items() if len(each) > 1 for name in each}


def _dealer_text(damage: Damage, folded: Mapping[str, str]) -> str:
    if damage.by:
        return folded.get(damage.by, damage.by)
    if damage.in_turn_of:
        return say("recap.in_turn_of", name=folded.get(damage.in_turn_of, damage.in_turn_of))
    return say("recap.by_nobody")


def _count(rows: _Rows, key: tuple[str, str], damage: Damage) -> None:
    rounds = rows.setdefault(key, {})
    number = min(damage.round, MOST_ROUNDS)
    rounds[number] = rounds.get(number, 0) + damage.amount


def _add_damage(body: Element, caption: str, rows: _Rows) -> None:
    """Add a table: a name, its bar and total, and a shaded figure for each round."""
    rounds = range(1, max(chain.from_iterable(rows.values())) + 1)
    most = max(sum(amounts_by_round.values()) for amounts_by_round in rows.values())
    worst = max(chain.from_iterable(each.values() for each in rows.values()))
    table = _add_table(body, caption)
    head = _add(table, "tr")
    for text in (say("exploration.who"), say("recap.total")):
        _add(head, "th", text=text)
    for number in rounds:
        name = f"{number}+" if number == MOST_ROUNDS else str(number)
        _add(head, "th", {"class": "figure", "title": say("round.number", round=number)}, text=name)
    for (name, side), by_round in sorted(rows.items(), key=lambda row: -sum(row[1].values())):
        total = sum(by_round.values())
        row = _add(table, "tr", {"class": side})
        _add(row, "th", scope="row", text=_short_name(name))
        cell = _add(row, "td")
        _add(cell, "i", {"class": "bar", "style": f"width:{max(2, round(90 * total / most))}px"})
        cell[-1].tail = str(total)
        for number in rounds:
            amount = by_round.get(number, 0)
            cell = _add(row, "td", {"class": "figure"}, text=str(amount) if amount else "·")
            if amount:
                share = f"{DARKEST * amount / worst:.0%}"
                cell.set("style", f"background:color-mix(in srgb,var(--side) {share},transparent)")


# Dice, a row for each person and size.
def _add_dice(body: Element, evening: Evening, history: History) -> None:
    party = set(evening.ended.party())
    events = [
        event
        for event in map(history.__getitem__, evening.events)
        if not (evening.players and any(fact.kind == SECRET for fact in event.facts))
    ]
    falls = {
        (whose, sides): each
        for (whose, sides), each in tally(events).falls.items()
        if each.count and (not evening.players or whose.who in party)
    }
    if not falls:
        return
    table = _add_table(body, say("recap.dice"))
    heads = (
        "exploration.who",
        "recap.fallen_dice",
        "recap.mean",
        "recap.expected",
        "recap.distance",
        "recap.faces",
    )
    _add_row(table, map(say, heads), tag="th")
    names = {whose: roller_text(whose, history) for whose, _sides in falls}
    for (whose, sides), each in sorted(falls.items(), key=lambda item: (names[item[0][0]], -item[0][1])):
        row = _add(table, "tr")
        _add(row, "th", scope="row", text=_short_name(names[whose]))
        figures = (
            f"{each.count}d{sides}",
            _mean_text(each.mean),
            _mean_text(each.mean_face),
            distance_text(Total.add_up([each])),
        )
        for figure in figures:
            _add(row, "td", {"class": "figure"}, text=figure)
        _add_bars(_add(row, "td"), each)


def _mean_text(mean: float) -> str:
    return amounts.decimal(f"{mean:.2f}")


def _add_bars(cell: Element, falls: Falls) -> None:
    """Draw a bar for each face of a small die, and how often a fair one falls as a dashed line."""
    if falls.sides > 20:
        return
    most, width = max(falls.faces.values()), BAR * falls.sides
    size = {"width": str(width), "height": str(HEIGHT), "viewBox": f"0 0 {width} {HEIGHT}"}
    text = ", ".join(f"{face} ×{count}" for face, count in sorted(falls.faces.items()))
    picture = _add(cell, "svg", {**size, "role": "img", "aria-label": text})
    for face, count in falls.faces.items():
        height = HEIGHT * count / most
        place = {"x": str(BAR * (face - 1)), "y": f"{HEIGHT - height:.1f}"}
        bar = _add(picture, "rect", {**place, "width": str(BAR - 1), "height": f"{height:.1f}"})
        _add(bar, "title", text=f"{face} ×{count}")
    level = f"{HEIGHT - HEIGHT * falls.count / falls.sides / most:.1f}"
    _add(picture, "line", x1="0", x2=str(width), y1=level, y2=level)


# Hours, as a list down the page for each day.
def _add_hours(body: Element, evening: Evening, history: History) -> None:
    entries = sorted(_hours(evening, history), key=lambda entry: entry[0])
    if not entries:
        return
    _add(body, "h3", text=say("recap.hours"))
    for day, entries_of_day in groupby(entries, lambda entry: evening_date_text(evening, entry[0])):
        _add(body, "h4", text=day)
        listing = _add(body, "dl")
        for elapsed, seconds, text in entries_of_day:
            _add(listing, "dt", text=hour_text(evening.ended, elapsed))
            _add(listing, "dd", text=text or say("recap.time_passes", time=amounts.roughly(seconds)))


def _hours(evening: Evening, history: History) -> Iterator[tuple[int, int, str]]:
    """Yield the moment, the duration and the words of each part of an evening."""
    for fight in evening.fights:
        yield fight.elapsed, fight.lasted, fight_title(fight, evening.ended)
    for passage in evening.passages:
        if not passage.event:
            yield passage.elapsed, passage.seconds, ""
            continue
        event = history[passage.event]
        if evening.players:
            text = news_text(news_of(event, history))
        else:
            text = brief_text(event, history, lambda text: len(text) <= LONGEST)
        if text or passage.seconds >= MINUTE:
            yield passage.elapsed, passage.seconds, text


def _short_name(name: str) -> str:
    """Cut a name in its middle: beginnings tell kinds apart, and ends tell numbers apart."""
    return name if len(name) <= 28 else f"{name[:17]}…{name[-10:]}"


# Elements.
def _add(
    parent: Element, tag: str, attributes: Mapping[str, str] | None = None, *, text: str = "", **more: str
) -> Element:
    element = SubElement(parent, tag, {**(attributes or {}), **more})
    element.text = text or None
    return element


def _add_table(parent: Element, caption: str) -> Element:
    table = _add(_add(parent, "div", {"class": "wide", "tabindex": "0"}), "table")
    _add(table, "caption", text=caption)
    return table


def _add_row(table: Element, texts: Sequence[str] | Iterator[str], tag: str = "td") -> None:
    row = _add(table, "tr")
    for text in texts:
        _add(row, tag, text=text)
