"""Sentences of events, facts, throws, pending rolls and refusals, in the language in use."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import TypeVar

from tracker.rules.dice import Throw
from tracker.rules.fields import NAME_LENGTH, NOTES_LENGTH
from tracker.rules.pending import turns_of
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact, PendingRoll
from tracker.rules.systems import system_of
from tracker.rules.text import fold
from tracker.rules.weapon import ATTACKS
from tracker.session.event import Event
from tracker.session.history import History
from tracker.session.pending import as_one_roll, rolls_of
from tracker.session.players_view import VIEW_FIELDS
from tracker.session.text import clean
from tracker.wording import amounts
from tracker.wording.amounts import AMOUNTS
from tracker.wording.dice import expression_text
from tracker.wording.faces import BRACKETED, roll_text, with_dice
from tracker.wording.goods import fact_goods_text, weight_text
from tracker.wording.language import grammar
from tracker.wording.messages import in_words, say
from tracker.wording.tellings import PENDING_KINDS, Telling, tellings
from tracker.wording.template import GAP, capital, fill, join_names
from tracker.wording.words import (
    Words,
    entry_space,
    entry_term,
    subject_term,
    term,
    value_text,
    variant,
    words_of,
)

LINE_FEED = " / "
"""Stands for a line feed where a text must fit on one line."""
_BY_GM = ("", "gm")
"""Causes of a death that the sentence leaves out: the GM said so."""
_Part = TypeVar("_Part")

MOST_INSIDE, DEEPEST = 200, 3
"""Limits of one event's sentences: facts of other events in them, and how deep those events nest."""
UNTELLABLE = (ArithmeticError, AttributeError, LookupError, RecursionError, Refusal, TypeError, ValueError)
"""Errors raised by a sentence whose data another program wrote."""


class Room:
    """A limit on the other events quoted in the sentences of one event, as an undo quotes what it undoes.

    A save from another program may chain events so that each quotes the next one twice.
    """

    def __init__(self) -> None:
        self._facts = MOST_INSIDE
        self._depth = 0

    @contextmanager
    def inside(self) -> Iterator[bool]:
        """Enter a quoted event; yields whether there is room for it."""
        self._depth += 1
        try:
            yield self._depth <= DEEPEST and self._facts > 0
        finally:
            self._depth -= 1

    @property
    def is_outermost(self) -> bool:
        """Whether the sentences are of the event itself, which keeps them all."""
        return not self._depth

    def fitting(self, parts: Sequence[_Part]) -> Sequence[_Part]:
        """Cut the parts of a quoted event to the room that remains; the outermost event keeps them all."""
        if self.is_outermost:
            return parts
        fitting = parts[: self._facts]
        self._facts -= max(1, len(fitting))
        return fitting


class _Speaker:
    """Writes the data of a sentence: each datum names the space in which its value has a word."""

    def __init__(
        self, words: Words, names: Mapping[str, str], history: History | None, room: Room | None = None
    ) -> None:
        self._words = words
        self._names = names
        self._history = history
        self._room = room or Room()

    def __call__(self, value: object, space: str, data: Mapping[str, object]) -> str:
        if space == "" or space in AMOUNTS:
            return in_words(value, space)
        if space == "value":
            return self._of_field(str(data.get("field") or data.get("setting")), str(value))
        writers: Mapping[str, Callable[[str], str]] = {
            "name": self._of_somebody,
            "whose": lambda who: f"{self._of_somebody(who)}, " if who and who != GAP else "",
            "holder": lambda who: self._of_somebody(who) if who else say("passing.party"),
            "own": _as_own,
            "passing": _passing,
            "because": self._because,
            "named": self._as_named,
            BRACKETED: lambda dice: f" ({dice})" if dice and dice != GAP else "",
            "verb": lambda act_id: term(self._words, "verb", act_id),
            "saying": lambda text: capital(self(text, "said", data)),
            "event": self._of_event,
            "shell": shell_quoted,
            "dice": expression_text,
            "goods": lambda goods: fact_goods_text(goods, self._words),
            "fields": lambda ids: join_names([term(self._words, "field", each) for each in ids.split()]),
            "entries": lambda names: ", ".join(map(self._of_entry, names.split(", "))),
            "weight": lambda hundredths: weight_text(int(hundredths)),
        }
        if space in writers:
            return writers[space](str(value))
        return term(self._words_with(lambda words: words.has(space, str(value))), space, str(value), **data)

    def _words_with(self, knows: Callable[[Words], bool]) -> Words:
        """Fall back on the words of an earlier text of the game if only that one has a name."""
        if self._history is None or knows(self._words):
            return self._words
        earlier_words = map(words_of, self._history.games_before())
        return next(filter(knows, earlier_words), self._words)

    def _of_entry(self, name: str) -> str:
        return entry_term(self._words_with(lambda words: bool(entry_space(words, name))), name)

    def _of_field(self, field_id: str, value: str) -> str:
        game = system_of(self._words.system)
        fields = (*game.fields, *game.scene_fields, *VIEW_FIELDS)
        field = next((each for each in fields if each.id == field_id), None)
        return value_text(field, value, self._words) if field and value else value or "—"

    def _of_somebody(self, who: str) -> str:
        return self._names.get(who, who)

    def _as_named(self, text: str) -> str:
        """Spell a typed name as its creature does; any other text stays as it is."""
        return next((name for name in self._names.values() if fold(name) == fold(text)), text)

    def _because(self, cause: str) -> str:
        if cause in _BY_GM:
            return ""
        cause_text = term(self._words, "cause", cause)
        return f": {cause}" if cause_text == cause else f" {cause_text}"

    def _of_event(self, event_id: str) -> str:
        if self._history is None or event_id not in self._history:
            return event_id
        with self._room.inside() as has_room:
            event = self._history[event_id]
            return " ".join(sentences(event, self._history, self._room)) if has_room else GAP


