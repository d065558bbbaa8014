"""Every sentence that names a key is true where it stands: its keys are read off the screen and pressed."""

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from tests.screens.game import Folder, Game, fight, party, playing
from tests.screens.test_game_file import Shelved
from tests.trials import one_in
from tests.wording.word_check import keys_of
from tracker.commands.command import CommandContext, draft_of
from tracker.commands.parse import parse
from tracker.screens import table_screen
from tracker.session.request import RequestKind
from tracker.store.player_requests import PlayerRequest, PlayerRequests
from tracker.store.presence import Presence
from tracker.widgets import themed_app
from tracker.wording.language import REFERENCE
from tracker.wording.messages import names_in, with_ways
from tracker.wording.word_files import PROGRAM, words_in

Holds = Callable[[Game], bool]
Prepare = Callable[[Folder], object]
WIDE = (100, 50)
"""A terminal in which few sentences are wrapped, and panels stand under their list."""
NAMED = {
    "Intro": "enter",
    "Supr": "delete",
    "Esc": "escape",
    "Tab": "tab",
    "?": "question_mark",
    "Espacio": "space",
}


class Hint(Struct, frozen=True):
    """A sentence, how it comes onto the screen, and what each of its ways does from there."""

    key: str
    does: dict[str, Holds | tuple[str, Holds]]
    """What is so once a way has been pressed, by the part of the sentence that names it: `{table.undo}`. What
    that way asks for is typed before it is looked at.
    """
    lines: Iterable[str] = ()
    keys: str = ""
    """Lines and keys that bring the sentence onto the screen. A word that begins with `:` is typed and entered."""
    prepare: Prepare | None = None
    """What is done to the save, before it is opened."""
    system: str = "chronicle"
    home: bool = False
    size: tuple[int, int] = WIDE


def asks(dialog: str, text: str = "") -> Holds:
    return lambda game: game.dialog == dialog and text in game.screen


def tab(name: str) -> Holds:
    return lambda game: (game.dialog, game.table.tab) == ("", name)


def says(text: str) -> Holds:
    return lambda game: text in game.screen


def newest(*kinds: str) -> Holds:
    """Hold if the newest event says one of these facts."""
    return lambda game: any(fact.kind in kinds for fact in next(reversed(game.table.history)).facts)


def peace(game: Game) -> bool:
    return game.session.fight is None


def fighting(game: Game) -> bool:
    return game.session.fight is not None


def no_line(game: Game) -> bool:
    return not game.dialog


def answered(game: Game) -> bool:
    return not game.pending.startswith(("Pendiente", "Piden"))


def is_off(game: Game) -> bool:
    return not game.app.is_running or game.app._exit


FORM = asks("Form", "Nuevo PJ")
THING = asks("Form", "Objeto nuevo")
APPEAR = (":2_trasgo", newest("appeared"))
POISON = ("pj Lía", "estado lia veneno nivel 2", "intervalo 10m", "omite")
TORCH = (*party(), "lleva Lía antorcha d6 luz")
FOES = (*party(), "aparece goblin")
READY = (*FOES, "combate", "iniciativa todos 1d20")
BLOW = (*READY, "siguiente", "daño goblin* 2")
WAITING = (*fight("estado lia parálisis", "siguiente"),)
CHOICE = (
    "pj Elvira violencia=1 PV_máximos=8 PV=8 armas=Revólver 3",
    "aparece Perro PV_máximos=6 PV=6 armas=Dientes 1d6",
    "ataca elvira perro = 3 4",
)
DUE_LIGHT = ("pj Lía", "lleva Lía antorcha d8 luz encendida", "intervalo 10m")
"""What is pending while no die has fallen, so that the list of throws has no row."""
UNREPEATED = party("lleva Lía Cuerda d6", "usa Lía Cuerda = 4")
HELP = says("Teclas de aquí")


def new(*lines: str) -> Prepare:
    """Play lines in a campaign that has just begun, so that the guide leads through it."""
    return lambda folder: folder.play(*lines)


