"""Rooms made by hand, and walking through them."""

from msgspec.structs import replace

from tests.session.game import BEA, Game, meet, refusal_code
from tests.session.status import status_json
from tests.trials import each_of
from tracker.session.change import diff
from tracker.session.doubled import doubled_events
from tracker.session.event import Draft
from tracker.session.public import PublicRoom, PublicWay, public_table
from tracker.session.recap import evenings
from tracker.session.rooms import Exit
from tracker.session.whereabouts import rooms_with_party
from tracker.wording.clock import upcoming_events
from tracker.wording.glance import scene_text
from tracker.wording.messages import say
from tracker.wording.players import page_view, public_text
from tracker.wording.recap import recap_paragraphs
from tracker.wording.report import status_text
from tracker.wording.rooms import public_plan
from tracker.wording.versions import doubled_text

PARTY = ("pj Lía", "pj Bren")
ROOMS = (*PARTY, "sala 1 Puerta salidas norte 2, este 3 secreta", "sala 2 Cripta salidas arriba 4")


def walk(*lines: str, system: str = "chronicle") -> Game:
    return Game(*ROOMS, *lines, system=system)


def test_an_exit_names_its_room_and_implies_the_way_back() -> None:
    rooms = walk().session.rooms

    assert rooms["1"].exits == {"n": Exit("2"), "e": Exit("3", secret=True)}
    assert rooms["2"].exits == {"s": Exit("1", implied=True), "up": Exit("4")}
    assert rooms["3"].exits == {"w": Exit("1", secret=True, implied=True)}
    assert rooms["4"].exits == {"down": Exit("2", implied=True)}


def test_an_exit_that_is_written_replaces_the_implied_one() -> None:
    game = walk("sala 2 salidas oeste 1 (puerta atascada)")
    assert game.session.rooms["2"].exits == {"up": Exit("4"), "w": Exit("1", about="puerta atascada")}
    assert game.session.rooms["1"].exits["n"] == Exit("2")


def test_an_exit_takes_the_implied_way_back_with_it_and_no_written_one() -> None:
    game = walk("sala 2 salidas oeste 1", "sala 1 salidas norte 5")
    assert game.session.rooms["1"].exits["n"] == Exit("5")
    assert game.session.rooms["2"].exits["w"] == Exit("1")
    game.do("sala 1 salidas norte nada")
    assert game.session.rooms["5"].exits == {}


def test_a_way_back_that_is_taken_stays_without_direction() -> None:
    game = walk()

    assert game.sentences("sala 5 Pozo salidas norte 2") == (
        "Sala 5: Pozo. De la sala 5 se va a la 2 (norte). "
        "La vuelta de la 2 a la 5 queda sin rumbo: «sur» ya lleva a la 1."
    )
    assert game.session.rooms["2"].exits["5"] == Exit("5", implied=True)


@each_of(
    ("system", "first", "again"),
    [("chronicle", 600, 610), ("horror", 0, 10), ("percentile", 0, 12), ("margin", 0, 0)],
)
def test_a_walk_takes_the_time_of_its_game(system: str, first: int, again: int) -> None:
    game = walk("ve 1", system=system)
    assert game.session.elapsed == first
    game.do("ve n")
    assert game.session.elapsed == 2 * first
    game.do("ve s")
    assert game.session.elapsed == first + again


def test_seen_rooms_far_apart_take_a_turn_a_passage() -> None:
    game = walk("ve 1", "ve 2", "ve 4")
    before = game.session.elapsed
    game.do("ve 1")
    assert game.session.elapsed == before + 20


def test_nobody_walks_time_away_from_a_fight() -> None:
    game = walk("ve 1", "aparece rata", "combate Sala", "siguiente", "siguiente")
    before = game.session.elapsed
    game.do("ve 2 Bren")
    assert (game.session.elapsed, rooms_with_party(game.session)) == (
        before,
        {"1": (game.id_of("Lía"),), "2": (game.id_of("Bren"),)},
    )


def test_a_party_splits_and_meets_again() -> None:
    game = walk("ve 1")
    game.do("ve cripta Bren")
    assert len(rooms_with_party(game.session)) == 2
    assert "Bren en la sala 2 Cripta · salidas: sur 1, arriba 4" in status_text(game.history)
    game.do("ve 2 Lía")
    assert rooms_with_party(game.session) == {"2": (game.id_of("Lía"), game.id_of("Bren"))}


def test_a_word_of_its_name_is_enough_to_find_a_room() -> None:
    game = walk("sala 3 La sala del molino", "sala 4 La cripta honda", "ve 1")
    game.do("ve molino")
    assert list(rooms_with_party(game.session)) == ["3"]
    game.do("ve cripta")
    assert list(rooms_with_party(game.session)) == ["2"]
    assert refusal_code(lambda: game.do("ve la")) == "ambiguous_word"


def test_a_number_means_first_that_of_the_area_where_the_party_is() -> None:
    game = walk("sala 2.1 Boca salidas norte 2.2, sur 14", "sala 2.9 Fondo", "ve 2.1")
    deep = {key: replace(each, area="2") for key, each in game.session.rooms.items() if key not in "1234"}
    game.play(Draft(changes=diff(game.session, replace(game.session, rooms={**game.session.rooms, **deep}))))
    for line, key in (("ve 2", "2-2"), ("ve 14", "14"), ("ve 2", "2-2"), ("ve 3", "3"), ("ve 2", "2")):
        game.do(line)
        assert list(rooms_with_party(game.session)) == [key], line


