"""The keys of acts on creatures: the same on every tab that lists creatures or their supplies."""

from collections.abc import Callable, Mapping
from typing import ClassVar

from msgspec.structs import replace
from textual.binding import BindingType
from textual.widget import Widget

from tracker.rules.refusal import Refusal
from tracker.rules.system import WHO, Act, Whose
from tracker.screens.table.game_acts import has_act, has_key
from tracker.screens.table.move_player import MovePlayer
from tracker.session.aim import Aim, Pointer, aim_of, turn_of
from tracker.widgets.bindings import action_of, keys_at, menu_of
from tracker.widgets.key_table import BY_ID
from tracker.widgets.line_table import LineTable
from tracker.wording.messages import say
from tracker.wording.template import in_runs
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
        session = self.player.session
        return has_key(session, BY_ID[str(parameters[0])]) if action == "line" else has_act(session, action)

    @property
    def pointer(self) -> Pointer:
        """What the GM points at here, for the acts on creatures."""
        people, turn = self.people, turn_of(self.player.session)
        return Pointer(people, turn=turn) if len(people) == 1 else Pointer(marked=people, turn=turn)

    def action_act(self, act_id: str) -> None:
        self.ask_act(act_id, self.pointer)

    def ask_act(self, act_id: str, pointer: Pointer) -> None:
        """Ask for an act on whom it is for, if the GM points at these."""
        from tracker.screens.asking.acting import ask_act

        act = self.player.session.game.acts[act_id]
        self.with_aim(act, pointer, lambda aim: ask_act(self.player, act_id, aim))

    def with_aim(self, act: Act, pointer: Pointer, do: Callable[[Aim], None]) -> None:
        """Call `do` with whom an act is for; of several kinds in one row, or of nobody's row, ask who."""
        session, aim = self.player.session, aim_of(self.player.history, act, pointer)
        if aim.is_one_of:
            from tracker.screens.asking.acting import ask_member

            ask_member(
                self.player,
                aim.creature_ids,
                lambda chosen: do(replace(aim, creature_ids=chosen, is_one_of=False)),
                together=act.doer != WHO,
            )
        elif aim.creature_ids or pointer.row or act.whose is Whose.TABLE or not session.creatures:
            do(aim)
        elif act.on_others and session.fight is not None:
            do(aim)  # it asks by letters
        else:
            self._ask_whom(session.party(), lambda chosen: do(Aim(chosen)))

    def with_people(self, act: Callable[[tuple[str, ...]], None]) -> None:
        """Act on the creatures of the row; if the row belongs to nobody, ask on whom."""
        session = self.player.session
        if self.people or not session.creatures:
            act(self.people)
        else:
            self._ask_whom(session.party(), act)

    def with_people_of(self, act: Act, do: Callable[[tuple[str, ...]], None]) -> None:
        """Call `do` with the creatures of a whole line of an act; if it has none of itself, ask for one."""

        def on_aim(aim: Aim) -> None:
            if aim.creature_ids:
                do(aim.creature_ids)
            else:
                self._ask_whom(self.player.session.present(), do)

        self.with_aim(act, self.pointer, on_aim)

    def _ask_whom(self, creature_ids: tuple[str, ...], act: Callable[[tuple[str, ...]], None]) -> None:
        """Ask for one of these creatures, or for the whole party if they are it."""
        from tracker.widgets.picker import Option, Picker

        creatures, party = self.player.session.creatures, self.player.session.party()
        letters = self.player.screen.option_letters
        options = [Option(who, creatures[who].name, letter=letters.get(who, "")) for who in creature_ids]
        options += [Option("", say("people.everybody"))] if creature_ids == party and len(party) > 1 else []

        def chosen(who: str | None) -> None:
            if who is not None:
                act((who,) if who else party)

        self.app.push_screen(Picker(say("people.whom"), options), chosen)

    def ask_act_of(self, acts: Mapping[str, str], menu: str = "") -> None:
        """Ask for one of these acts, each with its letter, or for an entry of a menu of the table."""
        from tracker.screens.asking.acting import letters_of
        from tracker.widgets.picker import Option, Picker

        words, people, pointer = words_of(self.player.session.system), self.people, self.pointer
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
            is_other = people != self.people
            if not {*people} <= self.player.session.creatures.keys() or (is_other and key in entries):
                self.player.refuse(Refusal("row_gone"))
            elif key in entries:
                await self.app.run_action(entries[key].action, self)
            else:
                self.ask_act(key, pointer)

        names = tuple(in_runs([self.player.session.creatures[who].name for who in people if menu]))
        title = say("people.which_act_of", names=names) if names else say("people.which_act")
        self.app.push_screen(Picker(title, options), chosen)

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
