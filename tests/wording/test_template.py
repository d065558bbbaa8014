"""The grammar of a sentence: data, plural forms, lists, optional parts."""

from tests.trials import each_of
from tracker.wording.language import speak
from tracker.wording.messages import in_words
from tracker.wording.template import Datum, data_of, every_datum, fill, parse_template


@each_of(
    ("text", "data", "told"),
    [
        ("Pasan {time:duration}.", {"time": 5_400}, "Pasan 1h30m."),
        ("Pasan {time:duration}.", {"time": "x"}, "Pasan 0s."),
        ("{who} huye.", {}, "… huye."),
        ("le {n:queda # TURNO|quedan # TURNOS}", {"n": 1}, "le queda 1 TURNO"),
        ("le {n:queda # TURNO|quedan # TURNOS}", {"n": 3}, "le quedan 3 TURNOS"),
        ("le {n:queda # TURNO|quedan # TURNOS}", {"n": 0}, "le quedan 0 TURNOS"),
        ("({n:queda|quedan} {n})", {"n": 1}, "(queda 1)"),
        ("{n:queda #|quedan #}", {"n": "x"}, "queda x"),
        ("Ya no queda: {what}.", {"what": ["antorcha"] * 3}, "Ya no queda: antorcha ×3."),
        ("Bajas: {who}.", {"who": ("ogro", "Bren", "ogro")}, "Bajas: ogro ×2 y Bren."),
        ("{who} {who:huye|huyen}.", {"who": ["Lía", "Iria"]}, "Lía e Iria huyen."),
        ("{who} {who:huye|huyen}.", {"who": ["Lía"]}, "Lía huye."),
        ("Arde[; toca en {left:duration}].", {"left": 60}, "Arde; toca en 1m."),
        ("Arde[; toca en {left:duration}].", {"left": 0}, "Arde."),
        ("Arde[; toca en {left:duration}].", {}, "Arde."),
        ("Arde[: {who} {n:lo ve|lo ven}].", {"who": "Lía", "n": 0}, "Arde."),
        ("Salud[ {health}].", {"health": 0}, "Salud 0."),
        ("Salud[ {health}].", {"health": ""}, "Salud."),
        ("Saca: [*{who} → {n}].", {"who": "Lía", "n": 3}, "Saca: Lía → 3."),
        (
            "Saca: [*{who} → {n}].",
            {"each": ({"who": "Lía", "n": 3}, {"who": "Iria"})},
            "Saca: Lía → 3 e Iria → ….",
        ),
        ("Saca: [*{who} → {n}].", {"each": ({"who": "Lía", "n": 3}, "4 más")}, "Saca: Lía → 3 y 4 más."),
        (
            "Saca: [*{who} → {n}].",
            {"each": ({"who": ("a", "b", "c"), "n": 3}, {"who": "d", "n": 4})},
            "Saca: a, b y c → 3; d → 4.",
        ),
        ("[keys] {name}: [a, b]", {"name": "x"}, "[keys] x: [a, b]"),
        ("[[{name}]] {{2d6}} ]", {"name": "x"}, "[x] {2d6} ]"),
        ("{name} [", {"name": "[{x}]"}, "[{x}] ["),
        ("{exploration.light} apaga", {"exploration.light": "y"}, "y apaga"),
    ],
)
def test_a_sentence_is_filled(text: str, data: dict[str, object], told: str) -> None:
    assert fill(text, data, in_words) == told


def test_a_list_is_joined_as_the_language_does() -> None:
    speak("en")

    assert fill("{who} {who:flees|flee}.", {"who": ["Ann", "Iris"]}, in_words) == "Ann and Iris flee."


def test_a_sentence_needs_the_data_outside_its_optional_parts() -> None:
    parts = parse_template("{who:name} {n:a|b}[ en {left:duration}]")

    assert [*data_of(parts)] == [Datum("who", "name"), Datum("n", forms=("a", "b"))]
    assert [datum.name for datum in every_datum(parts)] == ["who", "n", "left"]