def apart(*lines: str) -> Prepare:
    """Let two GMs play the same lines, each for himself, before they share."""

    def play(folder: Folder) -> None:
        with closing(folder.open("bea").save), closing(folder.open("cora").save):
            pass
        campaigns = [folder.open(gm) for gm in ("bea", "cora")]
        for number, campaign in enumerate(campaigns):
            for line in lines:
                command = parse(line.format(number), CommandContext(campaign.history))
                campaign.play(draft_of(command, campaign.history, folder.roll, folder.fresh))
        for campaign in campaigns:
            campaign.share()
            campaign.save.close()

    return play


def asked(*texts: str) -> Prepare:
    """Let a player ask for an initiative from the page."""

    def put(folder: Folder) -> None:
        with closing(folder.open().save) as save:
            requests = PlayerRequests(save.journals, save.path)
        who = next(iter(folder.saved().party()))
        for number, text in enumerate(texts):
            requests.put(PlayerRequest(str(number), who, RequestKind.NOTE, text))

    return put


def beside(*gms: str) -> Prepare:
    def come(folder: Folder) -> list[Presence]:
        there = [Presence(folder.path(), gm) for gm in gms]
        for each in there:
            each.show("3")
        return there

    return come


def edited(folder: Folder) -> None:
    assert isinstance(folder, Shelved)
    folder.put("ascuas", "Ascuas", "Brasas")


