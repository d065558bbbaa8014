"""Whom an act is for unless the GM says: the turn, the cursor and the marks, in every game."""

from pathlib import Path

from msgspec.structs import replace

from tests.session.game import Game, refusal_code
from tests.trials import each_of
from tracker.commands.command import CommandContext, draft_of
from tracker.commands.parse import parse
from tracker.rules.system import WHO
from tracker.session.aim import Aim, Pointer, aim_of, turn_of
from tracker.session.moves import party

FILES = Path(__file__).parents[1] / "rules" / "game_file" / "files"
ARMED = {
    "chronicle": "armas=Espada 1",
    "horror": "armas=Navaja 1",
    "percentile": "armas=Navaja 1 habilidades=Navaja 50",
    "margin": "habilidades=Pelea 12",
    "duelo": "armas=Pico 1d8 habilidades=Pelea 55",
}
"""What a creature of each game needs to attack; the last is a game file."""
ON_OTHERS = {
    "chronicle": ("damage", "condition"),
    "horror": ("damage", "condition"),
    "percentile": ("damage",),
    "margin": ("exhaust",),
    "duelo": ("damage", "condition"),
}
ON_THE_ROW = ("test", "heal", "rest", "recover", "kill")
GAMES = tuple(ARMED)


def played(system: str, *lines: str) -> Game:
    if system in ON_OTHERS and system != "duelo":
        return Game(*lines, system=system)
    text = (FILES / f"{system}.toml").read_text("utf-8")
    return Game(*lines, system=f"file.{system}", rules=text)


def fight(system: str, *lines: str, foes: str = "aparece 2 lobo") -> Game:
    """Return a fight of Ana, whose turn it is, and Bea against wolves."""
    order = ("iniciativa ana 15", "iniciativa bea 12", "iniciativa enemigos 8")
    people = ("pj Ana", "pj Bea", foes, "combate Puente")
    return played(system, *people, *order, "siguiente", *lines)


def pointer(game: Game, cursor: str, *marked: str) -> Pointer:
    return Pointer((game.id_of(cursor),) if cursor else (), tuple(map(game.id_of, marked)))


def aim(game: Game, act_id: str, cursor: str, *marked: str) -> Aim:
    act = game.session.game.acts[act_id]
    return aim_of(game.history, act, pointer(game, cursor, *marked))


def aimed(game: Game, act_id: str, cursor: str, *marked: str) -> list[str]:
    """Return the names of those that an act is for, with the cursor on a row and others marked."""
    return names(game, aim(game, act_id, cursor, *marked).creature_ids)


def attacked(game: Game, cursor: str, *marked: str) -> tuple[list[str], list[str]]:
    """Return the names of those who attack, and of those whom they attack."""
    found = aim(game, game.session.game.attack_act, cursor, *marked)
    return names(game, found.creature_ids), names(game, found.others)


def names(game: Game, creature_ids: tuple[str, ...]) -> list[str]:
    return [game.session.creatures[who].name for who in creature_ids]


@each_of("system", GAMES)
def test_on_the_row_of_the_turn_an_act_on_others_is_never_for_who_acts(system: str) -> None:
    for act_id in ON_OTHERS[system]:
        assert aimed(fight(system), act_id, "Ana") == [], "two foes stand: the GM must say"
        assert aimed(fight(system, foes="aparece lobo"), act_id, "Ana") == ["lobo"], "the only foe"
        assert aimed(fight(system, "mata lobo 1"), act_id, "Ana") == ["lobo 2"], "the only one that stands"
        assert aimed(fight(system, foes="aparece 3 lobo grupo"), act_id, "Ana") == ["lobo 1"]
        assert aimed(fight(system), act_id, "") == [], "as without a cursor, in the shell"


@each_of("system", GAMES)
def test_the_other_acts_are_for_the_row_of_the_turn(system: str) -> None:
    game = fight(system)
    for act_id in {*ON_THE_ROW} & {*game.session.game.acts}:
        assert aimed(game, act_id, "Ana") == ["Ana"]
        assert aimed(game, act_id, "lobo 1") == ["lobo 1"]
        assert aimed(game, act_id, "Bea") == ["Bea"]


@each_of("system", GAMES)
def test_who_acts_attacks_the_only_foe_else_the_gm_must_say(system: str) -> None:
    assert attacked(fight(system), "Ana") == (["Ana"], [])
    assert attacked(fight(system, "siguiente"), "Bea") == (["Bea"], [])
    assert attacked(fight(system, foes="aparece lobo"), "Ana") == (["Ana"], ["lobo"])
    assert attacked(fight(system, foes="aparece lobo"), "Bea") == (["Ana"], ["lobo"])


