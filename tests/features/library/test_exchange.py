"""A library as JSON and CSV: what is read back is what was written, and every wrong row says why."""

import csv
import json
import time
from io import StringIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.features.library.test_moves import stocked_library
from tests.session.game import refusal_code
from tests.trials import each_of, few_examples
from tracker.features.library.exchange.csv_file import escape_formula, read_csv, unescape_formula, write_csv
from tracker.features.library.exchange.json_file import read_json, write_json
from tracker.rules.game_system import GameSystem
from tracker.rules.games import SYSTEMS
from tracker.rules.systems import system_of
from tracker.session.exchange.batch import ImportBatch
from tracker.session.exchange.element import NAME, NOTES, columns
from tracker.session.moves.library import pristine_sheet, section_key
from tracker.session.sheet_fields import write_field
from tracker.session.state import Session, Template, empty_session
from tracker.session.text import checked_text, clean
from tracker.wording.sentences import refusal_sentence

CHRONICLE = system_of("chronicle")
NASTY = '=HYPERLINK("x"), «Ñandú»;'


def library() -> Session:
    """Return a library whose texts are the worst that a GM may type."""
    sections, game = stocked_library()
    game.do("aparece Ñandú especie=@x idiomas=élfico,enano espacios=nivel 1 1/2 blindaje=d6 salud=-3")
    sections.order(game, f"biblioteca ñandú {NASTY}")
    (key,) = [key for key in sections.session.templates if key.startswith("=")]
    templates = dict(sections.session.templates)
    noted = Template(templates[key].sheet, templates[key].name, '+1\nuna "cita", y\n-- fin')
    return Session(
        "chronicle",
        CHRONICLE.scene(),
        templates={**templates, key: noted},
        lineups=sections.session.lineups,
        kits=sections.session.kits,
        tables=sections.session.tables,
    )


def from_csv(text: str, game: GameSystem = CHRONICLE) -> ImportBatch:
    """Return the elements of a file for an empty library."""
    return read_csv(text, game, empty_session(game.key))


def row_refusals(batch: ImportBatch) -> list[tuple[int, str]]:
    return [(each.row, refusal_sentence(each.refusal, "chronicle")) for each in batch.wrong]


def test_json_gives_back_the_whole_library() -> None:
    before = library()
    batch = read_json(write_json(before), CHRONICLE, empty_session("chronicle"))

    assert batch.wrong == []
    for section, elements in batch.sections.items():
        assert elements == getattr(before, section)


def test_csv_gives_back_the_whole_library() -> None:
    before = library()
    batch = from_csv(write_csv(before))

    assert batch.wrong == []
    for section, elements in batch.sections.items():
        assert elements == getattr(before, section)


def test_a_file_may_hold_one_part_and_rows_without_a_name_continue_the_last_element() -> None:
    batch = from_csv(
        'table;dice;low;high;text\r\nRumores;1d6;1;2;lobos\r\n;;3;6;"nada; de nada"\r\n;;;;\r\n'
        "kit;item;die;light;every;;\r\nExplorador;antorcha;6;VERDADERO;600\r\n;cuerda;8\r\n"
        "encounter;creature;count\r\nManada;lobo;3\r\nManada;Lobo;1\r\nManada;oso\r\n"
        "name;health_max\r\nLobo;4\r\nOso;20\r\n"
    )

    assert batch.wrong == []
    (table,), (kit,) = batch.sections["tables"].values(), batch.sections["kits"].values()
    assert (table.dice, [(row.low, row.high, row.text) for row in table.rows]) == (
        "1d6",
        [(1, 2, "lobos"), (3, 6, "nada; de nada")],
    )
    assert [(each.name, each.die, each.light, each.every) for each in kit.supplies] == [
        ("antorcha", 6, True, 600),
        ("cuerda", 8, False, 0),
    ]
    assert batch.sections["lineups"]["manada"].members == {"lobo": 4, "oso": 1}