# One row a line, so that the table can be read.
# fmt: off
# ruff: noqa: E501
GUIDE = [
    *(
        Hint("guide.see_encounter", {"{table.encounter}": tab("2")}, keys=f"m e enter {each}", home=True)
        for each in "14"
    ),
    Hint(
        "guide.pass_turn",
        {"{encounter.next}": newest("turn"), "{encounter.next} {encounter.previous}": newest("turn_taken_back")},
        keys="m e enter 2",
        home=True,
    ),
    *(Hint("guide.party_now", {"{group.join}": FORM}, keys=each, prepare=new()) for each in "1234"),
    *(Hint("guide.foes_now", {"{creature.appear}": APPEAR}, keys=each, prepare=new("pj Lía")) for each in "1234"),
    *(
        Hint("guide.fight_now", {"{encounter.begin} {entry.accept}": fighting}, keys=each, prepare=new(*FOES))
        for each in "1234"
    ),
    *(
        Hint("guide.turn_now", {"{encounter.next}": newest("turn")}, keys=each, prepare=new(*READY))
        for each in "1234"
    ),
    *(
        Hint(
            "guide.blow_now",
            {"{creature.damage} 4 {letter} {act.give}": newest("damaged")},
            keys=each,
            prepare=new(*READY, "siguiente"),
        )
        for each in "1234"
    ),
    *(
        Hint("guide.end_now", {"{encounter.begin} {picker.choose}": peace}, keys=each, prepare=new(*BLOW))
        for each in "1234"
    ),
    *(
        Hint("guide.things_now", {"{group.get}": THING}, keys=each, prepare=new(*BLOW, "fin"))
        for each in "1234"
    ),
    *(
        Hint(
            "guide.time_now",
            {"{exploration.ten_minutes}": newest("interval_passed")},
            keys=f"m e enter n d 4 f enter u u {each}",
            home=True,
        )
        for each in "1234"
    ),
]
HINTS = [
    Hint("guide.undo_now", {"{table.undo} {table.undo}": newest("undone")}, keys="m e enter n d 4 f enter", home=True),
    Hint(
        "guide.end_of_guide",
        {"{table.help}": HELP, "{table.undo} {table.undo}": newest("undone")},
        prepare=new(*BLOW, "fin"),
        keys="3 + :Antorcha_d6 ctrl+s",
    ),
    Hint("guide.end_of_copy", {"{table.help}": HELP}, keys="m e enter 2 n d 4 f enter u u 3 h h s s s s s", home=True),
    # The tabs, with nobody and nothing in them, and for Enter with nothing pending.
    Hint("groups.empty", {"{group.join}": FORM}),
    Hint("encounter.empty", {"{creature.appear}": APPEAR, "{encounter.begin}": ("enter", fighting)}, party(), "2"),
    Hint("encounter.nobody", {"{creature.appear}": APPEAR}, ("pj Lía", "combate"), "2 m x"),
    Hint("exploration.empty", {"{group.get}": THING}, keys="3"),
    Hint("dice.empty", {"{table.roll}": (":2d6", newest("rolled"))}, keys="4"),
    Hint("creatures.idle", {"{creature.sheet}": asks("Form", "Lía")}, party(), "enter"),
    Hint("creatures.idle", {"{creature.sheet}": asks("Form", "Lía")}, fight("siguiente"), "2 enter"),
    Hint(
        "exploration.idle_light",
        {"{exploration.light}": newest("supply_lit"), "{exploration.edit}": asks("Form", "antorcha")},
        TORCH,
        "3 enter",
    ),
    Hint(
        "exploration.idle",
        {"{exploration.edit}": asks("Form", "flechas"), "{exploration.use}": newest("supply_kept", "supply_dropped")},
        (*party(), "lleva Lía flechas d6"),
        "3 enter",
    ),
    Hint("dice.idle", {"{dice.again}": newest("rolled")}, ("tira 2d6",), "4 enter"),
    Hint("dice.not_repeated", {"{table.roll}": (":2d6", newest("rolled"))}, UNREPEATED, "4 ."),
    Hint("exploration.no_checks", {"{exploration.watch}": asks("CommandPrompt")}, TORCH, "3"),
    Hint(
        "exploration.reminder_keys",
        {"{exploration.drop}": lambda game: not game.session.reminders, "{exploration.when}": asks("CommandPrompt")},
        ("pj Lía", "cuando 1h: llueve"),
        "3 enter",
    ),
    Hint("pane.filter_found_nothing", {"{table.filter}": ("ctrl+u enter", says("Se ve todo"))}, ("tira 2d6",), "4 / :zzz"),
    Hint("encounter.explore", {"{table.exploration}": tab("3")}, fight("siguiente", "fin"), "2"),
    Hint("encounter.rest", {"{group.rests}": asks("Picker", "descansar")}, fight("siguiente", "fin"), "2"),
    Hint("encounter.milestone_hint", {"{table.milestone}": asks("Picker")}, ("pj Lía", "aparece goblin", "combate", "siguiente", "fin"), "2", system="horror"),
    Hint("table_screen.dead_key", {"{table.help}": HELP}, party(), "ñ"),
    Hint("table_screen.pasted_nowhere", {"{table.command}": asks("CommandPrompt")}, party(), "paste"),
    # What is pending, and what players ask.
    *(
        Hint("pending_queue.to_roll", {"{due.settle}": newest("shook_off")}, WAITING, each)
        for each in "1234"
    ),
    Hint("pending_queue.to_roll", {"{due.settle}": newest("usage_kept", "kept", "supply_kept")}, DUE_LIGHT, "4"),
    Hint("pending_queue.to_apply", {"{due.settle}": answered}, ("pj Lía", "estado lia veneno nivel 2", "turno", "omite"), "1"),
    Hint(
        "pending_queue.to_apply_turns",
        {"{due.settle}": answered, "{due.face}": (":5", newest("poison_hurt", "damaged"))},
        POISON,
    ),
    Hint("pending_queue.rolls_all", {"{due.face} *": answered}, ("pj Lía", "lleva lia antorcha d8 luz encendida", "intervalo 8h")),
    Hint("pending_queue.to_choose", {"{due.settle}": asks("ActDialog")}, CHOICE, system="horror"),
    Hint("pending_queue.request", {"{due.settle}": answered, "{due.skip}": answered}, ("pj Lía",), prepare=asked("hola")),
    Hint("pending_queue.the_list", {"{due.list}": asks("PendingList")}, ("pj Lía",), prepare=asked("hola", "adiós")),
    Hint("pending_queue.requests_hint", {"{due.list}": asks("PendingList")}, POISON, prepare=asked("hola")),
    # Dialogs.
    Hint("round_menu.no_foes", {"{creature.appear}": APPEAR}, party(), "w enter"),
    Hint(
        "round_menu.left_over",
        {"{creature.appear}": APPEAR, "{encounter.enter}": asks("Picker")},
        (*party(), "aparece goblin"),
        "w :todos,Lía,Bruno",
    ),
    Hint("encounter.begin_prompt", {"{entry.accept}": fighting}, FOES, "w"),
    Hint("act_dialog.nothing_to_choose", {"{act.cancel} {creature.sheet}": asks("Form", "Lía")}, ("pj Lía",), "t", system="percentile"),
    Hint("act_dialog.untaken", {"{act.give}": newest("damaged")}, fight("siguiente"), "2 d 4 a ñ enter"),
    Hint(
        "jump.question",
        {"{jump.accept}": no_line, "{jump.drop}": asks("JumpQuestion"), "{jump.change}": says("cuántas, = caras")},
        TORCH,
        "z d",
    ),
    Hint("form.number_hint", {"{form.edit}": asks("Picker", "tipo")}, party(), "f"),
    Hint("form.add_hint", {"{form.save}": newest("joined_party"), "{form.edit}": says("Siguiente dato")}, party(), "+ :Zoe"),
    Hint("form.unsaved_changes_saves", {"{form.save}": newest("sheet_edited")}, party(), "f down down 9 enter"),
    Hint("form.edit_hint", {"{form.edit}": says("Siguiente dato")}, (*party(), "cuaderno persona Ada: sabe"), "g c enter"),
    Hint("picker.no_such_letter", {"{picker.filter}": asks("Picker")}, party(), "m ñ"),
    Hint("command_prompt.key", {"{entry.accept}": HELP}, party(), ": type:ayuda"),
    Hint("command_prompt.series", {"{entry.accept}": newest("noted", "note")}, party(), ": lines:nota_a;nota_b"),
    Hint("command_prompt.no_verb", {"{entry.accept}": asks("CommandPrompt")}, party(), ": type:frobula"),
    Hint("notebook.empty", {"{notebook.add}": says("Cuaderno: persona|lugar|hilo")}, party(), "g c"),
    Hint("rooms.empty", {"{rooms.write}": says("Sala: N")}, party(), "g p"),
    Hint("library.empty", {"{page.leave} {table.library}": asks("Picker", "Biblioteca")}, party(), "g b enter"),
    # Home, and a terminal that is too small.
    Hint("home.empty", {"{home.new}": asks("TextPrompt"), "{home.example}": asks("Picker")}, home=True),
    Hint("home.archived", {"{home.bring_back}": says("mesa")}, party(), "delete enter", home=True),
    Hint("home.all_away", {"{home.away}": says("mesa"), "{home.new}": asks("TextPrompt")}, party(), "delete enter", home=True),
    Hint("home.how_many_away", {"{home.away}": says("mesa")}, party(), "delete enter", home=True),
    Hint("too_small.sentence", {"{small.go_on}": lambda game: game.dialog != "TooSmall", "{small.leave}": is_off}, party(), size=(30, 8)),
    # With other GMs.
    Hint("sharer.following", {"{table.follow}": lambda game: game.table.sharer.other_gms.followed_gm is None}, party(), "see:con_bea g o see:Encuentros_al", beside("bea")),
    Hint("sharer.following_next", {"{table.follow}": lambda game: game.table.sharer.other_gms.followed_gm is not None}, party(), "see:cora see:bea g o see:Encuentros_al", beside("bea", "cora")),
    Hint("sharer.game_file_changed", {"{table.game_file}": lambda game: bool(game.dialog)}, ("pj Lía",), prepare=edited, system="ascuas"),
    Hint("top_line.two_versions", {"{table.versions}": asks("Picker")}, party(), prepare=apart("título De {}")),
    Hint("top_line.versions", {"{table.versions}": asks("Picker")}, party(), prepare=apart("título De {}", "apunta Lía De {}")),
    Hint("doubled.mark", {"{table.versions}": asks("Picker")}, (*party(), "botín 30 oro"), prepare=apart("reparte")),
]
# fmt: on


