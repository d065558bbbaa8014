"""Entering a room: what waits there is played once, in the event of the walk."""

from tests.session.game import BEA, Game, meet, refusal_code
from tests.trials import each_of
from tracker.commands.command import CommandContext
from tracker.commands.completion import completions
from tracker.commands.preview import preview_line
from tracker.session.change import apply
from tracker.session.doubled import doubled_events
from tracker.session.groups import free_creatures, waiting_creatures
from tracker.session.moves.campaign import carry_over
from tracker.session.public import public_table
from tracker.session.recap import evenings
from tracker.session.state import empty_session
from tracker.session.whereabouts import rooms_with_party
from tracker.wording.players import page_view
from tracker.wording.recap import news_text
from tracker.wording.rooms import room_texts
from tracker.wording.versions import doubled_text

CRYPT = (
    *("pj Lía", "pj Bren", "sala 1 Puerta salidas norte 2, este 3", "sala 2 lee Huele a cera."),
    *("sala 2 criatura 2 goblin salud=7", "sala 2 criatura oculto ogro", "sala 2 botín 30 oro, rubí"),
    *("sala 2 trampa aguja daño 1d6", "sala 3 trampa aguja daño 2d6", "sala 3 criatura goblin"),
    *("sala 2 línea reloj Alarma 4", "ve 1"),
)


def test_what_waits_in_a_room_is_played_as_somebody_enters() -> None:
    game = Game(*CRYPT)
    before, events = game.session, len(game.history)
    told = game.sentences("ve n")

    assert told.startswith("Lía y Bren van a la sala 2. Se lee: «Huele a cera.» Pasan 10 minutos.")
    assert [each.name for each in game.session.creatures.values() if each.room == "2"] == [
        *("Lía", "Bren", "goblin 1", "goblin 2", "ogro")
    ]
    assert game.session.creatures[game.id_of("ogro")].lurks
    assert [each.name for each in game.session.game.hazards(game.session.rules_context())] == ["aguja"]
    assert [each.name for each in game.session.progress.values()] == ["Alarma"]
    assert not game.session.heap.coins
    assert len(game.history) == events + 1
    game.do("deshacer")
    assert game.session == before


def test_what_lurks_is_hidden_once_its_fight_begins() -> None:
    game = Game(*CRYPT, "ve 2", "combate Cripta")
    fight = game.session.fight
    assert fight is not None
    assert {game.history.names[who]: each.hidden for who, each in fight.combatants.items()} == {
        "Lía": False,
        "Bren": False,
        "goblin 1": False,
        "goblin 2": False,
        "ogro": True,
    }


def test_nothing_comes_a_second_time() -> None:
    game = Game(*CRYPT, "ve 2")
    count = len(game.session.creatures)
    game.do("ve 1")
    game.do("ve 2")
    assert len(game.session.creatures) == count
    game.do("sala 2 criatura rata")
    game.do("ve 1")
    assert "Aparece rata" in game.sentences("ve 2")


def test_loot_goes_to_the_heap_once() -> None:
    game = Game(*CRYPT, "ve 2")
    assert game.sentences("sala 2 toma") == "Va al botín: 30 oro, rubí."
    assert refusal_code(lambda: game.do("sala 2 toma")) == "nothing_waits"
    game.do("deshacer")
    assert not game.session.heap.coins
    game.do("sala 2 toma")


def test_a_second_trap_of_a_name_gets_the_number_of_its_room() -> None:
    game = Game(*CRYPT, "ve 2", "ve 1", "ve 3")
    assert [each.name for each in game.session.game.hazards(game.session.rules_context())] == [
        *("aguja", "aguja 3")
    ]


