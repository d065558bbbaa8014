"""Margin's words: every id of its rules has one."""

from tests.trials import each_of
from tracker.rules.games.margin.checks import BANDS, Outcome, Severity
from tracker.rules.games.margin.system import MARGIN
from tracker.wording.words import words_of

WORDS = words_of("margin")
SPACES = {"name", "duration", "hour", "distance", "event"}
TERMS = (
    *(f"act.{act}" for act in MARGIN.acts),
    *(f"param.{param.name}" for act in MARGIN.acts.values() for param in act.params),
    *(f"due.{kind}" for kind in MARGIN.pending_rolls),
    *(f"field.{field.id}" for field in (*MARGIN.fields, *MARGIN.scene_fields)),
    *(f"group.{field.group}" for field in (*MARGIN.fields, *MARGIN.scene_fields)),
    *(f"mark.{field.mark}" for field in MARGIN.fields if field.mark),
    *(f"{space}.{gauge.id}" for gauge in MARGIN.gauges for space in ("gauge", "short")),
    *(f"table.{table}" for table in MARGIN.tables),
    *(f"band.{band}" for band in BANDS),
    *(f"severity.{severity}" for severity in Severity),
    *(f"outcome.{outcome}" for outcome in Outcome),
    *(f"purpose.{purpose}" for purpose in ("check", "contest", "group", "task", "help")),
    *(f"badge.{badge}" for badge in ("dead", "task", "race", "helped", "bonus", "penalty")),
)


@each_of("term", sorted(set(TERMS)))
def test_every_id_has_its_word(term: str) -> None:
    assert WORDS.has(*term.split("."))


def test_every_outcome_has_its_sentence() -> None:
    assert {f"check_{outcome}" for outcome in Outcome} <= WORDS.space("fact").keys()


def test_the_words_of_a_game_are_built_once() -> None:
    assert words_of("margin") is words_of("margin")
