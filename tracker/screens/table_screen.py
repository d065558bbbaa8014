"""The table screen: the status line, the four tabs, the pending rolls, and the keys that work everywhere."""

from collections.abc import Callable
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
from tracker.screens.tabs.group import GroupPane
from tracker.screens.tabs.pane import Pane
from tracker.screens.tabs.people import PeopleActs
from tracker.session.change import Change
from tracker.session.event import RULED, Draft, Fresh
from tracker.store.campaign import Campaign
from tracker.widgets.bindings import action_of, bound_to, is_bound, keys_at
from tracker.widgets.ink import Band
from tracker.widgets.key import lead_of
from tracker.widgets.key_bar import KeyBar
from tracker.widgets.key_table import BY_ID
from tracker.widgets.line_table import LineTable
from tracker.widgets.notice import Notice
from tracker.widgets.status_line import StatusLine
from tracker.widgets.tab_bar import TabBar
from tracker.wording.messages import has, say
from tracker.wording.words import game_name

_TABS = {
    "1": "table_screen.party",
    "2": "table_screen.encounter",
    "3": "table_screen.exploration",
    "4": "table_screen.dice",
}
"""The names of the tabs, by key."""


class TableScreen(CampaignScreen):
    """The screen of a session: its parts do the work, the screen shows it and has the keys."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("table")

    tab = "1"

    @staticmethod
    def tabs() -> tuple[type[Pane], ...]:
        """Return the classes of the tabs."""
        return tuple(map(_pane_of, _TABS))

    def places(self) -> dict[str, tuple[str, type[Widget]]]:
        """Return the name and the class of each tab, by its key."""
        return {tab: (name, _pane_of(tab)) for tab, name in _TABS.items()}

    def __init__(self, campaign: Campaign, roll: Roll, fresh: Fresh, *, kiosk: bool = False) -> None:
        super().__init__(campaign)
        self.sharer = Sharer(self)
        self.library_sharer = LibrarySharer(self, self.sharer)
        self.player = MovePlayer(self, self.sharer, self.library_sharer, roll, fresh, kiosk=kiosk)
        self._requests = RequestTaker(self.player)
        self.pending = PendingQueue(self.player, self._requests)
        self._line_asker = LineAsker(self.player, self.action_palette)
        self.stopwatch = Stopwatch(self)
        self._guide = guide_of(campaign.history)
        self._panes: dict[str, Pane] = {self.tab: GroupPane(self.player, id="tab-1")}
        """The tabs that have been visited, by key."""
        self._status_line, self._tab_bar = StatusLine(), TabBar()
        self._pending_line, self._notice = Notice(warns_on=Band.WAITING, id="pending"), Notice(id="notice")

    def compose(self) -> ComposeResult:
        """Yield the widgets; a tab is built on its first visit."""
        yield self._status_line
        yield self._tab_bar
        yield self.pane
        yield self._pending_line
        yield self._notice
        yield KeyBar()

    @property
    def pane(self) -> Pane:
        """The tab being shown."""
        return self._panes[self.tab]

    @property
    def chosen(self) -> tuple[str, ...]:
        """Keys of the marked rows of the tab, else of the one under the cursor."""
        return self.pane.selected_ids

    @property
    def under_cursor(self) -> str:
        """Key of the row under the cursor of the tab."""
        return self.pane.table.cursor_key or ""

    def move_cursor(self, rows: int) -> str:
        """Move the cursor of the tab, and return the key of its row."""
        self.pane.table.action_move(rows)
        return self.pane.table.cursor_key or ""

    def on_mount(self) -> None:
        """Show the store's notes about the save, and begin to follow the save."""
        if self.app.preferences.own:
            from tracker.widgets.keymap import covering

            self.say(" ".join(covering(self.app.preferences)))
        self.sharer.notify(self.campaign.notes)
        self.sharer.offer_game()
        self.do_later(SOON, self._look_beside)
        for each in self.player.companions:
            self.do_later(SOON, each.begin)
        self.repeat(LOOK, self._look_at_companions)
        self.sharer.follow()
        self._requests.follow()
        self.picture()
        self.sharer.share()

    def on_unmount(self) -> None:
        """Close the library and the save, with everything shared."""
        for each in self.player.companions:
            each.end()
        self._requests.close()
        self.library_sharer.close()
        self.kept_dialogs.close()
        self.sharer.close()

    def _look_beside(self) -> None:
        """Offer conflict copies and open the library, once the table is shown without a dialog."""
        if self.app.screen is not self:
            self.do_later(LOOK, self._look_beside)
            return
        if copies := self.campaign.conflict_copies():
            from tracker.screens.asking.campaign import offer_copies

            offer_copies(self.sharer, copies)
        self.library_sharer.open()

    def _look_at_companions(self) -> None:
        """Show how they stand, and say once what the GM should know."""
        changed = [each.look() for each in self.player.companions]
        if any(changed):
            self.picture_status()
        for each in self.player.companions if self.is_current else ():
            if why := each.take_why():
                self.refuse(why)

    # Drawing, and the line for sentences.
    def picture(self) -> None:
        """Show the session as it is now."""
        self.picture_status()
        self._picture_tabs()
        pane = self.pane
        if pane.is_mounted and pane.children:
            pane.table.waiting = pane.row_of(*self.pending.whose_row)
            pane.picture()
        self.refresh_bindings()

    def on_resize(self) -> None:
        """Say what is pending in as many words as there is room for."""
        self._picture_tabs()

    def say(self, sentence: str, tone: Tone = Tone.PLAIN) -> None:
        """Show a sentence on the line for sentences."""
        self._notice.say(sentence, tone)

    def has_room_for(self, sentence: str) -> bool:
        """Whether the line for sentences has room for all of this one."""
        return self._notice.has_room_for(sentence)

    def picture_status(self) -> None:
        """Show the campaign, the clock, the time at the table and the save on the top line."""
        self.stopwatch.look()
        right = [
            *self.stopwatch.facts(),
            *facts_of_clock(self.session),
            *facts_of_followed(self.sharer.other_gms),
            *(part for each in self.player.companions for part in each.facts),
            *facts_of_save(self, self.sharer),
        ]
        self._status_line.show(facts_now(self.session, self.app.look, sealed=self.campaign.is_sealed), right)

    def _picture_tabs(self) -> None:
        """Show the tabs with their pending rolls, and the first pending roll."""
        names = [say(name) for name in _TABS.values()]
        light = light_now(self.session, self._tab_bar.look)
        self._tab_bar.show(tabs_now(names, self.session), self.tab, light)
        told, tone = self.pending.waiting, Tone.WARNING
        if not told and self._guide:
            told, tone = self._guide.text(self.tab, self.app.with_keys), Tone.GOOD
        self._pending_line.say(told, tone if told else Tone.PLAIN)

    # Keys: which are possible now, and why another does nothing.
    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether an action can be done now."""
        match action:
            case "versions":
                return bool(self.divided_count or self.doubled_count)
            case "milestone":
                return bool(self.session.game.milestones)
            case _:
                return self.pending.offers(action)

    def _why_not(self, action: str) -> Refusal | None:
        """Return why an action that is not offered cannot be done; None if there is nothing to say."""
        return Refusal("nothing_divided") if action == "versions" else self.pending.why_not(action)

    def _elsewhere(self, key: str) -> str:
        """Return on which tabs a letter does something, or that it does nothing anywhere."""
        told = "table_screen.in"
        found = [
            say(told, what=self.app.description(binding), tab=say(name), number=tab)
            for tab, name in _TABS.items()
            for binding in bound_to(key, _pane_of(tab), self.app.preferences.keys)
        ]
        if not found:
            return self.app.with_keys("table_screen.dead_key", key=key)
        return say("table_screen.other_tab", key=key, where="; ".join(found))

    def _lacking(self, key: str) -> str:
        """Return that the game does not have the action of a key; empty if it has the action."""
        pane, keys = self.pane, self.app.preferences.keys
        lacking: list[Binding] = []
        if isinstance(pane, PeopleActs):
            lacking += (each for each in bound_to(key, type(pane), keys) if not pane.has(*action_of(each)))
        game = game_name(self.session.system)
        return " ".join(
            say("table_screen.not_in_game", what=self.app.description(each), game=game) for each in lacking
        )

    async def action_tab(self, tab: str) -> None:
        """Show a tab, and follow no GM any more."""
        self.sharer.other_gms.follow_nobody()
        await self.turn_to(tab)

    @on(TabBar.Clicked)
    async def _tab_clicked(self, event: TabBar.Clicked) -> None:
        await self.action_tab(event.key)

    # What the parts of the screen and the player of moves ask of it.
    def ask_line(
        self,
        title: str,
        lead: str = "",
        creature_ids: tuple[str, ...] = (),
        initial: str = "",
        *,
        then: Then = no_more,
    ) -> None:
        """Ask for the rest of a line that begins with `lead`, play it, and then call `then`."""
        self._line_asker.ask(title, lead, creature_ids, initial, then=then)

    def shows(self, command: Command) -> bool:
        """Show the page of a command that only reads; False if the command is none."""
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

    def asks_first(self, command: Command, draft: Draft, then: Then) -> bool:
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
        """Show a tab."""
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
        """Remove the marks of the rows that an event was for."""
        self.pane.clear_marks(event_id)

    def mark_again(self, event_id: str) -> None:
        """Restore the marks that an event removed, on the tab where it was played."""
        for pane in self._panes.values():
            pane.mark_again(event_id)

    def prepare(self, changes: tuple[Change, ...]) -> None:
        """Draw in advance the tab with changes that probably come next."""
        with self.history.supposing(changes):
            self.pane.prepare()

    # A key that Textual has found no binding for, and lines behind keys.
    async def on_key(self, event: events.Key) -> None:
        """Say why a key does nothing now: Textual ignores an action that is not offered.

        A capital is its small letter, if the GM has given it nothing else to do.
        """
        if await self._is_capital(event.key):
            event.stop()
            return
        if event.key != "enter":
            self.pending.forget_habit()
        if event.key in self.own_here:
            event.stop()
            self.action_own(event.key)
            return
        keys = self.app.preferences.keys
        for binding in bound_to(event.key, type(self), keys):
            why = self._why_not(binding.action)
            if why is not None and not self.check_action(binding.action, ()):
                self.refuse(why)
                event.stop()
        letter = event.key.lower() if event.character is not None and event.character.isalpha() else ""
        if letter and not is_bound(letter, self, keys):
            self.say(self._elsewhere(letter))
        elif letter and (lacking := self._lacking(letter)):
            self.say(lacking)

    async def _is_capital(self, key: str) -> bool:
        """Do what the small letter of a capital does; False for any other key."""
        small = key.lower()
        if key == small or len(key) != 1:
            return False
        actives, own = self.active_bindings, self.own_here
        if key in {*actives, *own} or small not in {*actives, *own}:
            return False
        self.pending.forget_habit()
        if small in own:
            self.action_own(small)
            return True
        await self.app.run_action(actives[small].binding.action, actives[small].node)
        return True

    def play_key(self, key_id: str) -> None:
        """Play the line of a key of the table, or ask for what it lacks."""
        line, asked = self.line_of(key_id), f"ask.{key_id}" if has(f"ask.{key_id}") else f"key.{key_id}"
        self.with_rows(
            line, lambda rows: self._line_asker.play_or_ask(line, lambda names: say(asked, names=names), rows)
        )

    def line_of(self, key_id: str) -> str:
        """Return the line of a key of the table, with the GM's usual interval."""
        return BY_ID[key_id].line.replace("{interval}", duration_text(self.app.preferences.interval))

    def hint_of(self, key_id: str) -> str:
        """Return a hint for an entry of a menu, for example for whom it is."""
        return self.pane.hint_of(key_id)

    def with_rows(self, line: str, do: Callable[[tuple[str, ...]], None]) -> None:
        """Do something for the rows that a line names by `.`, or for the creature of the turn, `@`."""
        from tracker.commands.parse import is_for_rows, is_on_people

        pane, words = self.pane, (lead_of(line) or line).split()
        if HERE not in words and ACTING in words and self.session.fight:
            try:
                do(tuple(acting(self.session)))
            except Refusal as refusal:
                self.refuse(refusal)
        elif not {HERE, ACTING}.intersection(words):
            do(())
        elif isinstance(pane, PeopleActs) and is_on_people(line, self.session):
            pane.with_people(do)
        elif chosen := pane.everyone if is_for_rows(line, self.session) else pane.selected_ids:
            do(chosen)
        else:
            self.refuse(Refusal("nobody" if self.session.fight or self.tab != "2" else "no_encounter"))

    def on_paste(self) -> None:
        """Say that a pasted text went nowhere: its letters would be keys."""
        self.say(self.app.with_keys("table_screen.pasted_nowhere"))

    @on(LineTable.Chosen)
    def _chosen(self) -> None:
        """Resolve the first pending roll or request; with nothing pending, say so and do nothing."""
        if self.pending.offers("settle"):
            self.pending.settle()
        elif not self.pending.was_habit():
            self.say(self.app.with_keys(self.pane.IDLE))

    # Pending rolls.
    def action_settle(self) -> None:
        """Resolve the first pending roll."""
        self.pending.settle()

    def action_pending(self) -> None:
        """Show the list of pending rolls."""
        self.pending.ask()

    def action_settle_kind(self) -> None:
        """Resolve the first pending roll and all of its kind."""
        self.pending.settle_kind()

    def action_adjust(self) -> None:
        """Resolve the first pending roll with the faces of real dice, with Advantage or with a point."""
        self.pending.face()

    def action_favour(self) -> None:
        """Spend a point on the first pending roll and resolve it."""
        self.pending.favour()

    def action_skip(self) -> None:
        """Skip the first pending roll."""
        self.pending.skip()

    def action_rule(self) -> None:
        """Open the rule of the first pending roll."""
        self.pending.rule()

    # Keys that do the same on every tab; what they open is imported when asked for.
    def action_undo(self) -> None:
        """Ask whether to undo the last event."""
        from tracker.screens.asking.undoing import ask_undo

        ask_undo(self.player)

    def action_amend(self) -> None:
        """Ask for another figure of the last act."""
        from tracker.screens.asking.undoing import ask_amendment

        ask_amendment(self.player)

    def action_own(self, key: str) -> None:
        """Play the lines of one of the GM's own keys."""
        from tracker.screens.asking.own_keys import OwnKeyPlayer

        OwnKeyPlayer(self, self._line_asker, self.app.preferences.own[key]).play({})

    def action_line(self, key_id: str) -> None:
        """Play the line of a key, or ask for what it lacks."""
        self.play_key(key_id)

    def action_command(self) -> None:
        """Ask for a line of the command language."""
        self.ask_line(say("table_screen.command"), creature_ids=self.pane.selected_ids)

    def action_search(self) -> None:
        """Search everything, and go to what is found or filter the rows."""
        from tracker.screens.search import ask_search

        ask_search(self.player, self.pane)

    def action_settings(self) -> None:
        """Ask for the settings that the game leaves to the campaign."""
        from tracker.screens.asking.campaign import ask_settings

        ask_settings(self.player)

    def action_milestone(self, milestone: str = "") -> None:
        """Reach a milestone of the game, such as the end of a session; without a name, ask which."""
        from tracker.screens.asking.campaign import ask_milestone

        ask_milestone(self.player, milestone)

    def action_palette(self) -> None:
        """Ask for an action by its name."""
        from tracker.screens.asking.palette import ask_action

        ask_action(self, self._search_for)

    def _search_for(self, where: str, text: str) -> None:
        """Search for what no action is called: in the manual, or in everything."""
        from tracker.screens.dialogs.palette import IN_THE_MANUAL
        from tracker.screens.search import ask_search, open_manual_at

        if where != IN_THE_MANUAL:
            ask_search(self.player, self.pane, text)
        elif not open_manual_at(self.player, text):
            self.say(say("palette.not_in_the_manual", text=text))

    def action_versions(self) -> None:
        """Ask what the table decides about what several GMs did at once."""
        from tracker.screens.asking.campaign import ask_version

        ask_version(self.player)

    def action_game_file(self) -> None:
        """Play by another game file or other house rules; ask which if several fit."""
        from tracker.screens.asking.game_file import ask_game_file

        ask_game_file(self.player)

    def action_follow(self) -> None:
        """Follow the tabs of the next GM; after the last one, of nobody."""
        self.sharer.follow_next()

    def action_leave(self) -> None:
        """Leave the table screen; everything is saved already. Ask first while a fight is open."""
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
        """Ask for an entry of a menu of every tab."""
        from tracker.screens.asking.menus import ask_menu

        ask_menu(self.player, menu, (self, self.app))

    def action_next(self) -> None:
        """Pass the turn; where the GM gives the turns, give it to the chosen ones, or ask to whom."""
        fight = self.session.fight
        if fight is None or fight.is_ordered:
            self.player.play_line("next")
            return
        from tracker.screens.asking.round_menu import give_turn

        give_turn(self.player, self.pane.picked_ids)

    async def action_fight(self) -> None:
        """Open an encounter, on its tab; in one, ask how to end it."""
        from tracker.screens.asking.round_menu import ask_end, begin_fight

        if self.session.fight is not None:
            ask_end(self.player)
        else:
            await self.action_tab("2")
            begin_fight(self.player)

    def action_lights(self) -> None:
        """Light or put out the light of the row, or ask which one; the only one is lit at once."""
        from tracker.screens.asking.lights import ask_light

        ask_light(self.player, self.pane.table.cursor_key or "")

    def action_manual(self) -> None:
        """Open the manual."""
        from tracker.screens.manual import ManualScreen

        self.app.push_screen(ManualScreen())

    def action_repaint(self) -> None:
        """Repaint everything, for example after another program wrote on the terminal."""
        self.app.forget_terminal()
        self.refresh(layout=True)

    def action_help(self) -> None:
        """Show the keys of this screen, the commands and the rules."""
        from tracker.screens.pages import table_help_page

        def on_leave(for_palette: bool | None) -> None:
            if for_palette:
                self.action_palette()

        self.app.push_screen(table_help_page(self), on_leave)

    def action_log(self) -> None:
        """Show the log."""
        from tracker.screens.asking.moments import open_log

        open_log(self.player)

    def action_open_feature(self, feature: str) -> None:
        """Show the screen of a feature."""
        open_feature(feature, self.player)


def _pane_of(tab: str) -> type[Pane]:
    """Return the class of a tab; all but the first are imported on their first visit."""
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
