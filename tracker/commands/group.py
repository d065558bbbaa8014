"""Commands of the group: sheets, newcomers, templates, settings of the campaign."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise, takewhile

from msgspec import Struct
from msgspec.structs import replace

from tracker.commands import library
from tracker.commands.command import Command
from tracker.commands.matching import match_one, matches, normalize
from tracker.commands.pasting import pasted_in
from tracker.commands.reading import Reader, Word, creature_reader, creatures_reader, visibility
from tracker.commands.vocabulary import blank, choice_of, forms, is_keyword, localized_pattern
from tracker.commands.vocabulary import meanings as words_for
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.game_system import GameSystem
from tracker.rules.refusal import Refusal
from tracker.rules.sheet_field import FieldKind, SheetField
from tracker.rules.text import with_plain_signs
from tracker.session.moves import campaign, groups, party
from tracker.session.moves.library import earlier
from tracker.session.moves.party import Arrival
from tracker.session.sheet_fields import field_of, second_of
from tracker.session.text import clean
from tracker.wording.words import Words, synonyms, term, value_spaces, value_text

_ASSIGNMENT = re.compile(r"(?P<field>[^=\s]+)=(?P<value>.*)", re.DOTALL)
_FIGURE = re.compile(r"[+-]?\d+(/\d+)?|\d*d\d+([+-]\d+)?")
_COMMA = re.compile(r"(?<!\d),|,(?!\d)")


class _Word(Struct, frozen=True):
    """A word of a name or of a value; in quotes it means nothing else."""

    text: str
    """As it was typed."""
    quoted: bool = False
    field: str = ""
    """The field whose value it begins."""
    comma: bool = False
    """Whether a comma stands behind it."""


def join(reader: Reader, form: Mapping[str, str] | None = None) -> Command:
    """Read `pj NOMBRE [, NOMBRE …] [CAMPO=VALOR …] [, …]`, or a stat block.

    The line outweighs the fields that a form says beside it.
    """
    if (pasted := pasted_in(reader)) is not None:
        return Command(
            "join",
            lambda history, roll, fresh: party.join_pasted(history.session, pasted, form or {}, fresh),
            pasted=pasted,
        )
    people: list[tuple[str, Mapping[str, str]]] = []
    for words, values in _words_and_values(reader, people=True):
        _refuse_field(_field_in(words, reader))
        for name in _between_commas(words):
            together = " ".join(word.text for word in name)
            _refuse_reserved(together, name, reader)
            people.append((together, {**(form or {}), **values}))
    return Command("join", lambda history, roll, fresh: party.join_together(history.session, people, fresh))


def appear(reader: Reader) -> Command:
    """Read `aparece [oculto|visible] [N] NOMBRE [grupo] [, …] [CAMPO=VALOR …] [, …]`.

    They join the encounter being played, behind `grupo` in one row. A stat block may stand where the name
    does.
    """
    hidden = reader.take_visibility(before_name=True)
    word = reader.peek() or ""
    count = reader.take_number("N") if word.isdigit() else 1
    if (pasted := pasted_in(reader)) is not None:
        return library.bring_pasted(pasted, count, hidden=hidden)
    arrivals: list[Arrival] = []
    for words, values in _words_and_values(reader):
        for name in _between_commas(words):
            if word.isdigit() and not arrivals and re.fullmatch(r"\d{1,9}", name[0].text):
                raise reader.unknown_word(name[0].text)
            kind = replace(_kind(name), values=values)
            _refuse_reserved(kind.name, name, reader)
            arrivals += _arrivals(kind if arrivals else replace(kind, count=count), words, reader)
    return Command(
        "appear",
        lambda history, roll, fresh: party.appear(history.session, arrivals, fresh, hidden=hidden),
    )


def _refuse_reserved(name: str, words: Sequence[_Word], reader: Reader) -> None:
    """Refuse a name without quotes that means several, `todos`, or somebody else, `@`."""
    if not any(word.quoted for word in words):
        reader.refuse_everybody(name)


def _kind(words: Sequence[_Word]) -> Arrival:
    """Return a kind by its name, with its number before it and a word for a group behind it."""
    is_numbered = len(words) > 1 and not words[0].quoted and re.fullmatch(r"\d{1,9}", words[0].text)
    count, named = (int(words[0].text), words[1:]) if is_numbered else (1, words)
    is_grouped = len(named) > 1 and not named[-1].quoted and is_keyword(named[-1].text, "group")
    name = " ".join(word.text for word in (named[:-1] if is_grouped else named))
    return Arrival(name, count, grouped=is_grouped)


def _arrivals(kind: Arrival, words: Sequence[_Word], reader: Reader) -> Sequence[Arrival]:
    """Return who comes when a kind is named.

    The name is searched for among the campaign's templates, in the library, then among the adversaries that
    the campaign has had; else the kind is a new one.
    """
    known = {template.name: template.name for template in reader.session.templates.values()}
    if normalize(kind.name) not in map(normalize, known):
        brought = library.arrivals_of(reader, kind, whole=bool(matches(kind.name, known)))
        if brought:
            return brought
    if (name := match_one(kind.name, known)) is not None:
        return (replace(kind, name=name),)
    if (template := earlier(reader.context.history, kind.name)) is not None:
        return (replace(kind, template=template),)
    _refuse_field(_field_in(words, reader))
    return (kind,)


def gather(reader: Reader) -> Command:
    """Read `agrupa QUIEN [NOMBRE]`."""
    creature_ids, is_quoted, name = (
        reader.take_creatures(whole=True),
        reader.has_quoted_rest,
        reader.rest_name(),
    )
    if not is_quoted:
        reader.refuse_everybody(name)
    return Command("gather", lambda history, roll, fresh: groups.gather(history.session, creature_ids, name))


def sheet(reader: Reader) -> Command:
    """Read `ficha QUIEN CAMPO=VALOR …`."""
    who = reader.take_creature()
    values = _values(reader)
    if not values:
        raise Refusal("missing", what=localized_pattern("FIELD=VALUE"), usage=reader.usage)
    return Command("sheet", lambda history, roll, fresh: party.edit_sheet(history.session, who, values))


def annotate(reader: Reader) -> Command:
    """Read `apunta QUIEN TEXTO`."""
    who, text = reader.take_creature(), reader.take_rest()
    return Command("annotate", lambda history, roll, fresh: campaign.annotate(history.session, who, text))


def rename(reader: Reader) -> Command:
    """Read `renombra QUIEN NOMBRE`; a name in quotes may say anything."""
    who = reader.take_creature()
    is_quoted, name = reader.has_quoted_rest, reader.rest_name()
    if not is_quoted:
        reader.refuse_everybody(name)
        words = [_Word(each) for each in name.split()]
        assigned = (word.text for word in words if _is_field(word.text.partition("=")[0], reader))
        _refuse_field(next((each for each in assigned if "=" in each), "") or _field_in(words, reader))
    return Command("rename", lambda history, roll, fresh: party.rename_creature(history.session, who, name))


def tell_name(reader: Reader) -> Command:
    """Read `nombre oculto|visible QUIEN`: whether the players know it."""
    hidden = reader.take_visibility()
    if hidden is None:
        word = reader.take_choice(choice_of("hidden", "shown"), words_for("hidden", "shown"))
        hidden = word == "hidden"
    creature_ids = reader.take_creatures(whole=True)
    reader.expect_end()
    return Command(
        "name", lambda history, roll, fresh: party.tell_names(history.session, creature_ids, hidden=hidden)
    )


def template(reader: Reader) -> Command:
    """Read `plantilla QUIEN [NOMBRE]`."""
    who, name = reader.take_creature(), reader.rest_name()
    return Command(
        "template", lambda history, roll, fresh: party.keep_template(history.session, who, name, fresh)
    )


dismiss = creatures_reader("dismiss", party.dismiss)
split = creatures_reader("split", groups.split)
recruit = creature_reader("recruit", partial(party.move_to_party, joins=True))
part = creature_reader("part", partial(party.move_to_party, joins=False))


def setting(reader: Reader) -> Command:
    """Read `ajuste CUÁL VALOR`."""
    fields = campaign.settings_of(reader.session)
    field = _field(reader.take(blank("which")), fields, reader.words, "unknown_setting")
    value = field_value(field, reader.take_rest(), reader.words)
    return Command(
        "setting", lambda history, roll, fresh: campaign.choose_setting(history.session, field.id, value)
    )


def field_value(field: SheetField, text: str, words: Words) -> str:
    """Return the value that a text means: the words for choices, also inside lists, become ids."""
    if field.kind is FieldKind.LIST:
        return _ids_text(field, text, words)
    if field.kind is not FieldKind.CHOICE:
        return text
    meanings = choice_words(field, words)
    choice = match_one(text, meanings) or match_one(text, _by_last_word(meanings))
    if choice is None:
        known = ", ".join(value_text(field, each, words) for each in field.choices)
        raise Refusal("bad_choice", field=field.id, value=clean(text, NAME_LENGTH), known=known)
    return choice


def _ids_text(field: SheetField, text: str, words: Words) -> str:
    """Return a list with ids for the game's own words; the GM's other words stay."""
    ids = {
        normalize(word): key for key in words.space(field.id) for word in synonyms(words, field.id, key)[:-1]
    }
    return ", ".join(ids.get(normalize(part), part.strip()) for part in text.split(","))


def choice_words(field: SheetField, words: Words) -> dict[str, str]:
    """Return the words for a field's choices: in Spanish, in the language in use, and as ids."""
    meanings: dict[str, str] = {}
    for choice in field.choices:
        if (hidden := visibility(choice)) is not None:
            meanings |= dict.fromkeys(forms("hidden" if hidden else "shown"), choice)
        for space in value_spaces(field):
            meanings |= dict.fromkeys(synonyms(words, space, choice), choice)
    return meanings