def test_every_sentence_that_names_a_key_stands_in_the_table() -> None:
    named = {
        key: {name for name in names_in(key) if "." in name} for key in keys_of(words_in(PROGRAM, REFERENCE))
    }
    tried: dict[str, set[str]] = {}
    for hint in (*GUIDE, *HINTS):
        tried.setdefault(hint.key, set()).update(re.findall(r"\{(\w+\.[\w.]+)\}", " ".join(hint.does)))
    assert {key: names for key, names in named.items() if names} == tried


class Shown:
    """The last text of each sentence that was made with keys, and what its data were."""

    def __init__(self) -> None:
        self.texts: dict[str, tuple[str, dict[str, Any]]] = {}

    def with_ways(self, key: str, way_to: Callable[[str], str], /, **data: object) -> str:
        text = with_ways(key, way_to, **data)
        ways = {name: way_to(name) for name in names_in(key) if "." in name}
        self.texts[key] = (text, {**data, **ways})
        return text


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Shown:
    made = Shown()
    for module in (themed_app, table_screen):
        monkeypatch.setattr(module, "with_ways", made.with_ways)
    return made


@pytest.mark.parametrize("hint", one_in(3, [*GUIDE, *HINTS]), ids=lambda hint: hint.key)
async def test_what_a_hint_says_is_so(tmp_path: Path, shown: Shown, hint: Hint) -> None:
    for number, (way, does) in enumerate(hint.does.items()):
        folder = Shelved(tmp_path / str(number))
        there = await begin(folder, hint)
        async with playing(folder, home=hint.home, size=hint.size) as game:
            await press(game, hint.keys)
            text, data = await seen(game, shown, hint.key)
            await press(game, re.sub(r"\{([\w.]+)\}", partial(datum_of, data), way))
            typed, holds = does if isinstance(does, tuple) else ("", does)
            await press(game, typed)
            assert holds(game), f"{text}: {way}\n{game.screen}"
        for each in there:
            each.leave()


