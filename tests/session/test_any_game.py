"""Every request in any game is done or refused, and undone whole; its dice are those foretold and add up."""

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any, Self

import pytest

from tests.session.game import Game
from tests.trials import each_of, one_in, one_of
from tracker.features.verify.verdict import adds_up
from tracker.rules.refusal import Refusal
from tracker.rules.sheet_field import FieldKind
from tracker.rules.system import Kind, Param, Whose
from tracker.rules.systems import known_systems, system_of
from tracker.session.change import apply
from tracker.session.doubled import doubled_events
from tracker.session.event import Draft
from tracker.session.moves import clock, encounter, party, resolution, turns
from tracker.session.moves.party import Arrival
from tracker.session.pending import SharedRoll, sides_to_roll, with_favour
from tracker.store.game_files import Ruling, Shelf
from tracker.store.paths import examples_folder
from tracker.wording.sentences import sentences

TABLES: Mapping[str, tuple[str, ...]] = {
    "chronicle": (
        "pj Lía blindaje=6 esfuerzo_total=3 esfuerzo=2",
        "pj Bo envejece_desde=20",
        "aparece 2 Goblin",
        "lleva lia flechas d4 munición",
        "lleva grupo antorcha d6",
    ),
    "horror": (
        "pj Elvira violencia=1 Cordura=3 armas=Revólver 3, Puñal 1d4",
        "pj Tomás violencia=3 armas=Escopeta 1d6+1",
        "aparece 2 Celador armas=Porra 2",
    ),
    "percentile": (
        "pj Aurora POD=13 habilidades=Buscar 58, Nada 0",
        "pj Fermín habilidades=Pico 52, Buscar 90 PV_máximos=14 PV=14 armas=Pico 1d8 armas_que_empalan=Pico",
        "aparece 2 Vigilante habilidades=Pelea 45",
    ),
    "margin": (
        "pj Lía habilidades=Sigilo 12*, Trepar 5",
        "pj Noor habilidades=Sigilo 8, Trepar 9*",
        "aparece 2 Guardia habilidades=Sigilo 10",
    ),
}
FILES: Mapping[str, tuple[str, ...]] = {
    "rescoldos": (
        "pj Nela brazo=4 armas=Pico 1d6+1, Puño 1",
        "pj Roque voz=5",
        "aparece 2 Ceniza armas=Uña 1d4",
    ),
    "mareas": ("pj Inés maña=2 mar=3", "pj Bastián fuego=3", "aparece 2 Guardia maña=1"),
    "travesia": (
        "pj Zaira fuerza=15 armas=Lanza 1d8",
        "pj Omar aguante=5",
        "aparece 2 Chacal armas=Diente 1d4",
    ),
    "galerna": (
        "pj Maruxa manos=3 armas=Bichero 1d6",
        "pj Icía pies=3 ojos=3 armas=Honda 1d4",
        "aparece 2 Ahogado pies=-1 armas=Garra 1d4",
        "lleva maruxa linterna d8 luz cada 1h",
    ),
    "ascuas": ("pj Lía vigor=3", "pj Bo temple=0", "aparece 2 Goblin"),
    "duelo": (
        "pj Lía habilidades=Pelea 55 armas=Pico 1d8",
        "pj Bo habilidades=Pelea 99",
        "aparece 2 Ogro habilidades=Pelea 20 armas=Puño 3",
    ),
    "casa": TABLES["chronicle"],
    "noche": ("pj Lía sigilo=4", "pj Bo", "aparece 2 Guardia alerta=3"),
    "posada": ("pj Lía vigor=3", "pj Bo temple=0", "aparece 2 Goblin"),
}
"""Games that are files, and house rules for Chronicle and for one of these."""
ALL_TABLES = {**TABLES, **FILES}
CLOCK = (
    "tabla cielo 1d6 1-5: sol; 6: lluvia",
    "clima tabla cielo",
    "tabla bestias 1d4 1-4: lobos",
    "vigila 10+ tabla bestias",
)
EFFECTS = ("0", "7", "99", "2d6", "1d4-3", "1d8 adv", "1d6e6")
TEXTS = ("", "x", "mucho " * 40, "1d6", "a/b")
WHOLE = (Kind.NUMBER, Kind.LABELLED, Kind.SIGNED, Kind.ROUNDS, Kind.HOURS, Kind.AGO, Kind.CHANCE, Kind.METRES)
"""The kinds of a parameter whose value is a whole number."""
FOLDERS = (Path(__file__).parents[1] / "rules/game_file/files", examples_folder("games"))
SPANS = (10, 600, 8 * 3_600, 86_400, 400 * 86_400)
STEPS = 60


