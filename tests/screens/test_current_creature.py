"""A script of twelve rounds: whom the keys of two GMs hit, and how many they press, now and before.

The one goes by habit: a letter names somebody only where the manual's rule would take another. The other
reads each title first. Before, a turn left the cursor where it was, and every key was about its row.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from tests.screens.game import Folder, playing
from tests.screens.game import Game as Table
from tests.session.game import Game
from tests.trials import Trials
from tracker.rules.system import Whose
from tracker.screens.tabs import creatures
from tracker.screens.tabs.encounter import EncounterPane
from tracker.session.aim import Pointer, aim_of, turn_of
from tracker.session.groups import is_standing
from tracker.session.history import History
from tracker.session.letters import RowLetters
from tracker.session.moves import party
from tracker.session.state import PARTY, Session
from tracker.widgets.form import Form
from tracker.widgets.line_table import LineTable

ROUNDS = 12
CONDITION = "deafened"
ACTS = {"d": "damage", "e": "condition", "c": "heal", "t": "test"}
"""The acts of keys with a title; `a` and `f` have other ways."""
FIGURES = {"a": 0, "d": 1, "e": 1, "c": 1, "t": 1, "f": 0}
"""Keys between that of an act and its `Enter`."""
NAMES = ("Lía", "Bren", "Iria", "Odón", "Milo", "Morda", "Tarasca", "Nela")


def people(ours: int, foes: int) -> tuple[str, ...]:
    """Return the lines of a fight in which each creature has a row and a turn of its own."""
    return (
        *(f"pj {name} salud_total=30 salud=30 ataques=Espada 1d8" for name in NAMES[:ours]),
        f"aparece {foes} goblin salud_total=30 salud=30 ataques=Lanza 1d6",
        "combate Sala",
        *(f"iniciativa {name.lower()} {20 - place}" for place, name in enumerate(NAMES[:ours])),
        "iniciativa enemigos 9",
    )


@dataclass(frozen=True)
class Wish:
    """A key, and whom the GM means by it."""

    key: str
    who: str


class Script:
    """What happens in each turn of a fight: four acts in ten attack, three are damage that players tell."""

    def __init__(self, seed: int = 47) -> None:
        self._random = Random(seed)
        self._turns = 0
        self._last: dict[str, str] = {}
        """Whom each creature was against last."""

    def wishes(self, session: Session) -> list[Wish]:
        fight, chance = session.fight, self._random.random()
        assert fight is not None
        self._turns += 1
        actor = fight.active
        standing = [who for who in fight.combatants if is_standing(session, fight, who)]
        ours = fight.combatants[actor].side
        foes = [who for who in standing if fight.combatants[who].side != ours]
        friends = [who for who in standing if who not in foes]
        if not foes:
            return []
        last = self._last.get(actor, "")
        foe = last if last in foes and self._random.random() < 0.6 else self._random.choice(foes)
        self._last[actor] = foe
        if chance < 0.4:
            then = self._random.choice(("", "e", "d"))
            wishes = [Wish("a", foe), *([Wish(then, foe)] if then else [])]
        elif chance < 0.7 or (chance >= 0.9 and ours != PARTY):
            wishes = [Wish("d", foe)]
        elif chance < 0.8:
            wishes = [Wish("e", foe)]
        elif chance < 0.9:
            wishes = [Wish("c", self._random.choice(friends))]
        else:
            wishes = [Wish("t", actor)]
        return [*wishes, *([Wish("f", actor)] if self._turns % 4 == 0 else [])]


@dataclass
class Rule:
    """What the manual says, for a GM who remembers only the fight: whom a key takes if nobody is named."""

    last: dict[str, str] = field(default_factory=dict)
    this_turn: str = ""

    def begin_turn(self) -> None:
        self.this_turn = ""

    def usual(self, session: Session, key: str) -> str:
        fight = session.fight
        assert fight is not None
        actor = fight.active
        foes = [
            who
            for who, each in fight.combatants.items()
            if each.side != fight.combatants[actor].side and is_standing(session, fight, who)
        ]
        if key in "ctf":
            return actor
        known = self.last.get(actor, "") if key == "a" else self.this_turn
        return known if known in foes else foes[0] if len(foes) == 1 else ""

    def attacked(self, actor: str, foe: str) -> None:
        self.last[actor] = self.this_turn = foe


@dataclass
class Tally:
    """The acts of one GM: how many, how many were for somebody else, and the keys with those that mend it."""

    acts: int = 0
    wrong: int = 0
    keys: int = 0

    def count(self, keys: int, again: int, *, is_wrong: bool) -> None:
        self.acts += 1
        self.wrong += is_wrong
        self.keys += keys + (again if is_wrong else 0)


def before(history: History, key: str, cursor: str) -> str:
    """Return whom a key took before the rule: the row under the cursor, and an attack its last target."""
    fight = history.session.fight
    assert fight is not None
    side = {who: each.side for who, each in fight.combatants.items()}
    if key != "a" or side[cursor] != side[fight.active]:
        return cursor
    return by_the_rule(history, "a")


def by_the_rule(history: History, key: str) -> str:
    """Return whom a key takes, with the cursor on the row of the turn; empty if it asks."""
    session, fight = history.session, history.session.fight
    assert fight is not None
    if key == "f":
        return fight.active
    act = session.game.acts[ACTS.get(key, session.game.attack_act)]
    aim = aim_of(history, act, Pointer((fight.active,), turn=turn_of(session)))
    assert act.whose is Whose.EACH
    return next(iter(aim.others if key == "a" else aim.creature_ids), "")


def turns(game: Game) -> Iterator[list[Wish]]:
    script = Script()
    while True:
        game.do("siguiente")
        if game.round > ROUNDS:
            return
        yield script.wishes(game.session)


def play(game: Game, wish: Wish) -> None:
    """Let happen what the GM means."""
    session, fight = game.session, game.session.fight
    assert fight is not None
    act_id = ACTS.get(wish.key, session.game.attack_act)
    args: dict[str, dict[str, Any]] = {
        "d": {"amount": 2},
        "e": {"condition": CONDITION},
        "c": {"amount": 3},
        "a": {"creature": wish.who},
        "t": {"attribute": "strength"},
    }
    context, whom = session.rules_context(), fight.active if wish.key == "a" else wish.who
    badges = {badge.id for badge in session.game.badges(context, whom)}
    act_id = "release" if wish.key == "e" and CONDITION in badges else act_id
    game.play(party.act(session, act_id, (whom,), args[wish.key], lambda sides: sides))


def by_table(ours: int, foes: int) -> dict[str, Tally]:
    """Play the script at a table of this size; return the tally of each GM by each rule."""
    game, rule, letters = Game(*people(ours, foes)), Rule(), RowLetters()
    tallies = {each: Tally() for each in ("habit before", "habit now", "careful before", "careful now")}
    cursors = dict.fromkeys(("habit before", "careful before"), game.id_of(NAMES[0]))
    for wishes in turns(game):
        rule.begin_turn()
        for wish in wishes:
            fight = game.session.fight
            assert fight is not None
            if not is_standing(game.session, fight, wish.who):
                continue
            usual, rows = rule.usual(game.session, wish.key), [*fight.combatants]
            code = len(letters.letters_for(game.history)[wish.who])
            for name, tally in tallies.items():
                if name in cursors:
                    taken = before(game.history, wish.key, cursors[name])
                else:
                    taken = by_the_rule(game.history, wish.key)
                reads = name.startswith("careful") and wish.key != "f"
                names_who = wish.key != "f" and (taken if reads or not taken else usual) != wish.who
                keys = 1 + FIGURES[wish.key] + (wish.key != "f") + names_who * code
                is_wrong = not names_who and taken != wish.who
                if wish.key == "f" and is_wrong:
                    again = 2 + abs(rows.index(cursors[name]) - rows.index(wish.who))
                    cursors[name] = wish.who
                else:
                    again = 2 + keys + code
                tally.count(keys, again, is_wrong=is_wrong)
            if wish.key == "a":
                rule.attacked(fight.active, wish.who)
            if wish.key != "f":
                play(game, wish)
        for tally in tallies.values():
            tally.keys += 1
    return tallies


@pytest.mark.slow
@pytest.mark.parametrize(("ours", "foes"), [(5, 9), (8, 25)])
def test_no_act_hits_somebody_else_and_fewer_keys_are_pressed(trials: Trials, ours: int, foes: int) -> None:
    tallies = by_table(ours, foes)
    for name, tally in tallies.items():
        size = f"{ours} against {foes}, by {name}"
        if name.endswith("now"):
            trials(f"an act hits somebody else, {size}", tally.acts, tally.wrong)
        trials(f"keys, {size} ({tally.wrong} wrong)", tally.keys)
    assert tallies["habit now"].wrong == tallies["careful now"].wrong == 0
    assert tallies["habit before"].wrong * 4 > tallies["habit before"].acts
    assert tallies["careful now"].keys <= tallies["habit now"].keys
    assert tallies["habit now"].keys * 3 < tallies["habit before"].keys * 2
    assert tallies["careful now"].keys * 20 < tallies["careful before"].keys * 19


@pytest.mark.slow
async def test_at_the_table_the_keys_of_the_habit_hit_whom_they_mean(folder: Folder, trials: Trials) -> None:
    folder.begin(*people(5, 9))
    script, rule, tally = Script(), Rule(), Tally()
    async with playing(folder) as game:
        await game.press("2")
        while True:
            await game.press("n")
            fight = game.session.fight
            assert fight is not None
            if fight.round > 4:
                break
            rule.begin_turn()
            for wish in script.wishes(game.session):
                if not is_standing(game.session, fight, wish.who):
                    continue
                code = game.table.letters[wish.who] if rule.usual(game.session, wish.key) != wish.who else ""
                taken = await press(game, wish.key, code)
                tally.count(2 + FIGURES[wish.key] + len(code), 0, is_wrong=taken != wish.who)
                if wish.key == "a":
                    rule.attacked(fight.active, wish.who)
    trials("an act at the table hits somebody else, 5 against 9", tally.acts, tally.wrong)
    assert tally.wrong == 0
    assert tally.acts > 60


async def press(game: Table, key: str, code: str) -> str:
    """Press the keys of an act, and return whom it was for."""
    if key == "f":
        await game.press("f")
        assert isinstance(game.app.screen, Form)
        name = game.app.screen._question
        await game.press("escape")
        return next(who for who, each in game.session.creatures.items() if each.name == name)
    figures = {"d": ("2",), "c": ("3",), "t": ("1",)}.get(key, ())
    await game.press(key)
    if key == "e":
        offers = game.app.screen._draft.offers  # type: ignore[attr-defined]
        figures = (next(each.letter for each in offers if each.choice == CONDITION),)
    events = game.events
    await game.press(*figures, *code, "enter")
    assert (game.dialog, game.events) == ("", events + 1), game.screen
    asked = next(reversed(game.table.history))
    about = {str(fact.data.get("other" if key == "a" else "who", "")) for fact in asked.facts}
    about |= {throw.who for throw in asked.throws} if key == "t" else set()
    (who,) = about - {""}
    return who


def signed(game: Table, sign: str) -> list[str]:
    """Return the rows under a sign, by the names in them."""
    names = [each.name for each in game.session.creatures.values()]
    return [next(name for name in names if name in row) for row in game.rows if row.startswith(sign)]


def cursor(game: Table) -> str:
    return game.session.creatures[game.line_table.cursor_key or ""].name


async def pass_turn(game: Table) -> None:
    """Let another GM pass the turn, and wait until the table shows it."""
    events = game.events
    game.folder.play("siguiente", gm="bea")
    await game.wait_until(lambda: game.events > events, "the turn that another has passed")


async def test_the_cursor_goes_with_another_s_turn_only_from_the_row_of_the_turn(folder: Folder) -> None:
    folder.begin(*people(3, 1), "siguiente")
    async with playing(folder) as game:
        await game.press("2")
        await pass_turn(game)
        assert (signed(game, "▶"), cursor(game)) == (["Bren"], "Bren")
        game.cursor_on("Lía")
        await pass_turn(game)
        assert (signed(game, "▶"), cursor(game)) == (["Iria"], "Lía")
        await game.press("n")
        assert cursor(game) == "goblin", "my own turn takes it along"
        game.cursor_on("Lía")
        events = game.events
        game.folder.play("deshacer", gm="bea")
        await game.wait_until(lambda: game.events > events, "the turn that another has taken back")
        assert (signed(game, "▶"), cursor(game)) == (["Iria"], "Lía")


async def test_keys_faster_than_the_turn_hit_nobody(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    """The turn passes to the foe as damage is typed for it: the only foe is now the only character."""
    monkeypatch.setattr(creatures, "UNSEEN", 60)
    folder.begin(*people(1, 1), "siguiente")
    async with playing(folder) as game:
        await game.press("2")
        await pass_turn(game)
        await game.press("d", "5", "enter")
        assert "¿a quién?" in game.line
        assert game.sheet("Lía").health == game.sheet("goblin").health == 30
        await game.press("ctrl+c", "a")
        assert "Lía · Espada" in game.line, "who acted as the key was pressed"
        monkeypatch.setattr(creatures, "UNSEEN", 0)
        await game.press("ctrl+c", "a")
        assert "goblin · Lanza" in game.line


@pytest.mark.parametrize("typed", [("d", "5"), (":", *"daño 5")])
async def test_a_line_begun_stays_with_whom_it_named(folder: Folder, typed: tuple[str, ...]) -> None:
    folder.begin(*people(1, 1), "siguiente")
    async with playing(folder) as game:
        await game.press("2", *typed)
        await pass_turn(game)
        await game.press("enter")
        hurt = {name for name in ("Lía", "goblin") if game.sheet(name).health < 30}
        assert hurt == ({"goblin"} if typed[0] == "d" else set()), "a typed line asks again"


async def test_the_row_that_damage_would_hit_is_signed_and_its_card_is_under_that_of_who_acts(
    folder: Folder,
) -> None:
    folder.begin(*people(2, 2), "siguiente")
    async with playing(folder, size=(120, 40)) as game:
        await game.press("2")
        assert (signed(game, "▶"), signed(game, "→")) == (["Lía"], [])
        await game.press("a", "j")
        assert signed(game, "→") == ["goblin 1"]
        await game.press("enter")
        assert (cursor(game), signed(game, "→")) == ("Lía", ["goblin 1"])
        cards = [each.split(" ─")[0] for each in game.side_text.splitlines() if "──" in each]
        assert cards == ["▶ Lía", "→ goblin 1", "Bren"]
        await game.press("end")
        cards = [each.split(" ─")[0] for each in game.side_text.splitlines() if "──" in each]
        assert (signed(game, "→"), cards) == ([], ["▶ Lía", "→ goblin 2", "Bren"])
        await game.press("n")
        assert signed(game, "→") == []


async def test_x_says_in_whose_name_and_f_asks_which_of_several_kinds(folder: Folder) -> None:
    folder.begin(*people(2, 2), "aparece oso", 'agrupa "goblin 2", oso', "siguiente")
    async with playing(folder) as game:
        await game.press("2", "x")
        assert "¿Qué hace Lía?" in game.screen
        await game.press("ctrl+c")
        game.cursor_on("goblin 2")
        await game.press("f")
        assert game.dialog == "Picker"
        await game.press("enter")
        assert isinstance(game.app.screen, Form)


async def test_help_names_who_acts_and_who_is_dying(folder: Folder) -> None:
    folder.begin(
        *("pj Nora", "pj Eva", "aparece 2 perro", "combate Sala", "iniciativa nora 9", "iniciativa eva 8"),
        *("iniciativa enemigos 3", "siguiente", "daño Eva 99"),
        system="horror",
    )
    async with playing(folder) as game:
        await game.press("2", "x", "a")
        assert "Nora" in game.line.splitlines()[0]
        assert "→ Eva" in game.line.splitlines()[0]


async def test_on_the_tab_of_the_group_damage_is_not_for_who_acts_either(folder: Folder) -> None:
    folder.begin(*people(2, 1), "siguiente")
    async with playing(folder) as game:
        await game.press("d")
        assert "DAÑO  → goblin" in game.line
        await game.press("ctrl+c", "j", "d")
        assert "DAÑO  → Bren" in game.line


async def test_where_the_gm_gives_the_turns_the_line_of_an_act_picks_nobody_for_the_next(
    folder: Folder,
) -> None:
    folder.begin(*people(3, 2)[:4], "combate Sala sin orden", "siguiente Lía")
    async with playing(folder) as game:
        await game.press("2", "a", "j", "enter")
        assert cursor(game) == "Lía"
        assert game.pane.picked_ids == ()
        await game.press("j")
        assert len(game.pane.picked_ids) == 1


async def test_a_turn_draws_the_list_and_the_cards_once(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.begin(*people(2, 3))
    drawn: list[str] = []

    def counted(kind: type[Any], name: str) -> None:
        original = getattr(kind, name)

        def count(self: Any, *args: Any) -> Any:
            drawn.append(name)
            return original(self, *args)

        monkeypatch.setattr(kind, name, count)

    counted(LineTable, "draw")
    counted(EncounterPane, "side_panel")
    async with playing(folder) as game:
        await game.press("2", "n")
        for _ in range(4):
            drawn.clear()
            await game.press("n")
            assert sorted(drawn) == ["draw", "side_panel"]