def _as_own(thing: str) -> str:
    """Put a possessive before a thing: `su antorcha`, `sus flechas`."""
    return say("passing.own_things" if grammar().is_plural(thing) else "passing.own_thing", name=thing)


def _passing(seconds: str) -> str:
    """Say how much time passes: `Pasan un día y 2 horas`."""
    parts = amounts.parts_of(int(seconds))
    sentences: Mapping[str, Callable[[int], str]] = {
        "days": lambda n: say("passing.days", n=n),
        "hours": lambda n: say("passing.hours", n=n),
        "minutes": lambda n: say("passing.minutes", n=n),
        "seconds": lambda n: say("passing.seconds", n=n),
    }
    span = join_names([sentences[unit](count) for unit, count in parts.items()])
    return say("passing.passes", span=span, n=sum(parts.values()))


def shell_quoted(text: str) -> str:
    """Quote a text for a shell, if it needs quotes.

    >>> shell_quoted("Torre"), shell_quoted("La Torre")
    ('Torre', "'La Torre'")
    """
    from shlex import quote  # noqa: PLC0415 - few sentences name an order of the shell

    return quote(text)


def fact_sentence(fact: Fact | Telling, history: History, room: Room | None = None) -> str:
    """Say one fact; a kind without a sentence shows as its id.

    A sentence that fails becomes one that says so, so that the sentences of the other facts survive.
    """
    try:
        sentence = _fact_sentence(fact, history, room)
        lasts = fact.lasts if isinstance(fact, Telling) else None
        return _for_how_long(sentence, _fact_sentence(lasts, history, room)) if lasts else sentence
    except UNTELLABLE:
        return say("sentences.unknown_fact", kind=clean(fact.kind, NAME_LENGTH))


def _for_how_long(sentence: str, duration: str) -> str:
    """Join a duration to the sentence of what lasts: `Bren now suffers Fear for 3 rounds.`."""
    if not sentence.endswith("."):
        return f"{sentence} {duration}"
    return f"{sentence[:-1]} {duration[:1].lower()}{duration[1:]}"


def _fact_sentence(fact: Fact | Telling, history: History, room: Room | None) -> str:
    data: Mapping[str, object] = fact.data
    if fact.kind in PENDING_KINDS:
        roll_data = {
            name: value for name, value in data.items() if name not in _WHOSE and isinstance(value, str | int)
        }
        pending = PendingRoll("", str(fact.data.get("due")), data=roll_data)
        data = {**data, "what": pending_text(pending, history)}
    return _filled_variant("fact", fact.kind, data, history, room) or clean(fact.kind, NAME_LENGTH)


def fact_sentences(facts: Sequence[Fact], history: History, room: Room | None = None) -> list[str]:
    """Say facts; equal facts of several creatures share one sentence."""
    return telling_sentences(tellings(facts, history), history, room)


def telling_sentences(to_say: Iterable[Telling], history: History, room: Room | None = None) -> list[str]:
    """Say tellings; equal sentences in a row become one with their number."""
    runs = groupby(fact_sentence(telling, history, room) for telling in to_say)
    counts = [(sentence, len(list(same))) for sentence, same in runs]
    return [_times(sentence, count) for sentence, count in counts]


def _times(sentence: str, count: int) -> str:
    """Add to a sentence, before its full stop, how often it is said."""
    stop = sentence[-1:] if sentence.endswith((".", "!")) else ""
    return f"{sentence.removesuffix(stop)} (×{count}){stop}" if count > 1 else sentence


_WHOSE = ("due", "who")
_NAMED = ("name", "target", "skill")
"""Data of a pending roll that hold names or creature ids."""


