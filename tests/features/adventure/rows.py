"""The lines and the keys of the adventure that are tried with all others."""

BEFORE = (
    "sala 1 Puerta salidas norte 2",
    "sala 1 botín 3 oro",
)
"""Lines before the others, so that every verb has something to do."""
BOTH = (
    ("sala 3 Cripta", "room 3 Cripta", "room"),
    ("sala 1 salidas este 3 secreta sin vuelta", "room 1 exits east 3 secret one way", "room"),
    ("sala 1 salidas este 3 (puerta rota)", "room 1 exits east 3 (puerta rota)", "room"),
    ("sala 1 estado en llamas", "room 1 status en llamas", "room"),
    ("sala 1 nota Huele a humo", "room 1 note Huele a humo", "room"),
    ("sala 1 lee Huele a humo", "room 1 read Huele a humo", "room"),
    ("sala 2 criatura 2 rata", "room 2 creature 2 rata", "room"),
    ("sala 2 trampa aguja", "room 2 trap aguja", "room"),
    ("sala 2 botín 9 oro", "room 2 loot 9 oro", "room"),
    ("sala 2 línea reloj Alarma 4", "room 2 line reloj Alarma 4", "room"),
    ("sala 1 botín nada", "room 1 loot none", "room"),
    ("sala 1 toma", "room 1 take", "room"),
    ("sala ritmo 20m", "room pace 20m", "room"),
    ("sala 1 salidas norte nada", "room 1 exits north none", "room"),
    ("sala 2 nada", "room 2 none", "room"),
    ("ve 2", "go 2", "go"),
)
KEYS = (
    ("3", "v", "CommandPrompt", "Ir: salida"),
    ("3", "m q", "CommandPrompt", "Página: ruta del fichero"),
    ("3", "m o", "CommandPrompt", "Sala: N NOMBRE"),
    ("1", "g p", "RoomsScreen", "Ninguna sala aún"),
)
APART = ("prep",)
"""A verb whose line names a file: `test_prep.py` tries it."""
