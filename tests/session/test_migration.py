"""A changed game file is a migration: what becomes of each figure that somebody has."""

from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Any

import pytest
from msgspec import convert, to_builtins

from tests.session.game import BEA, Game, event_id, refusal_code, saved
from tests.trials import Trials, each_of
from tracker.rules.body import Nature
from tracker.rules.game_system import GameSystem
from tracker.rules.refusal import Refusal
from tracker.rules.systems import register_rules, system_of
from tracker.session.history import History
from tracker.session.migration import Fate, changed_kinds, migrate
from tracker.session.moves.game_file import play_by, play_plainly, take_version
from tracker.session.schema import within_bounds
from tracker.session.versions import divided_texts
from tracker.wording.game_file import change_lines
from tracker.wording.sentences import sentences

TEXT = """
[game]
key = "prueba"
name = "Prueba"
health = "vida"
[attribute]
vigor = [2, 0, 6]
maña = [1, 0, 3]
[counter]
vida = { max = "4 + 3 * vigor" }
tension = { max = "6", start = 0 }
oro = { start = 5 }
antorcha = { die = [8, 6, 4] }
rango = { max = "3", who = "pc" }
[list]
artes = [10, 0, 99]
[text]
lema = ""
[condition]
mareo = { rolls = "-1", level = 3 }
miedo = { rolls = "-1" }
[check.tira]
params = { con = "attribute" }
roll = "1d6 + con"
result = [["total >= 5", "éxito"], ["1", "fallo"]]
[act.daño]
params = { cuanto = "amount" }
do = ["vida -= cuanto"]
[act.cura]
params = { cuanto = "amount" }
do = ["vida += cuanto"]
[act.tensa]
do = ["tension += 1"]
[act.merma]
do = ["oro -= 1"]
[act.quema]
do = ["usa antorcha"]
"""
KEY = "file.prueba"
Edit = tuple[str, str]
VIDA: Edit = ('vida = { max = "4 + 3 * vigor" }', 'vida = { max = "6 + 3 * vigor" }')
RENAMED: tuple[Edit, ...] = (
    *(('"vida"', '"aguante"'), ("vida -=", "aguante -="), ("vida +=", "aguante +=")),
)
LESS: Edit = ('vida = { max = "4 + 3 * vigor" }', 'vida = { max = "1 + vigor" }')


def edited_text(*edits: Edit, text: str = TEXT) -> str:
    for before, after in edits:
        assert before in text
        text = text.replace(before, after)
    return text


def game_of(text: str) -> GameSystem:
    return system_of(register_rules(KEY, text))