def rules_of(system: str) -> str:
    """Return the game file of a table; empty for a game of the program."""
    return Shelf(FOLDERS).text(system) if system in FILES else ""


def table(*lines: str, played: Ruling) -> Game:
    """Return a table of a game: those who are there, a clock with weather, and a fight."""
    return Game(*lines, *CLOCK, "combate x", system=played.system, rules=played.rules, house=played.house)


class Player:
    """Plays at random what a GM might play."""

    dice_are_known = True
    """Whether the dice of a pending roll never depend on the faces of those before."""

    def __init__(self, game: Game, seed: int) -> None:
        self.chance = Random(seed)
        self.game = game

    @classmethod
    def for_system(cls, system: str, seed: int) -> Self:
        """Return a player of one of the tables."""
        rules = rules_of(system)
        played = Shelf(FOLDERS).ruling(rules) if rules else Ruling(system)
        return cls(table(*ALL_TABLES[system], played=played), seed)

    def roll(self, sides: int) -> int:
        """Prefer the ends of a range, where rules turn."""
        return self.chance.choice((1, sides, self.chance.randint(1, sides)))

    def act(self) -> Draft:
        """Play any act of any creature."""
        session, people = self.game.session, [*self.game.session.creatures]
        act = self.chance.choice(list(session.game.acts.values()))
        creature_ids = (
            () if act.whose is Whose.TABLE else tuple(self.chance.sample(people, min(2, len(people))))
        )
        asked = [param for param in act.params if param.required or self.chance.random() < 0.3]
        args = {param.name: self.value(param, creature_ids) for param in asked}
        return party.act(session, act.id, creature_ids, args, self.roll)

    def settle(self) -> Draft:
        """Resolve any pending roll, favoured or not, with as many dice as it said."""
        session, fallen = self.game.session, list[int]()
        if not session.pending:
            raise Refusal("nothing_pending")
        key = self.chance.choice(list(session.pending))
        waiting, favour = session.pending[key], self.chance.random() < 0.2
        needed = sides_to_roll(session, with_favour(session, waiting) if favour else waiting)

        def roll(sides: int) -> int:
            fallen.append(sides)
            return self.roll(sides)

        draft = resolution.resolve(session, key, roll, favour=favour)
        if self.dice_are_known:
            assert tuple(fallen) == needed[: len(fallen)], session.pending[key]
        return draft

    def settle_alike(self) -> Draft:
        """Resolve or skip any pending roll together with its equals."""
        session = self.game.session
        if not session.pending:
            raise Refusal("nothing_pending")
        key = self.chance.choice(list(session.pending))
        if self.chance.random() < 0.2:
            return resolution.skip_alike(session, key)
        return resolution.resolve_alike(session, key, self.roll)

    def pass_time(self) -> Draft:
        passage, seconds = self.chance.choice(list(clock.Passage)), self.chance.choice(SPANS)
        return clock.pass_time(self.game.session, passage, seconds, self.roll)

    def next_turn(self) -> Draft:
        """Play the next turn of the fight; now and then leave it, end it, or begin another one."""
        session, chance = self.game.session, self.chance.random()
        if session.fight is None:
            sides = {who: "party" if each.party else "foes" for who, each in session.creatures.items()}
            return encounter.open_encounter(session, "otro", sides, self.game.fresh)
        if chance < 0.1:
            return encounter.end_encounter(session, 60)
        if chance < 0.2 and session.fight.combatants:
            return encounter.leave(session, self.chance.sample(list(session.fight.combatants), 1))
        return turns.next_turn(session, self.roll)

    def write(self) -> Draft:
        """Write a figure on a sheet."""
        session = self.game.session
        if not session.creatures:
            return party.appear(session, (Arrival("otro", 2),), self.game.fresh)
        numbers = [each.id for each in session.game.fields if each.kind is FieldKind.NUMBER]
        who, name = self.chance.choice(list(session.creatures)), self.chance.choice(numbers)
        return party.edit_sheet(session, who, {name: str(self.chance.choice((-1, 0, 1, 3, 12)))})

    def burn(self) -> Draft:
        """Pass a short time, in which conditions work."""
        return clock.pass_time(self.game.session, clock.Passage.INTERVAL, 60, self.roll)

    def value(self, param: Param, creature_ids: tuple[str, ...]) -> Any:
        session, low = self.game.session, param.low or 0
        values: Mapping[Kind, list[Any]] = {
            Kind.EFFECT: list(EFFECTS),
            Kind.FLAG: [True],
            Kind.MODIFIER: [(number,) for number in (-9, -4, -3, -1, 1, 3, 4, 9)],
            Kind.CREATURE: list(session.creatures),
            Kind.DEALER: list(session.creatures),
            Kind.SUPPLY: [*session.supplies, "nothing"],
            Kind.NAME: list(TEXTS),
            Kind.TEXT: list(TEXTS),
            Kind.PHRASE: list(TEXTS),
            **{kind: [low, min(low + 8 * 3_600, param.high or 10**6)] for kind in WHOLE},
            Kind.CHOICE: list(
                param.offers(session.rules_context(), creature_ids[0])
                if param.offers and creature_ids
                else param.choices
            ),
        }
        if not values[param.kind]:
            raise Refusal("unknown_choice")
        return self.chance.choice(values[param.kind])


