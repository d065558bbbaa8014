"""Reads the creature in a pasted text: what is certain, what is doubtful, and the rest as notes.

It knows three forms, in Spanish or English: the stat block of a fifth edition, the line of an old-school
game, and the names of the game's own sheet with their values.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest

from tracker.rules.fields import NAME_LENGTH, NOTES_LENGTH, TEXT_LENGTH
from tracker.rules.game_system import GameSystem
from tracker.rules.refusal import Refusal
from tracker.rules.sheet_field import FieldKind, SheetField
from tracker.rules.text import fold, with_plain_signs
from tracker.session.exchange.element import NAME, NOTES, Names, column_of, fits, template_of
from tracker.session.exchange.figure_names import ABILITIES, FIGURES, PLAIN_WORDS, figure_of
from tracker.session.exchange.stat_block import (
    DICE,
    HIT,
    NAME_WORDS,
    Action,
    StatBlock,
    is_average,
    is_plain_attack,
    is_throw,
    missing_main_figure,
    row_in,
    without_roller,
)
from tracker.session.pasted import MOST_BYTES, Pasted
from tracker.session.sheet_fields import field_of, second_of
from tracker.session.text import clean

MOST_LINES = 400
_TYPE_LINES = 4
"""Lines at the top in which a stat block gives the type of the creature."""
_LANGUAGE_WORDS = 3

_ALIKE = str.maketrans({"×": "x", "½": "1/2", "|": " ", "`": None, "•": " "})
_MARKUP = re.compile(
    r"^\s*(?:>\s*|#{1,6}\s+|[-+*•·▪●◦]\s+)+|\*{2,3}|(?<![^\W_])_+(?=\S)|(?<=\S)_+(?!\w)|</?\w[^<>]{0,60}>"
)
"""Marks of Markdown and HTML; a table's bars become blanks."""
_LINK = re.compile(r"\[\[(?:[^\[\]|]{1,60}\|)?([^\[\]|]{1,60})\]\]|\[([^\[\]]{1,60})\]\([^()\s]{1,200}\)")
_RULE = re.compile(r"[\s|:_=*~>+-]+")
"""A line that only divides."""
_CELL_ENDS = re.compile(r"</t[dh]>\s*<t[dh]\b[^<>]{0,200}>", re.IGNORECASE)
_CELL = re.compile(r"</?t[dh]\b[^<>]{0,200}>", re.IGNORECASE)
_TEMPLATE = re.compile(r"\{\{[^{}|=\n]*$|^[ \t]*\}\}[ \t]*$", re.MULTILINE)
"""What opens and closes a block of Homebrewery or of a wiki: `{{monster,frame`, `}}`."""
_TEMPLATE_FIELD = re.compile(r"^[ \t]*\|[ \t]*([^\W\d_][\w ]{0,40}?)\s*=\s*", re.MULTILINE)
_BETWEEN_FIELDS = re.compile(r"(?<=\w)\s*\|\s*(?=[^\W\d_][\w ]{0,40}?\s*=\s*\S)")
_JSON = re.compile(r'\s*(?:\[\s*)?\{\s*"')
_FENCE = re.compile(r"^[ \t>]*(?:```|~~~)[\w -]*$", re.MULTILINE)
"""The lines around a block of a note: "```statblock"."""
_LINE_ENDS = re.compile(
    r"<(?:br|hr|/?(?:p|div|h[1-6]|li|tr|ul|ol|table|thead|tbody|section|article|dl|dt|dd))\b[^<>]{0,200}>",
    re.IGNORECASE,
)
"""Marks of HTML that end a line."""
_ENTITY = re.compile(r"&(?:#\d{1,6}|#[xX][\da-fA-F]{1,5}|[a-zA-Z]{2,10});")
_GAP = re.compile(r"\t+|\s{2,}")
"""What stands between the cells of a row without bars."""
_FIGURE_CELL = re.compile(
    r"([+-]?\d{1,4}(?:d\d{1,3})?)((?:\s*\([^()]{1,20}\))?(?:\s*(?:ft|m|pies)\b\.?)?)\s*"
)
_SEVERAL = (
    FieldKind.TEXT,
    FieldKind.NOTES,
    FieldKind.LIST,
    FieldKind.SCORES,
    FieldKind.COUNTERS,
    FieldKind.EFFECTS,
)
"""Kinds whose values may have commas, so that a colon must mark their beginning."""


def _names(figure: str) -> str:
    """Make the pattern of a figure's names, the longest first."""
    return "|".join(map(re.escape, sorted(FIGURES[figure], key=len, reverse=True)))


def _label(figure: str) -> str:
    return rf"(?<!\w)(?:{_names(figure)})(?!\w)\.?"


