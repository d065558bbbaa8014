"""Free dice by typed lines: kept rolls, names of sheets, repetition, outcomes of comparisons."""

from collections.abc import Iterable

import pytest

from tests.rules.faces import falls
from tests.trials import each_of
from tracker.commands.command import CommandContext, draft_of
from tracker.commands.parse import parse
from tracker.rules.fields import TEXT_LENGTH
from tracker.rules.games.chronicle import system
from tracker.rules.refusal import Refusal
from tracker.session.event import Draft, InMemory, read_event
from tracker.session.history import History
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.campaign import create
from tracker.session.state import SavedRoll
from tracker.wording.dice_grammar import EXAMPLES, GRAMMAR, NAMED_EXAMPLE, dice_examples, dice_help
from tracker.wording.language import LANGUAGES, speak
from tracker.wording.messages import say, say_or_keep
from tracker.wording.sentences import refusal_sentence, sentences


class Game:
    """A campaign in memory, played by typed lines."""

    def __init__(self, system: str = "chronicle") -> None:
        self.history = History(system)
        self._add(create(system, "La torre"))

    def _add(self, draft: Draft) -> str:
        event_id = f"{len(self.history) + 1:016x}-aa"
        event = read_event(event_id, InMemory(draft.document("ana", 0, 0)))
        self.history.add((event,))
        return " ".join(sentences(event, self.history))

    def plays(self, line: str, *faces: int) -> str:
        """Play a line with these dice; returns its sentences."""
        fresh: Iterable[str] = (f"x{n}" for n in range(len(self.history), 99))
        ids = iter(fresh)
        command = parse(line, CommandContext(self.history))
        return self._add(draft_of(command, self.history, falls(*faces), lambda: next(ids)))

    def refusal_text(self, line: str) -> str:
        """Return why a line is refused."""
        with pytest.raises(Refusal) as refused:
            self.plays(line)
        return refusal_sentence(refused.value, self.history.session.system)