@each_of(
    ("text", "rows", "why"),
    [
        ("encounter,creature,count\nManada,lobo,tres\n", [2], "«tres» no vale ahí"),
        ("encounter,creature,count\nManada,lobo,99\n", [2], "99"),
        ("encounter,creature,count\nManada,lobo,2\n", [2], "faltan criaturas en la biblioteca: lobo"),
        ("kit,item,die\nUno,cuerda,6\nUno,pan,7\nDos,pan,8\n", [3], "d7"),
        ("kit,item,die,light\nUno,antorcha,6,quizá\n", [2], "«quizá» no vale ahí"),
        ("table,dice,low,high,text\nUno,1d6,1,3,a\nUno,1d6,3,6,b\n", [2], "3-6: b"),
        ("table,dice,low,high,text\nUno,1d6,1,3,a\nUno,1d8,4,6,b\n", [2], "1d6, 1d8"),
        ("table,dice,low,high,text\nUno,1x,1,3,a\n", [2], "1x"),
        ("kit,item,die\nUno,cuerda,6,,x\n", [2], "más celdas que columnas"),
        ("kit,item,die\n,cuerda,6\n", [2], "Falta el nombre."),
        ("kit,item,die\nUno,cuerda,6\n\nkit,item\nuno,pan\n", [5], "sale dos veces"),
    ],
)
def test_every_wrong_row_of_an_element_says_what_is_wrong(text: str, rows: list[int], why: str) -> None:
    batch = from_csv(text)

    assert [each.row for each in batch.wrong] == rows
    assert why in row_refusals(batch)[0][1]


@each_of("system", sorted(SYSTEMS))
def test_a_fresh_creature_of_every_game_comes_back(system: str) -> None:
    game = system_of(system)
    for kind in ("pc", "npc"):
        template = Template(pristine_sheet(game, game.new_sheet(kind, 0)), "Uno", "nota")
        sections = {section_key("Uno"): template}
        before = Session(system, game.scene(), templates=sections)
        assert from_csv(write_csv(before), game).sections["templates"] == sections
        assert read_json(write_json(before), game, empty_session(system)).sections["templates"] == sections


@each_of("system", sorted(SYSTEMS))
def test_no_field_of_a_sheet_is_called_like_the_columns_beside_it(system: str) -> None:
    assert len(set(columns(system_of(system)))) == len(columns(system_of(system)))
    assert {NAME, NOTES} <= set(columns(system_of(system)))


def test_the_columns_are_the_ids_of_the_sheets_fields() -> None:
    head = next(csv.reader(StringIO(write_csv(library()))))

    assert head == ["name", *(field.id for field in CHRONICLE.fields), "notes"]


def test_no_cell_is_a_formula() -> None:
    written = list(csv.reader(StringIO(write_csv(library()))))
    creatures = written[: written.index([])]
    rows = [dict(zip(creatures[0], row, strict=True)) for row in creatures[1:]]

    cells = [cell for row in written for cell in row]
    assert not [cell for cell in cells if cell[:1] in ("=", "@", "\t") or cell.startswith("+1\n")]
    assert rows[-1]["name"] == "'" + NASTY
    assert rows[-1]["armour_die"] == "d6"


@given(st.text(alphabet="'=+-@\t a1\r", max_size=8))
def test_a_defused_cell_is_the_same_text_again(text: str) -> None:
    assert unescape_formula(escape_formula(text)) == text


@few_examples(20)
@given(name=st.text(min_size=1, max_size=30), notes=st.text(max_size=80), species=st.text(max_size=30))
def test_any_text_comes_back_from_csv(name: str, notes: str, species: str) -> None:
    name = " ".join(clean(name, 60).split()) or "x"
    field = next(each for each in CHRONICLE.fields if each.id == "species")
    sheet = write_field(CHRONICLE.new_sheet("npc", 0), field, species)
    before = {section_key(name): Template(sheet, name, checked_text(notes, 4_000, lines=True))}
    session = Session("chronicle", CHRONICLE.scene(), templates=before)

    assert from_csv(write_csv(session)).sections["templates"] == before
    assert read_json(write_json(session), CHRONICLE, session).sections["templates"] == before


