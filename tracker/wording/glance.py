"""Short texts for the screen: badges, resources, supplies, values of fields, durations of effects."""

from collections.abc import Iterator, Mapping

from tracker.rules.fields import Scalar
from tracker.rules.game_system import GameSystem
from tracker.rules.glance import Badge, Gauge, Tone
from tracker.rules.sheet_field import FieldKind, SheetField
from tracker.rules.supply import Supply
from tracker.rules.system import Sheet
from tracker.session.state import FOREVER, Effect, Session, Until
from tracker.wording import amounts
from tracker.wording.language import _
from tracker.wording.words import Words, term, words_of


def badge_text(badge: Badge, words: Words, *, whole: bool = False) -> str:
    """Return a badge in words, with its figure: `Veneno 5`, `hambre 26h`. `whole` adds its details."""
    word = term(words, "badge", badge.id)
    if word == badge.id:
        word = term(words, "condition", badge.id)
    text = " ".join([word, *_figures(badge.data, words)])
    about = ", ".join(_figures(badge.about, words)) if whole else ""
    return f"{text} ({about})" if about else text


def _figures(data: Mapping[str, Scalar], words: Words) -> Iterator[str]:
    return filter(None, (_figure(name, value, words) for name, value in data.items()))


def _figure(name: str, value: Scalar, words: Words) -> str:
    if isinstance(value, bool) or value is None or value == "":
        return ""
    if name == "attribute":
        return term(words, name, str(value))
    if name == "source_level":
        return _("nivel {level}").format(level=value)
    if isinstance(value, int) and name in ("seconds", "centimetres"):
        return amounts.duration(value) if name == "seconds" else amounts.distance(value)
    return str(value)


def badges_of(session: Session, who: str) -> tuple[Badge, ...]:
    """Return the badges of a creature."""
    return session.game.badges(session.rules_context(), who)


def scene_text(session: Session) -> str:
    """Return the badges of the scene: `Penumbra · la escena va de cara`."""
    words = words_of(session.system)
    return " · ".join(
        badge_text(badge, words) for badge in session.game.scene_badges(session.rules_context())
    )


def marks_of(session: Session, who: str, *, whole: bool = False) -> list[tuple[str, Tone]]:
    """Return the badges of a creature in words, each with the time that it still lasts.

    `whole`, with all about it, where there is room.
    """
    words, lasting = words_of(session.system), effects_on(session, who)
    marks: list[tuple[str, Tone]] = []
    for badge in badges_of(session, who):
        effect = lasting.pop(badge.id, None)
        left = f" {left_text(effect, session)}" if effect else ""
        marks.append((badge_text(badge, words, whole=whole) + left, badge.tone))
    return marks + [(f"{name} {left_text(each, session)}", Tone.GOOD) for name, each in lasting.items()]


def gauge_text(session: Session, who: str) -> str:
    """Return the resources of a creature in figures: `Salud 7/10 · Esfuerzo 1/2`."""
    words, sheet = words_of(session.system), session.creatures[who].sheet
    return " · ".join(
        f"{term(words, 'gauge', gauge.id)} {figures}"
        for gauge in session.game.gauges
        if (figures := gauge_figures(sheet, gauge))
    )


def gauge_figures(sheet: Sheet, gauge: Gauge) -> str:
    """Return the current value and its maximum, the value alone, or nothing for an empty resource."""
    current = getattr(sheet, gauge.current)
    if not gauge.maximum:
        return str(current)
    maximum = getattr(sheet, gauge.maximum)
    return f"{current}/{maximum}" if maximum else ""


def supply_text(supply: Supply, words: Words) -> str:
    """Return a supply on one line: `Antorcha d6 · tiempo · en uso`."""
    die = _("agotado") if supply.depleted else f"d{supply.die}"
    state = _("en uso") if supply.active else ""
    parts = [f"{supply.name} {die}", term(words, "trigger", supply.trigger), state, *supply_texts(supply)]
    return " · ".join(filter(None, parts))


def supply_texts(supply: Supply) -> list[str]:
    """Return the GM's words for a supply: `Detonante: los tratan mal`, `Desenlace: se marchan`."""
    texts = ((_("Detonante: {text}"), supply.when), (_("Desenlace: {text}"), supply.outcome))
    return [label.format(text=text) for label, text in texts if text]


def value_text(field: SheetField, value: str, words: Words) -> str:
    """Return the value of a field in words; choices and elements of lists may have words of their own."""
    if field.kind is FieldKind.LIST:
        return ", ".join(term(words, field.id, each) for each in value.split(", "))
    if field.kind is not FieldKind.CHOICE:
        return value
    spaces = [space for space in ("choice", "value") if f"{space}.{value}" in words.terms]
    return term(words, spaces[0], value) if spaces else value


def room_text(sheet: Sheet, field: SheetField, game: GameSystem, words: Words) -> str:
    """Return how many more elements a list may hold, `puede aprender 2 más`; empty if none or unlimited."""
    room = game.room(sheet, field.id)
    return term(words, "room", field.id).format(count=room) if room else ""


def left_text(effect: Effect, session: Session) -> str:
    """Return the remaining time of an effect: `2r`, `10m`, `fin`, `inicio`, `salv.`, `sin plazo`."""
    if effect.until is Until.CLOCK and effect.at >= FOREVER:
        return _("sin plazo")
    if effect.until is Until.CLOCK:
        return amounts.duration(max(0, effect.at - session.elapsed))
    if effect.until is Until.SAVE:
        return _("salv.")
    if effect.passes > 1:
        return f"{effect.passes}r"
    return _("fin") if effect.until is Until.TURN_END else _("inicio")


def effects_on(session: Session, who: str) -> dict[str, Effect]:
    """Return the name of an effect: its condition's, or its own."""
    return {each.condition or each.name: each for each in session.effects.values() if each.who == who}