def test_a_walk_is_one_event_and_is_taken_back_whole() -> None:
    game = walk("ve 1")
    before = game.session
    game.do("ve e")
    assert not game.session.rooms["1"].exits["e"].secret
    game.do("deshacer")
    assert game.session == before


def test_players_know_what_was_seen_alone() -> None:
    game = walk("ve 1")
    assert public_table(game.history).rooms == (PublicRoom("1", True, (PublicWay("n", ""),)),)
    game.do("ve e")
    table = public_table(game.history)
    assert page_view(table)["rooms"] == ["Sala 1: norte ?, este 3", "Sala 3: oeste 1 · aquí"]
    assert "Puerta" not in public_text(table)
    assert "Cripta" not in public_text(table)


def test_two_gms_who_enter_leave_the_time_to_decide() -> None:
    game = walk("ve 1")
    other = game.copy(BEA)
    game.do("ve 2")
    other.do("ve 2", gm="bea")
    meet(game, other)
    [doubled] = doubled_events(game.history)
    assert doubled_text(game.history, doubled) == (
        "En la sala 2 se entró dos veces por primera vez (ana, bea). Las criaturas salen una sola vez, "
        "como las dejó quien entró después. El reloj va 10m adelantado."
    )
    assert len(rooms_with_party(game.session)) == 1


def test_an_evening_tells_the_rooms_that_were_seen() -> None:
    game = walk("ve 1", "ve 2")
    [evening] = evenings(game.history, players=True)
    assert "Vieron las salas 1 y 2." in [*recap_paragraphs(evening)]


def test_programs_read_the_rooms() -> None:
    told = status_json(walk("ve 1", "sala 1 estado en llamas").history)
    assert told["rooms"]["1"]["status"] == "en llamas"
    assert [each["room"] for each in told["creatures"]] == ["1", "1"]


@each_of(
    ("line", "code"),
    [
        ("sala", "missing"),
        ("sala Puerta", "unknown_word"),
        ("sala 1 Puerta", "room_unchanged"),
        ("sala 1 salidas", "missing"),
        ("sala 1 salidas norte", "unknown_word"),
        ("sala 1 salidas norte 2 ancha", "unknown_word"),
        ("sala 1 salidas 1", "exit_to_itself"),
        ("sala 1 salidas oeste nada", "no_such_exit"),
        ("sala 9 estado gris", "unknown_room"),
        ("sala 9 nada", "unknown_room"),
        ("sala 1 nada", "room_in_use"),
        ("ve", "missing"),
        ("ve 9", "unknown_room"),
        ("ve oeste", "no_such_exit"),
        ("ve 1", "already_there"),
        ("ve 2 nadie", "unknown_creature"),
    ],
)
def test_what_cannot_be_is_refused(line: str, code: str) -> None:
    game = walk("ve 1", "aparece rata")
    assert refusal_code(lambda: game.do(line)) == code


def test_a_party_that_is_nowhere_goes_by_number() -> None:
    assert refusal_code(lambda: walk().do("ve norte")) == "nowhere_yet"
    assert refusal_code(lambda: Game("sala 1 Puerta").do("ve 1")) == "nobody_walks"
    assert refusal_code(lambda: Game().do("sala 1 " + "x" * 70)) == "text_too_long"


@each_of(
    ("line", "says"),
    [
        ("sala 1 estado en llamas", "Sala 1 (Puerta): en llamas."),
        ("sala 1 nota Huele a humo", "Sala 1 (Puerta): Huele a humo"),
        ("sala 1 Portal", "Sala 1: Portal."),
        ("sala 1 salidas norte nada", "Se cierra el paso de la sala 1 a la 2."),
        ("sala 2 nada", "Se quita la sala 2 (Cripta)."),
    ],
)
def test_each_change_by_hand_says_what_it_did_and_is_taken_back(line: str, says: str) -> None:
    game = walk()
    before = game.session
    assert game.sentences(line) == says
    game.do("deshacer")
    assert game.session == before


def test_players_see_a_plan_of_what_they_have_seen_alone() -> None:
    game = walk("sala 2 salidas este 6, norte 7 secreta", "ve 1", "ve 2")
    table = public_table(game.history)
    assert public_plan(table.rooms, unicode=True) == ["(?)", "", "<2>▲──(?)", " │", "[1]"]
    game.do("ve 7")
    assert "[2]" in page_view(public_table(game.history))["plan"]


@each_of("names", ["Lía, Bren", "Bren, Lía"])
def test_those_who_come_from_several_rooms_take_the_longest_way(names: str) -> None:
    game = walk("ve 1", "ve 2", "ve 4", "ve 2 Bren")
    before = game.session.elapsed
    game.do(f"ve 1 {names}")
    assert game.session.elapsed - before == 2 * 10


def test_what_is_in_other_rooms_is_not_of_the_moment() -> None:
    game = walk("sala 3 criatura ogro", "sala 3 trampa aguja daño 1d6", "ve 1", "ve 3")
    game.do("estado ogro veneno 5 1h")
    assert "aguja" in scene_text(game.session)
    assert any("ogro" in text for _seconds, text in upcoming_events(game.session))
    game.do("ve 1")
    assert "aguja" not in scene_text(game.session)
    assert not any("ogro" in text for _seconds, text in upcoming_events(game.session))


def test_players_read_everywhere_that_nothing_burns() -> None:
    game = walk("lleva Lía antorcha d6 luz", "luz oscuro")
    nothing = say("players.nothing_burns")
    assert nothing in public_text(public_table(game.history))
    assert page_view(public_table(game.history))["lights"] == [nothing]
    game.do("enciende antorcha")
    assert page_view(public_table(game.history))["lights"] == ["antorcha d6 · Lía"]
