"""A long time, reviewed line by line before any of it counts: let be, changed, struck out."""

from tests.session.game import HOUR, Game, refusal_code
from tests.trials import each_of
from tracker.commands.exploration import read_amendment
from tracker.screens.dialogs.jump import jump_text
from tracker.session.change import apply
from tracker.session.moves.jump import STRUCK, JumpLine, apply_amendments, jump_lines
from tracker.session.moves.undo import undo
from tracker.session.pending import rolls_in
from tracker.session.state import FOREVER
from tracker.wording.sentences import sentences

TORCHES = (
    "pj Lía resistencia=10/12",
    "pj Bren resistencia=12/10",
    "lleva lia antorcha d6 luz cada 1h encendida",
    "lleva bren antorcha d8 luz cada 1h",
)


class Review:
    """A long time that has not passed yet."""

    def __init__(self, game: Game, line: str) -> None:
        self.game = game
        self.draft = game.draft(line)
        self.session = game.session
        self.lines = jump_lines(game.session, self.draft)

        self.after = apply(self.session, (self.draft.changes,))

    @property
    def texts(self) -> list[str]:
        told = (jump_text(each, self.session, self.after, self.game.history) for each in self.lines)
        return [f"{each.at // HOUR} {text}" for each, text in zip(self.lines, told, strict=True)]

    def line(self, kind: str, who: str = "") -> JumpLine:
        pending = {each: self.after.pending[each.keys[0]] for each in self.lines if not each.effect}
        names = self.game.history.names
        return next(
            each
            for each, pending in pending.items()
            if (pending.kind, names.get(pending.who, "")) == (kind, who)
        )

    def effect(self) -> JumpLine:
        return next(each for each in self.lines if each.effect)

    def accept(self, **typed: str) -> str:
        """Let the time pass with what is typed for the lines `kind` or `kind__Who`; return what is told."""
        amendments = {
            self.effect() if name == "effect" else self.line(*name.split("__")): read_amendment(
                text, self.game.history
            )
            for name, text in typed.items()
        }
        event = self.game.play(apply_amendments(self.session, self.draft, amendments))
        return " ".join(sentences(event, self.game.history))


def review(line: str, *before: str) -> Review:
    return Review(Game(*TORCHES, *before), line)


def test_lines_stand_in_order_of_their_hours_with_equal_ones_together() -> None:
    jump = review("intervalo 1d", "efecto lia bendición 3h")

    assert jump.texts == [
        "1 Lía · Dado de Uso de antorcha, 24 tiradas · d6",
        "3 Lía · acaba bendición",
        "24 Lía · Hambre: Resistencia · d20 contra 13",
        "24 Bren · Hambre: Resistencia · d20 contra 11",
    ]


def test_rolls_at_the_end_of_a_rest_come_last() -> None:
    game = Game(
        "pj Lía salud_total=14 salud=3 dado_de_salud=d8", "lleva lia antorcha d6 luz cada 1h encendida"
    )

    assert [told.split()[0] for told in Review(game, "descansa").texts] == ["1", "8"]


def test_an_unchanged_jump_is_the_same_draft() -> None:
    jump = review("intervalo 8h")

    assert apply_amendments(jump.session, jump.draft, {}) == jump.draft


def test_a_line_struck_out_leaves_no_roll() -> None:
    jump = review("intervalo 1d")

    jump.game.play(apply_amendments(jump.session, jump.draft, {jump.line("hunger", "Lía"): STRUCK}))

    assert sorted(jump.game.pending) == ["hunger"] + ["usage"] * 24
    assert jump.game.session.elapsed == 24 * HOUR


def test_fewer_rolls_are_left_of_a_line() -> None:
    jump = review("intervalo 8h")

    told = jump.accept(usage="3")

    assert jump.game.pending == ["usage"] * 3
    assert told.endswith("5 tiradas quedan sin hacer.")


def test_a_month_of_a_line_is_told_amended_and_moved_by_its_rolls() -> None:
    month = review("intervalo 30d")
    assert month.texts[0] == "1 Lía · Dado de Uso de antorcha, 720 tiradas · d6"
    assert month.accept(usage="60").endswith("660 tiradas quedan sin hacer.")
    keys = [key for key, each in month.game.session.pending.items() if each.kind == "usage"]
    assert (len(keys), rolls_in(month.game.session, keys)) == (50, 60)

    again = review("intervalo 30d")
    assert again.accept(usage="09:30").endswith("Una tirada queda sin hacer.")
    usage = [key for key, each in again.game.session.pending.items() if each.kind == "usage"]
    assert rolls_in(again.game.session, usage) == 719
    assert refusal_code(lambda: review("intervalo 30d").accept(usage="721")) == "bad_count"


def test_typed_faces_resolve_a_line_as_the_time_passes() -> None:
    jump = review("intervalo 8h")

    told = jump.accept(usage="= 2 3 1")

    torch = jump.game.session.supplies[jump.game.supply("antorcha")]
    assert (torch.die, jump.game.pending) == (0, [])
    assert "baja a d4 (d6 → 2✎)." in told
    assert [die.typed for throw in jump.game.events[-1].throws for die in throw.dice] == [True] * 3


