"""`tracker do --try`: play lines on a copy in memory, and tell what would come of them."""

from collections.abc import Iterable
from typing import Literal

from tracker.cli.play import LookAnswer, Orders
from tracker.cli.printing import print_done
from tracker.commands.command import Command, refuse_to_play
from tracker.feature_list import carrier_of
from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.session.event import Draft, Event, Fresh
from tracker.store.campaign import Campaign
from tracker.wording.contract import OrderAnswer
from tracker.wording.messages import say
from tracker.wording.sentences import refusal_sentence, sentences
from tracker.wording.throws import ThrowAnswer, throw_answer


class TriedAnswer(OrderAnswer, frozen=True, kw_only=True):
    """What would come of an order; nothing is saved."""

    id: None = None
    shared: Literal[False] = False
    throws: list[ThrowAnswer]


def try_lines(
    campaign: Campaign, lines: Iterable[str], roll: Roll, fresh: Fresh, *, as_json: bool, yes: bool
) -> int:
    """Play each line on a copy, print the answers and a forecast of the fight; return the worst exit code."""
    orders = TriedOrders(campaign, roll, fresh, as_json=as_json, yes=yes)
    orders.take_all(lines)
    if campaign.session.fight is not None:
        orders.answer(orders.forecast())
    orders.close()
    print_done(say("play.tried"), error=True)
    return orders.code


class TriedOrders(Orders):
    """Plays orders in the memory of this process alone, with dice of no seal."""

    def forecast(self) -> OrderAnswer:
        """Forecast the fight as the lines have left it, or say why that cannot be."""
        command = Command("forecast", refuse_to_play, feature="forecast")
        try:
            return carrier_of("forecast").in_shell(self, command)
        except Refusal as refusal:
            return LookAnswer(text=refusal_sentence(refusal, self.campaign.session.system))

    def _answer_of(self, command: Command) -> OrderAnswer | None:
        if command.feature and (carrier := carrier_of(command.feature)).saves:
            return LookAnswer(text=carrier.foreseen(command, self._context()).text)
        return super()._answer_of(command)

    def _dice(self) -> Roll:
        return self.roll

    def _event_of(self, draft: Draft) -> Event:
        return self.campaign.rehearse(draft)

    def share(self, event: Event, command: Command, campaign: Campaign) -> OrderAnswer:
        history = campaign.history
        return TriedAnswer(
            kind=command.verb,
            text=" ".join(sentences(event, history)),
            throws=[throw_answer(throw, history) for throw in event.throws],
        )
