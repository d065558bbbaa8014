"""Senses, dodging and armour in the attacks of Chronicle, by typed lines (R1-015, R1-094, R1-098, R1-106)."""

import pytest

from tests.rules.faces import Faces
from tests.session.game import Game, refusal_code
from tests.trials import each_of
from tracker.rules.games.chronicle.blows import blow
from tracker.screens.dialogs.act_draft import ActDraft
from tracker.wording.words import words_of


def table() -> Game:
    return Game(
        "pj Ana salud=12/12 esfuerzo=2/2 daño=1d6 fuerza=12/10 agilidad=12/10 intuición=12/10",
        "pj Bea salud=12/12 esfuerzo=2/2 daño=1d6 fuerza=12/10 agilidad=12/10 intuición=12/10",
        "aparece trasgo salud=30 daño=4",
        "aparece ogro salud=30 daño=6",
        "trampa Foso agilidad",
        "combate Uno",
    )


@each_of(
    ("conditions", "line", "faces"),
    [
        (["ceguera"], "ataca ana fuerza trasgo", (15, 3)),
        (["ceguera"], "busca ana foso vista", (15, 3)),
        (["sordera"], "busca ana foso oído", (15, 3)),
        (["ceguera"], "enfrenta ana intuición bea vista", (15, 3, 9)),
        (["sordera"], "enfrenta ana intuición bea oído", (15, 3, 9)),
        (["ceguera"], "enfrenta bea intuición ana rival-vista", (9, 15, 3)),
        (["sordera"], "enfrenta bea intuición ana rival-oído", (9, 15, 3)),
        (["ceguera"], "ataca trasgo contra ana", (15, 3)),
    ],
)
def test_a_lost_sense_gives_disadvantage(conditions: list[str], line: str, faces: tuple[int, ...]) -> None:
    game = table()
    for condition in conditions:
        game.do(f"estado ana {condition}")
    game.do(line, *faces)
    assert any(throw.mode == "disadvantage" for throw in game.events[-1].throws)


@pytest.mark.parametrize("line", ["busca ana foso", "enfrenta ana intuición bea"])
def test_a_roll_that_needs_no_sense_is_not_hindered(line: str) -> None:
    game = table()
    game.do("estado ana ceguera")
    game.draft(line, 9, 9)


@pytest.mark.parametrize("line", ["ataca ana fuerza distancia trasgo", "ataca trasgo contra bea distancia"])
def test_the_blind_hit_nothing_from_afar(line: str) -> None:
    game = table()
    for who in ("ana", "trasgo"):
        game.do(f"estado {who} ceguera")
    assert "el ataque a distancia falla" in game.sentences(line)


def letters_of(game: Game, act_id: str, name: str) -> set[str]:
    """Return what the dialog of an act offers to a creature besides its required choice."""
    act, context = game.session.game.acts[act_id], game.session.rules_context()
    args = {each.name: "x" for each in act.params if each.required}
    draft = ActDraft(act, words_of("chronicle"), context, (game.id_of(name),), args=args)
    return {offer.param.name for offer in draft.offers}


def test_the_dialog_offers_senses() -> None:
    game = table()
    assert {"sight", "hearing", "other_sight", "other_hearing"} <= letters_of(game, "opposed", "Ana")
    assert {"sight", "hearing"} <= letters_of(game, "seek", "Ana")
    assert "ranged" in letters_of(game, "attack", "Ana")


def test_the_dialog_offers_no_roll_to_those_who_have_none() -> None:
    game, rolled = table(), {"advantage", "disadvantage", "effort", "modifier"}
    assert rolled - {"modifier"} <= letters_of(game, "attack", "Ana")
    assert not rolled & letters_of(game, "attack", "trasgo")
    assert {"undodged", "other_effort"} <= letters_of(game, "attack", "trasgo")
    assert not {"undodged", "other_effort"} & letters_of(game, "attack", "Ana")


def test_a_character_dodges_the_blow_of_a_foe() -> None:
    game = table()
    assert "Ana esquiva el golpe." in game.sentences("ataca trasgo contra ana", 10)
    assert game.sheet("Ana").health == 12
    game.do("ataca trasgo contra ana", 9)
    assert game.sheet("Ana").health == 8


def test_the_player_may_spend_effort_to_dodge() -> None:
    game = table()
    game.do("ataca trasgo contra ana rival-esfuerzo", 3, 15)
    assert (game.sheet("Ana").health, game.sheet("Ana").effort) == (12, 1)
    game.do("ataca ogro contra ana rival+2", 7)
    assert game.sheet("Ana").health == 6
    game.do("deshacer")
    assert game.sheet("Ana").health == 12


@pytest.mark.parametrize("line", ["ataca trasgo contra ana sin-esquivar", "ataca trasgo contra ogro"])
def test_what_cannot_be_dodged_hits(line: str) -> None:
    game = table()
    game.do(line)
    assert game.events[-1].throws == ()


def test_nobody_dodges_in_a_stupor() -> None:
    game = table()
    game.do("daño ana 12")
    game.do("ataca trasgo contra ana")
    assert game.sheet("Ana").health == -4
    assert refusal_code(lambda: game.do("ataca trasgo contra ana rival-ventaja")) == "nobody_dodges"


@each_of(
    ("line", "faces", "health"),
    [
        ("daño ana 5 blindaje-ventaja", (1, 4), 11),
        ("daño ana 5 blindaje-desventaja", (1, 4), 8),
        ("daño ana 5 blindaje+2", (1,), 10),
        ("ataca trasgo contra ana sin-esquivar blindaje+2", (1,), 11),
    ],
)
def test_the_gm_favours_the_armour_inside_damage(line: str, faces: tuple[int, ...], health: int) -> None:
    game = table()
    game.do("ficha ana blindaje=d6")
    game.do(line, *faces)
    assert game.sheet("Ana").health == health


def test_a_forecast_and_the_act_dodge_alike() -> None:
    game = table()
    chance = blow(game.session.rules_context(), game.id_of("trasgo"), game.id_of("Ana"))
    assert chance is not None
    hits = 0
    for face in range(1, 21):
        draft = game.draft("ataca trasgo contra ana", roll=Faces(face))
        hits += not any(fact.kind == "dodged" for fact in draft.facts)
    assert hits * chance.whole == 20 * sum(count for harm, count in chance.ways.items() if harm)