@each_of("system", GAMES)
def test_moved_to_a_foe_everything_is_about_it(system: str) -> None:
    game = fight(system)
    assert [aimed(game, each, "lobo 2") for each in ON_OTHERS[system]] == [["lobo 2"]] * len(
        ON_OTHERS[system]
    )
    assert attacked(game, "lobo 2") == (["Ana"], ["lobo 2"])


@each_of("system", GAMES)
def test_moved_to_a_friend_who_acts_still_attacks_foes(system: str) -> None:
    game = fight(system)
    assert [aimed(game, each, "Bea") for each in ON_OTHERS[system]] == [["Bea"]] * len(ON_OTHERS[system])
    assert attacked(game, "Bea") == (["Ana"], [])


@each_of("system", GAMES)
def test_marks_are_meant_even_one_on_who_acts(system: str) -> None:
    game = fight(system)
    for act_id in ON_OTHERS[system]:
        assert aimed(game, act_id, "Ana", "lobo 1", "Bea") == ["lobo 1", "Bea"]
        assert aimed(game, act_id, "Ana", "Ana") == ["Ana"], "the GM has said so"
    assert attacked(game, "Bea", "lobo 2") == (["Ana"], ["lobo 2"])
    assert attacked(game, "Ana", "Bea") == (["Ana"], [])


@each_of("system", GAMES)
def test_the_target_of_this_turn_is_taken_while_it_stands(system: str) -> None:
    armed = (f"ficha todos {ARMED[system]}", f"ficha lobo* {ARMED[system]}")
    game = fight(system, *armed)
    strike(game, "Ana", "lobo 2")
    assert {tuple(aimed(game, each, "Ana")) for each in ON_OTHERS[system]} == {("lobo 2",)}
    assert attacked(game, "Ana") == (["Ana"], ["lobo 2"])
    assert attacked(game, "lobo 1") == (["Ana"], ["lobo 1"])
    game.do("siguiente")
    assert {tuple(aimed(game, each, "Bea")) for each in ON_OTHERS[system]} == {()}, "not of the turn before"
    game.do("anterior")
    game.do("mata lobo 2")
    assert {tuple(aimed(game, each, "Ana")) for each in ON_OTHERS[system]} == {("lobo 1",)}
    assert attacked(game, "Ana") == (["Ana"], ["lobo 1"])


def strike(game: Game, who: str, target: str) -> None:
    """Let somebody attack, whatever falls."""
    act_id = game.session.game.attack_act
    act = game.session.game.acts[act_id]
    context, whose = game.session.rules_context(), game.id_of(who)
    required = [each for each in act.params if each.required and each.offers]
    args = {each.name: next(iter(each.offers(context, whose))) for each in required if each.offers}
    param = next(each for each in act.params if each.name in ("creature", "target"))
    args[param.name] = game.id_of(target)
    game.play(party.act(game.session, act_id, (whose,), args, lambda sides: sides))


@each_of("system", GAMES)
def test_a_row_of_one_kind_attacks_whole_and_its_leader_takes_the_rest(system: str) -> None:
    game = fight(system, *["siguiente"] * 2, foes="aparece 3 lobo grupo")
    wolves = ["lobo 1", "lobo 2", "lobo 3"]
    assert attacked(game, "lobo 1") == (wolves, [])
    assert attacked(game, "Bea") == (wolves, ["Bea"])
    assert {tuple(aimed(game, each, "lobo 1")) for each in ON_OTHERS[system]} == {()}
    game.do("anterior")
    assert {tuple(aimed(game, each, "lobo 1")) for each in ON_OTHERS[system]} == {("lobo 1",)}


@each_of("system", GAMES)
def test_of_a_row_of_several_kinds_the_gm_says_which(system: str) -> None:
    game = fight(system, "aparece oso", 'agrupa "lobo 2", oso')
    row = tuple(map(game.id_of, ("lobo 2", "oso")))
    for act_id in (*ON_OTHERS[system], *({*ON_THE_ROW} & {*game.session.game.acts})):
        found = aim_of(game.history, game.session.game.acts[act_id], Pointer(row))
        assert found == Aim(row, is_one_of=True), act_id
    while game.active not in ("lobo 2", "oso"):
        game.do("siguiente")
    found = aim_of(game.history, game.session.game.acts[game.session.game.attack_act], Pointer(row))
    assert (found.creature_ids, found.is_one_of) == (row, True)
    damage = game.session.game.acts[ON_OTHERS[system][0]]
    assert aim_of(game.history, damage, Pointer(row)) == Aim(), "it is not asked of who acts"