def _words_and_values(
    reader: Reader, *, people: bool = False
) -> Iterator[tuple[list[_Word], dict[str, str]]]:
    """Take names that commas divide and the values of all of them, again and again up to the end of the line.

    A comma ends values, unless it stands in a list (`armas=Maza 4, Honda 2`) or in quotes. Of `people`, whose
    names have a capital, a text has commas before small letters too: `concepto=exestibador, ahora músculo`.
    """
    left = _words_left(reader)
    while True:
        named = list(takewhile(lambda word: not word.field, left))
        if not named:
            raise Refusal("missing", what=blank("name"), usage=reader.usage)
        values, left = _values_before(left[len(named) :], reader, people=people)
        yield named, _resolve_values(values, reader)
        if not left:
            return


def _values_before(
    left: list[_Word], reader: Reader, *, people: bool
) -> tuple[list[tuple[str, str]], list[_Word]]:
    """Return the values at the beginning of these words, and the words of somebody else behind them.

    Where a field comes again, the last comma before it is where the other one begins.
    """
    values: list[tuple[str, list[_Word]]] = []
    divides = 0
    for place, word in enumerate(left):
        if word.field and normalize(word.field) in (normalize(name) for name, _words in values):
            if not divides:
                raise _twice(word.field)
            return _values_by_field(values, len(left[divides:place])), left[divides:]
        if word.field:
            values, divides = [*values, (word.field, [word])], 0
        else:
            values[-1][1].append(word)
        following = left[place + 1 :]
        if word.comma and following and not following[0].field:
            if _ends(values[-1][0], word, following, reader, people=people):
                return _values_by_field(values), following
            divides = place + 1
    return _values_by_field(values), []