Verdict = tuple[Fate, str, str]
"""What becomes of a figure, and its values before and after."""
CASES: Mapping[str, tuple[Mapping[str, int], tuple[Edit, ...], Mapping[str, Verdict]]] = {
    "the formula changes and the figure was full": (
        {}, (VIDA,), {"vida": (Fate.FOLLOWS, "10/10", "12/12")}
    ),
    "what was lost stays lost": ({"vida": 7}, (VIDA,), {"vida": (Fate.FOLLOWS, "7/10", "9/12")}),
    "who is down stays down": ({"vida": 0}, (VIDA,), {"vida": (Fate.FOLLOWS, "0/10", "0/12")}),
    "a lower maximum": ({}, (LESS,), {"vida": (Fate.FOLLOWS, "10/10", "3/3")}),
    "a lower maximum takes nobody down": ({"vida": 2}, (LESS,), {"vida": (Fate.FOLLOWS, "2/10", "1/3")}),
    "the maximum is the GM's own": (
        {"vida": 9, "vida_max": 15}, (VIDA,), {"vida": (Fate.KEPT, "", "9/15")}
    ),
    "the GM's own is what the formula gives now": ({"vida": 9, "vida_max": 12}, (VIDA,), {}),
    "a track that fills keeps what it has": (
        {"tension": 2}, (('max = "6", start = 0', 'max = "8", start = 0'),),
        {"tension": (Fate.FOLLOWS, "2/6", "2/8")},
    ),
    "a shorter track that fills": (
        {"tension": 6}, (('max = "6", start = 0', 'max = "4", start = 0'),),
        {"tension": (Fate.FOLLOWS, "6/6", "4/4")},
    ),
    "narrower bounds of an attribute, and what follows from it": (
        {"vigor": 5, "vida": 19, "vida_max": 19}, (("vigor = [2, 0, 6]", "vigor = [2, 0, 3]"),),
        {"vigor": (Fate.CUT, "5", "3"), "vida": (Fate.FOLLOWS, "19/19", "13/13")},
    ),
    "another start changes nobody": ({}, (("vigor = [2, 0, 6]", "vigor = [4, 0, 6]"),), {}),
    "a counter gets a least": (
        {"oro": 1}, (("oro = { start = 5 }", "oro = { start = 5, low = 3 }"),), {"oro": (Fate.CUT, "1", "3")}
    ),
    "a counter gets a maximum": (
        {"oro": 3}, (("oro = { start = 5 }", 'oro = { max = "vigor + 7" }'),),
        {"oro": (Fate.BEGINS, "3", "3/9")},
    ),
    "a counter loses its maximum": (
        {"vida": 7}, (('vida = { max = "4 + 3 * vigor" }', "vida = { start = 9 }"),),
        {"vida_max": (Fate.GOES, "10", "")},
    ),
    "a die of another ladder": (
        {"antorcha": 8}, (("[8, 6, 4]", "[6, 4]"),), {"antorcha": (Fate.CUT, "d8", "d6")}
    ),
    "a die below another ladder": (
        {"antorcha": 4}, (("[8, 6, 4]", "[12, 10]"),), {"antorcha": (Fate.CUT, "d4", "d10")}
    ),
    "a die that is used up": ({"antorcha": 0}, (("[8, 6, 4]", "[12, 10]"),), {}),
    "a figure is added": (
        {}, (("oro = { start = 5 }", 'oro = { start = 5 }\nfe = { max = "2 * maña" }'),),
        {"fe": (Fate.BEGINS, "", "2/2")},
    ),
    "an attribute is added": (
        {}, (("maña = [1, 0, 3]", "maña = [1, 0, 3]\nfe = [2, 0, 3]"),), {"fe": (Fate.BEGINS, "", "2")}
    ),
    "figures are removed": (
        {"tension": 2},
        (('tension = { max = "6", start = 0 }\n', ""), ('[act.tensa]\ndo = ["tension += 1"]\n', "")),
        {"tension": (Fate.GOES, "2/6", "")},
    ),
    "a list and a text are removed": (
        {"artes": 55}, (("[list]\nartes = [10, 0, 99]\n", ""), ('[text]\nlema = ""\n', "")),
        {"artes": (Fate.GOES, "Canto 55", ""), "lema": (Fate.GOES, "Siempre", "")},
    ),
    "the scores of a list get narrower bounds": (
        {"artes": 55}, (("artes = [10, 0, 99]", "artes = [10, 0, 40]"),),
        {"artes": (Fate.CUT, "Canto 55", "Canto 40")},
    ),
    "conditions are removed": (
        {"mareo": 2, "miedo": 1}, (('mareo = { rolls = "-1", level = 3 }\n', ""),), {}
    ),
    "a condition gets a lower level": (
        {"mareo": 3}, (("level = 3", "level = 2"),), {"mareo": (Fate.CUT, "3", "2")}
    ),
    "the health has another name": (
        {"vida": 6}, (("vida = {", "aguante = {"), *RENAMED),
        {"aguante": (Fate.RENAMED, "6/10", "6/10")},
    ),
    "the health has another name and another formula": (
        {"vida": 6},
        (('vida = { max = "4', 'aguante = { max = "6'), *RENAMED),
        {"aguante": (Fate.RENAMED, "6/10", "8/12")},
    ),
    "a figure of players' characters is everybody's now": (
        {"kind": 1}, (('max = "3", who = "pc"', 'max = "3"'),), {"rango": (Fate.BEGINS, "", "3/3")}
    ),
    "only words change": ({"vida": 3}, (('name = "Prueba"', 'name = "La prueba"'),), {}),
}  # fmt: skip


