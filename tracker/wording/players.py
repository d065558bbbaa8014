"""The texts of the players' screen, built from public values only."""

from typing import Any

from tracker.rules.glance import Tone
from tracker.session.outdoors import Ambient
from tracker.session.players_view import Health
from tracker.session.public import (
    PublicCreature,
    PublicDate,
    PublicGauge,
    PublicGoods,
    PublicLight,
    PublicMoon,
    PublicProgress,
    PublicRoll,
    PublicTable,
)
from tracker.wording import amounts, faces
from tracker.wording.dates import date_text, day_text
from tracker.wording.faces import PENCIL
from tracker.wording.glance import badge_text
from tracker.wording.goods import fact_goods_text
from tracker.wording.language import grammar
from tracker.wording.messages import say
from tracker.wording.notebook import public_entry_text
from tracker.wording.progress import clock_word, segments
from tracker.wording.rooms import public_plan, public_room_text
from tracker.wording.template import capital, join_names
from tracker.wording.title import acting_text
from tracker.wording.words import Words, say_in, subject_term, term, words_of


def health_text(creature: PublicCreature, words: Words) -> str:
    """Name the visible health of a creature: the campaign's own word for it, or the game's."""
    if creature.health is None:
        return ""
    forms = words.find("health", creature.health) or creature.health
    return creature.own_word or grammar().agreeing(forms, creature.name)


def gauge_figures(gauge: PublicGauge) -> str:
    """Write a resource as `7/10`, or as `3` if it has no maximum."""
    return str(gauge.current) if gauge.maximum is None else f"{gauge.current}/{gauge.maximum}"


def state_words(creature: PublicCreature, words: Words) -> list[str]:
    """List the badges of a creature, a word each, after its state in the encounter."""
    return [
        *([say("encounter.fled")] if creature.fled else []),
        *([say("players.acted")] if creature.acted else []),
        *([say("encounter.delays")] if creature.delays else []),
        *(badge_text(each, words) for each in creature.badges),
    ]


def moment_text(table: PublicTable) -> str:
    return f"{date_text(table.day, table.date)} {amounts.hour(table.time_of_day)}"


def turn_text(table: PublicTable) -> str:
    """Name the creature or creatures whose turn it is; empty between turns."""
    return acting_text([each.name for each in table.acting])


def is_acting(creature: PublicCreature, table: PublicTable) -> bool:
    return any(creature.id == each.id for each in table.acting)


def light_text(light: PublicLight) -> str:
    """Write a light with its die and its owner: `Antorcha d6 · Lía`."""
    return " · ".join(filter(None, [f"{light.name} d{light.die}", light.owner.name if light.owner else ""]))


def lights_texts(table: PublicTable) -> list[str]:
    """List what gives light: the day, then what burns; or say that nothing does."""
    day = [say("players.daylight")] if table.ambient is Ambient.DAY else []
    return [*day, *map(light_text, table.lights)] or [say("players.nothing_burns")]


def progress_text(progress: PublicProgress, words: Words, *, unicode: bool = True) -> str:
    """Draw a progress clock in segments: `Ritual ■■□□ 2/4`."""
    bar = segments(progress.filled, progress.segments, unicode=unicode)
    return f"{clock_word(progress.name, words)} {bar} {progress.filled}/{progress.segments}"


def moon_text(moon: PublicMoon, words: Words) -> str:
    """Write a moon with its phase today: `Sel llena`."""
    return f"{moon.name} {term(words, 'phase', moon.phase)}"


def date_line(occurrence: PublicDate) -> str:
    """Write a date and what is due then: `12 Sal: vence el plazo`."""
    return f"{day_text(occurrence.day, occurrence.date)}: {occurrence.text}"


def dates_texts(table: PublicTable) -> list[str]:
    """List the moons on one line, then the coming dates, a line each."""
    moons = " · ".join(moon_text(each, words_of(table.system)) for each in table.moons)
    return [*filter(None, [moons]), *map(date_line, table.dates)]


def goods_line(goods: PublicGoods, words: Words) -> str:
    """Write the goods of a creature, `Lía: 3 oro, rubí`, or of the heap, `Botín: 30 oro`."""
    return f"{goods.owner.name if goods.owner else say('players.loot')}: {fact_goods_text(goods.what, words)}"


def roll_text(roll: PublicRoll, words: Words) -> str:
    """Write a throw with its purpose and its outcome: `Lía: Tirada Fuerza d20 → 14. Éxito`."""
    throw = roll.throw
    what = [term(words, "purpose", throw.purpose), subject_term(words, throw.subject)]
    if throw.mode:
        what.append(term(words, "mode", throw.mode))
    outcome = term(words, "outcome", throw.outcome) if throw.outcome else ""
    tail = f". {capital(outcome)}" if outcome else ""
    return (
        f"{roll.who.name}: {' '.join(filter(None, what))} {faces.roll_text(throw, summed=roll.summed)}{tail}"
    )


