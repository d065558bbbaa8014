"""`tracker new`, `list` and `chapter`: the campaigns of a folder."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from tracker.cli.invocation import DONE, Invocation, unix_time
from tracker.cli.opened import open_campaign, remember
from tracker.cli.printing import print_answer, print_done, print_line
from tracker.commands.matching import match_one, normalize
from tracker.rules.games import SYSTEMS
from tracker.rules.refusal import Refusal
from tracker.rules.systems import known_systems, saved_name, system_of
from tracker.session.text import clean
from tracker.store.campaign import Campaign
from tracker.store.campaigns import CampaignEntry, Places, as_now, entry_of, game_in, list_campaigns
from tracker.store.game_files import Ruling, Shelf, is_path
from tracker.store.paths import NAME_LENGTH, SUFFIX, title_slug
from tracker.wording.contract import Answer
from tracker.wording.exports import moment
from tracker.wording.messages import say
from tracker.wording.sentences import refusal_sentence, shell_quoted
from tracker.wording.words import game_name


def answer_new(invocation: Invocation) -> int:
    """Begin a campaign and print where it is."""
    arguments, shelf = invocation.arguments, shelf_of(invocation)
    name, ruling = arguments.name, ruling_named(arguments.game or arguments.system, shelf)
    invocation.folders.prepare()
    path = _path_of(name, invocation)
    title = name if path.parent == invocation.folders.saves else path.stem
    Campaign.create(
        path,
        invocation.folders.journals,
        system=ruling.system,
        title=title,
        gm=invocation.gm,
        now=unix_time,
        rules=ruling.rules,
        house=ruling.house,
    ).save.close()
    print_created(invocation, path)
    return DONE


def print_created(invocation: Invocation, path: Path) -> None:
    """Say where a new campaign is, and remember its folder."""
    remember(invocation, path)
    if invocation.arguments.json:
        print_answer(_listed_answer(entry_of(path)))
    else:
        print_done(say("campaigns.campaign_created", path=path))


def shelf_of(invocation: Invocation) -> Shelf:
    """Choose the folders in which game files are looked for; in a kiosk, no file elsewhere may be named."""
    return Shelf.for_campaign(
        invocation.folders.saves, invocation.environment, closed=invocation.arguments.kiosk
    )


def ruling_named(word: str, shelf: Shelf) -> Ruling:
    """Find a game of the program, an installed one, or a game file by its key, its name or its path.

    Raises the refusals of `game_named`, `Shelf.text` and `Shelf.ruling`.
    """
    if word in SYSTEMS:
        return Ruling(word)
    if is_path(word):
        return shelf.ruling(shelf.text(word))
    labels = shelf.labels()
    for path, label in labels.items():
        if normalize(word) in (normalize(path.stem), normalize(label)):
            return shelf.ruling(shelf.text(path.stem))
    return Ruling(game_named(word, (path.stem for path in labels)))


def _path_of(name: str, invocation: Invocation) -> Path:
    """Return the file of a new campaign; a path gets the suffix of saves."""
    path = invocation.path(name)
    if path.suffix == SUFFIX:
        return path
    if not path.name or path.name == "..":
        raise Refusal("bad_name", name=clean(name, NAME_LENGTH), longest=NAME_LENGTH)
    return path.with_name(path.name + SUFFIX)


def answer_list(invocation: Invocation) -> int:
    """Print the campaigns of the saves folder, the latest played first."""
    folder, as_json = invocation.folders.saves, invocation.arguments.json
    campaigns = tuple(map(as_now, list_campaigns(folder)))
    for each in campaigns:
        if as_json:
            print_answer(_listed_answer(each))
        else:
            print_line(_listed_text(each))
    if not campaigns and not as_json:
        print_line(say("campaigns.none", folder=folder))
    for place, count in Places.for_journals(invocation.folders.journals).elsewhere(folder).items():
        line = say("campaigns.elsewhere", count=count, folder=place, order=shell_quoted(str(place)))
        print_done(line, error=True)
    return DONE


def _listed_text(campaign: CampaignEntry) -> str:
    if campaign.refusal:
        return f"{campaign.name}: {refusal_sentence(campaign.refusal)}"
    line = f"{campaign.name}: {campaign.title} · {game_name(campaign.system)} · {moment(campaign.modified)}"
    return f"{line} · {say('campaigns.copies', count=campaign.copies)}" if campaign.copies else line


class CampaignAnswer(Answer, frozen=True, kw_only=True):
    """A campaign of the saves folder, or the reason why it cannot be read."""

    name: str
    title: str
    system: str
    path: str
    modified: int
    copies: int
    refusal: str | None


def _listed_answer(campaign: CampaignEntry) -> CampaignAnswer:
    return CampaignAnswer(
        name=campaign.name,
        title=campaign.title,
        system=saved_name(campaign.system),
        path=str(campaign.path),
        modified=int(campaign.modified),
        copies=campaign.copies,
        refusal=refusal_sentence(campaign.refusal) if campaign.refusal else None,
    )


def answer_chapter(invocation: Invocation) -> int:
    """Begin a new save with the game as it stands, and print where it is."""
    campaign, name = open_campaign(invocation), invocation.arguments.name
    campaign.share()
    path = campaign.begin_chapter(invocation.folders.saves, title_slug(name), name)
    print_created(invocation, path)
    if not invocation.arguments.json:
        print_done(say("campaigns.old_stays", title=campaign.session.title))
    return DONE


def game_named(word: str, files: Iterable[str] = ()) -> str:
    """Find the key of a game by its key, its name, or a prefix of either.

    Raises `Refusal`: `unknown_system`, which names the known ones and the `files`, `ambiguous_word`,
    `broken_system`.
    """
    if word in SYSTEMS:
        return word
    installed = [key for key in known_systems() if key not in SYSTEMS]
    if word in installed:
        return system_of(word).key
    return _require_key(word, {key: game_name(key) for key in SYSTEMS}, [*installed, *files])


def example_named(word: str, examples: Mapping[str, Path]) -> Path:
    """Find the example of a game by the game's key, its name, or a prefix of either.

    Raises `Refusal`: `unknown_system`, which names the games that have one, `ambiguous_word`.
    """
    return examples[_require_key(word, {key: game_name(game_in(path)) for key, path in examples.items()})]


def _require_key(word: str, names: Mapping[str, str], more: Iterable[str] = ()) -> str:
    """Find a key by a prefix of the key or of its name; if there is none, the refusal names `more` too."""
    key = match_one(word, {key: key for key in names} | {name: key for key, name in names.items()})
    if key is None:
        known = ", ".join([*names.values(), *more])
        raise Refusal("unknown_system", name=clean(word, NAME_LENGTH), known=known)
    return key
