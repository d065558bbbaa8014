"""Plays the lines of `tracker do` one at a time, each answered only once it is durable."""

from collections.abc import Iterable, Mapping
from typing import Literal

from tracker.cli.invocation import DONE, FAILED, REFUSED
from tracker.cli.opened import print_notes
from tracker.cli.printing import print_answer, print_done, print_line
from tracker.commands.command import Command, CommandContext, Label, draft_of
from tracker.commands.faults import INTERNAL, refusing_faults
from tracker.commands.parse import parse
from tracker.feature_list import carrier_of
from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.session.event import Draft, Event, Fresh
from tracker.session.history import History
from tracker.session.state import Session
from tracker.store.campaign import Campaign
from tracker.store.library import Library
from tracker.store.reports import FaultReports
from tracker.store.sharing import Status
from tracker.wording.contract import OrderAnswer
from tracker.wording.messages import say
from tracker.wording.rule_tables import RuleTable
from tracker.wording.sentences import fact_sentences, refusal_sentence, sentences
from tracker.wording.throws import ThrowAnswer, throw_answer


def _labels(session: Session) -> Mapping[str, Label]:
    from tracker.widgets.labels import labels_of

    return labels_of(session)


def play_lines(
    campaign: Campaign,
    lines: Iterable[str],
    roll: Roll,
    fresh: Fresh,
    *,
    as_json: bool,
    yes: bool = False,
) -> int:
    """Play each line and print its answer; return the worst exit code.

    Skips empty lines and those that begin with `#`. Without `yes`, no act of another GM is undone.
    """
    orders = Orders(campaign, roll, fresh, as_json=as_json, yes=yes)
    orders.take_all(lines)
    orders.close()
    return orders.code


class Orders:
    """Plays the orders of one run, and remembers the worst exit code."""

    def __init__(self, campaign: Campaign, roll: Roll, fresh: Fresh, *, as_json: bool, yes: bool) -> None:
        self.code = DONE
        self.campaign, self.roll, self.fresh = campaign, roll, fresh
        self._as_json, self._yes = as_json, yes
        self.library, self._library_refused = Library.for_campaign(campaign), False
        self._reports = FaultReports(campaign.save.journals.with_name("reports"))

    def take_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            if line.strip() and not line.lstrip().startswith("#"):
                self.take(line)

    def take(self, line: str) -> None:
        """Play a line, and print its answer or the reason why it is refused."""
        context = self._context()
        try:
            command = parse(line, context)
            answer = self._answer_of(command)
            event = None if answer is not None else self.play(command, context)
        except Refusal as refusal:
            self._refuse(refusal)
            return
        if answer is not None:
            self.answer(answer)
        if event is not None:
            self.answer(self.share(event, command, self.campaign))

    def close(self) -> None:
        self.library.close()

    def _context(self) -> CommandContext:
        """Return what a line may name; print once that the library cannot be read."""
        fight = self.campaign.session.fight
        here = (fight.active,) if fight and fight.active else ()
        library = self.library.look()
        if self.library.refusal is not None and not self._library_refused:
            print_line(refusal_sentence(self.library.refusal), error=True)
            self._library_refused = True
        campaign = self.campaign
        return CommandContext(campaign.history, here, library, campaign.game_text, campaign.gm, _labels)

    def _answer_of(self, command: Command) -> OrderAnswer | None:
        """Return the answer to a command that is not played in the campaign; None for one that is."""
        if command.feature:
            return carrier_of(command.feature).in_shell(self, command)
        return _show_only_answer(self.campaign, command)

    def play(self, command: Command, context: CommandContext) -> Event:
        """Play a command into an event of the campaign, or of a copy in a rehearsal."""
        draft = draft_of(command, context.history, self._dice(), self.fresh)
        _refuse_unsealed(draft, self.campaign)
        if not self._yes:
            _refuse_asked_first(draft, self.campaign)
        return self._event_of(draft)

    def _dice(self) -> Roll:
        return self.campaign.dice(self.roll)

    def _event_of(self, draft: Draft) -> Event:
        return self.campaign.play(draft)

    def share(self, event: Event, command: Command, campaign: Campaign) -> OrderAnswer:
        """Share an event that was played in a save, and return its answer."""
        sharing = campaign.share()
        print_notes(sharing.notes)
        if sharing.refusal is not None and not self._as_json:
            sentence = refusal_sentence(Refusal(sharing.status))
            print_line(f"{sentence} {refusal_sentence(sharing.refusal)}", error=True)
        return _played_answer(event, command, campaign.history, shared=sharing.status is Status.SHARED)

    def _refuse(self, refusal: Refusal) -> None:
        """Answer with a refusal; write a report if it is a fault of the program."""
        is_fault = refusal.code == INTERNAL
        self.code = max(self.code, FAILED if is_fault else REFUSED)
        text = refusal_sentence(refusal, self.campaign.session.system, self.campaign.history.names)
        self.answer(RefusedAnswer(code=refusal.code, text=text))
        if is_fault and refusal.__cause__ is not None:
            _write_report(self._reports, refusal.__cause__)

    def answer(self, answer: OrderAnswer) -> None:
        if self._as_json:
            print_answer(answer)
        elif isinstance(answer, PlayedAnswer):
            print_done(answer.text)
        else:
            print_line(answer.text)


