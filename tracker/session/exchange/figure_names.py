"""What other programs and books call the figures of a stat block, in English and Spanish.

Pasted texts, columns of CSV, notes and JSON are read by this one table, beside the words of the game's own
sheet. The ids are the names of Improved Initiative.
"""

from collections.abc import Mapping
from types import MappingProxyType

from tracker.rules.text import fold

ABILITIES = ("Str", "Dex", "Con", "Int", "Wis", "Cha")
FIGURES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "HP": ("HP", "hit points", "PG", "PV", "puntos de golpe", "puntos de vida", "golpes"),
        "HP.Max": ("max HP", "HP max", "maximum HP", "PG máximos", "PV máximos"),
        "HP.Dice": ("hit dice", "HD", "dados de golpe", "DG"),
        "AC": ("AC", "armor class", "armour class", "CA", "clase de armadura"),
        "AC.Notes": ("armor", "armour", "armadura"),
        "Str": ("STR", "strength", "FUE", "fuerza"),
        "Dex": ("DEX", "dexterity", "DES", "destreza"),
        "Con": ("CON", "constitution", "constitución"),
        "Int": ("INT", "intelligence", "inteligencia"),
        "Wis": ("WIS", "wisdom", "SAB", "sabiduría"),
        "Cha": ("CHA", "charisma", "CAR", "carisma"),
        "Type": ("type", "tipo"),
        "Languages": ("languages", "language", "idiomas", "idioma", "lenguas"),
        "Description": ("description", "desc", "descripción"),
        "Name": ("name", "nombre"),
        "Actions": ("actions", "acciones"),
        "Stats": ("stats", "características", "atributos"),
        "Speed": ("speed", "velocidad", "vel", "movement", "movimiento", "MV", "mov"),
        "Challenge": ("challenge", "challenge rating", "CR", "desafío", "valor de desafío", "VD"),
        "Initiative": ("initiative", "iniciativa"),
        "Saves": ("saving throws", "saves", "tiradas de salvación", "salvaciones"),
        "Skills": ("skills", "habilidades"),
        "Senses": ("senses", "sentidos"),
        "Immune": ("damage immunities", "immunities", "inmunidades", "inmunidad a daño"),
        "Conditions": ("condition immunities", "inmunidad a estados", "inmunidades a estados"),
        "Resistant": ("damage resistances", "resistances", "resistencias", "resistencia a daño"),
        "Vulnerable": ("damage vulnerabilities", "vulnerabilities", "vulnerabilidades"),
        "Proficiency": ("proficiency bonus", "bonificador por competencia", "bonificador de competencia"),
        "Level": ("LVL", "LV", "level"),
        "Morale": ("morale", "ML", "moral"),
        "Size": ("size", "tamaño"),
        "Alignment": ("alignment", "alineamiento"),
        "Experience": ("XP", "PX", "experience points", "puntos de experiencia"),
        "Source": ("source", "fuente", "source book", "manual"),
    }
)
"""The names of each figure."""
PLAIN_WORDS = ("AC.Notes", "Type", "Description", "Name", "Actions", "Stats")
"""Figures whose names are mere words in a text."""


def figure_of(name: str) -> str:
    """Find the figure that a name means, without regard to case, accents and signs; empty for none."""
    return _BY_NAME.get(_bare(name), "")


def is_figure(name: str) -> bool:
    """Whether stat blocks surely have a figure of this name, so that a file may have it for nothing.

    A mere word, `armour` or `type`, may be a field of the sheet that was misspelt.
    """
    return figure_of(name) not in ("", *PLAIN_WORDS)


def _bare(name: str) -> str:
    return " ".join(fold(name).replace("_", " ").replace("-", " ").replace(".", " ").split())


_BY_NAME: Mapping[str, str] = {_bare(name): figure for figure, names in FIGURES.items() for name in names}