_SIGN = r"(?:[ :=]|-(?= ))*"
_HP_WORDS = (
    rf"{_label('HP.Max')}|{_label('HP')}(?:\s+(?:máx\w*\.?|max\w*\.?))?(?:\s+\(?(?:{_names('HP')})\)?)?"
)
_AC = re.compile(
    rf"(?:{_label('AC')}){_SIGN}(\d{{1,2}})(?!\d)\s*(?:\[\d+\])?\s*(?:\(([^)]*)\))?(.*)", re.IGNORECASE
)
_HP = re.compile(rf"(?:{_HP_WORDS}){_SIGN}(\d{{1,4}})(?!\d)(.*)", re.IGNORECASE)
_HP_AFTER = re.compile(rf"(\d{{1,4}})\s*(?:{_names('HP')})(?!\w)\.?\s*(.*)", re.IGNORECASE)
_THOUSANDS = re.compile(r"(?<![\d.,])(\d)[.,](\d{3})(?![\d.,])")
_LANGUAGES = re.compile(rf"(?:{_label('Languages')}){_SIGN}(.*)", re.IGNORECASE)
_TYPE = re.compile(
    r"(?=.*\b(?:tiny|small|medium|large|huge|gargantuan|diminut[oa]|pequeñ[oa]|median[oa]|grande|enorme"
    r"|gargantuesc[oa])\b)([^,(]+?(?:\([^)]*\))?)\s*,",
    re.IGNORECASE,
)
_ABILITY_WORDS = {fold(name): ability for ability in ABILITIES for name in FIGURES[ability]}
_ABILITY_FORMS = {
    form
    for ability in ABILITIES
    for name in FIGURES[ability]
    for form in (name.upper(), name.title(), fold(name).upper(), fold(name).title())
}
_ABILITY = rf"\b({'|'.join(sorted(_ABILITY_FORMS, key=len, reverse=True))})\b\.?"
_LABELS_ONLY = re.compile(rf"\s*(?:{_ABILITY}\s*)+")
_SCORE = re.compile(r"(?<![\d+-])(\d{1,2})(?!\d)\s*(?:\(?([+-]\s*\d{1,2})\)?(?:\s+[+-]\d{1,2})?)?")
_LABELLED_SCORE = re.compile(rf"{_ABILITY}\s*[:=]?\s*{_SCORE.pattern}")
_MODIFIER_FIRST = re.compile(rf"{_ABILITY}\s*:?\s*([+-]\d{{1,2}})\s*\((\d{{1,2}})\)")
"""A score behind its modifier: `STR +1 (12)`."""
_SCORES_TOGETHER = 3
"""Scores in a line that surely are those of the creature."""
_MODIFIED_SCORE = re.compile(rf"{_ABILITY}\s*:?\s*\d{{1,2}}\s*\(?[+-]\s*\d")

_MODIFIER = re.compile(r"\(?[+-]\s*\d{1,2}\)?")
_ALIGNED = re.compile(
    r"\b(?:lawful|legal|neutral|chaotic|ca[oó]tic[oa]|unaligned|sin alineamiento|good|evil|buen[oa]"
    r"|malvad[oa]|malign[oa]|any|cualquier)\b",
    re.IGNORECASE,
)
_FIGURE = re.compile(rf"(?:{_label('AC')}|{_label('HP.Dice')}|{_HP_WORDS}){_SIGN}\d", re.IGNORECASE)
_PROSE = re.compile(
    rf"(?=[A-Z][a-z]{{2}}\b){_ABILITY} \d{{1,2}}(?:,? (?!{_ABILITY}|{_FIGURE.pattern})[^\W\d_]|[^\W\d])",
    re.IGNORECASE,
)
"""A sentence that begins like a score: `Con 20 hombres a sus órdenes`, `CON 20 HOMBRES`."""
_IN_BRACKETS = re.compile(
    rf"(?<=[^\W\d])\s+[(\[](?=(?:[^()\[\],;]{{1,20}}[,;]\s*)?(?:{_FIGURE.pattern}))((?:[^()\[\]]|\([^()]*\)|\[[^\[\]]*\])*)[)\]]",
    re.IGNORECASE,
)
"""Figures in brackets after a name: `Goblin (AC 15, HP 7)`."""
_DICE_IN_BRACKETS = re.compile(rf"\(\s*{DICE}\s*\)", re.IGNORECASE)
_MORE_POINTS = re.compile(r"\s*(?:[-/,+~]|[.d]\d|\([^)]*\d|(?:out )?(?:of|de) \d)")
"""What follows points that are not all there is to them: `7-9`, `7+`, `3d8`, `7 (max 20)`."""
_OTHER_FIGURES = "|".join(
    map(_label, FIGURES.keys() - {*ABILITIES, "HP", "HP.Max", "HP.Dice", "AC", *PLAIN_WORDS})
)
_LABELLED = re.compile(
    rf"(?i:{_FIGURE.pattern})|(?=[A-ZÁÉÍÓÚÑ])(?i:{_OTHER_FIGURES}|\b(?:atk|att|atq|at|attacks?(?=:)|ataques?(?=:))\b)"
)
"""The beginning of a figure. Those that are plain words begin with a capital."""
_ENTRY = re.compile(r"([A-ZÁÉÍÓÚÑÜ][^.:]{0,59})([.:])\s+(.*)")
_TITLE = re.compile(r"[A-ZÁÉÍÓÚÑÜ][^.:;,\d]{0,59}")
"""The name of an action in a line of its own."""
_IN_ENTRY = re.compile(r"\b(?:attack|ataque|hit|impacto|acierto|golpe)\b", re.IGNORECASE)
"""Words before a colon that belong to the text of an attack, and are not its name."""
_HIT_DICE = re.compile(
    rf"(?:{_label('HP.Dice')}){_SIGN}(1/2|\d{{1,2}})(?:d(\d{{1,2}}))?(?:\s*([+-]\s*\d{{1,2}}))?(?!\d)(.*)",
    re.IGNORECASE,
)
_POINTS = re.compile(
    rf"(\d{{1,4}})\s*(?:{_names('HP')})\b|\b(?:{_names('HP')})[ :]*(\d{{1,4}})", re.IGNORECASE
)
_POINTS_BEHIND = re.compile(rf"\b(?:{_names('HP')})[ :]*(\d{{1,4}})(?![\w.,])", re.IGNORECASE)
_BROKEN_WORD = re.compile(r"[^\W\d_]-$")
_BARE_FIGURE = re.compile(rf"(?:{_label('AC')}|{_label('HP.Dice')}|{_HP_WORDS}){_SIGN}", re.IGNORECASE)
_MOST_CELLS = 24
"""Cells of the widest row of a table whose labels are looked up."""
_LABEL_WORDS = 2
"""Words of a broken label on either side of the break."""
_BLOWS = re.compile(
    r"(#?at|att|atk|atq|ataques?|attacks?|daño|damage|dmg|d|melee|ranged)\b\.?[ :]*(.*)", re.IGNORECASE
)
_BLOW = re.compile(
    rf"(?:\d{{1,2}}\s*x?\s+)?([^\W\d][^\d()/+-]*?)?(?:\s*\([^()\d]*\))?:?\s*"
    rf"(?:[+-]\d{{1,2}}(?:\s+(?:to hit|a impactar|melee|ranged|c/c|a distancia))?,?)?\s*(?:\(\s*({DICE})"
    rf"(?:[\s,/](?:(?!\dd\d|[+]|\bplus\b|\bmás\b)[^()])*)?\)"
    rf"|({DICE})(?:\s+(?:each|cada un[oa]|or by weapon|o según arma))?)",
    re.IGNORECASE,
)
_RANGE = re.compile(r"(?<![\d+-])(\d{1,2})-(\d{1,3})(?!\d)")
"""Damage as old books print it: `1-6`, `2-12`."""
_NAMED_BLOW = re.compile(rf"[^\W\d][^\d()/:+-]*?\s+[+-]\d{{1,2}},?\s+\(?{DICE}\)?")
"""An attack that no word announces: `scimitar +3 (1d6+1)`."""