@each_of("system", GAMES)
def test_where_nobody_has_the_turn_the_cursor_says(system: str) -> None:
    people = ("pj Ana", "aparece 2 lobo")
    for game in (played(system, *people), played(system, *people, "combate Puente sin orden")):
        assert {tuple(aimed(game, each, "Ana")) for each in ON_OTHERS[system]} == {("Ana",)}
        assert attacked(game, "lobo 1") == (["lobo 1"], ["Ana"])
        assert aimed(game, ON_OTHERS[system][0], "") == [], "nobody is pointed at"


@each_of("system", GAMES)
def test_an_active_that_is_nobody_leaves_it_to_the_cursor(system: str) -> None:
    game = fight(system)
    encounter = game.session.fight
    assert encounter is not None
    lost = replace(encounter, active="x")
    game.history.session = replace(game.session, encounters={game.session.encounter: lost})
    assert {tuple(aimed(game, each, "Ana")) for each in ON_OTHERS[system]} == {("Ana",)}
    assert attacked(game, "Bea") == (["Bea"], [])


@each_of("system", GAMES)
def test_the_rules_refuse_what_a_dead_creature_does_in_its_turn(system: str) -> None:
    game = fight(system, "mata Ana")
    assert {tuple(aimed(game, each, "Ana")) for each in ON_OTHERS[system]} == {()}
    assert attacked(game, "Ana") == (["Ana"], [])
    assert aimed(game, "test", "Ana") == ["Ana"]


@each_of("system", GAMES)
def test_of_several_that_act_the_one_under_the_cursor_does(system: str) -> None:
    people = ("pj Ana", "pj Bea", "aparece 2 lobo")
    game = played(system, *people, "combate Puente sin orden", "siguiente Ana, Bea")
    assert attacked(game, "Bea") == (["Bea"], [])
    assert attacked(game, "lobo 1")[1] == ["lobo 1"]
    assert {tuple(aimed(game, each, who)) for each in ON_OTHERS[system] for who in ("Ana", "Bea")} == {()}
    game.do(f"ficha todos {ARMED[system]}")
    game.do(f"ficha lobo* {ARMED[system]}")
    strike(game, "Bea", "lobo 2")
    assert {tuple(aimed(game, each, "Ana")) for each in ON_OTHERS[system]} == {("lobo 2",)}, "of any of them"


@each_of("system", GAMES)
def test_a_turn_that_passes_unseen_turns_no_act_on_somebody_else(system: str) -> None:
    """The GM points at a row, another GM passes the turn, and the key is pressed."""
    game = fight(system, foes="aparece lobo")
    seen = {who: replace(pointer(game, who), turn=turn_of(game.session)) for who in ("Ana", "Bea", "lobo")}
    game.do("siguiente")
    acts = game.session.game.acts
    for act_id in ON_OTHERS[system]:
        found = {who: aim_of(game.history, acts[act_id], each) for who, each in seen.items()}
        assert found["Ana"] == Aim(), "on the row of the turn that was seen: the GM must say"
        assert names(game, found["Bea"].creature_ids) == ["Bea"], "moved to it, though it acts now"
        assert names(game, found["lobo"].creature_ids) == ["lobo"]
    attack = aim_of(game.history, acts[game.session.game.attack_act], seen["Ana"])
    assert (names(game, attack.creature_ids), names(game, attack.others)) == (["Ana"], ["lobo"])


def test_help_goes_to_who_is_dying_by_who_acts() -> None:
    game = fight("horror", "pj Eva", "entra Eva", "daño Eva 99")
    help_, acts = game.session.game.acts["help"], game.session.game.acts
    assert (help_.doer, help_.suits is not None) == (WHO, True)
    assert dying(game) == ["Eva"]
    for cursor in ("Ana", "Bea", "Eva", "lobo 1"):
        found = aim_of(game.history, acts["help"], pointer(game, cursor))
        assert (names(game, found.creature_ids), names(game, found.others)) == (["Ana"], ["Eva"]), cursor
    game.do("daño Bea 99")
    assert dying(game) == ["Bea", "Eva"]
    assert aim(game, "help", "Ana").others == (), "of several dying the GM must say"
    assert names(game, aim(game, "help", "Bea").others) == ["Bea"]


