"""Commands for the acts of a game, `damage goblin* 5`, read by the parameters that each act declares."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from tracker.commands.command import Command
from tracker.commands.figures import ROUNDS, parse_duration
from tracker.commands.matching import match_one, normalize
from tracker.commands.names import is_everybody
from tracker.commands.reading import Reader
from tracker.commands.vocabulary import blank, is_keyword, localized_pattern
from tracker.rules.dice.tokens import MODES
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.random_table import RandomTable
from tracker.rules.refusal import Refusal
from tracker.rules.system import Act, Kind, Param, RulesContext, Whose
from tracker.rules.text import with_plain_signs
from tracker.session.aim import aim_of
from tracker.session.effects import SHARED_OUT, params_of, with_usual_shares
from tracker.session.groups import mates_of, standing
from tracker.session.moves import party
from tracker.session.state import Session
from tracker.session.text import clean
from tracker.wording.words import Words, choice_space, synonyms, term

_DURATION = re.compile(r"\d+[dhms].*", re.IGNORECASE)
_SHAPES = {
    Kind.MODIFIER: re.compile(r"[+-]\d{1,3}"),
    Kind.NUMBER: re.compile(r"\d{1,6}"),
    Kind.EFFECT: re.compile(r"\d{1,6}|(?=.*\d)[\d(d].*", re.IGNORECASE),
    Kind.ROUNDS: ROUNDS,
    Kind.HOURS: _DURATION,
    Kind.AGO: _DURATION,
    Kind.CHANCE: re.compile(r"\d{1,6}\+?"),
    Kind.METRES: re.compile(r"\d{1,6}([.,]\d{1,2})?m?"),
}
_USAGES = {
    Kind.FLAG: "{name}",
    Kind.LABELLED: "{name} N",
    Kind.SIGNED: "{name}+N|{name}-N",
    Kind.AGO: "{name} 2h",
    Kind.PHRASE: "{name} …",
    Kind.MODIFIER: "+N|-N",
    Kind.ROUNDS: "3r",
    Kind.HOURS: "8h",
    Kind.CHANCE: "{NAME}+",
}
"""The usage of a parameter by its kind; all other kinds show their name."""
_MEASURES = {Kind.HOURS: "duration", Kind.AGO: "duration", Kind.METRES: "distance"}
"""The unit of a figure that is not a plain number."""
_MEASURED = (Kind.ROUNDS, Kind.HOURS, Kind.AGO)
"""Figures whose unit may be the next word: `3 rounds`."""
_SHORTEST = 3
"""The fewest letters of an abbreviation where free text is possible too."""

_LABELLED = re.compile(r"\d{1,6}")
_BY_NAME = (Kind.FLAG, Kind.LABELLED, Kind.PHRASE, Kind.AGO)
"""Parameters that stand behind their name in the line."""
_WORDED = (Kind.TEXT, Kind.NAME)
"""Parameters that take any words."""
_OUT_OF_RANGE = (f"{each}_out_of_range" for each in ("figure", "duration", "distance"))
_WRONG_FIGURES = ("missing", "bad_duration", *_OUT_OF_RANGE)
"""Refusals of a parameter that was recognized but has a wrong value."""
_OPERATORS = ("+", "-", "*", "/")
_LINKS = {Kind.CREATURE: "against", Kind.DEALER: "from"}
"""Keywords before the name of a creature."""
_SOURCE_KEYWORDS = ("from", "by")
"""Keywords before the source of a condition."""
_SHARE_FLAGS = ("half", "double")
"""Flags that may be limited to some targets: `half bea,carla`."""


# The usage of an act.
def act_usage(act: Act, words: Words) -> str:
    """Build the usage of an act from its parameters."""
    params = [param for param in params_of(act) if param is not SHARED_OUT]  # it is usual
    parts = [_param_usage(act, param, words) for param in params]
    parts = [part if param.required else f"[{part}]" for part, param in zip(parts, params, strict=True)]
    who = [] if act.whose is Whose.TABLE else [blank("who")]
    faces = [localized_pattern("[= FACES]")] if act.rolls else []
    return " ".join([term(words, "verb", act.id), *who, *parts, *faces])


def _param_usage(act: Act, param: Param, words: Words) -> str:
    # An act may have its own word for a parameter.
    own_space = f"param.{act.id}"
    space = own_space if words.has(own_space, param.name) else "param"
    name = term(words, space, param.name)
    if param.kind is Kind.DEALER:
        return localized_pattern("from WHO")
    return _USAGES.get(param.kind, "{NAME}").format(name=name, NAME=name.upper())


# The line is read word by word; each word goes to the parameter that it fits.
def read_act(act: Act, reader: Reader) -> Command:
    """Read the creatures of an act and its parameters, in any order; free text is the rest of the line."""
    creature_ids, args, others = _take_actors(act, reader)
    for word in reader.take_remaining():
        if reader.is_before_duration(word):
            continue
        if is_keyword(word, "everybody") and (mates := _with_row_mates(reader, creature_ids)):
            creature_ids = mates
            continue
        _take_word(act, word, args, reader, creature_ids)
    args = {**others, **args}
    for param in params_of(act):
        if param.required and param.name not in args:
            raise _missing_param(param, args, act, reader, creature_ids)
    # A target that only a share names takes part in the act too.
    shared = (args.get(share) for share in _SHARE_FLAGS)
    targets = (who for share in shared if isinstance(share, tuple) for who in share)
    all_ids = tuple(dict.fromkeys((*creature_ids, *targets)))
    args = with_usual_shares(act, all_ids, args)
    return Command(
        act.id, lambda history, roll, fresh: party.act(history.session, act.id, all_ids, args, roll)
    )


def _with_row_mates(reader: Reader, creature_ids: tuple[str, ...]) -> tuple[str, ...]:
    """Add the standing creatures of the same rows; empty if nobody shares a row."""
    session, fight = reader.session, reader.session.fight
    rows = [mates_of(session, fight, who) for who in creature_ids] if fight else []
    if fight is None or all(len(members) == 1 for members in rows):
        return ()
    mates = (who for members in rows for who in standing(session, fight, members))
    return tuple(dict.fromkeys((*creature_ids, *mates)))


def _missing_param(
    param: Param, args: Mapping[str, Any], act: Act, reader: Reader, creature_ids: tuple[str, ...]
) -> Refusal:
    """Refuse a missing parameter, or the free text that may have been meant for it."""
    numbered_name = re.fullmatch(r"(?P<stem>.*\D) (?P<number>\d+)", reader.text())
    if not args and numbered_name and param.kind in (Kind.EFFECT, Kind.NUMBER):
        param_word, verb = term(reader.words, "param", param.name), term(reader.words, "verb", act.id)
        parts = {each: clean(text, NAME_LENGTH) for each, text in numbered_name.groupdict().items()}
        return Refusal("name_with_number", name=numbered_name[0], what=param_word.upper(), verb=verb, **parts)
    texts = [str(args[each.name]) for each in params_of(act) if each.kind in _WORDED and each.name in args]
    if texts and (choices := _choices(param, reader, creature_ids)):
        return _unknown_choice(texts[0], choices)
    return Refusal("missing", what=term(reader.words, "param", param.name), usage=reader.usage)


def _take_actors(act: Act, reader: Reader) -> tuple[tuple[str, ...], dict[str, Any], dict[str, Any]]:
    """Take the creatures of an act, with what they bring: arguments, and others unless the line names some.

    Without a name, an act that takes time is for the whole party, and any other for whom its key is. The
    clock advances if every present and able member of the party takes part, named or not. Of `all` and
    `goblin*` the dead are left out while another creature lives.
    """
    if act.whose is Whose.TABLE:
        return (), {}, {}
    takes_figure = any(param.kind is Kind.EFFECT and param.required for param in act.params)
    if takes_figure and (group := reader.take_group_before_figure()):
        return group, {}, {}
    word = reader.peek()
    if not act.lasts and (word is None or _is_amount(act, word, reader)):
        return _aimed(act, reader)
    is_nobody = word is None or bool(_DURATION.fullmatch(reader.peek_measured() or ""))
    is_everyone = is_everybody(word or "")
    for_all = bool(act.lasts) and (is_nobody or is_everyone)
    creature_ids = reader.session.party() if for_all and is_nobody else reader.take_creatures()
    creature_ids = reader.without_dead("*" if for_all else word, creature_ids)
    moves_clock = for_all or (bool(act.lasts) and _is_whole_party(creature_ids, reader.session))
    return creature_ids, {"clock": True} if moves_clock else {}, {}


def _is_amount(act: Act, word: str, reader: Reader) -> bool:
    """Whether a word is the figure of an act, and not the name of a creature: `damage 3`."""
    kinds = [
        param.kind for param in act.params if param.required and param.kind in (Kind.EFFECT, Kind.NUMBER)
    ]
    return any(_SHAPES[kind].fullmatch(word) for kind in kinds) and not reader.names_somebody()


def _aimed(act: Act, reader: Reader) -> tuple[tuple[str, ...], dict[str, Any], dict[str, Any]]:
    """Return whom an act without a name is for; refuses `nobody` if the GM must say."""
    aim = aim_of(reader.context.history, act, reader.context.pointer)
    if not aim.creature_ids or aim.is_one_of:
        raise Refusal("nobody")
    param = next((param for param in act.params if param.kind is Kind.CREATURE), None)
    others = aim.others if param and param.several and len(aim.others) > 1 else "".join(aim.others[:1])
    return aim.creature_ids, {}, {param.name: others} if param and others else {}


def _is_whole_party(creature_ids: Collection[str], session: Session) -> bool:
    """Whether every present and able member of the party is among these creatures."""
    present_ids = [who for who in session.present() if session.creatures[who].party]
    able = [who for who in present_ids if not session.is_out(who)]
    return bool(able) and all(who in creature_ids for who in able)


def _take_word(
    act: Act, word: str, args: dict[str, Any], reader: Reader, creature_ids: tuple[str, ...]
) -> None:
    """Put one word into the parameter that it fits: by name first, then by shape."""
    open_params, gm_describes = _open_params(act, args), _gm_describes_choice(act, args)
    text = next((param for param in open_params if param.kind in _WORDED), None)
    other_params = [param for param in open_params if param is not text]
    quoted = reader.was_quoted and not any(param.required for param in other_params)
    if text and (gm_describes or quoted or not other_params):
        args[text.name] = _take_text(act, text, args, reader, creature_ids)
    elif (linked_value := _take_linked(word, open_params, reader)) is not None:
        args.update(linked_value)
    else:
        _take_meant(act, word, args, reader, creature_ids)


def _open_params(act: Act, args: Mapping[str, Any]) -> list[Param]:
    """Find the parameters that may still come; no text once the choice made needs none."""
    remaining = [each for each in params_of(act) if each.name not in args or each.kind is Kind.MODIFIER]
    return [
        each
        for each in remaining
        if each.kind is not Kind.TEXT or _gm_describes_choice(act, args) is not False
    ]


def _take_meant(
    act: Act, word: str, args: dict[str, Any], reader: Reader, creature_ids: tuple[str, ...]
) -> None:
    """Put a word into the parameter that it names, whose shape it has, or that takes any word."""
    open_params = _open_params(act, args)
    if any(param.kind in _MEASURED for param in open_params):
        word = reader.take_unit_after(word)
    word = reader.take_longest_name(word, _meanings(open_params, reader, creature_ids))
    if (meaning := _match_key(word, open_params, reader, creature_ids)) is not None:
        name, _sep, choice = meaning.partition("=")
        param = next(each for each in open_params if each.name == name)
        args[name] = choice or _take_named(param, [each for each in open_params if each is not param], reader)
        return
    if (figure := _figure_param(word, open_params)) is not None:
        _put_figure(figure, _take_expression(word, reader) if figure.kind is Kind.EFFECT else word, args)
        return
    for param in open_params:
        if param.kind in _WORDED:
            args[param.name] = _take_text(act, param, args, reader, creature_ids)
            return
        if param.kind is Kind.SUPPLY:
            args[param.name] = _read_supply(act, args, reader, creature_ids)
            return
        if (value := _read_reference(param, reader, or_text=_has_text(open_params))) is not None:
            args[param.name] = value
            return
    raise _unknown_word(word, open_params, reader, creature_ids)


def _take_linked(word: str, params: list[Param], reader: Reader) -> dict[str, Any] | None:
    """Take a value that a keyword or a label introduces: `against bea`, `from goblin`, `rival+2`."""
    for param in params:
        if param.kind in _LINKS and is_keyword(word, _LINKS[param.kind]):
            return {param.name: _take_targets(param, reader)}
        if param.kind is Kind.SIGNED:
            for name in map(normalize, synonyms(reader.words, "param", param.name)):
                number = normalize(word).removeprefix(name)
                if normalize(word).startswith(name) and _SHAPES[Kind.MODIFIER].fullmatch(number):
                    return {param.name: int(number)}
    return None


def _take_flag(param: Param, reader: Reader) -> bool | tuple[str, ...]:
    """Take a flag, or the targets that a share is limited to: `half bea,carla`."""
    if param.name in _SHARE_FLAGS and reader.peek() is not None and reader.names_somebody():
        return reader.take_creatures()
    return True


def _unknown_word(word: str, params: list[Param], reader: Reader, creature_ids: tuple[str, ...]) -> Refusal:
    """Refuse a word; if a choice is required, list the known ones."""
    for param in params:
        if param.required and param.kind is Kind.CHOICE:
            if choices := _choices(param, reader, creature_ids):
                return _unknown_choice(word, choices)
            param_word = term(reader.words, "param", param.name)
            return Refusal("nothing_to_choose", value=clean(word, NAME_LENGTH), what=param_word)
    return reader.unknown_word_refusal(word)


def _unknown_choice(word: str, choices: Sequence[str]) -> Refusal:
    return Refusal("unknown_choice", value=clean(word, NAME_LENGTH), known=", ".join(choices))


def _choices(param: Param, reader: Reader, creature_ids: tuple[str, ...]) -> Sequence[str]:
    words = reader.words
    if param.offers is not None:
        names = choices_for(param, reader.session.rules_context(), creature_ids)
        spaces = {key: choice_space(words, param, key) for key in names}
        worded = {key: term(words, space, key) for key, space in spaces.items() if words.has(space, key)}
        return [*{**names, **worded}.values()]
    return [term(words, choice_space(words, param, choice), choice) for choice in param.choices]


# Words that stand for something: flags, labels, choices, free text.
def _match_key(word: str, params: list[Param], reader: Reader, creature_ids: tuple[str, ...]) -> str | None:
    """Match a word with a flag, label or choice that it names or abbreviates: `first aid`.

    Where free text is possible, one or two letters abbreviate nothing: `a blind swing` is not Agility. Where
    a creature is possible, its whole name is no abbreviation: `Ana` is not Anatomy.
    """
    meanings = _meanings(params, reader, creature_ids)
    kinds = {param.kind for param in params}
    if normalize(word) not in map(normalize, meanings):
        if kinds & {*_WORDED} and len(word) < _SHORTEST:
            return None
        if Kind.CREATURE in kinds and reader.is_somebody(word):
            return None
    return match_one(word, meanings)


def _gm_describes_choice(act: Act, args: Mapping[str, Any]) -> bool | None:
    """Whether the GM describes the choice made; None if none is made or possible."""
    is_open = (
        args[each.name] in each.open_choices
        for each in params_of(act)
        if each.open_choices and each.name in args
    )
    return next(is_open, None)


def _take_text(
    act: Act, param: Param, args: Mapping[str, Any], reader: Reader, creature_ids: tuple[str, ...]
) -> str:
    """Take free text or a name, from the word just taken on: a text in quotes, else the rest of the line.

    A name ends where only parameters follow, and free text where parameters follow that the act needs.
    """
    if (
        param.of
        and not reader.was_quoted
        and is_keyword(reader.last(), *_SOURCE_KEYWORDS)
        and reader.peek() is not None
    ):
        reader.take("")
    if reader.was_quoted:
        return reader.last()
    other_params = [each for each in params_of(act) if each is not param and each.name not in args]
    if param.kind is Kind.TEXT:
        other_params = [each for each in other_params if each.required or _is_needed(each, act, args)]
    if not other_params:
        return reader.untake().take_rest()
    words = [reader.last()]
    while (next_word := reader.peek_measured()) is not None:
        if _begins_param(next_word, other_params, reader, creature_ids) and _is_only_params(
            act, {**args, param.name: words}, reader, creature_ids
        ):
            break
        words.append(reader.take_typed(""))
    if param.kind is Kind.NAME:
        kinds = {each.kind for each in params_of(act)}
        reader.refuse_reserved(
            words,
            *_names_of(params_of(act), reader),
            holds_spans=kinds.isdisjoint(_MEASURED),
            # The dice of a trap stand behind their name, `damage 1d4`.
            holds_dice=Kind.PHRASE not in kinds,
        )
    return " ".join(words)


def _names_of(params: Sequence[Param], reader: Reader) -> Iterator[str]:
    """Yield the names that introduce parameters in a line."""
    for param in params:
        if param.kind in _BY_NAME:
            yield from synonyms(reader.words, "param", param.name)[:-1]


def _is_needed(param: Param, act: Act, args: Mapping[str, Any]) -> bool:
    return param.name in act.needs_one and not any(name in args for name in act.needs_one)


def _begins_param(word: str, params: list[Param], reader: Reader, creature_ids: tuple[str, ...]) -> bool:
    """Whether a word is one of these parameters: by its shape, or by its whole name."""
    shapes = [_SHAPES[param.kind] for param in params if param.kind in _SHAPES]
    if is_keyword(word, "during"):
        return any(param.kind in _MEASURED for param in params)
    return any(shape.fullmatch(word) for shape in shapes) or normalize(word) in map(
        normalize, _meanings(params, reader, creature_ids)
    )


def _is_only_params(act: Act, args: dict[str, Any], reader: Reader, creature_ids: tuple[str, ...]) -> bool:
    """Whether the rest of the line consists of parameters that are still open, right or wrong."""
    with reader.rewinding():
        try:
            for word in reader.take_remaining():
                if not reader.is_before_duration(word):
                    _take_word(act, word, args, reader, creature_ids)
        except Refusal as refusal:
            return refusal.code in _WRONG_FIGURES
        return True


def _meanings(params: list[Param], reader: Reader, creature_ids: tuple[str, ...]) -> dict[str, str]:
    """Map each word for a flag, label or choice to its meaning: `name` or `name=choice`.

    If two parameters share a word, it means the required one, and of two alike the first.
    """
    words, context = reader.words, reader.session.rules_context()
    meanings: dict[str, str] = {}
    for param in sorted(params, key=lambda each: not each.required)[::-1]:
        if param.kind in _BY_NAME:
            meanings |= dict.fromkeys(synonyms(words, "param", param.name), param.name)
        elif param.kind is Kind.CHOICE and param.offers is not None:
            for key, name in choices_for(param, context, creature_ids).items():
                forms = (*synonyms(words, choice_space(words, param, key), key), name)
                meanings |= dict.fromkeys(forms, f"{param.name}={key}")
        elif param.kind is Kind.CHOICE:
            for choice in param.choices:
                forms = synonyms(words, choice_space(words, param, choice), choice)
                meanings |= dict.fromkeys(forms, f"{param.name}={choice}")
    return meanings


def choices_for(param: Param, context: RulesContext, creature_ids: tuple[str, ...]) -> Mapping[str, str]:
    """Find the choices that every creature has; an act of the table has those of the table."""
    if param.offers is None:
        return {}
    first_choices, *other_choices = (param.offers(context, who) for who in creature_ids or ("",))
    return {key: name for key, name in first_choices.items() if all(key in each for each in other_choices)}


# Figures: their parameters and bounds.
def figures_by_name(param: Param, tables: Mapping[str, RandomTable], words: Words) -> dict[str, int]:
    """Map names to figures: the rows of the GM's own table, else the figures of the rules."""
    if param.figures and param.name in tables:
        return {row.text: row.low for row in tables[param.name].rows}
    return {term(words, param.name, each): figure for each, figure in param.figures.items()}


