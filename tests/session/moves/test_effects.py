"""Effects that end by themselves: at a turn, after rounds, at an hour; and rounds besides their turns."""

import pytest

from tests.session.game import BEA, event_id, fight
from tracker.commands.command import CommandContext, draft_of
from tracker.commands.parse import parse
from tracker.rules.refusal import Refusal
from tracker.session.event import Draft, InMemory, read_event
from tracker.session.history import History
from tracker.session.moves.campaign import create
from tracker.session.state import Combatant

SYSTEM = "chronicle"


class Table:
    """A campaign in memory, played by lines of the command language."""

    def __init__(self) -> None:
        self.history = History(SYSTEM)
        self._ids = (f"{n:04}" for n in range(10_000))
        self._take(create(SYSTEM, "Prueba"))

    def play(self, *lines: str) -> None:
        for line in lines:
            command = parse(line, CommandContext(self.history))
            self._take(draft_of(command, self.history, self._no_dice, lambda: next(self._ids)))

    def marks(self, name: str) -> list[str]:
        session = self.history.session
        who = next(key for key, creature in session.creatures.items() if creature.name == name)
        conditions = [badge.id for badge in session.game.badges(session.rules_context(), who)]
        return conditions + [each.name for each in session.effects.values() if each.who == who]

    def _take(self, draft: Draft) -> None:
        number = len(self.history) + 1
        document = draft.document("ana", 0, self.history.session.elapsed)
        self.history.add([read_event(event_id(number), InMemory(document))])

    @staticmethod
    def _no_dice(sides: int) -> int:
        raise AssertionError(f"a d{sides} fell")


@pytest.fixture
def table() -> Table:
    table = Table()
    table.play("pj Lía", "pj Bren", "combate Puente", "iniciativa lia 15", "iniciativa bren 10", "siguiente")
    return table


def test_an_effect_until_the_end_of_a_turn_outlasts_the_turn_under_way(table: Table) -> None:
    table.play("estado lia miedo fin-turno", "siguiente")
    assert "frightened" in table.marks("Lía")
    table.play("siguiente", "siguiente")
    assert table.marks("Lía") == []


def test_an_effect_until_the_start_of_a_turn_ends_as_it_starts(table: Table) -> None:
    table.play("estado bren miedo inicio-turno")
    assert "frightened" in table.marks("Bren")
    table.play("siguiente")
    assert table.marks("Bren") == []


def test_rounds_count_by_the_turns_of_the_active_combatant(table: Table) -> None:
    table.play("efecto bren bendición 2r", "siguiente", "siguiente")
    assert table.marks("Bren") == ["bendición"]
    table.play("siguiente", "siguiente")
    assert table.marks("Bren") == []


def test_the_turns_of_another_may_be_counted(table: Table) -> None:
    table.play("efecto lia silencio inicio de bren", "siguiente")
    assert table.marks("Lía") == []


def test_an_hour_on_the_clock_ends_an_effect(table: Table) -> None:
    table.play("efecto lia luz 10m", "intervalo 5m")
    assert table.marks("Lía") == ["luz"]
    table.play("intervalo 5m")
    assert table.marks("Lía") == []


def test_going_back_brings_back_what_expired_and_forward_again_ends_it_once(table: Table) -> None:
    table.play("estado bren miedo inicio-turno", "siguiente", "anterior")
    assert "frightened" in table.marks("Bren")
    table.play("siguiente")
    assert table.marks("Bren") == []
    assert table.history.session.effects == {}


def test_rounds_go_on_when_their_combatant_falls(table: Table) -> None:
    table.play("efecto bren bendición 2r de lia", "mata lia", "siguiente", "siguiente")
    assert table.marks("Bren") == ["bendición"]
    table.play("siguiente")
    assert table.marks("Bren") == []


@pytest.mark.parametrize("line", ["retira lia", "quita lia"])
def test_rounds_go_on_when_their_combatant_is_removed(table: Table, line: str) -> None:
    table.play("pj Odón", "entra odon", "efecto odon bendición 2r de lia", line)
    assert table.marks("Odón") == ["bendición"]
    table.play("siguiente", "siguiente")
    assert table.marks("Odón") == ["bendición"]
    table.play("siguiente", "siguiente")
    assert table.marks("Odón") == []
    table.play("anterior")
    assert table.marks("Odón") == ["bendición"]


def test_rounds_go_on_when_another_copy_removed_their_combatant() -> None:
    game = fight()
    game.turns(1)
    other = game.copy(BEA)
    other.do("retira lia")
    game.do("efecto bren bendición 2r de lia")
    game.history.add(other.events[-1:])
    game.events.append(other.events[-1])
    lasting = game.session.effects
    assert [each.name for each in lasting.values()] == ["bendición"]
    game.turns(6)
    assert dict(game.session.effects) == {}