def _told_of(game: Game, draft: Draft, gone: set[str]) -> int:
    """Return how many of the rolls that are gone the draft resolves, skips or reports as lapsed."""
    resolved = gone & set(draft.settles)
    lapsed = (fact.data.get("lapses") or fact.data.get("lapsed") or 0 for fact in draft.facts)
    dropped = (fact.data.get("count") or 0 for fact in draft.facts if fact.kind == "dropped")
    return len(resolved) + sum(map(int, lapsed)) + sum(map(int, dropped))


def _ended_rolls(game: Game, draft: Draft) -> set[str]:
    """Return the keys of the pending rolls that a draft ends, but for mere notices."""
    kinds, after = game.session.game.pending_rolls, apply(game.session, (draft.changes,)).pending
    return {
        key
        for key, each in game.session.pending.items()
        if key not in after and not (each.kind in kinds and kinds[each.kind].notice)
    }


@pytest.mark.parametrize("seed", one_of(range(200)))
@pytest.mark.parametrize("system", one_in(2, ALL_TABLES))
def test_every_request_is_done_or_refused_and_undone_whole(system: str, seed: int) -> None:
    assert play(Player.for_system(system, seed), STEPS) > STEPS // 10


def play(player: Player, steps: int) -> int:
    """Play at random, with undo; return how many moves were not refused."""
    settling = (player.settle, player.settle_alike)
    passing = (player.pass_time, player.burn, player.next_turn)
    game, moves = player.game, (player.act, player.act, *settling, *passing, player.write)
    done = 0
    for _ in range(steps):
        before, move = game.session, player.chance.choice(moves)
        if (draft := _draft_or_none(move)) is None:
            continue
        done += 1
        gone = _ended_rolls(game, draft)
        assert _told_of(game, draft, gone) >= len(gone), (draft.facts, gone)
        game.play(draft)
        sentences(game.events[-1], game.history)
        assert all(adds_up(throw) for throw in draft.throws)
        if player.chance.random() < 0.3:
            game.do("deshacer")
            assert game.session == before
        assert doubled_events(game.history) == ()
    return done


def _draft_or_none(move: Callable[[], Draft]) -> Draft | None:
    try:
        return move()
    except Refusal:
        return None


@each_of("system", known_systems())
def test_no_game_calls_a_pending_roll_as_the_table_does(system: str) -> None:
    assert {*system_of(system).pending_rolls} & {*SharedRoll} == set()
