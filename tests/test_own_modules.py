"""Modules that are found quickly are those that Python finds."""

import sys
from collections.abc import Iterator
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from pkgutil import walk_packages

import pytest

import tracker
from tracker.own_modules import OwnFolder, find_quickly

OWN = str(Path(tracker.__file__).parent)


@pytest.fixture(autouse=True)
def _left_as_it_was() -> Iterator[None]:
    hooks, known = [*sys.path_hooks], dict(sys.path_importer_cache)
    yield
    sys.path_hooks[:] = hooks
    sys.path_importer_cache.clear()
    sys.path_importer_cache.update(known)


def _found(name: str, folder: str) -> ModuleSpec:
    spec = PathFinder.find_spec(name, [folder])
    assert spec is not None
    return spec


def _told(spec: ModuleSpec) -> list[object]:
    assert isinstance(spec.loader, SourceFileLoader)
    return [
        *(spec.name, spec.origin, spec.cached, spec.has_location, spec.parent),
        *(spec.submodule_search_locations, vars(spec.loader), spec.loader.get_data(spec.loader.path)),
    ]


def test_each_module_is_found_as_python_finds_it() -> None:
    names = [each.name for each in walk_packages([OWN], "tracker.")]
    folders = {name: str(Path(OWN, *name.split(".")[1:-1])) for name in names}

    def found_anew() -> dict[str, list[object]]:
        for folder in folders.values():
            sys.path_importer_cache.pop(folder, None)
        return {name: _told(_found(name, folders[name])) for name in names}

    theirs = found_anew()
    find_quickly()
    assert found_anew() == theirs
    assert {type(sys.path_importer_cache[folder]) for folder in folders.values()} == {OwnFolder}


def test_what_has_come_since_is_left_to_python(tmp_path: Path) -> None:
    folder = OwnFolder(str(tmp_path))
    assert folder.find_spec("tracker.late_comer") is None
    (tmp_path / "late_comer.py").touch()
    folder.invalidate_caches()
    found = folder.find_spec("tracker.late_comer")
    assert found is not None
    assert found.origin == str(tmp_path / "late_comer.py")


def test_other_folders_and_archives_are_left_to_python(tmp_path: Path) -> None:
    find_quickly()
    sys.path_importer_cache.pop(str(tmp_path), None)
    assert (
        PathFinder.find_spec("tracker.nothing", [str(tmp_path), f"{OWN}/no_such_folder", f"{OWN}x"]) is None
    )
    assert not isinstance(sys.path_importer_cache[str(tmp_path)], OwnFolder)
