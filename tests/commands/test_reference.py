"""The examples of the reference: each verb of each game has one in each language, and it can be played."""

import re
from functools import cache
from pathlib import Path

import pytest

from tests.modules import PROGRAM as ROOT
from tests.session.game import Game
from tests.session.library_game import acted_on
from tracker.commands.command import CommandContext, draft_of, refuse_to_play
from tracker.commands.completion import usage_by_verb
from tracker.commands.parse import parse, split_verb
from tracker.commands.specs import SPECS
from tracker.manual import find_page, markdown
from tracker.rules.games import SYSTEMS
from tracker.rules.refusal import Refusal
from tracker.store.game_files import Shelf
from tracker.wording.language import LANGUAGES, speak
from tracker.wording.sentences import refusal_sentence
from tracker.wording.words import term, words_of

EVERY_GAME = (
    "calendario Frío 30, Calor 30; hoy 2 Frío 7",
    "lleva grupo antorcha d6",
    "lleva grupo farol d8 luz cada 1h",
    "enciende farol",
    "paso mar 3h",
    "guarda fuego 8d6",
    "tabla Rumores 1d4 1-2: lobos; 3-4: nada",
    "reloj Ritual 6",
    "avanza Ritual 2",
    "botín 9 oro",
    "vigila 18+",
    "consulta Rumores = 1",
    "sala 2 Cripta",
)
OF_A_GAME = {
    "chronicle": (
        "pj Lía especie=humana esfuerzo_total=2 esfuerzo=2 espacios=nivel 1 2/2",
        "pj Bren",
        "aparece 3 goblin",
        "aparece 2 rata grupo",
        *("lleva Bren flechas d8 munición", "lleva Bren saetas d8 munición", "gana Lía 9 oro, soga"),
        *("combate Emboscada Lía, Bren, goblin*, rata", "siguiente", "siguiente"),
        *("estado Lía veneno nivel 3", "modifica Lía +1 suerte", "reduce Lía mente 2 temporal"),
        *("mata goblin 2", "trampa Foso agilidad daño 3", "trampa Losa", "halla losa"),
        *("ficha goblin 1 ataques=Mordisco 3", "efecto Lía miedo 3r", "huye goblin 3"),
    ),
    "horror": (
        "pj Elvira PV=3 armas=Porra 2 Cordura_máxima=6 Cordura=5",
        *("pj Tomás", "pj Bea PV=1", "aparece perro"),
        *("pj Cora Cordura_máxima=6 Cordura=1", "estado Elvira vulnerable"),
    ),
    "percentile": (
        "pj Aurora FUE=12 POD=11 CON=12 PV_máximos=12 PV=8 habilidades=Buscar 58, Pelea 45 armas=Pelea 1d6",
        "pj Ilse FUE=9 POD=11 CON=12 PV_máximos=12 PV=8 habilidades=Buscar 58, Pelea 45",
        *("pj Bea", "aparece rata PV_máximos=9 PV=9", "pifia Aurora se lastima", "estudia Aurora pelea"),
    ),
    "margin": (
        "pj Lía habilidades=Sigilo 12, Trepar 8",
        "pj Noor habilidades=Sigilo 12, Trepar 8",
        *("pj Bruno habilidades=Sigilo 12, Trepar 8", "pj Bea", "aparece guardia"),
        *("modifica Lía penalización 1 niebla", "agota Lía 1"),
        *("emprende Lía trepar margen 20 10m subir", "emprende Bruno trepar margen 20 10m subir"),
    ),
}
ENGLISH = {
    "Frío": "Frost", "Calor": "Heat", "Rumores": "Rumours", "Emboscada": "Ambush", "fuego": "fire",
    "Foso": "Pit", "Losa": "Slab", "losa": "slab", "antorcha": "torch", "farol": "lantern", "oro": "gold",
    "soga": "rope", "flechas": "arrows", "saetas": "bolts", "rata": "rat", "perro": "dog", "guardia": "guard",
    "Mordisco": "bite", "Porra": "Club", "Buscar": "Search", "Pelea": "Brawl", "pelea": "brawl",
    "Sigilo": "Stealth", "Trepar": "Climbing", "trepar": "climbing", "nivel 1": "level 1", "suerte": "luck",
    "niebla": "fog", "efecto Lía miedo": "efecto Lía fear",
}  # fmt: skip
"""The names in the English examples of the things of the lines above."""
TURN = ("vigila 18+ cada 1", "fin sinreloj", "turno")
BEFORE = {
    "revive": ("mata Bea",),
    "redo": ("deshacer",),
    "amend": ("daño Bren 5",),
    "help": ("daño Bea 20", "resuelve = 5", "turno"),
    "choose": ("cordura Cora 6",),
    "return": ("huye goblin 1",),
    "settle": TURN,
    "skip": TURN,
    "unseal": ("sella",),
}
"""The lines that have to be played before some verbs."""
MOMENTS = "horror"
"""A game with moments that a GM can reach."""
HOUSE_RULES = Shelf((Path(__file__).parents[1] / "rules/game_file/files",))
OF_TWO_COPIES = "version"
"""The verb that needs two copies of a campaign that went apart."""