def public_text(table: PublicTable) -> str:
    """Write the players' table as plain lines, for a screen reader or a pipe."""
    words = words_of(table.system)
    lines = [table.title, moment_text(table)]
    if table.order:
        lines.append(
            term(words, "round", "number", round=table.round) if table.round else say("players.nobody_acts")
        )
        lines += filter(None, [turn_text(table), _left_text(table)])
        lines += [
            say("players.turn_order"),
            *(_numbered_name(n, each, table, words) for n, each in enumerate(table.order, 1)),
        ]
    if table.party:
        lines += [say("players.party"), *(f"  {_creature_line(each, words)}" for each in table.party)]
    if lights := lights_texts(table):
        lines += [say("players.lights_heading"), *(f"  {each}" for each in lights)]
    if table.progress:
        clocks = (
            f"  {clock_word(each.name, words)} {each.filled}/{each.segments}" for each in table.progress
        )
        lines += [say("players.clocks_heading"), *clocks]
    if dates := dates_texts(table):
        lines += [say("players.dates_heading"), *(f"  {each}" for each in dates)]
    if table.goods:
        lines += [say("players.goods_heading"), *(f"  {goods_line(each, words)}" for each in table.goods)]
    if table.rolls:
        lines += [
            say("players.rolls_heading"),
            *(f"  {roll_text(each, words)}" for each in reversed(table.rolls)),
        ]
    if table.rooms:
        lines += [say("players.rooms_heading"), *(f"  {public_room_text(each)}" for each in table.rooms)]
    if table.notebook:
        lines += [
            say("players.notebook_heading"),
            *(f"  {public_entry_text(each)}" for each in table.notebook),
        ]
    # A screen reader reads signs aloud by their names, or not at all.
    return "\n".join(lines).replace("✎", say("players.real_dice")).replace(" →", ":")


def _numbered_name(place: int, creature: PublicCreature, table: PublicTable, words: Words) -> str:
    turn = say("players.their_turn") if is_acting(creature, table) else ""
    return f"  {place}. " + " · ".join(filter(None, [_creature_line(creature, words), turn]))


def _creature_line(creature: PublicCreature, words: Words) -> str:
    gauges = [f"{term(words, 'gauge', each.id)} {gauge_figures(each)}" for each in creature.gauges]
    parts = [creature.name, *gauges, health_text(creature, words), *state_words(creature, words)]
    return " · ".join(filter(None, parts))


_LOOKS = {Health.BADLY_HURT: Tone.WARNING, Health.FALLEN: Tone.BAD}
"""How strongly a state of health catches the eye, if at all."""


def page_view(table: PublicTable) -> dict[str, Any]:
    """Put the players' table in words, part by part, for a page that knows no game."""
    words = words_of(table.system)
    return {
        "title": table.title,
        "moment": moment_text(table),
        "round": say_in(words, "players.round", round=table.round) if table.round else "",
        "turn": turn_text(table),
        "after": after_text(table),
        "next": table.after.id if table.after else "",
        "order": [_creature_view(each, table, words) for each in table.order],
        "party": [_creature_view(each, table, words) for each in table.party],
        "lights": lights_texts(table),
        "progress": [progress_text(each, words) for each in table.progress],
        "dates": dates_texts(table),
        "goods": [goods_line(each, words) for each in table.goods],
        "notebook": [public_entry_text(each) for each in table.notebook],
        "rooms": [public_room_text(each) for each in table.rooms],
        "plan": "\n".join(public_plan(table.rooms, unicode=True)) if len(table.rooms) > 1 else "",
        "rolls": [roll_text(each, words).replace(PENCIL, "") for each in table.rolls],
    }


def after_text(table: PublicTable) -> str:
    """Name who acts next, `después, Bren`; where the GM gives the turns, those still to act."""
    if table.left:
        return _left_text(table)
    return say("players.after", name=table.after.name) if table.after else ""


def _left_text(table: PublicTable) -> str:
    return say("players.left", names=join_names([each.name for each in table.left])) if table.left else ""


_ANSWERS = {
    "waiting": "players.waiting",
    "granted": "players.granted",
    "refused": "players.not_granted",
}


def answer_text(answer: str) -> str:
    """Say what became of a player's request."""
    return say(_ANSWERS[answer])


def nobody_text() -> str:
    """Say that no GM is there to answer."""
    return say("players.no_gm")


def port_taken_text(wanted: int, port: int) -> str:
    """Say that the page is served at another port than the one asked for."""
    return say("players.port_taken", wanted=wanted, port=port)


def not_encrypted_text() -> str:
    """Say that others on the network can read what the page sends."""
    return say("players.unencrypted")


def _creature_view(creature: PublicCreature, table: PublicTable, words: Words) -> dict[str, Any]:
    look = _LOOKS.get(creature.health, Tone.PLAIN) if creature.health else Tone.PLAIN
    return {
        "key": creature.id if creature.party else "",
        "name": creature.name,
        "party": creature.party,
        "side": say("players.ally") if creature.party else "",
        "acts": say("players.their_turn") if is_acting(creature, table) else "",
        "active": is_acting(creature, table),
        "waits": any(creature.id == each.id for each in table.left),
        "out": creature.is_gone,
        "gauges": [_gauge_shown(each, words) for each in creature.gauges],
        "look": health_text(creature, words),
        "tone": look,
        "states": state_words(creature, words),
    }


def _gauge_shown(gauge: PublicGauge, words: Words) -> dict[str, Any]:
    share = max(0, gauge.current) / gauge.maximum if gauge.maximum else None
    left = share if share is None or not gauge.rises else 1 - share
    low = Tone.WARNING if left is not None and left * 3 <= 1 else Tone.PLAIN
    return {
        "label": term(words, "gauge", gauge.id),
        "text": gauge_figures(gauge),
        "share": share,
        "tone": Tone.BAD if left is not None and left <= 0 else low,
    }
