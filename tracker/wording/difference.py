"""The effect of an undo in words: the differences between two sessions that a GM would notice."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from tracker.rules.sheet_field import FieldKind, SheetField
from tracker.session.change import Change, How, diff
from tracker.session.history import History
from tracker.session.holdings import coin_label
from tracker.session.moves.almanac import name_of
from tracker.session.moves.progress import label
from tracker.session.state import Session
from tracker.wording import amounts
from tracker.wording.clock import unit_text
from tracker.wording.glance import value_text
from tracker.wording.messages import say
from tracker.wording.words import Words, term, words_of


def difference(history: History, after: Session) -> list[str]:
    """Return a short line for each difference: `Lía: Salud +5`; one for creatures that change alike."""
    before = history.session
    words = words_of(before.system)
    changes = diff(before, after)
    whose: dict[str, dict[str, None]] = {}
    for change in changes:
        text = _change_text(change, before, after, history, words)
        names = whose.setdefault(text, {})
        if change.path[0] == "creatures" and len(change.path) > len(("creatures", "who")):
            names[history.names.get(change.path[1], change.path[1])] = None
    whose.pop("", None)
    lines = [f"{', '.join(names)}: {text}" if names else text for text, names in whose.items()]
    return list(dict.fromkeys([*lines, *_pending_text(changes)]))


def _change_text(change: Change, before: Session, after: Session, history: History, words: Words) -> str:
    match change.path:
        case ("creatures", who, *rest):
            text = _creature_text(who, rest, change, history, words)
        case ("supplies", key, *rest):
            supply = after.supplies.get(key) or before.supplies[key]
            owner = f"{history.names.get(supply.owner)} · " if supply.owner else ""
            text = _about(f"{owner}{supply.name}: ", _supply_change(rest, change))
        case ("encounters", _key, "combatants", who) if who in before.creatures and who in after.creatures:
            text = _combatant_text(who, change, history)
        case ("encounters", _key, *rest):
            text = _encounter_change(rest, change, history)
        case ("scene", *rest):
            text = _scene_change(rest, change, history, words)
        case ("effects", key):
            text = _effect_text(key, change, before, after, history)
        case ("heap" | "things" | "coins" | "weights", *_rest):
            text = _goods_change(change, before, after, history)
        case _:
            text = _road_text(change, before, after)
    return text


def _road_text(change: Change, before: Session, after: Session) -> str:
    """Return the change of the clock, of travel, and of the GM's own settings for both."""
    text = ""
    match change.path:
        case ("elapsed",):
            text = say("difference.clock", time=_signed(change.value))
        case ("calendar", *_rest):
            text = say("difference.calendar_as_before")
        case ("weather", *_rest):
            text = say("difference.weather_as_before")
        case ("travelled", unit):
            behind = after.travelled.get(unit, 0) - before.travelled.get(unit, 0)
            text = say("difference.travel", count=f"{behind:+}", unit=unit_text(after, behind, unit))
        case ("paces", key, *rest):
            pace = after.paces.get(key) or before.paces[key]
            text = say("difference.pace", name=pace.name) + _written_change(rest, change)
        case ("progress", key, "filled"):
            text = f"{label(after, after.progress.get(key) or before.progress[key])} {change.value:+}"
        case ("progress", key, *rest):
            clock = after.progress.get(key) or before.progress[key]
            text = say("difference.clock_2", name=label(before, clock)) + _written_change(rest, change)
        case _:
            text = _kept_text(change, before, after)
    return text


def _kept_text(change: Change, before: Session, after: Session) -> str:
    """Return the change of what the GM has written: dates, the notebook, tables."""
    text = ""
    match change.path:
        case ("moons" | "feasts" | "appointments" as kind, key, *rest):
            named = getattr(after, kind).get(key) or getattr(before, kind)[key]
            text = f"{name_of(named)}: " + _written_change(rest, change)
        case ("notebook", key, *rest):
            entry = after.notebook.get(key) or before.notebook[key]
            text = say("difference.notebook", name=entry.name) + _written_change(rest, change)
        case ("tables", key, *rest):
            table = after.tables.get(key) or before.tables[key]
            text = say("difference.table", name=table.name) + _written_change(rest, change)
    return text


def _pending_text(changes: Iterable[Change]) -> Iterator[str]:
    """Yield the number of rolls that are pending again, and of those that no longer are."""
    waiting = Counter(change.how for change in changes if change.path[0] == "pending")
    if back := waiting[How.NEW]:
        text = "difference.pending_rolls_come_back"
        yield say(text, count=back)
    if gone := waiting[How.GONE]:
        yield say("difference.pending_rolls_less", count=gone)


def _effect_text(key: str, change: Change, before: Session, after: Session, history: History) -> str:
    comes_back = change.how is How.NEW
    effect = (after if comes_back else before).effects[key]
    name = term(words_of(before.system), "condition", effect.condition) if effect.condition else effect.name
    return f"{history.names.get(effect.who, '')}: {'+' if comes_back else '−'} {name}"


def _written_change(rest: list[str], change: Change) -> str:
    if rest:
        return say("difference.as_before")
    return say("difference.comes_back") if change.how is How.NEW else say("difference.disappears")