def pending_text(pending: PendingRoll, history: History, count: int = 1) -> str:
    """Name a pending roll by the sentence of its game, or else by its kind and data; then its mode.

    Several are named once with their `count` and without a mode, since each may have its own.
    """
    count = max(count, rolls_of(pending))
    if count > 1:
        roll_name = _text_without_mode(as_one_roll(pending), history)
        return say("report.rolls_of", what=roll_name, count=count)
    text, mode = _text_without_mode(pending, history), pending.data.get("mode")
    return f"{text} ({term(words_of(history.session.system), 'mode', str(mode))})" if mode else text


def _text_without_mode(pending: PendingRoll, history: History) -> str:
    words = words_of(history.session.system)
    if text := _filled_variant("waiting", pending.kind, pending.data, history):
        return text
    details = [
        history.names.get(str(value), "") if name == "target" else term(words, name, str(value))
        for name, value in pending.data.items()
        if name != "mode" and (words.has(name, str(value)) or name in _NAMED)
    ]
    text = " ".join(filter(None, [term(words, "due", pending.kind), *details]))
    times = turns_of(pending)
    return say("report.times_of", what=text, count=times) if times > 1 else text


def _filled_variant(
    space: str,
    kind: str,
    data: Mapping[str, object],
    history: History,
    room: Room | None = None,
) -> str:
    """Fill the sentence of a kind, or its variant for a datum that is not empty; empty without a sentence."""
    words = words_of(history.session.system)
    sentence = variant(words, space, kind, data)
    if sentence is None:
        return ""
    filled = fill(sentence, data, _Speaker(words, history.names, history, room))
    return filled.replace("\n", LINE_FEED).strip()


LABELLED_BY_FACTS = ("free", "table")
"""Purposes of throws whose label a fact already says."""

SPEAKS_FOR_ITSELF = ("test", "save", "chance", "ageing", "attribute")
"""Purposes of throws whose outcome no fact says."""


_CAUSED = frozenset(
    (
        *(
            "armour_ignored",
            "blow_waits",
            "consequence",
            "damaged",
            "died",
            "dying",
            "fell_unconscious",
            "harmed",
            "healed",
        ),
        *("game_called", "game_condition", "game_gained", "game_goes_on", "game_lost", "game_released"),
        *("game_said", "game_same", "game_set", "game_still", "game_told", "left_game", "progress_made"),
        *("game_depleted", "game_dropped", "game_kept", "game_waits"),
        *(
            "impaled",
            "no_hit_points_left",
            "out_of_turns",
            "revived",
            "strikes",
            "struck_down",
            "use_waits",
            "weakened",
            "wounded",
        ),
        *("game_condition", "game_released", "set_back", "tide_turned"),
    )
)
"""Kinds of facts that result from a roll of the same event, and are said after it."""
_OF_ANOTHER = frozenset(("game_lost", "game_gained", "game_set"))
"""Kinds of facts that result from another creature's roll; the roller's own may be the cost of rolling."""


def sentences(event: Event, history: History, room: Room | None = None) -> list[str]:
    """Say an event; a superseded one names the GM who was first."""
    lines = event_sentences(event, history, room)
    winner = history.first_of(event.id)
    if winner is None:
        return lines
    superseded = "sentences.superseded"
    return [say(superseded, gm=winner.gm, told=" ".join(lines))]


def is_undone(event: Event, history: History) -> bool:
    """Tell whether an event no longer counts, other than a superseded one: its own sentence says so."""
    return not history.counts(event.id) and event.id not in history.superseded_events


def event_sentences(event: Event, history: History, room: Room | None = None) -> list[str]:
    """Say the facts of an event, and each throw that no fact describes before the facts that it caused."""
    event, room = event.at_hand, room or Room()
    facts = room.fitting(event.facts)
    words = words_of(history.session.system)
    facts_with_dice = with_dice(facts, event.throws, words)
    if room.is_outermost and (blows := _blows_of(event, facts_with_dice)):
        return [sentence for blow in blows for sentence in _blow_sentences(*blow, history, room)]
    opening, results = (
        fact_sentences(part, history, room) for part in before_and_after(event, facts_with_dice)
    )
    throws = room.fitting(undescribed_throws(event, opening + results))
    return [*opening, *(throw_sentence(throw, history) for throw in throws), *results]


def _blows_of(event: Event, facts: Sequence[Fact]) -> list[tuple[Sequence[Fact], Throw | None]]:
    """Part facts at each of several attacks, each with its roll; empty if the rolls are not one for each."""
    starts = [place for place, fact in enumerate(facts) if fact.kind == ATTACKS]
    rolls = [throw for throw in event.throws if _speaks_for_itself(throw)]
    if len(starts) < 2 or len(rolls) != len(starts):
        return []
    parts = [facts[first:end] for first, end in zip(starts, [*starts[1:], len(facts)], strict=True)]
    return [(facts[: starts[0]], None), *zip(parts, rolls, strict=True)]


