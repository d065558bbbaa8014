"""The light around the party: by the hour, as the GM says, and in what a light was lit."""

import pytest
from msgspec.structs import fields

from tests.session.game import Game, refusal_code
from tests.trials import each_of
from tracker.rules.games import SYSTEMS
from tracker.session.change import apply
from tracker.session.moves.undo import undo
from tracker.session.outdoors import Ambient, AmbientLight
from tracker.wording.clock import lights_text
from tracker.wording.language import speak

TORCH = "lleva grupo antorcha d6 luz cada 1d"
BURNT = (TORCH, "enciende antorcha", "apaga antorcha")
"""A torch that has burnt: a campaign that lit it without a word about the place was in a dark one."""


@each_of("system", SYSTEMS)
@each_of(
    ("lines", "light", "dark"),
    [
        ((), "day", False),
        ((TORCH,), "day", False),
        ((TORCH, "intervalo 11h59m"), "day", False),
        ((TORCH, "intervalo 12h"), "night", True),
        ((TORCH, "intervalo 21h59m"), "night", True),
        ((TORCH, "intervalo 22h"), "day", False),
        ((TORCH, "enciende antorcha"), "dark", False),
        (BURNT, "dark", True),
        ((*BURNT, "intervalo 1d"), "dark", True),
        ((*BURNT, "viaja 1 hex"), "day", False),
        ((*BURNT, "viaja 1 hex 13h"), "night", True),
        ((*BURNT, "luz día"), "day", False),
        ((*BURNT, "luz día", "intervalo 12h"), "night", True),
        ((*BURNT, "luz día", "intervalo 1d"), "day", False),
        ((*BURNT, "intervalo 13h", "luz de día"), "day", False),
        ((*BURNT, "intervalo 13h", "luz día", "intervalo 8h59m"), "day", False),
        ((*BURNT, "intervalo 13h", "luz día", "intervalo 1d"), "night", True),
        (("luz noche",), "night", True),
        (("luz noche", "intervalo 12h"), "night", True),
        (("luz noche", "intervalo 1d"), "day", False),
        (("luz oscuro",), "dark", True),
        (("luz oscuro", "intervalo 10d"), "dark", True),
        (("luz oscuro", "viaja 1 hex"), "day", False),
        (("luz noche", "viaja 1 hex"), "night", True),
        (("luz oscuro", "reloj 2 09:00"), "dark", True),
        (("luz noche", "reloj 2 09:00"), "day", False),
        (("luz día", *BURNT), "dark", True),
        (("luz día", *BURNT, "intervalo 12h"), "dark", True),
        (("luz día", *BURNT, "intervalo 22h"), "day", False),
        (("luz día", *BURNT, "luz día"), "day", False),
        (("luz día", f"{TORCH} encendida", "apaga antorcha"), "dark", True),
        (("luz noche", *BURNT, "intervalo 1d"), "day", False),
        (("calendario Brasa 30; horas 12", TORCH, "reloj 2 03:00"), "day", False),
        (("calendario Brasa 30; horas 12", TORCH, "reloj 2 10:00"), "night", True),
    ],
)
def test_the_light_is_what_was_said_while_it_holds_and_else_that_of_the_hour(
    system: str, lines: tuple[str, ...], light: str, dark: bool
) -> None:
    game = Game("pj Lía", *lines, system=system)

    assert (game.session.ambient_light, game.session.is_dark) == (light, dark)


@each_of("system", SYSTEMS)
@each_of(
    ("lines", "told"),
    [
        ((), "Luz: la del día"),
        ((TORCH, "luz día"), "Luz: la del día"),
        ((f"{TORCH} encendida", "luz día"), "Luz: la del día, antorcha"),
        ((f"{TORCH} encendida",), "Luz: antorcha"),
        (BURNT, "No hay ninguna luz."),
        (("luz noche",), "Es de noche y no hay ninguna luz."),
        (("luz oscuro",), "Está oscuro y no hay ninguna luz."),
        (("luz día", *BURNT), "Está oscuro y no hay ninguna luz."),
    ],
)
def test_the_clock_tells_what_gives_light(system: str, lines: tuple[str, ...], told: str) -> None:
    assert lights_text(Game(*lines, system=system).session) == told


