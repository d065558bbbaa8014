"""The manual's pages that are made from the program: `python -m tests.manual` writes them.

The pages of keys and of the shell are made whole. In the other pages a key is a link to its binding; the key
that the link shows is written again.
"""

import json
import re
from collections.abc import Iterator
from functools import partial
from inspect import getdoc
from pathlib import Path

from textual.binding import Binding
from textual.dom import DOMNode

from tracker.base_app import BaseApp
from tracker.cli.config import COLOURS
from tracker.cli.config_file import import_every_screen, usual_values
from tracker.cli.contract import ANSWERS, TOPICS, schema_of
from tracker.cli.help import codes_of, usage_of
from tracker.cli.verbs import OPTIONS, VERBS, Option, Verb
from tracker.commands.acts import act_usage
from tracker.commands.specs import SPECS
from tracker.manual import FOLDER, KEY, PAGES
from tracker.players_app import PlayersApp
from tracker.rules.system import Act
from tracker.rules.systems import SYSTEMS, system_of
from tracker.screens.home import CampaignsTable, HomeScreen
from tracker.screens.players import PlayersScreen
from tracker.screens.table_screen import TableScreen
from tracker.screens.tabs.creatures import CreaturesPane
from tracker.screens.tabs.dice import DicePane
from tracker.screens.tabs.encounter import EncounterPane
from tracker.screens.tabs.exploration import ExplorationPane
from tracker.screens.tabs.group import GroupPane
from tracker.screens.tabs.pane import Pane
from tracker.screens.tabs.people import PeopleActs
from tracker.widgets.bindings import declared, description_in_full
from tracker.widgets.key_table import BY_ID, is_menu_key, way_of
from tracker.widgets.key_table import VERBS as VERBS_OF
from tracker.widgets.line_table import LineTable
from tracker.widgets.made_theme import OWN
from tracker.widgets.preferences import USUAL
from tracker.widgets.theme import NAMES, colours_of_file
from tracker.wording.contract import DEFINITIONS, JsonObject
from tracker.wording.game_file import grammar_page
from tracker.wording.language import LANGUAGES, REFERENCE, language, speak
from tracker.wording.messages import has, said, say
from tracker.wording.words import Words, forms_of, term, words_of, words_of_language