@each_of("line", ["bailar", "deshacer", "ve 1", "reloj", "mira", "2d", "sella", "retrocede -1", "título"])
def test_a_line_that_cannot_be_played_holds_nothing_up(line: str) -> None:
    game = Game(*CRYPT, f"sala 2 línea {line}")
    assert f"queda como nota: {line}" in game.sentences("ve 2")
    assert game.id_of("goblin 1")
    assert "queda como nota" not in game.sentences("ve 1")
    assert f"línea: {line} (no se pudo)" in [*room_texts(game.session.rooms["2"])]
    game.do("sala 2 línea nada")
    assert "no se pudo" not in " ".join(room_texts(game.session.rooms["2"]))


@each_of(
    ("line", "doubts"),
    [
        ("criatura 2 rata", False),
        ("criatura rata salud=mucha", True),
        ("trampa aguja daño 1d6", False),
        ("trampa aguja daño mucho", True),
        ("línea bailar", True),
        ("línea reloj Alarma 4", False),
        ("botín 30 oro", False),
    ],
)
def test_a_line_that_could_not_be_played_is_told_as_it_is_written(line: str, doubts: bool) -> None:
    told = Game("sala 1 Puerta").sentences(f"sala 1 {line}")
    assert ("quedará como nota" in told) is doubts


@each_of(("who", "doubts"), [("Morda", False), ("Odón", True)])
def test_a_line_may_be_about_what_waits_there_already(who: str, doubts: bool) -> None:
    told = Game("sala 1 Puerta", "sala 1 criatura Morda").sentences(f"sala 1 línea apunta {who} Debe.")
    assert ("quedará como nota" in told) is doubts


def test_a_new_chapter_begins_with_the_rooms_as_they_are() -> None:
    game = Game(*CRYPT, "ve 2", "sala 2 toma")
    drafts = carry_over(game.history, "Torre")
    session = apply(empty_session("chronicle"), (each.changes for each in drafts))
    assert session.rooms == game.session.rooms
    assert rooms_with_party(session) == rooms_with_party(game.session)


def test_the_name_of_a_room_is_completed() -> None:
    assert "Puerta" in completions("ve Puer", Game(*CRYPT).session)


@each_of("system", ["horror", "percentile", "margin"])
def test_a_line_of_another_game_holds_nothing_up(system: str) -> None:
    game = Game(*CRYPT, system=system)
    assert "queda como nota: aguja daño 1d6" in game.sentences("ve 2")
    assert game.id_of("ogro")


def test_whoever_waits_in_a_room_joins_no_fight_elsewhere() -> None:
    game = Game(*CRYPT, "aparece rata", "combate Puerta Lía, rata", "siguiente")
    game.do("ve 2 Bren")
    assert game.session.fight is not None
    assert len(game.session.fight.combatants) == 2


def test_the_page_says_how_long_walking_takes() -> None:
    game = Game(*CRYPT, "sala ritmo 20m", system="horror")
    game.do("ve 2")
    assert game.session.elapsed == 1_200
    game.do("sala ritmo nada")
    assert "El reloj no se mueve" in game.sentences("ve 3")
    assert game.session.elapsed == 1_200


def test_a_walk_calls_for_what_an_interval_calls_for() -> None:
    game = Game(*CRYPT, "lleva Lía antorcha d6 luz cada 10m", "enciende antorcha", "vigila 18+", "ve 2")
    assert game.pending == ["usage", "encounter_check"]


def test_a_preview_does_not_read_aloud() -> None:
    text = preview_line("ve 2", CommandContext(Game(*CRYPT).history)).text
    assert "cera" not in text
    assert "Pasan 10 minutos. Aparecen goblin 1 y goblin 2." in text


def test_players_hear_what_is_read_aloud() -> None:
    game = Game(*CRYPT, "ve 2")
    assert page_view(public_table(game.history))["rooms"][-1] == "Sala 2: sur 1 · aquí · «Huele a cera.»"
    [evening] = evenings(game.history, players=True)
    assert news_text(evening).endswith("Vieron las salas 1 y 2. Se leyó: «Huele a cera.»")


