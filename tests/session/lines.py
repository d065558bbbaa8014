"""Lines that a GM might type, right and wrong, for games played at random."""

from hypothesis import strategies as st

NAMES = st.sampled_from(
    ["lia", "bren", "goblin", "goblin 1", "goblin*", "todos", "enemigos", "lia,goblin*", "nadie"]
)
FEW = st.integers(0, 12)
ATTRIBUTES = st.sampled_from(["fuerza", "agilidad", "resistencia", "mente", "intuicion", "presencia"])
CONDITIONS = st.sampled_from(
    ["veneno nivel 3", "ceguera", "miedo", "confusion", "paralisis", "petrificacion", "sordera", "dominio"]
)
THINGS = st.sampled_from(["antorcha", "flechas", "farol", "raciones"])
DIE = st.sampled_from(["d4", "d6", "d8", "d20"])
SPAN = st.sampled_from(["10s", "10m", "1h", "8h", "1d", "3d"])


def _lines(template: str, **parts: st.SearchStrategy[object]) -> st.SearchStrategy[str]:
    return st.fixed_dictionaries(parts).map(lambda each: template.format(**each))


PREPARING = st.one_of(
    _lines("pj {n} salud_total=12 salud=12 esfuerzo_total=2 esfuerzo=2", n=st.sampled_from(["Lía", "Bren"])),
    _lines("aparece {n} goblin salud_total=7 salud={h}", n=st.integers(1, 3), h=FEW),
    _lines("lleva {who} {what} {die} luz encendida", who=NAMES, what=THINGS, die=DIE),
    _lines("lleva {who} {what} {die} municion", who=NAMES, what=THINGS, die=DIE),
    _lines("lleva {who} {what} {die} cada intervalo encendida", who=NAMES, what=THINGS, die=DIE),
    st.sampled_from(
        ["combate Uno", "combate Dos", "vigila 12+ cada 2", "vigila 15+ auto", "ajuste municion encuentro"]
    ),
    st.sampled_from(
        [
            "calendario Uno 3, Dos 40; horas 20; hoy 2 Dos 7",
            "calendario semana A, B",
            "calendario nada",
            "paso mar 3h",
            "viaja 4 mar",
            "tabla cielo 1d6 1-5: sol",
            "clima tabla cielo",
            "clima",
            "clima es niebla",
            "vigila 9+ tabla cielo",
        ]
    ),
)
FIGHTING = st.one_of(
    st.just("siguiente"),
    _lines("iniciativa {who} {n}", who=NAMES, n=FEW),
    _lines("iniciativa enemigos 1d20+{n}", n=FEW),
    _lines(
        "{verb} {who}",
        verb=st.sampled_from(["entra", "huye", "vuelve", "quita", "oculta", "muestra"]),
        who=NAMES,
    ),
    _lines("{verb} {who}", verb=st.sampled_from(["sube", "baja", "retira", "mata", "revive"]), who=NAMES),
    st.sampled_from(["fin", "fin sinreloj", "cambia Uno", "cambia Dos"]),
    st.sampled_from(["aparece oculto goblin", "muestra", "cadaronda tira", "cadaronda repite"]),
)
ACTING = st.one_of(
    _lines("daño {who} {n}", who=NAMES, n=FEW),
    _lines("daño {who} 2d6+1", who=NAMES),
    _lines("cura {who} {n}", who=NAMES, n=FEW),
    _lines("estado {who} {what}", who=NAMES, what=CONDITIONS),
    _lines(
        "efecto {who} bendición {span} de {other}",
        who=NAMES,
        other=NAMES,
        span=st.sampled_from(["2r", "fin", "inicio", "salvación", "1h"]),
    ),
    _lines("libra {who} {what}", who=NAMES, what=st.sampled_from(["veneno", "ceguera", "miedo"])),
    _lines("prueba {who} {what} esfuerzo", who=NAMES, what=ATTRIBUTES),
    _lines("reduce {who} {what} {n} temporal", who=NAMES, what=ATTRIBUTES, n=FEW),
    _lines("modifica {who} +{n} ventaja suerte", who=NAMES, n=FEW),
    _lines("ficha {who} salud_total={n} nivel=2", who=NAMES, n=FEW),
    _lines("dispara {who} {what}", who=NAMES, what=THINGS),
    _lines("usa {who} {what}", who=NAMES, what=THINGS),
    _lines("envejece {who}", who=NAMES),
)
PASSING = st.one_of(
    _lines("intervalo {span}", span=SPAN),
    st.sampled_from(
        ["turno", "ronda", "descansa", "come todos", "encuentro", "reloj 1 09:00", "reloj 4 12:00"]
    ),
    _lines("duerme {who} {span}", who=NAMES, span=SPAN),
    _lines("viaja {n} hexagonos {span}", n=FEW, span=SPAN),
    _lines("{verb} {what}", verb=st.sampled_from(["enciende", "apaga", "suelta"]), what=THINGS),
    _lines("resuelve {n}", n=FEW),
    _lines("omite {n}", n=FEW),
)
COINS = st.sampled_from(["oro", "plata", "carta"])
TREASURES = st.sampled_from(["oro", "carta", "corona"])
GOODS = st.one_of(
    _lines("botin {n} oro, {m} cartas, corona", n=FEW, m=st.integers(1, 4)),
    st.sampled_from(["botin oculto 5 oro, rubi", "botin visible", "botin nada", "botin oculto nada"]),
    st.sampled_from(["reparte", "reparte a lia"]),
    _lines("gana {who} {n} plata, carta", who=NAMES, n=FEW),
    _lines("paga {who} {n} {what}", who=NAMES, n=st.integers(1, 9), what=COINS),
    _lines("da {who} {n} {what}", who=NAMES, n=st.integers(1, 3), what=TREASURES),
    _lines("da {who} {what} de {giver}", who=NAMES, what=TREASURES, giver=NAMES),
)
CANCELLING = st.sampled_from(["deshacer", "deshacer", "rehacer", "anterior"])
LINES = st.one_of(PREPARING, FIGHTING, ACTING, PASSING, GOODS)
