"""Dados: every throw with its faces, and the saved rolls."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.binding import BindingType

from tracker.commands.dice import SheetNames, saved_name
from tracker.commands.search import parse_query
from tracker.rules.dice import Throw
from tracker.rules.glance import Tone
from tracker.rules.refusal import Refusal
from tracker.screens.log import SEARCH_TITLE, query_error
from tracker.screens.table.move_player import MovePlayer
from tracker.screens.table.recent import event_line
from tracker.screens.tabs.pane import NOTHING_PENDING, Pane
from tracker.session.event import Event
from tracker.session.moves import rolls
from tracker.widgets.bindings import keys_at
from tracker.widgets.columns import Column
from tracker.widgets.ink import Align, Emphasis, Ink, Line, Run, line
from tracker.widgets.line_table import Row
from tracker.widgets.picker import Option, Picker
from tracker.widgets.text_panel import Block
from tracker.wording.dates import event_hour
from tracker.wording.dice import expression_text
from tracker.wording.faces import dice_text
from tracker.wording.glance import outcome_tone
from tracker.wording.messages import say
from tracker.wording.sentences import (
    event_sentences,
    purpose_words,
    throw_outcome,
    throw_sentence,
    throw_subject,
)
from tracker.wording.words import term, words_of

MOST_SHOWN = 500
_BEFORE = 10
"""Earlier throws that the panel beside the list shows after the one under the cursor."""


class DicePane(Pane):
    """The throws, newest last; undone ones stay, struck through."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("dice")

    EMPTY = "dice.empty"
    MARKING = False
    QUERIES = True

    def __init__(self, player: MovePlayer, *, id: str | None = None) -> None:  # noqa: A002 - Textual's
        super().__init__(player, id=id)
        self._person = ""
        self._kind = ""
        self._newest = ""
        """Key of the throw that was the newest when the list was last drawn."""

    @property
    def idle(self) -> str:
        throw = self._chosen_throw()
        return "dice.idle" if throw is not None and throw.expression else NOTHING_PENDING

    def _throws(self) -> Iterator[tuple[str, Event, Throw]]:
        for event in reversed(self.history):
            for place, throw in reversed([*enumerate(event.throws)]):
                yield f"{event.id}.{place}", event, throw

    def columns(self) -> Sequence[Column]:
        return (
            Column(say("dice.who"), 12, least=6, named=True, sized=True),
            Column(say("dice.what"), 18, least=10, flexible=True, leads=True),
            Column(say("dice.dice"), 14, least=8, flexible=True),
            Column(say("dice.total"), 5, align=Align.RIGHT),
            Column(say("dice.outcome"), 12, least=9, priority=1, sized=True),
        )

    def rows(self) -> Sequence[Row]:
        """Return the rows of the last 500 throws that match the query, the person and the kind."""
        rows: list[Row] = []
        query = parse_query(self.filter)
        for key, event, throw in self._throws():
            fits = self._person in ("", throw.who) and self._kind in ("", throw.purpose)
            if fits and query.finds(event, self.history):
                rows.append(self._row(key, event, throw))
            if len(rows) >= MOST_SHOWN:
                break
        return rows[::-1]

    def picture(self) -> None:
        """Show the throws; a cursor on the newest follows to the next throw of this GM, not of another."""
        old_cursor, old_newest = self.table.cursor_key, self._newest
        self._newest, event, _throw = next(self._throws(), ("", None, None))
        super().picture()
        is_own = event is not None and event.gm == self.player.screen.campaign.gm
        if old_cursor is None or (is_own and old_cursor == old_newest != self._newest):
            self.table.move_to(self._newest)

    def _row(self, key: str, event: Event, throw: Throw) -> Row:
        counts = self.history.counts(event.id)
        words = words_of(self.session.system)
        purpose = " ".join(purpose_words(throw, self.history))
        if throw.purpose == "free":
            purpose = _free_text(throw)
        outcome = term(words, "outcome", throw.outcome) if throw.outcome else ""
        if not counts:
            outcome = (
                say("dice.not_counted") if event.id in self.history.superseded_events else say("dice.undone")
            )
        who = self.history.names.get(throw.who, "")
        if not counts:
            texts = (who, purpose, dice_text(throw), str(self._total(throw)), outcome)
            return Row(key, tuple(line((text, Emphasis.STRUCK)) for text in texts))
        total, result = (
            line((str(self._total(throw)), Emphasis.STRONG)),
            line((outcome, outcome_tone(throw.outcome))),
        )
        return Row(key, (line(who), line(purpose), _faces(throw, Tone.PLAIN), total, result))

    def _total(self, throw: Throw) -> int:
        """Count the successes of a throw where its faces are counted; else its total."""
        count = self.session.game.successes(throw)
        return throw.total if count is None else count

    def side_panel(self, key: str) -> Sequence[Block]:
        """Describe the throw under the cursor; beside a list, the throws before it follow."""
        if key.rpartition(".")[0] not in self.history:
            return ()
        keys = self.table.keys
        place = keys.index(key) if key in keys else 0
        earlier_keys = keys[max(0, place - _BEFORE) : place] if self.panel_is_beside else []
        return tuple(map(self._card, (key, *reversed(earlier_keys))))

    def _card(self, key: str) -> Block:
        event_id, _dot, place = key.rpartition(".")
        event = self.history[event_id].at_hand
        throw = event.throws[int(place)]
        count = self.session.game.successes(throw)
        total = f" = {throw.total}" if count is None else say("sentences.successes", n=count)
        figures = line(f" {throw.static:+}" if throw.static else "", (total, Emphasis.STRONG))
        outcome = throw_outcome(throw, self.history)
        roll_line = (*_faces(throw, Emphasis.CHOSEN), *figures, *line((outcome, outcome_tone(throw.outcome))))
        lines: tuple[Line, ...] = (roll_line,)
        # The newest event stands on the screen anyway, and an event that is only this throw would repeat it.
        is_newest = event_id == next(reversed(self.history)).id
        if not is_newest and event_sentences(event, self.history) != [throw_sentence(throw, self.history)]:
            lines += (event_line(event, self.history),)
        who = self.history.names.get(throw.who, "")
        subject = _free_text(throw) if throw.purpose == "free" else throw_subject(throw, self.history)
        heading = " · ".join(filter(None, [who, subject]))
        return Block(lines, heading, f"{event.gm}, {event_hour(event, self.history)}")

    def action_again(self) -> None:
        """Roll the expression under the cursor again, for the same creature and label."""
        throw = self._chosen_throw()
        if throw is None or not throw.expression:
            self.player.say(self.player.screen.with_keys("dice.not_repeated"), Tone.BAD)
            return
        text = f"{throw.expression} # {throw.label}" if throw.label else throw.expression
        self.player.play(
            lambda history: rolls.throw(
                history.session, text, self.player.roll, throw.who, SheetNames(history.session)
            )
        )

    def action_keep(self) -> None:
        throw = self._chosen_throw()
        expression = expression_text(throw.expression) if throw else ""
        self.player.screen.ask_line(say("dice.keep_prompt"), "keep ", initial=f" {expression}".rstrip())

    def action_kept(self) -> None:
        session = self.session
        options = [
            Option(key, saved_name(session, key), expression_text(saved.expression))
            for key, saved in session.rolls.items()
        ]
        if not options:
            self.player.refuse(Refusal("nothing_kept"))
            return

        def chosen(key: str | None) -> None:
            if key is not None:
                self.player.play_line(f"roll {key}")

        self.app.push_screen(Picker(say("dice.which_roll"), options), chosen)

    def action_moment(self) -> None:
        from tracker.screens.asking.moments import open_log

        event_id, _dot, _place = (self.table.cursor_key or "").rpartition(".")
        open_log(self.player, event_id)

    @property
    def filter_title(self) -> str:
        return say(SEARCH_TITLE)

    def filter_error(self, text: str) -> str | None:
        return query_error(text)

    def matching_rows(self, rows: Sequence[Row]) -> Sequence[Row]:
        """Return the rows unchanged: `rows` has already applied the query, to all events."""
        return rows

    def action_person(self) -> None:
        """Show the throws of the next person in turn; after the last person, everybody's."""
        people = dict.fromkeys(throw.who for _key, _event, throw in self._throws() if throw.who)
        self._person = _next_in_ring([*people], self._person)
        name = self.history.names.get(self._person, say("people.everybody"))
        self._on_filter(say("dice.rolls_of", name=name))

    def action_kind(self) -> None:
        """Show the throws of the next kind in turn; after the last kind, all."""
        kinds = dict.fromkeys(throw.purpose for _key, _event, throw in self._throws())
        self._kind = _next_in_ring([*kinds], self._kind)
        words = words_of(self.session.system)
        kind_text = term(words, "purpose", self._kind) if self._kind else say("dice.all")
        self._on_filter(say("dice.rolls", kind=kind_text))

    def _on_filter(self, sentence: str) -> None:
        self.picture()
        self.player.say(sentence)

    def _chosen_throw(self) -> Throw | None:
        event_id, _dot, place = (self.table.cursor_key or "").rpartition(".")
        return self.history[event_id].throws[int(place)] if event_id in self.history else None


def _free_text(throw: Throw) -> str:
    """Describe a free roll by its label, else by its dice."""
    return throw.label or expression_text(throw.expression)


def _faces(throw: Throw, ink: Ink) -> Line:
    """Format the dice as they fell, the dropped ones muted and the others in this ink."""
    runs: list[str | Run] = []
    for part in dice_text(throw).split(" "):
        is_size = part.startswith("d") and part[1:].isdigit()
        is_muted = is_size or part.startswith("[")
        padded = part if is_muted or ink is Tone.PLAIN else f" {part} "
        runs += [" ", (padded, Emphasis.MUTED if is_muted else ink)]
    return line(*runs[1:])


def _next_in_ring(choices: list[str], current: str) -> str:
    """Return the choice after the current one, in a ring that begins with the empty choice."""
    ring = ["", *choices]
    return ring[(ring.index(current) + 1) % len(ring)] if current in ring else ""