def test_faces_and_figures_together() -> None:
    jump = review("intervalo 8h")

    jump.accept(usage="3 = 5")

    assert jump.game.pending == ["usage"] * 2


def test_a_light_that_was_lit_later_burns_from_there() -> None:
    jump = review("intervalo 8h")

    told = jump.accept(usage="13:30")

    game = jump.game
    assert "El DJ lo cambia a mano: Dado de Uso de antorcha, de Lía." in told
    assert [each.data["at"] for each in game.session.pending.values()] == [
        int(5.5 * HOUR),
        int(6.5 * HOUR),
        int(7.5 * HOUR),
    ]
    assert game.session.supplies[game.supply("antorcha")].due == int(8.5 * HOUR)


def test_hunger_at_another_hour() -> None:
    jump = review("intervalo 30h")

    told = jump.accept(hunger__Lía="10:00")

    (hunger,) = [
        each
        for each in jump.game.session.pending.values()
        if each.kind == "hunger" and each.who == jump.game.id_of("Lía")
    ]
    assert hunger.data["at"] == 26 * HOUR
    assert "El DJ lo cambia a mano: Hambre: Resistencia, de Lía." in told


def test_a_roll_can_move_to_another_creature() -> None:
    jump = review("intervalo 1d")

    jump.accept(hunger__Lía="bren = 20", hunger__Bren="0")

    game = jump.game
    assert game.events[-1].throws[0].who == game.id_of("Bren")
    assert "hunger" not in game.pending


def test_a_light_can_become_another_of_the_same_name() -> None:
    jump = review("intervalo 8h")

    jump.accept(usage="1 bren = 2")

    assert [supply.die for supply in jump.game.session.supplies.values()] == [6, 6]


def test_an_effect_goes_on_until_an_hour() -> None:
    jump = review("intervalo 8h", "efecto lia bendición 3h")

    told = jump.accept(effect="19:00")

    (effect,) = jump.game.session.effects.values()
    assert (effect.at, "Lía sigue con «bendición»." in told, "acaba" in told) == (11 * HOUR, True, False)
    jump.game.do("intervalo 3h")
    assert not jump.game.session.effects


def test_a_condition_that_is_struck_out_of_the_panel_stays_until_the_gm_ends_it() -> None:
    jump = review("intervalo 8h", "estado lia ceguera 3h")
    assert jump.texts[1] == "3 Lía · acaba Ceguera"

    jump.game.play(apply_amendments(jump.session, jump.draft, {jump.effect(): STRUCK}))

    (effect,) = jump.game.session.effects.values()
    assert (effect.at, "blinded" in jump.game.sheet("Lía").states) == (FOREVER, True)
    jump.game.do("intervalo 3d")
    assert "blinded" in jump.game.sheet("Lía").states


def test_one_undo_takes_back_a_changed_jump() -> None:
    jump = review("intervalo 1d", "efecto lia bendición 3h", "estado bren ceguera 2h")

    jump.accept(usage="14:00 3 = 1", hunger__Lía="= 3", hunger__Bren="0", effect="0")
    jump.game.play(undo(jump.game.history))

    assert jump.game.session == jump.session


@each_of(
    ("line", "typed", "code"),
    [
        ("usage", "9", "bad_count"),
        ("usage", "= 7", "face_out_of_range"),
        ("usage", "= 5 5 5 5 5 5 5 5 5", "too_many_faces"),
        ("usage", "= cinco", "bad_faces"),
        ("usage", "17:00", "hour_outside"),
        ("usage", "25:00", "bad_date"),
        ("usage", "8:60", "bad_date"),
        ("usage", "nadie", "unknown_creature"),
        ("usage", "goblin", "not_theirs"),
        ("encounter_check", "lia", "not_theirs"),
        ("effect", "= 3", "only_hour"),
        ("effect", "bren", "only_hour"),
    ],
)
def test_an_impossible_change_is_refused_and_no_time_passes(line: str, typed: str, code: str) -> None:
    jump = review("intervalo 8h", "aparece goblin", "efecto lia bendición 3h", "vigila 18+")

    assert refusal_code(lambda: jump.accept(**{line: typed})) == code
    assert jump.game.session == jump.session


def test_a_poison_of_many_turns_is_named_and_its_turns_can_be_fewer() -> None:  # A1-40
    review = Review(Game("pj Lía", "estado lia veneno nivel 3"), "intervalo 8h")
    assert review.texts == [
        "8 Lía · Salvación contra Veneno, 2880 Turnos · 100d20 contra 12",
        "8 Lía · Veneno 3 durante 2880 Turnos: 8640 de daño",
    ]

    review.accept(poison__Lía="2", save__Lía="0")
    (poison,) = review.game.session.pending.values()
    assert (poison.kind, poison.data["span"]) == ("poison", 2)
