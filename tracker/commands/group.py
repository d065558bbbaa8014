"""Commands of the group: sheets, newcomers, templates, settings of the campaign."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from tracker.commands import library
from tracker.commands.command import Command
from tracker.commands.matching import matches, only, plain
from tracker.commands.pasting import pasted_in
from tracker.commands.reading import Reader, for_many, for_one, hides
from tracker.commands.vocabulary import blank, choice_of, forms, in_words, says
from tracker.commands.vocabulary import meanings as words_for
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.game_system import GameSystem
from tracker.rules.refusal import Refusal
from tracker.rules.sheet_field import FieldKind, SheetField
from tracker.session.moves import campaign, groups, party
from tracker.session.moves.library import earlier
from tracker.session.moves.party import Arrival
from tracker.session.sheet_fields import field_of, second_of
from tracker.session.text import clean
from tracker.wording.words import Words, synonyms, term, value_spaces, value_text

_ASSIGNMENT = re.compile(r"(?P<field>[^=\s]+)=(?P<value>.*)", re.DOTALL)
_FIGURE = re.compile(r"[+-]?\d+(/\d+)?|\d*d\d+([+-]\d+)?")
_WHOLE_BEFORE_COMMA = re.compile(r"([^=\s]+=-?\d+(?:/\d+)?),")


class _Word(Struct, frozen=True):
    """A word of a name; in quotes it means nothing else."""

    text: str
    quoted: bool = False


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
    for words, values in _words_and_values(reader):
        _refuse_field(_field_in(words, reader))
        names = (" ".join(word.text for word in name) for name in _between_commas(words))
        people += ((name, {**(form or {}), **values}) for name in names)
    return Command("join", lambda history, roll, fresh: party.join_together(history.session, people, fresh))


def appear(reader: Reader) -> Command:
    """Read `aparece [oculto|visible] [N] NOMBRE [grupo] [, …] [CAMPO=VALOR …] [, …]`.

    They join the encounter being played, behind `grupo` in one row. A stat block may stand where the name
    does.
    """
    hidden = reader.hidden(before_name=True)
    word = reader.peek() or ""
    count = reader.number("N") if word.isdigit() else 1
    if (pasted := pasted_in(reader)) is not None:
        return library.bring_pasted(pasted, count, hidden=hidden)
    arrivals: list[Arrival] = []
    for words, values in _words_and_values(reader):
        for name in _between_commas(words):
            kind = replace(_kind(name), values=values)
            arrivals += _arrivals(kind if arrivals else replace(kind, count=count), words, reader)
    return Command(
        "appear",
        lambda history, roll, fresh: party.appear(history.session, arrivals, fresh, hidden=hidden),
    )


def _kind(words: Sequence[_Word]) -> Arrival:
    """Return a kind by its name, with its number before it and a word for a group behind it."""
    is_numbered = len(words) > 1 and not words[0].quoted and re.fullmatch(r"\d{1,9}", words[0].text)
    count, named = (int(words[0].text), words[1:]) if is_numbered else (1, words)
    is_grouped = len(named) > 1 and not named[-1].quoted and says(named[-1].text, "group")
    name = " ".join(word.text for word in (named[:-1] if is_grouped else named))
    return Arrival(name, count, grouped=is_grouped)


def _arrivals(kind: Arrival, words: Sequence[_Word], reader: Reader) -> Sequence[Arrival]:
    """Return who comes when a kind is named.

    The name is searched for among the campaign's templates, in the library, then among the adversaries that
    the campaign has had; else the kind is a new one.
    """
    known = {template.name: template.name for template in reader.session.templates.values()}
    if plain(kind.name) not in map(plain, known):
        brought = library.arrivals_of(reader, kind, whole=bool(matches(kind.name, known)))
        if brought:
            return brought
    if (name := only(kind.name, known)) is not None:
        return (replace(kind, name=name),)
    if (template := earlier(reader.context.history, kind.name)) is not None:
        return (replace(kind, template=template),)
    _refuse_field(_field_in(words, reader))
    return (kind,)


def gather(reader: Reader) -> Command:
    """Read `agrupa QUIEN [NOMBRE]`."""
    creature_ids, name = reader.creatures(whole=True), reader.rest()
    return Command("gather", lambda history, roll, fresh: groups.gather(history.session, creature_ids, name))


def sheet(reader: Reader) -> Command:
    """Read `ficha QUIEN CAMPO=VALOR …`."""
    who = reader.creature()
    values = _values(reader)
    if not values:
        raise Refusal("missing", what=in_words("FIELD=VALUE"), usage=reader.usage)
    return Command("sheet", lambda history, roll, fresh: party.edit_sheet(history.session, who, values))


def annotate(reader: Reader) -> Command:
    """Read `apunta QUIEN TEXTO`."""
    who, text = reader.creature(), reader.rest()
    return Command("annotate", lambda history, roll, fresh: campaign.annotate(history.session, who, text))


def rename(reader: Reader) -> Command:
    """Read `renombra QUIEN NOMBRE`; a name in quotes may say anything."""
    who, name = reader.creature(), reader.rest()
    if re.fullmatch('".+"', name):
        name = name[1:-1]
    else:
        words = [_Word(each) for each in name.split()]
        assigned = (word.text for word in words if _is_field(word.text.partition("=")[0], reader))
        _refuse_field(next((each for each in assigned if "=" in each), "") or _field_in(words, reader))
    return Command("rename", lambda history, roll, fresh: party.rename_creature(history.session, who, name))


def tell_name(reader: Reader) -> Command:
    """Read `nombre oculto|visible QUIEN`: whether the players know it."""
    hidden = reader.hidden()
    if hidden is None:
        word = reader.meaning(choice_of("hidden", "shown"), words_for("hidden", "shown"))
        hidden = word == "hidden"
    creature_ids = reader.creatures(whole=True)
    reader.end()
    return Command(
        "name", lambda history, roll, fresh: party.tell_names(history.session, creature_ids, hidden=hidden)
    )


def template(reader: Reader) -> Command:
    """Read `plantilla QUIEN [NOMBRE]`."""
    who, name = reader.creature(), reader.rest()
    return Command(
        "template", lambda history, roll, fresh: party.keep_template(history.session, who, name, fresh)
    )


dismiss = for_many("dismiss", party.dismiss)
split = for_many("split", groups.split)
recruit = for_one("recruit", partial(party.move_to_party, joins=True))
part = for_one("part", partial(party.move_to_party, joins=False))


def setting(reader: Reader) -> Command:
    """Read `ajuste CUÁL VALOR`."""
    fields = campaign.settings_of(reader.session)
    field = _field(reader.take(blank("which")), fields, reader.words, "unknown_setting")
    value = field_value(field, reader.rest(), reader.words)
    return Command(
        "setting", lambda history, roll, fresh: campaign.choose_setting(history.session, field.id, value)
    )


def field_value(field: SheetField, text: str, words: Words) -> str:
    """Return the value that a text means: the words for choices, also inside lists, become ids."""
    if field.kind is FieldKind.LIST:
        return _listed(field, text, words)
    if field.kind is not FieldKind.CHOICE:
        return text
    meanings = choice_words(field, words)
    choice = only(text, meanings) or only(text, _by_last_word(meanings))
    if choice is None:
        known = ", ".join(value_text(field, each, words) for each in field.choices)
        raise Refusal("bad_choice", field=field.id, value=clean(text, NAME_LENGTH), known=known)
    return choice


def _listed(field: SheetField, text: str, words: Words) -> str:
    """Return a list with ids for the game's own words; the GM's other words stay."""
    ids = {plain(word): key for key in words.space(field.id) for word in synonyms(words, field.id, key)[:-1]}
    return ", ".join(ids.get(plain(part), part.strip()) for part in text.split(","))


def choice_words(field: SheetField, words: Words) -> dict[str, str]:
    """Return the words for a field's choices: in Spanish, in the language in use, and as ids."""
    meanings: dict[str, str] = {}
    for choice in field.choices:
        if (hidden := hides(choice)) is not None:
            meanings |= dict.fromkeys(forms("hidden" if hidden else "shown"), choice)
        for space in value_spaces(field):
            meanings |= dict.fromkeys(synonyms(words, space, choice), choice)
    return meanings


