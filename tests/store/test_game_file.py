"""The game file of a campaign travels in its save: for another GM, a merged copy, and a later reader."""

from pathlib import Path

import pytest

from tests.session.game import ANA, BEA, Game, event_id, refusal_code, saved
from tests.trials import each_of
from tracker.commands.command import CommandContext, draft_of
from tracker.commands.parse import parse
from tracker.rules.systems import saved_name
from tracker.session.change import Change, How
from tracker.session.event import Draft
from tracker.session.history import History
from tracker.session.moves.game_file import play_by, play_plainly
from tracker.session.versions import choose_version, divided_texts
from tracker.store.campaign import Campaign, Spectator
from tracker.store.campaigns import as_now, game_in, list_campaigns
from tracker.store.game_files import Shelf
from tracker.wording.difference import difference
from tracker.wording.game_file import change_lines
from tracker.wording.report import status_text
from tracker.wording.sentences import sentences
from tracker.wording.versions import version_lines
from tracker.wording.words import game_name

TEXT = (Path(__file__).parents[1] / "rules/game_file/files/ascuas.toml").read_text(encoding="utf-8")
LATER = TEXT.replace("raciones = { start = 3 }", 'raciones = { start = 3 }\nmoral = { max = "temple" }')
OTHER = TEXT.replace('name = "Ascuas"', 'name = "Ascuas de Bea"')


def draft_of_line(campaign: Campaign, line: str) -> Draft:
    command = parse(line, CommandContext(campaign.history))
    return draft_of(command, campaign.history, lambda sides: 1, lambda: "lia")


def ascuas(*lines: str) -> Game:
    return Game(*lines, system="file.ascuas", rules=TEXT)


def test_the_save_alone_opens_the_game_and_names_it_by_its_key(tmp_path: Path) -> None:
    path = tmp_path / "torre.json"
    campaign = Campaign.create(
        path, tmp_path / "own", system="file.ascuas", title="Torre", gm="ana", now=lambda: 1, rules=TEXT
    )
    campaign.play(draft_of_line(campaign, "pj Lía vigor=3"))
    campaign.share()
    campaign.save.close()

    history = Spectator(path).history
    assert history.session.rules == TEXT
    assert saved_name(history.session.system) == "file.ascuas"
    assert "Ascuas" in status_text(history)
    assert '"system":"file.ascuas"' in path.read_text(encoding="utf-8")


def test_a_newer_text_gives_new_figures_their_start_and_an_undo_takes_it_back() -> None:
    game = ascuas("pj Lía vigor=3", "daño lía 8")
    before = game.session
    event = game.play(play_by(game.history, LATER))
    sheet = game.session.creatures[game.id_of("Lía")].sheet

    assert (sheet.moral, sheet.moral_max, sheet.aguante) == (2, 2, 5)  # type: ignore[attr-defined]
    assert sentences(event, game.history) == [
        "La campaña se juega con otro fichero; llega: moral.",
        "Lía empieza con moral 2/2.",
    ]
    undone = difference(game.history, game.history.session_without(event.id))
    assert undone == ["Contadores · se va: moral; Lía pierde: moral"]
    game.do("deshacer")
    assert game.session.creatures == before.creatures
    assert game.session.system == before.system


def test_a_figure_that_would_be_of_another_kind_is_refused() -> None:
    game = ascuas("pj Lía")
    text = TEXT.replace("raciones = { start = 3 }", "") + '\n[text]\nraciones = ""\n'
    text = text.replace("si raciones <= 0: aguante -= 1", "aguante -= 1").replace(
        ', "si raciones > 0: raciones -= 1"', ""
    )

    assert refusal_code(lambda: play_by(game.history, text)) == "game_changed_kind"
    assert refusal_code(lambda: play_by(game.history, TEXT)) == "same_game_file"
    assert (
        refusal_code(lambda: play_by(game.history, OTHER.replace('"ascuas"', '"otro"'))) == "game_for_another"
    )