def test_a_file_from_a_spreadsheet_may_have_semicolons_a_mark_and_empty_cells() -> None:
    batch = from_csv("\ufeffname;health_max;damage\r\nOrco;12;d8\r\n;;\r\nLobo;;\r\n")

    orc, wolf = batch.sections["templates"].values()
    assert (orc.sheet.health, orc.sheet.health_max, orc.sheet.damage) == (12, 12, "d8")
    assert wolf.sheet == CHRONICLE.new_sheet("npc", 0)


@each_of(
    ("row", "held"), [("Orco,8,", (8, 8)), ("Orco,,8", (8, 8)), ("Orco,3,8", (3, 8)), ("Orco,,", (10, 10))]
)
def test_a_creature_of_a_file_has_full_resources_unless_the_file_gives_them(
    row: str, held: tuple[int, int]
) -> None:
    (orc,) = from_csv(f"name,health,health_max\n{row}\n").sections["templates"].values()

    assert (orc.sheet.health, orc.sheet.health_max) == held


def test_more_than_the_maximum_in_a_file_is_a_wrong_row() -> None:
    batch = from_csv("name,health,health_max\nOrco,9,8\nLobo,8,8\n")

    assert [(row, "pasa de Salud total" in why) for row, why in row_refusals(batch)] == [(2, True)]


def test_every_wrong_row_says_what_is_wrong() -> None:
    text = "name,health_max,armour_die\nOrco,12,d6\nLobo,doce,-\n,3,\nOrco,1,\nTrasgo,3,d7\nOso,1,-,x\n"
    batch = from_csv(text)

    assert list(batch.sections["templates"]) == ["orco"]
    assert [row for row, _why in row_refusals(batch)] == [3, 4, 5, 6, 7]
    told = [why for _row, why in row_refusals(batch)]
    assert "«doce» no es un número entero" in told[0]
    assert told[1] == "Falta el nombre."
    assert told[2] == "«Orco» sale dos veces: deja una."
    assert "«d7» no es un dado" in told[3] or "«7» no es un dado" in told[3]
    assert told[4].startswith("tiene más celdas que columnas")


def test_no_cell_is_cut() -> None:
    batch = from_csv(f"name,notes\nOrco,{'x' * 4_001}\n{'y' * 61},\nLobo,gris\n")

    assert list(batch.sections["templates"]) == ["lobo"]
    assert row_refusals(batch) == [
        (2, f"«{'x' * 20}…» es demasiado largo: tiene 4001 caracteres y caben 4000."),
        (3, f"«{'y' * 20}…» es demasiado largo: tiene 61 caracteres y caben 60."),
    ]


@each_of(
    ("text", "code"),
    [
        ("", "no_name_column"),
        ("nombre,health\nx,3\n", "no_name_column"),
        ("name,magia\nx,3\n", "unknown_field"),
        ("name,name\nx,y\n", "repeated_name"),
        ('name\n"x\n', "not_csv"),
        ("name\n" + "x" * 200_000, "not_csv"),
    ],
)
def test_an_invalid_csv_is_refused(text: str, code: str) -> None:
    assert refusal_code(lambda: from_csv(text)) == code


@each_of(
    ("document", "code"),
    [
        ("", "not_json"),
        ("[" * 100_000, "not_json"),
        ("[]", "not_a_library"),
        ("{}", "not_a_library"),
        ('{"library": 2, "system": "chronicle"}', "newer_library"),
        ('{"library": 1, "system": "otro"}', "other_system"),
        ('{"library": 1, "system": "chronicle", "kits": {}}', "not_a_library"),
    ],
)
def test_json_without_a_library_is_refused(document: str, code: str) -> None:
    assert refusal_code(lambda: read_json(document, CHRONICLE, empty_session("chronicle"))) == code