def _blow_sentences(facts: Sequence[Fact], roll: Throw | None, history: History, room: Room) -> Iterator[str]:
    if roll is not None:
        yield from fact_sentences(facts[:1], history, room)
        yield throw_sentence(roll, history)
        facts = facts[1:]
    yield from fact_sentences(facts, history, room)


def before_and_after(event: Event, facts: Sequence[Fact]) -> tuple[Sequence[Fact], Sequence[Fact]]:
    """Part facts into those before the rolls that no fact describes, and those that the rolls caused."""
    who = {throw.who for throw in event.throws if _speaks_for_itself(throw)}
    places = (place for place, fact in enumerate(facts) if _is_caused(fact, who))
    place = next(places, len(facts)) if who else len(facts)
    return facts[:place], facts[place:]


def _is_caused(fact: Fact, who: Collection[str]) -> bool:
    return fact.kind in _CAUSED or (fact.kind in _OF_ANOTHER and fact.data.get("who") not in who)


def undescribed_throws(event: Event, lines: Sequence[str]) -> list[Throw]:
    """List the throws that no fact describes: all of them if no fact has a sentence."""
    return [throw for throw in event.throws if not lines or _speaks_for_itself(throw)]


def _speaks_for_itself(throw: Throw) -> bool:
    return bool(throw.bands) or throw.purpose in SPEAKS_FOR_ITSELF


def refusal_sentence(refusal: Refusal, system: str = "", names: Mapping[str, str] | None = None) -> str:
    """Say a refusal, without control characters: a file's name in it must not steer the terminal."""
    words = words_of(system)
    sentence = variant(words, "refusal", refusal.code, refusal.data)
    if sentence is None:
        return clean(str(refusal), NOTES_LENGTH)
    text = fill(sentence, refusal.data, _Speaker(words, names or {}, None))
    return clean(text, NOTES_LENGTH, lines=True)


def throw_text(throw: Throw, history: History) -> str:
    """Write a throw on one line: purpose, dice, total, target, outcome."""
    return f"{throw_subject(throw, history)}: {roll_text(throw)}{throw_outcome(throw, history)}"


def throw_outcome(throw: Throw, history: History) -> str:
    """Write the target of a throw, its outcome, and its margin in a game that has one."""
    game, words = history.session.game, words_of(history.session.system)
    count, rival_count, margin = game.successes(throw), game.rival_successes(throw), throw.margin
    text = _successes_text(count, rival_count)
    if count is not None and rival_count is not None:
        margin = count - rival_count
    if throw.target is not None:
        text += say("sentences.against", target=throw.target)
    if throw.outcome:
        text += f". {capital(term(words, 'outcome', throw.outcome))}"
    if throw.bands:
        # An outcome that dice decided otherwise, such as a fumble, is not so by its margin.
        decides = margin and (margin > 0) is game.is_success(throw.outcome)
        return text + (say("sentences.by_margin", n=abs(margin or 0)) if decides else "")
    if throw.margin is not None and words.has("told", "margin"):
        text += term(words, "told", "margin", margin=f"{throw.margin:+}")
    return text


def _successes_text(count: int | None, rival_count: int | None) -> str:
    """Write the successes that dice show, and the rival's if they oppose them."""
    if count is None:
        return ""
    text = say("sentences.successes", n=count)
    return text if rival_count is None else text + say("sentences.against", target=rival_count)


def purpose_words(throw: Throw, history: History) -> list[str]:
    """List the purpose of a throw, and its subject if that is another word."""
    purpose = term(words_of(history.session.system), "purpose", throw.purpose)
    subject = subject_text(throw, history) if throw.subject else ""
    return [purpose] if subject in ("", purpose) else [purpose, subject]


def throw_subject(throw: Throw, history: History) -> str:
    """Say what a throw is for, with its label: `Tirada de Fuerza con ventaja`."""
    words = words_of(history.session.system)
    parts = purpose_words(throw, history)
    if throw.subject and words.has("throw", throw.purpose):
        parts = [capital(term(words, "throw", throw.purpose, subject=parts[-1]))]
    if throw.mode:
        parts[-1] = say("sentences.with", what=parts[-1], mode=term(words, "mode", throw.mode))
    if throw.label and throw.purpose not in LABELLED_BY_FACTS:
        parts.append(say("sentences.label", label=throw.label))
    return " · ".join(parts)


def throw_sentence(throw: Throw, history: History) -> str:
    who = history.names.get(throw.who, "")
    return f"{who}, {throw_text(throw, history)}." if who else f"{throw_text(throw, history)}."


def subject_text(throw: Throw, history: History) -> str:
    """Name the subject of a throw: a creature, an attribute, a condition, a supply, an act."""
    words, subject = words_of(history.session.system), throw.subject
    return history.names[subject] if subject in history.names else subject_term(words, subject)
