"""A session of play as prose: its events, its losses, its finds."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from tracker.session.holdings import goods_parts
from tracker.session.players_view import RoomNames
from tracker.session.public import public_date
from tracker.session.recap import (
    Evening,
    Fight,
    Reading,
    RememberedThrow,
    lasting_losses,
    new_entries,
)
from tracker.session.rooms import Room, in_order
from tracker.session.state import Session
from tracker.session.text import escape_unsafe, stem_of
from tracker.wording import amounts
from tracker.wording.contract import Answer, in_json
from tracker.wording.dates import date_text, hour_text
from tracker.wording.exports import moment
from tracker.wording.faces import PENCIL, dice_text
from tracker.wording.glance import badge_text, badges_of, marks_of
from tracker.wording.goods import part_texts
from tracker.wording.messages import say, say_of
from tracker.wording.rooms import room_label
from tracker.wording.template import join_names
from tracker.wording.words import term, value_text, words_of

MINUTE = 60


def recap_title(evening: Evening | Reading) -> str:
    """Write the heading of an evening: `Sesión 3 · 2026-11-23 21:05`."""
    return say("recap.session", number=evening.number, when=moment(evening.at))


def recap_paragraphs(evening: Evening) -> Iterator[str]:
    """Tell an evening, a paragraph for each subject."""
    yield _opening(evening)
    for fight in evening.fights:
        yield " ".join(_fight(fight, evening.ended))
    yield from _losses(evening)
    yield from _lasting_marks(evening)
    if evening.notes:
        yield " ".join(_sentence(note) for note in evening.notes)
    yield from _rooms(evening)
    yield from _things(evening)
    yield from _memory_lines(evening)
    if standing := tuple(_standing(evening)):
        yield say("recap.final_states", states="; ".join(standing))


def news_text(evening: Evening) -> str:
    """Tell what a single event brought; empty if a recap would not mention it."""
    began, ended = evening.begun, evening.ended
    texts: list[str] = []
    if evening.seconds_passed >= MINUTE:
        time = amounts.roughly(evening.seconds_passed)
        texts.append(say("recap.passed", time=time, when=evening_moment_text(evening, ended.elapsed)))
    texts += (sentence for fight in evening.fights for sentence in _fight(fight, ended))
    texts += [
        *_losses(evening),
        *_rooms(evening),
        *_heard(evening),
        *_things(evening),
        *_memory_lines(evening),
    ]
    old_states = set(_standing(replace(evening, ended=began)))
    if new_states := [text for text in _standing(evening) if text not in old_states]:
        texts.append(say("recap.now", states="; ".join(new_states)))
    return " ".join(texts)


class Telling(Answer, frozen=True, kw_only=True):
    """A line of the players' log."""

    number: int
    at: int
    text: str
    counts: bool = True
    """False once it has been undone."""


def news_line(telling: Telling) -> str:
    text = telling.text if telling.counts else say("recap.undone", text=telling.text)
    return f"{moment(telling.at)} {text}"


def news_json(telling: Telling) -> str:
    return escape_unsafe(json.dumps(in_json(telling), ensure_ascii=False))


def _losses(evening: Evening) -> Iterator[str]:
    if evening.dead:
        yield say("recap.died", names=evening.dead)
    if evening.left:
        yield say("recap.out_alive", names=evening.left)


def _lasting_marks(evening: Evening) -> Iterator[str]:
    """Tell what stays with the party, such as lost sanity and scars."""
    game, words = evening.ended.game, words_of(evening.ended.system)
    for gauge_id, amount_by_name in lasting_losses(evening.begun, evening.ended).items():
        lost = join_names([f"{name} {amount}" for name, amount in amount_by_name.items()])
        yield say("recap.it_cost", health=term(words, "gauge", gauge_id), lost=lost)
    for field in (each for each in game.fields if each.id in game.lasting_lists):
        texts = [
            f"{name}, {value_text(field, value, words)}"
            for name, value in new_entries(evening.begun, evening.ended, field).items()
        ]
        if kept := [text for text in texts if not evening.secrets.named_in(text)]:
            yield say("recap.marked", what=term(words, "field", field.id), whos="; ".join(kept))


def _memory_lines(evening: Evening) -> Iterator[str]:
    if evening.throws:
        throws = "; ".join(_throw(each.who, each, evening.ended) for each in evening.throws)
        yield say("recap.memorable_rolls", throws=throws)


def _opening(evening: Evening) -> str:
    began_at = evening_moment_text(evening, evening.beginning)
    ended_at = evening_moment_text(evening, evening.ended.elapsed)
    party = join_names(evening.party)
    if not evening.seconds_passed or began_at == ended_at:
        sentence = "recap.party_at" if party else "recap.at"
        return say(sentence, party=party, when=began_at)
    sentence = "recap.party_from_to"
    if not party:
        sentence = "recap.from_to"
    return say(
        sentence,
        party=party,
        when=began_at,
        then=ended_at,
        time=amounts.roughly(evening.seconds_passed),
    )


def evening_moment_text(evening: Evening, elapsed: int) -> str:
    return f"{evening_date_text(evening, elapsed)}, {hour_text(evening.ended, elapsed)}"


def evening_date_text(evening: Evening, elapsed: int) -> str:
    day = evening.ended.day_of(elapsed)
    return date_text(day, public_date(evening.ended.calendar.date(day), evening.secrets))


