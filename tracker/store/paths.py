"""The paths of saves and journals. Arguments and environment come from the caller."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from pathlib import Path
from zlib import crc32

from msgspec import Struct

from tracker import package_folder
from tracker.rules.refusal import Refusal
from tracker.session.text import clean
from tracker.store.files import PRIVATE, absolute, close_folder, is_folder, make_folder, paths_like
from tracker.wording.language import REFERENCE

SUFFIX = ".json"
LIBRARY_MARK = "_"
"""First character of the names of libraries' saves; no campaign's name begins with it."""
NAME_LENGTH = 64
GM_LENGTH = 40

_NO_WORD = r"[./\\]+"
_SLUG = rf"[A-Za-z0-9][A-Za-z0-9 _-]{{0,{NAME_LENGTH - 1}}}"


class Folders(Struct, frozen=True):
    """The folder of the campaigns, which may be shared, and the private folder of the journals."""

    saves: Path
    journals: Path
    private: bool = False
    """Whether the folder of the campaigns is the default one in the GM's home."""

    def prepare(self) -> None:
        """Make the saves folder for a first campaign. A journal makes its private folder itself.

        Raises the refusal of a folder that cannot be made.
        """
        make_folder(self.saves, PRIVATE if self.private else 0o777)
        if self.private:
            close_folder(self.saves)


def folders(explicit: str | None, environment: Mapping[str, str], folder: Path | None) -> Folders:
    """Choose the folders of a GM: by the argument, by `TRACKER_SAVES`, `saves` here, or in the home.

    Refuses `no_current_folder` for a relative path if the current `folder` is gone.
    """
    journals = _home(environment, "XDG_STATE_HOME", ".local/state") / "journals"
    saves = _chosen_saves(explicit, environment, folder)
    if saves is not None:
        return Folders(saves, journals)
    return Folders(_home(environment, "XDG_DATA_HOME", ".local/share") / "saves", journals, private=True)


def config_file(environment: Mapping[str, str]) -> Path:
    return _home(environment, "XDG_CONFIG_HOME", ".config") / "tracker.toml"


def reports_folder(environment: Mapping[str, str]) -> Path:
    return _home(environment, "XDG_STATE_HOME", ".local/state") / "reports"


def gm_name(explicit: str | None, environment: Mapping[str, str], login: Callable[[], str]) -> str:
    """Choose the GM's name, cleaned for the screens of other GMs."""
    names = (clean(name, GM_LENGTH).strip() for name in (explicit, environment.get("TRACKER_GM")) if name)
    return next(filter(None, names), "") or clean(login(), GM_LENGTH).strip() or "GM"


def save_path(argument: str, where: Folders) -> Path:
    """Find the file of a SAVE argument: a path, or the name of a campaign in the saves folder.

    Raises `bad_name` for a name that no save can have.

    >>> str(save_path("La Torre", Folders(Path("saves"), Path("journals"))))
    'saves/La Torre.json'
    """
    if "/" in argument or argument.endswith(SUFFIX):
        return Path(argument)
    return where.saves / (slug(argument) + SUFFIX)


def library_path(saves: Path, system: str) -> Path:
    """Return the save of a folder's library for the campaigns of one system.

    >>> str(library_path(Path("saves"), "chronicle"))
    'saves/_library-chronicle.json'
    """
    return saves / f"{LIBRARY_MARK}library-{system}{SUFFIX}"


def slug(name: str) -> str:
    """Make a file name of a campaign's name; it can be neither a path nor hidden.

    Raises `bad_name` for a name without letters or digits, or one that is too long.

    >>> slug("Ñandú: la caída"), slug("龍の塔")
    ('Nandu la caida', 'campana-04943a3f')
    """
    bare = "".join(
        letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter)
    )
    words = re.sub(r"[^A-Za-z0-9_-]+", " ", bare).strip()
    # A name in another alphabet gets a name derived from it, by which the shell finds the campaign again.
    if any(letter.isalpha() for letter in bare) and not re.search("[A-Za-z]", words):
        words = _numbered_name(bare) if len(name) <= NAME_LENGTH else ""
    if ".." in name or "/" in name or "\\" in name or not re.fullmatch(_SLUG, words):
        raise Refusal("bad_name", name=clean(name, NAME_LENGTH), longest=NAME_LENGTH)
    return words


def title_slug(title: str) -> str:
    """Make a file name of a campaign's title, which may be any text.

    >>> title_slug("Ida/vuelta"), title_slug("..")
    ('Ida vuelta', 'campana-9608161c')
    """
    try:
        return slug(re.sub(_NO_WORD, " ", title))
    except Refusal:
        return _numbered_name(title)


def _numbered_name(title: str) -> str:
    return f"campana-{crc32(title.casefold().encode()):08x}"


def examples_folder(language: str) -> Path:
    """Find the folder of the example campaigns of a language; the English ones if it has none."""
    folder = package_folder("saves") / "examples"
    return folder / language if is_folder(folder / language) else folder / REFERENCE


def examples(language: str) -> Mapping[str, Path]:
    """List the example campaigns of a language by the keys of their games."""
    return {path.stem: path for path in paths_like(examples_folder(language), f"*{SUFFIX}")}


def _chosen_saves(explicit: str | None, environment: Mapping[str, str], folder: Path | None) -> Path | None:
    saves = explicit or environment.get("TRACKER_SAVES")
    if saves:
        return absolute(Path(saves)) if folder is None else folder / saves
    if folder is None:
        return None
    here = folder / "saves"
    # A checkout of this program has such a folder for its examples, and cleaning the checkout would delete a
    # campaign in it.
    is_ours = absolute(here) == package_folder("saves")
    return here if is_folder(here) and not is_ours else None


def _home(environment: Mapping[str, str], variable: str, default: str) -> Path:
    """Find this program's folder under a variable of XDG, which forbids a relative setting."""
    setting = Path(environment.get(variable, ""))
    home = Path(environment.get("HOME") or Path.home())
    return (setting if setting.is_absolute() else home / default) / "tracker"