@each_of(
    ("name", "row", "code"),
    [
        ("creatures", 3, "not_importable"),
        ("creatures", {"name": "x", "health": 1.5}, "not_importable"),
        ("creatures", {"name": "x", "magia": "1"}, "unknown_field"),
        ("creatures", {"health": "1"}, "empty_name"),
        ("encounters", {"name": "x", "members": {"nadie": 1}}, "lineup_lacks"),
        ("encounters", {"name": "x", "members": {}}, "bad_count"),
        ("encounters", {"name": "x", "members": {"a": 51}}, "bad_count"),
        ("encounters", {"name": "x", "members": {"a": "b"}}, "not_importable"),
        ("encounters", {"name": "x"}, "not_importable"),
        ("kits", {"name": "x", "supplies": [{"name": "", "die": 6}]}, "empty_name"),
        ("kits", {"name": "x", "supplies": [{"name": "y", "die": 7}]}, "bad_usage_die"),
        ("kits", {"name": "x", "supplies": [{"name": "y", "owner": "z"}]}, "kit_in_use"),
        ("kits", {"name": "x", "cosas": []}, "unknown_field"),
        ("tables", {"name": "x", "dice": "1d6", "rows": []}, "bad_row"),
        ("tables", {"name": "x", "dice": "1d6", "rows": [{"low": 2, "high": 1, "text": ""}]}, "bad_row"),
        ("tables", {"name": "x", "rows": 3}, "not_importable"),
        ("creatures", {"name": "x" * 61}, "text_too_long"),
        ("creatures", {"name": "x", "notes": "y" * 4_001}, "text_too_long"),
        ("creatures", {"name": "x", "species": "y" * 61}, "field_too_long"),
        ("kits", {"name": "x", "supplies": [{"name": "y" * 61, "die": 6}]}, "text_too_long"),
        (
            "tables",
            {"name": "x", "dice": "1d6", "rows": [{"low": 1, "high": 1, "text": "y" * 201}]},
            "text_too_long",
        ),
    ],
)
def test_a_wrong_row_of_json_is_named(name: str, row: Any, code: str) -> None:
    good = {"name": "Bien", "dice": "1d6", "rows": [{"low": 1, "high": 6, "text": "sí"}]}
    document = {"library": 1, "system": "chronicle", "tables": [good]}
    document[name] = [*([good] if name == "tables" else []), row]

    batch = read_json(json.dumps(document), CHRONICLE, empty_session("chronicle"))

    assert [each.refusal.code for each in batch.wrong] == [code]
    assert batch.sections["tables"].keys() == {"bien"}


def rows(ending: str, count: int) -> str:
    names = [f"bicho {number}" for number in range(count)]
    if ending == ".csv":
        return "name\n" + "\n".join(names)
    creatures = [{"Name": name, "HP": {"Value": 1}} for name in names]
    if ending == ".ii.json":
        return json.dumps(creatures)
    return json.dumps({"library": 1, "system": "chronicle", "creatures": [{"name": name} for name in names]})


@pytest.mark.parametrize("ending", [".csv", ".json", ".ii.json"])
def test_a_file_of_more_creatures_than_a_library_holds_is_refused_at_once(ending: str) -> None:
    read = read_csv if ending == ".csv" else read_json
    game, library = system_of("chronicle"), empty_session("chronicle")
    started = time.process_time()
    text = rows(ending, 20_000)
    assert refusal_code(lambda: read(text, game, library)) == "too_many_rows"
    assert time.process_time() - started < 2
    assert read(rows(ending, 30), game, library).count == 30


def test_the_rows_of_a_csv_file_have_a_limit_and_a_wide_first_row_costs_nothing() -> None:
    game, library = system_of("chronicle"), empty_session("chronicle")
    started = time.process_time()
    assert refusal_code(lambda: read_csv("name\n" + "\n" * 3_000_000, game, library)) == "too_many_rows"
    assert refusal_code(lambda: read_csv("name" + ",a" * 300_000, game, library)) == "too_many_cells"
    assert time.process_time() - started < 3
