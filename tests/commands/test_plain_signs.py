"""The signs of tablets, books and wide keyboards: read as those of a keyboard, kept as they were typed."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.session.game import Game
from tests.trials import each_of
from tracker.commands.act_line import act_line
from tracker.commands.matching import normalize
from tracker.commands.own_line import fill_in
from tracker.rules import text
from tracker.rules.dice.notation import parse as parse_dice
from tracker.rules.dice.notation import parse_series
from tracker.session.goods import HUNDREDTHS
from tracker.session.holdings import heap_of, weight_of
from tracker.session.moves import party
from tracker.wording.sentences import sentences

PAIRS = ("“”", "„“", "«»", "„”", "””", '""', "＂＂", "‹›", "''", "‘’", "‚‘", "＇＇")
APOSTROPHES = ("'", "’", "‘", "´", "ʼ", "′", "＇")
MINUSES = ("-", "−", "–", "—", "‐", "‑", "－")
BLANKS = (" ", "\u00a0", "\u202f", "\u2007", "\u3000")
NAMED = ("“Bren el Rojo”", "«Bren el Rojo»", '"Bren el Rojo"', "Bren «el Rojo»", "Bren el Rojo")


@each_of("pair", PAIRS)
@each_of("verb", ["pj", "pc", "aparece", "appear"])
def test_quotes_of_any_kind_make_one_name(verb: str, pair: str) -> None:
    game = Game(f"{verb} {pair[0]}Ana, la roja{pair[1]} salud=10")
    assert [each.name for each in game.session.creatures.values()] == ["Ana, la roja"]


@each_of(
    ("line", "names"),
    [
        ("pj O’Hara, D’Or salud=3", ["O’Hara", "D’Or"]),
        ("pj 'Tis, L'Alba, Ana", ["'Tis", "L'Alba", "Ana"]),
        ("pj los Reyes', Ana", ["los Reyes'", "Ana"]),
        ("pj ‘D’Artagnan, el viejo’, 'Athos, el mudo' salud=9", ["D’Artagnan, el viejo", "Athos, el mudo"]),
    ],
)
def test_an_apostrophe_begins_a_name_only_if_another_ends_it_around_a_comma(
    line: str, names: list[str]
) -> None:
    assert [each.name for each in Game(line).session.creatures.values()] == names


@each_of("typed", APOSTROPHES)
@each_of("kept", APOSTROPHES)
def test_apostrophes_of_any_kind_are_the_same_in_a_name(kept: str, typed: str) -> None:
    game = Game(f"pc D{kept}Artagnan health=10")
    game.do(f"damage d{typed}artagnan 2")
    assert game.sheet(f"D{kept}Artagnan").health == 8


@each_of("typed", NAMED)
@each_of("kept", NAMED)
def test_quotes_in_a_name_are_not_compared(kept: str, typed: str) -> None:
    game = Game("pj Ana salud_total=9 salud=9")
    game.play(party.rename_creature(game.session, game.id_of("Ana"), kept))
    game.do(f"daño {typed} 2")
    assert game.sheet(kept).health == 7


@each_of("kept", NAMED)
def test_an_act_is_said_with_a_name_that_its_line_reaches(kept: str) -> None:
    game = Game("pj Ana salud_total=9 salud=9")
    who = game.id_of("Ana")
    game.play(party.rename_creature(game.session, who, kept))
    game.do(act_line(game.session, game.session.game.acts["damage"], [who], {"amount": "2"}))
    assert game.sheet(kept).health == 7


@each_of("minus", MINUSES)
def test_a_dash_before_a_figure_is_a_minus(minus: str) -> None:
    game = Game("pj Ana fuerza=12/10", "reloj Ritual 6", "avanza Ritual 3", f"avanza Ritual {minus}1")
    assert game.session.progress["ritual"].filled == 2
    throw, *_others = game.do(f"1d20{minus}5", 11).throws
    assert throw.total == 6
    assert game.sentences(f"prueba ana fuerza {minus}2", 15) == game.copy("0195939070").sentences(
        "prueba ana fuerza -2", 15
    )
    game.do(f"tabla Rumores 1d6 1{minus}3: lobos; 4{minus}6: nada")
    assert [row.low for row in game.session.tables["rumores"].rows] == [1, 4]
    game.do(f"calendario Sal 30; hoy 2 Sal {minus}7")
    assert game.session.date is not None
    assert game.session.date.year == -7
    assert game.draft(f"regresa {minus}1")


@each_of("blank", BLANKS)
def test_blanks_of_any_kind_part_words(blank: str) -> None:
    game = Game("pj Ana salud_total=9 salud=9", "pj Bea salud_total=9 salud=9")
    game.do(blank.join(["daño", "ana,", "bea", "2"]))
    assert (game.sheet("Ana").health, game.sheet("Bea").health) == (7, 7)
    game.do(f"botín 5{blank}oro, 2{blank}rubíes")
    heap = heap_of(game.session)
    assert (heap.coins, heap.things) == ({"gold": 5}, {"rubíes": 2})
    game.do(f"peso rubíes{blank}2,5")


@each_of(
    ("typed", "dice"),
    [
        ("1d20−5", "1d20-5"),
        ("1d20–5", "1d20-5"),
        ("1d6 + −1", "1d6+-1"),
        ("2d6×10", "2d6*10"),
        ("2d6 × 10", "2d6*10"),
        ("3×2", "3*2"),
        ("１ｄ２０", "1d20"),
        ("２ｄ６＋３", "2d6+3"),
        ("2d6\u00a0+\u00a03", "2d6+3"),
        ("[[1d20+5]]", "1d20+5"),
        ("/r 1d20+5", "1d20+5"),
        ("/roll [[2d6]] # «ojo»", "2d6 # «ojo»"),
    ],
)
def test_dice_are_read_as_they_are_typed_or_pasted(typed: str, dice: str) -> None:
    assert str(parse_dice(typed)) == dice
    assert Game().do(typed, *[1] * 2 if dice.startswith("2") else [1] if "d" in dice else []).throws


def test_times_before_dice_is_a_repetition() -> None:
    assert (parse_series("3×2d6").times, str(parse_series("3× 2d6"))) == (3, "3x 2d6")
    assert parse_series("３ｘ２ｄ６").times == 3


@each_of(
    ("line", "kept"),
    [
        ("nota «Ojo», dijo — 3–5 veces ２", "«Ojo», dijo — 3–5 veces ２"),
        ("declara ana carga “con todo”", "carga “con todo”"),
        ("mata ana la flecha de l’Orc −3", "la flecha de l’Orc −3"),
        ("efecto ana l’alba 3r", "l’alba"),
        ("reloj L’alba 6", "L’alba"),
        ("paso l’estany 3h", "l’estany"),
        ("lleva ana d’or d6", "d’or"),
        ("gana ana 3 monedas d’or", "monedas d’or"),
        ("pj D’Or", "D’Or"),
        ("1d20 # l’atac", "l’atac"),
        ("1d20[l’atac]", "l’atac"),
        ("cuando 2h: l’alba — 3", "l’alba — 3"),
        ("tabla L’alba 1d2 1–2: l’alba", "L’alba"),
    ],
)
def test_what_is_kept_is_what_was_typed(line: str, kept: str) -> None:
    game = Game("pj Ana", "combate Uno")
    event = game.play(game.draft(line, roll=lambda sides: 1))
    assert kept in " ".join(sentences(event, game.history))


def test_goods_in_quotes_keep_their_comma() -> None:
    game = Game("botín 30 oro, «corona, de latón», rubí")
    assert heap_of(game.session).things == {"corona, de latón": 1, "rubí": 1}


def test_an_answer_inside_quotes_loses_quotes_of_any_kind() -> None:
    assert (
        fill_in("aparece “{Name?}” salud=5", {"Name?": "Bren «el Rojo»"}) == "aparece “Bren el Rojo” salud=5"
    )


@contextmanager
def older_version(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Compare names by the signs as typed, as versions did before those of a keyboard were read."""
    with monkeypatch.context() as older:
        older.setattr(text, "with_plain_signs", str)
        normalize.cache_clear()
        yield
    normalize.cache_clear()


