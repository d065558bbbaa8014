"""The manual's pages that are made from the program: `python -m tests.manual` writes them.

The pages of keys and of the shell are made whole. In the other pages a key is a link to its binding; the key
that the link shows is written again.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import partial
from inspect import getdoc
from pathlib import Path

from textual.binding import Binding
from textual.dom import DOMNode

from tracker.base_app import BaseApp
from tracker.cli.config import COLOURS, usual_values
from tracker.cli.config_file import import_every_screen, own_keys
from tracker.cli.contract import ANSWERS, TOPICS, schema_of
from tracker.cli.core_verbs import OPTIONS
from tracker.cli.help import other_words_text, own_code_of, usage_of
from tracker.cli.verb import Option, Verb
from tracker.cli.verbs import VERBS
from tracker.commands.acts import act_usage
from tracker.commands.specs import SPECS
from tracker.manual import FOLDER, KEY, PAGES, markdown
from tracker.players_app import PlayersApp
from tracker.rules.games import SYSTEMS
from tracker.rules.system import Act
from tracker.rules.systems import system_of
from tracker.rules.text import fold
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
from tracker.widgets.bindings import bindings_by_id, description_in_full
from tracker.widgets.key import is_menu_key, split_menu_key
from tracker.widgets.key_table import BY_ID
from tracker.widgets.key_table import VERBS as VERBS_OF
from tracker.widgets.line_table import LineTable
from tracker.widgets.made_theme import OWN
from tracker.widgets.preferences import USUAL
from tracker.widgets.theme import NAMES, colours_of_file
from tracker.wording.contract import DEFINITIONS, JsonObject
from tracker.wording.game_file import grammar_page
from tracker.wording.language import LANGUAGES, REFERENCE, language, speak
from tracker.wording.messages import has, say, say_or_keep
from tracker.wording.words import Words, forms_of, term, words_of, words_of_language

MADE = ("commands", "keys", "settings", "shell", "json", "game-format", "index")
"""The pages that are made whole."""
LOADED = PlayersApp
"""Importing it is what declares its bindings."""
PLACES: tuple[tuple[str, tuple[type[DOMNode], ...]], ...] = (
    ("home", (CampaignsTable, HomeScreen)),
    ("every_tab", (TableScreen, Pane, BaseApp)),
    ("lists", (LineTable,)),
    ("people", (PeopleActs,)),
    ("party_and_encounter", (CreaturesPane,)),
    ("party", (GroupPane,)),
    ("encounter", (EncounterPane,)),
    ("exploration", (ExplorationPane,)),
    ("dice", (DicePane,)),
    ("players", (PlayersScreen,)),
)
WORDS: dict[str, dict[str, str]] = json.loads(
    Path(__file__).with_name("words.json").read_text(encoding="utf-8")
)
"""The words of the made pages themselves, by language; those of the program have only what it says."""
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
        made["index"] = index_page(made)
        for page in PAGES:
            path = FOLDER / spoken / f"{page}.md"
            yield path, made[page] if page in made else with_keys(path.read_text(encoding="utf-8"))
    speak(LANGUAGES[0])


def with_keys(text: str) -> str:
    """Return a page with the keys that the bindings have now; an id without a binding fails."""
    bindings = bindings_by_id()
    return KEY.sub(lambda found: f"[`{first_key(bindings[found[2]])}`](keys.md#{found[2]})", text)


def word(key: str) -> str:
    """Return one of the words of the made pages, in the language in use."""
    return WORDS[key][language()]


def first_key(binding: Binding) -> str:
    """Return the first key of a binding, named in the language in use."""
    return named(binding.key.split(",")[0])


def named(key: str) -> str:
    """Return a key, named in the language in use; what has neither key nor menu is in the palette."""
    if is_menu_key(key):
        return " ".join(split_menu_key(key)).strip() or first_key(bindings_by_id()["table.palette"])
    return SIGNS.get(key) or (say(name) if has(name := f"key_name.{key}") else key)


def keys_page() -> str:
    """Return the page of keys: a table for each place, a row for each key that has a name."""
    lines = [
        f"# {word('keys')}",
        "",
        word("keys_intro"),
    ]
    for place, kinds in PLACES:
        rows = [f"| {keys} | {what} |" for kind in kinds for keys, what in keys_of(kind)]
        lines += [
            "",
            f"## {word(place)}",
            "",
            f"| {word('key')} | {word('does')} |",
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
    lines = [f"# {word('commands')}", "", word("commands_intro"), "", f"## {word('every_game')}"]
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
                told += f" {word('rules')}: {', '.join(rules)}."
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
    yield from ("", f"{word('example')}: `{example}`.")


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
    lines = [f"# {word('settings')}", "", word("settings_intro"), "", f"## {word('environment')}", ""]
    lines += [f"| {word('variable')} | {word('what')} |", "|---|---|"]
    lines += [f"| `{name}` | {text} |" for name, text in words.space("environment").items()]
    lines += ["", f"## {word('preferences')}", ""]
    lines += [f"| {word('name')} | {word('usually')} | {word('what')} |", "|---|---|---|"]
    # No file holds the language that is used without one.
    usual = {name: f"`{value}`" for name, value in usual_values().items()} | {"language": word("language")}
    lines += [f"| `{name}` | {value} | {term(words, 'preference', name)} |" for name, value in usual.items()]
    named = ", ".join(f"`{name}`" for name in (*NAMES, OWN))
    values = colours_of_file("dark").items()
    colours = [f"| `{name}` | `{value}` |" for name, value in values if name in COLOURS]
    lines += ["", f"## {word('colours')}", "", f"{word('theme_names')}: {named}.", ""]
    lines += [term(words, "preference", "colours"), "", "| `[colours]` | `dark` |", "|---|---|", *colours]
    lines += ["", f"## {word('keys')}", "", term(words, "preference", "keys"), ""]
    lines += [f"| `[keys]` | {word('key')} | {word('does')} |", "|---|---|---|"]
    for binding_id, binding in bindings_by_id().items():
        keys = [each for each in binding.key.split(",") if not is_menu_key(each)]
        key = " ".join(f"`{each}`" for each in keys)
        told = description_in_full(binding, USUAL.interval).replace("|", "\\|")
        lines.append(f"| `{binding_id}` | {key} | {told} |".replace("|  |", "| |"))
    lines += ["", f"## {word('own_keys')}", "", term(words, "preference", "own"), ""]
    lines += [f"| `[keys]` | {word('does')} |", "|---|---|"]
    lines += [f"| `{line}` | {what} |" for line, what in own_keys()]
    return "\n".join(lines) + "\n"


def shell_page() -> str:
    """Return the page of the shell, from the table of verbs."""
    lines = [
        f"# {word('shell')}",
        "",
        word("shell_intro"),
    ]
    for name, verb in VERBS.items():
        if verb.family:
            lines += ["", *_verb_lines(name, verb)]
    lines += ["", f"## {word('options')}", "", *_rows(OPTIONS)]
    lines += ["", f"## {word('exit_codes')}", "", f"{say('help.exit_codes_of_all')}"]
    lines += [
        "",
        f"## {word('completion')}",
        "",
        word("completion_intro"),
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
    lines = ["# JSON", "", word("json_intro"), "", word("json_defaults")]
    known: set[str] = set()
    for topic in TOPICS:
        heading = f"tracker {topic}" if topic in ANSWERS else f"{word('sheet_of')} {topic}"
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
    last = word("what") if has_words else word("default")
    yield from (f"| {word('field')} | {word('type')} | {last} |", "|---|---|---|")
    for name, part in definition["properties"].items():
        secret = f" ({word('secret')})" if part.get("secret") else ""
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
        return f" {word('or')} ".join(_type(each, definitions) for each in part["anyOf"])
    kind = part.get("type", "")
    if kind == "array":
        return f"{word('list_of')} {_type(part.get('items') or {}, definitions)}"
    if kind == "object" and isinstance(inner := part.get("additionalProperties"), dict):
        return f"{word('object_of')} {_type(inner, definitions)}"
    return word(kind if kind in WORDS else "anything")


def _choices(part: JsonObject) -> str:
    return f" {word('or')} ".join(f"`{json.dumps(each)}`" for each in part["enum"])


def _verb_lines(name: str, verb: Verb) -> Iterator[str]:
    yield f"## tracker {'' if name == 'open' else name}".rstrip()
    yield from (
        "",
        f"{say(verb.summary)}. {other_words_text(name)}".strip(),
        "",
        "```text",
        usage_of(name),
        "```",
        "",
    )
    words = [(say_or_keep(word.shown).replace("|", "\\|"), say(word.help)) for word in verb.words]
    if words or verb.options:
        yield from (f"| {word('word')} | {word('what')} |", "|---|---|")
        yield from (f"| `{word}` | {what} |" for word, what in words)
        yield from _rows(verb.options, heading=False)
        yield ""
    yield from ("```sh", *map(say_or_keep, verb.examples), "```")
    if own := own_code_of(verb):
        yield from ("", own)


def index_page(made: Mapping[str, str]) -> str:
    """Return the page that says where everything stands: the pages with their parts, then every subject."""
    texts = {page: made[page] if page in made else markdown(page) for page in PAGES if page != "index"}
    lines = [f"# {word('index')}", "", word("index_intro"), "", f"## {word('pages')}", ""]
    for page, text in texts.items():
        parts = re.findall(r"^## (.+)$", text, re.MULTILINE) if page not in MADE else []
        told = f": {'; '.join(parts)}" if parts else ""
        lines.append(f"- [{_title(text)}]({page}.md){told}")
    subjects: dict[str, str] = {}
    places: dict[str, dict[str, None]] = {}
    for page, text in texts.items():
        for subject in _subjects(page, text):
            subjects.setdefault(fold(subject), f"{subject[0].upper()}{subject[1:]}")
            places.setdefault(fold(subject), {})[page] = None
    lines += ["", f"## {word('subjects')}", ""]
    for key in sorted(places):
        links = ", ".join(f"[{_title(texts[page])}]({page}.md)" for page in places[key])
        lines.append(f"- {subjects[key]}: {links}")
    return "\n".join(lines) + "\n"


def _title(text: str) -> str:
    return text.partition("\n")[0].removeprefix("# ")


def _subjects(page: str, text: str) -> list[str]:
    """Return what may be looked up in a page: its terms, its verbs, its parts."""
    if page == "glossary":
        return re.findall(r"^- \*\*(.+?)\*\*", text, re.MULTILINE)
    if page == "commands":
        return [heading.split(" · ")[0] for heading in re.findall(r"^### (.+)$", text, re.MULTILINE)]
    if page in ("json", "game-format", "settings"):
        return []
    return re.findall(r"^## (.+)$", text, re.MULTILINE)


def _rows(options: tuple[Option, ...], *, heading: bool = True) -> Iterator[str]:
    if heading:
        yield from (f"| {word('option')} | {word('what')} |", "|---|---|")
    for option in options:
        value = "\\|".join(option.choices) or say_or_keep(option.shown)
        yield f"| `{option.name}{'' if option.flag else f' {value}'}` | {say(option.help)} |"


def main() -> None:
    """Write the pages."""
    for path, text in list(pages()):
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
