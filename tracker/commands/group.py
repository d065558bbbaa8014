"""Commands of the group: sheets, newcomers, templates, settings of the campaign."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise, takewhile

from msgspec import Struct
from msgspec.structs import replace

from tracker.commands import library
from tracker.commands.command import Command
from tracker.commands.matching import match_one, matches, normalize
from tracker.commands.pasting import take_optional_stat_blocks
from tracker.commands.reading import Reader, Word, creature_reader, creatures_reader, visibility
from tracker.commands.vocabulary import blank, choice_of, forms, is_keyword, localized_pattern
from tracker.commands.vocabulary import meanings as words_for
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.game_system import GameSystem
from tracker.rules.refusal import Refusal
from tracker.rules.sheet_field import FieldKind, SheetField
from tracker.rules.text import with_plain_signs
from tracker.session.moves import campaign, groups, kinds, party
from tracker.session.moves.library import find_adversary
from tracker.session.moves.party import Arrival
from tracker.session.sheet_fields import field_of, second_of
from tracker.session.text import clean
from tracker.wording.words import Words, synonyms, term, value_spaces, value_text

_MOST_WORDS = 3
"""How many words of a field's name may stand before the one with the equals sign."""
_ASSIGNMENT = re.compile(r"(?P<field>[^=\s]+)=(?P<value>.*)", re.DOTALL)
_FIGURE = re.compile(r"[+-]?\d+(/\d+)?|\d*d\d+([+-]\d+)?")
_NAMED_KIND = re.compile(r"[^\W_]\*")
"""A kind that is named: `goblin*`. A star alone means those who are there."""
_COMMA = re.compile(r"(?<!\d),|,(?!\d)")


class _Word(Struct, frozen=True):
    """A word of a name or of a value; in quotes it has no other meaning."""

    text: str
    """The word with its signs as typed."""
    quoted: bool = False
    field: str = ""
    """The field whose value begins with it."""
    comma: bool = False
    """A comma stands behind it."""


def join(reader: Reader, form: Mapping[str, str] | None = None) -> Command:
    """Read `pc NAME [, NAME …] [FIELD=VALUE …] [, …]`, or a stat block.

    Fields in the line win over those of a form filled in beside it.
    """
    if pasted := take_optional_stat_blocks(reader):
        return Command(
            "join",
            lambda history, roll, fresh: party.join_pasted(history.session, pasted, form or {}, fresh),
            pasted=pasted,
        )
    people: list[tuple[str, Mapping[str, str]]] = []
    for words, values in _words_and_values(reader, people=True):
        _refuse_field(_field_in(words, reader))
        for name in _split_names(words):
            full_name = " ".join(word.text for word in name)
            _refuse_reserved(full_name, name, reader)
            people.append((full_name, {**(form or {}), **values}))
    return Command("join", lambda history, roll, fresh: party.join_together(history.session, people, fresh))


def appear(reader: Reader) -> Command:
    """Read `appear [hidden|shown] [N] NAME [group] [, …] [FIELD=VALUE …] [, …]`.

    The creatures join the encounter being played, with `group` in one row. A stat block may replace the name.
    """
    hidden = reader.take_visibility(before_name=True)
    word = reader.peek() or ""
    count = reader.take_number("N") if word.isdigit() else 1
    if pasted := take_optional_stat_blocks(reader):
        return library.bring_pasted(pasted, count, hidden=hidden)
    arrivals: list[Arrival] = []
    for words, values in _words_and_values(reader):
        for name in _split_names(words):
            if word.isdigit() and not arrivals and re.fullmatch(r"\d{1,9}", name[0].text):
                raise reader.unknown_word_refusal(name[0].text)
            kind = replace(_parse_kind(name), values=values)
            _refuse_reserved(kind.name, name, reader)
            arrivals += _arrivals(kind if arrivals else replace(kind, count=count), words, reader)
    return Command(
        "appear",
        lambda history, roll, fresh: party.appear(history.session, arrivals, fresh, hidden=hidden),
    )


def _refuse_reserved(name: str, words: Sequence[_Word], reader: Reader) -> None:
    """Refuse a name without quotes that means several creatures, `all`, or somebody else, `@`."""
    if not any(word.quoted for word in words):
        reader.refuse_everybody(name)