def _take_named(param: Param, other_params: list[Param], reader: Reader) -> Any:
    """Take the value of a parameter whose name was just read."""
    match param.kind:
        case Kind.FLAG:
            return _take_flag(param, reader)
        case Kind.PHRASE:
            return _take_phrase(param, other_params, reader)
        case _:
            return _take_labelled(param, reader)


def _take_phrase(param: Param, other_params: list[Param], reader: Reader) -> str:
    """Take the words of a phrase, up to the name of another parameter."""
    names = [*_names_of(other_params, reader)]
    words = [reader.take_typed(term(reader.words, "param", param.name))]
    if reader.was_quoted:
        return words[0]
    while (next_word := reader.peek()) is not None and normalize(next_word) not in map(normalize, names):
        words.append(reader.take_typed(""))
    return " ".join(words)


def _take_labelled(param: Param, reader: Reader) -> int:
    name = term(reader.words, "param", param.name)
    figures, next_word = figures_by_name(param, reader.session.tables, reader.words), reader.peek() or ""
    if figures and next_word and not next_word.isdigit():
        word = reader.take_longest_name(reader.take(name), figures)
        figure_name = match_one(word, {each: each for each in figures})
        if figure_name is None:
            raise _unknown_choice(word, [*figures])
        return checked_figure(param, figures[figure_name])
    return checked_figure(
        param, reader.take_duration(name) if param.kind is Kind.AGO else reader.take_number(name)
    )