def read_pasted(text: str, game: GameSystem, names: Names) -> Pasted:
    """Read a creature; `names` are the words for the fields of the game's sheet.

    Refuses a text that is too big, and one without a creature for this game.
    """
    lines = tidy_lines(text)
    refusals = list[Refusal]()
    is_foreign = _looks_foreign([line for line, _places in _joined_lines(lines, names, [], foreign=True)])
    for foreign in (is_foreign, not is_foreign):
        reading = _Reading(game, names, lines, foreign=foreign)
        try:
            reading.read()
            return reading.creature()
        except Refusal as refusal:
            refusals.append(refusal)
            if refusal.code != "nothing_read":
                break
    raise refusals[0]


def with_line_breaks(text: str) -> str:
    """Write HTML's lines and cells as lines and bars, entities as letters, a wiki's fields with colons."""
    if "{{" in text:
        text = _TEMPLATE_FIELD.sub(r"\1: ", _BETWEEN_FIELDS.sub("\n| ", _TEMPLATE.sub("", text)))
    if "<" in text:
        text = _CELL.sub("", _LINE_ENDS.sub("\n", _CELL_ENDS.sub(" | ", text)))
    if _ENTITY.search(text):
        from html import unescape  # noqa: PLC0415 - few texts are HTML, and its table of names is large

        text = _ENTITY.sub(lambda entity: unescape(entity[0]), text)
    return text


def tidy_lines(text: str) -> list[str]:
    """Split a text into the lines that say something; a wide gap in one becomes a tab."""
    if len(text) > MOST_BYTES or len(text.encode(errors="replace")) > MOST_BYTES:
        raise Refusal("paste_too_big", most=MOST_BYTES >> 10)
    if _JSON.match(text.removeprefix("\ufeff")):
        raise Refusal("pasted_json")
    raw_lines = _FENCE.sub("", with_line_breaks(text.removeprefix("\ufeff"))).splitlines()
    cells = ([" ".join(cell.split()) for cell in _GAP.split(line.strip())] for line in raw_lines)
    tidy = ("\t".join(clean(cell, MOST_BYTES) for cell in each) for each in cells)
    lines = [line for line in tidy if any(map(str.isalnum, line))]
    if not lines:
        raise Refusal("nothing_pasted")
    if len(lines) > MOST_LINES:
        raise Refusal("paste_too_long", count=len(lines), most=MOST_LINES)
    return lines


def is_rule(line: str) -> bool:
    """Whether a line only divides others."""
    return _RULE.fullmatch(line) is not None


def row_cells(line: str) -> list[str]:
    """Split a row of a table at its bars, or at its tabs if it has none."""
    row = line.strip(" >\t").removeprefix("|").removesuffix("|")
    return row.split("|" if "|" in line else "\t")