def fight_sentences(fight: Fight, session: Session) -> Iterator[str]:
    """Tell a finished fight: its course, what was used up, and who still suffers from what."""
    yield from _fight(fight, session)
    words = words_of(session.system)
    for gauge_id, amount_by_name in fight.spent.items():
        spent = join_names([f"{name} {amount}" for name, amount in amount_by_name.items()])
        yield say("recap.spent", what=term(words, "gauge", gauge_id), spent=spent)
    if fight.used:
        supplies = [
            f"{each.name}, {say_of('glance.depleted', each.name) if each.is_depleted else f'd{each.die}'}"
            for each in fight.used
        ]
        yield say("recap.left", things="; ".join(supplies))
    if fight.suffering:
        states = [
            f"{name}, {join_names([badge_text(badge, words) for badge in badges])}"
            for name, badges in fight.suffering.items()
        ]
        yield say("recap.still_suffering", whos="; ".join(states))


def fight_title(fight: Fight, session: Session) -> str:
    """Name a fight, its foes and its rounds: `Torre: goblin ×2 · 3 rondas`."""
    foes = join_names(_stems(fight.foes)) or say("recap.nobody")
    rounds = term(words_of(session.system), "round", "count", count=fight.rounds)
    return f"{fight.name}: {foes} · {rounds}" if fight.name not in ("", foes) else f"{foes} · {rounds}"


def _fight(fight: Fight, session: Session) -> Iterator[str]:
    foes = join_names(_stems(fight.foes))
    name = fight.name if fight.name != foes else ""
    rounds = term(words_of(session.system), "round", "count", count=fight.rounds)
    minutes = max(1, round(fight.seconds / MINUTE))
    time = say("recap.minutes", count=minutes)
    if fight.over:
        sentence = "recap.fought_in"
        nameless_sentence = "recap.fought"
    else:
        sentence = "recap.fighting_in"
        nameless_sentence = "recap.fighting"
    yield say(
        sentence if name else nameless_sentence,
        name=name,
        foes=foes or say("recap.nobody"),
        rounds=rounds,
        time=time,
    )
    if fight.fallen:
        yield say("recap.fell", names=_stems(fight.fallen))
    if fight.left:
        yield say("recap.out_alive", names=_stems(fight.left))
    if fight.fled:
        yield say("recap.fled", names=_stems(fight.fled))
    if fight.lost:
        gauge = session.game.health_gauge
        health = term(words_of(session.system), "gauge", gauge.id) if gauge else ""
        losses = join_names([f"{name} {amount}" for name, amount in fight.lost.items()])
        yield say("recap.it_cost", health=health, lost=losses)
    if fight.down:
        yield say("recap.fallen", names=fight.down)
    if fight.risen:
        yield say("recap.risen", names=fight.risen)


def _rooms(evening: Evening) -> Iterator[str]:
    """Tell the rooms that were first seen; players know them by number, unless the campaign shows names."""
    known = evening.begun.rooms
    seen = [
        each for key, each in in_order(evening.ended.rooms) if each.seen and not known.get(key, Room()).seen
    ]
    if seen:
        yield say(
            "recap.they_saw", count=len(seen), rooms=join_names([_room_name(evening, each) for each in seen])
        )


def _room_name(evening: Evening, room: Room) -> str:
    is_shown = not evening.players or evening.ended.players_view.rooms is RoomNames.NAMES
    shown_room = room if is_shown and not evening.secrets.named_in(room.name) else replace(room, name="")
    return evening.secrets.mask_names(room_label(shown_room))


def _heard(evening: Evening) -> Iterator[str]:
    for text in evening.heard:
        yield say("recap.heard", text=_sentence(text))


def _things(evening: Evening) -> Iterator[str]:
    parts = goods_parts(evening.ended, evening.goods)
    goods = part_texts(parts, words_of(evening.ended.system))
    if things := [*evening.gained, *goods]:
        yield say("recap.they_got", things=join_names(things))
    if evening.used_up:
        yield say("recap.ran_out", things=evening.used_up)


def _throw(who: str, remembered: RememberedThrow, session: Session) -> str:
    throw, words = remembered.throw, words_of(session.system)
    outcome = term(words, "outcome", throw.outcome)
    return f"{who}, {outcome} ({dice_text(throw).replace(PENCIL, '')})"


def _standing(evening: Evening) -> Iterator[str]:
    """List each party member with conditions."""
    session = evening.ended
    words = words_of(session.system)
    for who in session.party():
        if evening.players:
            texts = [badge_text(badge, words) for badge in badges_of(session, who)]
        else:
            texts = [mark.text for mark in marks_of(session, who)]
        if marks := [text for text in texts if not evening.secrets.named_in(text)]:
            yield f"{session.creatures[who].name}, {join_names(marks)}"


def _stems(names: Sequence[str]) -> tuple[str, ...]:
    """Drop the number of names that differ only in it, so that they are listed as `goblin ×3`."""
    stems = [stem_of(name) for name in names]
    counts = Counter(stems)
    return tuple(stem if counts[stem] > 1 else name for name, stem in zip(names, stems, strict=True))


def _sentence(text: str) -> str:
    text = " ".join(text.split())
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