def checked_figure(param: Param, value: int) -> int:
    """Return a number within the bounds of its parameter; refuses `figure_out_of_range` and its kin."""
    if (param.low is not None and value < param.low) or (param.high is not None and value > param.high):
        code = f"{_MEASURES.get(param.kind, 'figure')}_out_of_range"
        raise Refusal(code, param=param.name, value=value, low=param.low, high=param.high)
    return value


def figure_of(param: Param, text: str) -> int | str:
    """Parse the figure of a parameter that was typed alone: a number, or dice for an effect."""
    kind, text = Kind.EFFECT if param.kind is Kind.EFFECT else Kind.NUMBER, with_plain_signs(text)
    if not _SHAPES[kind].fullmatch(text):
        raise Refusal("bad_figure", value=clean(text, NAME_LENGTH))
    return text if kind is Kind.EFFECT else checked_figure(param, int(text))


def _figure_param(word: str, open_params: list[Param]) -> Param | None:
    """Find the parameter of a figure: by its shape, else the label that the act or the choice asks for.

    `poison 3` is its level; the armour of a shot has its name before it.
    """
    by_shape = (each for each in open_params if each.kind in _SHAPES and _SHAPES[each.kind].fullmatch(word))
    unnamed = (
        each for each in open_params if each.kind is Kind.LABELLED and (each.required or each.only_with)
    )
    return next(chain(by_shape, unnamed if _LABELLED.fullmatch(word) else ()), None)