MADE = ("commands", "keys", "settings", "shell", "json", "game-format")
"""The pages that are made whole."""
LOADED = PlayersApp
"""Importing it is what declares its bindings."""
PLACES: tuple[tuple[str, tuple[type[DOMNode], ...]], ...] = (
    ("La lista de campañas", (CampaignsTable, HomeScreen)),
    ("En todas las pestañas", (TableScreen, Pane, BaseApp)),
    ("Las listas", (LineTable,)),
    ("Grupo, Encuentro y Exploración", (PeopleActs,)),
    ("Grupo y Encuentro", (CreaturesPane,)),
    ("Grupo", (GroupPane,)),
    ("Encuentro", (EncounterPane,)),
    ("Exploración", (ExplorationPane,)),
    ("Dados", (DicePane,)),
    ("La pantalla de los jugadores", (PlayersScreen,)),
)
JSON_INTRO = (
    "Lo que la consola imprime para otros programas. Hecha con el programa: «tracker help json VERBO» da "
    "lo mismo como JSON Schema. Cada objeto lleva `version`; un campo nuevo no la cambia, así que un "
    "programa pasa por alto lo que no conoce. Una criatura es un objeto con su id y su nombre, allí donde se "
    "habla de ella. Los campos señalados como secretos no son para los jugadores."
)
JSON_DEFAULTS = (
    "A un objeto guardado (una ficha, un objeto que se gasta) le faltan los campos que están en su valor por "
    "defecto; `tracker status --json --full` los escribe todos."
)
_TYPES = {
    "string": "texto",
    "integer": "entero",
    "number": "número",
    "boolean": "sí o no",
    "null": "nada",
    "object": "objeto",
}
COMMANDS_INTRO = (
    "Todo lo que se puede escribir tras `:` en la mesa o con `tracker do`, en español y en inglés. Hecha con "
    "las tablas del programa: `tracker help órdenes daño` da una sola. En mayúsculas, lo que se rellena; "
    "entre corchetes, lo que se puede dejar; con `|`, una cosa u otra. Basta el principio de cada palabra, y "
    "los acentos no importan."
)
SETTINGS_INTRO = (
    "Lo que se puede ajustar. Hecha con el programa: `tracker config` da el fichero de preferencias con todo "
    "lo que puede decir, y dónde está."
)
ENGLISH = {
    "Ajustes": "Settings",
    SETTINGS_INTRO: (
        "What can be set. Made from the program: `tracker config` gives the file of preferences with all "
        "that it can say, and where it is."
    ),
    "Entorno": "Environment",
    "Variable": "Variable",
    "Preferencias": "Preferences",
    "Nombre": "Name",
    "De costumbre": "Usually",
    "Colores": "Colours",
    "Nombres para `theme`": "Names for `theme`",
    "Órdenes": "Commands",
    COMMANDS_INTRO: (
        "Everything that can be typed behind `:` at the table or with `tracker do`, in English and in "
        "Spanish. Made from the program's tables: `tracker help commands damage` gives one alone. In "
        "capitals, what is to be filled in; in brackets, what may be left out; with `|`, one thing or "
        "another. The beginning of each word is enough, and accents do not matter."
    ),
    "En todos los juegos": "In every game",
    "Reglas": "Rules",
    "Por ejemplo": "For example",
    "Teclas": "Keys",
    "Hecha con las teclas del programa. Cada una puede ser otra: «tracker config» da el fichero.": (
        "Made from the program's keys. Each can be another one: “tracker config” gives you the file."
    ),
    "Tecla": "Key",
    "Qué hace": "What it does",
    "La lista de campañas": "The list of campaigns",
    "En todas las pestañas": "In every tab",
    "Las listas": "Lists",
    "Grupo y Encuentro": "Party and Encounter",
    "Grupo, Encuentro y Exploración": "Party, Encounter and Exploration",
    "Grupo": "Party",
    "Encuentro": "Encounter",
    "Exploración": "Exploration",
    "Dados": "Dice",
    "La pantalla de los jugadores": "The players' screen",
    "La consola": "The shell",
    "Hecha con la tabla de comandos; «tracker help» la imprime.": (
        "Made from the table of commands; “tracker help” prints it."
    ),
    "Opciones de todos": "Options of every command",
    "Opción": "Option",
    "Palabra": "Word",
    "Qué es": "What it is",
    "Completar con el tabulador": "Completion with the Tab key",
    "Una línea en el arranque de tu consola:": "A line in the start file of your shell:",
    JSON_INTRO: (
        "What the shell prints for other programs. Made from the program: “tracker help json VERB” gives the "
        "same as JSON Schema. Each object has `version`; a new field leaves it, so a program passes over "
        "what it does not know. A creature is an object with its id and its name, wherever one is spoken of. "
        "Fields marked as secret are not for the players."
    ),
    JSON_DEFAULTS: (
        "A saved object (a sheet, a supply) lacks the fields that stand at their default; `tracker status "
        "--json --full` writes them all."
    ),
    "Campo": "Field",
    "Tipo": "Type",
    "Por defecto": "Default",
    "secreto": "secret",
    "texto": "text",
    "entero": "integer",
    "número": "number",
    "sí o no": "true or false",
    "nada": "null",
    "objeto": "object",
    "lista de": "list of",
    "objeto de": "object of",
    "o": "or",
    "La ficha de": "The sheet of",
    "lo que sea": "anything",
}
"""The words of the made pages themselves; those of the program have only what it says."""
SIGNS = {"question_mark": "?", "comma": ",", "up": "↑", "down": "↓"}


