"""Short texts for the screen: badges, resources, supplies, values of fields, durations of effects."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from tracker.rules.clock import duration_text
from tracker.rules.fields import Scalar
from tracker.rules.game_system import GameSystem
from tracker.rules.glance import ON_ATTRIBUTE, Badge, Gauge, Tone
from tracker.rules.sheet_field import SheetField
from tracker.rules.supply import Supply
from tracker.rules.system import Sheet, Until
from tracker.rules.text import fold
from tracker.session.event import Event
from tracker.session.history import History
from tracker.session.state import FOREVER, Effect, Encounter, Session
from tracker.session.whereabouts import main_room, room_of, traps_elsewhere
from tracker.wording import amounts
from tracker.wording.faces import with_dice
from tracker.wording.messages import say, say_of
from tracker.wording.sentences import fact_sentence
from tracker.wording.tellings import tellings
from tracker.wording.words import Words, term, words_of


def badge_text(badge: Badge, words: Words, *, whole: bool = False) -> str:
    """Write a badge with its figure: `Veneno 5`, `HAMBRE 1/3`. `whole` adds its details."""
    text = " ".join([_badge_word(badge, words), *_figures(badge.data, words)])
    details = ", ".join(_figures(badge.about, words)) if whole else ""
    return f"{text} ({details})" if details else text


def _figures(data: Mapping[str, Scalar], words: Words) -> Iterator[str]:
    return filter(None, (_figure(name, value, words) for name, value in data.items()))


def _figure(name: str, value: Scalar, words: Words) -> str:
    if isinstance(value, bool) or value is None or value == "":
        return ""
    if name.startswith(ON_ATTRIBUTE):
        attribute = term(words, "attribute", name.removeprefix(ON_ATTRIBUTE))
        return say("glance.on_attribute", attribute=attribute, number=f"{value:+d}")
    if name in ("attribute", "said"):
        return term(words, name, str(value))
    if name == "source_level":
        return say("glance.level", level=value)
    if isinstance(value, int) and name == "unfed":
        return say("glance.unfed", time=amounts.roughly(value))
    return amounts.distance(int(value)) if name == "centimetres" else str(value)


def sight_text(name: str = "", *, hidden: bool) -> str:
    """Say whether the players see what bears a name: `oculta` of `rata`."""
    return say_of("glance.hidden" if hidden else "glance.in_sight", name)


def waiting_text(session: Session, fight: Encounter, who: str) -> str:
    """Say that a combatant delays, and until before whom, or that it came too late for this round."""
    if not (fight.entered or fight.delays):  # so it is in most fights, and each row asks at each change
        return ""
    if fight.is_late(who):
        return say("encounter.late")
    if not fight.is_delaying(who):
        return ""
    successor = session.creatures.get(fight.delays[fight.mark(who)])
    return say("encounter.delays_before", name=successor.name) if successor else say("encounter.delays")


def badges_of(session: Session, who: str) -> tuple[Badge, ...]:
    return session.game.badges(session.rules_context(), who)


def scene_text(session: Session) -> str:
    """List the badges of the scene, without traps where nobody of the party is: `Penumbra`."""
    words, context = words_of(session.system), session.rules_context()
    badges = session.game.scene_badges(context)
    if far_traps := traps_elsewhere(session):
        far_badges = [each.state for each in session.game.hazards(context) if each.name in far_traps]
        badges = tuple(each for each in badges if each not in far_badges)
    return " · ".join(badge_text(badge, words) for badge in badges)


class Mark(Struct, frozen=True):
    """A condition, an effect or another mark of a creature, in words."""

    text: str
    """The full text: `Veneno 2`, `bendición 3r`."""
    word: str
    """The word that is abbreviated."""
    figures: str = ""
    """The figures that stay after the abbreviation."""
    tone: Tone = Tone.PLAIN
    id: str = ""


def marks_of(session: Session, who: str, *, whole: bool = False) -> list[Mark]:
    """List the marks of a creature, each with its remaining time.

    `whole` adds details that the rows of lists leave out.
    """
    words, effects = words_of(session.system), effects_on(session, who)
    marks: list[Mark] = []
    for badge in badges_of(session, who):
        effect = effects.pop(badge.id, None)
        marks.append(badge_mark(badge, words, remaining_text(effect, session) if effect else "", whole=whole))
    for name, effect in effects.items():
        remaining = remaining_text(effect, session)
        marks.append(Mark(f"{name} {remaining}", name, _digits([remaining]), Tone.GOOD))
    return marks


def place_marks(session: Session, who: str) -> list[Mark]:
    """Say in which room a creature is, if most of the party is in another: `sala 2`."""
    if not session.rooms:
        return []
    key, main = room_of(session, who), main_room(session)
    if not key or not main or key == main:
        return []
    number = session.rooms[key].number
    return [Mark(say("glance.in_room", number=number), say("rooms.room"), f" {number}")]


def badge_mark(badge: Badge, words: Words, left: str = "", *, whole: bool = False) -> Mark:
    """Turn a badge into a mark; `left` is its remaining time."""
    text = " ".join(filter(None, [badge_text(badge, words, whole=whole), left]))
    has_chip = words.has("chip", badge.id)
    word = term(words, "chip", badge.id) if has_chip else _badge_word(badge, words)
    return Mark(text, word, _digits([*_figures(badge.data, words), left]), badge.tone, badge.id)


def abbreviate(marks: Sequence[Mark]) -> list[str]:
    """Abbreviate marks to three letters and their figures; to more letters where three are ambiguous.

    >>> abbreviate([Mark("Veneno 2", "Veneno", "2"), Mark("ventaja", "ventaja"), Mark("Miedo", "Miedo")])
    ['VENE2', 'VENT', 'MIE']
    """
    stems = [re.sub(r"\W", "", fold(mark.word)).upper() for mark in marks]
    return [_stem(stem, stems) + mark.figures for stem, mark in zip(stems, marks, strict=True)]


def _stem(stem: str, stems: Sequence[str]) -> str:
    """Take the fewest letters, three or more, that distinguish a word from the others."""
    other_stems = {each for each in stems if each != stem}
    lengths = range(3, max(len(stem), 3))
    return stem[: next((n for n in lengths if all(each[:n] != stem[:n] for each in other_stems)), len(stem))]


def _digits(figures: Iterable[str]) -> str:
    return "".join(each.replace(" ", "") for each in figures if any(map(str.isdigit, each)))


def _badge_word(badge: Badge, words: Words) -> str:
    word = term(words, "badge", badge.id)
    return term(words, "condition", badge.id) if word == badge.id else word


UNSAID = ("", "-", "0", "false")
"""Values of a sheet field that are not worth showing."""


def gauge_text(session: Session, who: str) -> str:
    """Write the resources of a creature on one line: `Salud 7/10 · Esfuerzo 1/2`."""
    return " · ".join(gauge_texts(session, who))


def gauge_texts(session: Session, who: str) -> list[str]:
    """Write each resource of a creature: `Salud 7/10`."""
    words, sheet = words_of(session.system), session.creatures[who].sheet
    return [
        f"{term(words, 'gauge', gauge.id)} {figures}"
        for gauge in session.game.gauges
        if (figures := gauge_figures(sheet, gauge))
    ]


def gauge_figures(sheet: Sheet, gauge: Gauge) -> str:
    """Write the current value and its maximum, or the value alone; empty without the resource."""
    return figures_together((sheet,), gauge)


def figures_together(sheets: Iterable[Sheet], gauge: Gauge) -> str:
    """Write one resource of several creatures: sums if it has a maximum, else the range of values.

    Empty where nobody has the resource.
    """
    values = [
        (getattr(sheet, gauge.current), getattr(sheet, gauge.maximum, 0))
        for sheet in sheets
        if gauge.is_of(sheet)
    ]
    if values and not gauge.maximum:
        lowest, highest = min(values)[0], max(values)[0]
        return str(lowest) if lowest == highest else f"{lowest}–{highest}"
    pairs = [(current, maximum) for current, maximum in values if maximum]
    return "/".join(str(sum(each)) for each in zip(*pairs, strict=True))


def supply_text(supply: Supply, words: Words) -> str:
    """Write a supply on one line: `Antorcha d6 · tiempo · en uso`."""
    die = say_of("glance.depleted", supply.name) if supply.is_depleted else f"d{supply.die}"
    state = say("glance.in_use") if supply.active else ""
    parts = [f"{supply.name} {die}", term(words, "trigger", supply.trigger), state, *supply_texts(supply)]
    return " · ".join(filter(None, parts))


def supply_texts(supply: Supply) -> list[str]:
    """List the GM's notes on a supply: `Detonante: los tratan mal`, `Desenlace: se marchan`."""
    texts = (("glance.trigger", supply.when), ("glance.outcome", supply.outcome))
    return [say(key, text=text) for key, text in texts if text]


