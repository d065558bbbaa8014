"""`tracker completion`: bash, zsh and fish ask the program itself for the words that may follow."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from tracker.cli.campaigns import shelf_of
from tracker.cli.config import known_themes
from tracker.cli.core_verbs import OPTIONS
from tracker.cli.help import lines_topic
from tracker.cli.invocation import DONE, Invocation
from tracker.cli.near import shown_words, spoken_verb
from tracker.cli.printing import print_cells, print_line
from tracker.cli.verb import Option, Verb
from tracker.cli.verbs import VERBS, shown_verbs
from tracker.manual import topics
from tracker.rules.games import SYSTEMS
from tracker.rules.refusal import Refusal
from tracker.rules.text import fold
from tracker.store.files import is_folder, names_in
from tracker.wording.language import language
from tracker.wording.messages import say

Candidate = tuple[str, str]
"""A word that may follow, and its explanation."""

SCRIPTS = {
    "bash": r"""_tracker() {
    local line
    COMPREPLY=()
    while IFS= read -r line; do
        COMPREPLY+=("${line%%$'\t'*}")
    done < <(tracker complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o filenames -F _tracker tracker""",
    "zsh": r"""#compdef tracker
_tracker() {
    local line
    local -a found described
    for line in "${(@f)$(tracker complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
        [[ -n $line ]] || continue
        found+=("${line%%$'\t'*}")
        described+=("${line/$'\t'/  }")
    done
    (( $#found )) && compadd -U -l -d described -a found
}
if [[ ${funcstack[1]} == _tracker ]]; then _tracker "$@"; else compdef _tracker tracker; fi""",
    "fish": r"""function __tracker_complete
    set -l words (commandline -opc)[2..-1]
    tracker complete -- $words (commandline -ct | string collect --allow-empty) 2>/dev/null
end
complete -c tracker -f -a '(__tracker_complete)'""",
}


def answer_completion(invocation: Invocation) -> int:
    """Print the script that a shell reads when it starts."""
    print_line(SCRIPTS[invocation.arguments.shell])
    return DONE


def answer_complete(invocation: Invocation) -> int:
    """Print the words that may follow an unfinished command line, each with its explanation."""
    for word, explanation in candidates(invocation.arguments.words or [""], invocation):
        print_cells(word, explanation)
    return DONE


def candidates(typed: list[str], invocation: Invocation) -> list[Candidate]:
    """List the words that the last word may become after the words before it."""
    # bash breaks `--option=value` into three words.
    *previous_words, word = [_without_quotes(each) for each in typed if each != "="]
    words, option = _without_options(previous_words)
    name = (spoken_verb(words[0]) if words else "") or "open"
    verb = VERBS[name]
    if option is not None:
        possible = _values(option, word)
    elif word.startswith("-"):
        possible = ((each.name, say(each.help)) for each in (*verb.options, *OPTIONS))
    elif not words:
        possible = (*_verbs(word), *_campaigns(word, invocation))
    elif name == "do" and len(words) > 1:
        return list(_orders(words[1], [*words[2:], word], invocation))
    else:
        possible = _words(verb, words if name == "open" else words[1:], word, invocation)
    return [each for each in possible if fold(each[0]).startswith(fold(word))]


def _without_options(previous_words: list[str]) -> tuple[list[str], Option | None]:
    """Return the words that are no options, and the option whose value is the next word."""
    verb = VERBS[next(filter(None, map(spoken_verb, previous_words)), "open")]
    options = (*OPTIONS, *verb.options)
    valued = {name: each for each in options if not each.flag for name in (each.name, each.short) if name}
    words: list[str] = []
    waiting: Option | None = None
    for word in previous_words:
        if waiting is not None:
            waiting = None
        elif word in valued:
            waiting = valued[word]
        elif not word.startswith("-"):
            words.append(word)
    return words, waiting


def _verbs(typed: str = "") -> Iterator[Candidate]:
    """Yield the verbs, each by the word of the language in use if only that begins as typed."""
    for name in shown_verbs():
        forms = shown_words(name)
        begun = [each for each in forms if typed and fold(each).startswith(fold(typed))]
        yield (begun or forms)[0], say(VERBS[name].summary)


def _values(option: Option, word: str) -> Iterable[Candidate]:
    if option.choices:
        return [(choice, "") for choice in option.choices]
    if option.name == "--theme":
        return [(name, "") for name in known_themes()]
    if option.name == "--system":
        return _systems()
    return _paths(word) if option.name in ("--saves", "--output") else ()


def _words(
    verb: Verb, previous_words: Sequence[str], typed: str, invocation: Invocation
) -> Iterable[Candidate]:
    """List the words that may follow the words after a verb."""
    place = len(previous_words)
    if not verb.words or (place >= len(verb.words) and not verb.words[-1].several):
        return ()
    word = verb.words[min(place, len(verb.words) - 1)]
    kinds: dict[str, Callable[[], Iterable[Candidate]]] = {
        "save": lambda: _campaigns(typed, invocation),
        "copies": lambda: _campaigns(typed, invocation),
        "system": _systems,
        "example": lambda: [(key, "") for key in shelf_of(invocation).examples(language())],
        "target": lambda: _games(previous_words[0], typed, invocation),
        "file": lambda: _paths(typed),
        "topic": lambda: [*_verbs(typed), *((topic, "") for topic in (*topics(), lines_topic()))],
        "part": _systems,
        "day": lambda: [("bak", "")],
    }
    return kinds[word.name]() if word.name in kinds else [(choice, "") for choice in word.choices]


def _games(action: str, typed: str, invocation: Invocation) -> Iterable[Candidate]:
    """List what an action of `tracker game` may be about: a game, a campaign or a path."""
    if action in ("update", "take"):
        return _campaigns(typed, invocation)
    games = [(path.stem, label) for path, label in shelf_of(invocation).labels().items()]
    match action:
        case "check" | "show":
            return [*games, *_paths(typed)]
        case "pack":
            return [*_campaigns(typed, invocation), *games, *_paths(typed)]
        case _:
            return _paths(typed)


def _systems() -> list[Candidate]:
    return [(system, "") for system in SYSTEMS]


def _campaigns(typed: str, invocation: Invocation) -> Iterable[Candidate]:
    """List the campaigns of the saves folder, or the files of another folder."""
    from tracker.store.campaigns import list_campaigns, title_of

    if "/" in typed:
        return _paths(typed)
    try:
        return [(each.name, title_of(each)) for each in list_campaigns(invocation.folders.saves)]
    except Refusal:
        return ()


def _paths(typed: str) -> list[Candidate]:
    """List the files and folders that a path may become."""
    head, _slash, tail = typed.rpartition("/")
    folder = Path(head or ("/" if typed.startswith("/") else "."))
    start = typed[: len(typed) - len(tail)]
    with suppress(Refusal):
        return [
            (f"{start}{name}{'/' if is_folder(folder / name) else ''}", "")
            for name in names_in(folder)
            if tail.startswith(".") or not name.startswith(".")
        ]
    return []


def _orders(save: str, line: list[str], invocation: Invocation) -> Iterator[Candidate]:
    """Yield the words that the last word of an order may become: orders, names, words of the game."""
    from tracker.commands.completion import completions, usages
    from tracker.store.campaign import Spectator

    try:
        session = Spectator(invocation.save(save)).history.session
    except Refusal:
        return
    usage = {fold(verb): text for verb, text in usages(session)}
    if line == [""]:
        yield from usages(session)
        return
    # The order may stand in one quoted word: then the whole word is completed.
    start = line[-1][: line[-1].rfind(" ") + 1]
    for completion in completions(" ".join(line), session):
        quoted = f'"{completion}"' if " " in completion else completion
        yield f"{start}{quoted}", usage.get(fold(completion), "")


def _without_quotes(word: str) -> str:
    r"""Strip the quotes of a word, which may be unfinished, as the shell will.

    >>> _without_quotes("La\\ To"), _without_quotes("'La To")
    ('La To', 'La To')
    """
    quote = word[:1] if word[:1] in ("'", '"') else ""
    bare = word.removeprefix(quote).removesuffix(quote) if quote else word
    return bare if quote == "'" else re.sub(r"\\(.)", r"\1", bare)