def _put_figure(param: Param, word: str, args: dict[str, Any]) -> None:
    match param.kind:
        case Kind.MODIFIER:
            args[param.name] = (*args.get(param.name, ()), int(word))
        case Kind.NUMBER | Kind.LABELLED:
            args[param.name] = checked_figure(param, int(word))
        case Kind.CHANCE:
            args[param.name] = checked_figure(param, int(word.rstrip("+")))
        case Kind.ROUNDS:
            args[param.name] = checked_figure(param, int(re.sub(r"\D", "", word)))
        case Kind.HOURS | Kind.AGO:
            args[param.name] = checked_figure(param, parse_duration(word))
        case Kind.METRES:
            metres = float(word.rstrip("m").replace(",", "."))
            args[param.name] = checked_figure(param, round(metres * 100))
        case _:
            args[param.name] = word


def _take_expression(word: str, reader: Reader) -> str:
    """Take the words that continue an expression: `2d6 + 3`, `2d6 advantage` (R1-028)."""
    words = [word]
    while (next_word := reader.peek()) is not None:
        if (
            normalize(next_word) not in MODES
            and next_word[0] not in _OPERATORS
            and words[-1] not in _OPERATORS
        ):
            break
        words.append(reader.take(""))
    # Dice are read when they are played; a sign that ends a sentence is refused here, so that it can go.
    if words[-1][-1] in ".…:,;":
        raise reader.unknown_word_refusal(words[-1])
    return " ".join(words)


