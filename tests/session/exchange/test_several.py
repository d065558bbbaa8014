"""Several creatures in one pasted text, and tables whose labels stand over their figures."""

from tests.trials import each_of
from tracker.rules.games.chronicle.sheet import Character
from tracker.rules.systems import system_of
from tracker.session.exchange.several import read_all_pasted
from tracker.session.pasted import Pasted
from tracker.wording.library import column_names


def creatures(text: str, system: str = "chronicle") -> tuple[Pasted, ...]:
    return read_all_pasted(text, system_of(system), column_names(system))


def health_of(pasted: Pasted) -> int:
    sheet = pasted.template.sheet
    assert isinstance(sheet, Character)
    return sheet.health_max


def points(text: str) -> dict[str, int]:
    return {each.template.name: health_of(each) for each in creatures(text)}


TWO = {"Trasgo": 7, "Ogro": 59}


@each_of(
    "text",
    (
        "| Nombre | CA | PG |\n|---|---|---|\n| Trasgo | 15 | 7 |\n| Ogro | 11 | 59 |",
        "| | CA | PG |\n|---|---|---|\n| Trasgo | 15 | 7 |\n| Ogro | 11 | 59 |",
        "| **Nombre** | **CA** | **PG** |\n|:-:|:-:|:-:|\n| **Trasgo** | 15 | 7 (2d6) |\n| Ogro | 11 | 59 |",
        "| PG | Criatura | Vel. |\n|---|---|---|\n| 7 | Trasgo | 30 pies |\n| 59 | Ogro | 40 pies |",
        "Nombre\tCA\tPG\nTrasgo\t15\t7\nOgro\t11\t59",
        "Name    AC   HP\n----    --   --\nTrasgo  15   7\nOgro    11   59",
        "+--------+----+----+\n| Name   | AC | HP |\n+--------+----+----+\n"
        "| Trasgo | 15 | 7  |\n| Ogro   | 11 | 59 |",
        "<table><tr><th>Name</th><th>AC</th><th>HP</th></tr><tr><td>Trasgo</td><td>15</td><td>7</td></tr>"
        "<tr><td>Ogro</td><td>11</td><td>59</td></tr></table>",
        "Trasgo: CA 15, PG 7\nOgro: CA 11, PG 59",
        "Trasgo (CA 15, PG 7)\nOgro (CA 11, PG 59)",
        "- Trasgo. CA: 15. PG: 7.\n- Ogro. CA: 11. PG: 59.",
        "Trasgo\nCA 15\nPG 7\n\nOgro\nCA 11\nPG 59 (7d10+21)\n\nGarrote. Ataque: +6. Impacto: 13 (2d8+4).",
    ),
)
def test_every_creature_of_a_text_is_read(text: str) -> None:
    assert points(text) == TWO
    assert not any(each.doubtful - {"attacks"} for each in creatures(text))


@each_of(
    "text",
    (
        "Trasgo\nCA 15\nPG 7\n\nMordisco. Ataque: +3. Impacto: 4 (1d6+1).\n\nHuye si queda solo.",
        "| Nombre | CA | PG |\n|---|---|---|\n| Trasgo | 15 | 7 |",
        "Trasgo\nCA | PG | Notas\n--|--|--\n15 | 7 | huye\n16 | 9 | lucha",
        "Trasgo: CA 15, PG 7\nHuye si queda solo.",
    ),
)
def test_one_creature_stays_one(text: str) -> None:
    assert points(text) == {"Trasgo": 7}


def test_what_stands_around_a_table_and_in_its_other_columns_is_kept() -> None:
    table = "| Nombre | PG | Truco |\n|---|---|---|\n| Trasgo | 7 | huye |\n| Ogro | 59 | aplasta |"
    first, second = creatures(f"Los del puente\n{table}\nVienen de noche.")
    assert "Truco: huye" in first.template.notes
    assert "Truco: aplasta" in second.template.notes
    assert "Los del puente" in first.template.notes
    assert "Vienen de noche." in first.template.notes


@each_of(
    "rows",
    (
        "AC  HP  Speed\n15  7  30 ft.",
        "AC\tHP\tSpeed\n15\t7\t30 ft.",
        "AC HP Speed\n15 7 30",
        "Armor Class Hit Points Speed\n15 (shield) 7 (2d6) 30 ft.",
        "STR DEX CON INT WIS CHA AC HP\n8 14 10 10 8 8 15 7",
    ),
)
def test_labels_in_one_row_have_their_figures_in_the_next(rows: str) -> None:
    assert points(f"Goblin\n{rows}") == {"Goblin": 7}


@each_of(
    "prose",
    (
        "Con 20 hombres a sus órdenes, domina el paso.",
        "Con 20 Hombres de Orvega.",
        "CON 20 HOMBRES",
        "Con 20, ya es mucho.",
        "Con 20 PG o menos huye.",
        "Con 20m de cuerda.",
        "Int 3 veces al día.",
    ),
)
def test_a_sentence_is_no_score(prose: str) -> None:
    [found] = creatures(f"Jefe\nCA 12\nPG 20\n{prose}")
    assert (health_of(found), found.doubtful) == (20, frozenset())
    assert not {"endurance_value", "mind_value"} & {*found.fields}
    assert prose in found.template.notes


@each_of("scores", ("CON 20 PG 11", "Con 20, Int 3, CA 12", "CON 20 (+5) INT 3 (-4)", "Con 20"))
def test_a_score_is_a_score_whatever_figure_follows(scores: str) -> None:
    [found] = creatures(f"Jefe\nCA 12\nFUE 10 DES 10\nPG 11\n{scores}")
    assert "endurance_value" in found.fields


@each_of(
    "text",
    (
        "<p><b>Imp</b></p><p>Armor Class 13</p><p>Hit Points 10 (3d4 + 3)</p>",
        "<h2>Imp</h2><div>AC 13</div><div>HP&nbsp;10</div><ul><li>Bite. +3 to hit, 1d4 damage</li></ul>",
        "<b>Imp</b><br><b>Armor Class</b> 13<br/><b>Hit Points</b> 10 (3d4&nbsp;+&nbsp;3)<br>Tom &amp; Jerry",
        '<div class="x"><strong>Imp</strong><table><tr><th>AC</th><th>HP</th></tr>'
        "<tr><td>13</td><td>10</td></tr>",
    ),
)
def test_html_on_one_line_is_read_by_its_lines(text: str) -> None:
    assert points(text) == {"Imp": 10}
    assert "&" not in creatures(text)[0].template.notes.replace("Tom & Jerry", "")
