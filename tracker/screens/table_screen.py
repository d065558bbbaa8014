"""The table screen: the status line, the four tabs, the pending rolls, and the keys of every tab."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget

from tracker.commands.command import Command
from tracker.commands.names import ACTING, HERE, acting
from tracker.feature_list import open_feature
from tracker.rules.clock import duration_text
from tracker.rules.dice import Roll
from tracker.rules.glance import Tone
from tracker.rules.refusal import Refusal
from tracker.screens.asking.lines import LineAsker
from tracker.screens.asking.pending_queue import PendingQueue
from tracker.screens.table.campaign_screen import CampaignScreen, Then, no_more
from tracker.screens.table.game_acts import act_of_key, key_in_game
from tracker.screens.table.guide import guide_of
from tracker.screens.table.library_sharer import LibrarySharer
from tracker.screens.table.move_player import MovePlayer
from tracker.screens.table.request_taker import RequestTaker
from tracker.screens.table.sharer import LOOK, SOON, Sharer
from tracker.screens.table.stopwatch import Stopwatch
from tracker.screens.table.top_line import (
    facts_now,
    facts_of_clock,
    facts_of_followed,
    facts_of_save,
    light_now,
    tabs_now,
)
from tracker.screens.table.ways import way_to
from tracker.screens.tabs.group import GroupPane
from tracker.screens.tabs.pane import Pane
from tracker.screens.tabs.people import PeopleActs
from tracker.session.aim import Pointer, actors_of, turn_of
from tracker.session.change import Change
from tracker.session.event import RULED, Draft, Fresh
from tracker.session.groups import open_acting_labels
from tracker.store.campaign import Campaign
from tracker.widgets.bindings import action_of, bound_to, is_bound, keys_at
from tracker.widgets.ink import Band
from tracker.widgets.key import strip_rest
from tracker.widgets.key_bar import KeyBar
from tracker.widgets.key_table import BY_ID
from tracker.widgets.line_table import LineTable
from tracker.widgets.notice import Notice
from tracker.widgets.status_line import StatusLine
from tracker.widgets.tab_bar import TabBar
from tracker.wording.messages import has, say, with_ways
from tracker.wording.template import capital
from tracker.wording.title import title_text
from tracker.wording.words import act_title, game_name, term, words_of

_TABS = {
    "1": "table_screen.party",
    "2": "table_screen.encounter",
    "3": "table_screen.exploration",
    "4": "table_screen.dice",
}
"""Word keys of the names of the tabs, by key."""


class TableScreen(CampaignScreen):
    """The screen of a session: its parts do the work; it shows them and has the keys."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("table")

    @staticmethod
    def tabs() -> tuple[type[Pane], ...]:
        return tuple(map(_pane_of, _TABS))

    def places(self) -> dict[str, tuple[str, type[Widget]]]:
        return {tab: (name, _pane_of(tab)) for tab, name in _TABS.items()}

    def place(self, tab: str) -> type[Widget]:
        return _pane_of(tab)

    def __init__(self, campaign: Campaign, roll: Roll, fresh: Fresh, *, kiosk: bool = False) -> None:
        super().__init__(campaign)
        self.sharer = Sharer(self)
        self.library_sharer = LibrarySharer(self, self.sharer)
        self.player = MovePlayer(self, self.sharer, self.library_sharer, roll, fresh, kiosk=kiosk)
        self._requests = RequestTaker(self.player)
        self.pending = PendingQueue(self.player, self._requests)
        self._line_asker = LineAsker(self.player, self.action_palette, self.action_help)
        self.stopwatch = Stopwatch(self)
        self._guide = guide_of(campaign.history, campaign.now())
        # Who comes back in the middle of a fight wants the fight.
        self.tab = "2" if campaign.session.fight is not None else "1"
        self._panes: dict[str, Pane] = {self.tab: _pane_of(self.tab)(self.player, id=f"tab-{self.tab}")}
        """The tabs visited so far, by key."""
        self._status_line, self._tab_bar = StatusLine(), TabBar()
        self._pending_line, self._notice = Notice(warns_on=Band.WAITING, id="pending"), Notice(id="notice")

    def compose(self) -> ComposeResult:
        yield self._status_line
        yield self._tab_bar
        yield self.pane
        yield self._pending_line
        yield self._notice
        yield KeyBar()

    def with_keys(self, key: str, /, **values: object) -> str:
        return with_ways(key, partial(way_to, self), **values)

    @property
    def pane(self) -> Pane:
        return self._panes[self.tab]

    @property
    def chosen(self) -> tuple[str, ...]:
        return self.pane.selected_ids

    @property
    def chosen_texts(self) -> list[str]:
        return self.pane.table.chosen_texts

    @property
    def under_cursor(self) -> str:
        return self.pane.table.cursor_key or ""

    def move_cursor(self, rows: int) -> str:
        self.pane.table.action_move(rows)
        return self.pane.table.cursor_key or ""

    @property
    def pointer(self) -> Pointer:
        pane = self.pane
        is_drawn = pane.is_mounted and bool(pane.children)
        return pane.pointer if isinstance(pane, PeopleActs) and is_drawn else super().pointer

    def point_at(self, creature_ids: tuple[str, ...] | None) -> None:
        self.pane.point_at(creature_ids)

    def hold_turn_row(self) -> Then:
        key = self.under_cursor
        if key not in actors_of(self.session, turn_of(self.session)):
            return no_more

        def put_back() -> None:
            actors = actors_of(self.session, turn_of(self.session))
            if actors:
                self.pane.table.move_to(self.pane.row_of(key if key in actors else actors[0], ""))

        return put_back

    def on_mount(self) -> None:
        """Show the notes of the store about the save, and begin to follow the save."""
        if self.app.preferences.own:
            from tracker.widgets.keymap import covering_sentences

            self.say(" ".join(covering_sentences(self.app.preferences)))
        self.sharer.notify(self.campaign.notes)
        self.sharer.offer_game()
        self.do_later(SOON, self._look_beside)
        for companion in self.player.companions:
            self.do_later(SOON, companion.begin)
        self.repeat(LOOK, self._look_at_companions)
        self.sharer.follow()
        self._requests.follow()
        self.picture()
        self.sharer.share()

    def on_unmount(self) -> None:
        """Close the library and the save, with everything shared."""
        for companion in self.player.companions:
            companion.end()
        self._requests.close()
        self.library_sharer.close()
        self.kept_dialogs.close()
        self.sharer.close()

    def _look_beside(self) -> None:
        """Offer conflict copies and open the library, once no dialog covers the table."""
        if self.app.screen is not self:
            self.do_later(LOOK, self._look_beside)
            return
        if copies := self.campaign.conflict_copies():
            from tracker.screens.asking.campaign import offer_copies

            offer_copies(self.sharer, copies)
        self.library_sharer.open()

    def _look_at_companions(self) -> None:
        """Update the top line for the companions, and show each of their refusals once."""
        changed = [each.look() for each in self.player.companions]
        if any(changed):
            self.picture_status()
        for each in self.player.companions if self.is_current else ():
            if refusal := each.take_why():
                self.refuse(refusal)

    # Drawing, and the line for sentences.
    def picture(self) -> None:
        self.picture_status()
        self._picture_tabs()
        pane = self.pane
        if pane.is_mounted and pane.children:
            pane.table.waiting = pane.row_of(*self.pending.row_ids)
            pane.picture()
        self.refresh_bindings()

    def on_resize(self) -> None:
        """Show the pending roll anew: its sentence depends on the room."""
        self._picture_tabs()

    def say(self, sentence: str, tone: Tone = Tone.PLAIN) -> None:
        self._notice.say(sentence, tone)

    def has_room_for(self, sentence: str) -> bool:
        return self._notice.has_room_for(sentence)

    def picture_status(self) -> None:
        """Show the campaign, the time at the table, the clock and the save on the top line."""
        self.stopwatch.look()
        right = [
            *self.stopwatch.facts(),
            *facts_of_clock(self.session),
            *facts_of_followed(self.sharer.other_gms),
            *(part for each in self.player.companions for part in each.facts),
            *facts_of_save(self, self.sharer),
        ]
        fight = self.session.fight
        acting = open_acting_labels(self.session, fight) if fight else ()
        self.app.show_title(title_text(self.session.title, acting))
        self._status_line.show(facts_now(self.session, self.app.look, sealed=self.campaign.is_sealed), right)

    def _picture_tabs(self) -> None:
        """Show the tabs with their pending rolls, and the first pending roll; without one, the guide."""
        names = [say(name) for name in _TABS.values()]
        light = light_now(self.session, self._tab_bar.look)
        self._tab_bar.show(tabs_now(names, self.session), self.tab, light)
        sentence, tone = self.pending.waiting, Tone.WARNING
        if not sentence and self._guide:
            sentence, tone = self._guide.text(self.tab, self.with_keys, self.letters), Tone.GOOD
        self._pending_line.say(sentence, tone if sentence else Tone.PLAIN)

    # Keys: which can be used now, and why another does nothing.
    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        match action:
            case "versions":
                return bool(self.divided_count or self.doubled_count)
            case "milestone":
                return bool(self.session.game.milestones)
            case _:
                return self.pending.offers(action)

    def act_name(self, binding: Binding, *, in_full: bool) -> str:
        key = BY_ID.get(str(binding.id))
        if key is None:
            return ""
        if (instead := key_in_game(self.session, key)) is not key:
            return say(f"key.{instead.id}")
        game, words = self.session.game, words_of(self.session.system)
        act_id = game.attack_act if key.does == "attack" else act_of_key(self.session, key.verb)
        if act_id in ("", key.verb):
            return ""
        return act_title(words, act_id) if in_full else capital(term(words, "verb", act_id))

    def _why_not(self, action: str) -> Refusal | None:
        """Return the refusal of an action that is not offered; None if there is nothing to say."""
        return Refusal("nothing_divided") if action == "versions" else self.pending.why_not(action)

    def _other_tabs_text(self, key: str) -> str:
        """Name the tabs on which a letter does something, or say that it does nothing anywhere."""
        key_of_sentence = "table_screen.in"
        uses = [
            say(key_of_sentence, what=self.app.description(binding), tab=say(name), number=tab)
            for tab, name in _TABS.items()
            for binding in bound_to(key, _pane_of(tab), self.app.preferences.keys)
        ]
        if not uses:
            return self.with_keys("table_screen.dead_key", key=key)
        return say("table_screen.other_tab", key=key, where="; ".join(uses))

    def _missing_text(self, key: str) -> str:
        """Say that the game does not have the action of a key; empty if it has."""
        pane, keys = self.pane, self.app.preferences.keys
        missing: list[Binding] = []
        if isinstance(pane, PeopleActs):
            missing += (each for each in bound_to(key, type(pane), keys) if not pane.has(*action_of(each)))
        game = game_name(self.session.system)
        return " ".join(
            say("table_screen.not_in_game", what=self.app.description(each), game=game) for each in missing
        )

    async def action_tab(self, tab: str) -> None:
        """Show a tab, and follow no GM any more."""
        self.sharer.other_gms.follow_nobody()
        await self.turn_to(tab)

    @on(TabBar.Clicked)
    async def _tab_clicked(self, event: TabBar.Clicked) -> None:
        await self.action_tab(event.key)

    # The interface of `CampaignScreen` for the parts.
    def ask_line(
        self,
        title: str,
        lead: str = "",
        creature_ids: tuple[str, ...] = (),
        initial: str = "",
        *,
        fresh: bool = False,
        then: Then = no_more,
    ) -> None:
        self._line_asker.ask(title, lead, creature_ids, initial, fresh=fresh, then=then)

    def shows(self, command: Command) -> bool:
        if command.shows is not None:
            from tracker.screens.pages import table_page

            self.app.push_screen(table_page(command.shows))
            return True
        if command.tells:
            self.say(" ".join(command.tells.splitlines()))
            return True
        if command.looks:
            from tracker.screens.asking.moments import open_log

            open_log(self.player, command.at, command.since)
            return True
        return False

    def ask_first(self, command: Command, draft: Draft, then: Then) -> bool:
        """Ask about a draft that changes the rules, is doubtful or takes long; False for others."""
        from tracker.session.moves.jump import is_long

        if any(fact.kind in RULED for fact in draft.facts):
            from tracker.screens.asking.game_file import ask_about_rules

            ask_about_rules(self.player, command, draft, then)
            return True
        if draft.doubtful:
            from tracker.screens.asking.doubtful import ask_whether

            ask_whether(self.player, command, draft, then)
            return True
        if not is_long(draft):
            return False
        from tracker.screens.asking.long_time import asks_about_time

        return asks_about_time(self.player, command, draft, then)

    async def turn_to(self, tab: str) -> None:
        if tab == self.tab or tab not in _TABS:
            return
        self.pane.display = False
        self.tab = tab
        if tab not in self._panes:
            self._panes[tab] = _pane_of(tab)(self.player, id=f"tab-{tab}")
            await self.mount(self.pane, before=self._pending_line)
        self.pane.display = True
        self.pane.table.focus()
        self.sharer.other_gms.show(tab)
        self.picture()

    def clear_marks(self, event_id: str) -> None:
        self.pane.clear_marks(event_id)

    def mark_again(self, event_id: str) -> None:
        """Restore the marks that an event removed, on the tab on which it was played."""
        for pane in self._panes.values():
            pane.mark_again(event_id)

    def prepare(self, changes: tuple[Change, ...]) -> None:
        with self.history.supposing(changes):
            self.pane.prepare()

    # Keys for which Textual has found no binding, and lines behind keys.
    async def on_key(self, event: events.Key) -> None:
        """Say why a key does nothing now; a capital without a binding does what its small letter does."""
        if await self._press_small_letter(event.key):
            event.stop()
            return
        if event.key != "enter":
            self.pending.forget_habit()
        if event.key in self.own_here:
            event.stop()
            self.action_own(event.key)
            return
        keys = self.app.preferences.keys
        # Textual ignores a key whose action is not offered, without a word.
        for binding in bound_to(event.key, type(self), keys):
            refusal = self._why_not(binding.action)
            if refusal is not None and not self.check_action(binding.action, ()):
                self.refuse(refusal)
                event.stop()
        letter = event.key.lower() if event.character is not None and event.character.isalpha() else ""
        if letter and not is_bound(letter, self, keys):
            self.say(self._other_tabs_text(letter))
        elif letter and (lacking := self._missing_text(letter)):
            self.say(lacking)

    async def _press_small_letter(self, key: str) -> bool:
        """Do what the small letter of a capital does; False for any other key."""
        small = key.lower()
        if key == small or len(key) != 1:
            return False
        bindings, own_keys = self.active_bindings, self.own_here
        if key in {*bindings, *own_keys} or small not in {*bindings, *own_keys}:
            return False
        self.pending.forget_habit()
        if small in own_keys:
            self.action_own(small)
            return True
        await self.app.run_action(bindings[small].binding.action, bindings[small].node)
        return True

    def play_key(self, key_id: str) -> None:
        key_id = key_in_game(self.session, BY_ID[key_id]).id
        line, title = self.line_of(key_id), f"ask.{key_id}" if has(f"ask.{key_id}") else f"key.{key_id}"

        def title_for(names: str) -> str:
            return self.with_keys(title, names=names)

        self.with_rows(line, lambda rows: self._line_asker.play_or_ask(line, title_for, rows))

    def line_of(self, key_id: str) -> str:
        return BY_ID[key_id].line.replace("{interval}", duration_text(self.app.preferences.interval))

    def hint_of(self, key_id: str) -> str:
        return self.pane.hint_of(key_id)

    def with_rows(self, line: str, do: Callable[[tuple[str, ...]], None]) -> None:
        from tracker.commands.parse import act_of, bare_act, is_for_rows, is_on_people

        pane, words = self.pane, (strip_rest(line) or line).split()
        if HERE not in words and ACTING in words and self.session.fight:
            try:
                do(tuple(acting(self.session)))
            except Refusal as refusal:
                self.refuse(refusal)
        elif not {HERE, ACTING}.intersection(words):
            do(())
        elif isinstance(pane, PeopleActs) and is_on_people(line, self.session):
            act = act_of(line, self.session)
            if act is None or not act.on_others:
                pane.with_people(do)
            elif bare_act(line, self.session):
                pane.with_aim(act, pane.pointer, lambda aim: do(aim.creature_ids))
            else:
                pane.with_people_of(act, do)
        elif ids := pane.everyone if is_for_rows(line, self.session) else pane.selected_ids:
            do(ids)
        else:
            self.refuse(Refusal("nobody" if self.session.fight or self.tab != "2" else "no_encounter"))

    def on_paste(self) -> None:
        """Say that a pasted text has no place here."""
        # Its letters would be taken for keys.
        self.say(self.with_keys("table_screen.pasted_nowhere"))

    @on(LineTable.Chosen)
    def _chosen(self) -> None:
        """Resolve the first pending roll or request; if there is none, say that Enter does nothing."""
        if self.pending.offers("settle"):
            self.pending.settle()
        elif not self.pending.take_habit():
            self.say(self.with_keys(self.pane.idle))

    # Pending rolls.
    def action_settle(self) -> None:
        self.pending.settle()

    def ask_faces(self, keys: tuple[str, ...]) -> None:
        self.pending.ask_faces(keys)

    def action_pending(self) -> None:
        self.pending.ask()

    def action_settle_kind(self) -> None:
        self.pending.settle_kind()

    def action_adjust(self) -> None:
        """Resolve the first pending roll with the faces of real dice, with Advantage or with a point."""
        self.pending.face()

    def action_favour(self) -> None:
        self.pending.favour()

    def action_skip(self) -> None:
        self.pending.skip()

    def action_rule(self) -> None:
        self.pending.rule()

    # Keys that do the same on every tab; the dialogs are imported at their first use, for a fast start.
    def action_undo(self) -> None:
        from tracker.screens.asking.undoing import ask_undo

        ask_undo(self.player)

    def action_amend(self) -> None:
        from tracker.screens.asking.undoing import ask_amendment

        ask_amendment(self.player)

    def action_own(self, key: str) -> None:
        from tracker.screens.asking.own_keys import OwnKeyPlayer

        OwnKeyPlayer(self, self._line_asker, self.app.preferences.own[key]).play({})

    def action_line(self, key_id: str) -> None:
        self.play_key(key_id)

    def action_command(self) -> None:
        self.ask_line(say("table_screen.command"), creature_ids=self.pane.selected_ids)

    def action_search(self) -> None:
        from tracker.screens.search import ask_search

        ask_search(self.player, self.pane)

    def action_settings(self) -> None:
        from tracker.screens.asking.campaign import ask_settings

        ask_settings(self.player)

    def action_milestone(self, milestone: str = "") -> None:
        """Reach a milestone of the game, such as the end of a session; without a name, ask which."""
        from tracker.screens.asking.campaign import ask_milestone

        ask_milestone(self.player, milestone)

    def action_palette(self) -> None:
        from tracker.screens.asking.palette import ask_action

        ask_action(self, self._search_for)

    def _search_for(self, where: str, text: str) -> None:
        """Search for a text that no action matches: in the manual, or in everything."""
        from tracker.screens.dialogs.palette import IN_THE_MANUAL
        from tracker.screens.search import ask_search, open_manual_at

        if where != IN_THE_MANUAL:
            ask_search(self.player, self.pane, text)
        elif not open_manual_at(self.player, text):
            self.say(say("palette.not_in_the_manual", text=text))

    def action_versions(self) -> None:
        """Ask the GMs to choose between what several of them did at once."""
        from tracker.screens.asking.campaign import ask_version

        ask_version(self.player)

    def action_game_file(self) -> None:
        from tracker.screens.asking.game_file import ask_game_file

        ask_game_file(self.player)

    def action_follow(self) -> None:
        """Follow the tabs of the next GM; after the last one, of nobody."""
        self.sharer.follow_next()

    def action_leave(self) -> None:
        """Leave the table; ask first during a fight. Everything is saved already."""
        if self.session.fight is None:
            self.dismiss(None)
            return
        from tracker.widgets.question import Confirm

        def on_answer(yes: bool | None) -> None:
            if yes:
                self.dismiss(None)

        self.app.push_screen(
            Confirm(say("table_screen.leave_the_fight", name=self.session.fight.name)), on_answer
        )

    def action_menu(self, menu: str) -> None:
        from tracker.screens.asking.menus import ask_menu

        ask_menu(self.player, menu, (self, self.app))

    def action_next(self) -> None:
        """Pass the turn; if the GM gives the turns, give it to the selected creatures, or ask to whom."""
        fight = self.session.fight
        if fight is None or fight.is_ordered:
            self.player.play_line("next")
            return
        from tracker.screens.asking.round_menu import give_turn

        give_turn(self.player, self.pane.picked_ids)

    async def action_fight(self) -> None:
        """Open an encounter, on its tab; during one, ask how to end it."""
        from tracker.screens.asking.round_menu import ask_end, begin_fight

        if self.session.fight is not None:
            ask_end(self.player)
        else:
            await self.action_tab("2")
            begin_fight(self.player)

    def action_lights(self) -> None:
        from tracker.screens.asking.lights import ask_light

        ask_light(self.player, self.pane.table.cursor_key or "")

    def action_manual(self) -> None:
        from tracker.screens.manual import ManualScreen

        self.app.push_screen(ManualScreen())

    def action_repaint(self) -> None:
        """Repaint everything, for example after another program wrote on the terminal."""
        self.app.forget_terminal()
        self.refresh(layout=True)

    def action_help(self) -> None:
        from tracker.screens.pages import table_help_page

        def on_leave(for_palette: bool | None) -> None:
            if for_palette:
                self.action_palette()

        self.app.push_screen(table_help_page(self), on_leave)

    def action_log(self) -> None:
        from tracker.screens.asking.moments import open_log

        open_log(self.player)

    def action_open_feature(self, feature: str) -> None:
        open_feature(feature, self.player)


def _pane_of(tab: str) -> type[Pane]:
    """Return the class of a tab; all but the first are imported at their first visit."""
    match tab:
        case "2":
            from tracker.screens.tabs.encounter import EncounterPane

            return EncounterPane
        case "3":
            from tracker.screens.tabs.exploration import ExplorationPane

            return ExplorationPane
        case "4":
            from tracker.screens.tabs.dice import DicePane

            return DicePane
        case _:
            return GroupPane
