"""Encuentro: the order of the turns, and everything that happens in them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace
from textual.binding import BindingType

from tracker.rules.refusal import Refusal
from tracker.rules.system import TurnOrder
from tracker.screens.table.move_player import MovePlayer
from tracker.screens.tabs.creatures import CreaturesPane
from tracker.screens.tabs.initiative import ask_initiative
from tracker.screens.tabs.pane import lines_of_rows
from tracker.screens.tabs.sheet import card
from tracker.session.aim import aim_of, turn_of
from tracker.session.groups import (
    has_acted,
    initiative_of,
    is_mixed,
    is_waiting,
    label,
    rows_of,
    standing,
    waiting_creatures,
)
from tracker.session.moves import encounter
from tracker.session.moves.initiative import shift
from tracker.session.state import PARTY, Combatant, Creature, Encounter, Renewal, Session
from tracker.widgets.bindings import keys_at
from tracker.widgets.columns import Column
from tracker.widgets.ink import Align, Cell, Emphasis, Forms, line
from tracker.widgets.line_table import LineTable, Row
from tracker.widgets.marks import chips, side_edge
from tracker.widgets.numerals import numeral
from tracker.widgets.text_panel import Block
from tracker.wording.glance import Mark, gauge_figures, marks_of, place_marks, sight_text, waiting_text
from tracker.wording.messages import say
from tracker.wording.template import in_runs
from tracker.wording.words import term, words_of

_SEVERAL = 2
"""Least number of members for a group to show the health of one."""


class EncounterPane(CreaturesPane):
    """The encounter in play: a row for each combatant or group, in the order of the turns."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("encounter")

    TURNS = True
    EMPTY = "encounter.empty"
    NOBODY = "encounter.nobody"

    def __init__(self, player: MovePlayer, *, id: str | None = None) -> None:  # noqa: A002 - Textual's
        super().__init__(player, id=id)
        self._pointed_at: tuple[str, ...] | None = None
        """The creatures that the open line of an act is for; None without one."""
        self._aimed: tuple[str, ...] = ()
        """The creatures whose rows have the sign of an act's target."""
        self._rows_of: Session | None = None
        self._grouped: dict[str, tuple[str, ...]] = {}
        """The members of each row in that session, by the member that leads it."""
        self._told_of: Session | None = None
        self._told: tuple[str, ...] = ()
        """The sentences about the last fight before that session."""
        self._out: list[str] = []
        """Keys of the rows out of the fight when the list was last drawn."""
        # Kept because the cursor asks at every key.
        self._may_fold = False
        """Whether the rows out of the fight share one, unless the GM looks at one of them."""
        self._is_folded = False

    @property
    def _rows_now(self) -> dict[str, tuple[str, ...]]:
        """The members of each row, by the member that leads it; computed once for each session."""
        if self._rows_of is not self.session:
            fight = self.session.fight
            self._rows_of = self.session
            self._grouped = rows_of(self.session, fight) if fight else {}
        return self._grouped

    def in_row(self, who: str) -> tuple[str, ...]:
        return self._rows_now.get(who, (who,))

    def row_of(self, who: str, supply: str) -> str:
        """Return the key of the row of a creature: the member that leads its group."""
        if who in self._rows_now:
            return who
        return next((leader for leader, members in self._rows_now.items() if who in members), who)

    @property
    def selected_ids(self) -> tuple[str, ...]:
        """Ids of the standing members of the marked rows; without marks, the key of the cursor's row."""
        rows, fight = super().selected_ids, self.session.fight
        if fight is None or not self.table.marked:
            return rows
        # A group without a standing member is still meant: all of it.
        return tuple(
            who for row in rows for who in standing(self.session, fight, self.in_row(row)) or self.in_row(row)
        )

    @property
    def picked_ids(self) -> tuple[str, ...]:
        """Ids of the marked creatures, or of the row to which the cursor has moved since the turn began."""
        table = self.table
        has_stayed = table.follows_turn or table.cursor_key == table.active
        return () if has_stayed and not table.marked else self.selected_ids

    @property
    def everyone(self) -> tuple[str, ...]:
        return tuple(who for row in super().selected_ids for who in self.in_row(row))

    # The list, and the panel beside it.
    def columns(self) -> Sequence[Column]:
        fight = self.session.fight
        first_title = "encounter.ini" if fight is None or fight.is_ordered else "encounter.acted"
        return (
            Column(say(first_title), 3, align=Align.RIGHT, sized=True),
            Column(say("encounter.name_column"), 14, least=8, named=True, sized=True, leads=True),
            *self.gauge_columns(),
            Column(say("encounter.state"), 6, flexible=True, sized=True),
        )

    def creature_ids(self) -> Iterable[str]:
        """List the combatants in the order of their turns, the dead and the fled last.

        Before a fight, list the creatures prepared for it.
        """
        fight = self.session.fight
        if fight is None:
            return waiting_creatures(self.session)
        active = self.row_of(fight.active, "")
        return sorted(self._rows_now, key=lambda who: who != active and self.is_gone(who))

    def visible_rows(self, rows: Sequence[Row]) -> Sequence[Row]:
        """Merge the rows out of the fight into one if room is short.

        They stay apart while the cursor, a mark or a pending roll is on one of them.
        """
        self._out = [row.key for row in rows if row.gone and row.key != self.table.active]
        is_short = len(rows) > lines_of_rows(self.size, self.screen.size)
        self._may_fold = len(self._out) > 1 and is_short and not self.filter
        self._is_folded = self._folds()
        if not self._is_folded:
            return rows
        return [
            *(row for row in rows if row.key not in self._out),
            self._row_of_the_fallen(self._out, len(rows[0].cells)),
        ]

    def _folds(self) -> bool:
        looked_at = {self.table.cursor_key, self.table.waiting, *self.table.marked}
        return self._may_fold and looked_at.isdisjoint(self._out)

    def _row_of_the_fallen(self, keys: Sequence[str], columns: int) -> Row:
        """Return the row shared by the creatures out of the fight, with as many names as fit."""
        fight, letters = self.session.fight, self.player.screen.letters
        names, lettered_names, have_fled = [], [], False
        for who in keys:
            creature, count = self.session.creatures[who], len(self.in_row(who))
            fled = fight is not None and fight.combatants[who].fled
            have_fled |= fled
            name = creature.name if count == 1 else f"{creature.group} ×{count}"
            names.append(f"{name} ({say('encounter.fled')})" if fled else name)
            lettered_names.append(f"{letters.get(who, '')} {names[-1]}".strip())
        key = "encounter.are_out" if have_fled else "encounter.have_fallen"
        shorter_lists = [
            (in_runs(names[:length]), len(names) - length) for length in range(len(names), 0, -1)
        ]
        forms = (
            say(key, names=", ".join(each), more=more or "")
            for each, more in [(lettered_names, 0), *shorter_lists]
        )
        return Row(keys[0], ((),) * columns, gone=True, across=Forms(tuple(map(line, forms))))

    def on_mount(self) -> None:
        """Merge or split the rows out of the fight as the cursor comes and goes."""
        super().on_mount()
        self.watch(self.table, "highlighted", self._fold, init=False)

    def _fold(self) -> None:
        if self._folds() != self._is_folded:
            self.picture()

    def _nothing(self) -> str:
        if self.session.fight is not None:
            return self.player.screen.with_keys(self.NOBODY)
        hint = super()._nothing()
        has_panel = any(panel.display for panel in self.query(".card"))
        return hint if has_panel or self.filter else " ".join([*self._last_fight(), hint])

    def on_resize(self) -> None:
        """Draw anew: a new size may have room for the last fight, or for rows of the fallen."""
        if self.query(LineTable):
            self.picture()

    def _last_fight(self) -> tuple[str, ...]:
        """Describe the last fight, and name the keys of what usually follows; empty before the first."""
        if self._told_of is not self.session:
            from tracker.session.recap import last_fight
            from tracker.wording.recap import fight_sentences

            fight = last_fight(self.history)
            self._told_of = self.session
            self._told = (*fight_sentences(fight, self.session), self._next_keys()) if fight else ()
        return self._told

    def _next_keys(self) -> str:
        game = self.session.game
        keys = ["encounter.rest"] if "rest" in game.acts else []
        keys += ["encounter.explore"]
        keys += ["encounter.milestone_hint"] if game.milestones else []
        return say("encounter.next_now", next=", ".join(map(self.player.screen.with_keys, keys)))

    def matching_rows(self, rows: Sequence[Row]) -> Sequence[Row]:
        """Return the rows that match the filter, and that of the turn, which no filter hides."""
        matching_keys = {row.key for row in super().matching_rows(rows)}
        return [row for row in rows if row.key in matching_keys or row.key == self.table.active]

    def keep_filter(self, text: str) -> None:
        """Show the rows that match a filter, with the cursor on the first of them."""
        super().keep_filter(text)
        if text and (matches := self.rows_containing(self.table.rows, text)):
            self.table.move_to(matches[0].key)

    def picture(self) -> None:
        """Show the session as it stands, with the cursor on the row of a turn that begins.

        If another GM has passed the turn, a cursor that stood elsewhere stays there. If the leader of a group
        falls, another member leads its row; cursor and marks stay with the group.
        """
        fight, table = self.session.fight, self.table
        old_turn, stood_on_turn = self.turn_shown, table.cursor_key in (None, table.active)
        table.columns = tuple(self.columns())
        table.active = self.row_of(fight.active, "") if fight else None
        under_cursor, marked = table.cursor_key, table.marked
        # The key of the row is not enough: a group's leader who falls changes it, and the turn goes on.
        begins = fight is not None and turn_of(self.session) != old_turn
        follows = begins and (old_turn is None or stood_on_turn or self.is_turn_of_mine())
        if follows:
            table.follow(table.active or "")
        super().picture()
        stays = not (follows and table.active)
        if stays and under_cursor and (row := self.row_of(under_cursor, "")) != under_cursor:
            table.move_to(row)
        if marked - table.marked:
            table.marked |= {self.row_of(who, "") for who in marked} & {*table.keys}

    def point_at(self, creature_ids: tuple[str, ...] | None) -> None:
        self._pointed_at = creature_ids
        self._picture_beside()

    def _picture_beside(self) -> None:
        """Show the cards, and the sign on the rows that an act is for, or would be."""
        self._aimed = self._aimed_at()
        self.table.aimed = frozenset(self.row_of(who, "") for who in self._aimed)
        super()._picture_beside()

    def _aimed_at(self) -> tuple[str, ...]:
        """Return whom the open line of an act is for; without one, whom damage would be on the turn's row."""
        if self._pointed_at is not None:
            return self._pointed_at
        harm = next((act for act in self.session.game.acts.values() if act.on_others), None)
        if harm is None or self.table.marked or self.table.cursor_key != self.table.active:
            return ()
        return aim_of(self.history, harm, self.pointer).creature_ids

    def side_panel(self, key: str) -> tuple[Block, ...]:
        """Return the countdowns in large figures, and the cards of who acts and of whom the keys would hit.

        Below the list, where there is little room, that of the row under the cursor comes first. Without a
        fight, describe the last one.
        """
        fight = self.session.fight
        if fight is None and (sentences := self._last_fight()):
            last_block = Block(tuple(line(each) for each in sentences), say("encounter.last_fight"))
            return (*super().side_panel(key), last_block) if key else (last_block,)
        if fight is None or key not in self.session.creatures:
            return super().side_panel(key)
        acting, hit = self.table.active or key, self.row_of(next(iter(self._aimed), key), "")
        rows = (acting, hit, *self.session.party()) if self.panel_is_beside else (key, hit, acting)
        signs = {hit: self.app.look.aim, acting: self.app.look.turn} if self.table.active else {}
        cards = (self._cards_of(row, signs.get(row, "")) for row in dict.fromkeys(rows))
        return (*self._countdowns(), *(block for each in cards for block in each))

    def _cards_of(self, row: str, sign: str) -> Iterator[Block]:
        """Yield the card of a row under its sign, that of a group's leader below its members in one block."""
        fight, members = self.session.fight, self.in_row(row)
        if row not in self.session.creatures:
            return
        blocks = [self._card(row)]
        if fight is not None and len(members) > 1:
            text = " · ".join(self._as_member(fight, who).text for who in members)
            blocks.insert(0, Block((line(text),), label(self.session, fight, members)))
        first, *others = blocks
        yield replace(first, heading=f"{sign} {first.heading}".strip())
        yield from others

    def _as_member(self, fight: Encounter, who: str) -> Mark:
        """Describe a member of a row by name, health and marks; the short form leaves out the marks."""
        creature, gauge = self.session.creatures[who], self.session.game.health_gauge
        figures = gauge_figures(creature.sheet, gauge) if gauge else ""
        marks = (mark.text for mark in self._marks_on(fight, who))
        text = " ".join(filter(None, [creature.name, figures, *marks]))
        return Mark(text, creature.name, f" {figures}".rstrip())

    def card(self, who: str) -> Block:
        """Return the card of a creature, with the act that it declares."""
        fight = self.session.fight
        declared = fight.combatants[who].declared if fight and who in fight.combatants else ""
        return card(self.session, who, declared=declared, unicode=self.app.look.unicode)

    def is_gone(self, who: str) -> bool:
        """Whether a combatant needs no more attention: it is out of the game, or has fled."""
        fight = self.session.fight
        fled = fight is not None and who in fight.combatants and fight.combatants[who].fled
        return fled or super().is_gone(who)

    def _countdowns(self) -> Iterator[Block]:
        session, words, context = self.session, words_of(self.session.system), self.session.rules_context()
        for who in session.fight.combatants if session.fight else ():
            for countdown in session.game.countdowns(context, who) if who in session.creatures else ():
                figures = [
                    line((row, countdown.tone)) for row in numeral(str(max(0, countdown.left)), self.app.look)
                ]
                name = [line((countdown.name, Emphasis.MUTED))] if countdown.name else []
                heading = f"{session.creatures[who].name} · {term(words, 'countdown', countdown.id)}"
                yield Block((*figures, *name), heading)

    def row(self, who: str) -> Row:
        """Return the row of a creature or group; in a fight it begins with the initiative."""
        fight = self.session.fight
        if fight is None:
            edge, creature = side_edge(self.app.look, ally=False), self.session.creatures[who]
            hidden_text = sight_text(creature.name, hidden=True)
            marks = [Mark(hidden_text, hidden_text)] if creature.lurks else []
            marks += [*place_marks(self.session, who), *marks_of(self.session, who)]
            return Row(who, ((), self.name_cell(who), *self.gauges(who), chips(marks)), edge)
        combatant, members = fight.combatants[who], self.in_row(who)
        declared = [Mark(f"«{combatant.declared}»", say("encounter.declares"))] if combatant.declared else []
        name, marks, members_shown = self.name_cell(who), self._marks_on(fight, who), members[:1]
        if len(members) > 1:
            name, marks = line(label(self.session, fight, members)), self._marks_together(fight, members)
            members_shown = standing(self.session, fight, members)
            if is_mixed(self.session, members):
                marks = [self._as_member(fight, each) for each in members]
            else:
                declared += self._member_health(members_shown)
        edge = side_edge(self.app.look, ally=combatant.side == PARTY)
        acts = any(each in fight.acting for each in members)
        cells = (self._turn(fight, who), name, *self.gauges(*members_shown), chips(marks, *declared))
        return Row(who, cells, edge, self.is_gone(who), acts=acts)

    def _turn(self, fight: Encounter, who: str) -> Cell:
        """Format a row's initiative; if the GM gives the turns, show if it has acted or still may."""
        if fight.is_ordered:
            initiative = initiative_of(fight, who)
            return line("–" if initiative is None else str(initiative))
        if has_acted(fight, who):
            return line((say("encounter.yes"), Emphasis.MUTED))
        may_act = is_waiting(fight, who) and not self.is_gone(who)
        return line("·" if self.app.look.unicode else ".") if may_act else ()

    def _member_health(self, members: tuple[str, ...]) -> list[Mark]:
        """Return the health of a wounded group: one figure if all are alike, else the weakest member's."""
        gauge, creatures = self.session.game.health_gauge, self.session.creatures
        if gauge is None or len(members) < _SEVERAL:
            return []
        figures = {who: gauge_figures(creatures[who].sheet, gauge) for who in members}
        weakest = min(members, key=lambda who: getattr(creatures[who].sheet, gauge.current))
        sheet = creatures[weakest].sheet
        if not gauge.maximum or getattr(sheet, gauge.current) >= getattr(sheet, gauge.maximum):
            return []
        if len({*figures.values()}) == 1:
            return [Mark(say("encounter.health_of_each", figures=figures[weakest]), "", figures[weakest])]
        name = creatures[weakest].name
        return [Mark(f"{name} {figures[weakest]}", name, f" {figures[weakest]}")]

    def _marks_on(self, fight: Encounter, who: str) -> list[Mark]:
        """List the marks of a combatant, first those that the encounter gives it."""
        waiting_marks = [Mark(text, text) for text in filter(None, [waiting_text(self.session, fight, who)])]
        encounter_marks = _marks(fight.combatants[who], self.session.creatures[who])
        place = place_marks(self.session, who)
        return [*encounter_marks, *place, *waiting_marks, *marks_of(self.session, who)]

    def _marks_together(self, fight: Encounter, members: tuple[str, ...]) -> list[Mark]:
        """Count the marks of the standing members of a group, and the members that are out."""
        standing_ids = standing(self.session, fight, members)
        counts = Counter(mark for who in standing_ids for mark in self._marks_on(fight, who))
        marks = [
            replace(mark, text=f"{mark.text} ×{count}", figures=f"{mark.figures}×{count}")
            for mark, count in counts.items()
        ]
        out_count = len(members) - len(standing_ids)
        out_mark = Mark(say("encounter.out_count", count=out_count), say("encounter.out"), str(out_count))
        return [*marks, out_mark] if out_count else marks

    def with_people(self, act: Callable[[tuple[str, ...]], None]) -> None:
        """Act on the creatures of the row; if they are of several kinds, ask on which."""
        row, fight = self.table.cursor_key or "", self.session.fight
        members = standing(self.session, fight, self.in_row(row)) if fight and not self.table.marked else ()
        if not is_mixed(self.session, members):
            super().with_people(act)
            return
        from tracker.screens.asking.acting import ask_member

        ask_member(self.player, members, act, together=True)

    # Keys on the chosen combatants.
    def action_mark_side(self) -> None:
        """Mark all standing adversaries, then the party's side, then nobody, in turn."""
        fight = self.session.fight
        if fight is None:
            self.player.refuse(Refusal("no_encounter"))
            return
        standing_rows = [row for row in self.table.keys if not self.is_gone(row)]
        ours = frozenset(row for row in standing_rows if fight.combatants[row].side == PARTY)
        foes = frozenset(standing_rows) - ours
        ring = [side for side in (foes, ours) if side]
        place = ring.index(self.table.marked) + 1 if self.table.marked in ring else 0
        self.table.marked = ring[place] if place < len(ring) else frozenset()

    def action_initiative(self) -> None:
        if self.has_chosen():
            ask_initiative(self, self.selected_ids)

    def has_chosen(self) -> bool:
        """Whether combatants are selected; if not, show the refusal."""
        fight = self.session.fight
        if fight is None or not self.selected_ids:
            self.player.refuse(Refusal("nobody" if fight else "no_encounter"))
        return fight is not None and bool(self.selected_ids)

    def action_shift(self, places: int) -> None:
        who = self.table.cursor_key
        if self.has_chosen() and who is not None:
            self.player.play(lambda history: shift(history.session, who, places))

    def action_hide(self) -> None:
        self._toggle(self._is_hidden, "hide .", "reveal .")

    def _is_hidden(self, who: str) -> bool:
        fight = self.session.fight
        return fight.combatants[who].hidden if fight else self.session.creatures[who].lurks

    def action_name(self) -> None:
        if self.has_chosen():
            are_hidden = all(self.session.creatures[who].unnamed for who in self.everyone)
            self.player.play_line("name shown ." if are_hidden else "name hidden .", self.everyone)

    def action_flee(self) -> None:
        fight = self.session.fight
        self._toggle(lambda who: fight is not None and fight.combatants[who].fled, "flee .", "return .")

    def _toggle(self, is_marked: Callable[[str], bool], mark: str, unmark: str) -> None:
        """Play a line for the selected creatures: `unmark` if all of them are marked, else `mark`."""
        if self.has_chosen():
            are_marked = all(is_marked(who) for who in self.everyone)
            self.player.play_line(unmark if are_marked else mark, self.everyone)

    def hint_of(self, binding_id: str) -> str:
        """Return the creatures that a surprise is for, or `now` at the order of turns in force."""
        fight = self.session.fight
        if binding_id == "encounter.surprise":
            return ", ".join(self.session.creatures[who].name for who in self.selected_ids)
        now = (fight.renewal if fight.is_ordered else fight.turn_order) if fight else ""
        return say("encounter.now") if now and binding_id == f"encounter.{now}" else ""

    # Keys of the round and of the fight.
    def action_enter(self) -> None:
        if self.session.fight is None:
            self.player.refuse(Refusal("no_encounter"))
        else:
            from tracker.screens.asking.round_menu import ask_who_enters

            ask_who_enters(self.player)

    def action_delay(self) -> None:
        """Ask before whom the current turn goes on, or which waiting creature takes its turn now."""
        from tracker.screens.asking.round_menu import ask_delay

        ask_delay(self.player)

    def action_morale(self) -> None:
        from tracker.screens.asking.round_menu import MORALE, check

        check(self.player, say("encounter.morale_roll"), MORALE)

    def action_reaction(self) -> None:
        from tracker.screens.asking.round_menu import REACTION, check

        check(self.player, say("encounter.reaction_roll"), REACTION)

    def action_end(self) -> None:
        from tracker.screens.asking.round_menu import ask_end

        ask_end(self.player)

    def action_renewals(self) -> None:
        """Ask for the order of turns: by initiatives (kept or rolled each round), or as the GM gives them."""
        from tracker.widgets.picker import Option, Picker

        fight = self.session.fight
        without_initiative = (TurnOrder.SIDES, TurnOrder.FREE)
        options = [Option(each, say(f"key.encounter.{each}")) for each in (*Renewal, *without_initiative)]

        def on_choice(choice: str | None) -> None:
            if choice in without_initiative:
                self.player.play_line(f"turns {choice}")
            elif choice is not None and self._order_by_initiative():
                self.player.play_line(f"eachround {choice}")

        start = None if fight is None else fight.renewal if fight.is_ordered else fight.turn_order
        self.app.push_screen(Picker(say("key.encounter.renewal"), options, start=start), on_choice)

    def _order_by_initiative(self) -> bool:
        """Order the turns by initiative if they are not; False if that was refused."""
        fight = self.session.fight
        ordered = fight is None or fight.is_ordered
        return ordered or self.player.play_line("turns initiative") is not None

    def action_band(self) -> None:
        """Gather the marked creatures into one row with one turn; split a single group."""
        rows = super().selected_ids
        is_group = all(len(self.in_row(row)) > 1 for row in rows) and len(rows) == 1
        if self.has_chosen():
            self.player.play_line("split ." if is_group else "gather .", self.everyone)

    def action_switch(self) -> None:
        if not self.session.encounters:
            self.player.refuse(Refusal("no_encounter"))
            return
        from tracker.widgets.picker import Option, Picker

        options = [Option(key, fight.name) for key, fight in self.session.encounters.items()]

        def on_choice(key: str | None) -> None:
            if key is not None and key != self.session.encounter:
                self.player.play(lambda history: encounter.switch(history.session, key))

        self.app.push_screen(
            Picker(say("encounter.which_encounter"), options, start=self.session.encounter), on_choice
        )


def _marks(combatant: Combatant, creature: Creature) -> list[Mark]:
    candidates = (
        (combatant.hidden, sight_text(creature.name, hidden=True)),
        (not creature.is_named, say("encounter.unnamed")),
        (combatant.fled, say("encounter.fled")),
        (combatant.surprised, say("encounter.surprised")),
    )
    return [Mark(text, text) for holds, text in candidates if holds]