def room_text(sheet: Sheet, field: SheetField, game: GameSystem, words: Words) -> str:
    """Say how many more elements a list may hold: `puede aprender 2 más`; empty if none or unlimited."""
    room = game.room(sheet, field.id)
    return term(words, "room", field.id, count=room) if room else ""


def remaining_text(effect: Effect, session: Session) -> str:
    """Write the remaining time of an effect: `2r`, `10m`, `fin`, `inicio`, `salv.`, `sin plazo`."""
    if effect.until is Until.CLOCK and effect.at >= FOREVER:
        return say("glance.open")
    if effect.until is Until.CLOCK:
        return duration_text(max(0, effect.at - session.elapsed))
    if effect.until is Until.SAVE:
        return say("glance.save")
    rounds = effect.passes - effect.uncounted
    if rounds > 1:
        return f"{rounds}r"
    return say("glance.end") if effect.until is Until.TURN_END else say("glance.start")


def effects_on(session: Session, who: str) -> dict[str, Effect]:
    """Map the effects on a creature by the name they show: the condition's, or their own."""
    return {each.condition or each.name: each for each in session.effects.values() if each.who == who}


_OUTCOMES = {
    "critical": Tone.GOOD,
    "special": Tone.GOOD,
    "spectacular_success": Tone.GOOD,
    "success": Tone.GOOD,
    "basic": Tone.GOOD,
    "marginal_success": Tone.GOOD,
    "improves": Tone.GOOD,
    "success_at_a_cost": Tone.WARNING,
    "failure": Tone.WARNING,
    "dropped": Tone.WARNING,
    "happens": Tone.WARNING,
    "fumble": Tone.BAD,
    "disastrous_failure": Tone.BAD,
    "depleted": Tone.BAD,
}
_BAD_NEWS = {"supply_depleted", "died"}
"""Kinds of facts whose whole sentence is shown as bad news."""


def outcome_tone(outcome: str) -> Tone:
    """Judge how good an outcome is for the roller."""
    return _OUTCOMES.get(outcome, Tone.PLAIN)


def telling_words(event: Event, history: History) -> Iterator[tuple[str, Tone]]:
    """Find the words of an event that have a tone: first its bad news, then its outcomes."""
    words = words_of(history.session.system)
    for telling in tellings(with_dice(event.facts, event.throws, words), history):
        if {*telling.kind.split("+")} & _BAD_NEWS:
            yield fact_sentence(telling, history), Tone.BAD
    for throw in event.throws:
        if (tone := outcome_tone(throw.outcome)) is not Tone.PLAIN:
            yield term(words, "outcome", throw.outcome), tone
