"""What the shell makes of a word that is no verb and no campaign, in both languages."""

from pathlib import Path

import pytest

from tests.play.shell import DONE, REFUSED, WRONG, Place, stood_in
from tests.trials import each_of, one_of
from tracker.cli.arguments import WrongUsage, read_arguments
from tracker.cli.main import main
from tracker.cli.near import closest, closest_topic, closest_verb, spoken_verb
from tracker.cli.verbs import VERBS, shown_verbs
from tracker.manual import topics
from tracker.wording.words import synonyms, words_of


def forms(verb: str) -> tuple[str, ...]:
    return (verb, *synonyms(words_of(""), "shell_verb", verb))


def slips(word: str) -> list[str]:
    """Return the word with each of its letters missing, doubled, swapped with the next, or another."""
    places = range(len(word))
    return [
        *(word[:place] + word[place + 1 :] for place in places if len(word) > 3),
        *(word[:place] + word[place] + word[place:] for place in places),
        *(word[:place] + word[place : place + 2][::-1] + word[place + 2 :] for place in places),
        *(word[:place] + other + word[place + 1 :] for place in places for other in "aeosr"),
    ]


@each_of("verb", shown_verbs())
def test_a_verb_goes_by_its_word_in_every_language(verb: str) -> None:
    words = synonyms(words_of(""), "shell_verb", verb)
    assert words[:-1], "each verb has words"
    assert {spoken_verb(each) for each in words} == {verb}


def test_no_word_stands_for_two_verbs() -> None:
    each = [(form, verb) for verb in VERBS if VERBS[verb].family for form in set(forms(verb))]
    assert len(each) == len({form for form, _verb in each})


@pytest.mark.parametrize("step", one_of([5, 1]))
def test_who_asks_to_see_is_never_led_to_an_act(step: int) -> None:
    meanings = {form: verb for verb in shown_verbs() for form in forms(verb)}
    for verb in shown_verbs():
        if VERBS[verb].changes:
            continue
        for word in [slip for form in {*forms(verb)} if len(form) > 3 for slip in slips(form)][::step]:
            meant = closest(word, meanings)
            is_act = meant is not None and VERBS[meant].changes
            assert not is_act or spoken_verb(word) == meant, (word, verb, meant)


@pytest.mark.parametrize(
    ("word", "verb", "topic"),
    [
        ("estdo", "status", "status"),
        ("lgo", "log", "log"),
        ("probabilidd", "odds", "odds"),
        ("restaurra", "restore", "restore"),
        ("exploracon", "", "exploración"),
        ("restado", "status", "status"),
        ("xyzzy", "", ""),
    ],
)
def test_what_is_proposed_knows_spanish_verbs_and_pages(word: str, verb: str, topic: str) -> None:
    assert (closest_verb(word), closest_topic(word, topics())) == (verb, topic)


@each_of("line", ("estado Torre", "Estado Torre", "mesa torre", "registro Torre", "estadísticas Torre"))
def test_a_line_with_a_spanish_verb_is_read_as_with_its_own(line: str) -> None:
    assert read_arguments(line.split()).verb in ("status", "log", "stats")
    assert read_arguments(line.split()).save.casefold() == "torre"


@pytest.mark.parametrize(
    ("line", "verb"),
    [
        ("ayuda", "help"),
        ("lista", "list"),
        ("ayuda estado", "help"),
        ("estado --help", "help"),
        ("ls", "list"),
    ],
)
def test_a_verb_that_needs_nothing_may_stand_alone(line: str, verb: str) -> None:
    assert read_arguments(line.split()).verb == verb


def test_a_spanish_verb_that_lacks_its_words_may_be_the_name_of_a_campaign() -> None:
    read = read_arguments(["estado"])
    assert (read.verb, read.save) == ("open", "estado")


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    place = stood_in(tmp_path, monkeypatch)
    for name in ("La sima", "Salina y hierro", "The chasm"):
        assert main(["new", name]) == DONE
    return place


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["log", "Sali"], DONE, "Esta es «Salina y hierro»."),
        (["log", "The chsm"], DONE, "Esta es «The chasm»."),
        (["status", "la sma"], DONE, "Esta es «La sima»."),
        (["do", "Sali", "nota a"], REFUSED, "¿Será «tracker do 'Salina y hierro'»?"),
        (["chapter", "The chsm", "Otra"], REFUSED, "¿Será «tracker chapter 'The chasm'»?"),
        (["estdo"], WRONG, "¿será «status»?"),
        (["estdo", "Torre"], WRONG, "¿será «status»?"),
        (["estado"], WRONG, "Falta un dato: CAMPAÑA. Uso: tracker status"),
        (["open", "La sima"], WRONG, "«tracker 'La sima'»"),
        (["abrir", "x"], WRONG, "«tracker x»"),
        (["The chsm"], REFUSED, "¿Será «tracker 'The chasm'»?"),
        (["nadie"], REFUSED, "No hay ninguna campaña en"),
        (["log", "nadie"], REFUSED, "No hay ninguna campaña en"),
        (["log", "a"], REFUSED, "No hay ninguna campaña en"),
        (["help", "estdo"], WRONG, "¿será «status»?"),
        (["demo", "horror", "--system", "margin"], WRONG, "Sobra «margin»"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_was_meant_is_found_or_proposed(
    at: Place, words: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert main(words) == code
    assert said in capsys.readouterr().err


def test_help_of_a_spanish_verb_is_that_of_the_verb(at: Place, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["ayuda", "registro"]) == main(["help", "log"]) == DONE
    out = capsys.readouterr().out
    assert out[: len(out) // 2] == out[len(out) // 2 :]


def test_a_mistyped_verb_is_a_wrong_line_alone_and_with_a_save() -> None:
    with pytest.raises(WrongUsage):
        read_arguments(["staus", "Torre"])
    assert main(["staus"]) == main(["staus", "Torre"]) == main(["open", "x"]) == WRONG
