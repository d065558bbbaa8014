"""Lines as a tablet's keyboard writes them: curly quotes around names, dice and titles, full-width signs."""

from tests.session.game import Game
from tests.trials import each_of


def game() -> Game:
    return Game("pj “Ana la roja”, D’Artagnan", "aparece 2 “orco feo”")


def names(played: Game) -> list[str]:
    return [each.name for each in played.session.creatures.values()]


@each_of(
    ("line", "name"),
    (
        ("renombra “orco feo 2” “Jefe «Muerde»”", "Jefe «Muerde»"),
        ("renombra “orco feo 2” «Jefe “Muerde”»", "Jefe “Muerde”"),
        ('renombra "orco feo 2" «Jefe Muerde»', "Jefe Muerde"),
        ("renombra „orco feo 2“ „Jefe Muerde“", "Jefe Muerde"),
        ("pj “Zoë «la Lista»”, D’Or", "Zoë «la Lista»"),
    ),
)
def test_quotes_inside_of_other_quotes_stay_in_the_name(line: str, name: str) -> None:
    played = game()
    played.do(line)
    assert name in names(played)
    played.do(f"daño “{name}” 1")
    played.do(f"daño {name.split(maxsplit=1)[0].lower()} 1")


@each_of("line", ("tira “2d6”", "tira «2d6＋5»", "tira “golpe fuerte”", "tira golpe fuerte"))
def test_dice_in_quotes_are_dice(line: str) -> None:
    played = game()
    played.do("guarda “golpe fuerte” 2d6＋3")
    assert played.do(line, 5, 3).throws


def test_quotes_around_a_title_and_an_entry_only_group_their_words() -> None:
    played = game()
    played.do("título “La noche — I”")
    assert played.session.title == "La noche — I"
    played.do("cuaderno persona “El barquero”: sabe lo del puente")
    played.do("cuaderno “El barquero”: se fue")
    played.do("cuaderno «El barquero» visible")
    [entry] = played.session.notebook.values()
    assert (entry.name, entry.hidden) == ("El barquero", False)


def test_wide_signs_of_other_keyboards_divide_as_plain_ones() -> None:
    played = game()
    played.do("monedas po＝10，pp＝1")
    assert sorted(each.value for each in played.session.coins.values()) == [1, 10]


@each_of(
    ("line", "typed"),
    [
        ("daño d’artagnan 2. ", "daño d’artagnan 2"),
        ("daño d’artagnan 2…", "daño d’artagnan 2"),
        ("Daño. d’artagnan. 2. ", "daño d’artagnan 2"),
        ("daño sr. vane 2.", "daño sr vane 2"),
        ("daño d’artagnan 1d6 = 4.", "daño d’artagnan 1d6 = 4"),
        ("prueba d’artagnan fuerza ventaja.", "prueba d’artagnan fuerza ventaja"),
        ("Tira: 2d6.", "tira 2d6"),
        ("1d20…", "1d20"),
        ("luz oscuro.", "luz oscuro"),
        ("nota: hola", "nota hola"),
        ("intervalo 10m.", "intervalo 10m"),
        ("intervalo 1h30", "intervalo 1h30m"),
        ("tira “1d20+5” # «x»", "tira 1d20+5 # «x»"),
        ("«1d20»", "1d20"),
        ("gana d’artagnan 3 oro.", "gana d’artagnan 3 oro"),
        ("gana d’artagnan 3 oro…", "gana d’artagnan 3 oro"),
        ("botín 2 “rubíes”, 3 «gemas, azules»", "botín 2 rubíes, 3 “gemas, azules”"),
        ("calendario “Sal” 30；hoy 2 Sal 7", "calendario Sal 30; hoy 2 Sal 7"),
    ],
)
def test_what_a_tablet_adds_to_a_line_changes_nothing(line: str, typed: str) -> None:
    played = Game("pj “Ana la roja”, D’Artagnan, Sr. Vane")
    assert played.draft(line, roll=lambda sides: 3).facts == played.draft(typed, roll=lambda sides: 3).facts


@each_of(
    "line", ["nota Ven. ya…", "apunta d’artagnan vino. y. se fue.", "declara d’artagnan carga. a. todos."]
)
def test_a_text_keeps_its_full_stops(line: str) -> None:
    played = Game("pj D’Artagnan", "combate Uno")
    kept = line.split(maxsplit=2)[2] if "artagnan" in line else line.split(maxsplit=1)[1]
    assert kept in str(played.draft(line).facts)


@each_of(
    ("name", "typed"),
    [
        ("Sr. Vane", "sr vane"),
        ("Sr. Vane", "srvane"),
        ("Jean–Luc", "jean luc"),
        ("’Noche’", "noche"),
        ("¡Ay!", "ay"),
        ("½ orco", "½ orco"),
        ("🐉 Fafnir", "fafnir"),
        ("M.A.R.Í.A.", "maria"),
        ("Zoe\u0301 (la Lista)", "zoé la lista"),
    ],
)
def test_a_name_is_found_by_its_letters(name: str, typed: str) -> None:
    played = Game(f'pj "{name}", Otro', f'reloj "{name}" 6', f"guarda “{name}” 1d6")
    assert name in str(played.do(f"daño {typed} 1").facts) or played.sheet(name).health < 10
    played.do(f"avanza {typed}")
    assert name in names(played)


def test_signs_count_beside_figures() -> None:
    played = Game("aparece 12 orco salud=5")
    [throw] = played.do("prueba orco 1 fuerza +2", 15).throws
    assert throw.who == played.id_of("orco 1")


@each_of(
    ("line", "typed"),
    [
        ("pj “Ana” salud＝12, D’Or", "pj “Ana” salud=12, D’Or"),
        ("pj Ana especie＝“elfa, alta”, Bea", "pj Ana especie=“elfa, alta”, Bea"),
        ("pj Ana salud＝12 salud_total＝14", "pj Ana salud=12 salud_total=14"),
        ("aparece 2 “orco feo” salud＝９", "aparece 2 “orco feo” salud=9"),
    ],
)
def test_a_wide_equals_sign_and_quotes_make_no_pasted_creature(line: str, typed: str) -> None:
    wide, plain = (Game("pj Sor Inés").do(each) for each in (line, typed))
    assert (wide.facts, wide.changes) == (plain.facts, plain.changes)
