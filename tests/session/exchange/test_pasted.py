"""Pasted creatures: no wrong field stands unmarked, and what is not understood stays as notes."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.session.game import refusal_code
from tests.trials import each_of, few_examples, one_row_of
from tracker.rules.games import SYSTEMS
from tracker.rules.systems import system_of
from tracker.session.exchange.element import row_of
from tracker.session.exchange.pasted import MOST_LINES, read_pasted
from tracker.session.pasted import MOST_BYTES, Pasted
from tracker.wording.library import column_names


def pasted_creature(text: str, system: str = "chronicle") -> Pasted:
    return read_pasted(text, system_of(system), column_names(system))


def certain(text: str, system: str) -> dict[str, str]:
    """Return the fields of a text that are not marked as doubtful."""
    found = pasted_creature(text, system)
    row = row_of(system_of(system), found.template)
    return {field: row[field] for field in found.fields if field not in found.doubtful}


def scores(*values: int) -> dict[str, str]:
    names = ("strength", "agility", "endurance", "mind", "intuition", "presence")
    return {f"{name}_value": str(value) for name, value in zip(names, values, strict=True)}


SNAPPER = """Cave Snapper
Small humanoid (ratfolk), neutral evil
Armor Class 15 (leather armor, shield)
Hit Points 7 (2d6)
Speed 30 ft.
STR DEX CON INT WIS CHA
8 (-1) 14 (+2) 10 (+0) 10 (+0) 8 (−1) 8 (−1)
Skills Stealth +6
Languages Common, Ratfolk
Challenge 1/4 (50 XP)
Quick Feet. It hides as a bonus action.
Actions
Bent Knife. Melee Weapon Attack: +4 to hit, reach 5 ft., one
target. Hit: 5 (1d6 + 2) slashing damage.
"""
MOLE = """Topo de las tumbas
Bestia Mediana, sin alineamiento
Clase de Armadura 12 (armadura natural)
Puntos de golpe 26 (4d8 + 8)
Velocidad 30 pies
FUE DES CON INT SAB CAR
14 (+2) 10 (+0) 15 (+2) 2 (-4) 12 (+1) 5 (-3)
Sentidos visión en la oscuridad 60 pies
Idiomas —
Acciones
Zarpa. Ataque de arma cuerpo a cuerpo: +4 a impactar, alcance 5 pies, un
objetivo. Impacto: 6 (1d8 + 2) de daño cortante.
"""

FIFTH_ENGLISH = [
    (
        "chronicle",
        SNAPPER,
        {
            **scores(8, 14, 10, 10, 8, 8),
            "name": "Cave Snapper",
            "species": "Small humanoid (ratfolk)",
            "languages": "Common, Ratfolk",
            "health_max": "7",
            "attacks": "Bent Knife 5",
        },
        set(),
    ),
    (
        "horror",
        SNAPPER,
        {
            "name": "Cave Snapper",
            "hit_points_max": "7",
            "armour": "leather armor, shield",
            "weapons": "Bent Knife 1d6+2",
        },
        set(),
    ),
    (
        "percentile",
        SNAPPER,
        {
            "name": "Cave Snapper",
            "hit_points_max": "7",
            "strength": "8",
            "constitution": "10",
            "intelligence": "10",
            "weapons": "Bent Knife 1d6+2",
        },
        set(),
    ),
    ("margin", SNAPPER, {"name": "Cave Snapper", "concept": "Small humanoid (ratfolk)"}, set()),
    (
        "chronicle",
        "Ash Heron\nAC 13\nHP 20 (3d8)\nStr 12 DEX 16 (+3) CON 10 (+0) INT 3 (-4) WIS 12 (+1) CHA 6 (-2)\n"
        "Stab. Melee Attack Roll: +5, reach 5 ft. Hit: 9 (1d8 + 3) Piercing damage.\n",
        {"name": "Ash Heron", **scores(12, 16, 10, 3, 12, 6)},
        {"health_max", "attacks"},
    ),
    (
        "chronicle",
        "**Pit Warden**\n*Large giant, chaotic evil*\n**Armor Class** 11\n**Hit Points** 59 (7d10 + 21)\n"
        "| STR | DEX | CON | INT | WIS | CHA |\n|:---:|:---:|:---:|:---:|:---:|:---:|\n"
        "| 19 (+4) | 8 (-1) | 16 (+3) | 5 (-3) | 7 (-2) | 7 (-2) |\n"
        "***Maul.*** *Melee Weapon Attack:* +6 to hit. *Hit:* 13 (2d8 + 4) bludgeoning damage.\n"
        "***Sour Breath (Recharge 5–6).*** Each creature takes 24 (7d6) poison damage.\n",
        {
            "name": "Pit Warden",
            "species": "Large giant",
            "health_max": "59",
            **scores(19, 8, 16, 5, 7, 7),
            "attacks": "Maul 13",
        },
        set(),
    ),
    (
        "chronicle",
        "Thorn Wisp\nTiny fey, unaligned\nArmor Class 14\nHit Points 5 (2d4)\n"
        "STR\n3 (-4)\nDEX\n18 (+4)\nCON\n10 (+0)\nINT\n8 (-1)\nWIS\n13 (+2)\nCHA\n12 (+1)\n"
        "Languages understands Sylvan but does not speak\n"
        "Prick. Melee Weapon Attack: +6 to hit. Hit: 1 piercing damage plus 3 (1d6) poison damage.\n",
        {
            "name": "Thorn Wisp",
            "species": "Tiny fey",
            "health_max": "5",
            "strength_value": "3",
            "agility_value": "18",
            "endurance_value": "10",
            "mind_value": "8",
            "presence_value": "12",
        },
        {"intuition_value", "languages", "attacks"},
    ),
]
FIFTH_SPANISH = [
    (
        "chronicle",
        MOLE,
        {
            "name": "Topo de las tumbas",
            "species": "Bestia Mediana",
            "health_max": "26",
            **scores(14, 10, 15, 2, 12, 5),
            "attacks": "Zarpa 6",
        },
        set(),
    ),
    (
        "horror",
        MOLE,
        {
            "name": "Topo de las tumbas",
            "hit_points_max": "26",
            "armour": "armadura natural",
            "weapons": "Zarpa 1d8+2",
        },
        set(),
    ),
    (
        "percentile",
        MOLE,
        {
            "name": "Topo de las tumbas",
            "hit_points_max": "26",
            "strength": "14",
            "constitution": "15",
            "intelligence": "2",
            "weapons": "Zarpa 1d8+2",
        },
        set(),
    ),
    (
        "chronicle",
        "Monja hueca\nNo muerto Mediano, legal malvado\nCA 12\nPG 18 (4d8)\nFUE 10 (+0)\n"
        "DES 14 (+2)\nCON 10 (+0)\n"
        "INT 11 (+0)\nSAB 13 (+1)\nCAR 15 (+2)\nIdiomas común, infernal\n"
        "Rosario. Ataque de arma: +4 a impactar. Impacto: 4 (1d4 + 2) de daño contundente, o 6 (1d8 "
        "+ 2) a dos manos.\n",
        {
            "name": "Monja hueca",
            "species": "No muerto Mediano",
            "languages": "común, infernal",
            "health_max": "18",
            **scores(10, 14, 10, 11, 13, 15),
        },
        {"attacks"},
    ),
    (
        "chronicle",
        "Barquero gris\nUn grande entre los suyos, dicen\nClase de Armadura: 13\n"
        "Puntos de golpe: 30\nIdiomas: común\n"
        "FUE DES CON INT SAB CAR\n16 12 14 10 11 9\nRemo. Impacto: 1d6+3 de daño.\n",
        {
            "name": "Barquero gris",
            "languages": "común",
            "health_max": "30",
            **scores(16, 12, 14, 10, 11, 9),
        },
        {"species", "attacks"},
    ),
    (
        "margin",
        MOLE,
        {"name": "Topo de las tumbas", "concept": "Bestia Mediana"},
        set(),
    ),
]
OLD_LINES = [
    ("chronicle", "Mordedor: CA 13, DG 2, AT 1d6, Mov 9", {"name": "Mordedor"}, {"health_max", "attacks"}),
    (
        "chronicle",
        "Sapo de pozo: CA 12, DG 1+1, pg 6, AT lengua 1d4, Mov 6",
        {"name": "Sapo de pozo", "health_max": "6", "attacks": "lengua 1d4"},
        set(),
    ),
    ("horror", "Mordedor, CA 13; DG 2; AT 1d6", {"name": "Mordedor"}, {"hit_points_max", "weapons"}),
    (
        "percentile",
        "Bog Hound: AC 14, HD 3 (13 hp), Atk bite (1d8), MV 12",
        {"name": "Bog Hound", "hit_points_max": "13", "weapons": "bite 1d8"},
        set(),
    ),
    (
        "chronicle",
        "Bog Hound AC 14, HD 3 (13 hp), Att 2 claws (1d4 each) / 1 bite (1d8), ML 8",
        {"health_max": "13", "attacks": "claws 1d4, bite 1d8"},
        {"name"},
    ),
    (
        "horror",
        "Guardia seco. CA 15, DG ½ (2 pg), ataque porra 1d4, moral 7",
        {"name": "Guardia seco", "hit_points_max": "2", "weapons": "porra 1d4"},
        set(),
    ),
]
OLD_BLOCKS = [
    (
        "chronicle",
        "Cave Rat\nAC 6 [13], HD 1-1 (3hp), Att 1 × weapon (1d6), THAC0 19 [0], MV 60’ (20’), ML 7, "
        "AL Chaotic",
        {"name": "Cave Rat", "health_max": "3", "attacks": "weapon 1d6"},
        set(),
    ),
    (
        "horror",
        "Moor Ape\nArmour Class 6 [13]\nHit Dice 4 (18hp)\nAttacks 2 × fist (1d4), 1 × bite (1d6)\n"
        "Movement 90’\n",
        {"name": "Moor Ape", "hit_points_max": "18", "weapons": "fist 1d4, bite 1d6"},
        set(),
    ),
    (
        "chronicle",
        "Moor Ape\nArmour Class 6 [13]\nHit Dice 4+1\nAttacks 1 × fist (1d4 or by weapon)\n",
        {"name": "Moor Ape", "attacks": "fist 1d4"},
        {"health_max"},
    ),
    (
        "percentile",
        "Araña de sal\nCA 7 [12]\nDados de golpe 2 (9 pg)\nAtaques 1 x mordisco (1d6 + veneno)\nMoral 8\n",
        {"name": "Araña de sal", "hit_points_max": "9"},
        set(),
    ),
    (
        "chronicle",
        "Lantern Ghoul\nAC 5 [14], HD 2 (9hp), Att 2 × claw (1d3) and 1 × bite (1d4+1)\n"
        "AC 7 [12], HD 3 (14hp)",
        {"name": "Lantern Ghoul", "attacks": "claw 1d3, bite 1d4+1"},
        {"health_max"},
    ),
]
OWN = [
    (
        "chronicle",
        "Lobo pardo. Salud 6, daño 4, Agilidad 11/10",
        {
            "name": "Lobo pardo",
            "health": "6",
            "damage": "4",
            "agility_value": "11",
            "agility_difficulty": "10",
        },
        set(),
    ),
    (
        "chronicle",
        "Brown Wolf\nHealth 4/6\nStrength 12/11\narmour die d4\nattacks: Bite 4, Claw 1d6\n"
        "languages: Howl, Bark\nHunts at dusk.",
        {
            "name": "Brown Wolf",
            "health": "4",
            "health_max": "6",
            "strength_value": "12",
            "strength_difficulty": "11",
            "armour_die": "d4",
            "attacks": "Bite 4, Claw 1d6",
            "languages": "Howl, Bark",
        },
        set(),
    ),
    (
        "horror",
        "Nombre: La novia\nviolencia 2, ingenio -1\nPV 8/10\narmas: Uñas 1d6, Velo 2\narmadura: encaje",
        {
            "name": "La novia",
            "violence": "2",
            "wits": "-1",
            "hit_points": "8",
            "hit_points_max": "10",
            "weapons": "Uñas 1d6, Velo 2",
            "armour": "encaje",
        },
        set(),
    ),
    (
        "horror",
        "The Bride: violence 2; wits 1; HP 8 or so; weapons Nails 1d6",
        {"name": "The Bride", "violence": "2", "wits": "1"},
        {"hit_points", "weapons"},
    ),
    (
        "percentile",
        "Cultista\nFUE 12, CON 13, INT 8, POD 10, PV 12\nhabilidades: Escuchar 45, Nadar 30\n"
        "armas: Lanza 1d8+1",
        {
            "name": "Cultista",
            "strength": "12",
            "constitution": "13",
            "intelligence": "8",
            "power": "10",
            "hit_points": "12",
            "skills": "Escuchar 45, Nadar 30",
            "weapons": "Lanza 1d8+1",
        },
        set(),
    ),
    (
        "percentile",
        "Diver STR 55, CON 60, HP 14, HP 12",
        {"strength": "55", "constitution": "60"},
        {"name", "hit_points"},
    ),
    (
        "margin",
        "Duelista\nconcepto: esgrimista caído\nhabilidades: Esgrima 4, Engaño 2\ntécnicas: Finta 3\n"
        "agotamiento 1",
        {
            "name": "Duelista",
            "concept": "esgrimista caído",
            "skills": "Esgrima 4, Engaño 2",
            "techniques": "Finta 3",
            "exhaustion": "1",
        },
        set(),
    ),
]
BLOCKS = [*FIFTH_ENGLISH, *FIFTH_SPANISH, *OLD_LINES, *OLD_BLOCKS, *OWN]


@each_of(("system", "text", "plain", "doubtful"), BLOCKS)
def test_no_wrong_field_stands_unmarked(
    system: str, text: str, plain: dict[str, str], doubtful: set[str]
) -> None:
    assert certain(text, system) == plain
    assert pasted_creature(text, system).doubtful == doubtful


def test_there_are_thirty_blocks_of_five_kinds() -> None:
    kinds = (FIFTH_ENGLISH, FIFTH_SPANISH, OLD_LINES, OLD_BLOCKS, OWN)
    assert len(BLOCKS) >= 30
    assert min(map(len, kinds)) >= 5


@each_of(("system", "text", "plain", "doubtful"), BLOCKS)
def test_what_the_sheet_does_not_take_stays_as_notes(
    system: str, text: str, plain: dict[str, str], doubtful: set[str]
) -> None:
    notes = pasted_creature(text, system).template.notes.splitlines()
    assert [
        line for line in notes if line not in {" ".join(each.split()) for each in text.splitlines()}
    ] == []
    told = {
        "Speed 30 ft.",
        "Velocidad 30 pies",
        "Skills Stealth +6",
        "Hunts at dusk.",
        "Moral 8",
        "Movement 90’",
    }
    assert told & {*text.splitlines()} <= {*notes}


def test_every_figure_without_a_field_keeps_its_line() -> None:
    notes = pasted_creature(SNAPPER, "chronicle").template.notes.split("\n")
    gone = [line for line in SNAPPER.splitlines() if line not in notes]
    assert gone == [
        "Cave Snapper",
        "STR DEX CON INT WIS CHA",
        "8 (-1) 14 (+2) 10 (+0) 10 (+0) 8 (−1) 8 (−1)",
        "Languages Common, Ratfolk",
    ]
    assert "STR DEX CON INT WIS CHA" in pasted_creature(SNAPPER, "percentile").template.notes


@each_of(
    ("text", "code"),
    [
        ("", "nothing_pasted"),
        (" \n\t\x00\x1b\n---\n", "nothing_pasted"),
        ("x" * (MOST_BYTES + 1), "paste_too_big"),
        ("ñ" * (MOST_BYTES // 2 + 1), "paste_too_big"),
        ("Lobo\n" * (MOST_LINES + 1), "paste_too_long"),
        ("Lobo", "nothing_read"),
        ("Corre por el monte, y aúlla de noche.", "nothing_read"),
        ("La novia\nviolencia 2, ingenio 1\nCordura 8", "nothing_read"),
        ("Salud 6, daño 4", "empty_name"),
        ("AC 15\nHP 7", "empty_name"),
        ("Lobo\nSalud 8/6", "above_maximum"),
    ],
)
def test_what_is_no_creature_of_this_game_is_refused(text: str, code: str) -> None:
    assert refusal_code(lambda: pasted_creature(text)) == code


def test_a_block_of_another_game_is_refused() -> None:
    assert (
        refusal_code(lambda: pasted_creature("Lobo. Salud 6, daño 4, Agilidad 11/10", "horror"))
        == "nothing_read"
    )
    assert refusal_code(lambda: pasted_creature("Mordedor: CA 13, DG 2, AT 1d6", "margin")) == "nothing_read"


@each_of(
    "figure", ["1,200", "1.200", "7-9", "7/12", "3d8", "9 (2d6)", "7+", "7 + 5", "7 (max 20)", "7 of 20"]
)
def test_hit_points_that_are_no_plain_number_are_marked(figure: str) -> None:
    assert pasted_creature(f"Gnoll\nAC 15\nHP {figure}").doubtful == {"health_max"}


@pytest.mark.parametrize("figure", ["6,5", "6.5", "7 each"])
def test_a_value_of_our_own_sheet_that_is_no_plain_number_is_marked(figure: str) -> None:
    assert pasted_creature(f"Lobo\nSalud {figure}").doubtful == {"health"}


def test_a_sense_among_the_languages_marks_them() -> None:
    found = pasted_creature("Kobold\nAC 12\nHP 5\nLanguages Draconic, telepathy 60 ft.")
    assert found.doubtful == {"languages"}


def test_control_characters_do_not_reach_the_sheet() -> None:
    template = pasted_creature("Lo\x1b[2Jbo\r\n\u202eSalud 6\r\nSalud\t7\r\n").template
    assert template.name == "Lo\N{REPLACEMENT CHARACTER}[2Jbo"
    assert template.notes.isprintable()


PIECES = sorted({line for _system, text, _plain, _doubtful in BLOCKS for line in text.splitlines()})
REFUSED = ("", "nothing_pasted", "nothing_read", "empty_name", "above_maximum", "text_too_long")


@pytest.mark.parametrize("system", SYSTEMS)
@few_examples(15)
@given(lines=st.lists(st.sampled_from(PIECES) | st.text(max_size=30), max_size=8))
def test_any_text_is_read_or_refused(system: str, lines: list[str]) -> None:
    assert refusal_code(lambda: pasted_creature("\n".join(lines), system)) in REFUSED


@pytest.mark.parametrize(
    "line",
    ["a a,", "1d6 ", "STR ", "8 (-1) ", "(", "Hit: 1 (1d6) ", "AT 1 a/", "Salud: ", "a. ", "x" * 50, "- "],
)
@pytest.mark.parametrize(("first", "lines"), one_row_of([("Lobo", 3), ("Lobo", 16), ("Lobo\nAC 12", 16)]))
def test_the_longest_text_takes_no_longer_than_a_moment(first: str, lines: int, line: str) -> None:
    text = f"{first}\nSalud 6\n" + "\n".join([line * (3_900 // len(line))] * lines)
    started = time.process_time()
    refusal_code(lambda: pasted_creature(text))
    assert time.process_time() - started < lines / 8