@each_of(
    ("who", "says"),
    [("goblins", "Dos goblins y su ogro"), ("ogro", "Dos goblins y su ?")],
)
def test_what_was_read_names_who_stands_there_in_sight(who: str, says: str) -> None:
    lines = ("pj Lía", "sala 1 Puerta", "sala 1 lee Dos goblins y su ogro", "sala 1 criatura 2 goblin")
    hidden = "oculto " if who == "ogro" else ""
    game = Game(*lines, f"sala 1 criatura {hidden}ogro", "ve 1")
    assert public_table(game.history).rooms[0].heard == says


def test_names_without_more_mean_those_of_this_place() -> None:
    game = Game(*CRYPT, "ve 2", "ve 1", "ve 3")
    names = [game.history.names[who] for who in waiting_creatures(game.session)]
    assert names == ["goblin 3"]
    game.do("daño goblin* 1")
    assert [game.sheet(f"goblin {number}").health for number in (1, 2, 3)] == [7, 7, 6]
    game.do("daño goblin 1 2")
    assert game.sheet("goblin 1").health == 5
    game.do("ve 1")
    assert refusal_code(lambda: game.do("daño goblin* 1")) == "none_at_hand"
    assert refusal_code(lambda: game.do("daño enemigos 1")) == "none_at_hand"


def test_a_fight_without_names_is_of_one_place() -> None:
    game = Game(*CRYPT, "ve 2", "pj Ana", "ve 1 Ana, Bren", "ve 3 Ana, Bren")
    party, foes = free_creatures(game.session)
    assert [game.history.names[who] for who in (*party, *foes)] == ["Bren", "Ana", "goblin 3"]
    game.do("retira goblin 3")
    party, foes = free_creatures(game.session)
    assert [game.history.names[who] for who in (*party, *foes)] == ["Lía", *("goblin 1", "goblin 2", "ogro")]


def test_newcomers_stand_where_the_party_is() -> None:
    game = Game(*CRYPT, "ve 2", "aparece rata", "aparece oculto 2 murciélago")
    assert game.session.creatures[game.id_of("rata")].room == "2"
    game.do("ve 1")
    assert not waiting_creatures(game.session)


def test_two_gms_who_enter_bring_everybody_once() -> None:
    game = Game(*CRYPT)
    other = game.copy(BEA)
    game.do("ve 2")
    other.do("ve 2", gm="bea")
    meet(game, other)
    names = [each.name for each in game.session.creatures.values()]
    assert sorted(names) == ["Bren", "Lía", "goblin 1", "goblin 2", "ogro"]
    [doubled] = doubled_events(game.history)
    assert "(ana, bea). Las criaturas salen una sola vez" in doubled_text(game.history, doubled)
    elapsed = game.session.elapsed
    game.do("versión 1")
    assert game.session.elapsed == elapsed - 600
    assert doubled_events(game.history) == ()


def test_foes_follow_from_room_to_room_unseen() -> None:
    game = Game(*CRYPT, "ve 2", "ve 1")
    before, seconds = public_table(game.history), game.session.elapsed
    game.do("ve 3 goblin 1")
    assert (game.session.elapsed, game.session.rooms["3"].seen) == (seconds, False)
    assert public_table(game.history) == before
    game.do("ve 1 goblin 1")
    assert [game.history.names[who] for who in waiting_creatures(game.session)] == ["goblin 1"]
    assert not any(each.done for each in game.session.rooms["3"].items.values())


def test_two_gms_who_take_the_loot_leave_it_to_decide() -> None:
    game = Game(*CRYPT, "ve 2")
    other = game.copy(BEA)
    game.do("sala 2 toma")
    other.do("sala 2 toma", gm="bea")
    meet(game, other)
    [doubled] = doubled_events(game.history)
    assert doubled_text(game.history, doubled) == "El botín de la sala 2 se tomó dos veces (ana, bea)."
    game.do("versión 1")
    assert dict(game.session.heap.coins) == {"gold": 30}
