"""What another version has saved and this one does not know: named, kept, and no text judged without it."""

from typing import Any

from tests.session.game import Game, refusal_code
from tests.trials import each_of
from tracker.session.change import Change, How
from tracker.session.event import Draft
from tracker.session.moves.campaign import carry_over
from tracker.session.moves.undo import undo
from tracker.session.public import public_entries, public_table
from tracker.session.recap import NO_SECRETS, evenings
from tracker.store.paths import examples_folder

LINES = (
    "pj Lía",
    "reloj Morda 4 visible",
    "cuaderno lugar Orvega: pueblo",
    "cuaderno Orvega visible",
    "botin 30 oro, rubí",
    "cita 3: cosecha",
    "cita cosecha visible",
)


def game(*changes: Change) -> Game:
    """Return a game with things that players may read, after changes of another version."""
    played = Game(*LINES)
    if changes:
        played.play(Draft((), changes=changes))
    return played


@each_of(
    ("path", "how", "value", "named"),
    [
        (("gazette", "g1"), How.NEW, {"name": "Morda", "told": False}, "gazette"),
        (("gazette", "g1", "name"), How.TO, "Morda", "gazette"),
        (("gazette", "g1", "count"), How.BY, 2, "gazette"),
        (("omens",), How.TO, "Morda", "omens"),
        (("notebook", "n9"), How.NEW, {"name": "Morda", "veiled": True}, "notebook.veiled"),
        (("scene", "fog"), How.TO, 3, "scene.fog"),
        (("notebook",), How.TO, {"n9": {"veiled": True}}, "notebook.veiled"),
        (
            ("kits", "k9"),
            How.NEW,
            {"supplies": [{"rust": 1}]},
            "kits.supplies.rust",
        ),
    ],
)
def test_what_this_version_does_not_know_is_named_and_no_chapter_loses_it(
    path: tuple[str, ...], how: How, value: Any, named: str
) -> None:
    played = game(Change(path, how, value))
    assert played.history.unread() == (named,)
    assert refusal_code(lambda: carry_over(played.history, "Segundo")) == "chapter_unread"
    played.play(undo(played.history))
    assert played.history.unread() == ()
    assert carry_over(played.history, "Segundo")


def test_what_was_set_in_an_element_that_is_gone_is_of_no_account() -> None:
    played = game()
    (clock,) = played.session.progress
    played.play(Draft((), changes=(Change(("progress", clock, "veiled"), How.TO, value=True),)))
    assert played.history.unread() == ("progress.veiled",)
    played.do("reloj Morda nada")
    assert played.history.unread() == ()


def test_this_version_knows_what_it_saves_itself() -> None:
    assert game().history.unread() == ()


def test_players_read_no_text_that_may_hold_a_name_which_this_version_cannot_see() -> None:
    before, after = game(), game(Change(("gazette", "g1"), How.NEW, {"name": "Morda", "told": False}))
    told, kept = public_table(before.history), public_table(after.history)
    assert [told.progress, told.goods, told.notebook, told.dates].count(()) == 0
    assert (kept.progress, kept.notebook, kept.dates) == ((), (), ())
    assert public_entries(before.history)
    assert not public_entries(after.history)
    assert "rubí" not in str(kept)
    assert [each.name for each in kept.party] == ["Lía"]


def test_the_recap_for_players_keeps_the_same_texts_back() -> None:
    played = game(Change(("gazette", "g1"), How.NEW, {"name": "Morda", "told": False}))
    (kept,), (told,) = evenings(played.history, players=True), evenings(played.history)
    assert (kept.goods.things, told.goods.things, told.secrets) == ({}, {"rubí": 1}, NO_SECRETS)


def test_the_fields_of_a_game_that_is_a_text_are_its_own() -> None:
    """A sheet that was saved under another text has fields that the text in use does not name."""
    text = (examples_folder("es").parent / "games" / "mareas.toml").read_text()
    played = Game(system="file.mareas", rules=text)
    played.play(Draft((), changes=(Change(("scene", "fog"), How.TO, 3),)))
    assert played.history.unread() == ()