def _plain_line(line: str) -> str:
    """Remove the marks of Markdown, and unify signs that look alike.

    A single asterisk after a word stays: on the game's own sheets it marks a skill.
    """
    plain = without_roller(with_plain_signs(line[:NOTES_LENGTH]))
    plain = _MODIFIER_FIRST.sub(r"\1 \3 (\2)", plain)
    if is_rule(plain):
        return ""
    linked = _LINK.sub(lambda link: link[1] or link[2], plain)
    tidy = " ".join(_MARKUP.sub("", linked.lstrip("|> ")).translate(_ALIKE).split())
    return _IN_BRACKETS.sub(r"; \1", tidy)


def _looks_foreign(lines: Sequence[str]) -> bool:
    """Whether a text has the figures of other games' stat blocks."""
    if any(_AC.match(part) or _HIT_DICE.match(part) for line in lines for part in _parts_of(line)):
        return True
    scores = sum(len(_MODIFIED_SCORE.findall(line)) for line in lines)
    labels = sum(len(re.findall(_ABILITY, line)) for line in lines if _LABELS_ONLY.fullmatch(line))
    points = (_HP.match(part) for line in lines for part in _parts_of(line))
    has_dice = any(each and re.match(r"\s*\(\d+d\d", each[2]) for each in points)
    return max(scores, labels) >= _SCORES_TOGETHER or has_dice


def _parts_of(line: str) -> Iterator[str]:
    return (part for segment in _segments(line) for part in _split_figures(segment))


def _segments(line: str) -> list[str]:
    """Divide a line before each figure that it has."""
    starts = [match.start() for match in _LABELLED.finditer(line)]
    cuts = [0, *(start for start in starts if start and line[start - 1] in " :;,.|"), len(line)]
    return [part for start, end in pairwise(cuts) if (part := line[start:end].strip(" ,;-"))]


def _joined_lines(
    lines: Sequence[str], names: Names, ids: Sequence[str], *, foreign: bool
) -> list[tuple[str, set[int]]]:
    """Join labels with the figures below them, and words and labels that were broken over lines.

    Each line comes with the places it is of.
    """
    joined = list[tuple[str, set[int]]]()
    for text, new_places in _join_table_rows(lines, names, ids):
        line = _plain_line(text.replace("*", " ") if foreign else text)
        last, places = joined[-1] if joined else ("", set[int]())
        if last and line and _BROKEN_WORD.search(last) and line[0].islower():
            joined[-1] = last[:-1] + line, places | new_places
        elif (
            len(joined) > 1
            and line
            and (_is_label_above(last, line) or _is_broken_label(last, line, names, ids))
        ):
            joined[-1] = f"{last} {line}", places | new_places
        else:
            joined.append((line, new_places))
    return joined


def _join_table_rows(
    lines: Sequence[str], names: Names, ids: Sequence[str]
) -> Iterator[tuple[str, set[int]]]:
    """Join a table's row of labels with the row below it: `| AC | HP |` over `| 15 | 7 |`."""
    rows = [row_cells(line) for line in lines]
    place = 0
    while place < len(lines):
        labels, figures = rows[place], rows[place + 1] if place + 1 < len(rows) else []
        if 1 < len(labels) == len(figures) <= _MOST_CELLS and _are_labels(labels, names, ids):
            cells = zip(labels, figures, strict=True)
            yield (
                "; ".join(f"{label.strip()}: {figure.strip()}" for label, figure in cells),
                {place, place + 1},
            )
            place += 2
        elif (figures_row := _row_of_words(lines[place : place + 2], names, ids)) is not None:
            yield figures_row, {place, place + 1}
            place += 2
        else:
            yield lines[place], {place}
            place += 1


def _row_of_words(lines: Sequence[str], names: Names, ids: Sequence[str]) -> str | None:
    """Join a line of labels alone, `AC HP Speed`, with the figures in the line below it."""
    if len(lines) < 2 or _LABELS_ONLY.fullmatch(lines[0]) or not lines[1][:1].isdigit():
        return None
    labels, figures = (
        _labels_in(lines[0].split(), names, ids),
        _FIGURE_CELL.findall(lines[1].replace("\t", " ")),
    )
    whole = "".join(_FIGURE_CELL.split(lines[1].replace("\t", " "))[::3])
    if not 1 < len(labels) == len(figures) or whole.strip():
        return None
    return "; ".join(
        f"{label}: {figure}{more}" for label, (figure, more) in zip(labels, figures, strict=True)
    )


def _labels_in(words: Sequence[str], names: Names, ids: Sequence[str]) -> list[str]:
    """Divide words into labels; none if any word belongs to none."""
    labels, place = list[str](), 0
    while place < len(words):
        for count in range(min(NAME_WORDS, len(words) - place), 0, -1):
            label = " ".join(words[place : place + count]).strip(" *_:.,")
            if figure_of(label) or column_of(label, ids, names) in ids:
                labels.append(label)
                place += count
                break
        else:
            return []
    return labels