def _ends(name: str, word: _Word, following: Sequence[_Word], reader: Reader, *, people: bool) -> bool:
    """Whether the comma behind a word of a field's value ends the value; else it is a part of it."""
    if _attribute(name, reader) is not None:
        return True
    match _field(name, reader.session.game.fields, reader.words, "unknown_field").kind:
        case FieldKind.LIST | FieldKind.MARKED:
            return False
        case FieldKind.SCORES | FieldKind.EFFECTS | FieldKind.COUNTERS:
            element = _to_comma(following)
            return not any(letter.isdigit() for each in element[1:] for letter in each.text)
        case FieldKind.TEXT | FieldKind.NOTES if people and not word.quoted:
            return word.text[-1:].isdigit() or following[0].text[:1].isupper()
        case _:
            return True


def _to_comma(words: Sequence[_Word]) -> list[_Word]:
    """Return the words up to the first comma or field."""
    before = list(takewhile(lambda word: not word.field, words))
    ends = next((place for place, word in enumerate(before, 1) if word.comma), len(before))
    return before[:ends]


def _values_by_field(values: Iterable[tuple[str, list[_Word]]], left_out: int = 0) -> list[tuple[str, str]]:
    """Return each field with its value; the last words of the last value are left out."""
    found = [(name, [*words]) for name, words in values]
    if found:
        del found[-1][1][len(found[-1][1]) - left_out :]
    return [(name, _text_of(words)) for name, words in found]