def sheet_with(values: Mapping[str, int]) -> Any:
    game = game_of(TEXT)
    sheet: Any = game.new_sheet(Nature.NPC if "kind" in values else Nature.PC, 0)
    suffers = {each: values[each] for each in ("mareo", "miedo") if each in values}
    raw: dict[str, Any] = {"suffers": {name: {"level": level} for name, level in suffers.items()}}
    if "artes" in values:
        raw |= {"artes": {"Canto": {"value": values["artes"]}}, "lema": "Siempre"}
    plain = {name: value for name, value in values.items() if name not in ("kind", "mareo", "miedo", "artes")}
    return convert({**to_builtins(sheet), **raw, **plain}, type(sheet))


@each_of("case", CASES)
def test_a_figure_follows_is_kept_begins_or_goes(case: str) -> None:
    values, edits, expected = CASES[case]
    before, after = game_of(TEXT), game_of(edited_text(*edits))
    assert not changed_kinds(before, after)
    moved = migrate(sheet_with(values), before, after, 0)
    assert {each.figure: (each.fate, each.before, each.after) for each in moved.passages} == expected
    assert within_bounds(moved.sheet) == moved.sheet
    for figure, (_fate, _before, shown) in expected.items():
        value, _, top = shown.partition("/")
        if top and hasattr(moved.sheet, figure):
            assert (getattr(moved.sheet, figure), getattr(moved.sheet, f"{figure}_max")) == (
                int(value),
                int(top),
            )


def test_a_condition_that_is_no_more_is_released() -> None:
    values, edits, _expected = CASES["conditions are removed"]
    moved = migrate(sheet_with(values), game_of(TEXT), game_of(edited_text(*edits)), 0)
    assert moved.released == ("mareo",)
    assert [*moved.sheet.suffers] == ["miedo"]  # type: ignore[attr-defined]


KINDS: Mapping[str, tuple[Edit, ...]] = {
    "attribute to counter": (("maña = [1, 0, 3]\n", ""), ("oro = {", "maña = { start = 1 }\noro = {")),
    "attribute to a counter with a maximum": (
        ("maña = [1, 0, 3]\n", ""), ("oro = {", 'maña = { max = "3" }\noro = {')
    ),
    "attribute to derived": (
        ("maña = [1, 0, 3]\n", ""), ("[counter]", '[derived]\nmaña = "vigor"\n[counter]')
    ),
    "counter to attribute": (
        ("oro = { start = 5 }\n", ""), ("maña = [1", "oro = [5, 0, 9]\nmaña = [1"), ("oro -= 1", "oro = 1"),
    ),
    "counter to die": (("oro = { start = 5 }", "oro = { die = [6, 4] }"), ("oro -= 1", "usa oro")),
    "counter to text": (
        ("oro = { start = 5 }\n", ""), ('lema = ""', 'lema = ""\noro = ""'),
        ('do = ["oro -= 1"]', 'lasts = "8h"'),
    ),
    "scores to dice": (("artes = [10, 0, 99]", 'artes = "dice"'),),
    "text to condition": (('[text]\nlema = ""\n', ""), ("miedo =", 'lema = { rolls = "-1" }\nmiedo =')),
}  # fmt: skip


@each_of("case", KINDS)
def test_a_figure_that_would_be_of_another_kind_is_refused(case: str) -> None:
    game = Game("pj Lía", system=KEY, rules=TEXT)
    text = edited_text(*KINDS[case])
    assert changed_kinds(game_of(TEXT), game_of(text))
    assert refusal_code(lambda: play_by(game.history, text)) == "game_changed_kind"
    assert game.session.rules == TEXT


