"""Every verb, in Spanish and in English; a wrong line is refused in words and changes nothing."""

from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.features.rows import rows_of_features
from tests.session.game import Game, fight, refusal_code
from tests.session.lines import LINES
from tests.trials import each_of
from tracker.commands.command import CommandContext
from tracker.commands.completion import completions, usages
from tracker.commands.matching import match_one
from tracker.commands.parse import parse, verb_of, verb_words
from tracker.commands.specs import SPECS
from tracker.rules.refusal import Refusal
from tracker.wording.language import LANGUAGES, speak
from tracker.wording.sentences import refusal_sentence
from tracker.wording.words import words_of

WORDS = words_of("chronicle")


def table() -> Game:
    """Return a fight under way in which every verb has something to do."""
    game = fight()
    for line in (
        "ficha lia espacios=nivel 1 2/2",
        "lleva lia antorcha d6",
        "lleva bren flechas d8 munición",
        "lleva bren saetas d8 munición",
        "guarda fuego 8d6",
        "vigila 18+",
        "lleva bren farol d8 luz cada 1h",
        "calendario Frío 30, Calor 30; hoy 2 Frío 7",
        "paso mar 3h",
        "tabla Rumores 1d4 1-2: lobos; 3-4: nada",
        "reloj Ritual 6",
        "avanza Ritual 2",
        "botín 9 oro",
        "consulta Rumores = 1",
        "gana lia 9 oro",
        *rows_of_features("BEFORE"),
        "cita 20 Calor: pagan",
        "aparece 2 rata grupo",
        "siguiente",
        "estado lia veneno nivel 3",
        "modifica lia +1 suerte",
        "reduce lia mente 2 temporal",
        "siguiente",
        "mata goblin 2",
        "trampa Foso agilidad daño 3",
        "trampa Losa",
        "ficha goblin 1 ataques=Mordisco 3",
        "halla losa",
    ):
        game.do(line)
    return game


TABLE = table()

