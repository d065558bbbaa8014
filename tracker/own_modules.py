"""Finds the program's own modules with one look at each folder, and reads them at one go.

Python looks at the folder again for each module, for five kinds of file in it, and reads each as a stream: an
eighth of what is imported before the first picture. Whatever is no source that was there at that look is left
to Python.
"""

import os
import sys
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from importlib.util import cache_from_source
from io import FileIO
from typing import Any


class OwnFile(SourceFileLoader):
    """A module of the program."""

    def get_data(self, path: str | bytes) -> bytes:
        """Return what a file holds."""
        with FileIO(path) as file:
            return file.readall()


class OwnFolder(FileFinder):
    """A folder of the program."""

    def __init__(self, path: str) -> None:
        super().__init__(path, (SourceFileLoader, SOURCE_SUFFIXES))
        self._there = frozenset(os.listdir(path))
        self._compiled, _, self._version = cache_from_source(f"{path}{os.sep}*.py").rpartition("*")

    def find_spec(self, fullname: str, target: Any = None) -> ModuleSpec | None:
        """Return where a module of this folder is."""
        name = fullname.rpartition(".")[2]
        if f"{name}.py" not in self._there:
            return super().find_spec(fullname, target)
        file = f"{self.path}{os.sep}{name}.py"
        spec = ModuleSpec(fullname, OwnFile(fullname, file), origin=file)
        spec.has_location = True
        spec.cached = f"{self._compiled}{name}{self._version}"
        return spec


def find_quickly() -> None:
    """Find them so from now on, where they are files in a folder."""
    own = os.path.dirname(__file__)

    def of_own_folder(path: str) -> OwnFolder:
        if not f"{path}{os.sep}".startswith(f"{own}{os.sep}") or not os.path.isdir(path):
            raise ImportError(path)
        return OwnFolder(path)

    sys.path_hooks.insert(0, of_own_folder)
    sys.path_importer_cache.pop(own, None)