def test_two_gms_who_change_the_text_keep_the_later_and_may_choose_the_other() -> None:
    game = ascuas("pj Lía")
    copy = game.copy(BEA)
    game.play(play_by(game.history, LATER))
    copy.play(play_by(copy.history, OTHER), gm="bea")
    both = {event.id: event for event in (*game.events, *copy.events)}

    united = History("file.ascuas", both.values())
    assert united.session.rules in (LATER, OTHER)
    (found,) = divided_texts(united)
    assert {version.text for version in found.versions} == {LATER, OTHER}
    (line,) = version_lines(united)
    assert line.startswith("1. Ascuas")
    assert line.endswith("fichero del juego · ana · 14/11 22:13")
    last = max(event.id for event in (game.events[-1], copy.events[-1]))
    assert united[last].changes[-1].value == united.session.rules

    other = found.versions[1].text
    chosen = saved(choose_version(united, ("rules",), other), event_id(9, ANA))
    united.add([chosen])
    assert len(" ".join(sentences(chosen, united))) < 80
    assert united.session.rules == other
    assert [each.name for each in united.session.creatures.values()] == ["Lía"]


def test_a_text_that_this_version_cannot_play_keeps_the_last_one_that_it_can() -> None:
    game = ascuas("pj Lía vigor=3")
    newer = f"{TEXT}\n[weather]\nrain = 1\n"
    event = saved(Draft(changes=(Change(("rules",), How.TO, newer),)), event_id(9))
    game.history.add((event,))

    assert game.session.rules == newer
    assert game.history.unplayable == event
    assert game.session.creatures[game.id_of("Lía")].sheet.vigor == 3  # type: ignore[attr-defined]


def test_a_save_whose_game_gives_a_name_two_meanings_plays_as_before_and_says_so(tmp_path: Path) -> None:
    old = TEXT.replace('con = "attribute", dif', 'con = ["ingenio", "vigor"], dif')
    path, own = tmp_path / "torre.json", tmp_path / "own"
    campaign = Campaign.create(
        path, own, system="file.ascuas", title="Torre", gm="ana", now=lambda: 1, rules=old
    )
    campaign.play(draft_of_line(campaign, "pj Lía vigor=3"))
    (throw,) = draft_of_line(campaign, "prueba Lía vigor 1").throws
    assert len(throw.dice) == 2  # the place of the word, as it always was
    campaign.share()
    campaign.save.close()

    opened = Campaign.open(path, own, "bea", lambda: 2)
    (note,) = opened.notes
    line = old[: old.index('["ingenio", "vigor"]')].count("\n") + 1
    assert (note.code, note.data["line"], note.data["name"]) == ("game_twice_in_save", line, "ingenio")
    edited = old.replace('name = "Ascuas"', 'name = "Otras"')
    assert refusal_code(lambda: play_by(opened.history, edited)) == "bad_game_file"
    opened.play(play_by(opened.history, TEXT))
    assert opened.notes == ()
    opened.save.close()


@each_of("folder", ["games", ""])
def test_a_new_campaign_does_not_take_a_file_that_gives_a_name_two_meanings(
    folder: str, tmp_path: Path
) -> None:
    text = TEXT.replace('con = "attribute", dif', 'con = ["ingenio", "vigor"], dif')
    house = HOUSE if folder else ""
    (tmp_path / "ascuas.toml").write_text(text, encoding="utf-8")

    assert refusal_code(lambda: Shelf((tmp_path,)).ruling(house or text)) == "bad_game_file"


HOUSE = (Path(__file__).parents[1] / "rules/game_file/files/posada.toml").read_text(encoding="utf-8")