def test_an_empty_file_is_no_game_and_not_the_house_rules_that_there_are_not() -> None:
    game = Game("pj Lía", system=KEY, rules=TEXT)
    assert refusal_code(lambda: play_by(game.history, "")) == "bad_game_file"
    assert refusal_code(lambda: play_by(game.history, TEXT)) == "same_game_file"


def sheet_line(game: Game | History, name: str) -> str:
    session = game.session
    sheet: Any = next(each.sheet for each in session.creatures.values() if each.name == name)
    return f"{sheet.vida}/{sheet.vida_max}"


def test_what_becomes_of_whom_is_said_before_and_after_and_taken_back_by_an_undo() -> None:
    game = Game("pj Lía", "pj Bo", "pj Cid", "daño lía 3", system=KEY, rules=TEXT)
    game.do("ficha cid vida_max=20")
    before = game.session
    draft = play_by(game.history, edited_text(VIDA, ("oro = {", 'fe = { max = "2" }\noro = {')))
    told = [
        "Lía sigue la fórmula de vida: 7/10 → 9/12.",
        "Lía, Bo y Cid empiezan con fe 2/2.",
        "Bo sigue la fórmula de vida: 10/10 → 12/12.",
        "Cid conserva vida 10/20, puesto a mano: la fórmula daría 12.",
    ]
    lines = change_lines(game.history, draft)
    assert lines[:2] == ["Contadores · llega: fe", "Contadores · cambia: vida"]
    assert sorted(lines[2:]) == sorted(told)
    event = game.play(draft)
    assert sorted(sentences(event, game.history)[1:]) == sorted(told)
    assert [sheet_line(game, name) for name in ("Lía", "Bo", "Cid")] == ["9/12", "12/12", "10/20"]
    game.do("daño lía 1")
    game.do("deshacer")
    game.do("deshacer")
    assert game.session.creatures == before.creatures


def test_the_past_is_folded_by_the_new_text_and_the_figures_are_as_they_were_held() -> None:
    """A counter that went below the old least is not lower for a new one that allows it."""
    game = Game("pj Lía", "ficha lía oro=1", "merma lía", "merma lía", "merma lía", system=KEY, rules=TEXT)
    text = edited_text(("oro = { start = 5 }", "oro = { start = 5, low = -9 }"))
    game.play(play_by(game.history, text))
    (lia,) = game.session.creatures.values()
    assert lia.sheet.oro == 0  # type: ignore[attr-defined]


WORDED = f"""{TEXT}
[words]
tension = ["tensión del hilo", "strain"]
miedo = ["pavor", "dread"]
vida = ["aguante de la casa", "grit"]
"""


def test_what_has_gone_is_said_in_the_words_that_it_had() -> None:
    game = Game("pj Lía", "tensa lía", "estado lía miedo", system=KEY, rules=WORDED)
    gone: tuple[Edit, ...] = (
        *(('tension = { max = "6", start = 0 }\n', ""), ('[act.tensa]\ndo = ["tension += 1"]\n', "")),
        *(('miedo = { rolls = "-1" }\n', ""), ('tension = ["tensión del hilo", "strain"]\n', "")),
        *(('miedo = ["pavor", "dread"]\n', ""), VIDA),
    )
    set_, *lost = sentences(game.play(play_by(game.history, edited_text(*gone, text=WORDED))), game.history)
    assert "se va: tensión del hilo, pavor" in set_
    assert "cambia: aguante de la casa" in set_
    assert "tensa" in set_
    assert any("tensión del hilo: 1/6" in each for each in lost)
    assert "Lía ya no tiene «pavor»." in lost
    told = [each for event in game.history for each in sentences(event, game.history)]
    assert not [each for each in told if "tension" in each or "miedo" in each]