def _text_of(words: Sequence[_Word]) -> str:
    """Return the text of a value; a comma behind it divides it from what follows, and is no part of it."""
    texts = (f"{word.text}," if word.comma else word.text for word in words)
    text = " ".join(filter(None, texts))
    return text[:-1] if words and words[-1].comma else text


def _words_left(reader: Reader) -> list[_Word]:
    """Take the rest of a line as words that commas end; refuses a blank before an equals sign."""
    return [each for word in reader.rest_of_words() for each in _split_at_commas(word)]


def _split_at_commas(word: Word) -> Iterator[_Word]:
    """Yield the parts of a word between its commas; in quotes, one right behind them alone divides."""
    if word.quoted or word.field:
        text = word.typed[len(word.field) :].removesuffix("," if word.comma else "")
        yield _Word(text, quoted=True, field=word.field[:-1], comma=word.comma)
        return
    if word.text.startswith("="):
        raise Refusal("blank_before_equals", form=localized_pattern("FIELD=VALUE"))
    start = 0
    for found in (*_COMMA.finditer(word.text), None):
        end = found.start() if found else len(word.text)
        match = _ASSIGNMENT.fullmatch(word.text[start:end])
        field = match["field"] if match else ""
        value = start + (match.start("value") if match else 0)
        if field or value < end or found:
            yield _Word(word.typed[value:end], field=field, comma=found is not None)
        start = end + 1


def _between_commas(words: Sequence[_Word]) -> list[list[_Word]]:
    """Return the words of each name; an empty one if there is nothing else."""
    names: list[list[_Word]] = [[]]
    for word in words:
        if word.text:
            names[-1].append(word)
        names += [[]] if word.comma else []
    return [each for each in names if each] or [[_Word("")]]


def _field_in(words: Sequence[_Word], reader: Reader) -> str:
    """Return `fuerza=12/10` for two words of a name that mean it; empty if none do."""
    bare = ("" if word.quoted else word.text for word in words)
    pairs = ((name, value) for name, value in pairwise(bare) if _FIGURE.fullmatch(value))
    return next((f"{name}={value}" for name, value in pairs if _is_field(name, reader)), "")


def _is_field(name: str, reader: Reader) -> bool:
    """Whether a word is a whole name of a field or of an attribute."""
    words, fields = reader.words, reader.session.game.fields
    names = {normalize(each) for field in fields for each in synonyms(words, "field", field.id)}
    scores = {field.path[1] for field in fields if _is_score(field)}
    names |= {normalize(each) for score in scores for each in synonyms(words, "attribute", score)}
    return normalize(name.replace("_", " ")) in names


def _refuse_field(meant: str) -> None:
    """Refuse a name with something that is meant as a field."""
    if meant:
        raise Refusal("field_in_name", form=clean(meant, NAME_LENGTH))


