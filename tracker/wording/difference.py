"""The differences between two sessions that a GM would notice: of an undo, or between two moments."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from tracker.rules.clock import duration_text
from tracker.rules.sheet_field import FieldKind, SheetField
from tracker.session.change import Change, How, diff
from tracker.session.history import History
from tracker.session.holdings import coin_label
from tracker.session.moves.almanac import element_name
from tracker.session.state import Session
from tracker.wording.clock import unit_text
from tracker.wording.messages import say
from tracker.wording.progress import clock_label
from tracker.wording.words import Words, term, value_text, words_of

_SINCE = {
    "difference.as_before": "since.as_before",
    "difference.comes_back": "since.comes_back",
    "difference.return_of": "since.arrival_of",
    "difference.calendar": "since.calendar_as_before",
    "difference.weather": "since.weather_as_before",
    "difference.ambient": "since.ambient_as_before",
    "difference.coins": "since.coins_as_before",
    "difference.weights": "since.weights_as_before",
    "difference.back_in_encounter": "since.back_in_encounter",
    "difference.encounter_back": "since.encounter_back",
    "difference.encounter_gone": "since.the_encounter_disappears",
    "difference.pending_back": "since.pending_back",
}
"""Sentences for a look forward in time, where an undo's own sentence speaks of going back."""