def test_house_rules_that_have_gone_leave_their_words() -> None:
    game = Game("pj Lía", system="chronicle")
    house = f'{HOUSE}[words]\ndeudas = ["deudas de juego", "gambling debts"]\n'
    game.play(play_by(game.history, house))
    event = game.play(play_plainly(game.history))
    assert "Lía pierde deudas de juego: 2." in sentences(event, game.history)
    assert "deudas de juego" in sentences(event, game.history)[0]


def test_a_condition_that_is_no_more_ends_with_its_effect_and_comes_back_with_an_undo() -> None:
    game = Game("pj Lía", "estado lía miedo 3 rondas", system=KEY, rules=TEXT)
    assert game.session.effects
    event = game.play(play_by(game.history, edited_text(('miedo = { rolls = "-1" }\n', ""))))
    assert "Lía ya no tiene «miedo»." in sentences(event, game.history)
    assert not game.session.effects
    game.do("deshacer")
    assert game.session.effects


def united_history(*games: Game) -> History:
    events = {event.id: event for game in games for event in game.events}
    one, other = History(KEY, events.values()), History(KEY)
    for event in sorted(events.values(), key=lambda each: each.id, reverse=True):
        other.add((event,))
    assert one.session == other.session
    return one


def test_two_gms_one_of_whom_updates_while_the_other_plays() -> None:
    game = Game("pj Lía", "pj Bo", system=KEY, rules=TEXT)
    copy = game.copy(BEA)
    game.play(play_by(game.history, edited_text(VIDA)))
    game.do("daño lía 2")
    copy.do("daño lía 3")
    copy.do("daño bo 1")
    history = united_history(game, copy)
    assert [sheet_line(history, name) for name in ("Lía", "Bo")] == ["7/12", "11/12"]


def test_two_gms_who_both_update_and_the_one_who_chooses_the_other_text() -> None:
    game = Game("pj Lía", "daño lía 3", system=KEY, rules=TEXT)
    copy = game.copy(BEA)
    more, less = edited_text(VIDA), edited_text(LESS)
    game.play(play_by(game.history, more))
    copy.play(play_by(copy.history, less), gm="bea")
    history = united_history(game, copy)
    top = {more: 12, less: 3}
    held, most = map(int, sheet_line(history, "Lía").split("/"))
    assert (most, 0 < held <= most) == (top[history.session.rules], True)
    (each,) = divided_texts(history)
    other = each.versions[1].text
    draft = take_version(history, ("rules",), other)
    assert draft.facts[0].kind == "version_chosen"
    history.add([saved(draft, event_id(99))])
    held, most = map(int, sheet_line(history, "Lía").split("/"))
    assert (history.session.rules, most, 0 < held <= most) == (other, top[other], True)


def test_somebody_who_came_while_a_counter_got_a_maximum_has_one() -> None:
    game = Game("pj Lía", system=KEY, rules=TEXT)
    copy = game.copy(BEA)
    game.play(play_by(game.history, edited_text(("oro = { start = 5 }", 'oro = { max = "vigor + 7" }'))))
    copy.do("pj Bo")
    history = united_history(game, copy)
    golds = [(each.sheet.oro, each.sheet.oro_max) for each in history.session.creatures.values()]  # type: ignore[attr-defined]
    assert golds == [(5, 9), (5, 9)]


HOUSE = """
[game]
key = "casa"
name = "Casa"
on = "chronicle"
[counter]
deudas = { start = 2 }
temple = { max = "4" }
[condition]
borracho = { rolls = "-2" }
[act.bebe]
do = ["deudas += 1", "estado borracho"]
"""