def _words_and_values(reader: Reader) -> Iterator[tuple[list[_Word], dict[str, str]]]:
    """Take names that commas divide and the values of all of them, again and again up to the end of the line.

    A comma ends values behind a whole number; others may have commas of their own.
    """
    while True:
        words = _words_of_name(reader)
        yield words, _resolved(_typed_values(_to_comma(reader), reader), reader)
        if reader.peek() is None:
            return


def _to_comma(reader: Reader) -> Iterator[str]:
    """Take words up to a whole number with a comma behind it, or to the end."""
    for word in reader.rest_words():
        ends = _WHOLE_BEFORE_COMMA.fullmatch(word)
        yield ends[1] if ends else word
        if ends:
            return


def _words_of_name(reader: Reader) -> list[_Word]:
    """Take a name of one or more words; assignments may follow it."""
    words: list[_Word] = []
    while (word := reader.peek()) is not None and not _ASSIGNMENT.fullmatch(word):
        words.append(_Word(_no_equals_sign(reader.take(blank("name")), reader), reader.was_quoted))
    if not words:
        raise Refusal("missing", what=blank("name"), usage=reader.usage)
    return words


def _between_commas(words: Sequence[_Word]) -> list[list[_Word]]:
    """Return the words of each name; an empty one if there is nothing else.

    A name in quotes may have a comma: one right behind them alone divides.
    """
    names: list[list[_Word]] = [[]]
    for word in words:
        ends = word.quoted and word.text.endswith(",")
        first, *others = (
            [word.text[:-1], ""] if ends else [word.text] if word.quoted else word.text.split(",")
        )
        names[-1].append(replace(word, text=first))
        names += ([replace(word, text=each)] for each in others)
    return [found for each in names if (found := [word for word in each if word.text])] or [[_Word("")]]