class _Difference(Struct, frozen=True):
    """Two sessions of one campaign, and the words for what differs in the second."""

    before: Session
    after: Session
    history: History
    words: Words
    forward: bool
    """Whether the second session is the later one; otherwise an undo leads to it."""

    def _say(self, key: str, **data: object) -> str:
        return say(_SINCE.get(key, key) if self.forward else key, **data)

    def change_text(self, change: Change) -> str:
        """Say a change; empty if nobody would notice it."""
        match change.path:
            case ("creatures", who, *rest):
                text = self._creature_text(who, rest, change)
            case ("supplies", key, *rest):
                supply = self.after.supplies.get(key) or self.before.supplies[key]
                owner = f"{self.history.names.get(supply.owner)} · " if supply.owner else ""
                text = _with_subject(f"{owner}{supply.name}: ", self._supply_change(rest, change))
            case ("encounters", _key, "combatants", who) if (
                who in self.before.creatures and who in self.after.creatures
            ):
                text = self._combatant_text(who, change)
            case ("encounters", _key, *rest):
                text = self._encounter_change(rest, change)
            case ("scene", *rest):
                text = self._scene_change(rest, change)
            case ("effects", key):
                text = self._effect_text(key, change)
            case ("heap" | "things" | "coins" | "weights", *_rest):
                text = self._goods_change(change)
            case _:
                text = self._road_text(change)
        return text

    def _road_text(self, change: Change) -> str:
        """Say a change of the clock, the sky, travel or a progress clock."""
        text = ""
        match change.path:
            case ("elapsed",):
                text = say("difference.clock", time=_signed_duration(change.value))
            case ("calendar", *_rest):
                text = self._say("difference.calendar")
            case ("weather", *_rest):
                text = self._say("difference.weather")
            case ("ambient", *_rest) if self.before.ambient_light is not self.after.ambient_light:
                text = self._say("difference.ambient")
            case ("travelled", unit):
                distance = self.after.travelled.get(unit, 0) - self.before.travelled.get(unit, 0)
                text = say(
                    "difference.travel", count=f"{distance:+}", unit=unit_text(self.after, distance, unit)
                )
            case ("paces", key, *rest):
                pace = self.after.paces.get(key) or self.before.paces[key]
                text = say("difference.pace", name=pace.name) + self._written_change(rest, change)
            case ("progress", key, "filled"):
                clock = self.after.progress.get(key) or self.before.progress[key]
                text = f"{clock_label(self.after, clock)} {change.value:+}"
            case ("progress", key, *rest):
                clock = self.after.progress.get(key) or self.before.progress[key]
                text = say(
                    "difference.clock_of", name=clock_label(self.before, clock)
                ) + self._written_change(rest, change)
            case _:
                text = self._kept_text(change)
        return text

    def _kept_text(self, change: Change) -> str:
        """Say a change of what the GM wrote: dates, the notebook, tables, rules."""
        text = ""
        match change.path:
            case ("moons" | "feasts" | "appointments" as kind, key, *rest):
                element = getattr(self.after, kind).get(key) or getattr(self.before, kind)[key]
                text = f"{element_name(element)}: " + self._written_change(rest, change)
            case ("notebook", key, *rest):
                entry = self.after.notebook.get(key) or self.before.notebook[key]
                text = say("difference.notebook", name=entry.name) + self._written_change(rest, change)
            case ("rooms", key, *rest):
                room = self.after.rooms.get(key) or self.before.rooms[key]
                text = say("difference.room", number=room.number) + self._written_change(rest, change)
            case ("tables", key, *rest):
                table = self.after.tables.get(key) or self.before.tables[key]
                text = say("difference.table", name=table.name) + self._written_change(rest, change)
            case ("rules" | "house" as layer,):
                from tracker.wording.game_file import changed_by  # noqa: PLC0415 - few texts change

                text = "; ".join(changed_by(self.before, {layer: str(change.value)}))
        return text

    def pending_text(self, changes: Iterable[Change]) -> Iterator[str]:
        """Count the rolls that are pending again, and those that no longer are."""
        counts = Counter(change.how for change in changes if change.path[0] == "pending")
        if added := counts[How.NEW]:
            yield self._say("difference.pending_back", count=added)
        if removed := counts[How.GONE]:
            yield say("difference.pending_rolls_less", count=removed)

    def _effect_text(self, key: str, change: Change) -> str:
        comes_back = change.how is How.NEW
        effect = (self.after if comes_back else self.before).effects[key]
        name = (
            term(words_of(self.before.system), "condition", effect.condition)
            if effect.condition
            else effect.name
        )
        return f"{self.history.names.get(effect.who, '')}: {'+' if comes_back else '−'} {name}"

    def _written_change(self, rest: list[str], change: Change) -> str:
        if rest:
            return self._say("difference.as_before")
        return self._say("difference.comes_back") if change.how is How.NEW else say("difference.disappears")

    def _creature_text(self, who: str, rest: list[str], change: Change) -> str:
        """Say that a creature comes or goes; a change of its sheet is said without its name."""
        if rest == ["room"]:
            room = self.after.rooms.get(str(change.value))
            return say("difference.in_room", number=room.number) if room else ""
        if rest:
            return self._creature_change(rest, change)
        sentence = "difference.return_of" if change.how is How.NEW else "difference.goes"
        return self._say(sentence, name=self.history.names.get(who, who))

    def _creature_change(self, rest: list[str], change: Change) -> str:
        match rest:
            case ["purse", coin]:
                return f"{term(self.words, 'coin', coin_label(self.history.session, coin))} {change.value:+}"
            case ["sheet", name] if change.how is How.BY:
                return f"{_first_term(self.words, ('gauge', 'field'), name)} {change.value:+}"
            case ["sheet", name]:
                return self._field_change(self.history.session.game.fields, name, change)
            case ["sheet", _collection, key]:
                sign = "+" if change.how is How.NEW else "−"
                name = self.history.names.get(key) or _first_term(self.words, ("condition", "attribute"), key)
                return f"{sign} {name}"
            case ["sheet", _collection, key, part]:
                name = term(self.words, "field", f"{key}_{part}")
                if name == f"{key}_{part}":
                    name = _first_term(self.words, ("attribute", "condition"), key)
                return f"{name} {change.value:+}" if change.how is How.BY else f"{name} → {change.value}"
            case _:
                return ""

    def _scene_change(self, rest: list[str], change: Change) -> str:
        match rest:
            case [name]:
                return self._field_change(self.history.session.game.scene_fields, name, change)
            case [collection, key]:
                sign = "+" if change.how is How.NEW else "−"
                return f"{self.history.names.get(key, key)}: {sign} {term(self.words, 'scene', collection)}"
            case [_collection, key, part] if change.how is How.BY and self.words.has("field", part):
                return (
                    f"{self.history.names.get(key, key)}: {term(self.words, 'field', part)} {change.value:+}"
                )
            case _:
                return ""

    def _field_change(self, fields: tuple[SheetField, ...], name: str, change: Change) -> str:
        """Say a change of a line of the sheet or of a badge; other fields are internal to the rules."""
        field = next((each for each in fields if each.path == (name,)), None)
        if field is not None:
            value = value_text(field, _value_text(field, change.value), self.words)
            return f"{term(self.words, 'field', name)} → {value}"
        if self.words.has("badge", name) and isinstance(change.value, bool):
            return f"{'+' if change.value else '−'} {term(self.words, 'badge', name)}"
        return ""

    def _supply_change(self, rest: list[str], change: Change) -> str:
        match rest:
            case []:
                return (
                    self._say("difference.comes_back")
                    if change.how is How.NEW
                    else say("difference.disappears")
                )
            case ["die"]:
                return f"d{change.value}"
            case ["turn_order"]:
                return say("difference.turns_go", how=term(words_of(""), "word", str(change.value)))
            case ["active"]:
                return say("glance.in_use") if change.value else say("difference.out_of_use")
            case _:
                return ""

    def _goods_change(self, change: Change) -> str:
        """Say a change of the heap, of a thing, or of the campaign's coins and weights."""
        text = ""
        match change.path:
            case ("heap", _part, coin):
                name = term(words_of(self.before.system), "coin", coin_label(self.before, coin))
                text = say("difference.loot_count", name=name, count=f"{change.value:+}")
            case ("things", key):
                thing = self.after.things.get(key) or self.before.things[key]
                text = f"{thing.name}: {self._written_change([], change)}"
            case ("things", key, "count"):
                text = f"{self.after.things[key].name} {change.value:+}"
            case ("things", key, "owner"):
                owner = self.history.names.get(str(change.value)) or say("difference.loot")
                text = f"{self.after.things[key].name} → {owner}"
            case ("coins", *_rest):
                text = self._say("difference.coins")
            case ("weights", *_rest):
                text = self._say("difference.weights")
        return text

    def _combatant_text(self, who: str, change: Change) -> str:
        """Say that a creature in play is in an encounter again, or no longer."""
        name = self.history.names.get(who, who)
        if change.how is How.NEW:
            return self._say("difference.back_in_encounter", name=name)
        return say("difference.left_encounter", name=name)

    def _encounter_change(self, rest: list[str], change: Change) -> str:
        match rest:
            case []:
                return (
                    self._say("difference.encounter_back")
                    if change.how is How.NEW
                    else self._say("difference.encounter_gone")
                )
            case ["round"]:
                return term(self.words, "round", "named", round=change.value) if change.value else ""
            case ["active"]:
                if not change.value:
                    return say("difference.no_turn")
                return say("difference.s_turn", name=self.history.names.get(str(change.value), "—"))
            case _:
                return ""

    def name_of(self, who: str) -> str:
        return self.history.names.get(who, who)


