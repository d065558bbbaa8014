"""The man page in each language and the completions, which a wheel installs where systems look for them."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class SystemFiles(BuildHookInterface[Any]):
    """Makes the files from the table of verbs while a wheel is built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the files and tell the builder where each belongs."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from tracker.cli.completion import SCRIPTS
        from tracker.cli.help import man_page
        from tracker.store.files import write_regular
        from tracker.wording.language import LANGUAGES, REFERENCE, speak

        places = {
            "bash": "share/bash-completion/completions/tracker",
            "zsh": "share/zsh/site-functions/_tracker",
            "fish": "share/fish/vendor_completions.d/tracker.fish",
        }
        texts = {places[shell]: script for shell, script in SCRIPTS.items()}
        for language in LANGUAGES:
            speak(language)
            section = "man/man1" if language == REFERENCE else f"man/{language}/man1"
            texts[f"share/{section}/tracker.1"] = man_page()
        self._folder = TemporaryDirectory()
        for number, (place, text) in enumerate(texts.items()):
            file = Path(self._folder.name) / str(number)
            write_regular(file, f"{text}\n".encode())
            build_data["shared_data"][str(file)] = place

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the files once the wheel has them."""
        if version != "editable":
            self._folder.cleanup()