def pages() -> Iterator[tuple[Path, str]]:
    """Yield every page of the manual as it should be."""
    import_every_screen()
    for spoken in LANGUAGES:
        speak(spoken)
        made = {
            "commands": commands_page(),
            "keys": keys_page(),
            "settings": settings_page(),
            "shell": shell_page(),
            "json": json_page(),
            "game-format": grammar_page(),
        }
        for page in PAGES:
            path = FOLDER / spoken / f"{page}.md"
            yield path, made[page] if page in made else with_keys(path.read_text(encoding="utf-8"))
    speak(LANGUAGES[0])


def with_keys(text: str) -> str:
    """Return a page with the keys that the bindings have now; an id without a binding fails."""
    bindings = declared()
    return KEY.sub(lambda found: f"[`{shown(bindings[found[2]])}`](keys.md#{found[2]})", text)


def word(spanish: str) -> str:
    """Return one of the words of the made pages, in the language in use."""
    return spanish if language() == LANGUAGES[0] else ENGLISH[spanish]


def shown(binding: Binding) -> str:
    """Return the first key of a binding, named in the language in use."""
    return named(binding.key.split(",")[0])


def named(key: str) -> str:
    """Return a key, named in the language in use; what has neither key nor menu is in the palette."""
    if is_menu_key(key):
        return " ".join(way_of(key)).strip() or shown(declared()["table.palette"])
    return SIGNS.get(key) or (say(name) if has(name := f"key_name.{key}") else key)


def keys_page() -> str:
    """Return the page of keys: a table for each place, a row for each key that has a name."""
    lines = [
        f"# {word('Teclas')}",
        "",
        word("Hecha con las teclas del programa. Cada una puede ser otra: «tracker config» da el fichero."),
    ]
    for place, kinds in PLACES:
        rows = [f"| {keys} | {what} |" for kind in kinds for keys, what in keys_of(kind)]
        lines += [
            "",
            f"## {word(place)}",
            "",
            f"| {word('Tecla')} | {word('Qué hace')} |",
            "|---|---|",
            *rows,
        ]
    return "\n".join(lines) + "\n"


def keys_of(place: type[DOMNode]) -> Iterator[tuple[str, str]]:
    """Yield the keys that a class declares itself, and what each does."""
    for binding in place.BINDINGS:
        if isinstance(binding, Binding) and binding.description:
            keys = " ".join(f"`{named(key)}`" for key in binding.key.split(","))
            yield keys, description_in_full(binding, USUAL.interval).replace("|", "\\|")


def commands_page() -> str:
    """Return the page of everything that can be typed: the verbs of every game, then the acts of each."""
    plain_game = next(system_of(each) for each in SYSTEMS if not system_of(each).favour)
    words = words_of(plain_game.key)
    lines = [f"# {word('Órdenes')}", "", word(COMMANDS_INTRO), "", f"## {word('En todos los juegos')}"]
    for spec in SPECS:
        usages = spec.usages_in(plain_game, words)
        lines += ["", *_typed_lines(words, spec.id, usages, _does(spec.id))]
    for system in SYSTEMS:
        game, words = system_of(system), words_of(system)
        lines += ["", f"## {term(words, 'system', system)}"]
        for act in game.acts.values():
            label = term(words, "act", act.id)
            told = f"{label[:1].upper()}{label[1:]}."
            if rules := rules_of(act):
                told += f" {word('Reglas')}: {', '.join(rules)}."
            lines += ["", *_typed_lines(words, act.id, [act_usage(act, words)], told)]
    return "\n".join(lines) + "\n"