BOTH: list[tuple[str, str, str]] = [
    ("siguiente", "next", "next"),
    ("anterior", "previous", "previous"),
    ("anterior", "back", "previous"),
    ("resuelve", "settle", "settle"),
    ("omite 1", "skip 1", "skip"),
    ("deshacer", "undo", "undo"),
    ("regresa -2", "rewind -2", "rewind"),
    ("cuando lia salud<=mitad: huye", "when lia health<=half: huye", "when"),
    ("nota hola", "note hola", "note"),
    ("tira 2d6", "roll 2d6", "throw"),
    ("guarda x 2d6", "keep x 2d6", "keep_roll"),
    ("olvida fuego", "forget fuego", "drop_roll"),
    ("título Otra", "title Otra", "title"),
    ("ajuste munición encuentro", "setting ammomode per_encounter", "setting"),
    ("pj Ana nivel=2 fuerza=12/9", "pc Ana level=2 strength=12/9", "join"),
    ("aparece 2 orco", "appear 2 orco", "appear"),
    ("aparece 2 orco grupo", "appear 2 orco group", "appear"),
    ("ficha lia especie=elfa", "sheet lia species=elfa", "sheet"),
    ("apunta lia hola", "annotate lia hola", "annotate"),
    ("renombra lia Ana", "rename lia Ana", "rename"),
    ("nombre oculto goblin 1", "name hidden goblin 1", "name"),
    ("plantilla goblin 1 Goblin", "template goblin 1 Goblin", "template"),
    ("agrupa goblin* Horda", "gather goblin* Horda", "gather"),
    ("separa rata", "split rata", "split"),
    ("retira goblin 1", "dismiss goblin 1", "dismiss"),
    ("recluta goblin 1", "recruit goblin 1", "recruit"),
    ("licencia lia", "part lia", "part"),
    ("combate Dos", "fight Dos", "fight"),
    ("combate Dos lia", "encounter Dos lia", "fight"),
    ("entra lia enemigos", "enter lia foes", "enter"),
    ("huye lia", "flee lia", "flee"),
    ("vuelve lia", "return lia", "return"),
    ("quita lia", "leave lia", "leave"),
    ("oculta lia", "hide lia", "hide"),
    ("muestra lia", "reveal lia", "reveal"),
    ("iniciativa lia 1d20+2", "initiative lia 1d20+2", "initiative"),
    ("iniciativa enemigos 12", "initiative foes 12", "initiative"),
    ("sube bren", "up bren", "up"),
    ("baja bren", "down bren", "down"),
    ("tabla Clima 1d6 1-3: sol; 4-6: lluvia", "table Clima 1d6 1-3: sol; 4-6: lluvia", "table"),
    ("consulta rumores", "consult rumores", "consult"),
    ("borratabla rumores", "droptable rumores", "drop_table"),
    ("fin", "end", "end"),
    ("fin sinreloj", "end noclock", "end"),
    ("cambia emboscada", "switch emboscada", "switch"),
    ("turno", "turn", "turn"),
    ("ronda", "round", "round"),
    ("declara lia cargo", "declare lia cargo", "declare"),
    ("sorprende bren", "surprise bren", "surprise"),
    ("aguarda", "delay", "delay"),
    ("aguarda bren antes de rata 1", "delay bren before rata 1", "delay"),
    ("cadaronda repite", "eachround clear", "each_round"),
    ("turnos por bandos", "turns by sides", "turn_order"),
    ("efecto lia bendición 3r", "effect lia bendición 3r", "effect"),
    ("intervalo 10m", "interval 10m", "interval"),
    ("intervalo 7d corriente", "interval 7d ordinary", "interval"),
    ("reloj 2 10:00", "clock 2 10:00", "clock"),
    (
        "reloj La caída 6 visible desenlace cae la torre",
        "clock La caída 6 shown outcome cae la torre",
        "clock",
    ),
    ("reloj Ritual oculto", "clock Ritual hidden", "clock"),
    ("luna Sel 29 llena 3 visible", "moon Sel 29 full 3 shown", "moon"),
    ("fiesta Siega 15 Calor", "feast Siega 15 Calor", "feast"),
    ("cita 12 Calor oculta: vence", "appointment 12 Calor hidden: vence", "appointment"),
    ("cita pagan nada", "appointment pagan none", "appointment"),
    *rows_of_features("BOTH"),
    ("reloj Ritual nada", "clock Ritual none", "clock"),
    ("avanza rit 2", "advance rit 2", "advance"),
    ("reloj 1 Calor 7 10:00", "clock 1 Calor 7 10:00", "clock"),
    (
        "calendario Frío 30, Calor 9; semana Luna, Sol; horas 20; hoy 2 Calor 7 Sol",
        "calendar Frío 30, Calor 9; week Luna, Sol; hours 20; today 2 Calor 7 Sol",
        "calendar",
    ),
    ("calendario nada", "calendar none", "calendar"),
    ("viaja 3 hexágonos 8h", "travel 3 hex 8h", "travel"),
    ("viaja 2 mar", "travel 2 mar", "travel"),
    ("paso bosque denso 6h", "pace bosque denso 6h", "pace"),
    ("paso mar nada", "pace mar none", "pace"),
    ("clima tabla rumores", "weather table rumores", "weather"),
    ("clima es lluvia fina", "weather is lluvia fina", "weather"),
    ("vigila 12+ cada 2 tabla rumores", "watch 12+ every 2 table rumores", "watch"),
    ("vigila 12+ cada 2 auto", "watch 12+ every 2 automatic", "watch"),
    ("encuentro", "check", "check"),
    ("calendario Sal 30, Luna 28", "calendar Sal 30, Luna 28", "calendar"),
    ("paso camino 2h", "pace camino 2h", "pace"),
    ("clima es lluvia", "weather is lluvia", "weather"),
    ("lleva lia cuerda d6 luz encendida", "carry lia cuerda d6 light lit", "get"),
    ("lleva lia pan d6 cada intervalo", "carry lia pan d6 every interval", "get"),
    (
        "lleva grupo Lealtad d8 detonante los tratan mal desenlace se marchan",
        "carry party Lealtad d8 outcome se marchan trigger los tratan mal",
        "get",
    ),
    ("objeto antorcha desenlace se apaga = adiós", "thing antorcha outcome se apaga = adiós", "thing"),
    ("objeto antorcha detonante nada", "thing antorcha trigger none", "thing"),
    ("enciende antorcha", "light antorcha", "light"),
    ("luz noche", "light night", "ambient"),
    ("apaga antorcha", "extinguish antorcha", "put_out"),
    ("entrega antorcha bren", "hand antorcha bren", "hand"),
    ("dado antorcha d4", "die antorcha d4", "die"),
    ("queda farol 7m", "remaining farol 7m", "left"),
    ("suelta antorcha", "drop antorcha", "drop"),
    ("prueba lia fuerza ventaja salvación +2", "test lia strength advantage save +2", "test"),
    ("prueba lia,bren agi des", "test lia,bren agi disa", "test"),
    ("salva lia engaño", "save lia deceit", "save"),
    ("resiste lia veneno", "resist lia poisoned", "resist"),
    ("enfrenta lia fuerza bren", "opposed lia strength bren", "opposed"),
    ("enfrenta lia fuerza agilidad bren", "opposed lia strength agility bren", "opposed"),
    ("enfrenta lia fuerza contra bren agilidad", "opposed lia strength against bren agility", "opposed"),
    ("probabilidad lia 12", "chance lia 12", "chance"),
    ("probabilidad lia 12+ ventaja", "chance lia advantage 12+", "chance"),  # R1-034
    ("esfuerzo lia potencia", "effort lia potency", "effort"),
    ("daño goblin 1 2d6+1", "damage goblin 1 2d6+1", "damage"),
    ("daño goblin 1 5 directo", "damage goblin 1 direct 5", "damage"),
    ("cura lia 3", "heal lia 3", "heal"),
    ("cae lia 6,5", "fall lia 6.5", "fall"),
    ("cae lia 6m fijo", "fall lia static 6m", "fall"),
    ("mata lia de un susto", "kill lia de un susto", "kill"),
    ("revive goblin 2", "revive goblin 2", "revive"),
    ("estado lia dominio vampiro origen 5", "condition lia dominated source_level 5 vampiro", "condition"),
    ("libra lia veneno", "release lia poisoned", "release"),
    ("reduce lia mente 2 temporal", "reduce lia mind 2 temporary", "reduce"),
    ("restaura lia mente", "restore lia mind", "restore"),
    ("conjuro lia nivel 1", "slot lia nivel 1", "slot"),
    ("modifica lia +2 bendición", "modifier lia bendición +2", "modifier"),
    ("desmodifica lia suerte", "unmodify lia suerte", "unmodify"),
    ("usa lia antorcha", "use lia antorcha", "use"),
    ("dispara bren flechas", "shoot bren flechas", "shoot"),
    ("junta bren flechas saetas", "merge bren flechas saetas", "merge"),
    ("descansa", "rest", "rest"),
    ("duerme todos 8h", "sleep party 8h", "sleep"),
    ("come lia hace 2h", "eat lia ago 2h", "eat"),
    ("reloj Lía: Furia 3 cada descanso", "clock Lía: Furia 3 each rest", "clock"),
    ("gasta Ritual", "spend Ritual", "spend"),
    ("botín oculto 30 oro, rubí", "loot hidden 30 gold, rubí", "loot"),
    ("resultado botín", "result loot", "result"),
    ("reparte a lia", "share to lia", "share"),
    ("da lia 5 oro", "give lia 5 gold", "give"),
    ("gana lia 2 plata, soga", "gain lia 2 silver, soga", "gain"),
    ("paga lia 3 oro", "pay lia 3 gold", "pay"),
    ("monedas oro=10, cobre=1", "coins oro=10, cobre=1", "coins"),
    ("peso soga 2,5", "weight soga 2.5", "weigh"),
    ("come todos sin raciones", "eat party no_rations", "eat"),
    ("duerme lia 8h hace 1h", "sleep lia 8h 1h", "sleep"),
    ("envejece lia", "age lia", "age"),
    (
        "trampa Dardos agilidad mitad activador abrir el cofre daño 1d6",
        "trap Dardos agility halved harm 1d6 trigger abrir el cofre",
        "trap",
    ),
    ("busca lia foso ventaja", "seek lia advantage foso", "seek"),
    ("halla foso", "find foso", "find"),
    ("camufla losa", "conceal losa", "conceal"),
    ("salta lia,bren foso", "spring lia,bren foso", "spring"),
    ("desactiva foso", "disarm foso", "disarm"),
    ("ataca goblin 1 mordisco contra lia", "attack goblin 1 mordisco against lia", "attack"),
    ("dispara bren flechas agilidad +1", "shoot bren flechas agility +1", "shoot"),
]


