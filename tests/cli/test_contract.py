"""Every object that the shell prints fits the JSON Schema that it publishes."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastjsonschema import JsonSchemaValueException

from tests.cli.contract import fitting, judge_of
from tests.examples.__main__ import saved
from tests.examples.test_examples import COMMITTED
from tests.matrix.orders import Writer, acts_of, commands_of
from tests.play.shell import DONE, Place, stood_in
from tests.session.test_any_game import ALL_TABLES, Player, play
from tests.trials import Trials, each_of, one_in
from tracker.cli.contract import ANSWERS, TOPICS
from tracker.cli.main import main
from tracker.cli.verbs import VERBS
from tracker.features.page.reply.watch import public_json
from tracker.features.tally.wording import tally_answer
from tracker.features.verify.verdict import verify
from tracker.features.verify.wording import verdict_answer
from tracker.rules.games import SYSTEMS
from tracker.session.history import History
from tracker.session.public import public_table
from tracker.session.recap import News
from tracker.session.tally import tally
from tracker.store.campaign import Campaign
from tracker.store.campaigns import copy_of
from tracker.wording.exports import event_answer
from tracker.wording.language import LANGUAGES, speak
from tracker.wording.recap import Telling, news_text
from tracker.wording.status import status_of

ORDERS = (
    *(
        "pj Lía fuerza=12/11 daño=1d6",
        "pj Bruno",
        "aparece 2 goblin daño=2",
        "secreto nota el espía mira",
        "2d6",
    ),
    *("prueba Lía fuerza", "objeto antorcha d6 de Lía luz", "efecto Lía bendición 3r", "gana 30 mo"),
    *(
        "reloj Alarma 6",
        "combate Puente",
        "oculta goblin 2",
        "nadie",
        "deshacer",
        "pronóstico",
        "mira -1",
        "mira ahora desde -3",
        "intervalo 1h",
    ),
    "salta sobre la luna",
)
ASKED = (
    *(
        ("list", "--json"),
        ("status", "Torre", "--json"),
        ("status", "Torre", "--full"),
        ("stats", "Torre", "--json"),
    ),
    *(("log", "Torre", "--format", "jsonl"), ("log", "Torre", "--players", "--format", "jsonl")),
    *(("verify", "Torre", "--json"), ("roll", "2d6>=7", "--json"), ("roll", "4d6kh3 # fuerza", "--json")),
    *(("odds", "2d6>=7", "--json"), ("odds", "3d6", "--json"), ("backups", "Torre", "--json")),
    *(("library", "--json"), ("doctor", "--json"), ("doctor", "Torre", "--json")),
)


@pytest.fixture
def torre(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    return stood_in(tmp_path, monkeypatch)


def assert_fits(history: History) -> None:
    """Hold everything that the shell prints of a campaign against its schema."""
    assert fitting("log", [event_answer(each, history) for each in history])
    for whole in (False, True):
        [status] = fitting("status", [status_of(history, whole=whole)])
        for creature in status["creatures"]:
            if history.session.system in SYSTEMS:
                judge_of(history.session.system)(creature["sheet"])
    news = enumerate(News(history.session.system).look(history), 1)
    told = [Telling(number=number, at=event.at, text=news_text(each)) for number, (event, each) in news]
    fitting("log", told)
    fitting("stats", [tally_answer(tally(history), history)])
    fitting("verify", [verdict_answer(verify(history))])
    judge_of("watch")(json.loads(public_json(public_table(history))))


def objects(text: str) -> list[Any]:
    """Return the objects that stand one behind the other in a text."""
    found, decoder = [], json.JSONDecoder()
    while text := text.strip():
        value, end = decoder.raw_decode(text)
        found.append(value)
        text = text[end:]
    return found


def test_every_answer_of_an_order_fits(torre: Place, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    for order in ORDERS:
        main(["do", "Torre", "--json", order])
    answers = objects(capsys.readouterr().out)
    main(["new", "Feria", "--system", "margin"])
    capsys.readouterr()
    main(["do", "Feria", "--json", "consulta margen de fallo"])
    answers += objects(capsys.readouterr().out)

    for answer in answers:
        judge_of("do")(answer)
    assert {each["kind"] for each in answers} >= {"refused", "table", "forecast", "undo"}


@pytest.fixture
def _played(torre: Place) -> None:
    for order in ORDERS:
        main(["do", "Torre", order])
    main(["do", "Torre", "biblioteca lia"])


@pytest.mark.usefixtures("_played")
@each_of("words", ASKED)
def test_what_a_verb_prints_fits(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    main([*words])

    answers = objects(capsys.readouterr().out)
    for answer in answers:
        judge_of(words[0])(answer)
    assert answers or words[0] in ("backups", "library")


@pytest.mark.parametrize(("spoken", "system"), COMMITTED)
def test_an_example_fits_event_by_event(spoken: str, system: str, tmp_path: Path) -> None:
    speak(spoken)
    copy = copy_of(saved(spoken, system), tmp_path)
    history = Campaign.open(copy, tmp_path / "own", "ana", lambda: 0).history

    assert_fits(history)


RANDOM, MOVES = 1_000, 40
"""Random campaigns of the long trials, of each game in turn, and the moves of one."""
FEW = len(ALL_TABLES)
SEEDS = [*one_in(3, range(FEW)), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(FEW, RANDOM))]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_campaign_fits(seed: int, trials: Trials) -> None:
    system = [*ALL_TABLES][seed % len(ALL_TABLES)]
    player = Player.for_system(system, seed)
    game, chance = player.game, player.chance
    named = tuple(each.name for each in game.session.creatures.values())
    orders = (*commands_of(game.session), *acts_of(game.session))
    for _ in range(MOVES):
        if chance.random() < 0.5:
            play(player, 1)
        else:
            game.attempt(Writer(game.session, named, chance).line(chance.choice(orders)), player.roll)

    speak(LANGUAGES[seed % len(LANGUAGES)])
    assert_fits(game.history)
    trials("a random campaign in JSON", len(game.events))


def test_a_field_too_many_or_too_few_does_not_fit(torre: Place, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    main(["roll", "2d6", "--json"])
    [answer] = objects(capsys.readouterr().out)

    with pytest.raises(JsonSchemaValueException):
        judge_of("roll")({**answer, "more": 1})
    del answer["total"]
    with pytest.raises(JsonSchemaValueException):
        judge_of("roll")(answer)


@pytest.mark.parametrize("topic", TOPICS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shell_prints_the_schema_of_what_it_prints(
    language: str, topic: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--lang", language, "help", "json", topic]) == DONE
    schema = json.loads(capsys.readouterr().out)

    assert schema["title"] == topic
    speak(language)
    assert all(each in schema["$defs"] for each in _references(schema))


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"].rpartition("/")[2]
        for each in schema.values():
            yield from _references(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from _references(each)


def test_a_verb_that_prints_no_json_has_no_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", "json", "demo"]) == 2
    assert "status" in capsys.readouterr().err
    assert main(["help", "dados", "status"]) == 2


def test_every_verb_with_json_is_in_the_contract() -> None:
    with_json = {name for name, verb in VERBS.items() if any(each.name == "--json" for each in verb.options)}

    assert with_json | {"log"} == {*ANSWERS}


def test_an_order_imports_nothing_of_the_contract() -> None:
    program = "import sys, tracker.cli.play; print('tracker.cli.contract' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert ran.stdout.strip() == "False"