def _has_text(params: list[Param]) -> bool:
    return any(param.kind in _WORDED for param in params)


def _take_targets(param: Param, reader: Reader) -> str | tuple[str, ...]:
    """Take the creature that an act is against, or the creatures if it may be against several."""
    if not param.several:
        return reader.take_creature()
    word = reader.peek()
    creature_ids = reader.without_dead(word, reader.take_creatures())
    return creature_ids[0] if len(creature_ids) == 1 else creature_ids


def _read_reference(param: Param, reader: Reader, *, or_text: bool) -> str | tuple[str, ...] | None:
    """Read the word just taken as a creature or several.

    With `or_text` an unknown name is None, because it may be free text.
    """
    if param.kind is not Kind.CREATURE:
        return None
    if param.several:
        return _take_targets(param, reader.untake())
    return reader.untake().take_creature_or_word(_SHORTEST) if or_text else reader.untake().take_creature()


def _read_supply(act: Act, args: Mapping[str, Any], reader: Reader, creature_ids: tuple[str, ...]) -> str:
    """Read the word just taken as a supply that the act does not have yet."""
    used_keys = [args[param.name] for param in act.params if param.kind is Kind.SUPPLY and param.name in args]
    return reader.untake().take_supply(creature_ids[0] if creature_ids else "", used_keys)
