"""The table of keys: its lines are read, its names and its words are known."""

from tests.trials import each_of
from tracker.commands.command import CommandContext
from tracker.commands.parse import bare_act, parse, verb_of, verb_words
from tracker.commands.specs import SPECS
from tracker.rules.games import SYSTEMS
from tracker.rules.refusal import Refusal
from tracker.rules.system import SHARED_ACTS
from tracker.session.history import History
from tracker.widgets.key import MOMENTS, Key, strip_rest
from tracker.widgets.key_table import BY_ID, KEYS, VERBS
from tracker.wording.messages import has

EVERY = [each for keys in KEYS.values() for each in keys]
WITH_LINES = [each for each in EVERY if each.line]
LACKING = {"missing", "nobody", "no_encounter", "nobody_here"}
"""Why a whole line is refused that says no more than who, in a campaign without anybody."""
_NOT_IN_EVERY_GAME = {"turn_untold"}
"""Why a whole line is refused that no row has a part in."""


@each_of("place", KEYS)
def test_an_id_stands_once_at_a_place_and_does_the_same_at_all(place: str) -> None:
    assert len({each.id for each in KEYS[place]}) == len(KEYS[place])
    assert all(each.does == BY_ID[each.id].does for each in KEYS[place])


def test_a_key_has_words_and_known_moments() -> None:
    for key in EVERY:
        assert key.silent or has(f"key.{key.id}"), f"give {key.id} its words in the space `key`"
        assert {*key.footer} <= MOMENTS, key
        asks = strip_rest(key.line) is not None
        assert has(f"ask.{key.id}") == asks, f"{'give' if asks else 'take from'} {key.id} its title in `ask`"


@each_of("system", SYSTEMS)
def test_a_verb_that_no_key_plays_says_what_it_does(system: str) -> None:
    known = verb_words(History(system).session)
    verbs = (VERBS.get(key.id, key.verb) for key in EVERY)
    played = {known.get(verb, verb) for verb in verbs}
    assert [spec.id for spec in SPECS if spec.id not in played and not has(f"does.{spec.id}")] == []


@each_of("key", WITH_LINES)
def test_the_line_of_a_key_is_read_in_every_game(key: Key) -> None:
    for system in SYSTEMS:
        _read_in(key, system)


def _read_in(key: Key, system: str) -> None:
    history = History(system)
    if key.verb in SHARED_ACTS:
        assert key.verb in history.session.game.acts or system != "chronicle"
        if key.verb in history.session.game.acts:
            assert bare_act(key.line, history.session) == key.verb
        return
    assert verb_of(key.verb, history.session)
    if strip_rest(key.line) is None:
        _read(key.line.replace("{interval}", "10m"), history)


def _read(line: str, history: History) -> None:
    """Read a whole line; in an empty campaign it may lack only its rows, or what the game has not."""
    lacking = LACKING if "." in line.split() else _NOT_IN_EVERY_GAME
    try:
        parse(line, CommandContext(history))
    except Refusal as refusal:
        if refusal.code not in lacking:
            raise