def difference(history: History, new_session: Session) -> list[str]:
    """List what an undo changes, a short line each: `Lía: Salud +5`.

    Creatures that change alike share a line.
    """
    lines = _difference_lines(
        _Difference(history.session, new_session, history, words_of(new_session.system), forward=False)
    )
    return list(dict.fromkeys(lines))


def _difference_lines(differing: _Difference) -> Iterator[str]:
    changes = diff(differing.before, differing.after)
    names_by_text: dict[str, dict[str, None]] = {}
    for change in changes:
        names = names_by_text.setdefault(differing.change_text(change), {})
        if who := _creature_of(change):
            names[differing.name_of(who)] = None
    names_by_text.pop("", None)
    yield from (f"{', '.join(names)}: {text}" if names else text for text, names in names_by_text.items())
    yield from differing.pending_text(changes)


def changes_since(history: History, old_session: Session, new_session: Session) -> list[str]:
    """List what changed from one moment to a later one: a line for each creature, then everything else.

    Creatures with the same changes share a line.
    """
    differing = _Difference(old_session, new_session, history, words_of(new_session.system), forward=True)
    changes = diff(old_session, new_session)
    of_creatures: dict[str, dict[str, None]] = {}
    other_texts: dict[str, None] = {}
    for change in changes:
        if text := differing.change_text(change):
            who = _creature_of(change)
            (of_creatures.setdefault(who, {}) if who else other_texts)[text] = None
    names_by_text: dict[str, list[str]] = {}
    for who, texts in of_creatures.items():
        names_by_text.setdefault(" · ".join(texts), []).append(differing.name_of(who))
    creature_lines = [f"{', '.join(names)}: {text}" for text, names in names_by_text.items()]
    return [*creature_lines, *other_texts, *differing.pending_text(changes)]


def _creature_of(change: Change) -> str:
    """Name the creature that a change is on; empty if the creature itself comes or goes."""
    return (
        change.path[1]
        if change.path[0] == "creatures" and len(change.path) > len(("creatures", "who"))
        else ""
    )


def _with_subject(lead: str, text: str) -> str:
    return lead + text if text else ""


def _signed_duration(seconds: Any) -> str:
    text = duration_text(seconds)
    return text if seconds < 0 else f"+{text}"


def _value_text(field: SheetField, value: Any) -> str:
    """Write a saved value as the sheet shows it."""
    if isinstance(value, list):
        return ", ".join(value) or "-"
    if field.kind is FieldKind.DIE:
        return f"d{value}" if value else "-"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _first_term(words: Words, spaces: tuple[str, ...], name: str) -> str:
    for space in spaces:
        if words.has(space, name):
            return term(words, space, name)
    return name


def lines_of(parts: list[str]) -> Iterator[str]:
    """Join parts to lines of at most 70 characters, which are read at a glance."""
    line = ""
    for part in parts:
        if line and len(line) + len(part) > 70:
            yield line
            line = part
        else:
            line = f"{line} · {part}" if line else part
    if line:
        yield line