def test_house_rules_come_change_and_go_figure_by_figure() -> None:
    game = Game("pj Lía salud=9")
    event = game.play(play_by(game.history, HOUSE))
    assert sentences(event, game.history)[1:] == ["Lía empieza con deudas 2.", "Lía empieza con temple 4/4."]
    game.do("bebe lía")
    later = edited_text(('temple = { max = "4" }', 'temple = { max = "6" }'), text=HOUSE)
    event = game.play(play_by(game.history, later))
    assert sentences(event, game.history)[1:] == ["Lía sigue la fórmula de temple: 4/4 → 6/6."]
    as_counter = HOUSE.replace('temple = { max = "4" }', "").replace(
        "[counter]", "[attribute]\ntemple = [1, 0, 6]\n[counter]"
    )
    assert refusal_code(lambda: play_by(game.history, as_counter)) == "game_changed_kind"
    event = game.play(play_plainly(game.history))
    assert sentences(event, game.history)[1:] == [
        "Lía pierde deudas: 3.", "Lía pierde temple: 6/6.", "Lía ya no tiene «borracho»."
    ]  # fmt: skip
    assert [each.name for each in game.session.creatures.values()] == ["Lía"]


TEXTS = (
    TEXT,
    *(edited_text(*edits) for _values, edits, _expected in CASES.values()),
    edited_text(
        VIDA, ("vigor = [2, 0, 6]", "vigor = [2, 1, 3]"), ("oro = {", 'fe = { max = "maña" }\noro = {')
    ),
)
LINES = (
    "daño lía 3", "daño bo 40", "cura lía 5", "tensa lía", "merma bo", "quema lía", "ficha lía vigor=6",
    "ficha bo vida_max=30", "ficha bo maña=3", "estado lía miedo 2 rondas", "estado bo mareo",
    "deshacer", "rehacer",    "pj Nora vigor=1", "pnj lobo", "combate Uno todos", "siguiente", "fin",
)  # fmt: skip


def figures_held(history: History) -> dict[tuple[str, str], str]:
    """Return every figure that anybody has, by creature and name, as a text."""
    found = {}
    for who, creature in history.session.creatures.items():
        sheet: Any = creature.sheet
        for name in history.session.game.rules_of_file.figures.paths:  # type: ignore[attr-defined]
            found[who, name] = str(getattr(sheet, name))
    return found


def check_bounds(history: History) -> int:
    count = 0
    for creature in history.session.creatures.values():
        sheet: Any = creature.sheet
        for counter in history.session.game.rules_of_file.game.counters.values():  # type: ignore[attr-defined]
            value = getattr(sheet, counter.name)
            assert counter.low <= value
            if counter.die:
                assert value <= counter.die[0]
            elif counter.maximum is not None:
                assert value <= getattr(sheet, f"{counter.name}_max")
            count += 1
        for each in history.session.game.rules_of_file.game.attributes.values():  # type: ignore[attr-defined]
            assert each.low <= getattr(sheet, each.name) <= each.high
            count += 1
    return count


@pytest.mark.parametrize("plays", [2, pytest.param(300, marks=pytest.mark.slow)])
def test_at_random_no_figure_is_out_of_bounds_and_none_vanishes_or_moves_unsaid(
    plays: int, trials: Trials
) -> None:
    updates = figures = 0
    for seed in range(plays):
        chance = Random(seed)
        game = Game("pj Lía", "pj Bo vigor=4", system=KEY, rules=TEXT)
        copy = game.copy(BEA)
        for _ in range(25):
            one = chance.choice((game, copy))
            if chance.random() < 0.3:
                text = chance.choice(TEXTS)
                before = figures_held(one.history)
                try:
                    event = one.play(play_by(one.history, text))
                except Refusal:
                    continue
                updates += 1
                told = {(str(each.data.get("who")), str(each.data.get("figure"))) for each in event.facts}
                told |= {(str(each.data.get("who")), str(each.data.get("was"))) for each in event.facts}
                after = figures_held(one.history)
                for (who, name), value in before.items():
                    figures += 1
                    if after.get((who, name)) != value and value != "0":
                        assert {(who, name), (who, name.removesuffix("_max"))} & told, (seed, name, value)
                check_bounds(one.history)
            else:
                line = chance.choice(LINES)
                one.attempt(line, partial(chance.randint, 1))
        history = united_history(game, copy)
        check_bounds(history)
    trials("game files changed in random play", updates)
    trials("figures looked at across a change", figures)