def _parse_kind(words: Sequence[_Word]) -> Arrival:
    """Parse a kind: its name, a number before it, and the keyword for a group behind it."""
    is_numbered = len(words) > 1 and not words[0].quoted and re.fullmatch(r"\d{1,9}", words[0].text)
    count, name_words = (int(words[0].text), words[1:]) if is_numbered else (1, words)
    is_grouped = (
        len(name_words) > 1 and not name_words[-1].quoted and is_keyword(name_words[-1].text, "group")
    )
    name = " ".join(word.text for word in (name_words[:-1] if is_grouped else name_words))
    return Arrival(name, count, grouped=is_grouped)


def _arrivals(kind: Arrival, words: Sequence[_Word], reader: Reader) -> Sequence[Arrival]:
    """Find who arrives when a kind is named.

    The name is looked up in the campaign's templates, in the library, then among earlier adversaries;
    otherwise the kind is new.
    """
    template_names = {template.name: template.name for template in reader.session.templates.values()}
    if normalize(kind.name) not in map(normalize, template_names):
        library_arrivals = library.arrivals_of(reader, kind, whole=bool(matches(kind.name, template_names)))
        if library_arrivals:
            return library_arrivals
    if (name := match_one(kind.name, template_names)) is not None:
        return (replace(kind, name=name),)
    if (template := find_adversary(reader.context.history, kind.name)) is not None:
        return (replace(kind, template=template),)
    _refuse_field(_field_in(words, reader))
    return (kind,)


def gather(reader: Reader) -> Command:
    """Read `gather WHO [NAME]`."""
    creature_ids, is_quoted, name = (
        reader.take_creatures(whole=True),
        reader.has_quoted_rest,
        reader.take_rest_name(),
    )
    if not is_quoted:
        reader.refuse_everybody(name)
    return Command("gather", lambda history, roll, fresh: groups.gather(history.session, creature_ids, name))


def sheet(reader: Reader) -> Command:
    """Read `sheet WHO FIELD=VALUE …`; with `goblin*` it also reaches the goblins to come."""
    word, by_kind = reader.peek(), _NAMED_KIND.search(reader.text().partition("=")[0]) is not None
    creature_ids = reader.without_dead(word, reader.take_creatures(whole=True))
    values = _take_values(reader)
    if not values:
        raise Refusal("missing", what=localized_pattern("FIELD=VALUE"), usage=reader.usage)
    return Command(
        "sheet",
        lambda history, roll, fresh: kinds.edit_sheets(
            history.session, creature_ids, values, fresh, by_kind=by_kind
        ),
    )


def annotate(reader: Reader) -> Command:
    """Read `annotate WHO TEXT`."""
    who, text = reader.take_creature(), reader.take_rest()
    return Command("annotate", lambda history, roll, fresh: campaign.annotate(history.session, who, text))


def rename(reader: Reader) -> Command:
    """Read `rename WHO NAME`; a name in quotes may contain anything."""
    who = reader.take_creature()
    is_quoted, name = reader.has_quoted_rest, reader.take_rest_name()
    if not is_quoted:
        reader.refuse_everybody(name)
        words = [_Word(each) for each in name.split()]
        assigned = (word.text for word in words if _is_field(word.text.partition("=")[0], reader))
        _refuse_field(next((each for each in assigned if "=" in each), "") or _field_in(words, reader))
    return Command("rename", lambda history, roll, fresh: party.rename_creature(history.session, who, name))


def tell_name(reader: Reader) -> Command:
    """Read `name hidden|shown WHO`: whether the players know the name."""
    hidden = reader.take_visibility()
    if hidden is None:
        word = reader.take_choice(choice_of("hidden", "shown"), words_for("hidden", "shown"))
        hidden = word == "hidden"
    creature_ids = reader.take_creatures(whole=True)
    reader.expect_end()
    return Command(
        "name", lambda history, roll, fresh: party.reveal_names(history.session, creature_ids, hidden=hidden)
    )


def template(reader: Reader) -> Command:
    """Read `template WHO [NAME]`."""
    who, name = reader.take_creature(), reader.take_rest_name()
    return Command(
        "template", lambda history, roll, fresh: party.keep_template(history.session, who, name, fresh)
    )


