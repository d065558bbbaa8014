"""What the first picture does not show is imported when it is opened, and found where all of it is needed."""

import subprocess
import sys

import pytest

from tracker import screens, store, widgets
from tracker.rules.late import LateMapping, late_function
from tracker.rules.systems import SYSTEMS
from tracker.screens import log, tabs
from tracker.session import moves

STARTED = "import sys, tracker.cli.screen; print('\\n'.join(sys.modules))"
KEYS = """
from tracker.cli.screen import show
from tracker.widgets.bindings import declared
print('\\n'.join(declared()))
"""


def lines_of(program: str) -> set[str]:
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(ran.stdout.split())


def test_a_start_imports_no_dialog_no_page_and_no_tab_but_the_first() -> None:
    late = {f"{package.__name__}.{name}" for package in (screens, tabs, widgets) for name in package.__all__}
    assert lines_of(STARTED) & (late | {"tracker.widgets.question"}) == set()


def test_a_start_imports_of_the_store_only_what_a_whole_save_needs() -> None:
    assert lines_of(STARTED) & {f"tracker.store.{name}" for name in store.__all__} == set()


def test_the_keys_of_what_has_not_been_opened_are_known_all_the_same() -> None:
    known = lines_of(KEYS)
    assert {"undo.yes", "act.give", "jump.accept", "dice.again", "encounter.next", "small.go_on"} <= known


def test_a_late_module_is_the_module_itself() -> None:
    assert screens.log is log
    assert moves.party.__name__ == "tracker.session.moves.party"


def test_what_a_package_does_not_have_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"'tracker\.widgets' has no attribute 'window'"):
        _ = widgets.window  # type: ignore[attr-defined]  # on purpose


def test_a_late_mapping_is_had_once_and_its_keys_before() -> None:
    had: list[str] = []

    def have() -> dict[str, int]:
        had.append("had")
        return {"b": 2, "a": 1}

    mapping = LateMapping(have, ("a", "b"))
    assert (list(mapping), len(mapping), "a" in mapping, "c" in mapping, had) == (
        ["a", "b"],
        2,
        True,
        False,
        [],
    )
    assert dict(mapping) == {"a": 1, "b": 2}
    assert had == ["had"]
    assert list(LateMapping(have)) == ["b", "a"]


def test_a_late_function_is_had_when_it_is_called() -> None:
    functions: list[type[int]] = []
    late = late_function(lambda: functions[0])
    functions.append(int)
    assert late("7") == 7


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_game_says_every_act_that_it_has_and_no_other(system: str) -> None:
    acts = SYSTEMS[system].acts
    assert sorted(acts) == sorted(SYSTEMS[system].acts._had)  # type: ignore[attr-defined]  # what it has
    assert [act.id for act in acts.values()] == list(acts)
