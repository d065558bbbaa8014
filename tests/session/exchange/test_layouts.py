"""Stat blocks out of Markdown, PDF and one line, and with other names: nothing wrong stands unmarked."""

from tests.session.exchange.test_pasted import certain, pasted_creature, scores
from tests.trials import each_of
from tracker.session.exchange.pasted import MOST_LINES
from tracker.wording.library import pasted_lines

Block = tuple[str, dict[str, str], set[str]]
SIX = scores(14, 16, 14, 4, 15, 14)
MARKDOWN: list[Block] = [
    (
        "___\n> ## Clinger\n>*Medium monstrosity, lawful evil*\n> ___\n> - **Armor Class** 15\n"
        "> - **Hit Points** 24 (3d8 + 11)\n> - **Speed** 30 ft.\n>___\n>|STR|DEX|CON|INT|WIS|CHA|\n"
        ">|:---:|:---:|:---:|:---:|:---:|:---:|\n>|14 (+2)|16 (+3)|14 (+2)|4 (-3)|15 (+2)|14 (+2)|\n>___\n"
        "> ### Actions\n> ***Slam.*** *Melee Weapon Attack:* +5 to hit, one target. *Hit:* 6 (1d8 + 2) "
        "damage.",
        {"name": "Clinger", "species": "Medium monstrosity", **SIX, "health_max": "24", "attacks": "Slam 6"},
        set(),
    ),
    (
        "**Salt Hound**\n- **AC:** 13\n- **HP:** 22 (4d8 + 4)\n- **STR** 15 (+2) **DEX** 12 (+1) "
        "**CON** 12 (+1) "
        "**INT** 3 (−4) **WIS** 12 (+1) **CHA** 7 (−2)\n- **Bite.** +4 to hit, 6 (1d8 + 2) piercing "
        "damage.",
        {"name": "Salt Hound", **scores(15, 12, 12, 3, 12, 7), "health_max": "22", "attacks": "Bite 6"},
        set(),
    ),
    (
        "> **Zombi**\n> **CA** 8 | **PG** 22 (3d8+9) | **Vel** 20 pies\n"
        "> **FUE** 13 | **DES** 6 | **CON** 16 | **INT** 3 | **SAB** 6 | **CAR** 5\n"
        "> **Golpe.** *Ataque:* +3. *Impacto:* 4 (1d6+1) contundente.",
        {"name": "Zombi", **scores(13, 6, 16, 3, 6, 5), "health_max": "22", "attacks": "Golpe 4"},
        set(),
    ),
    (
        "# Reed Witch\n*Medium fey, neutral evil*\n\n| AC | HP | Speed |\n|---|---|---|\n| 15 | 45 | 30 "
        "ft. |",
        {"name": "Reed Witch", "species": "Medium fey", "health_max": "45"},
        set(),
    ),
    (
        "Trasgo\n| **CA** | **PG** | **Vel.** |\n|:-:|:-:|:-:|\n| 15 | 7 (2d6) | 30 pies |",
        {"name": "Trasgo", "health_max": "7"},
        set(),
    ),
    (
        "Trasgo\nCA | PG | Notas\n--|--|--\n15 | 7 | huye\n16 | 9 | lucha",
        {"name": "Trasgo", "health_max": "7"},
        set(),
    ),
    (
        "# Bandit\n**Armor Class** 12\n**HP** 11 (`dice: 2d8 + 2|avg`)\n\n***Dagger.*** *Melee Attack "
        "Roll:* `dice:1d20+6|noform|text(+6)`, reach 5 ft. *Hit:* `dice:2d4+3|avg|text(8)` (`2d4 + 3`)",
        {"name": "Bandit", "health_max": "11", "attacks": "Dagger 8"},
        set(),
    ),
    (
        "<b>Imp</b><br>\n<b>Armor Class</b> 13<br>\n<b>Hit Points</b> 10 (3d4 + 3)",
        {"name": "Imp", "health_max": "10"},
        set(),
    ),
    (
        "__Nixie__\n* __AC__ 12\n* __HP__ 7\n* [Languages](https://example.org) Aquan",
        {"name": "Nixie", "health_max": "7", "languages": "Aquan"},
        set(),
    ),
]
FROM_PDF = [
    (
        "Cave Bear\nArmor Class 12 (natural ar-\nmor)\nHit\nPoints 42 (5d10 + 15)\nSpeed 40 ft.\nActions\n"
        "Claws. Melee Weapon\nAttack: +7 to hit, reach 5 ft., one tar-\nget. Hit: 11 (2d6 + "
        "4)\nslashing damage.",
        {"name": "Cave Bear", "health_max": "42", "attacks": "Claws 11"},
        set(),
    ),
    (
        "Rana\nClase de\narmadura 11\nPuntos de\ngolpe 4 (1d4+2)\nLengua: +3, 1d4 de daño",
        {"name": "Rana", "health_max": "4", "attacks": "Lengua 1d4"},
        set(),
    ),
    ("Mole\nArmor Class\n12\nHit Points\n9 (2d8)", {"name": "Mole", "health_max": "9"}, set()),
    ("Mole\nArmor Class 12\nPoints 9\nLanguages Mole", {"name": "Mole", "languages": "Mole"}, {"health_max"}),
    (
        "Moss Golem\nMedium Construct, Unaligned\nAC 14 Initiative +0 (10)\nHP 52 (8d8 + 16)\nSpeed 20 "
        "ft.\n"
        "STR 16 +3 +3\nDEX 10 +0 +0\nCON 14 +2 +4\nINT 3 −4 −4\nWIS 10 +0 +0\nCHA 1 −5 −5\nActions\n"
        "Slam. Melee Attack Roll: +5, reach 5 ft. Hit: 8 (1d10 + 3) Bludgeoning damage.",
        {
            "name": "Moss Golem",
            "species": "Medium Construct",
            **scores(16, 10, 14, 3, 10, 1),
            "health_max": "52",
            "attacks": "Slam 8",
        },
        set(),
    ),
    (
        "Charger\nAC 12\nHP 9 (2d8)\nCharge. If it moves 20 ft. and then hits with a ram attack, the "
        "target takes\n"
        "7 (2d6) extra damage.\nRam. Melee Weapon Attack: +5 to hit. Hit: 6 (1d6 + 3) damage.",
        {"name": "Charger", "health_max": "9", "attacks": "Ram 6"},
        set(),
    ),
]
IN_ONE_LINE = [
    ("Goblin: AC 13, HP 3, LVL 1", {"name": "Goblin", "health_max": "3"}, set()),
    (
        "Goblin – CA 13 – PG 5 – Atq espada 1d6",
        {"name": "Goblin", "health_max": "5", "attacks": "espada 1d6"},
        set(),
    ),
    (
        "Bandit: AC 12, 11 hp, scimitar +3 (1d6+1)",
        {"name": "Bandit", "health_max": "11", "attacks": "scimitar 1d6+1"},
        set(),
    ),
    (
        "Bandido: CA 12, PG 11, cimitarra +3 (1d6+1), moral 7",
        {"name": "Bandido", "health_max": "11", "attacks": "cimitarra 1d6+1"},
        set(),
    ),
    ("Rata: PV 2; CA 10", {"name": "Rata", "health_max": "2"}, set()),
    (
        "Mud Troll Large giant, chaotic evil Armor Class 15 (natural armor) Hit Points 84 (8d10 + 40) "
        "Speed 30 ft. "
        "STR 18 (+4) DEX 13 (+1) CON 20 (+5) INT 7 (-2) WIS 9 (-1) CHA 7 (-2) Languages Giant Challenge "
        "5 (1,800 XP)",
        {**scores(18, 13, 20, 7, 9, 7), "health_max": "84", "languages": "Giant"},
        {"name"},
    ),
    ("Ghoul: AC 12, HD 2", {"name": "Ghoul"}, {"health_max"}),
    ("Lobo. CA: 13. PG: 11.", {"name": "Lobo", "health_max": "11"}, set()),
    ("Lobo, CA: 13; PG: 11", {"name": "Lobo", "health_max": "11"}, set()),
    ("Lobo CA: 13, PG: 11", {"health_max": "11"}, {"name"}),
    ("Lobo, Velocidad: 30, CA: 13, PG: 11", {"health_max": "11"}, {"name"}),
    ("Name: Goblin, AC 15, HP 7", {"name": "Goblin", "health_max": "7"}, set()),
    (
        "| Nombre | CA | PG |\n|---|---|---|\n| Trasgo | 15 | 7 |\n| Orco | 13 | 15 |",
        {"name": "Trasgo", "health_max": "7"},
        set(),
    ),
    ("Goblin (AC 15, HP 7)", {"name": "Goblin", "health_max": "7"}, set()),
    ("Goblin [AC 15 (shield); HP 7 (2d6)], sly", {"name": "Goblin", "health_max": "7"}, set()),
    ("Goblin — AC — 15 — HP — 7", {"name": "Goblin", "health_max": "7"}, set()),
]
SEVERAL_IN_A_LINE = [
    (
        "Guardián de piedra\nConstructo Grande, sin alineamiento\nCA: 17 PG: 60 (8d10+16) Velocidad: 30 "
        "pies\n"
        "FUE 18 DES 9 CON 15 INT 3 SAB 10 CAR 1\nGolpetazo. Ataque con arma cuerpo a cuerpo: +6 a "
        "impactar. "
        "Impacto: (1d10 + 4) de daño contundente.",
        {
            "name": "Guardián de piedra",
            "species": "Constructo Grande",
            **scores(18, 9, 15, 3, 10, 1),
            "health_max": "60",
            "attacks": "Golpetazo 1d10+4",
        },
        set(),
    ),
    (
        "Orco\nCA 13, PG 15\nAtaques: hacha +5 (1d12+3), jabalina +5 (1d6+3)",
        {"name": "Orco", "health_max": "15", "attacks": "hacha 1d12+3, jabalina 1d6+3"},
        set(),
    ),
    (
        "Ogre\nAC 11 (hide armor)\nhp 59 (7d10+21)\nGreatclub: +6 to hit, reach 5 ft., 13 (2d8+4) "
        "bludgeoning\n"
        "Javelin: ranged +6, 11 (2d6+4)",
        {"name": "Ogre", "health_max": "59", "attacks": "Greatclub 13, Javelin 11"},
        set(),
    ),
    (
        "Spectre\nArmor Class: 12 Hit Points: 22 Speed: 30 ft.\nLife Drain. Melee Spell Attack: +4 to "
        "hit, one "
        "creature. Hit: 10 (3d6) necrotic damage.\nShortbow. Ranged Weapon Attack: +4 to hit. Hit 5 "
        "(1d6 + 2) damage.",
        {"name": "Spectre", "health_max": "22", "attacks": "Life Drain 10, Shortbow 5"},
        set(),
    ),
    (
        "Huge Squirrel\nMedium beast, unaligned\nAC: 12\nHit Points: 13 (3d8)\nActions\n"
        "Bite. Melee Weapon Attack: +4 to hit, one target. Hit: (1d6 + 2) \npiercing damage.\n"
        "Claw. Melee Weapon Attack: +4 to hit, one target. Hit: (1d4 + 2) \nslashing damage.",
        {
            "name": "Huge Squirrel",
            "species": "Medium beast",
            "health_max": "13",
            "attacks": "Bite 1d6+2, Claw 1d4+2",
        },
        set(),
    ),
    (
        "Asp\nAC 12 HP 5\nBite. Melee Weapon Attack: +4 to hit. Hit: 1 piercing damage, and (2d4) "
        "poison damage.",
        {"name": "Asp", "health_max": "5"},
        {"attacks"},
    ),
]
OTHER_NAMES = [
    (
        "Lobo\nCA 13\nPG 11\nFuria. +2 al ataque y 1d6 más de daño, una vez.\n"
        "Rage. +2 bonus to attack, 1d6 damage.",
        {"name": "Lobo", "health_max": "11"},
        set(),
    ),
    ("Sapo\nHP: 9\nFuerza 14", {"name": "Sapo", "health": "9", "strength_value": "14"}, set()),
    (
        "Sapo\nPuntos de golpe: 9\nidiomas: croar",
        {"name": "Sapo", "health": "9", "languages": "croar"},
        set(),
    ),
    ("Nombre: Sapo\nSalud: 6\nPG: 9", {"name": "Sapo"}, {"health"}),
    ("Kobold\nAC １２\nHP ５ （2d6−2）", {"name": "Kobold", "health_max": "5"}, set()),
    ("Kobold\nAC\u00a012\nHP\u00a05", {"name": "Kobold", "health_max": "5"}, set()),
    (
        "Guardia\nCA 16\nPG 11 (2d8+2)\nCon 20 hombres a sus órdenes.\nInt 3 veces al día.",
        {"name": "Guardia", "health_max": "11"},
        set(),
    ),
    ("Guardia\nSalud 11\nCon 20 hombres a sus órdenes", {"name": "Guardia", "health": "11"}, set()),
    ("Guardia\nSalud 11\nCon 20", {"name": "Guardia", "health": "11", "endurance_value": "20"}, set()),
    ("“Kobold”\nAC 12\nHP 5", {"name": '"Kobold"', "health_max": "5"}, set()),
    (
        "Wolf\nStrength 12 (+1)\nDexterity 15 (+2)\nConstitution 12 (+1)\nIntelligence 3 (-4)\nWisdom "
        "12 (+1)\n"
        "Charisma 6 (-2)\nHit Points 11 (2d8+2)",
        {"name": "Wolf", **scores(12, 15, 12, 3, 12, 6), "health_max": "11"},
        set(),
    ),
    (
        "Sapo\nFuerza 14\nidiomas: croar",
        {"name": "Sapo", "strength_value": "14", "languages": "croar"},
        {"health_max"},
    ),
]
LAYOUTS = (MARKDOWN, FROM_PDF, IN_ONE_LINE, SEVERAL_IN_A_LINE, OTHER_NAMES)