dismiss = creatures_reader("dismiss", party.dismiss)
split = creatures_reader("split", groups.split)
recruit = creature_reader("recruit", partial(party.move_to_party, joins=True))
part = creature_reader("part", partial(party.move_to_party, joins=False))


def setting(reader: Reader) -> Command:
    """Read `setting WHICH VALUE`."""
    fields = campaign.settings_of(reader.session)
    field = _require_field(reader.take(blank("which")), fields, reader.words, "unknown_setting")
    value = field_value(field, reader.take_rest(), reader.words)
    return Command(
        "setting", lambda history, roll, fresh: campaign.choose_setting(history.session, field.id, value)
    )


def field_value(field: SheetField, text: str, words: Words) -> str:
    """Translate a typed value: the words for choices, also inside lists, become ids."""
    if field.kind is FieldKind.LIST:
        return _ids_text(field, text, words)
    if field.kind is not FieldKind.CHOICE:
        return text
    meanings = choice_words(field, words)
    choice = match_one(text, meanings) or match_one(text, _by_last_word(meanings))
    if choice is None:
        choices = ", ".join(value_text(field, each, words) for each in field.choices)
        raise Refusal("bad_choice", field=field.id, value=clean(text, NAME_LENGTH), known=choices)
    return choice


def _ids_text(field: SheetField, text: str, words: Words) -> str:
    """Replace the game's own words in a list by their ids; other words stay."""
    ids = {
        normalize(word): key for key in words.space(field.id) for word in synonyms(words, field.id, key)[:-1]
    }
    return ", ".join(ids.get(normalize(part), part.strip()) for part in text.split(","))


def choice_words(field: SheetField, words: Words) -> dict[str, str]:
    """Map the words for a field's choices: in Spanish, in the language in use, and as ids."""
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
    """Take the names between commas and the values they share, until the line ends.

    A comma ends values, unless it stands in a list (`weapons=Mace 4, Sling 2`) or in quotes. Names of
    `people` begin with a capital, so a comma before a small letter is part of a text: `concept=ex-fighter,
    now muscle`.
    """
    words = _take_words(reader)
    while True:
        name_words = list(takewhile(lambda word: not word.field, words))
        if not name_words:
            raise Refusal("missing", what=blank("name"), usage=reader.usage)
        values, words = _values_before(words[len(name_words) :], reader, people=people)
        yield name_words, _resolve_values(values, reader)
        if not words:
            return


def _values_before(
    words: list[_Word], reader: Reader, *, people: bool
) -> tuple[list[tuple[str, str]], list[_Word]]:
    """Split words into the values at their beginning and the words of the next creature.

    If a field comes twice, the last comma before its second value is where the next creature begins.
    """
    values: list[tuple[str, list[_Word]]] = []
    split_place = 0
    for place, word in enumerate(words):
        if word.field and normalize(word.field) in (normalize(name) for name, _words in values):
            if not split_place:
                raise _field_twice(word.field)
            return _values_by_field(values, len(words[split_place:place])), words[split_place:]
        if word.field:
            values, split_place = [*values, (word.field, [word])], 0
        else:
            values[-1][1].append(word)
        following = words[place + 1 :]
        if word.comma and following and not following[0].field:
            if _ends_value(values[-1][0], word, following, reader, people=people):
                return _values_by_field(values), following
            split_place = place + 1
    return _values_by_field(values), []


def _ends_value(name: str, word: _Word, following: Sequence[_Word], reader: Reader, *, people: bool) -> bool:
    """Whether the comma behind a word ends a field's value; otherwise the value goes on."""
    if _match_attribute(name, reader) is not None:
        return True
    match _require_field(name, reader.session.game.fields, reader.words, "unknown_field").kind:
        case FieldKind.LIST | FieldKind.MARKED:
            return False
        case FieldKind.SCORES | FieldKind.EFFECTS | FieldKind.COUNTERS:
            element = _until_comma(following)
            return not any(letter.isdigit() for each in element[1:] for letter in each.text)
        case FieldKind.TEXT | FieldKind.NOTES if people and not word.quoted:
            return word.text[-1:].isdigit() or following[0].text[:1].isupper()
        case _:
            return True


def _until_comma(words: Sequence[_Word]) -> list[_Word]:
    name_words = list(takewhile(lambda word: not word.field, words))
    length = next((place for place, word in enumerate(name_words, 1) if word.comma), len(name_words))
    return name_words[:length]


