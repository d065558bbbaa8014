"""The keys of acts on creatures: the same on every tab that lists creatures or their supplies."""

from collections.abc import Callable, Mapping
from typing import ClassVar

from textual.binding import BindingType
from textual.widget import Widget

from tracker.rules.refusal import Refusal
from tracker.screens.table.move_player import MovePlayer
from tracker.screens.tabs.pane import has_act
from tracker.widgets.bindings import action_of, keys_at, menu_of
from tracker.widgets.key_table import BY_ID
from tracker.widgets.line_table import LineTable
from tracker.wording.messages import say
from tracker.wording.words import act_title, words_of


class PeopleActs(Widget):
    """The acts on creatures, mixed into a `Pane` that says which creatures are meant."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("people")

    player: MovePlayer

    @property
    def people(self) -> tuple[str, ...]:
        raise NotImplementedError

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        return self.has(action, parameters)

    def has(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether the game in play has an action."""
        if action == "act":
            return parameters[0] in self.player.session.game.acts
        return has_act(self.player.session, BY_ID[str(parameters[0])].verb if action == "line" else action)

    def action_act(self, act_id: str) -> None:
        from tracker.screens.asking.acting import ask_act

        self.with_people(lambda creature_ids: ask_act(self.player, act_id, creature_ids))

    def with_people(self, act: Callable[[tuple[str, ...]], None]) -> None:
        """Act on the creatures of the row; if the row belongs to nobody, ask on whom."""
        session = self.player.session
        if self.people or not session.creatures:
            act(self.people)
            return
        from tracker.widgets.picker import Option, Picker

        creatures, party = session.creatures, session.party()
        options = [Option(who, creatures[who].name) for who in party]
        options += [Option("", say("people.everybody"))] if len(party) > 1 else []

        def chosen(who: str | None) -> None:
            if who is not None:
                act((who,) if who else party)

        self.app.push_screen(Picker(say("people.whom"), options), chosen)

    def ask_act_of(self, acts: Mapping[str, str], menu: str = "") -> None:
        """Ask for one of these acts, each with its letter, or for an entry of a menu of the table."""
        from tracker.screens.asking.acting import ask_act, letters_of
        from tracker.widgets.picker import Option, Picker

        words, people = words_of(self.player.session.system), self.people
        entries = {
            letter: binding
            for letter, binding in menu_of(type(self), menu).items()
            if self.check_action(*action_of(binding))
        }
        describe = self.player.screen.app.description_in_full
        options = [Option(letter, describe(binding), letter=letter) for letter, binding in entries.items()]
        for act_id, letter in letters_of(acts, menu_of(type(self), menu), words).items():
            options.append(Option(act_id, act_title(words, act_id), letter=letter))

        async def chosen(key: str | None) -> None:
            if key is None:
                return
            if people != self.people:
                self.player.refuse(Refusal("row_gone"))
            elif key in entries:
                await self.app.run_action(entries[key].action, self)
            else:
                self.with_people(lambda creature_ids: ask_act(self.player, key, creature_ids))

        self.app.push_screen(Picker(say("people.which_act"), options), chosen)

    def action_acts(self) -> None:
        """Ask for an act of the game that has no key of its own."""
        self.ask_act_of(self.player.session.game.menu_acts, "x")

    def action_get(self) -> None:
        from tracker.screens.asking.newcomers import ask_supply

        owner = self.people[0] if len(self.people) == 1 else ""
        ask_supply(self.player, owner, self._when_there_is_more())

    def action_join(self) -> None:
        from tracker.screens.asking.newcomers import ask_character

        ask_character(self.player, self._when_there_is_more())

    def _when_there_is_more(self) -> Callable[[], None]:
        """Return a callback that moves the cursor to the row added since: the next key is about it."""
        old_keys = {*self.query_one(LineTable).keys}

        def go_to_new() -> None:
            table = self.query_one(LineTable)
            new_key = next((key for key in table.keys if key not in old_keys), None)
            if new_key is not None:
                table.move_to(new_key)

        return go_to_new