def _are_labels(cells: Sequence[str], names: Names, ids: Sequence[str]) -> bool:
    """Whether a row of a table names figures, and gives none."""
    labels = [cell.strip(" *_:.") for cell in cells]
    known = [label for label in labels if figure_of(label) or column_of(label, ids, names) in ids]
    return len(known) > 1 and not any(map(str.isdigit, "".join(labels)))


def _is_broken_label(last: str, line: str, names: Names, ids: Sequence[str]) -> bool:
    """Whether two lines are a label and its figure, or parts of a label."""
    if _BARE_FIGURE.fullmatch(last) and line[0].isdigit():
        return True
    before, after = last.split()[-_LABEL_WORDS:], line.split()[:_LABEL_WORDS]
    if not any(map(str.isalnum, before[-1])):
        return False
    for first in range(len(before)):
        for count in range(1, len(after) + 1):
            label = " ".join([*before[first:], *after[:count]]).strip(" :*.,")
            if figure_of(label) or column_of(label, ids, names) in ids:
                return True
    return False


def _is_label_above(last: str, line: str) -> bool:
    """Whether a line is the name of a figure alone, and the next its text: `Languages` above `Common`."""
    figure = figure_of(last.strip(" :.*"))
    is_of_one = figure not in ("", *ABILITIES, *PLAIN_WORDS)
    return is_of_one and not figure_of(line.strip(" :.*")) and not _LABELLED.match(line)


def _split_outside(line: str, between: str = ",;") -> list[str]:
    """Split a line at signs outside brackets and outside numbers."""
    parts, depth = [""], 0
    for place, letter in enumerate(line):
        depth = max(0, depth + (letter in "([") - (letter in ")]"))
        within = line[place - 1 : place].isdigit() and line[place + 1 : place + 2].isdigit()
        if letter in between and not depth and not within:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip(" .")]


