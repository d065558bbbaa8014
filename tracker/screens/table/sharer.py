"""Sharing with the save: this GM's events are written into it, and events of other GMs shown from it."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from textual.timer import Timer
from textual.worker import Worker, get_current_worker

from tracker.rules.fields import NAME_LENGTH
from tracker.rules.glance import Tone
from tracker.rules.refusal import Refusal
from tracker.screens.table.campaign_screen import CampaignScreen
from tracker.session.event import Event
from tracker.session.history import History
from tracker.session.text import clean
from tracker.store.event_line import Documents
from tracker.store.merge import ConflictCopy
from tracker.store.presence import Other, Presence
from tracker.store.sharing import Note, Sharing, Status, obstacle
from tracker.wording.messages import say
from tracker.wording.sentences import refusal_sentence, sentences

POLL = 0.3
"""Seconds between looks for events of other GMs."""
LOOK = 0.9
"""Seconds between looks for other GMs who have the save open."""
SOON = 0.05
"""Seconds that background work waits after an action, and after the start.

The screen shows the action first, and several quick actions are shared together.
"""
RETRY = 1.0
"""Seconds until an action that could not be shared is tried again."""


class OtherGMs:
    """The other GMs who had the save open at the last look."""

    def __init__(self, save: Path, gm: str) -> None:
        self._save = save
        self._gm = gm
        self._followed = ""
        self.others: tuple[Other, ...] = ()

    @cached_property
    def _presence(self) -> Presence:
        """The file by which the other GMs see this terminal."""
        return Presence(self._save, self._gm)

    def show(self, tab: str) -> None:
        """Let the other GMs know which tab this screen shows."""
        self._presence.show(tab)

    def leave(self) -> None:
        """Let the other GMs know that this terminal has left."""
        self._presence.leave()

    def look(self) -> bool:
        """Look who has the save open; True if a GM has come, left or turned to another tab."""
        old_others, self.others = self.others, self._presence.others()
        return old_others != self.others

    @property
    def followed_gm(self) -> Other | None:
        """The GM whose tabs this screen follows; None once that GM has left."""
        return next((other for other in self.others if other.key == self._followed), None)

    def follow_next(self) -> Other | None:
        """Follow the next GM; after the last one, follow nobody."""
        keys = [other.key for other in self.others]
        place = keys.index(self._followed) + 1 if self._followed in keys else 0
        self._followed = keys[place] if place < len(keys) else ""
        return self.followed_gm

    @property
    def follows_last(self) -> bool:
        """Whether `follow_next` would follow nobody."""
        return not self.others or self._followed == self.others[-1].key

    def follow_nobody(self) -> None:
        self._followed = ""


class Sharer:
    """Shares a campaign with its save, follows the other GMs, and shows their news."""

    def __init__(self, screen: CampaignScreen) -> None:
        self.screen = screen
        self.campaign = screen.campaign
        self.status = Status.SHARED
        self.other_gms = OtherGMs(self.campaign.save.path, self.campaign.gm)
        self.hindrance = obstacle(self.campaign.save.path)
        """The reason why the save can never be written; None if it can."""
        self._worker: Worker[None] | None = None
        self._reader: Worker[None] | None = None
        self._beside: Worker[None] | None = None
        self._soon: Timer | None = None
        self._told = ""
        """The sentence about the last action, until that action is shared."""

    def follow(self) -> None:
        """Look for news of the save and of the other GMs again and again from now on."""
        self.screen.repeat(POLL, self._follow)
        self.screen.repeat(LOOK, self._look_around)
        self.screen.do_later(SOON, self._announce)

    def _announce(self) -> None:
        """Let the other GMs know that this terminal has the save open."""
        self.other_gms.show(self.screen.tab)

    def close(self) -> None:
        """Share the remaining events and close the save."""
        self.other_gms.leave()
        if self.campaign.save.unshared_count:
            self.campaign.write_to_save()
        self.campaign.close()

    def notify(self, notes: Sequence[Note]) -> None:
        """Show the store's notes: events that came back, the reason why the save cannot be written."""
        refusals = [Refusal(note.code, **note.data) for note in notes]
        if self.hindrance is not None and notes == self.campaign.save.notes:
            refusals.append(self.hindrance)
        if refusals:
            self.screen.say(" ".join(map(refusal_sentence, refusals)), Tone.WARNING)

    def share_soon(self, sentence: str) -> None:
        """Share an action once the screen has shown it; `sentence` is about that action."""
        self._told = sentence
        if self._soon is None:
            self._soon = self.screen.do_later(SOON, self.share)

    def share(self) -> None:
        """Write the acknowledged events into the save, in the background."""
        self._soon = None
        if self._worker is None or self._worker.is_finished:
            self._worker = self.screen.in_thread(self._share_in_thread)

    def _share_in_thread(self) -> None:
        sharing = self.campaign.write_to_save()
        if not get_current_worker().is_cancelled:
            self.screen.app.call_from_thread(self._on_shared, sharing)

    def _on_shared(self, sharing: Sharing) -> None:
        self._worker = None
        old_sentence = self._told
        events, turned_events = self._take_in(sharing.documents)
        changed = sharing.status is not self.status
        if events or changed or sharing.notes:
            self.status = sharing.status
            self.screen.picture()
        self.notify(sharing.notes)
        if changed and sharing.refusal is not None:
            self.screen.refuse(sharing.refusal)
        elif events:
            self._tell_news(events, turned_events)
        # A newer action, played meanwhile, keeps its sentence until it is shared itself.
        if self._told == old_sentence:
            self._told = ""
        if sharing.status is not Status.SHARED:
            self.screen.do_later(RETRY, self.share)
        elif self.campaign.save.unshared_count:
            self.share()

    def _follow(self) -> None:
        """Read the new events of other GMs, in the background."""
        # Their file may be large, damaged or growing: the screen never waits for it.
        if (self._reader is None or self._reader.is_finished) and self.campaign.save.may_have_news:
            self._reader = self.screen.in_thread(self._poll_in_thread)
        else:
            self._share_what_is_due()

    def _poll_in_thread(self) -> None:
        documents = self.campaign.save.poll()
        if not get_current_worker().is_cancelled:
            self.screen.app.call_from_thread(self._show_others_events, documents)

    def _show_others_events(self, documents: Documents) -> None:
        if documents:
            events, turned_events = self._take_in(documents)
            self.screen.picture()
            self._tell_news(events, turned_events)
        self._share_what_is_due()

    def _share_what_is_due(self) -> None:
        """Share if the save was replaced, damaged or deleted, or if another version of an event prevails."""
        if self.campaign.save.is_share_due and self.status is Status.SHARED:
            self.share()

    async def _look_around(self) -> None:
        """Show who else has the save open, and the tab of the followed GM."""
        if self.other_gms.look():
            self.screen.picture()
        self.offer_game()
        if (self._beside is None or self._beside.is_finished) and self.campaign.stirs_beside:
            self._beside = self.screen.in_thread(self._unite_in_thread)
        followed = self.other_gms.followed_gm
        if followed is not None and self.screen.is_current:
            await self.screen.turn_to(followed.tab)

    def offer_game(self) -> None:
        """Mention once that the game's file or its house rules have changed, and the key that shows how."""
        if (path := self.campaign.take_newer_game()) is not None:
            key = "sharer.game_file_changed"
            self.screen.say(self.screen.with_keys(key, file=clean(path.name, NAME_LENGTH)), Tone.WARNING)

    def _unite_in_thread(self) -> None:
        """Merge the conflict copies that have arrived while the table is open."""
        # Nobody is asked: a merge loses nothing.
        copies = self.campaign.arrived_copies()
        if copies and not get_current_worker().is_cancelled:
            self.screen.app.call_from_thread(self._unite, copies)

    def _unite(self, copies: Sequence[ConflictCopy]) -> None:
        self.campaign.unite(copies)
        names = ", ".join(clean(copy.name, NAME_LENGTH) for copy in copies)
        self.screen.say(say("sharer.copy_arrived", names=names))
        self.share()

    def follow_next(self) -> None:
        """Follow the next of the other GMs; after the last one, follow nobody."""
        followed = self.other_gms.follow_next()
        if followed is not None:
            key = "sharer.following" if self.other_gms.follows_last else "sharer.following_next"
            self.screen.say(self.screen.with_keys(key, gm=followed.gm))
        elif self.other_gms.others:
            self.screen.say(say("sharer.following_nobody"))
        else:
            self.screen.refuse(Refusal("nobody_else"))
        self.screen.picture()

    def _take_in(self, documents: Documents) -> tuple[list[Event], list[Event]]:
        """Fold the events of other GMs.

        Returns those events, and this GM's events that stop counting, or count again, because of them.
        """
        history = self.campaign.history
        old_superseded = {*history.superseded_events}
        events = self.campaign.take_in(documents)
        superseded = history.superseded_events.keys()
        turned = [each for each in old_superseded ^ superseded if each in superseded or history.counts(each)]
        turned_events = (history[each] for each in sorted(turned) if each in history)
        return events, [event for event in turned_events if event.gm == self.campaign.gm]

    def _tell_news(self, events: list[Event], turned_events: list[Event]) -> None:
        """Show the events of other GMs, after the sentence about this GM's last action."""
        sentence, self._told = self._told, ""
        if turned_events:
            sentence = _and_more(self._turn(turned_events[-1]), turned_events)
        other_events = [event for event in events if event not in turned_events]
        if other_events:
            news = _and_more(
                f"{other_events[-1].gm}: {_event_text(other_events[-1], self.campaign.history)}", other_events
            )
            sentence = " — ".join(filter(None, [sentence, news]))
        self.screen.say(sentence, Tone.WARNING if turned_events else Tone.PLAIN)

    def _turn(self, event: Event) -> str:
        """Describe an event of this GM that stopped counting, or that counts again."""
        history = self.campaign.history
        text = _event_text(event, history)
        return say("sharer.counts_again", told=text) if history.counts(event.id) else text


def _event_text(event: Event, history: History) -> str:
    return " ".join(sentences(event, history))


def _and_more(news: str, events: list[Event]) -> str:
    """Add to a sentence about the last of several events how many more there are."""
    if len(events) == 1:
        return news
    return say("sharer.and_more", news=news, count=len(events) - 1)