@each_of(("text", "plain", "doubtful"), [block for layout in LAYOUTS for block in layout])
def test_no_wrong_field_of_any_layout_stands_unmarked(
    text: str, plain: dict[str, str], doubtful: set[str]
) -> None:
    assert certain(text, "chronicle") == plain
    assert pasted_creature(text).doubtful == doubtful


def test_there_are_thirty_blocks_of_five_layouts() -> None:
    assert sum(map(len, LAYOUTS)) >= 30
    assert min(map(len, LAYOUTS)) >= 5


@each_of("layout", LAYOUTS)
def test_what_a_layout_says_beyond_the_sheet_stays_in_the_notes(
    layout: list[Block],
) -> None:
    for text, _plain, _doubtful in layout:
        notes = pasted_creature(text).template.notes
        for word in ("Speed", "Velocidad", "natural", "Challenge", "extra damage", "moral"):
            assert (word in text) <= (word in notes), text


@each_of("system", ["chronicle", "horror", "percentile"])
def test_a_creature_without_points_says_so(system: str) -> None:
    found = pasted_creature(
        "Imp\nAC 13 (leather)\nSTR 6 DEX 17 CON 13 INT 11 WIS 12 CHA 14\nTail. Attack: +5. Hit: 5 (1d4 + 3).",
        system,
    )
    (field,) = found.missing
    assert field.endswith("_max")
    assert [line for line in pasted_lines(found, system) if "no se ha encontrado" in line]


def test_a_text_too_long_for_the_notes_is_kept_to_their_limit_and_that_is_said() -> None:
    for text in (
        "Lobo\nSalud 6\n" + "aú" * 3_000,
        "Lobo\nSalud 6\n" + ("corre por el monte " * 20 + "\n") * 20,
    ):
        found = pasted_creature(text)
        assert 3_990 < len(found.template.notes) <= 4_000
        assert found.cut > 0
        assert f"No caben en las notas los últimos {found.cut} caracteres" in "\n".join(
            pasted_lines(found, "chronicle")
        )
    assert pasted_creature("Lobo\nSalud 6\n" + "ladra\n" * (MOST_LINES - 2)).cut == 0