def outcome(line: str) -> object:
    """Return the effect of a line, without ids that are new each time."""
    game = TABLE.copy("0195939070")
    game._ids = count(1)
    return game.draft(line, roll=lambda sides: (sides + 1) // 2)


@each_of(("spanish", "english", "verb"), BOTH)
def test_a_command_is_the_same_in_both_languages(spanish: str, english: str, verb: str) -> None:
    for line in (spanish, english):
        assert parse(line, CommandContext(TABLE.history)).verb == verb
    assert outcome(spanish) == outcome(english)


@each_of(
    ("in_words", "in_letters"),
    [
        ("intervalo 2 horas", "intervalo 2h"),
        ("intervalo 1 día 2 horas corriente", "interval 1d2h ordinary"),
        ("interval 1 day", "intervalo 1d"),
        ("duerme todos 8 horas hace 1 hora", "duerme todos 8h hace 1h"),
        ("cuando 2 horas: cae la noche", "cuando 2h: cae la noche"),
        ("efecto lia bendición 3 rondas", "efecto lia bendición 3r"),
        ("efecto lia luz de 2 días 10 minutos", 'efecto lia "luz de 2 días" 10m'),
        ("estado lia ceguera 2 rondas", "estado lia ceguera 2r"),
        ("estado lia veneno nivel 2 goblin 1 turno", "estado lia veneno nivel 2 goblin 1t"),
        ("estado lia miedo el altar 3 horas", "estado lia miedo 3h el altar"),
        ("lleva lia vela d6 cada 10 minutos", "lleva lia vela d6 cada 10m"),
        ("espera 10 m", "espera 10m"),
        ("espera 1 h 30 m", "espera 1h30m"),
        ("espera 1½ h", "espera 90m"),
    ],
)
def test_a_duration_may_have_its_units_in_words(in_words: str, in_letters: str) -> None:
    assert outcome(in_words) == outcome(in_letters)


@pytest.mark.parametrize("line", ["rehacer", "redo"])
def test_redo_in_both_languages(line: str) -> None:
    game = TABLE.copy("0195939070")
    game.do("deshacer")

    assert parse(line, CommandContext(game.history)).verb == "redo"
    game.do(line)


@pytest.mark.parametrize("line", ["mira -2 desde -4", "look -4 since -2"])
def test_a_moment_is_looked_at_in_both_languages_and_nothing_played(line: str) -> None:
    command, events = parse(line, CommandContext(TABLE.history)), TABLE.events
    assert (command.verb, command.looks) == ("look", True)
    assert (command.since, command.at) == (events[-5].id, events[-3].id)
    assert refusal_code(lambda: outcome(line)) == "only_read"


def test_every_verb_and_every_act_is_tried_here() -> None:
    tried = {verb for *_, verb in BOTH} | {
        "amend",
        "redo",
        "look",
        "reach",
        "end_effect",
        "seal",
        "unseal",
        "version",
        "secret",
        "rules",
        *rows_of_features("APART"),
    }

    known = {verb.id for verb in SPECS} | set(TABLE.session.game.acts)
    assert tried == known, f"add to BOTH or take from it: {sorted(tried ^ known)}"


def test_a_verb_is_known_without_accents_and_in_capitals() -> None:
    for word, known in verb_words(TABLE.session).items():
        assert verb_of(word.upper(), TABLE.session) == known, word
        assert verb_of(word.replace("ñ", "n").replace("í", "i"), TABLE.session) == known, word


@each_of(
    ("word", "verb"),
    [("sig", "next"), ("dañ", "damage"), ("dan", "damage"), ("pru", "test"), ("ini", "initiative")],
)
def test_the_beginning_of_a_verb_is_enough(word: str, verb: str) -> None:
    assert verb_of(word, TABLE.session) == verb


@pytest.mark.parametrize(
    ("typed", "verbs"),
    [("entr", "entra, entrega"), ("at", "atributo, ataca"), ("pas", "pasa, paso")],
)
def test_the_refusal_of_an_ambiguous_verb_lists_the_verbs_in_the_language_in_use(
    typed: str, verbs: str
) -> None:
    with pytest.raises(Refusal) as refusal:
        verb_of(typed, Game(system="percentile").session)

    assert (refusal.value.code, refusal.value.data["known"]) == ("ambiguous_word", verbs)


def test_several_words_for_one_thing_are_not_ambiguous() -> None:
    assert match_one("vent", {"ventaja": "a", "ventajoso": "a"}) == "a"


@each_of("line", ["", "   ", "xyz", "?", "#", ";", "daño;lia", "\x1b[2J", "\u202edaño"])
def test_an_unknown_verb_is_refused(line: str) -> None:
    assert refusal_code(lambda: TABLE.draft(line)) == "unknown_verb"


@each_of(
    ("word", "near"),
    [
        ("descanso", "descansa"),
        ("golpear", "ataca"),
        ("inciativa", "iniciativa"),
        ("herir", "daño"),
        ("salvación", "salva"),
        ("heall", "cura"),
        ("xyzzy", ""),
    ],
)
def test_the_refusal_of_an_unknown_verb_names_verbs_like_it(word: str, near: str) -> None:
    with pytest.raises(Refusal) as refusal:
        TABLE.draft(f"{word} lia")
    assert str(refusal.value.data["near"]).partition(",")[0] == near


def test_a_verb_that_the_game_lacks_is_named_as_it_was_typed() -> None:
    game = Game("pj Ana", system="percentile")
    with pytest.raises(Refusal) as refused:
        game.draft("estado Ana miedo")
    assert refusal_sentence(refused.value).startswith("«estado» no está en Percentil")


def test_a_condition_behind_those_who_leave_is_taken_off_and_they_stay() -> None:
    game = Game("pj Lía, Bren", "combate Sima", "estado todos ceguera")
    game.do("quita lia,bren ceguera")
    assert not any(game.sheet(name).states for name in ("Lía", "Bren"))
    assert game.session.fight is not None
    assert len(game.session.fight.combatants) == 2
    assert refusal_code(lambda: game.do("quita lia ceguera")) == refusal_code(
        lambda: game.do("libra lia ceguera")
    )
    assert refusal_code(lambda: Game("pj Lía", system="margin").do("quita lia ceguera")) == "unknown_word"


@each_of("line", ["daño\tlia\t5", "  daño   lia   5  ", "daño\u00a0lia 5", "DAÑO Lia 5", "dan\u0303o lia 5"])
def test_spaces_and_ways_of_writing_do_not_matter(line: str) -> None:
    assert TABLE.draft(line).facts == TABLE.draft("daño lia 5").facts


WRONG: list[tuple[str, str]] = [
    ("daño lia", "missing"),
    ("daño", "nobody"),
    ("daño lia cinco", "unknown_word"),
    ("daño lia 5 6", "unknown_word"),
    ("daño lia -5", "unknown_word"),
    ("daño lia 2d", "dice_unfinished"),
    ("daño lia 5d6x", "dice_syntax"),
    ("prueba lia", "missing"),
    ("prueba lia magia", "unknown_choice"),
    ("prueba lia fuerza agilidad", "unknown_word"),
    ("llega fin", "unknown_occasion"),
    ("llega", "which_occasion"),
    ("consulta", "which_table"),
    ("consulta clima", "unknown_table"),
    ("probabilidad lia 21+", "figure_out_of_range"),
    ("estado lia", "missing"),
    ("estado lia venno 3r", "unknown_choice"),
    ("estado lia veneno", "poison_without_level"),
    ("estado lia veneno nivel", "missing"),
    ("estado lia veneno nivel 101", "figure_out_of_range"),
    ("cae lia alta", "unknown_word"),
    ("duerme lia", "missing"),
    ("come lia hace", "missing"),
    ("come lia hace mucho", "bad_duration"),
    ("duerme lia mucho", "unknown_word"),
    ("siguiente ya", "unknown_creature"),
    ("recluta goblin 1 ya", "unknown_word"),
    ("ficha lia", "missing"),
    ("ficha lia salud", "unknown_word"),
    ("ficha lia suerte=3", "unknown_field"),
    ("ficha lia tipo=monstruo", "bad_choice"),
    ("ficha lia fuerza=abc", "bad_number"),
    ("pj", "missing"),
    ("pj nivel=3", "missing"),
    ("pj Zoe fuerza = 12/10", "blank_before_equals"),
    ("pj Zoe fuerza 12/10", "field_in_name"),
    ("pj Zoe salud 8", "field_in_name"),
    ("pj Zoe strength 12", "field_in_name"),
    ("aparece 3 ogro salud 8 grupo", "field_in_name"),
    ("renombra lia Lía fuerza=12", "field_in_name"),
    ("renombra lia Lía fuerza 12", "field_in_name"),
    ("pj Zoe fuerza =12/10", "blank_before_equals"),
    ("pj Zoe fuersa=12/10", "unknown_field"),
    ("aparece 2 orco fuerza = 12/10", "blank_before_equals"),
    ("ficha lia fuerza = 12/10", "blank_before_equals"),
    ("ficha lia especie=elfa fuerza = 12/10", "blank_before_equals"),
    ("intervalo", "missing"),
    ("intervalo 10m 3", "unknown_word"),
    ("viaja 3", "missing"),
    ("viaja x hex", "unknown_word"),
    ("iniciativa lia", "missing"),
    ("iniciativa lia x", "dice_syntax"),
    ("conjuro lia nivel 9", "no_such_slot"),
    ("desmodifica lia nada", "no_such_modifier"),
    ("modifica lia bendición", "empty_modifier"),
    ("usa lia cuerda", "unknown_supply"),
    ("junta bren flechas flechas", "merge_itself"),
    ("enfrenta lia fuerza lia", "opposes_itself"),
    ("resiste bren veneno", "not_suffered"),
    ("nota " + "x" * 4_000, "line_too_long"),
]


@each_of(("line", "code"), WRONG)
def test_the_refusal_of_a_line_says_what_would_be_right(line: str, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        TABLE.draft(line, roll=lambda sides: 1)

    assert refusal.value.code == code
    sentence = refusal_sentence(refusal.value, "chronicle", TABLE.history.names)
    assert "…" not in sentence.replace(str(refusal.value.data.get("usage", "")), "")
    if code in {"missing", "unknown_word"}:
        assert refusal.value.data["usage"]


@pytest.mark.parametrize(
    ("line", "spanish", "english"),
    [
        (
            "estado lia venno el lodo",
            "«venno el lodo» no vale. Vale: Apresamiento, Ceguera, Confusión, ",
            "“venno el lodo” isn't possible here. Possible: Restraint, Blindness, ",
        ),
        (
            "prueba lia magia",
            "«magia» no vale. Vale: Fuerza, Agilidad, ",
            "“magia” isn't possible here. Possible: Strength, Agility, ",
        ),
        (
            "cadaronda x",
            "«x» no vale. Vale: conserva, repite, tira.",
            "“x” isn't possible here. Possible: keep, clear, reroll.",
        ),
        (
            "turnos x",
            "«x» no vale. Vale: por iniciativa, sin orden, por bandos.",
            "“x” isn't possible here. Possible: by initiative, no order, by sides.",
        ),
        (
            "probabilidad lia 21+",
            "umbral: 21 se sale de lo posible, 1–20.",
            "threshold: 21 is out of range, 1–20.",
        ),
        (
            "cae lia 9999",
            "metros: 9,999 km es demasiado; como mucho, 3 km.",
            "metres: 9.999 km is too far; at most 3 km.",
        ),
        (
            "duerme lia 31d",
            "horas: 31d es demasiado; como mucho, 30d.",
            "hours: 31d is too long; at most 30d.",
        ),
    ],
)
def test_a_wrong_choice_is_answered_with_the_known_ones(line: str, spanish: str, english: str) -> None:
    for language, said in zip(LANGUAGES, (spanish, english), strict=True):
        speak(language)
        with pytest.raises(Refusal) as refusal:
            TABLE.draft(line)
        assert refusal_sentence(refusal.value, "chronicle", TABLE.history.names).startswith(said)


def test_words_after_free_text_are_still_understood() -> None:
    game = TABLE.copy("0195939070")
    game.do("estado lia dominio el vampiro viejo origen 5")
    game.do("modifica bren a ciegas -2 desventaja")

    state, modifier = game.sheet("Lía").states["dominated"], game.sheet("Bren").modifiers["a ciegas"]
    assert (state.source, state.source_level) == ("el vampiro viejo", 5)
    assert (modifier.value, modifier.advantage, modifier.attribute) == (-2, -1, "")


@pytest.mark.parametrize("text", ["", " "])
def test_nothing_is_completed_from_nothing(text: str) -> None:
    assert completions(text, TABLE.session) == []


@each_of(
    ("line", "words"),
    [
        ("sigu", ["siguiente"]),
        ("dan", ["daño"]),
        ("daño gob", ["goblin 1", "goblin 2"]),
        ("daño li", ["Lía"]),
        ("prueba lia fue", ["Fuerza", "fuego"]),
        ("usa lia ant", ["antorcha"]),
        ("estado lia ven", ["Veneno"]),
        ("daño zzz", []),
    ],
)
def test_the_last_word_is_completed(line: str, words: list[str]) -> None:
    assert set(words) <= set(completions(line, TABLE.session))
    assert bool(words) == bool(completions(line, TABLE.session))


def test_the_usage_of_every_command_begins_with_its_verb() -> None:
    listed = usages(TABLE.session)

    assert {verb_of(verb, TABLE.session) for verb, _usage in listed} == set(
        verb_words(TABLE.session).values()
    )
    assert [verb for verb, usage in listed if not usage.startswith(verb)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_missing_word_is_named_as_in_the_usage(language: str) -> None:
    speak(language)
    lacking: dict[str, str] = {}
    for verb, usage in usages(TABLE.session):
        for words in ("", " lia", " lia x", " 2", " lia, bren", " x y"):
            try:
                parse(verb + words, CommandContext(TABLE.history))
            except Refusal as refusal:
                if refusal.code == "missing":
                    lacking[str(refusal.data["what"])] = usage

    del lacking[{"es": "horas", "en": "hours"}[language]]  # the usage gives an example instead: 8h
    assert len(lacking) > 12
    assert {what: usage for what, usage in lacking.items() if what.upper() not in usage.upper()} == {}


@pytest.mark.parametrize(
    ("system", "language", "usage"),
    [
        (
            "chronicle",
            "es",
            "resuelve [iguales|clase|todo|esfuerzo] [ventaja|desventaja] [+N|-N] [N] [turnos K] [= CARAS]",
        ),
        (
            "chronicle",
            "en",
            "settle [alike|kind|all|effort] [advantage|disadvantage] [+N|-N] [N] [turns K] [= FACES]",
        ),
        (
            "horror",
            "es",
            "resuelve [iguales|clase|todo] [ventaja|desventaja] [+N|-N] [N] [turnos K] [= CARAS]",
        ),
        (
            "horror",
            "en",
            "settle [alike|kind|all] [advantage|disadvantage] [+N|-N] [N] [turns K] [= FACES]",
        ),
    ],
)
def test_the_usage_names_the_resource_that_a_pending_roll_may_spend(
    system: str, language: str, usage: str
) -> None:
    game = Game(system=system)
    speak(language)

    assert usage in [each for _verb, each in usages(game.session)]
    with pytest.raises(Refusal) as refusal:
        game.do("resuelve lo que sea")
    assert refusal_sentence(refusal.value, system).endswith(usage)


def test_a_usage_distinguishes_how_long_from_how_long_ago() -> None:
    listed = dict(usages(TABLE.session))

    assert listed["duerme"] == "duerme QUIEN 8h [hace 2h]"
    assert listed["come"] == "come QUIEN [hace 2h] [SIN RACIONES] [= CARAS]"


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(
        st.text(max_size=60),
        st.lists(
            st.sampled_from(
                [
                    *verb_words(TABLE.session),
                    *(
                        word
                        for space in ("param", "attribute", "condition")
                        for word in WORDS.space(space).values()
                    ),
                    *(
                        "lia",
                        "goblin*",
                        "todos",
                        ".",
                        '"',
                        ",",
                        "=",
                        "14",
                        "3",
                        "2d6+1",
                        "8h",
                        "+2",
                        "6,5",
                        "nivel",
                    ),
                    *(
                        "antorcha",
                        "#",
                        "fuerza=12/11",
                        "salud=",
                        "=3",
                        "10:00",
                        "\x1b",
                        "\u202e",
                        "李",
                        "{x}",
                        "%s",
                    ),
                ]
            ),
            min_size=1,
            max_size=7,
        ).map(" ".join),
        LINES,
    ),
    st.integers(0, 10_000),
)
def test_every_line_is_a_command_or_is_refused_in_a_sentence(text: str, luck: int) -> None:
    before, game = TABLE.session, TABLE.copy("0195939070")
    code = refusal_code(lambda: game.play(game.draft(text, roll=lambda sides: 1 + luck % sides)))

    assert code in {"", *WORDS.space("refusal")}
    assert not code or game.session == before
    assert TABLE.session is before


def test_the_label_of_a_roll_may_hold_an_equals_sign() -> None:
    game = Game()
    (throw,) = game.do("tira 1d20 = 14 # ataque = 3").throws
    assert (throw.total, throw.label) == (14, "ataque = 3")
    (throw,) = game.do("1d20 # ataque = 3", 5).throws
    assert (throw.total, throw.label) == (5, "ataque = 3")


@each_of("text", ["vida = 3", "vida = muerte", "a=b", "a = 3 # b = 4"])
@each_of(
    ("line", "datum"),
    [
        ("nota", "text"),
        ("apunta lia", "text"),
        ("declara lia", "text"),
        ("clima es", "text"),
        ("mata lia", "cause"),
        ("modifica lia -2", "cause"),
        ("secreto nota", "text"),
    ],
)
def test_an_equals_sign_in_free_text_is_text(line: str, datum: str, text: str) -> None:
    game = Game("pj Lía", "combate Uno")
    fact = game.do(f"{line} {text}").facts[0]

    assert fact.data[datum] == text


def test_an_equals_sign_in_a_row_of_a_table_is_text() -> None:
    game = Game("tabla Puertas 1d2 1: abierta; 2: llave = 3")

    assert game.sentences("consulta puertas = 2").endswith("llave = 3.")


def test_the_weather_takes_the_face_on_the_table() -> None:
    game = Game("tabla Cielo 1d6 1-3: sol; 4-6: lluvia", "clima tabla cielo")

    assert "lluvia" in game.sentences("clima = 5")
    assert refusal_code(lambda: game.do("clima sol = 5")) == "unknown_word"
    assert refusal_code(lambda: game.do("clima = sol")) == "bad_faces"


def test_the_refusal_of_an_owner_names_the_party_first() -> None:
    with pytest.raises(Refusal) as refused_for:
        Game("pj Lía", "lleva candil d8")

    assert refused_for.value.data["known"] == "grupo, Lía"
    assert refusal_code(lambda: Game("pj Lía", "lleva grupo candil d8")) == ""


def test_everything_pending_is_rolled_or_skipped_by_one_line() -> None:
    for line in ("tira todo", "resuelve todo", "omite todo", "roll all", "resuelve clase"):
        game = Game(
            *(
                "pj Lía",
                "pj Bruno",
                "lleva lia antorcha d6 luz encendida",
                "lleva bruno vela d6 luz encendida",
            )
        )
        game.do("intervalo 10m")
        assert len(game.session.pending) == 2
        game.do(line, *([] if line == "omite todo" else [5, 5]))
        assert not game.session.pending


def test_a_condition_takes_its_level_as_a_bare_number() -> None:
    game = Game("pj Lía")
    game.do("estado lia veneno 3")
    assert game.sheet("Lía").states["poisoned"].level == 3


def test_a_name_with_a_number_and_no_amount_offers_both_readings() -> None:
    game = Game("pj Lía", "aparece 3 goblin salud_total=6 salud=6")
    with pytest.raises(Refusal) as refusal:
        game.do("daño goblin 3")
    told = refusal_sentence(refusal.value, "chronicle")
    assert "«daño goblin 3 CANTIDAD»" in told
    assert "«daño goblin* 3» para todos los goblin" in told


def test_a_blank_behind_the_equals_sign_of_a_field_does_no_harm() -> None:
    game = Game("pj Lía fuerza= 12/10 especie= elfa de agua")
    strength = game.sheet("Lía").attributes["strength"]
    assert (strength.value, strength.difficulty, game.sheet("Lía").species) == (12, 10, "elfa de agua")


def test_a_quoted_name_may_begin_with_an_equals_sign() -> None:
    assert Game('pj "= Cero"').id_of("= Cero")


def test_a_creature_is_found_by_any_word_of_its_name() -> None:
    game = Game("pj Sor Inés salud_total=9 salud=9")
    game.do("daño inés 2")
    assert game.sheet("Sor Inés").health == 7


def test_a_pattern_hits_no_corpse_that_is_not_named() -> None:
    game = Game("pj Lía", "aparece 2 goblin salud_total=6 salud=6", "mata goblin 1")
    assert "goblin 1" not in game.sentences("daño goblin* 2")


def test_a_later_word_names_a_moment_or_a_printed_table() -> None:
    game = Game("pj Ada", system="percentile")
    assert game.sentences("llega escena") == game.sentences("llega termina la escena")
    context = CommandContext(game.history)
    assert parse("consulta fuentes", context).shows == parse("consulta fuentes de luz", context).shows
    assert refusal_code(lambda: game.do("llega termina")) == "ambiguous_word"


def test_the_source_of_a_condition_may_follow_a_little_word() -> None:
    game = Game("pj Ada")
    told = game.sentences("estado ada fascinación goblin")
    game.do("libra ada fascinación")
    assert game.sentences("estado ada fascinación de goblin") == told
    game.do("libra ada fascinación")
    assert game.sentences("estado ada fascinación por goblin") == told


@each_of(
    ("line", "name"),
    [
        ('pj "Guardia nivel 3"', "Guardia nivel 3"),
        ("pj Guardia 3", "Guardia 3"),
        ("pj La Fuerza", "La Fuerza"),
        ('renombra lia "Fuerza 12"', "Fuerza 12"),
        ("renombra lia Lía=Ana", "Lía=Ana"),
    ],
)
def test_a_name_may_say_what_no_field_means(line: str, name: str) -> None:
    game = table()
    game.do(line)
    assert name in {each.name for each in game.session.creatures.values()}


@pytest.mark.parametrize(
    ("line", "names", "level"),
    [
        ("pj Lía, Morda,Odón el Viejo", ["Lía", "Morda", "Odón el Viejo"], 1),
        ("pj Lía, Morda, nivel=3", ["Lía", "Morda"], 3),
        ('pj "Lía, la Roja"', ["Lía, la Roja"], 1),
    ],
)
def test_several_names_with_commas_join_at_once(line: str, names: list[str], level: int) -> None:
    game = Game()
    event = game.do(line)
    assert [each.name for each in game.session.creatures.values()] == names
    assert {getattr(each.sheet, "level", 0) for each in game.session.creatures.values()} == {level}
    assert len(event.facts) == len(names)


def test_of_several_names_one_that_is_taken_refuses_all() -> None:
    game = Game()
    assert refusal_code(lambda: game.do("pj Lía, Bren, Lía")) == "name_taken"
    assert not game.session.creatures


@each_of(
    ("line", "sheets"),
    [
        (
            "aparece 3 goblin salud=6 daño=1d6, ogro salud=20 daño=2d6",
            {**{f"goblin {n}": {"health": 6, "damage": "1d6"} for n in (1, 2, 3)}, "ogro": {"health": 20}},
        ),
        (
            "appear 3 goblin health=6 damage=1d6, ogre health=20 damage=2d6",
            {"goblin 2": {"health": 6, "damage": "1d6"}, "ogre": {"health": 20, "damage": "2d6"}},
        ),
        ("aparece goblin daño=1d6,ogro salud=20", {"goblin": {"damage": "1d6"}, "ogro": {"health": 20}}),
        ("aparece goblin salud=6,ogro", {"goblin": {"health": 6}, "ogro": {}}),
        ("aparece goblin especie=trasgo, ogro", {"goblin": {"species": "trasgo"}, "ogro": {}}),
        ("aparece goblin dado_de_salud=d8, ogro", {"goblin": {"health_die": 8}, "ogro": {}}),
        ('aparece goblin especie="verde, feo", ogro', {"goblin": {"species": "verde, feo"}, "ogro": {}}),
        ("aparece goblin especie=“verde, feo” nivel=2", {"goblin": {"species": "verde, feo", "level": 2}}),
        (
            "aparece goblin ataques=Mordisco 3, Garra 1d4, ogro salud=20",
            {"goblin": {"attacks": ("Mordisco", "Garra")}, "ogro": {"health": 20}},
        ),
        (
            "aparece goblin idiomas=Trasgo, Común, ogro idiomas=Ogro",
            {"goblin": {"languages": ("Trasgo", "Común")}, "ogro": {"languages": ("Ogro",)}},
        ),
        ("aparece goblin ataques=Garra 3, 2 lobo", {"goblin": {"attacks": ("Garra",)}, "lobo 2": {}}),
        ("pj Ana especie=elfa, Bea", {"Ana": {"species": "elfa"}, "Bea": {}}),
        (
            "pj Ana ocupación=cantora, y ladrona nivel=2",
            {"Ana": {"occupation": "cantora, y ladrona", "level": 2}},
        ),
        ("pj ana especie=elfa, bea especie=enana", {"ana": {"species": "elfa"}, "bea": {"species": "enana"}}),
        ("pj Ana idiomas=Común, Élfico nivel=2", {"Ana": {"languages": ("Común", "Élfico"), "level": 2}}),
        ("pj Ana nivel=2, especie=elfa, Bea", {"Ana": {"level": 2, "species": "elfa"}, "Bea": {}}),
    ],
)
def test_a_comma_ends_a_value_unless_it_stands_in_a_list_or_in_quotes(
    line: str, sheets: dict[str, dict[str, object]]
) -> None:
    game = Game(line)
    found = {each.name: each.sheet for each in game.session.creatures.values()}
    assert sheets.keys() <= found.keys()
    assert len({name.partition(" ")[0] for name in found}) == len({name.partition(" ")[0] for name in sheets})
    for name, values in sheets.items():
        given = {key: getattr(found[name], key) for key in values}
        assert {
            key: tuple(value) if isinstance(value, dict) else value for key, value in given.items()
        } == values


@each_of(
    "line",
    [
        "pj Ana nivel=2 nivel=3",
        "pj Ana salud=8 health=9",
        "pj Ana fuerza=12/9 fuerza=11",
        "aparece goblin salud=6 salud=7",
        "ficha lia nivel=2 level=3",
    ],
)
def test_a_field_is_given_once(line: str) -> None:
    assert refusal_code(lambda: TABLE.draft(line)) == "field_twice"


def test_a_sheet_has_commas_in_its_texts() -> None:
    game = Game("pj Ana", "ficha ana especie=elfa, alta nivel=2")
    assert (game.sheet("Ana").species, game.sheet("Ana").level) == ("elfa, alta", 2)