def _values(reader: Reader) -> dict[str, str]:
    """Read `CAMPO=VALOR` to the end; a value with spaces or commas goes on until the next assignment.

    `fuerza=12/11` writes an attribute's value and its difficulty, `salud=8/12` the current value and the
    maximum.
    """
    values: list[tuple[str, list[_Word]]] = []
    for word in _words_left(reader):
        if word.field:
            values.append((word.field, []))
        elif not values:
            raise reader.unknown_word(word.text)
        values[-1][1].append(word)
    return _resolve_values(_values_by_field(values), reader)


def _resolve_values(values: Iterable[tuple[str, str]], reader: Reader) -> dict[str, str]:
    """Return values by the ids of their fields; refuses a field that is given twice."""
    game, words = reader.session.game, reader.words
    resolved: dict[str, str] = {}
    for name, value in values:
        found = _pair(name, value, reader)
        if found is None:
            field = _field(name, game.fields, words, "unknown_field")
            found = both_figures(field, value, game) or {field.id: field_value(field, value, words)}
        if not found.keys().isdisjoint(resolved):
            raise _twice(name)
        resolved |= found
    return resolved


def _twice(name: str) -> Refusal:
    return Refusal("field_twice", name=clean(name, NAME_LENGTH))


def both_figures(field: SheetField, value: str, game: GameSystem) -> dict[str, str] | None:
    """Return `8/12` as both figures of a field that has two, or None for another field or value."""
    second, value = second_of(game, field), with_plain_signs(value)
    if not second or not re.fullmatch(r"-?\d+/\d+", value):
        return None
    return dict(zip((field.id, second), value.split("/"), strict=True))


def _pair(name: str, value: str, reader: Reader) -> dict[str, str] | None:
    """Return `fuerza=12/11` as the fields of the attribute, or None for another field."""
    attribute, value = _attribute(name, reader), with_plain_signs(value)
    if attribute is None:
        return None
    own = [field.id for field in reader.session.game.fields if field.path[1:2] == (attribute,)]
    if len(own) == 1:
        return None
    if not re.fullmatch(r"\d+(/\d+)?", value):
        raise Refusal("bad_number", field=own[0], value=clean(value, NAME_LENGTH))
    return dict(zip(own, value.split("/"), strict=False))


def _attribute(name: str, reader: Reader) -> str | None:
    """Return the attribute that a name means, or None."""
    attributes = {field.path[1] for field in reader.session.game.fields if _is_score(field)}
    return match_one(
        name, {word: each for each in attributes for word in synonyms(reader.words, "attribute", each)}
    )


def _field(name: str, fields: tuple[SheetField, ...], words: Words, code: str) -> SheetField:
    meanings: dict[str, str] = {}
    for field in fields:
        *typed, id_ = synonyms(words, "field", field.id)
        meanings |= dict.fromkeys((*typed, id_.replace("_", "")), field.id)
    wanted = name.replace("_", " ")
    found = match_one(wanted, meanings) or match_one(wanted, _by_last_word(meanings))
    if found is None:
        known = ", ".join(dict.fromkeys(_field_words(fields, words)))
        raise Refusal(code, name=clean(name, NAME_LENGTH), known=known)
    return field_of(fields, found)


def _by_last_word(meanings: Mapping[str, str]) -> dict[str, str]:
    """Return the last words of the names: `blindaje` for the armour die."""
    last: dict[str, str] = {}
    for name, meant in meanings.items():
        last.setdefault(name.split()[-1], meant)
    return last


def _field_words(fields: tuple[SheetField, ...], words: Words) -> Iterator[str]:
    """Yield the names that may be written: a score by its attribute, another field by its own name."""
    for field in fields:
        if _is_score(field):
            yield term(words, "attribute", field.path[1])
        else:
            yield term(words, "field", field.id).replace(" ", "_")


def _is_score(field: SheetField) -> bool:
    return len(field.path) == len(("collection", "score", "part"))