def _field_in(words: Sequence[_Word], reader: Reader) -> str:
    """Return `fuerza=12/10` for two words of a name that mean it; empty if none do."""
    bare = ("" if word.quoted else word.text for word in words)
    pairs = ((name, value) for name, value in pairwise(bare) if _FIGURE.fullmatch(value))
    return next((f"{name}={value}" for name, value in pairs if _is_field(name, reader)), "")


def _is_field(name: str, reader: Reader) -> bool:
    """Whether a word is a whole name of a field or of an attribute."""
    words, fields = reader.words, reader.session.game.fields
    names = {plain(each) for field in fields for each in synonyms(words, "field", field.id)}
    scores = {field.path[1] for field in fields if _is_score(field)}
    names |= {plain(each) for score in scores for each in synonyms(words, "attribute", score)}
    return plain(name.replace("_", " ")) in names


def _refuse_field(meant: str) -> None:
    """Refuse a name with something that is meant as a field."""
    if meant:
        raise Refusal("field_in_name", form=clean(meant, NAME_LENGTH))


def _values(reader: Reader) -> dict[str, str]:
    """Read `CAMPO=VALOR` to the end; a value with spaces goes on until the next assignment.

    `fuerza=12/11` writes an attribute's value and its difficulty, `salud=8/12` the current value and the
    maximum.
    """
    return _resolved(_typed_values(reader.rest_words(), reader), reader)


def _typed_values(taken: Iterable[str], reader: Reader) -> dict[str, str]:
    """Return what words, as they are taken, say of each field, by the field's name as it is typed."""
    values: dict[str, str] = {}
    last = ""
    for word in taken:
        match = _ASSIGNMENT.fullmatch(word)
        if match:
            last, values[match["field"]] = match["field"], match["value"]
        elif last:
            values[last] = f"{values[last]} {_no_equals_sign(word, reader)}".lstrip()
        elif (reader.peek() or "").startswith("="):
            raise Refusal("blank_before_equals", form=in_words("FIELD=VALUE"))
        else:
            raise reader.unknown(word)
    return values


def _no_equals_sign(word: str, reader: Reader) -> str:
    """Return the word just taken; refuses the `=` of a field that is typed with a blank before it."""
    if word.startswith("=") and not reader.was_quoted:
        raise Refusal("blank_before_equals", form=in_words("FIELD=VALUE"))
    return word


def _resolved(values: Mapping[str, str], reader: Reader) -> dict[str, str]:
    game, words = reader.session.game, reader.words
    resolved: dict[str, str] = {}
    for name, value in values.items():
        pair = _pair(name, value, game.fields, words)
        if pair:
            resolved |= pair
        else:
            field = _field(name, game.fields, words, "unknown_field")
            resolved |= both_figures(field, value, game) or {field.id: field_value(field, value, words)}
    return resolved


def both_figures(field: SheetField, value: str, game: GameSystem) -> dict[str, str] | None:
    """Return `8/12` as both figures of a field that has two, or None for another field or value."""
    second = second_of(game, field)
    if not second or not re.fullmatch(r"-?\d+/\d+", value):
        return None
    return dict(zip((field.id, second), value.split("/"), strict=True))


def _pair(name: str, value: str, fields: tuple[SheetField, ...], words: Words) -> dict[str, str] | None:
    """Return `fuerza=12/11` as the fields of the attribute, or None for another field."""
    attributes = {field.path[1] for field in fields if _is_score(field)}
    meanings = {word: each for each in attributes for word in synonyms(words, "attribute", each)}
    attribute = only(name, meanings)
    if attribute is None or not re.fullmatch(r"\d+(/\d+)?", value):
        return None
    own = [field.id for field in fields if field.path[1:2] == (attribute,)]
    return dict(zip(own, value.split("/"), strict=False))


def _field(name: str, fields: tuple[SheetField, ...], words: Words, code: str) -> SheetField:
    meanings: dict[str, str] = {}
    for field in fields:
        *typed, id_ = synonyms(words, "field", field.id)
        meanings |= dict.fromkeys((*typed, id_.replace("_", "")), field.id)
    wanted = name.replace("_", " ")
    found = only(wanted, meanings) or only(wanted, _by_last_word(meanings))
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