class _Reading:
    """What has been understood of a text so far."""

    def __init__(self, game: GameSystem, names: Names, lines: list[str], *, foreign: bool) -> None:
        self._game, self._names, self._foreign = game, names, foreign
        self._ids = [field.id for field in game.fields]
        self._raw = lines
        self._shown = [line.replace("\t", " ") for line in lines]
        joined = _joined_lines(lines, names, self._ids, foreign=foreign)
        self._bare = [line for line, _places in joined]
        self._places = [places for _line, places in joined]
        self._whole = set[int]()
        """Indexes of the lines that need not go into the notes."""
        self._known: dict[str, SheetField | None] = {}
        """Cache: the fields by name."""
        self._name = ""
        self._row: dict[str, str] = {}
        self._figures: dict[str, str] = {}
        self._actions: dict[str, str] = {}
        self._unsure = set[str]()
        """Doubtful fields by their ids, and figures by the names of stat blocks."""

    def read(self) -> None:
        """Read the name, then the rest by the form of the text."""
        self._read_name()
        if self._foreign:
            self._read_abilities()
            self._read_lines()
            self._read_attacks()
        else:
            self._read_own()

    def creature(self) -> Pasted:
        """Make the creature; refuses a text without anything for the sheet."""
        actions = tuple(Action(name, text) for name, text in self._actions.items())
        figures, _left = row_in(StatBlock(self._name, self._figures, {}, actions), self._game)
        row = {field: text for field, text in figures.items() if text and self._fits(field, text)} | self._row
        fields = tuple(each for each in self._ids if each in row)
        if not fields:
            raise Refusal("nothing_read", system=self._game.key)
        row = {field: self._as_typed(text) for field, text in row.items()}
        name = self._as_typed(self._name)
        whole = {place for index in self._whole for place in self._places[index]}
        notes = "\n".join(
            line for place, line in enumerate(self._shown) if place not in whole or len(line) > NOTES_LENGTH
        )
        template = template_of(self._game, {**row, NAME: name, NOTES: notes[:NOTES_LENGTH]})
        unsure = {self._game.foreign.get(each, each) for each in self._unsure} & {NAME, *fields}
        cut = max(0, len(notes) - NOTES_LENGTH)
        return Pasted(
            template, (NAME, *fields), frozenset(unsure | missing_main_figure(self._game, row)), cut
        )

    def _as_typed(self, text: str) -> str:
        """Give a text the signs that the pasted one has: `D’Artagnan`, which was read as `D'Artagnan`."""
        for line in self._shown:
            if (
                not line.isascii()
                and not text.isdecimal()
                and (start := with_plain_signs(line).find(text)) >= 0
            ):
                return line[start : start + len(text)]
        return text

    def _fits(self, field: str, text: str) -> bool:
        return fits(self._game, field, text)

    def _read_name(self) -> None:
        """Take the name off the first line. What follows it there is read with the other lines."""
        first = next((index for index, line in enumerate(self._bare) if line), 0)
        line = self._bare[first]
        head, colon, tail = (part.strip() for part in line.partition(":"))
        if colon and column_of(head, (NAME,), self._names) == NAME:
            head, tail, is_certain = self._split_at_figures(tail)
            if not is_certain:
                self._unsure.add(NAME)
        elif colon and self._begins_figures(head, tail):
            head, tail = "", line
        else:
            start, rest, is_certain = self._split_at_figures(line)
            if not colon or len(start) < len(head) or len(head) > NAME_LENGTH:
                head, tail = start, rest
                if not is_certain:
                    self._unsure.add(NAME)
            elif head and figure_of(head.split()[-1]):
                self._unsure.add(NAME)
        if len(head) > NAME_LENGTH or any(map(str.isdigit, head)) or self._is_of_two_columns(first, head):
            self._unsure.add(NAME)
        self._name, self._bare[first] = head[:NAME_LENGTH].strip(), tail
        if not tail and len(head) <= NAME_LENGTH:
            self._whole.add(first)

    def _is_of_two_columns(self, first: int, name: str) -> bool:
        """Whether a wide gap stands within the name: a PDF of two columns has two there."""
        cells = [
            " ".join(cell.split()) for place in self._places[first] for cell in self._raw[place].split("\t")
        ]
        return len(cells) > 1 and name == " ".join(cells)

    def _begins_figures(self, head: str, tail: str) -> bool:
        """Whether a line with a colon is a figure with its name, and not the name of a creature."""
        return self._find_field(head) is not None or _FIGURE.match(f"{head} {tail}") is not None

    def _split_at_figures(self, line: str) -> tuple[str, str, bool]:
        """Split a line before its figures. The bool says whether a sign separates the two parts."""
        if self._foreign:
            match = _FIGURE.search(line)
            end = match.start() if match else 0
            starts = [line.find("; ", 0, end) + 2 if "; " in line[:end] else end] if match else []
        else:
            starts = [space.end() for space in re.finditer(r"^|\s+", line[: NAME_LENGTH + 1])]
            starts = [start for start in starts if self._begins_field(line[start : start + TEXT_LENGTH])][:1]
        for start in starts:
            head = line[:start].rstrip()
            return head.rstrip(" ,;.:-"), line[start:], not head or head[-1] in ",;.:-"
        return line.rstrip(" ,;.:-"), "", True

    def _begins_field(self, text: str) -> bool:
        """Whether a text begins with a field of the game's sheet and its value."""
        return any(self._fields_in(part) is not None for part in _split_outside(text, ",;.")[:1])

    # The figures of other games.

    def _take_figure(self, name: str, text: str, *, sure: bool = True) -> bool:
        """Take a figure by its name in stat blocks. True if the sheet has exactly this figure."""
        field = self._game.foreign.get(name)
        if field is None or not self._fits(field, text):
            return False
        if self._figures.setdefault(name, text) != text:
            self._unsure.add(name)
            return False
        if not sure:
            self._unsure.add(name)
        return True

    def _read_abilities(self) -> None:
        place = 0
        while place < len(self._bare):
            labels, end = list[str](), place
            while end < len(self._bare) and _LABELS_ONLY.fullmatch(self._bare[end]):
                labels += re.findall(_ABILITY, self._bare[end])
                end += 1
            if labels:
                place = self._read_scores_below(labels, place, end)
            else:
                self._read_scores_beside(place)
                place += 1
        if 0 < len(self._figures.keys() & {*ABILITIES}) < len(self._game.foreign.keys() & {*ABILITIES}):
            self._unsure |= self._figures.keys() & {*ABILITIES}

    def _read_scores_below(self, labels: Sequence[str], first: int, end: int) -> int:
        """Read scores that stand below their labels. The result is the place of the next line."""
        scores = list[tuple[str, str]]()
        while end < len(self._bare) and len(scores) < len(labels):
            if not re.fullmatch(rf"(?:{_SCORE.pattern}\s*)+", self._bare[end]):
                break
            scores += _SCORE.findall(self._bare[end])
            end += 1
            while end < len(self._bare) and _MODIFIER.fullmatch(self._bare[end]):
                end += 1
        if len(scores) != len(labels):
            return end
        results = [self._take_ability(label, *score) for label, score in zip(labels, scores, strict=True)]
        if all(results):
            self._whole |= {*range(first, end)}
        return end

    def _read_scores_beside(self, place: int) -> None:
        line = self._bare[place]
        scores = _LABELLED_SCORE.findall(line)
        is_of_scores = re.match(_ABILITY, line) and not _PROSE.match(line)
        if not is_of_scores and len(scores) < _SCORES_TOGETHER:
            return
        results = [self._take_ability(*each) for each in scores]
        if scores and all(results):
            self._bare[place] = _LABELLED_SCORE.sub(" ", line).strip(" ,;.")
            if not self._bare[place]:
                self._whole.add(place)

    def _take_ability(self, label: str, score: str, modifier: str) -> bool:
        value = int(score)
        given_modifier = int(modifier.replace(" ", "")) if modifier else (value - 10) // 2
        sure = 1 <= value <= 30 and given_modifier == (value - 10) // 2
        return self._take_figure(_ABILITY_WORDS[fold(label)], score, sure=sure)

    def _read_lines(self) -> None:
        averages = list[str]()
        for place, line in enumerate(self._bare):
            if place in self._whole or not line:
                continue
            segments = _segments(line)
            if place and place < _TYPE_LINES and (kind := _TYPE.match(segments[0])):
                self._take_figure("Type", kind[1].strip(), sure=bool(_ALIGNED.search(segments[0])))
                segments = ["", *segments[1:]]
            elif place >= _TYPE_LINES and not _LABELLED.match(line):
                segments = [line]
            results = [self._read_segment(segment, averages) for segment in segments]
            if all(results):
                self._whole.add(place)
        self._read_points_anywhere()
        for text in averages:
            if "HP" not in self._figures:
                self._take_figure("HP", text, sure=False)

    def _read_points_anywhere(self) -> None:
        """Take points out of the middle of a line, in doubt, if none stand elsewhere: `it has 34 hp`."""
        for pattern in (_POINTS_BEHIND, _POINTS):
            for line in self._bare:
                if "HP" not in self._figures and (points := pattern.search(line)):
                    self._take_figure("HP", next(filter(None, points.groups())), sure=False)

    def _read_segment(self, segment: str, averages: list[str]) -> bool:
        """Read a figure, or the figures of a line. True if nothing else stands there."""
        if languages := _LANGUAGES.match(segment):
            return self._read_languages(languages[1].strip(" .-"))
        return self._read_parts(segment, averages)

    def _read_languages(self, text: str) -> bool:
        words = [part.split() for part in text.split(",")]
        plain = max(map(len, words)) <= _LANGUAGE_WORDS and not any(map(str.isdigit, text))
        return not text or self._take_figure("Languages", text, sure=plain)

    def _read_parts(self, line: str, averages: list[str]) -> bool:
        """Read the figures of a line. True if nothing else stands in it."""
        whole, in_attacks = bool(line), False
        parts = _split_figures(line)
        for written, following in zip_longest(parts, parts[1:], fillvalue=""):
            part = _THOUSANDS.sub(r"\1\2", written)
            if armour := _AC.match(part):
                notes = not armour[2] or self._take_figure("AC.Notes", armour[2])
                whole &= self._take_figure("AC", armour[1]) and notes and not armour[3].strip()
            elif points := _HP.match(part):
                more = _DICE_IN_BRACKETS.sub("", points[2])
                # `hp 3, 4, 2` are those of three creatures.
                sure = is_average(part) and not _MORE_POINTS.match(more)
                sure &= not following.isdecimal() and part == written
                whole &= self._take_figure("HP", points[1], sure=sure) and not points[2].strip(" .")
            elif points := _HP_AFTER.match(part):
                whole &= self._take_figure("HP", points[1], sure=not points[2].strip(" .")) and not points[2]
            elif dice := _HIT_DICE.match(part):
                whole = False
                if given_points := _POINTS.search(dice[4]):
                    self._take_figure("HP", given_points[1] or given_points[2])
                else:
                    averages.append(_average_points(dice[1], dice[2] or "8", dice[3] or "0"))
            elif blow := _BLOWS.match(part):
                in_attacks = self._read_blows(blow[1], blow[2])
                whole = False
            elif (in_attacks or _NAMED_BLOW.fullmatch(part)) and self._read_blows("", part):
                whole = False
            else:
                whole = in_attacks = False
        return whole

    def _read_blows(self, label: str, text: str) -> bool:
        """Read the attacks of an old-school line, `2 claws (1d4)`. True if it has nothing else."""
        parts = re.split(r"(?<!\bc)/(?![^()]*\))|\s(?:and|or|y|o)\s(?![^()]*\))", text)
        if not re.search(DICE, text):
            parts = [_RANGE.sub(_dice_of_range, each) for each in parts]
        matches = [_BLOW.fullmatch(each.strip(" .")) for each in parts]
        if not matches or not all(each is not None and (each[1] or label) for each in matches):
            return False
        for each in matches:
            if each is not None:
                name = (each[1] or label).strip()
                self._take_attack(name, f"Hit: {each[2] or each[3]}", sure=bool(each[1]))
        return True

    def _take_attack(self, name: str, text: str, *, sure: bool) -> None:
        if self._actions.setdefault(name, text) != text or not sure:
            self._unsure |= {"Damage", "Damage dice"}

    def _read_attacks(self) -> None:
        """Read the paragraphs of actions, each of which begins with its name and a full stop."""
        entries, last = list[tuple[str, str]](), ""
        for line in self._bare:
            entry = _ENTRY.match(line)
            if _is_title(last) and _begins_attack(line):
                entries.append((last, line))
            elif (
                entry
                and not figure_of(entry[1])
                and not _FIGURE.search(entry[1])
                and (entry[2] == "." or not _IN_ENTRY.search(entry[1]))
            ):
                entries.append((entry[1], entry[3]))
            elif entries:
                entries[-1] = entries[-1][0], f"{entries[-1][1]} {line}"
            last = line
        for name, text in entries:
            action = Action(name, text)
            hit = HIT.search(text)
            if hit is not None or is_throw(action):
                self._take_attack(name, text[hit.start() :] if hit else text, sure=is_plain_attack(action))

    # The game's own words.

    def _read_own(self) -> None:
        for place, line in enumerate(self._bare):
            understood = [self._read_clause(clause) for clause in _split_outside(line, ";")]
            if line and all(understood):
                self._whole.add(place)
        if self._row and missing_main_figure(self._game, self._row):
            self._read_points_anywhere()

    def _read_clause(self, clause: str) -> bool:
        """Read the text between semicolons. True if all of it is understood."""
        head, colon, tail = (part.strip() for part in clause.partition(":"))
        if colon and figure_of(head) == "Stats" and self._find_field(head) is None:
            return self._read_clause(tail)
        field = self._find_field(head) if colon else None
        if field is not None and field.kind in _SEVERAL:
            return self._read_several(field, tail)
        results = [self._take(self._fields_in(part)) for part in _split_outside(clause, ",.")]
        return all(results)

    def _read_several(self, field: SheetField, text: str) -> bool:
        """Read a value that may have commas, up to the next field of the sheet."""
        parts = _split_outside(text)
        end = next((place for place, part in enumerate(parts) if place and self._fields_in(part)), len(parts))
        value = ", ".join(parts[:end]).rstrip(".")
        sure = end == len(parts) and ". " not in value
        if not value or not self._fits(field.id, value):
            return False
        results = [self._take(({field.id: value}, sure))]
        results += [self._take(self._fields_in(part)) for part in parts[end:]]
        return all(results)

    def _take(self, reading: tuple[Mapping[str, str], bool] | None) -> bool:
        if reading is None:
            return False
        values, sure = reading
        for field, text in values.items():
            if self._row.setdefault(field, text) != text:
                self._unsure.add(field)
                return False
            if not sure:
                self._unsure.add(field)
        return sure

    def _fields_in(self, part: str) -> tuple[Mapping[str, str], bool] | None:
        """Find the fields in a part, and whether they are certain; None if it has none."""
        words = [] if _PROSE.match(part) else re.sub(r"\s*[:=]\s*", ": ", part).split()
        for count in range(min(len(words) - 1, NAME_WORDS), 0, -1):
            head = " ".join(words[:count])
            if (field := self._find_field(head.rstrip(":"))) is not None:
                text = " ".join(words[count:]).rstrip(".")
                # A colon further on ends a longer name: `attacks per round: 1`.
                has_longer_name = not head.endswith(":") and re.match(r"[^\W\d][^\d,;]*:", text)
                return None if has_longer_name else self._field_value(field, text, colon=head.endswith(":"))
        return None

    def _field_value(
        self, field: SheetField, text: str, *, colon: bool
    ) -> tuple[Mapping[str, str], bool] | None:
        sure, values = True, {field.id: text}
        second = second_of(self._game, field)
        if second and (pair := re.fullmatch(r"(-?\d{1,5})\s*/\s*(\d{1,5})", text)):
            values = {field.id: pair[1], second: pair[2]}
        elif field.kind is FieldKind.NUMBER and (number := re.match(r"([+-]?\d{1,9})(?![\d/d])(.*)", text)):
            values, sure = {field.id: number[1]}, not number[2].strip()
        elif field.kind in (FieldKind.CHOICE, FieldKind.MARKED, FieldKind.NUMBER):
            return None
        elif field.kind in _SEVERAL and not colon:
            if field.kind is FieldKind.TEXT and not re.fullmatch(rf"{DICE}|\d{{1,4}}", text):
                return None
            sure = field.kind is FieldKind.TEXT
        return (values, sure) if all(self._fits(*each) for each in values.items()) else None

    def _find_field(self, name: str) -> SheetField | None:
        """Find the field of a name, or the only field whose name begins with these words."""
        if name not in self._known:
            self._known[name] = self._match_field(name)
        return self._known[name]

    def _match_field(self, text: str) -> SheetField | None:
        column = column_of(text, self._ids, self._names)
        if column in self._ids:
            return field_of(self._game.fields, column)
        start = f"{fold(text)} "
        ids = {id_ for id_ in self._ids for name in self._names.get(id_, ()) if fold(name).startswith(start)}
        return field_of(self._game.fields, ids.pop()) if len(ids) == 1 else None


