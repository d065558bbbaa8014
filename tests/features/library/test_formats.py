"""Files of other programs and of spreadsheets: each figure that the game has, and the rest named."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.session.game import refusal_code
from tests.trials import each_of
from tracker.features.library.exchange.csv_file import read_csv
from tracker.features.library.exchange.front_matter import read_front_matter
from tracker.features.library.exchange.json_file import read_json
from tracker.features.library.store import read_import
from tracker.features.library.wording import preview_lines
from tracker.rules.refusal import Refusal
from tracker.rules.systems import system_of
from tracker.session.exchange.batch import ImportBatch
from tracker.session.exchange.element import row_of
from tracker.session.schema import MOST_ELEMENTS
from tracker.session.state import empty_session
from tracker.store.library import Library
from tracker.store.text_file import decode_text
from tracker.wording.library import column_names
from tracker.wording.sentences import refusal_sentence

SIX = {"str": 11, "dex": 18, "con": 14, "int": 16, "wis": 11, "cha": 10}
CUTTER: dict[str, Any] = {
    "name": "Cutter",
    "source": "HB",
    "size": ["S", "M"],
    "type": {"type": "humanoid", "tags": ["elf"]},
    "ac": [{"ac": 16, "from": ["{@item leather armor|phb}"]}],
    "hp": {"average": 93, "formula": "14d8 + 30"},
    "speed": {"walk": 30, "fly": {"number": 60, "condition": "(hover)"}},
    **SIX,
    "save": {"dex": "+7"},
    "languages": ["Common", "thieves' cant"],
    "cr": "8",
    "trait": [{"name": "Sly", "entries": ["It hides.", {"type": "list", "items": ["in {@b mud}"]}]}],
    "action": [
        {"name": "Multiattack", "entries": ["Two attacks"]},
        {
            "name": "Whip",
            "entries": ["{@atk mw} {@hit 7} to hit. {@h}6 ({@damage 1d4 + 4}) slashing damage."],
        },
        {
            "name": "Sword",
            "entries": ["{@atkr m} {@hit 7}. {@h}7 ({@damage 1d6 + 4}) plus 17 ({@damage 5d6})."],
        },
    ],
}
HOBGOBLIN: dict[str, Any] = {
    "name": "Hobgoblin",
    "size": "medium",
    "ac": 18,
    "hp": 11,
    "hit_dice": "2d8+2",
    "stats": [13, 12, 12, 10, 10, 9],
    "actions": [{"name": "Longsword", "desc": "Melee Weapon Attack: +3 to hit. Hit: 5 (1d8 + 1) damage."}],
}
OGRE: dict[str, Any] = {
    "name": "Ogre",
    "type": "monster",
    "system": {
        "hp": {"hd": "4+1", "value": 19, "max": 19},
        "ac": {"value": 5},
        "details": {"morale": 10, "xp": 125},
    },
    "items": [],
    "_stats": {"systemId": "ose"},
}
KNIGHT: dict[str, Any] = {
    "name": "Knight",
    "type": "character",
    "system": {"abilities": {"str": {"value": 16}}, "attributes": {"hp": {"value": 5, "max": None}}},
}
RAT = {"Name": "Rat", "HP": {"Value": 3}, "AC": {"Value": 10}, "Actions": []}
NAMES = ("strength", "agility", "endurance", "mind", "intuition", "presence")


def read(document: Any, system: str = "chronicle") -> ImportBatch:
    text = document if isinstance(document, str) else json.dumps(document)
    return read_json(text, system_of(system), empty_session(system), column_names(system))


def row(batch: ImportBatch, name: str, system: str = "chronicle") -> dict[str, str]:
    assert batch.wrong == []
    return row_of(system_of(system), batch.sections["templates"][name])


@each_of(
    "document", [CUTTER, [CUTTER], {"monster": [CUTTER]}, {"_meta": {"sources": []}, "monster": [CUTTER]}]
)
def test_a_monster_of_5etools_fills_its_sheet(document: Any) -> None:
    batch = read(document)
    found = row(batch, "cutter")
    assert [found[f"{name}_value"] for name in NAMES] == ["11", "18", "14", "16", "11", "10"]
    assert (found["health_max"], found["species"]) == ("93", "Small or Medium humanoid (elf)")
    assert (found["languages"], found["attacks"]) == ("Common, thieves' cant", "Whip 6, Sword 7")
    assert batch.doubtful == {"Cutter": ("attacks",)}
    for text in (
        "AC: 16 (leather armor)",
        "fly 60 (hover)",
        "Sly: It hides. in mud",
        "Melee Weapon Attack: +7 to",
    ):
        assert text in found["notes"]
    assert "{@" not in found["notes"]


def test_a_monster_of_5etools_that_copies_another_lacks_its_points_and_says_so() -> None:
    batch = read(
        {"monster": [{"name": "Elder", "_copy": {"name": "Cutter", "source": "HB"}, "cr": "9"}], "spell": []}
    )
    assert batch.doubtful == {"Elder": ("health_max",)}
    assert batch.left_out == {"Elder": ("_copy: Cutter",), "": ("spell",)}


@each_of(
    "document",
    [
        {**CUTTER, "hp": {"average": 90, "formula": "14d8 + 30"}},
        {**HOBGOBLIN, "hp": 12},
        {**RAT, "HP": {"Value": 9, "Notes": "(1d4 + 1)"}},
        {"name": "Rat", "hit_points": 9, "hit_dice": "1d4+1", "armor_class": 10},
        {**KNIGHT, "system": {**KNIGHT["system"], "attributes": {"hp": {"max": 9, "formula": "1d4 + 1"}}}},
        KNIGHT,
    ],
)
def test_points_that_are_not_the_average_of_their_dice_or_not_the_maximum_are_doubtful(document: Any) -> None:
    ((_name, fields),) = read(document).doubtful.items()
    assert "health_max" in fields


def test_a_score_of_5etools_may_be_missing() -> None:
    assert row(read({**CUTTER, "str": None}), "cutter")["agility_value"] == "18"


@each_of("document", [HOBGOBLIN, [HOBGOBLIN]])
def test_a_creature_of_fantasy_statblocks_fills_its_sheet(document: Any) -> None:
    found = row(read(document), "hobgoblin")
    assert [found[f"{name}_value"] for name in NAMES] == ["13", "12", "12", "10", "10", "9"]
    assert (found["health_max"], found["attacks"]) == ("11", "Longsword 5")
    assert read(document).left_out == {"Hobgoblin": ("ac", "size", "hit_dice")}


def test_an_actor_of_any_system_of_foundry_has_name_points_and_text() -> None:
    batch = read(OGRE)
    found = row(batch, "ogre")
    assert found["health_max"] == "19"
    assert found["notes"].splitlines() == ["hp: hd 4+1, value 19, max 19", "ac: 5", "morale: 10", "xp: 125"]
    assert batch.doubtful == {"Ogre": ("health_max",)}
    deep = {**OGRE, "system": {"attribs": {"hit_points": {"value": 7}}, "description": "<p>Big.</p>"}}
    assert (row(read(deep), "ogre")["health_max"], row(read(deep), "ogre")["notes"]) == ("7", "Big.")
    assert read({**OGRE, "system": {"cr": 1}}).doubtful == {"Ogre": ("health_max",)}


@each_of(
    "document",
    [
        {"Name": "Ditch", "Combatants": [{"StatBlock": RAT}, {"StatBlock": RAT}]},
        [{"Name": "Ditch", "Combatants": [{"StatBlock": RAT}, {"StatBlock": RAT}]}],
        {
            "Creatures": [RAT],
            "Encounters": [{"Name": "Ditch", "Creatures": [{"Statblock": RAT}, {"Statblock": RAT}]}],
        },
        {
            "ImprovedInitiative.SavedEncounters.a": json.dumps(
                {"Name": "Ditch", "Combatants": [{"StatBlock": RAT}] * 2}
            )
        },
    ],
)
def test_an_encounter_of_improved_initiative_comes_with_its_creatures(document: Any) -> None:
    batch = read(document)
    assert row(batch, "rat")["health_max"] == "3"
    assert batch.sections["lineups"]["ditch"].members == {"rat": 2}


def test_a_player_s_character_stays_out_of_an_encounter_and_is_named() -> None:
    player = {"StatBlock": {**RAT, "Name": "Ana", "Player": "player"}}
    batch = read({"Name": "Ditch", "Combatants": [player, {"StatBlock": RAT}]})
    assert [*batch.sections["templates"]] == ["rat"]
    assert batch.left_out["Ditch"] == ("Ana",)


BLOCK = "---\ntags: monster\n---\n# Blocky\n\n```statblock\nname: Blocky\nac: 14\nhp: 30\n```\n\ntext\n"


def noted(text: str, title: str = "", system: str = "chronicle") -> ImportBatch:
    return read_front_matter(text, system_of(system), empty_session(system), column_names(system), title)


def test_the_block_in_a_note_is_read_and_a_note_without_a_name_has_that_of_its_file() -> None:
    assert row(noted(BLOCK), "blocky")["health_max"] == "30"
    assert row(noted(BLOCK.replace("name: Blocky\n", ""), "Cube"), "cube")["health_max"] == "30"
    assert [*noted(f"{BLOCK}\n{BLOCK.replace('Blocky', 'Other')}").sections["templates"]] == [
        "blocky",
        "other",
    ]
    assert row(noted("---\nhp: 8\nac: 12\n---\n", "noname"), "noname")["health_max"] == "8"
    (wrong,) = noted("---\ntags: [session]\n---\nWe met.", "evening").wrong
    assert wrong.refusal.code == "no_front_matter"
    with pytest.raises(Refusal) as told:
        noted("# x\n```statblock\nname: X\n\thp: 7\n```\n")
    assert told.value.data["row"] == 4


def test_a_block_with_dice_to_roll_has_the_damage_that_it_shows() -> None:
    text = BLOCK.replace(
        "hp: 30\n",
        'hp: !!int "30"\nactions:\n  - name: Claw\n    desc: "*Melee Attack:* dice:1d20+4|noform|text(+4) to '
        'hit. *Hit:* dice:1d6+2|noform|avg|text(5) (1d6 + 2) damage."\n'
        '  - name: Bite\n    desc: "*Melee Attack:* `dice: d20+9` (+9 to hit). '
        '*Hit:* `dice: 1d8 + 5|avg` (`1d8 + 5`) damage."\n',
    )
    assert row(noted(text), "blocky")["attacks"] == "Claw 5, Bite 1d8+5"


@each_of("key", ["health", "attacks", "languages", "desc"])
def test_a_part_of_a_block_with_parts_of_its_own_is_left_out_and_named(key: str) -> None:
    batch = noted(BLOCK.replace("hp: 30\n", f"hp: 30\n{key}:\n  - name: HP\n    desc: '45'\n"))
    assert row(batch, "blocky")["health_max"] == "30"
    assert key in batch.left_out["Blocky"]


def test_a_figure_that_the_field_of_its_name_cannot_hold_is_left_out_and_named() -> None:
    batch = noted(BLOCK.replace("hp: 30\n", "hp: 30\nlevel: Creature 3\n"))
    assert row(batch, "blocky")["level"] == "1"
    assert batch.left_out == {"Blocky": ("ac", "level")}


@each_of("end", ["```\n", ""])
def test_a_note_of_more_blocks_than_a_library_holds_is_refused_at_once(end: str) -> None:
    block = f"```statblock\nname: X\nhp: 3\n{end}"
    assert refusal_code(lambda: noted(block * (MOST_ELEMENTS + 1))) == "too_many_rows"
    assert [each.refusal.code for each in noted(block * 2).wrong] == ["repeated_name"]


@each_of(
    ("key", "field"),
    [
        *(
            (key, "health_max")
            for key in ("hp", "HP", "pg", "PV", "Puntos de golpe", "hit_points", "hit points")
        ),
        ("salud", "health"),
        ("Salud", "health"),
        ("fuerza", "strength_value"),
        ("FUE", "strength_value"),
        ("dexterity", "agility_value"),
        ("sabiduría", "intuition_value"),
    ],
)
def test_a_field_has_the_same_names_in_notes_json_and_csv(key: str, field: str) -> None:
    game, library, names = system_of("chronicle"), empty_session("chronicle"), column_names("chronicle")
    assert row(noted(f"---\nnombre: X\n{key}: 9\n---\n"), "x")[field] == "9"
    own = {"library": 1, "system": "chronicle", "creatures": [{"nombre": "X", key: 9}]}
    assert row(read(own), "x")[field] == "9"
    assert row(read_csv(f"nombre;{key}\nX;9\n", game, library, names), "x")[field] == "9"


def test_a_figure_of_other_games_is_left_out_of_a_file_and_named() -> None:
    game, library, names = system_of("chronicle"), empty_session("chronicle"), column_names("chronicle")
    assert read_csv("nombre,PG,CA,Velocidad\nX,9,12,30\n", game, library, names).left_out == {
        "": ("CA", "Velocidad")
    }
    own = {"library": 1, "system": "chronicle", "creatures": [{"name": "X", "hp": 9, "AC": 12}]}
    assert read(own).left_out == {"X": ("AC",)}
    assert noted("---\nname: X\nCA: 12\nhp: 3\n---\n").left_out == {"X": ("CA",)}
    with pytest.raises(Refusal) as told:
        read_csv(
            "nombre;salud\ngoblin;6\n\nencuentro;criatura;cantidad\nPuente;goblin;3\n", game, library, names
        )
    assert "«cantidad»" in refusal_sentence(told.value, "chronicle")


@each_of(
    ("document", "said"),
    [
        (
            {**HOBGOBLIN, "hp": None, "stats": [1]},
            "«[1]» no vale ahí (stats): hacen falta seis números",
        ),
        ({**HOBGOBLIN, "hp": True}, "«true» no vale ahí (hp): hace falta un número entero."),
        (
            {**HOBGOBLIN, "actions": {"a": None}},
            '«{"a": null}» no vale ahí (actions): hace falta una lista',
        ),
        (
            {**RAT, "Type": {"a": False}},
            '«{"a": false}» no vale ahí (Type): hace falta un texto',
        ),
        ({**CUTTER, "action": "x"}, "«x» no vale ahí (action): hace falta una lista"),
        (
            {"library": 1, "system": "chronicle", "creatures": [{"name": "X", "salud": None}]},
            "«null» no vale ahí (health)",
        ),
    ],
)
def test_a_wrong_value_is_said_as_the_file_writes_it_with_its_field(document: Any, said: str) -> None:
    (wrong,) = read(document).wrong
    assert said in refusal_sentence(wrong.refusal, "chronicle")


def test_what_is_not_known_names_what_is() -> None:
    with pytest.raises(Refusal) as told:
        read({"who": "knows"})
    sentence = refusal_sentence(told.value, "chronicle")
    for program in ("5etools", "Fantasy Statblocks", "Improved Initiative", "Open5e", "Foundry"):
        assert program in sentence


@each_of("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_says_the_encoding(encoding: str) -> None:
    text = decode_text("nombre\tsalud\tnotas\nGoblin ñoño\t６\tágil — “sí”\n".encode(encoding))
    game, library = system_of("chronicle"), empty_session("chronicle")
    found = row(read_csv(text, game, library, column_names("chronicle")), "goblin ñoño")
    assert (found["health"], found["notes"]) == ("6", "ágil — “sí”")


def test_a_file_cut_within_a_letter_of_utf16_is_refused(tmp_path: Path) -> None:
    library = Library(tmp_path / "l.json", tmp_path, "chronicle", "ana", lambda: 0)
    (tmp_path / "x.csv").write_bytes("name\nX".encode("utf-16")[:-1])
    assert refusal_code(lambda: read_import(tmp_path / "x.csv", library)) == "not_utf8"


SIGNS = [
    "“Ana”",
    "Ana\u00a0B",
    "Ana – B",
    "Ana — B",
    "D’Artagnan",
    "Ａｎａ",
    "Ana\x1b[2J",
    "A\u202eb",
    "«Ana»",
]


@each_of("name", SIGNS)
def test_every_reader_keeps_a_name_as_it_stands_without_control_characters(name: str) -> None:
    documents = (
        {**CUTTER, "name": name},
        {**HOBGOBLIN, "name": name},
        {**RAT, "Name": name},
        {**OGRE, "name": name},
    )
    kept = [each for document in documents for each in read(document).sections["templates"].values()]
    names = {each.name for each in kept}
    assert (len(kept), len(names)) == (4, 1)
    assert names.pop().isprintable() or "\u00a0" in name


def test_a_preview_says_each_thing_in_short_with_its_doubts(tmp_path: Path) -> None:
    library = Library(tmp_path / "l.json", tmp_path, "chronicle", "ana", lambda: 0)
    batch = read([CUTTER, {**CUTTER, "name": "Plain", "action": []}])
    assert [*preview_lines([batch], library.history)] == [
        "Criaturas:",
        "? Cutter · Salud 93/93",
        "  Plain · Salud 93/93",
        "Por mirar en la ficha de Cutter: armas.",
    ]


SHEETS = (
    "Nombre;Salud;Notas\nTrasgo;6;huye\n",
    ";;;\nNombre;Salud;Notas;\nTrasgo;6;huye;\n;;;\n",
    "sep=;\r\nNombre;Salud;Notas\r\nTrasgo;6;huye\r\n",
    "sep=|\nNombre|Salud|Notas\nTrasgo|6|huye\n",
    "Nombre|Salud|Notas\nTrasgo|6|huye\n",
    "Nombre\tSalud\tNotas\nTrasgo\t6\thuye\n",
    '\ufeff"Nombre","HP","Notes"\n"Trasgo","6 (1d6 + 3)","huye"\n',
    "Name,Size,Alignment,Hit Points,XP,Notes\nTrasgo,S,NE,6,50,huye\n",
    "Mi bestiario;;\n;;\nNombre;Salud;Notas\nTrasgo;6;huye\n",
)


def sheet(text: str) -> ImportBatch:
    return read_csv(text, system_of("chronicle"), empty_session("chronicle"), column_names("chronicle"))


@each_of("text", SHEETS)
@each_of("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_spreadsheet_is_read_however_it_was_exported(text: str, encoding: str) -> None:
    batch = sheet(decode_text(text.encode(encoding)))
    found = row(batch, "trasgo")
    assert (found["health_max"], found["notes"]) == ("6", "huye")
    assert batch.doubtful == {}
    assert ("Mi bestiario" in text) == (batch.left_out.get("") == ("Mi bestiario",))


@each_of(
    ("text", "fields"),
    [
        ("Nombre;Notas\nTrasgo;huye\n", ("health_max",)),
        ("Nombre;Salud\nTrasgo;\n", ("health_max",)),
        ("Nombre;Salud\nTrasgo;9 (2d6)\n", ("health",)),
    ],
)
def test_a_row_without_its_points_or_with_wrong_ones_is_doubtful(text: str, fields: tuple[str, ...]) -> None:
    assert sheet(text).doubtful == {"Trasgo": fields}


@each_of("text", ["Mi bestiario\nTrasgo\n", "a;b\nNombre;Salud\n", "\n\n", "PK\x03\x04" + "\0" * 99])
def test_a_spreadsheet_without_names_of_columns_is_refused(text: str) -> None:
    assert refusal_code(lambda: sheet(text)) == "no_name_column"


@each_of("name", ["notas", "Notes", "notes"])
def test_notes_are_a_field_of_a_note_too(name: str) -> None:
    batch = noted(f"---\nname: X\nhp: 3\ndesc: fea\n{name}: huye\n---\n")
    assert (row(batch, "x")["notes"], batch.left_out) == ("fea\nhuye", {})


def test_actions_in_short_have_a_name_and_a_text() -> None:
    short = {**HOBGOBLIN, "actions": [[HOBGOBLIN["actions"][0]["name"], HOBGOBLIN["actions"][0]["desc"]]]}
    assert row(read(short), "hobgoblin")["attacks"] == "Longsword 5"
    (wrong,) = read({**HOBGOBLIN, "actions": ["x"]}).wrong
    assert "(actions)" in refusal_sentence(wrong.refusal, "chronicle")


def test_the_text_of_an_actor_is_kept_or_named() -> None:
    plain = {**OGRE, "system": {"hp": {"max": 9}, "description": "<p>Big.</p>"}}
    deep = {**OGRE, "system": {"hp": {"max": 9}, "biography": {"personalDescription": {"value": "Big."}}}}
    other = {**OGRE, "system": {"hp": {"max": 9}, "biography": {"parts": [{"text": "Big."}]}}}
    assert [row(read(each), "ogre")["notes"].splitlines()[0] for each in (plain, deep)] == ["Big.", "Big."]
    assert [read(each).left_out for each in (plain, deep)] == [{}, {}]
    assert read(other).left_out == {"Ogre": ("biography",)}