def _values_by_field(values: Iterable[tuple[str, list[_Word]]], left_out: int = 0) -> list[tuple[str, str]]:
    """Join each field's words into its value, without the last `left_out` words of the last value."""
    fields = [(name, [*words]) for name, words in values]
    if fields:
        del fields[-1][1][len(fields[-1][1]) - left_out :]
    return [(name, _value_text(words)) for name, words in fields]


def _value_text(words: Sequence[_Word]) -> str:
    """Join the words of a value; a comma behind the last one is not part of it."""
    texts = (f"{word.text}," if word.comma else word.text for word in words)
    text = " ".join(filter(None, texts))
    return text[:-1] if words and words[-1].comma else text


def _take_words(reader: Reader) -> list[_Word]:
    """Take the rest of a line as words that end at commas; refuses a blank before an equals sign."""
    words = [each for word in reader.take_remaining_words() for each in _split_at_commas(word)]
    return _with_whole_fields(words, reader)


def _with_whole_fields(words: Sequence[_Word], reader: Reader) -> list[_Word]:
    """Give a field of several words those before its last one: `light wound=a cut`, without quotes."""
    names = {normalize(each) for each in _field_names(reader) if " " in each}
    whole: list[_Word] = []
    for word in words:
        count = _words_of_field(word, whole, names) if word.field and names else 0
        parts = [*(each.text for each in whole[len(whole) - count :]), word.field]
        whole = [*whole[: len(whole) - count], replace(word, field=" ".join(parts))]
    return whole


def _words_of_field(word: _Word, before: Sequence[_Word], names: Collection[str]) -> int:
    """Count the plain words before an assignment that make one of these names with its field."""
    for count in range(min(len(before), _MOST_WORDS), 0, -1):
        parts = before[-count:]
        is_plain = not any(each.quoted or each.comma or each.field for each in parts)
        if is_plain and normalize(" ".join([*(each.text for each in parts), word.field])) in names:
            return count
    return 0


def _field_names(reader: Reader) -> Iterator[str]:
    for field in reader.session.game.fields:
        yield from synonyms(reader.words, "field", field.id)
        if _is_score(field):
            yield from synonyms(reader.words, "attribute", field.path[1])


def _split_at_commas(word: Word) -> Iterator[_Word]:
    """Split a word at its commas; of a word in quotes only a comma right behind them counts."""
    if word.quoted or word.field:
        text = word.typed[len(word.field) :].removesuffix("," if word.comma else "")
        yield _Word(text, quoted=True, field=word.field[:-1], comma=word.comma)
        return
    if word.text.startswith("="):
        raise Refusal("blank_before_equals", form=localized_pattern("FIELD=VALUE"))
    start = 0
    for comma in (*_COMMA.finditer(word.text), None):
        end = comma.start() if comma else len(word.text)
        match = _ASSIGNMENT.fullmatch(word.text[start:end])
        field = match["field"] if match else ""
        value = start + (match.start("value") if match else 0)
        if field or value < end or comma:
            yield _Word(word.typed[value:end], field=field, comma=comma is not None)
        start = end + 1


def _split_names(words: Sequence[_Word]) -> list[list[_Word]]:
    """Split words into names at their commas; one empty name if there are no words."""
    names: list[list[_Word]] = [[]]
    for word in words:
        if word.text:
            names[-1].append(word)
        names += [[]] if word.comma else []
    return [each for each in names if each] or [[_Word("")]]


def _field_in(words: Sequence[_Word], reader: Reader) -> str:
    """Find two words of a name that are a field and its value, as `strength=12/10`; empty if none are."""
    bare = ("" if word.quoted else word.text for word in words)
    pairs = ((name, value) for name, value in pairwise(bare) if _FIGURE.fullmatch(value))
    return next((f"{name}={value}" for name, value in pairs if _is_field(name, reader)), "")


def _is_field(name: str, reader: Reader) -> bool:
    """Whether a word is the whole name of a field or of an attribute."""
    words, fields = reader.words, reader.session.game.fields
    names = {normalize(each) for field in fields for each in synonyms(words, "field", field.id)}
    scores = {field.path[1] for field in fields if _is_score(field)}
    names |= {normalize(each) for score in scores for each in synonyms(words, "attribute", score)}
    return normalize(name.replace("_", " ")) in names