def _write_report(reports: FaultReports, fault: BaseException) -> None:
    """Write the report of an order that failed inside, and print on standard error where it is."""
    from tracker.cli.crash import report_sentence

    if path := reports.keep(fault):
        print_line(report_sentence(path), error=True)


def _refuse_unsealed(draft: Draft, campaign: Campaign) -> None:
    """Refuse `sealed_by_another` for dice of the program without a seal, while another GM's are sealed.

    Else who helps a GM could roll again under another name until the faces please.
    """
    sealed = [seal.gm for seal in campaign.session.seals.values() if not seal.seed]
    if not sealed or campaign.is_sealed:
        return
    if any(not die.typed for throw in draft.throws for die in throw.dice):
        raise Refusal("sealed_by_another", gm=sealed[0])


def _refuse_asked_first(draft: Draft, campaign: Campaign) -> None:
    """Refuse what the app would ask about first.

    Raises `Refusal` `asked_first` for a doubtful draft, `of_another` and `others_taken_back` for acts of
    another GM.
    """
    history = campaign.history
    if draft.doubtful:
        raise Refusal("asked_first", told=" ".join(fact_sentences(draft.facts, history)))
    for fact in draft.facts:
        if fact.kind == "rewound" and fact.data.get("event"):
            from tracker.cli.backups import refuse_others

            refuse_others(campaign, str(fact.data["event"]))
    if draft.cancels and any(fact.kind == "undone" for fact in draft.facts):
        event = history[draft.cancels]
        if event.gm != campaign.gm:
            raise Refusal("of_another", gm=event.gm, told=" ".join(sentences(event, history)))


class PlayedAnswer(OrderAnswer, frozen=True, kw_only=True):
    """An order that was played: its event, and whether the save has it too."""

    id: str
    shared: bool
    throws: list[ThrowAnswer]


class TableAnswer(OrderAnswer, frozen=True, kw_only=True):
    """A printed table of the rules."""

    id: None = None
    kind: Literal["table"] = "table"
    name: str
    columns: list[str]
    rows: list[list[str]]


class LookAnswer(OrderAnswer, frozen=True, kw_only=True):
    """The table as it was at a moment, or what changed between two."""

    id: None = None
    kind: Literal["look"] = "look"


class RefusedAnswer(OrderAnswer, frozen=True, kw_only=True):
    """An order that was refused; nothing has happened."""

    id: None = None
    kind: Literal["refused"] = "refused"
    code: str
    shared: Literal[False] = False


def _played_answer(event: Event, command: Command, history: History, *, shared: bool) -> PlayedAnswer:
    return PlayedAnswer(
        id=event.id,
        kind=command.verb,
        text=" ".join(sentences(event, history)),
        shared=shared,
        throws=[throw_answer(throw, history) for throw in event.throws],
    )


@refusing_faults()
def _show_only_answer(campaign: Campaign, command: Command) -> OrderAnswer | None:
    """Return the answer to a command that only shows something; None for one that is played."""
    if command.shows is not None:
        return _table(command.shows)
    if command.tells:
        return LookAnswer(text=command.tells)
    return _look_answer(campaign.history, command) if command.looks else None


def _look_answer(history: History, command: Command) -> LookAnswer:
    """Return the table as it was at a moment, or what changed between two."""
    if not command.since:
        from tracker.wording.report import status_text

        return LookAnswer(text=status_text(history.history_until(command.at)))
    from tracker.wording.difference import changes_since

    changes = changes_since(history, history.session_then(command.since), history.session_then(command.at))
    return LookAnswer(text="\n".join(changes or [say("moments.nothing_since")]))


def _table(table: RuleTable) -> TableAnswer:
    return TableAnswer(
        text="\n".join(table.lines()),
        name=table.name,
        columns=list(table.columns),
        rows=[list(row) for row in table.rows],
    )