def test_without_turns_the_clock_ends_effects(table: Table) -> None:
    table.play("efecto lia bendición 3r", "estado bren miedo fin-turno", "fin sinreloj")
    assert (table.marks("Lía"), table.marks("Bren")) == (["bendición"], ["frightened"] * 2)
    table.play("ronda", "ronda", "ronda")
    assert table.marks("Lía") == []
    table.play("deshacer", "deshacer", "deshacer", "deshacer", "siguiente")
    assert table.marks("Lía") == ["bendición"]


def test_away_from_any_fight_rounds_are_counted_by_the_clock(table: Table) -> None:
    table.play("fin sinreloj", "efecto lia bendición 3t")
    table.play("ronda", "ronda")
    assert table.marks("Lía") == ["bendición"]
    table.play("ronda")
    assert table.marks("Lía") == []


def test_an_effect_until_a_save_is_asked_about_at_the_end_of_each_turn(table: Table) -> None:
    table.play("efecto lia hechizo salvación", "siguiente")
    (pending,) = table.history.session.pending.values()
    assert (pending.kind, pending.data["name"]) == ("effect_save", "hechizo")
    table.play("omite")
    assert table.marks("Lía") == ["hechizo"]
    table.play("siguiente", "siguiente", "resuelve")
    assert table.marks("Lía") == []
    table.play("anterior", "siguiente")
    assert (table.marks("Lía"), dict(table.history.session.pending)) == ([], {})
    table.play("anterior", "deshacer", "siguiente")
    assert (table.marks("Lía"), len(table.history.session.pending)) == (["hechizo"], 1)


def test_a_save_against_an_ended_effect_is_dropped(table: Table) -> None:
    table.play("efecto lia hechizo salvación", "siguiente", "quitaefecto hechizo")
    assert dict(table.history.session.pending) == {}


def test_the_end_of_a_fight_says_which_conditions_the_party_still_has(table: Table) -> None:
    table.play("aparece goblin", "estado lia ceguera", "estado goblin ceguera", "fin")
    *_others, last = table.history
    assert [fact.data["who"] for fact in last.facts if fact.kind == "still_has"] == [
        next(who for who, each in table.history.session.creatures.items() if each.name == "Lía")
    ]


def test_an_ended_condition_ends_its_effect(table: Table) -> None:
    table.play("estado bren miedo 3r", "libra bren miedo")
    assert table.history.session.effects == {}


def test_the_same_effect_replaces_the_first(table: Table) -> None:
    table.play("efecto bren bendición 2r", "efecto bren bendición 5r")
    (effect,) = table.history.session.effects.values()
    assert effect.passes == 5


@pytest.mark.parametrize(
    "line", ["efecto bren", "efecto bren bendición", "efecto bren luz 3x", "quitaefecto nada"]
)
def test_an_effect_needs_a_name_and_a_time(table: Table, line: str) -> None:
    with pytest.raises(Refusal):
        table.play(line)


def test_a_declaration_stands_until_the_round_is_over(table: Table) -> None:
    table.play("declara lia cargo contra el ogro")
    assert _combatant(table, "Lía").declared == "cargo contra el ogro"
    table.play("siguiente", "siguiente")
    assert _combatant(table, "Lía").declared == ""


def test_the_surprised_take_no_turn_in_the_round_under_way(table: Table) -> None:
    table.play("sorprende bren", "siguiente")
    fight = table.history.session.fight
    assert fight is not None
    assert fight.round == 2
    assert not _combatant(table, "Bren").surprised


def test_the_surprised_miss_the_first_round_too() -> None:
    table = Table()
    table.play("pj Lía", "pj Bren", "combate Puente", "iniciativa lia 15", "sorprende lia", "siguiente")
    fight = table.history.session.fight
    assert fight is not None
    assert table.history.session.creatures[fight.active].name == "Bren"


def test_initiatives_may_be_asked_for_again_each_round(table: Table) -> None:
    table.play("cadaronda repite", "siguiente", "siguiente")
    fight = table.history.session.fight
    assert fight is not None
    assert (fight.round, fight.active) == (2, "")
    assert _combatant(table, "Lía").initiative is None
    table.play("iniciativa bren 18", "iniciativa lia 2", "siguiente")
    fight = table.history.session.fight
    assert fight is not None
    assert table.history.session.creatures[fight.active].name == "Bren"
    assert fight.round == 2


def test_entering_one_encounter_leaves_the_other(table: Table) -> None:
    table.play('combate Foso "lia"', "entra bren")
    fights = {fight.name: len(fight.combatants) for fight in table.history.session.encounters.values()}
    assert fights == {"Puente": 0, "Foso": 2}


def test_an_encounter_may_end_with_the_time_that_the_gm_says(table: Table) -> None:
    table.play("fin 10m")
    assert table.history.session.elapsed == 600


def _combatant(table: Table, name: str) -> Combatant:
    session = table.history.session
    assert session.fight is not None
    who = next(key for key, creature in session.creatures.items() if creature.name == name)
    return session.fight.combatants[who]