def test_in_the_turn_of_a_foe_or_of_the_dying_one_somebody_beside_helps() -> None:
    game = fight("horror", "pj Eva", "entra Eva", "iniciativa Eva 10", "daño Ana 99")
    help_ = game.session.game.acts["help"]
    assert (dying(game), game.session.creatures[game.session.fight.active].name) == (["Ana"], "Ana")  # type: ignore[union-attr]
    for cursor, helper in {"Ana": "Bea", "": "Bea", "Eva": "Eva", "lobo 1": "Bea"}.items():
        assert helped(game, aim_of(game.history, help_, pointer(game, cursor))) == ([helper], ["Ana"]), cursor
    answer = Pointer(marked=(game.id_of("Ana"),))
    assert helped(game, aim_of(game.history, help_, answer)) == (["Bea"], ["Ana"]), "the roll that asks"
    for _turn in range(3):
        game.do("siguiente")
    assert game.session.fight
    assert game.history.names[game.session.fight.active] == "lobo 1"
    for cursor, helper in {"lobo 1": "Bea", "": "Bea", "Eva": "Eva", "Ana": "Bea"}.items():
        assert helped(game, aim_of(game.history, help_, pointer(game, cursor))) == ([helper], ["Ana"]), cursor
    game.do("daño Bea 99")
    assert names(game, aim(game, "help", "lobo 1").creature_ids) == ["Eva"], "of two dying the GM must say"


def helped(game: Game, found: Aim) -> tuple[list[str], list[str]]:
    return names(game, found.creature_ids), names(game, found.others)


def dying(game: Game) -> list[str]:
    context, help_ = game.session.rules_context(), game.session.game.acts["help"]
    found = [who for who in game.session.creatures if help_.suits and help_.suits(context, who)]
    return names(game, tuple(found))


@each_of("system", GAMES)
def test_a_line_without_a_name_is_for_whom_its_key_is(system: str) -> None:
    game = fight(system, foes="aparece lobo")
    line = "daño 1"
    assert hit(game, line, "Ana") == {"lobo"}
    assert hit(game, line, "") == {"lobo"}, "in the shell"
    assert hit(game, line, "Bea") == {"Bea"}
    assert hit(game, line, "Bea", "Ana") == {"Ana"}
    several = fight(system)
    assert refusal_code(lambda: hit(several, line, "Ana")) == "nobody"
    assert refusal_code(lambda: hit(several, line, "")) == "nobody"


def hit(game: Game, line: str, cursor: str, *marked: str) -> set[str]:
    """Return the names of those whom a line is about."""
    context = CommandContext(game.history, pointer=pointer(game, cursor, *marked))
    draft = draft_of(parse(line, context), game.history, lambda sides: sides, game.fresh)
    return {game.history.names[str(each.data["who"])] for each in draft.facts if each.data.get("who")}


OWN = """
[act.socorre]
params = { target = "creature" }
do = ["vida = 1"]
doer = "target"
suits = "vida <= 0"
[act.venda]
params = { target = "creature" }
do = ["target.vida += 1"]
doer = "who"
suits = "vida < 12"
[act.maldice]
do = ["vida -= 1"]
others = true
[act.daño]
params = { cuanto = "amount" }
do = ["vida -= cuanto"]
others = false
"""


def test_a_game_file_says_for_whom_its_acts_are_in_its_own_words() -> None:
    text = (FILES / "duelo.toml").read_text("utf-8")
    start, end = text.index("[act.daño]"), text.index("[act.descansa]")
    people = ("pj Ana", "pj Bea", "aparece 2 lobo", "combate Puente", "iniciativa ana 9", "siguiente")
    game = Game(*people, system="file.duelo", rules=text[:start] + OWN + text[end:])
    game.do("ficha todos,lobo* constitucion=12 vida_max=12 vida=12")
    assert aimed(game, "maldice", "Ana") == []
    assert aimed(game, "damage", "Ana") == ["Ana"], "the file says that it is not for others"
    assert aim(game, "socorre", "Ana") == Aim((game.id_of("Ana"),)), "it suits nobody: the rules say so"
    game.do("ficha Bea vida=0")
    bea, ana = game.id_of("Bea"), game.id_of("Ana")
    for cursor in ("Ana", "Bea", "lobo 1"):
        assert aim(game, "socorre", cursor) == Aim((bea,), (ana,)), "who acts is the other"
        assert aim(game, "venda", cursor) == Aim((ana,), (bea,)), "who acts does it"
    game.do("ficha Ana vida=5")
    assert aim(game, "venda", "Ana") == Aim((ana,), (bea,)), "though somebody could bandage Ana too"
    for _turn in range(2):
        game.do("siguiente")
    assert game.session.fight
    assert game.history.names[game.session.fight.active] == "lobo 1"
    assert aim(game, "socorre", "lobo 1") == Aim((bea,), (ana,)), "no foe helps"
    assert "Bea" in game.sentences("socorre")
    assert game.session.creatures[bea].sheet.vida == 1  # type: ignore[attr-defined]