def _split_figures(line: str) -> list[str]:
    """Split a line of figures; a full stop separates them too, except in numbers."""
    return [part for each in _split_outside(line) for part in re.split(r"\.\s+(?=[A-Z])", each)]


def _dice_of_range(span: re.Match[str]) -> str:
    """Write a span as the dice with these bounds: `2-12` as `2d6`, `2-7` as `1d6+1`."""
    low, high = int(span[1]), int(span[2])
    if low > 0 and high > low and high % low == 0:
        return f"{low}d{high // low}"
    return f"1d{high - low + 1}{low - 1:+d}" if high > low > 0 else span[0]


def _is_title(line: str) -> bool:
    """Whether a line may be the name of an action, and no heading: `Scimitar`, but not `Actions`."""
    return _TITLE.fullmatch(line) is not None and not figure_of(line)


def _begins_attack(line: str) -> bool:
    """Whether a line is the text of an attack without its name: `Melee Weapon Attack: +4 to hit, …`."""
    entry = _ENTRY.match(line)
    is_nameless = entry is None or _IN_ENTRY.search(entry[1]) is not None
    return is_nameless and (is_throw(Action("", line)) or is_plain_attack(Action("", line)))


def _average_points(dice: str, sides: str, more: str) -> str:
    """Compute the average of hit dice, d8 if they do not say it: `2+1` gives 10, `1d6-1` gives 2."""
    twice = 4 if dice == "1/2" else (int(sides) + 1) * int(dice)
    return str(max(1, twice // 2 + int(more.replace(" ", ""))))