def let_add(monkeypatch: pytest.MonkeyPatch, adds: tuple[str, ...]) -> None:
    """Have the game add these of a sheet to its rolls."""
    monkeypatch.setattr(system.CHRONICLE, "adds", adds)


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Return a campaign whose game adds the value of Strength to its rolls."""
    let_add(monkeypatch, ("strength_value",))
    playing = Game()
    playing.plays("pj Lia")
    return playing


def test_a_name_of_a_sheet_adds_its_number_and_names_the_roller(game: Game) -> None:
    said = game.plays("1d20 + lia.strength_value", 4)

    assert said == "Lia, Tirada 1d20+10[lia.strength_value] = 14 (d20 → 4 +10)."
    assert game.plays("1d20 + lia.strength_value >= 15", 4) == (
        "Lia, 1d20+10[lia.strength_value]>=15: 14 (d20 → 4) contra 15, no se cumple."
    )
    throw = list(game.history)[-1].throws[0]
    assert game.history.names[throw.who] == "Lia"


@each_of(
    ("line", "said"),
    [
        ("2d6 + elvira.violencia", "2d6+1[elvira.violencia] = 8"),
        ("2d6+Elvira.VIOLENCIA", "2d6+1[Elvira.VIOLENCIA] = 8"),
        ("2d6 + elvira.ing", "2d6+3[elvira.ing] = 10"),
        ("2d6 + elvira.sigilo >= 8", "2d6+(-2)[elvira.sigilo]>=8: 5 (d6 → 3 4) contra 8, no se cumple"),
    ],
)
def test_in_horror_the_attributes_are_added_to_the_dice_by_name(line: str, said: str) -> None:
    game = Game("horror")
    game.plays("pj Elvira violencia=1 ingenio=3 otros_atributos=Sigilo -2, Empatía 2")

    assert said in game.plays(f"tira {line} # puerta", 3, 4)
    assert game.refusal_text("2d6+elvira.cordura") == (
        "En este juego «Cordura» no se suma a una tirada. Se suma: violencia, ingenio, Sigilo, Empatía."
    )


@pytest.mark.parametrize("system", ["chronicle", "percentile", "margin"])
def test_in_games_that_roll_under_or_against_a_figure_nothing_is_added_by_name(system: str) -> None:
    game = Game(system)
    game.plays("pj Lia")

    assert "nada de la ficha se suma" in game.refusal_text("1d20+lia.fuerza")


@pytest.mark.parametrize(
    ("line", "code"),
    [("1d20+lia.level", "name_not_added"), ("1d20+bea.strength_value", "unknown_creature")],
)
def test_numbers_that_the_game_does_not_add_are_refused_by_name(game: Game, line: str, code: str) -> None:
    with pytest.raises(Refusal, match=code):
        game.plays(line)


@pytest.mark.parametrize(
    ("adds", "said"),
    [
        (("strength_value",), "En este juego «parada» no se suma a una tirada. Se suma: VA Fuerza."),
        ((), "En este juego nada de la ficha se suma a una tirada: escribe el número."),
    ],
)
def test_an_unknown_name_is_answered_with_the_creatures_kept_rolls(
    game: Game, monkeypatch: pytest.MonkeyPatch, adds: tuple[str, ...], said: str
) -> None:
    let_add(monkeypatch, adds)
    game.plays("pj Bren")
    for line in ("guarda trampa 2d6", "guarda lia.ataque 1d20+3", "guarda lia.arco 1d20"):
        game.plays(line)

    assert game.refusal_text("tira bren.parada") == said
    for line in ("tira lia.parada", "1d20+lia.parada", "guarda lia.golpe 1d6+lia.parada"):
        assert game.refusal_text(line) == f"{said} Tiradas guardadas de Lia, que van solas: ataque, arco."


def test_an_unknown_roll_is_answered_with_the_kept_ones(game: Game) -> None:
    known = " Pon un número, 2d6, lia.violencia, du8, - o un paréntesis."
    assert game.refusal_text("tira trampas") == f"«trampas» no empieza una tirada.{known}"
    for line in ("guarda trampa 2d6", "guarda lia.ataque 1d20+3"):
        game.plays(line)

    for line in ("tira trampas", "tira trampas # de osos"):
        assert game.refusal_text(line) == (
            f"«trampas» no empieza una tirada ni es una de las guardadas: trampa, Lia.ataque.{known}"
        )
    assert game.refusal_text("tira )") == f"«)» no empieza una tirada.{known}"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("2d6+1d0+3d6", "«2d6+1d ▸ 0»: un dado tiene de 1 a 1000000 caras."),
        (
            "0d6",
            "«0d6»: se tiran de 1 a 1000 dados en total, contando los que suelen repetirse o estallar.",
        ),
        ("3d6kh2 + 4d6kh5", "«3d6kh2 + 4d6 ▸ kh5»: entre 4 cabe ahí un número de 1 a 4."),
        ("4d6pl4", "«4d6 ▸ pl4»: entre 4 cabe ahí un número de 1 a 3."),
        ("1d6pl1", "«1d6 ▸ pl1»: de uno solo no se quita ninguno."),
        ("8/(1d6-1)", "«8 ▸ /»: se dividiría entre cero, o podría ocurrir: cambia el divisor."),
        ("2d6+1d6e<7", "«2d6+1d6 ▸ e»: no acabaría nunca: deja alguna cara que no se repita ni estalle."),
        ("1+99999999*99999999", "«1+99999999 ▸ *»: pasaría de 9007199254740991: usa números menores."),
        (
            f"1+{'(' * 21}1",
            "«..(((((((((((((((( ▸ (»: demasiados paréntesis o signos seguidos: 20 niveles como mucho.",
        ),
    ],
)
def test_impossible_dice_are_refused_at_their_place(game: Game, line: str, said: str) -> None:
    assert game.refusal_text(f"tira {line}") == said


@pytest.mark.parametrize("line", ["4d6kh3=6 5 4 1", "4d6kh3= 6 5 4 1"])
def test_an_equals_sign_without_its_space_is_explained(game: Game, line: str) -> None:
    assert game.refusal_text(line) == "«4d6kh3 ▸ =»: deja un espacio ante las caras (2d6 = 3 4); == compara."


def test_behind_dice_the_operators_that_they_take_are_offered(game: Game) -> None:
    assert game.refusal_text("10d6!") == (
        "«10d6» ▸ «!» no encaja. Ahí cabe: un signo (+ >=), ventaja, kh1, pl1, e6, rr1, c>4, ra6, ro1, mi2, "
        "ma5, [nota], # o el final. Aquí se escribe «10d6e6»."
    )


def test_a_word_that_begins_like_an_operator_is_pointed_at_whole(game: Game) -> None:
    for word in ("emboscada", "daño", "disparo", "con ventaja", "desv", "de fuego"):
        assert game.refusal_text(f"1d20 {word}").startswith(f"«1d20» ▸ «{word.split()[0]}» no encaja.")


@pytest.mark.parametrize("system", ["chronicle", "horror"])
def test_a_number_of_a_sheet_is_offered_in_the_games_that_add_it(system: str) -> None:
    game = Game(system)
    offered = "lia.violencia, " if system == "horror" else ""

    assert game.refusal_text("2d6+").endswith(f"Sigue: un número, 2d6, {offered}du8, - o un paréntesis.")


def test_an_equals_sign_in_a_note_gives_no_faces(game: Game) -> None:
    assert game.plays("2d6[filo = 2]", 3, 4) == "Tirada 2d6[filo = 2] = 7 (d6 → 3 4)."
    assert game.plays("2d6[filo = 2] = 3 4") == "Tirada 2d6[filo = 2] = 7✎ (d6 → 3✎ 4✎)."


def test_rolls_are_kept_for_the_campaign_and_for_one_creature(game: Game) -> None:
    assert game.plays("guarda Lia.ataque 1d20+3") == "Se guarda la tirada ataque (1d20+3), de Lia."
    game.plays("guarda trampa 2d6")

    assert game.plays("tira lia.ataque", 5) == "Lia, ataque: 1d20+3 = 8 (d20 → 5 +3)."
    assert game.history.names[list(game.history)[-1].throws[0].who] == "Lia"
    assert "trampa: 2d6 = 7" in game.plays("tira trampa", 3, 4)
    assert game.plays("olvida lia.ataque") == "Se olvida la tirada ataque, de Lia."
    with pytest.raises(Refusal):
        game.plays("tira lia.ataque")


@pytest.mark.parametrize(
    "line", ["tira Ataque largo", "tira ATAQUE LARGO # al ogro", "tira lia.TAJO", "tira LÍA.tajo"]
)
def test_a_kept_roll_is_found_whatever_its_capitals_and_accents(game: Game, line: str) -> None:
    game.plays('guarda "ataque largo" 1d20+3')
    game.plays("guarda Lia.Tajó 1d20+3")

    assert "1d20+3 = 8" in game.plays(line, 5)


def test_among_kept_rolls_that_differ_in_capitals_the_exact_name_wins(game: Game) -> None:
    game.plays("guarda Trampa 2d6")
    game.plays("guarda trampa 2d4")

    assert "2d6 = 7" in game.plays("tira Trampa", 3, 4)
    assert "2d4 = 7" in game.plays("tira trampa", 3, 4)
    assert "Se olvida la tirada trampa." in game.plays("olvida trampa")
    assert "2d6 = 7" in game.plays("tira trampa", 3, 4)


@pytest.mark.parametrize("name", ["2d6", "D20", "d%", '"3x 1d4"', '"2d6 # fuego"', "12"])
def test_a_kept_roll_cannot_have_the_name_of_dice(game: Game, name: str) -> None:
    assert game.refusal_text(f"guarda {name} 1d4").endswith(
        "se lee como dados: ponle un nombre que no lo sea."
    )


def test_dice_are_dice_in_a_save_that_keeps_a_roll_under_their_name(game: Game) -> None:
    builder = MoveBuilder.for_session(game.history.session)
    game._add(
        builder.with_element("rolls", "2d6", SavedRoll("1d4")).with_fact("roll_kept", name="2d6").draft()
    )

    assert game.plays("tira 2d6", 3, 4) == game.plays("2d6", 3, 4) == "Tirada 2d6 = 7 (d6 → 3 4)."
    assert game.plays("olvida 2d6") == "Se olvida la tirada 2d6."


def test_quotes_around_the_name_of_a_roll_change_nothing(game: Game) -> None:
    game.plays('pj "Ana Vega"')
    game.plays('guarda "Ana Vega".ataque 1d20+9')
    game.plays('guarda "golpe bajo" 2d6')

    for line in ("tira ana vega.ataque", 'tira "Ana Vega".ataque', 'tira "Ana Vega.ataque" # al ogro'):
        assert "1d20+9 = 14" in game.plays(line, 5)
    for line in ("tira golpe bajo", 'tira "golpe bajo"', 'tira 1x "golpe bajo"'):
        assert "golpe bajo: 2d6 = 7" in game.plays(line, 3, 4)
    assert game.refusal_text('tira "golpe alto"') == (
        "«golpe» no empieza una tirada ni es una de las guardadas: Ana Vega.ataque, golpe bajo. "
        "Pon un número, 2d6, lia.violencia, du8, - o un paréntesis."
    )
    assert game.plays('olvida "golpe bajo"') == "Se olvida la tirada golpe bajo."


def test_a_roll_for_an_unknown_creature_is_refused(game: Game) -> None:
    assert game.refusal_text("guarda elvria.ataque 1d20").startswith("No hay nadie que se llame «elvria».")
    assert game.plays('guarda "Sr. Bum" 2d6') == "Se guarda la tirada Sr. Bum (2d6)."


def test_a_kept_roll_takes_a_label_as_any_other_does(game: Game) -> None:
    game.plays("guarda Lia.ataque 1d20+3")
    game.plays('guarda "trampa #1" 2d6 # pinchos')

    assert game.plays("tira lia.ataque # al  ogro", 5) == "Lia, al ogro: 1d20+3 = 8 (d20 → 5 +3)."
    assert game.plays("tira lia.ataque #", 20) == "Lia, ataque: 1d20+3 = 23 (d20 → 20 +3)."
    assert game.plays("tira lia.strength_value # fuerza") == "Lia, fuerza: 10[lia.strength_value] = 10."
    assert game.plays("tira lia.ataque = 14 # = otra", 5) == "Lia, = otra: 1d20+3 = 17✎ (d20 → 14✎ +3)."
    assert "pinchos: 2d6 = 7" in game.plays("tira trampa #1", 3, 4)


def test_a_kept_roll_is_repeated_as_a_written_one_is(game: Game) -> None:
    game.plays("guarda Lia.ataque 1d20+3")
    game.plays("guarda tercia 2x 1d6")
    game.plays("guarda 3x 1d4")
    assert (
        game.plays("tira 2x Lía.ataque", 5, 7) == "Lia, ataque: 2x 1d20+3 = 8, 10 (d20 → 5 +3 · d20 → 7 +3)."
    )
    assert (
        game.plays("2X lia.ataque # al ogro", 5, 7)
        == "Lia, al ogro: 2x 1d20+3 = 8, 10 (d20 → 5 +3 · d20 → 7 +3)."
    )
    assert game.plays("tira 2x tercia", 1, 2, 3, 4) == "tercia: 4x 1d6 = 1, 2, 3, 4."
    assert game.plays("tira 3x", 4) == "3x: 1d4 = 4."
    for line in ("tira 0x lia.ataque", "tira 21x lia.ataque", "tira 11x tercia"):
        assert "Se repite de 1 a 20 veces: «3x 2d6»." in game.refusal_text(line)
    assert "«parada»" in game.refusal_text("tira 2x lia.parada")


def test_the_label_of_a_kept_roll_is_kept_whole_or_refused(game: Game) -> None:
    game.plays("guarda Lia.ataque 1d20+3")
    with pytest.raises(Refusal, match="text_too_long"):
        game.plays(f"tira lia.ataque # {'x' * (TEXT_LENGTH + 1)}")

    assert "x" * TEXT_LENGTH in game.plays(f"tira lia.ataque # {'x' * TEXT_LENGTH}", 5)
    assert list(game.history)[-1].throws[0].label == "x" * TEXT_LENGTH


def test_a_kept_roll_reads_the_sheet_each_time(game: Game) -> None:
    game.plays("guarda lia.golpe 1d6+lia.strength_value")
    game.plays("ficha lia strength_value=12")

    assert "= 15" in game.plays("tira lia.golpe", 3)


def test_a_roll_can_be_repeated(game: Game) -> None:
    assert "3x 2d6 = 2, 7, 12" in game.plays("3x 2d6", 1, 1, 3, 4, 6, 6)
    assert [throw.total for throw in list(game.history)[-1].throws] == [2, 7, 12]


def test_a_comparison_shows_its_total_and_its_condition(game: Game) -> None:
    assert game.plays("2d6 >= 8 # saltar", 3, 4) == "saltar, 2d6>=8: 7 (d6 → 3 4) contra 8, no se cumple."
    assert list(game.history)[-1].throws[0].outcome == "unmet"


def test_a_usage_die_says_whether_it_drops(game: Game) -> None:
    game.plays("du4", 2)
    assert list(game.history)[-1].throws[0].outcome == "depleted"


def test_typed_faces_go_on_as_dice_explode(game: Game) -> None:
    with pytest.raises(Refusal, match="too_few_faces") as caught:
        game.plays("2d6e6 = 6 3")
    assert caught.value.data["sides"] == 6

    assert "= 13" in game.plays("2d6e6 = 6 3 4")


@pytest.mark.parametrize("text", [text for text, _what in EXAMPLES])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_of_the_grammar_can_be_rolled(game: Game, text: str, language: str) -> None:
    speak(language)
    game.plays(f"tira {say_or_keep(text)}", *[2, 3, 4, 5] * 3)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_of_a_name_can_be_rolled_in_a_game_that_adds_it(language: str) -> None:
    game = Game("horror")
    game.plays("pj Lia violencia=2")
    speak(language)

    assert "= 9" in game.plays(f"tira {say(NAMED_EXAMPLE[0])}", 3, 4)


@each_of(
    ("text", "rolled"),
    [
        ("4d6kh3", "d6 [1] 6 3 5 = 14"),
        ("2d6rr1", "d6 [1↻] 6 3 = 9"),
        ("3d6e6", "d6 1 6! 3 5 = 15"),
        ("3x 2d6", "d6 1 6 = 7 · d6 3 5 = 8 · d6 4 2 = 6"),
    ],
)
def test_the_examples_show_their_results(text: str, rolled: str) -> None:
    assert next(each.rolled for each in dice_examples() if each.text == text) == rolled
    assert rolled in dice_help()


def test_the_grammar_document_shows_every_example_and_names_every_word() -> None:
    document = dice_help()

    assert all(say_or_keep(text) in document for text, _what in (*EXAMPLES, NAMED_EXAMPLE))
    for word in ("rr", "ro", "ra", "mi", "ma", "du8", "d66", "adv", "desventaja", ">="):
        assert f'"{word}"' in say(GRAMMAR)