@pytest.mark.parametrize(
    ("line", "collection"),
    [
        ("reloj L{}alba 6", "progress"),
        ("reloj Ana: L{}alba 6", "progress"),
        ("tabla L{}alba 1d2 1-2: luz", "tables"),
        ("paso l{}estany 3h", "paces"),
        ("luna L{}alba 28", "moons"),
        ("monedas d{}or=10", "coins"),
        ("peso corona d{}or 2", "weights"),
    ],
)
def test_what_an_older_version_kept_under_its_own_signs_is_not_kept_twice(
    line: str, collection: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game("pj Ana")
    with older_version(monkeypatch):
        game.play(game.draft(line.format("’")))
    (kept,) = getattr(game.session, collection)
    assert "’" in kept
    game.play(game.draft(line.format("'")))
    assert [*getattr(game.session, collection)] == [kept]


def test_a_thing_is_weighed_by_its_name_in_quotes() -> None:
    game = Game("pj Ana", 'gana ana "espejo, de latón"', "peso “espejo, de latón” 2")
    assert weight_of(game.session, game.id_of("Ana")) == 2 * HUNDREDTHS


def test_a_thing_is_weighed_by_what_an_older_version_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game("pj Ana")
    with older_version(monkeypatch):
        game.do("peso corona d’or 2")
    game.do("gana ana corona d'or")
    assert weight_of(game.session, game.id_of("Ana")) == 2 * HUNDREDTHS