def datum_of(data: Mapping[str, object], placeholder: re.Match[str]) -> str:
    return str(data[placeholder[1]])


async def begin(folder: Shelved, hint: Hint) -> list[Presence]:
    if hint.home and not hint.lines:
        return []
    system = hint.system
    if system == "ascuas":
        system = str(folder.put("ascuas"))
    folder.begin(*hint.lines, system=system)
    there = hint.prepare(folder) if hint.prepare else None
    return there if isinstance(there, list) else []


async def seen(game: Game, shown: Shown, key: str) -> tuple[str, dict[str, Any]]:
    """Return a sentence as the screen shows it, and its data; it may come a moment later."""

    def stands() -> bool:
        text, _data = shown.texts.get(key, ("", {}))
        return bool(text) and "".join(text.split())[:40] in "".join(game.screen.split())

    await game.wait_until(stands, f"{key}: {shown.texts.get(key)}")
    return shown.texts[key]


async def press(game: Game, keys: str) -> None:
    """Press keys by the names that the screen has for them; `:text` is typed and entered."""
    for each in keys.split():
        if len(each) > 1 and each.startswith(":"):
            await game.say(each[1:].replace("_", " "))
        elif each.startswith(("type:", "lines:")):
            await game.paste(each.partition(":")[2].replace("_", " ").replace(";", "\n"))
        elif each.startswith("see:"):
            await game.wait_until(partial(says(each[4:].replace("_", " ")), game), each)
        elif each == "paste":
            game.table.on_paste()
            await game.pilot.pause()
        else:
            await game.press(re.sub(r"^\^", "ctrl+", NAMED.get(each, each)))