def _refuse_field(assignment: str) -> None:
    if assignment:
        raise Refusal("field_in_name", form=clean(assignment, NAME_LENGTH))


def _take_values(reader: Reader) -> dict[str, str]:
    """Take `FIELD=VALUE` until the line ends; a value goes on until the next assignment.

    `strength=12/11` is an attribute's value and its difficulty, `health=8/12` a current value and its
    maximum.
    """
    values: list[tuple[str, list[_Word]]] = []
    for word in _take_words(reader):
        if word.field:
            values.append((word.field, []))
        elif not values:
            raise reader.unknown_word_refusal(word.text)
        values[-1][1].append(word)
    return _resolve_values(_values_by_field(values), reader)


def _resolve_values(values: Iterable[tuple[str, str]], reader: Reader) -> dict[str, str]:
    """Key values by the ids of their fields; refuses a field given twice."""
    game, words = reader.session.game, reader.words
    resolved: dict[str, str] = {}
    for name, value in values:
        new_values = _attribute_fields(name, value, reader)
        if new_values is None:
            field = _require_field(name, game.fields, words, "unknown_field")
            new_values = split_figures(field, value, game) or {field.id: field_value(field, value, words)}
        if not new_values.keys().isdisjoint(resolved):
            raise _field_twice(name)
        resolved |= new_values
    return resolved


def _field_twice(name: str) -> Refusal:
    return Refusal("field_twice", name=clean(name, NAME_LENGTH))


def split_figures(field: SheetField, value: str, game: GameSystem) -> dict[str, str] | None:
    """Split `8/12` into both figures of a field that has two; None for any other field or value."""
    second, value = second_of(game, field), with_plain_signs(value)
    if not second or not re.fullmatch(r"-?\d+/\d+", value):
        return None
    return dict(zip((field.id, second), value.split("/"), strict=True))


def _attribute_fields(name: str, value: str, reader: Reader) -> dict[str, str] | None:
    """Split `strength=12/11` into the fields of the attribute; None for any other field."""
    attribute, value = _match_attribute(name, reader), with_plain_signs(value)
    if attribute is None:
        return None
    own_fields = [field.id for field in reader.session.game.fields if field.path[1:2] == (attribute,)]
    if len(own_fields) == 1:
        return None
    if not re.fullmatch(r"\d+(/\d+)?", value):
        raise Refusal("bad_number", field=own_fields[0], value=clean(value, NAME_LENGTH))
    return dict(zip(own_fields, value.split("/"), strict=False))


def _match_attribute(name: str, reader: Reader) -> str | None:
    attributes = {field.path[1] for field in reader.session.game.fields if _is_score(field)}
    return match_one(
        name, {word: each for each in attributes for word in synonyms(reader.words, "attribute", each)}
    )


def _require_field(name: str, fields: tuple[SheetField, ...], words: Words, code: str) -> SheetField:
    meanings: dict[str, str] = {}
    for field in fields:
        *typed, id_ = synonyms(words, "field", field.id)
        meanings |= dict.fromkeys((*typed, id_.replace("_", "")), field.id)
    spaced_name = name.replace("_", " ")
    field_id = match_one(spaced_name, meanings) or match_one(spaced_name, _by_last_word(meanings))
    if field_id is None:
        known_names = ", ".join(dict.fromkeys(_field_words(fields, words)))
        raise Refusal(code, name=clean(name, NAME_LENGTH), known=known_names)
    return field_of(fields, field_id)


def _by_last_word(meanings: Mapping[str, str]) -> dict[str, str]:
    """Map the last words of the names, so that `armour` is enough for the armour die."""
    last_words: dict[str, str] = {}
    for name, meaning in meanings.items():
        last_words.setdefault(name.split()[-1], meaning)
    return last_words


def _field_words(fields: tuple[SheetField, ...], words: Words) -> Iterator[str]:
    """Yield the names that may be typed: the attribute of a score, the name of any other field."""
    for field in fields:
        if _is_score(field):
            yield term(words, "attribute", field.path[1])
        else:
            yield term(words, "field", field.id).replace(" ", "_")


def _is_score(field: SheetField) -> bool:
    return len(field.path) == len(("collection", "score", "part"))