def _typed_lines(words: Words, verb_id: str, usages: list[str], told: str) -> Iterator[str]:
    """Yield the part of one verb: its words, what it does, how it is written, an example."""
    spoken = [forms_of(words_of_language(words.system, each), "verb", verb_id) for each in LANGUAGES]
    forms = dict.fromkeys(form for own in (forms_of(words, "verb", verb_id), *spoken) for form in own)
    yield f"### {' · '.join(forms)}"
    yield from ("", told, "")
    for usage in usages:
        yield f"- `{usage}`"
    example = words.find("example", verb_id)
    if example is None:
        raise KeyError(f"example.{verb_id}: the word files lack an example that can be played")
    yield from ("", f"{word('Por ejemplo')}: `{example}`.")


def _does(verb_id: str) -> str:
    """Return what a verb does, in the words of the first key that plays it, or else in its own."""
    if has(f"does.{verb_id}"):
        return f"{say(f'does.{verb_id}')}."
    names = {verb_id, *forms_of(words_of_language("", REFERENCE), "verb", verb_id)}
    key = next(each.id for each in BY_ID.values() if VERBS_OF.get(each.id, each.verb) in names)
    texts = (f"long.{key}", f"tip.{key}", f"key.{key}")
    text = say(next(each for each in texts if has(each)), interval="10m")
    return f"{text}."


def rules_of(act: Act) -> list[str]:
    """Return the ids of the rules that an act implements, which its function names."""
    function: object = act.together or act.apply
    while isinstance(function, partial):
        function = function.func
    return list(dict.fromkeys(re.findall(r"R\d-\d{3}", getdoc(function) or "")))


def settings_page() -> str:
    """Return the page of what can be set: environment, preferences, colours, each key by its id."""
    words = words_of("")
    lines = [f"# {word('Ajustes')}", "", word(SETTINGS_INTRO), "", f"## {word('Entorno')}", ""]
    lines += [f"| {word('Variable')} | {word('Qué es')} |", "|---|---|"]
    lines += [f"| `{name}` | {text} |" for name, text in words.space("environment").items()]
    lines += ["", f"## {word('Preferencias')}", ""]
    lines += [f"| {word('Nombre')} | {word('De costumbre')} | {word('Qué es')} |", "|---|---|---|"]
    values = usual_values().items()
    lines += [f"| `{name}` | `{value}` | {term(words, 'preference', name)} |" for name, value in values]
    named = ", ".join(f"`{name}`" for name in (*NAMES, OWN))
    values = colours_of_file("dark").items()
    colours = [f"| `{name}` | `{value}` |" for name, value in values if name in COLOURS]
    lines += ["", f"## {word('Colores')}", "", f"{word('Nombres para `theme`')}: {named}.", ""]
    lines += [term(words, "preference", "colours"), "", "| `[colours]` | `dark` |", "|---|---|", *colours]
    lines += ["", f"## {word('Teclas')}", "", term(words, "preference", "keys"), ""]
    lines += [f"| `[keys]` | {word('Tecla')} | {word('Qué hace')} |", "|---|---|---|"]
    for binding_id, binding in declared().items():
        keys = [each for each in binding.key.split(",") if not is_menu_key(each)]
        key = " ".join(f"`{each}`" for each in keys)
        told = description_in_full(binding, USUAL.interval).replace("|", "\\|")
        lines.append(f"| `{binding_id}` | {key} | {told} |".replace("|  |", "| |"))
    return "\n".join(lines) + "\n"


def shell_page() -> str:
    """Return the page of the shell, from the table of verbs."""
    lines = [
        f"# {word('La consola')}",
        "",
        word("Hecha con la tabla de comandos; «tracker help» la imprime."),
    ]
    for name, verb in VERBS.items():
        if verb.family:
            lines += ["", *_verb_lines(name, verb)]
    lines += ["", f"## {word('Opciones de todos')}", "", *_rows(OPTIONS)]
    lines += [
        "",
        f"## {word('Completar con el tabulador')}",
        "",
        word("Una línea en el arranque de tu consola:"),
        "",
        "```text",
        'eval "$(tracker completion bash)"     # ~/.bashrc',
        'eval "$(tracker completion zsh)"      # ~/.zshrc',
        "tracker completion fish | source      # ~/.config/fish/config.fish",
        "```",
    ]
    return "\n".join(lines) + "\n"


