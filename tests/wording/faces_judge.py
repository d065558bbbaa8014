"""Who judges, from outside, whether the faces and durations that are told are those that fell and hold."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby

from msgspec import Struct

from tests.session.test_any_game import Player
from tracker.rules.dice import Throw, Typed
from tracker.rules.refusal import Refusal
from tracker.session.effects import params_of
from tracker.session.event import Draft, Event
from tracker.session.history import History
from tracker.session.moves import party, resolution
from tracker.session.state import Session
from tracker.wording.brief import brief_text
from tracker.wording.faces import PENCIL, with_dice
from tracker.wording.language import speak
from tracker.wording.sentences import sentences
from tracker.wording.tellings import brief_tellings, tellings
from tracker.wording.words import words_of

Faces = tuple[int, tuple[tuple[int, bool], ...]]
"""Dice of one number of sides: the sides, and each face with whether it is one of a real die."""
_FACE = r"\[?\d+(?:→\d+)?[↻!]?✎?\]?"
_DICE = re.compile(rf"d(\d+) → ({_FACE}(?: {_FACE})*)")
_TIMES = re.compile(r"\(×(\d+)\)")
_SLOT = re.compile(r"(dice|other|by|all|faces)_(.+)")
_OUTCOME = {
    **dict.fromkeys(("supply_kept", "game_kept"), ("kept",)),
    **dict.fromkeys(("supply_worn", "game_dropped"), ("dropped",)),
    **dict.fromkeys(("supply_depleted", "game_depleted"), ("depleted",)),
    **dict.fromkeys(("shook_off", "hunger_endured", "sleep_endured"), ("success", "critical")),
    **dict.fromkeys(("still_suffers", "hunger_failed"), ("failure", "fumble")),
    "encounter_comes": ("happens",),
    "no_encounter": ("does_not_happen",),
}
"""The outcomes of a throw of which a fact can come."""
_SHARED = ("effect", "free", "table")
"""Purposes of throws of which several sentences may tell."""
WIDTHS = (78, 40)
LANGUAGES = ("es", "en")


class Verdict(Struct):
    """What was told, and what of it is not so."""

    faces: int = 0
    durations: int = 0
    faults: list[str] = []


def judge_event(event: Event, before: Session, history: History, verdict: Verdict) -> None:
    """Judge everything that an event tells, whole and in short, in both languages."""
    for spoken in LANGUAGES:
        speak(spoken)
        faults = [*_wrong_durations(event, before, history, verdict)]
        if event.throws:
            faults += [*_wrong_facts(event, history), *_wrong_texts(event, history, verdict)]
        verdict.faults += [f"{spoken}: {fault}" for fault in faults]
    speak(LANGUAGES[0])


def _fallen_faces(throw: Throw) -> list[Faces]:
    return [
        (sides, tuple((die.face % 100 if sides == 100 else die.face, die.typed) for die in dice))
        for sides, dice in groupby(throw.dice, lambda die: die.sides)
    ]


def _told_faces(text: str) -> list[Faces]:
    return [
        (
            int(sides),
            tuple((int(re.findall(r"\d+", face)[0]), PENCIL in face) for face in faces.split()),
        )
        for sides, faces in _DICE.findall(text)
    ]


def _fits(width: int, text: str) -> bool:
    return len(text) <= width


def _wrong_texts(event: Event, history: History, verdict: Verdict) -> Iterator[str]:
    """Yield the sentences whose faces did not fall, or are told oftener than they fell."""
    fallen = Counter(each for throw in event.throws for each in _fallen_faces(throw))
    shared = {each for throw in event.throws if throw.purpose in _SHARED for each in _fallen_faces(throw)}
    whole = sentences(event, history)
    short = [[brief_text(event, history, partial(_fits, width))] for width in WIDTHS]
    for lines in (whole, *short):
        told: Counter[Faces] = Counter()
        for line in lines:
            times = int((_TIMES.findall(line) or ["1"])[0]) if len(lines) > 1 else 1
            for each in _told_faces(line):
                verdict.faces += len(each[1])
                told[each] += 1 if each in shared else times
        wrong = [each for each, count in told.items() if count > fallen[each] and each not in shared]
        wrong += [each for each in told if each not in fallen]
        if wrong:
            yield f"{wrong} of {dict(fallen)}: {lines}"


def _wrong_facts(event: Event, history: History) -> Iterator[str]:
    """Yield the facts that are told with dice of which they cannot have come."""
    figures = {field.id for field in history.session.game.fields}
    for fact in with_dice(event.facts, event.throws, words_of(history.session.system)):
        about = fact.data.get("figure", fact.data.get("supply"))
        for name, value in fact.data.items():
            if not (slot := _SLOT.fullmatch(name)) or not (dice := _told_faces(str(value))):
                continue
            throws = [
                throw
                for throw in event.throws
                if throw.purpose == slot[2]
                and (slot[1] in ("by", "other") or throw.who in ("", fact.data.get("who", "")))
                and (
                    slot[2] not in ("usage", "figure")
                    or throw.subject == about
                    or throw.subject not in figures
                )
                and throw.outcome in _OUTCOME.get(fact.kind, (throw.outcome,))
            ]
            missing = Counter(dice) - Counter(each for throw in throws for each in _fallen_faces(throw))
            if missing:
                yield f"{fact}: {dict(missing)} did not fall for it in {event.throws}"


def _wrong_durations(event: Event, before: Session, history: History, verdict: Verdict) -> Iterator[str]:
    """Yield the durations told of what does not last so."""
    facts = [fact for fact in event.facts if fact.kind.startswith("lasts_")]
    released = {
        (fact.data.get("who"), fact.data.get("condition"))
        for fact in event.facts
        if fact.kind in ("game_released", "effect_ended", "released")
    }
    # What was renewed while it lasted is told without its condition.
    released |= {(who, None) for who, _condition in released}
    whole, short = tellings(event.facts, history), brief_tellings(event.facts, history, 100)
    for told in ([*whole], [*short]) if facts else ():
        joined = [each for each in told if each.lasts is not None or "lasts_" in each.kind]
        verdict.durations += len(joined)
        lasting: set[object] = set()
        for each in joined:
            who = each.data.get("who")
            members = who if isinstance(who, tuple) else (who,)
            lasting.update(members)
            yield from (
                f"{each} is not so: {history.session.effects}"
                for one in members
                if (one, each.data.get("condition")) not in released
                and not history.session.is_out(str(one))
                and not _lasts(
                    history.session, str(one), each.data, each.lasts.data if each.lasts else each.data
                )
            )
        if missing := {fact.data["who"] for fact in facts} - lasting:
            yield f"durations of {missing} are told of nobody: {[*map(str, event.facts)]}"


def _lasts(session: Session, who: str, what: Mapping[str, object], duration: Mapping[str, object]) -> bool:
    """Whether an effect on a creature lasts as long as is told of it."""
    passes, seconds = (int(str(duration.get(name) or 0)) for name in ("passes", "seconds"))
    named = what.get("condition") or what.get("name")
    return any(
        each.who == who
        and named in (None, each.condition or each.name)
        and (each.passes in (passes, passes + 1) or each.at - session.elapsed == seconds)
        for each in session.effects.values()
    )


class TellingPlayer(Player):
    """Plays with durations, shares of an effect, and faces of real dice among the program's."""

    def roll(self, sides: int) -> int:
        """Give some faces as typed."""
        face = super().roll(sides)
        return Typed(face) if self.chance.random() < 0.3 else face

    def act(self) -> Draft:
        """Play any act of any creatures, with what every act of its kind takes."""
        session, people = self.game.session, [*self.game.session.creatures]
        act = self.chance.choice(list(session.game.acts.values()))
        creature_ids = tuple(self.chance.sample(people, min(self.chance.randint(1, 3), len(people))))
        asked = [param for param in params_of(act) if param.required or self.chance.random() < 0.3]
        args = {param.name: self.value(param, creature_ids) for param in asked}
        return party.act(session, act.id, creature_ids, args, self.roll)

    def resolve_all(self) -> Draft:
        """Resolve all that waits at once, as one event."""
        if not self.game.session.pending:
            raise Refusal("nothing_pending")
        return resolution.resolve_all(self.game.session, next(iter(self.game.session.pending)), self.roll)


def evening(player: TellingPlayer, steps: int, verdict: Verdict) -> None:
    """Play at random, and judge every event."""
    settling = (player.settle, player.settle_alike, player.resolve_all)
    moves: Sequence[object] = (
        *(player.act, player.act, player.act),
        *settling,
        *(player.pass_time, player.burn, player.next_turn, player.write),
    )
    for _ in range(steps):
        move = player.chance.choice(moves)
        assert callable(move)
        before = player.game.session
        try:
            draft = move()
        except Refusal:
            continue
        judge_event(player.game.play(draft), before, player.game.history, verdict)