def test_house_rules_over_a_file_add_to_it_and_are_taken_away_again() -> None:
    game = ascuas("pj Lía vigor=3 temple=1")
    plain = game.session.system
    game.play(play_by(game.history, HOUSE))
    assert (game.session.rules, game.session.house) == (TEXT, HOUSE)
    game.do("bebe Lía")
    game.do("bebe Lía")
    assert "Lía tiene que tirar brindis." in game.sentences("bebe Lía")
    assert game.sentences("pelea Lía", 6).startswith("Lía pierde")
    game.do("llega cierre")
    assert game.session.creatures[game.id_of("Lía")].sheet.deudas == 4  # type: ignore[attr-defined]

    game.play(play_plainly(game.history))
    assert game.session.system == plain
    assert refusal_code(lambda: play_plainly(game.history)) == "no_house_rules"
    game.do("deshacer")
    assert game.session.creatures[game.id_of("Lía")].sheet.deudas == 4  # type: ignore[attr-defined]


def test_house_rules_weigh_on_the_checks_of_the_game_below() -> None:
    game = ascuas("pj Lía vigor=3 temple=1")
    game.play(play_by(game.history, HOUSE))
    game.do("estado Lía borracho")
    assert len(game.do("prueba Lía vigor 1", 6, 5).throws[0].dice) == 2
    assert len(game.do("brindis Lía vigor", 6).throws[0].dice) == 1


def test_a_game_over_which_the_house_rules_make_no_sense_is_refused_or_plays_without_them() -> None:
    game = ascuas("pj Lía vigor=3")
    game.play(play_by(game.history, HOUSE))
    without = TEXT.replace("suerte", "fortuna")
    assert refusal_code(lambda: play_by(game.history, without)) == "house_unfit"

    event = saved(Draft(changes=(Change(("rules",), How.TO, without),)), event_id(9))
    game.history.add((event,))
    assert game.history.unplayable is not None
    assert "deudas" not in {field.id for field in game.session.game.fields}
    assert [each.name for each in game.session.creatures.values()] == ["Lía"]


def test_a_change_says_what_comes_goes_and_is_otherwise_and_for_whom() -> None:
    game = ascuas("pj Lía vigor=3", "estado Lía ardiendo", "pj Bo")
    text = TEXT.replace('ardiendo  = { tone = "bad", each = "turn_start", do = ["aguante -= 1d6"] }\n', "")
    text = text.replace('max = "4 + 2 * vigor"', 'max = "5 + vigor"')
    text = text.replace("vigor   = [2, 0, 6]", "vigor = [2, 0, 2]")
    text = text.replace("raciones = { start = 3 }", "raciones = { start = 3 }\nmoral = {}")
    draft = play_by(game.history, text)
    assert change_lines(game.history, draft) == [
        "Contadores · llega: moral",
        "Estados · se va: ardiendo",
        "Atributos · cambia: vigor",
        "Contadores · cambia: aguante",
        "Lía pasa de 3 a 2 en vigor: lo de antes no cabe.",
        "Lía sigue la fórmula de aguante: 10/10 → 7/7.",
        "Bo sigue la fórmula de aguante: 8/8 → 7/7.",
        "Lía ya no tiene «ardiendo».",
    ]


def test_a_save_whose_only_text_cannot_be_played_shows_who_is_there() -> None:
    game = ascuas("pj Lía vigor=3", "daño lía 3")
    beginning, *others = game.events
    rules = next(change for change in beginning.changes if change.path == ("rules",))
    wrong = Change(rules.path, rules.how, TEXT.replace("(con)d6", "(con)z6"))
    first = saved(Draft(changes=(wrong,)), beginning.id)

    history = History("file.ascuas", [first, *others])
    assert [each.name for each in history.session.creatures.values()] == ["Lía"]
    assert history.unplayable == first
    assert "Lía" in status_text(history)
    assert len(history) == len(game.events)

    whole = History("file.ascuas", [*history, saved(Draft(changes=(rules,)), event_id(9))])
    assert whole.session.creatures == game.session.creatures
    assert whole.unplayable is None