def json_page() -> str:
    """Return the page of what is printed for programs, from the answers."""
    lines = ["# JSON", "", word(JSON_INTRO), "", word(JSON_DEFAULTS)]
    known: set[str] = set()
    for topic in TOPICS:
        heading = f"tracker {topic}" if topic in ANSWERS else f"{word('La ficha de')} {topic}"
        lines += ["", f"## {heading}"]
        if topic not in ANSWERS:
            known.clear()
        for name, definition in schema_of(topic)["$defs"].items():
            if name not in known and "properties" in definition:
                known.add(name)
                lines += ["", f"### {name}", "", *_object_lines(definition, schema_of(topic)["$defs"])]
    return "\n".join(lines) + "\n"


def _object_lines(definition: JsonObject, definitions: JsonObject) -> Iterator[str]:
    """Yield the sentence and the fields of an object; those of a saved record have their defaults."""
    has_words = any("description" in each for each in definition["properties"].values())
    if definition["required"] and "description" in definition:
        yield from (f"{definition['description']}.", "")
    last = word("Qué es") if has_words else word("Por defecto")
    yield from (f"| {word('Campo')} | {word('Tipo')} | {last} |", "|---|---|---|")
    for name, part in definition["properties"].items():
        secret = f" ({word('secreto')})" if part.get("secret") else ""
        default = json.dumps(part["default"], ensure_ascii=False) if "default" in part else ""
        told = f"{part.get('description', '')}{secret}" if has_words else default
        yield f"| `{name}` | {_type(part, definitions)} | {told} |".replace("  |", " |")


def _type(part: JsonObject, definitions: JsonObject) -> str:
    """Return the type of a field in words."""
    if "$ref" in part:
        name = part["$ref"].removeprefix(DEFINITIONS)
        return _choices(definitions[name]) if "enum" in definitions[name] else name
    if "enum" in part:
        return _choices(part)
    if "anyOf" in part:
        return f" {word('o')} ".join(_type(each, definitions) for each in part["anyOf"])
    kind = part.get("type", "")
    if kind == "array":
        return f"{word('lista de')} {_type(part.get('items') or {}, definitions)}"
    if kind == "object" and isinstance(inner := part.get("additionalProperties"), dict):
        return f"{word('objeto de')} {_type(inner, definitions)}"
    return word(_TYPES.get(kind, "lo que sea"))


def _choices(part: JsonObject) -> str:
    return f" {word('o')} ".join(f"`{json.dumps(each)}`" for each in part["enum"])


def _verb_lines(name: str, verb: Verb) -> Iterator[str]:
    yield f"## tracker {'' if name == 'open' else name}".rstrip()
    yield from ("", f"{say(verb.summary)}.", "", "```text", usage_of(name), "```", "")
    words = [(said(word.shown).replace("|", "\\|"), say(word.help)) for word in verb.words]
    if words or verb.options:
        yield from (f"| {word('Palabra')} | {word('Qué es')} |", "|---|---|")
        yield from (f"| `{word}` | {what} |" for word, what in words)
        yield from _rows(verb.options, heading=False)
        yield ""
    yield from ("```sh", *map(said, verb.examples), "```", "", codes_of(verb))


def _rows(options: tuple[Option, ...], *, heading: bool = True) -> Iterator[str]:
    if heading:
        yield from (f"| {word('Opción')} | {word('Qué es')} |", "|---|---|")
    for option in options:
        value = "\\|".join(option.choices) or said(option.shown)
        yield f"| `{option.name}{'' if option.flag else f' {value}'}` | {say(option.help)} |"


def main() -> None:
    """Write the pages."""
    for path, text in list(pages()):
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