@each_of(
    ("line", "told"),
    [
        ("luz día", "Es de día: hay luz hasta que anochezca."),
        ("luz noche", "Es de noche: hasta que amanezca, solo alumbra lo que se lleve encendido."),
        ("luz oscuro", "Esto está oscuro, sea la hora que sea."),
        ("viaja 1 hex 1h", "El grupo viaja 1 hexágono (9,6 km). Pasa una hora. Al aire libre es de día."),
    ],
)
def test_each_says_so(line: str, told: str) -> None:
    assert Game(*BURNT).sentences(line) == told


@each_of("line", ["luz oscuro", "apaga antorcha"])
def test_squares_lead_out_of_no_dark_place(line: str) -> None:
    assert Game(*BURNT, line, "viaja 5 casillas").session.is_dark


def test_a_journey_by_day_tells_nothing_new() -> None:
    game = Game(TORCH)
    assert "Al aire libre" not in game.sentences("viaja 1 hex") + game.sentences("viaja 1 hex")


@pytest.mark.parametrize("spoken", ["es", "en"])
@each_of("system", SYSTEMS)
@each_of("word", ["luz", "light", "Luz", "LIGHT"])
@each_of(
    ("rest", "light"),
    [
        *(("día", "day"), ("dia", "day"), ("de día", "day"), ("day", "day"), ("daylight", "day")),
        *(
            ("noche", "night"),
            ("night", "night"),
            ("oscuro", "dark"),
            ("a oscuras", "dark"),
            ("dark", "dark"),
        ),
    ],
)
def test_the_word_is_known_in_both_languages_in_every_game(
    spoken: str, system: str, word: str, rest: str, light: str
) -> None:
    speak(spoken)
    assert Game(f"{word} {rest}", system=system).session.ambient.said == light


@each_of("system", SYSTEMS)
def test_a_torch_is_lit_as_before_whatever_its_name(system: str) -> None:
    names = ("dark lantern", "day candle", "torch")
    game = Game(*(f"lleva grupo {name} d6 luz" for name in names), system=system)
    for name in names:
        game.do(f"light {name}")
    assert all(each.active for each in game.session.supplies.values())
    assert game.session.ambient == AmbientLight()


@each_of("line", ["luz oscuridad total", "luz total darkness", "lighting total darkness"])
def test_the_light_of_a_scene_is_still_an_act_of_its_game(line: str) -> None:
    game = Game("pj Lía", line, system="percentile")
    assert (getattr(game.session.scene, "light"), game.session.ambient) == ("dark", AmbientLight())  # noqa: B009


@each_of(
    ("line", "code"),
    [
        ("luz", "missing"),
        ("luz antorcha", "unknown_choice"),
        ("light day torch", "unknown_choice"),
        ("light", "missing"),
    ],
)
def test_what_is_no_light_is_refused(line: str, code: str) -> None:
    assert refusal_code(lambda: Game(line)) == code


def test_the_last_light_of_a_journey_by_day_is_no_news() -> None:
    night = ("luz noche", TORCH, "enciende antorcha", "intervalo 1d")
    assert "última luz" not in Game(*night).sentences("apaga antorcha")
    assert "última luz" in Game("luz noche", TORCH, "enciende antorcha").sentences("apaga antorcha")
    assert "última luz" in Game("luz día", TORCH, "enciende antorcha").sentences("apaga antorcha")
    assert "última luz" in Game(TORCH, "enciende antorcha").sentences("apaga antorcha")


def test_undo_brings_back_what_was_said_before() -> None:
    game = Game("luz oscuro", "luz día")
    game.play(undo(game.history))
    assert game.session.ambient_light is Ambient.DARK


def test_of_two_gms_one_word_wins_whole() -> None:
    game = Game("luz día")
    before = game.session
    one, other = (Game("luz día", *lines) for lines in (("luz noche",), ("intervalo 1h", "luz noche")))
    changes = [[*each.history][-1].changes for each in (one, other)]
    assert {change.path for each in changes for change in each} == {
        ("ambient", field.name) for field in fields(AmbientLight)
    }
    for order in (changes, changes[::-1]):
        assert apply(before, order).ambient in (one.session.ambient, other.session.ambient)
