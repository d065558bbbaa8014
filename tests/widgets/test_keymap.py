from tests.trials import each_of
from tracker import app, players_app
from tracker.cli.config_file import import_every_screen
from tracker.widgets.bindings import bindings_by_id
from tracker.widgets.keymap import validated_keys
from tracker.wording.sentences import refusal_sentence

LOADED = (app, players_app)
import_every_screen()


def sentences(**keys: str) -> list[str]:
    return [refusal_sentence(each) for each in validated_keys(dotted_keys(keys))[1]]


def dotted_keys(keys: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", ".", 1): key for name, key in keys.items()}


@each_of("key", ["ñ", "|", "ctrl+g", "f5", "-", "semicolon", "Ñ", "ç", "shift+f2", "€"])
def test_a_key_that_a_terminal_sends_is_taken(key: str) -> None:
    assert sentences(encounter_next=key) == []


@each_of(
    ("keys", "sentence"),
    [
        ({"encounter_next": "xx"}, "[keys] encounter.next: «xx» no es ninguna tecla."),
        ({"encounter_next": ""}, "[keys] encounter.next: «» no es ninguna tecla."),
        ({"encounter_next": "hyper+a"}, "[keys] encounter.next: «hyper+a» no es ninguna tecla."),
        ({"encounter_next": "ctrl+m"}, "[keys] encounter.next: en una terminal ctrl+m es enter."),
        ({"encounter_next": "ctrl+q"}, "[keys] encounter.next: ctrl+q siempre sale del programa."),
        (
            {"entry_accept": "ctrl+g,ñ"},
            "[keys] entry.accept: ñ sirve para escribir: hace falta una tecla que no escriba nada.",
        ),
        (
            {"question_abort": "space"},
            "[keys] question.abort: space sirve para escribir: hace falta una tecla que no escriba nada.",
        ),
        (
            {"encounter_nada": "a"},
            "[keys] «encounter.nada» no es ninguna acción: «tracker config» las nombra todas.",
        ),
        (
            {"encounter_next": "d"},
            "[keys] encounter.next: la tecla d ya es de creature.damage en el mismo sitio; "
            "se queda como estaba.",
        ),
        (
            {"table_undo": "n"},
            "[keys] table.undo: la tecla n ya es de encounter.next en el mismo sitio; se queda como estaba.",
        ),
    ],
)
def test_each_mistake_is_a_sentence(keys: dict[str, str], sentence: str) -> None:
    assert sentences(**keys) == [sentence]
    assert validated_keys(dotted_keys(keys))[0] == {}


@each_of("key", ["ctrl+g", "f5", "tab", "delete"])
def test_a_prompt_can_be_accepted_with_any_key_that_types_nothing(key: str) -> None:
    assert sentences(entry_accept=key, entry_complete="f7") == []


def test_two_keys_may_change_places() -> None:
    keys = {"encounter.next": "b", "encounter.previous": "n"}
    assert validated_keys(keys) == (keys, [])


def test_the_same_key_in_two_places_is_no_clash() -> None:
    assert sentences(encounter_up="ç", exploration_turn="ç", home_new="ç") == []


def test_a_conflicting_key_is_dropped_and_the_others_stay() -> None:
    keymap, mistakes = validated_keys({"encounter.next": "ç", "encounter.previous": "ç"})
    assert len(mistakes) == 1
    assert len(keymap) == 1


def test_the_key_that_asked_still_answers() -> None:
    keymap, mistakes = validated_keys({"table.undo": "ç", "table.help": "f1"})
    assert mistakes == []
    assert (keymap["undo.yes"], keymap["page.toggle"]) == ("ç", "f1")


def test_the_usual_keys_are_no_mistake() -> None:
    assert validated_keys({name: binding.key for name, binding in bindings_by_id().items()})[1] == []
