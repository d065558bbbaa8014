"""Stat blocks out of Markdown, PDF and one line, and with other names: nothing wrong stands unmarked."""

from tests.session.exchange.test_pasted import certain, pasted_creature, scores
from tests.session.game import refusal_code
from tests.trials import each_of
from tracker.rules.games import SYSTEMS
from tracker.rules.refusal import Refusal
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
    ("“Kobold”\nAC 12\nHP 5", {"name": "“Kobold”", "health_max": "5"}, set()),
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
FROM_OTHER_HANDS: list[Block] = [
    ("```statblock\nname: Imp\nac: 13\nhp: 10\n```", {"name": "Imp", "health_max": "10"}, set()),
    ("---\nname: Imp\nac: 13\nhp: 10\n---\nSpeed 20", {"name": "Imp", "health_max": "10"}, set()),
    (
        (
            "Goblin\n"
            "Small Humanoid (Goblinoid), Neutral Evil\n"
            "Armor Class  15 (leather armor, shield)\n"
            "Hit Points  7 (2d6)\n"
            "Speed  30 ft.\n"
            "STR\n"
            "8 (-1)\n"
            "DEX\n"
            "14 (+2)\n"
            "CON\n"
            "10 (+0)\n"
            "INT\n"
            "10 (+0)\n"
            "WIS\n"
            "8 (-1)\n"
            "CHA\n"
            "8 (-1)\n"
            "Languages  Common, Goblin\n"
            "Challenge  1/4 (50 XP)\n"
            "Actions\n"
            "Scimitar. Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 5 (1d6 + 2) "
            "slashing damage."
        ),
        {
            "name": "Goblin",
            "species": "Small Humanoid (Goblinoid)",
            "languages": "Common, Goblin",
            "strength_value": "8",
            "agility_value": "14",
            "endurance_value": "10",
            "mind_value": "10",
            "intuition_value": "8",
            "presence_value": "8",
            "health_max": "7",
            "attacks": "Scimitar 5",
        },
        set(),
    ),
    (
        (
            "Goblin Warrior\n"
            "Small Fey (Goblinoid), Chaotic Neutral\n"
            "AC 15\n"
            "Initiative +2 (12)\n"
            "HP 10 (3d6)\n"
            "Speed 30 ft.\n"
            "Mod\tSave\n"
            "STR\t8\t−1\t−1\n"
            "DEX\t15\t+2\t+2\n"
            "CON\t10\t+0\t+0\n"
            "Mod\tSave\n"
            "INT\t10\t+0\t+0\n"
            "WIS\t8\t−1\t−1\n"
            "CHA\t8\t−1\t−1\n"
            "Languages Common, Goblin\n"
            "CR 1/4 (XP 50; PB +2)\n"
            "Actions\n"
            "Scimitar. Melee Attack Roll: +4, reach 5 ft. Hit: 5 (1d6 + 2) Slashing damage, plus 2 "
            "(1d4) Slashing damage if the attack roll had Advantage."
        ),
        {
            "name": "Goblin Warrior",
            "species": "Small Fey (Goblinoid)",
            "languages": "Common, Goblin",
            "strength_value": "8",
            "agility_value": "15",
            "endurance_value": "10",
            "mind_value": "10",
            "intuition_value": "8",
            "presence_value": "8",
            "health_max": "10",
        },
        {"attacks"},
    ),
    (
        (
            "Bandit Captain\n"
            "Medium or Small Humanoid, Neutral\n"
            "AC 15 Initiative +3 (13)\n"
            "HP 52 (8d8 + 16)\n"
            "Speed 30 ft.\n"
            "MOD SAVE MOD SAVE MOD SAVE\n"
            "Str 15 +2 +4 Dex 16 +3 +5 Con 14 +2 +2\n"
            "Int 14 +2 +2 Wis 11 +0 +2 Cha 14 +2 +2\n"
            "Languages Common, Thieves’ Cant\n"
            "CR 2 (XP 450; PB +2)\n"
            "Actions\n"
            "Scimitar. Melee Attack Roll: +5, reach 5 ft. Hit: 6 (1d6 + 3) Slashing damage.\n"
            "Pistol. Ranged Attack Roll: +5, range 30/90 ft. Hit: 8 (1d10 + 3) Piercing damage."
        ),
        {
            "name": "Bandit Captain",
            "species": "Medium or Small Humanoid",
            "languages": "Common, Thieves’ Cant",
            "strength_value": "15",
            "agility_value": "16",
            "endurance_value": "14",
            "mind_value": "14",
            "intuition_value": "11",
            "presence_value": "14",
            "health_max": "52",
            "attacks": "Scimitar 6, Pistol 8",
        },
        set(),
    ),
    (
        (
            "Goblin Boss\n"
            "Small humanoid (goblinoid), neutral evil\n"
            "Armor Class\n"
            "17 (chain shirt, shield)\n"
            "Hit Points\n"
            "21 (6d6)\n"
            "Speed\n"
            "30 ft.\n"
            "STR\n"
            "10 (+0)\n"
            "DEX\n"
            "14 (+2)\n"
            "CON\n"
            "10 (+0)\n"
            "INT\n"
            "10 (+0)\n"
            "WIS\n"
            "8 (-1)\n"
            "CHA\n"
            "10 (+0)\n"
            "Stealth +6\n"
            "darkvision 60 ft., passive Perception 9\n"
            "Languages\n"
            "Common, Goblin\n"
            "Challenge\n"
            "1 (200 XP)\n"
            "Actions\n"
            "Multiattack\n"
            "The goblin makes two attacks with its scimitar. The second attack has disadvantage.\n"
            "Scimitar\n"
            "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 5 (1d6 + 2) slashing damage.\n"
            "Javelin\n"
            "Melee or Ranged Weapon Attack: +2 to hit, reach 5 ft. or range 30/120 ft., one target. "
            "Hit: 3 (1d6) piercing damage."
        ),
        {
            "name": "Goblin Boss",
            "species": "Small humanoid (goblinoid)",
            "languages": "Common, Goblin",
            "strength_value": "10",
            "agility_value": "14",
            "endurance_value": "10",
            "mind_value": "10",
            "intuition_value": "8",
            "presence_value": "10",
            "health_max": "21",
            "attacks": "Scimitar 5, Javelin 3",
        },
        set(),
    ),
    (
        (
            "Owlbear\n"
            "Large Monstrosity, Unaligned\n"
            "Armor Class 13 (natural armor)\n"
            "Hit Points 59 (7dl0 + 21)\n"
            "Speed 40 ft .\n"
            "STR\n"
            "20 (+5)\n"
            "DEX CON\n"
            "12 (+1) 17 (+3)\n"
            "INT\n"
            "3 (-4)\n"
            "WIS\n"
            "12 (+1)\n"
            "CHA\n"
            "7 (-2)\n"
            "Languages -"
        ),
        {
            "name": "Owlbear",
            "species": "Large Monstrosity",
            "strength_value": "20",
            "agility_value": "12",
            "endurance_value": "17",
            "mind_value": "3",
            "intuition_value": "12",
            "presence_value": "7",
        },
        {"health_max"},
    ),
    (
        (
            "{{monster,frame,wide\n"
            "## Ember Fox\n"
            "*Small Elemental, Chaotic neutral*\n"
            "___\n"
            "**Armor Class** :: 13 (natural armor)\n"
            "**Hit Points**  :: 22 (4d6 + 8)\n"
            "**Speed**       :: 40ft.\n"
            "___\n"
            "|  STR  |  DEX  |  CON  |  INT  |  WIS  |  CHA  |\n"
            "|:-----:|:-----:|:-----:|:-----:|:-----:|:-----:|\n"
            "|8 (-1)|17 (+3)|14 (+2)|5 (-3)|12 (+1)|10 (+0)|\n"
            "___\n"
            "**Condition Immunities** :: burning\n"
            "**Senses**               :: darkvision 60 ft.\n"
            "**Languages**            :: Ignan\n"
            "**Challenge**            :: 1 (200 XP)\n"
            "___\n"
            "***Hot.*** A creature that touches the fox takes 2 (1d4) fire damage.\n"
            "### Actions\n"
            "***Bite.*** *Melee Weapon Attack:* +5 to hit, 5ft., one target. *Hit* 5 (1d4 + 3) "
            "piercing damage\n"
            "}}"
        ),
        {
            "name": "Ember Fox",
            "species": "Small Elemental",
            "languages": "Ignan",
            "strength_value": "8",
            "agility_value": "17",
            "endurance_value": "14",
            "mind_value": "5",
            "intuition_value": "12",
            "presence_value": "10",
            "health_max": "22",
            "attacks": "Bite 5",
        },
        set(),
    ),
    (
        ("{{Stat block\n| name = Mud Crab\n| hp = 9 (2d8)\n| ac = 14\n| str = 13 | dex = 10 | con = 11\n}}"),
        {"name": "Mud Crab", "health_max": "9"},
        set(),
    ),
    (
        (
            "___\n"
            "___\n"
            "> ## Bog Hag\n"
            ">*Medium fey, neutral evil*\n"
            "> ___\n"
            "> - **Armor Class** 15 (natural armor)\n"
            "> - **Hit Points** 45 (7d8+14)\n"
            "> - **Speed** 30 ft., swim 30 ft.\n"
            "> ___\n"
            ">|   STR   |   DEX   |   CON   |   INT   |   WIS   |   CHA   |\n"
            ">|:-------:|:-------:|:-------:|:-------:|:-------:|:-------:|\n"
            ">| 16 (+3) | 13 (+1) | 14 (+2) | 12 (+1) | 12 (+1) | 15 (+2) |\n"
            "> ___\n"
            "> - **Languages** Common, Sylvan\n"
            "> - **Challenge** 3 (700 XP) &nbsp;&nbsp; **Proficiency Bonus** +2\n"
            "> ___\n"
            "> ### Actions\n"
            "> ***Claws.*** *Melee Weapon Attack:* +5 to hit, reach 5ft., one target. *Hit:* 8 (2d4 + "
            "3) slashing damage."
        ),
        {
            "name": "Bog Hag",
            "species": "Medium fey",
            "languages": "Common, Sylvan",
            "strength_value": "16",
            "agility_value": "13",
            "endurance_value": "14",
            "mind_value": "12",
            "intuition_value": "12",
            "presence_value": "15",
            "health_max": "45",
            "attacks": "Claws 8",
        },
        set(),
    ),
    (
        (
            "LOBO TERRIBLE\n"
            "Bestia Grande, sin alineamiento\n"
            "Clase de Armadura: 14 (armadura natural)\n"
            "Puntos de Golpe: 37 (5d10 + 10)\n"
            "Velocidad: 15 m (10 casillas)\n"
            "FUE 17 (+3) DES 15 (+2) CON 15 (+2) INT 3 (−4) SAB 12 (+1) CAR 7 (−2)\n"
            "Idiomas: —\n"
            "Desafío: 1 (200 PX)\n"
            "ACCIONES\n"
            "Mordisco. Ataque con arma cuerpo a cuerpo: +5 a impactar, alcance 1,5 m, un objetivo. "
            "Impacto: 10 (2d6 + 3) de daño perforante."
        ),
        {
            "name": "LOBO TERRIBLE",
            "species": "Bestia Grande",
            "strength_value": "17",
            "agility_value": "15",
            "endurance_value": "15",
            "mind_value": "3",
            "intuition_value": "12",
            "presence_value": "7",
            "health_max": "37",
            "attacks": "Mordisco 10",
        },
        set(),
    ),
    (
        (
            "Trasgo saqueador\n"
            "CA 15, PG 7 (2d6), Vel. 9 m\n"
            "FUE 8 (-1), DES 14 (+2), CON 10 (0), INT 10 (0), SAB 8 (-1), CAR 8 (-1)\n"
            "Ataque: Cimitarra +4 (1d6+2 cortante)\n"
            "Ataque: Arco corto +4 (1d6+2 perforante)\n"
            "Idiomas: común, goblin\n"
            "VD 1/4"
        ),
        {
            "name": "Trasgo saqueador",
            "languages": "común, goblin",
            "strength_value": "8",
            "agility_value": "14",
            "endurance_value": "10",
            "mind_value": "10",
            "intuition_value": "8",
            "presence_value": "8",
            "health_max": "7",
            "attacks": "Cimitarra 1d6+2, Arco corto 1d6+2",
        },
        set(),
    ),
    (
        (
            "Bandido\n"
            "Atributos: Fuerza 12, Agilidad 11, Resistencia 10, Mente 9, Intuición 10, Presencia 8\n"
            "Salud: 12\n"
            "Protección: 2\n"
            "Armas: Espada 5, Arco 4\n"
            "Notas: Huye si cae el jefe."
        ),
        {
            "name": "Bandido",
            "strength_value": "12",
            "agility_value": "11",
            "endurance_value": "10",
            "mind_value": "9",
            "intuition_value": "10",
            "presence_value": "8",
            "health": "12",
            "attacks": "Espada 5, Arco 4",
        },
        set(),
    ),
    (
        (
            "CULTISTA, 35 años\n"
            "FUE 60 CON 55 TAM 65 DES 50 INT 60\n"
            "APA 40 POD 45 EDU 50 COR 0 PV 12\n"
            "Combate\n"
            "Ataques por asalto: 1\n"
            "Pelea 45% (22/9), daño 1D3+1D4\n"
            "Cuchillo 40% (20/8), daño 1D4+1D4\n"
            "Esquivar 25% (12/5)"
        ),
        {},
        {"name", "strength_value", "health_max"},
    ),
    (
        ("Owl Bear: AC 5, HD 5, hp 22, #AT 3, D 1-8/1-8/1-8, MV 120' (40'), Save F3, ML 9, AL N, XP 175"),
        {"name": "Owl Bear", "health_max": "22"},
        {"attacks"},
    ),
    (
        ("Bugbear AC 5, HD 3+1, hp 14, #AT 1, D 2-8, MV 90' (30'), Save F3, ML 9, AL C"),
        {"health_max": "14"},
        {"attacks", "name"},
    ),
    (
        (
            "Ghoul (4): Armor 14, Move 90', 2 Hit Dice, 10hp, 2 claws 1d3 damage and 1 bite 1d3 "
            "damage, Morale 9"
        ),
        {"health_max": "10"},
        {"name"},
    ),
    (
        (
            "Goblin: Init -1; Atk bite -1 melee (1d3) or as weapon -1 melee; AC 10 + armor; HD 1d6-1; "
            "MV 20'; Act 1d20; SP infravision 60'; SV Fort -2, Ref +1, Will -2; AL L."
        ),
        {"name": "Goblin"},
        {"health_max"},
    ),
    (("Goblin HP 6 Morale 7 -d2 Knife/shortbow d4"), {}, {"name", "health"}),
    (
        (
            "BUGBEAR\n"
            "AC 13 (leather), HP 15, ATK 1 mace +3 (1d6+1) or 1 javelin (far) +3 (1d4), MV near, S +2, "
            "D +1, C +1, I -1, W +0, Ch -2, AL C, LV 3"
        ),
        {"name": "BUGBEAR", "health_max": "15", "attacks": "mace 1d6+1, javelin 1d4"},
        set(),
    ),
    (
        ("Trasgo (3): CA 6, DG 1-1, pg 3, 4, 2, #AT 1, D 1-6, MV 90' (30'), ML 7"),
        {},
        {"attacks", "name", "health_max"},
    ),
    (
        (
            "Ogro. CA 5 [14]; DG 4+1 (19 pg); Atq 1 × garrote (1d10); GAC0 15 [+4]; MV 27 m (9 m); TS "
            "M10 V11 P12 A13 C14 (2); ML 10; AL Caótico; PX 125"
        ),
        {"name": "Ogro", "health_max": "19", "attacks": "garrote 1d10"},
        set(),
    ),
    (
        (
            "Goblin CR 1/3\n"
            "NE Small humanoid (goblinoid)\n"
            "Init +6; Senses darkvision 60 ft.; Perception –1\n"
            "DEFENSE\n"
            "AC 16, touch 13, flat-footed 14 (+2 armor, +2 Dex, +1 shield, +1 size)\n"
            "hp 6 (1d10+1)\n"
            "OFFENSE\n"
            "Speed 30 ft.\n"
            "Melee short sword +2 (1d4/19–20)\n"
            "Ranged short bow +4 (1d4/×3)\n"
            "STATISTICS\n"
            "Str 11, Dex 15, Con 12, Int 10, Wis 9, Cha 6\n"
            "Languages Goblin"
        ),
        {
            "languages": "Goblin",
            "strength_value": "11",
            "agility_value": "15",
            "endurance_value": "12",
            "mind_value": "10",
            "intuition_value": "9",
            "presence_value": "6",
            "health_max": "6",
            "attacks": "short sword 1d4, short bow 1d4",
        },
        {"name"},
    ),
    (
        (
            "Orco, guerrero de nivel 1\n"
            "Humanoide (orco) Mediano\n"
            "DG: 1d8+1 (5 pg)\n"
            "Iniciativa: +0\n"
            "Velocidad: 30'\n"
            "CA: 13 (+3 cuero tachonado)\n"
            "Ataque base/Presa: +1/+4\n"
            "Ataque: Alfanjón +4 c/c (2d4+4/18-20)\n"
            "Características: Fue 17, Des 11, Con 12, Int 8, Sab 7, Car 6"
        ),
        {
            "strength_value": "17",
            "agility_value": "11",
            "endurance_value": "12",
            "mind_value": "8",
            "intuition_value": "7",
            "presence_value": "6",
            "health_max": "5",
            "attacks": "Alfanjón 2d4+4",
        },
        {"name"},
    ),
    (
        ("Salt Wraith (CR 3, AC 13, HP 45, Speed 0 ft./fly 60 ft.)\nTouch +5 (3d6 necrotic)"),
        {"name": "Salt Wraith", "health_max": "45"},
        set(),
    ),
    (
        ("Mud Crab – Armour Class: 14 – Hit Points: 9 – Attacks: claw 1d6+1, claw 1d6+1"),
        {"name": "Mud Crab", "health_max": "9", "attacks": "claw 1d6+1"},
        set(),
    ),
    (
        ("Dragon, Ancient\nArmor Class 22\nHit Points 1,025\nSpeed 40 ft."),
        {"name": "Dragon, Ancient"},
        {"health_max"},
    ),
    (
        ("Wolf\nAC 13\nHP 11\nSTR +1 (12) DEX +2 (15) CON +1 (12) INT -4 (3) WIS +1 (12) CHA -2 (6)"),
        {
            "name": "Wolf",
            "strength_value": "12",
            "agility_value": "15",
            "endurance_value": "12",
            "mind_value": "3",
            "intuition_value": "12",
            "presence_value": "6",
            "health_max": "11",
        },
        set(),
    ),
    (
        (
            "Bear                                   Wolf\n"
            "Armor Class 11                         Armor Class 13\n"
            "Hit Points 34 (4d10+12)                Hit Points 11 (2d8+2)"
        ),
        {},
        {"name", "health_max"},
    ),
    (("Kraken spawn\nIt has 34 hp, AC 15 and bites for 1d8."), {"name": "Kraken spawn"}, {"health_max"}),
    (
        ("Ancient Door\nIt is a door. It has a lock (DC 15) and 27 hit points and AC 17."),
        {"name": "Ancient Door"},
        {"health_max"},
    ),
    (
        ("Thug: AC 13, HD 1, HP 5, Atk. +1, Dmg. 1d6, Shock 1/AC 13, Move 10m, ML 8"),
        {"name": "Thug", "health_max": "5"},
        {"attacks"},
    ),
]
"""Copied from sites, tables of virtual games, books of other games and notes."""
LAYOUTS = (MARKDOWN, FROM_PDF, IN_ONE_LINE, SEVERAL_IN_A_LINE, OTHER_NAMES, FROM_OTHER_HANDS)


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


@each_of("system", SYSTEMS)
def test_no_markup_is_a_name_and_no_longer_label_an_attack(system: str) -> None:
    for text, _plain, _doubtful in FROM_OTHER_HANDS:
        try:
            found = pasted_creature(text, system)
        except Refusal:  # a sheet without a place for any figure of the text
            continue
        assert found.template.name[:1].isalpha()
        assert "round" not in str(found.template.sheet)
        assert "asalto" not in str(found.template.sheet)


@each_of(
    "text", ['{"name": "Imp", "hp": 10}', '[{"name": "Imp"}]', '\ufeff{\n  "name": "Imp",\n  "hp": 10\n}']
)
def test_a_file_of_another_program_is_no_pasted_creature(text: str) -> None:
    assert refusal_code(lambda: pasted_creature(text)) == "pasted_json"