@pytest.mark.parametrize("name", ["ascuas", "mareas"])
def test_names_of_saves_stay_the_same_whatever_the_text(name: str) -> None:
    assert saved_name(f"file.{name}#0123") == f"file.{name}"


def test_a_file_that_has_changed_since_the_campaign_plays_by_it_is_offered(tmp_path: Path) -> None:
    game = ascuas("pj Lía")
    path = tmp_path / "ascuas.toml"
    path.write_text(TEXT, encoding="utf-8")
    shelf = Shelf((tmp_path,))
    assert shelf.newer(game.session, game.history.rules_changed_at) is None

    path.write_text(LATER, encoding="utf-8")
    assert shelf.newer(game.session, game.history.rules_changed_at) == path
    assert shelf.newer(game.session, int(path.stat().st_mtime) + 1) is None
    path.write_text(LATER.replace("(con)d6", "(con)z6"), encoding="utf-8")
    assert shelf.newer(game.session, game.history.rules_changed_at) is None


def test_a_file_of_ten_megabytes_is_refused_as_a_game_and_not_as_a_save(tmp_path: Path) -> None:
    path = tmp_path / "grande.toml"
    path.write_text("# x\n" * 2_500_000, encoding="utf-8")
    assert refusal_code(lambda: Shelf((tmp_path,)).text("grande")) == "game_file_too_big"


def test_two_gms_who_change_the_house_rules_at_once_keep_the_later_and_may_choose_the_other() -> None:
    game = ascuas("pj Lía vigor=3 temple=1")
    copy = game.copy(BEA)
    other = HOUSE.replace('["deudas += 1"', '["deudas += 2"')
    game.play(play_by(game.history, HOUSE))
    game.do("bebe Lía")
    copy.play(play_by(copy.history, other), gm="bea")
    copy.do("bebe Lía")
    both = {event.id: event for event in (*game.events, *copy.events)}

    united = History("file.ascuas", both.values())
    backwards = History("file.ascuas")
    for event in reversed(both.values()):
        backwards.add((event,))
    assert backwards.session == united.session
    assert united.session.creatures[game.id_of("Lía")].sheet.deudas == 3  # type: ignore[attr-defined]
    (found,) = divided_texts(united)
    assert (found.path, {version.text for version in found.versions}) == (("house",), {HOUSE, other})
    (line,) = version_lines(united)
    assert line.startswith("1. Ascuas de la posada. Actos · cambia: bebe")

    hidden = found.versions[1].text
    united.add([saved(choose_version(united, ("house",), hidden), event_id(9, ANA))])
    assert united.session.house == hidden


def test_a_copy_without_the_house_rules_unites_with_one_that_plays_by_them() -> None:
    game = ascuas("pj Lía vigor=3")
    copy = game.copy(BEA)
    game.play(play_by(game.history, HOUSE))
    game.do("bebe Lía")
    copy.do("daño Lía 5")

    united = History("file.ascuas", {event.id: event for event in (*game.events, *copy.events)}.values())
    sheet = united.session.creatures[game.id_of("Lía")].sheet
    assert (sheet.deudas, sheet.aguante) == (1, 8)  # type: ignore[attr-defined]
    assert not divided_texts(united)


def test_the_list_of_campaigns_tells_the_game_as_it_is_played_now(tmp_path: Path) -> None:
    path = tmp_path / "torre.json"
    campaign = Campaign.create(
        path, tmp_path / "own", system="file.ascuas", title="Torre", gm="ana", now=lambda: 1, rules=TEXT
    )
    campaign.share()
    (listed,) = list_campaigns(tmp_path)
    assert game_name(listed.system) == "ascuas"
    assert game_name(as_now(listed).system) == "Ascuas (d6)"

    campaign.play(play_by(campaign.history, HOUSE))
    campaign.share()
    campaign.save.close()
    assert game_name(game_in(path)) == "Ascuas de la posada (d6)"