def lowest(sides: int) -> int:
    """Let every die show its lowest face."""
    return 1


@cache
def campaign(system: str, language: str) -> Game:
    """Return a campaign in which every example has something to do; it is never played on."""
    game = Game(system=system)
    for line in (*OF_A_GAME[system], *EVERY_GAME):
        game.play(game.draft(in_english(line) if language == "en" else line, roll=lowest))
    return game


def in_english(line: str) -> str:
    """Return a line with the English names of its things."""
    return re.sub(rf"\b({'|'.join(ENGLISH)})\b", lambda name: ENGLISH[name[0]], line)


def house_rules(name: str) -> str:
    """Return the text of a game file; the English example calls it by an English name."""
    return HOUSE_RULES.text({"house": "casa"}.get(name, name))


VERBS = [
    *((MOMENTS if spec.id == "reach" else "chronicle", spec.id) for spec in SPECS),
    *((system, act_id) for system in SYSTEMS for act_id in Game(system=system).session.game.acts),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("system", "verb"), VERBS)
def test_the_example_of_a_verb_can_be_played(system: str, verb: str, language: str) -> None:
    game = campaign(system, language).copy("0195939070")
    for line in BEFORE.get(verb, ()):
        game.attempt(line, lowest)
    speak(language)

    example = words_of(system).find("example", verb)
    assert example is not None, f"give {verb} its example in the space `example`"
    assert split_verb(example, game.session)[0] == verb
    context = CommandContext(game.history, game_text=house_rules)
    command = parse(example, context)
    if verb != OF_TWO_COPIES and command.play is not refuse_to_play:
        assert draft_of(command, acted_on(command, context), lowest, game.fresh)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_every_verb_of_every_game_with_its_usage_and_example(language: str) -> None:
    speak(language)
    page = markdown("commands")

    for system in SYSTEMS:
        session = Game(system=system).session
        words = words_of(system)
        missing = [
            verb_id
            for verb_id, usage in usage_by_verb(session).items()
            if f"`{words.find('example', verb_id)}`" not in page
            or any(f"`{each}`" not in page for each in usage.split(" | ") if verb_id != "settle")
        ]
        assert missing == [], "run python -m tests.manual"


def test_the_refusal_of_an_unknown_verb_points_to_the_page() -> None:
    for language in LANGUAGES:
        speak(language)
        told = refusal_sentence(Refusal("unknown_verb", word="x"))
        assert f"tracker help {term(words_of(''), 'topic', 'commands')}" in told
        assert find_page(term(words_of(""), "topic", "commands")) == "commands"


def test_every_variable_of_the_program_stands_on_the_page_of_settings() -> None:
    """Those by which a process of the program tells another whose it is are nobody's to set."""
    sources = (path.read_text(encoding="utf-8") for path in ROOT.rglob("*.py"))
    named = {name for source in sources for name in re.findall(r'"(TRACKER_[A-Z_]+)"', source)}

    assert named - {*words_of("").space("environment")} == {"TRACKER_PAGE_FOR", "TRACKER_LINK_FOR"}