def _creature_text(who: str, rest: list[str], change: Change, history: History, words: Words) -> str:
    """Return what becomes of a creature; what changes on it is said without its name."""
    if rest:
        return _creature_change(rest, change, history, words)
    sentence = "difference.comes_back_2" if change.how is How.NEW else "difference.goes"
    return say(sentence, name=history.names.get(who, who))


def _about(lead: str, text: str) -> str:
    return lead + text if text else ""


def _signed(seconds: Any) -> str:
    text = amounts.duration(seconds)
    return text if seconds < 0 else f"+{text}"


def _creature_change(rest: list[str], change: Change, history: History, words: Words) -> str:
    match rest:
        case ["purse", coin]:
            return f"{term(words, 'coin', coin_label(history.session, coin))} {change.value:+}"
        case ["sheet", name] if change.how is How.BY:
            return f"{_named(words, ('gauge', 'field'), name)} {change.value:+}"
        case ["sheet", name]:
            return _field_change(history.session.game.fields, name, change, words)
        case ["sheet", _collection, key]:
            sign = "+" if change.how is How.NEW else "−"
            return f"{sign} {history.names.get(key) or _named(words, ('condition', 'attribute'), key)}"
        case ["sheet", _collection, key, part]:
            name = term(words, "field", f"{key}_{part}")
            if name == f"{key}_{part}":
                name = _named(words, ("attribute", "condition"), key)
            return f"{name} {change.value:+}" if change.how is How.BY else f"{name} → {change.value}"
        case _:
            return ""


def _scene_change(rest: list[str], change: Change, history: History, words: Words) -> str:
    """Return the change of a value that the game keeps for the whole table."""
    match rest:
        case [name]:
            return _field_change(history.session.game.scene_fields, name, change, words)
        case [collection, key]:
            sign = "+" if change.how is How.NEW else "−"
            return f"{history.names.get(key, key)}: {sign} {term(words, 'scene', collection)}"
        case [_collection, key, part] if change.how is How.BY and words.has("field", part):
            return f"{history.names.get(key, key)}: {term(words, 'field', part)} {change.value:+}"
        case _:
            return ""


def _field_change(fields: tuple[SheetField, ...], name: str, change: Change, words: Words) -> str:
    """Return the change of a line of the sheet or of a mark on it; other values are internal to the rules."""
    field = next((each for each in fields if each.path == (name,)), None)
    if field is not None:
        return f"{term(words, 'field', name)} → {value_text(field, _written(field, change.value), words)}"
    if words.has("badge", name) and isinstance(change.value, bool):
        return f"{'+' if change.value else '−'} {term(words, 'badge', name)}"
    return ""


def _written(field: SheetField, value: Any) -> str:
    """Return a saved value as the sheet shows it."""
    if isinstance(value, list):
        return ", ".join(value) or "-"
    if field.kind is FieldKind.DIE:
        return f"d{value}" if value else "-"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _named(words: Words, spaces: tuple[str, ...], name: str) -> str:
    for space in spaces:
        if words.has(space, name):
            return term(words, space, name)
    return name


def _supply_change(rest: list[str], change: Change) -> str:
    match rest:
        case []:
            return say("difference.comes_back") if change.how is How.NEW else say("difference.disappears")
        case ["die"]:
            return f"d{change.value}"
        case ["active"]:
            return say("difference.in_use") if change.value else say("difference.out_of_use")
        case _:
            return ""


def _goods_change(change: Change, before: Session, after: Session, history: History) -> str:
    """Return the change of the heap, of a thing, or of the campaign's coins and weights."""
    text = ""
    match change.path:
        case ("heap", _part, coin):
            name = term(words_of(before.system), "coin", coin_label(before, coin))
            text = say("difference.loot_2", name=name, count=f"{change.value:+}")
        case ("things", key):
            text = f"{(after.things.get(key) or before.things[key]).name}: {_written_change([], change)}"
        case ("things", key, "count"):
            text = f"{after.things[key].name} {change.value:+}"
        case ("things", key, "owner"):
            owner = history.names.get(str(change.value)) or say("difference.loot")
            text = f"{after.things[key].name} → {owner}"
        case ("coins", *_rest):
            text = say("difference.coins_as_before")
        case ("weights", *_rest):
            text = say("difference.weights_as_before")
    return text


def _combatant_text(who: str, change: Change, history: History) -> str:
    """Return the sentence for a creature in play that is in an encounter again, or no longer."""
    name = history.names.get(who, who)
    if change.how is How.NEW:
        return say("difference.is_back_in_the", name=name)
    return say("difference.leaves_the_encounter", name=name)


def _encounter_change(rest: list[str], change: Change, history: History) -> str:
    match rest:
        case []:
            return (
                say("difference.the_encounter_comes_back")
                if change.how is How.NEW
                else say("difference.the_encounter_disappears")
            )
        case ["round"]:
            words = words_of(history.session.system)
            return term(words, "round", "named", round=change.value)
        case ["active"]:
            return say("difference.s_turn", name=history.names.get(str(change.value), "—"))
        case _:
            return ""


def lines_of(parts: list[str]) -> Iterator[str]:
    """Yield the parts, joined while they are short enough to be read at a glance."""
    line = ""
    for part in parts:
        if line and len(line) + len(part) > 70:
            yield line
            line = part
        else:
            line = f"{line} · {part}" if line else part
    if line:
        yield line
