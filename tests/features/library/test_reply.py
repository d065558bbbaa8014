"""`tracker library`: listed, out to a file and in again, every wrong row named."""

import json
import shutil
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from tracker import package_folder
from tracker.cli.invocation import DONE, REFUSED, WRONG
from tracker.cli.main import main

ORDERS = (
    "pj Lía",
    "lleva lia antorcha d6",
    "aparece 2 Goblin salud_total=7",
    "combate Emboscada",
    "tabla Rumores 1d4 1-4: lobos",
    "biblioteca encuentro",
    "biblioteca kit lia Explorador",
    "biblioteca tabla Rumores",
)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRACKER_SAVES", str(tmp_path / "saves"))
    monkeypatch.setenv("TRACKER_GM", "ana")
    monkeypatch.chdir(tmp_path)


def stock_library() -> None:
    assert main(["new", "Mesa"]) == DONE
    for line in ORDERS:
        assert main(["do", "Mesa", line]) == DONE


def test_an_empty_library_is_said_and_makes_no_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["library"]) == DONE
    assert capsys.readouterr().out == "La biblioteca de Crónica (d20) está vacía.\n"
    assert not (tmp_path / "saves").exists()


def test_what_it_holds_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    stock_library()
    capsys.readouterr()

    assert main(["library", "list", "--system", "chronicle"]) == DONE
    assert capsys.readouterr().out.splitlines() == [
        "Criaturas:",
        "  Goblin · Salud 7/7",
        "Encuentros:",
        "  Emboscada · 2 Goblin",
        "Equipos:",
        "  Explorador · antorcha d6",
        "Tablas:",
        "  Rumores · 1d4, 1 fila",
    ]
    assert main(["library", "--json"]) == DONE
    assert json.loads(capsys.readouterr().out)["sections"]["kits"] == {"Explorador": "antorcha d6"}
    assert main(["list"]) == DONE
    assert len(capsys.readouterr().out.splitlines()) == 1


@pytest.mark.parametrize("ending", ["json", "csv"])
def test_out_and_in_again_is_the_same(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stock_library()
    assert main(["library", "export", f"uno.{ending}"]) == DONE
    monkeypatch.setenv("TRACKER_SAVES", str(tmp_path / "other"))
    assert main(["library", "import", f"uno.{ending}"]) == DONE
    assert main(["library", "export", f"dos.{ending}"]) == DONE

    assert Path(f"uno.{ending}").read_bytes() == Path(f"dos.{ending}").read_bytes()
    output = capsys.readouterr().out
    assert "en la biblioteca, de un fichero." in output
    assert "«biblioteca deshacer» lo quita todo" in output


def test_nothing_comes_in_when_a_row_is_wrong_unless_the_others_are_wanted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("x.csv").write_text("name,health_max\nOrco,12\nLobo,doce\n", encoding="utf-8")

    assert main(["library", "import", "x.csv"]) == REFUSED
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith("x.csv: Criaturas, fila 3: ")
    assert "«doce» no es un número entero" in said[0]
    assert said[1] == "No se ha traído nada: 1 fila está mal (--skip-bad trae las demás)."
    main(["library"])
    assert "vacía" in capsys.readouterr().out

    assert main(["library", "import", "x.csv", "--skip-bad"]) == DONE
    main(["library"])
    assert "Orco · Salud 12/12" in capsys.readouterr().out


@pytest.mark.parametrize("language", ["es", "en"])
def test_columns_go_by_the_names_of_the_screen_too(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("x.csv").write_text(
        "Nombre;SALUD TOTAL;Notas\nOrco;12;feo\n\nEncuentro;criatura;cuantos\nVado;Orco;3\n", encoding="utf-8"
    )
    Path("y.json").write_text(
        '{"library": 1, "system": "chronicle", "creatures": [{"nombre": "Lobo", "salud total": 5}]}'
    )
    assert main(["--lang", language, "library", "import", "x.csv"]) == DONE
    assert main(["--lang", language, "library", "import", "y.json"]) == DONE
    capsys.readouterr()
    main(["library"])
    output = capsys.readouterr().out
    assert "Orco · Salud 12/12" in output
    assert "Vado · 3 Orco" in output
    assert "Lobo · Salud 5/5" in output


def test_creatures_of_other_programs_come_in_and_what_is_left_out_is_said(
    capsys: pytest.CaptureFixture[str],
) -> None:
    block = '{"Name": "Goblin", "HP": {"Value": 7}, "AC": {"Value": 15}, "Speed": ["30 ft."]}'
    Path("x.json").write_text(f'{{"Creatures": [{block}]}}')
    Path("lobo.md").write_text("---\nname: Lobo\nhp: 11 (2d8+2)\nac: 13\n---\n# Lobo\n")
    assert main(["library", "import", "x.json"]) == DONE
    assert "Goblin: queda fuera AC, Speed." in capsys.readouterr().out
    assert main(["library", "import", "lobo.md"]) == DONE
    assert "Lobo: queda fuera ac." in capsys.readouterr().out
    main(["library"])
    assert "  Lobo · Salud 11/11" in capsys.readouterr().out


def test_a_wrong_line_of_a_note_is_named_with_its_file_and_changes_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("malo.md").write_text("---\nname: Lobo\nhp: [\n---\n")
    assert main(["library", "import", "malo.md"]) == REFUSED
    assert capsys.readouterr().err.startswith("malo.md: no se entiende la línea")
    Path("malo.md").write_text("---\nname: Lobo\nhp: once\n---\n")
    assert main(["library", "import", "malo.md"]) == REFUSED
    assert capsys.readouterr().err.startswith("malo.md: Criaturas, fila 1: «once» no vale")
    main(["library"])
    assert "vacía" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Nombre,salud,HEALTH\nOrco,1,2\n", "«salud» sale dos veces"),
        ("Nombre,Armadura\nOrco,1\n", "No hay ningún campo «Armadura» en la ficha. Hay: Nombre, "),
        ("Salud\n3\n", "Nombre, "),
    ],
)
def test_an_unknown_column_says_which_ones_there_are(
    text: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("x.csv").write_text(text, encoding="utf-8")
    assert main(["library", "import", "x.csv"]) == REFUSED
    assert said in capsys.readouterr().err


def test_a_big_file_comes_in_whole(capsys: pytest.CaptureFixture[str]) -> None:
    rows = "".join(f"Orco del clan {n},{n + 1},{'x' * 150}\n" for n in range(900))
    Path("x.csv").write_text("name,health_max,notes\n" + rows, encoding="utf-8")

    assert main(["library", "import", "x.csv"]) == DONE
    capsys.readouterr()
    main(["library", "--json"])
    assert len(json.loads(capsys.readouterr().out)["sections"]["templates"]) == 900


def typed(text: str, monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "stdin", StringIO(text))
    return main(["library", "paste", *words])


def test_a_pasted_creature_is_shown_with_its_doubts_and_kept_only_if_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "Mordedor: CA 13, DG 2, AT 1d6, Mov 9\n"
    assert typed(text, monkeypatch) == DONE
    shown = [
        "Mordedor",
        "? Salud total: 9",
        "? armas: AT 1d6",
        "  Notas:",
        "    Mordedor: CA 13, DG 2, AT 1d6, Mov 9",
        "2 datos son dudosos («?»): compáralo con el texto.",
    ]
    assert capsys.readouterr().out.splitlines() == [
        *shown,
        "No se ha guardado nada: con --yes va a la biblioteca.",
    ]
    main(["library"])
    assert "vacía" in capsys.readouterr().out

    Path("bicho.txt").write_text(text)
    assert main(["library", "paste", "bicho.txt", "--yes"]) == DONE
    assert capsys.readouterr().out.splitlines()[: len(shown)] == shown
    main(["library"])
    assert "  Mordedor · Salud 9/9" in capsys.readouterr().out
    main(["new", "mesa"])
    assert main(["do", "mesa", "biblioteca deshacer"]) == DONE
    capsys.readouterr()
    main(["library"])
    assert "vacía" in capsys.readouterr().out


def test_a_pasted_creature_is_shown_in_english(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO("Wolf. Health 6, Strength 12/11, damage dealt 4 or so\n"))
    assert main(["--lang", "en", "library", "paste"]) == DONE
    assert capsys.readouterr().out.splitlines() == [
        "Wolf",
        "  Strength VA: 12",
        "  Strength DA: 11",
        "  Health: 6",
        "  Notes:",
        "    Wolf. Health 6, Strength 12/11, damage dealt 4 or so",
        "Nothing was saved: use --yes to add it to the library.",
    ]


@pytest.mark.parametrize(
    ("text", "words", "said"),
    [
        ("", (), "No hay nada pegado."),
        ("x" * (1 << 20), ("--yes",), "Eso ocupa más de 64 KiB: pega una sola criatura."),
        ("Lobo\n" * 500, ("--yes",), "Eso tiene 500 líneas"),
        ("Lobo. Salud 6, daño 4", ("--system", "horror", "--yes"), "nada que tenga sitio en la ficha de"),
        ("", ("no-hay.txt",), "No hay ningún fichero en no-hay.txt."),
        ("", ("latin.txt",), "no está en UTF-8"),
    ],
)
def test_what_is_no_creature_is_said_and_nothing_is_kept(
    text: str,
    words: tuple[str, ...],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("latin.txt").write_bytes("Ñandú".encode("latin-1"))
    assert typed(text, monkeypatch, *words) == REFUSED
    assert said in capsys.readouterr().err
    main(["library"])
    assert "vacía" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["export", "x.txt"], "el nombre tiene que acabar en .json, .csv."),
        (["export", "x.md"], "el nombre tiene que acabar en .json, .csv."),
        (["import", "x.txt"], "el nombre tiene que acabar en .json, .csv, .tsv, .md."),
        (["import", "nada.csv"], "No hay ningún fichero en nada.csv."),
        (["import", "latin.csv"], "no está en UTF-8"),
        (["import", "vacio.csv"], "no hay nada que traer"),
        (["import", "roto.json"], "Eso no es JSON"),
        (["export", "vacio.csv"], "Ya hay algo en vacio.csv"),
        (["export", "no/hay.json"], "No existe la carpeta"),
        (["--system", "otro"], "No conozco el juego «otro»"),
    ],
)
def test_what_cannot_be_is_said(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("latin.csv").write_bytes("name\nÑandú\n".encode("latin-1"))
    Path("vacio.csv").write_text("name\n")
    Path("roto.json").write_text("{")

    assert main(["library", *words]) == REFUSED
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("words", [["import"], ["list", "x.csv"], ["borra"], ["export", "a.csv", "b"]])
def test_words_that_are_none_show_the_usage(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["library", *words]) == WRONG
    assert "tracker library [list|export|import|paste] [FICHERO]" in capsys.readouterr().err


def test_do_says_where_it_went_and_that_it_is_shared(capsys: pytest.CaptureFixture[str]) -> None:
    stock_library()
    capsys.readouterr()

    main(["do", "Mesa", "biblioteca lia", "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert (answer["kind"], answer["shared"]) == ("library", True)
    assert answer["text"] == "La plantilla Lía va a la biblioteca."


def test_the_verb_does_not_load_the_screen() -> None:
    program = (
        "import sys; from tracker.cli.main import main; main(['library']); sys.exit('textual' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == DONE


def test_a_file_of_several_events_is_taken_back_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    main(["new", "mesa", "--system", "chronicle"])
    rows = "".join(f"Orco del clan {n},{n + 1}\n" for n in range(450))
    Path("x.csv").write_text("name,health_max\nLobo,3\n", encoding="utf-8")
    Path("y.csv").write_text("name,health_max\n" + rows, encoding="utf-8")
    for name in ("x", "y"):
        assert main(["library", "import", f"{name}.csv"]) == DONE

    def held() -> int:
        capsys.readouterr()
        main(["library", "--json"])
        return len(json.loads(capsys.readouterr().out)["sections"].get("templates", {}))

    assert held() == 451
    assert main(["do", "mesa", "biblioteca deshacer"]) == DONE
    assert held() == 1
    assert main(["do", "mesa", "biblioteca rehacer"]) == DONE
    assert held() == 451


def test_a_file_of_several_events_is_told_and_taken_back_in_one_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["new", "mesa", "--system", "chronicle"])
    rows = "".join(f"Orco del clan {n},{n + 1}\n" for n in range(450))
    Path("x.csv").write_text("name,health_max\nOrco del clan 7,3\nOrco del clan 449,3\n", encoding="utf-8")
    Path("y.csv").write_text("name,health_max\n" + rows, encoding="utf-8")
    main(["library", "import", "x.csv"])
    capsys.readouterr()
    output = "Entran 450 cosas en la biblioteca, de un fichero; 2 ya estaban y cambian."

    main(["library", "import", "y.csv"])
    assert capsys.readouterr().out == f"{output}\nEn la mesa, «biblioteca deshacer» lo quita todo.\n"
    main(["do", "mesa", "biblioteca deshacer"])
    assert capsys.readouterr().out == f"En la biblioteca se deshace: {output}\n"
    main(["do", "mesa", "biblioteca rehacer"])
    assert capsys.readouterr().out == f"En la biblioteca se rehace: {output}\n"


@pytest.mark.slow
def test_what_a_library_exports_with_long_notes_it_imports(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    creatures = [{"name": f"bicho {number}", "notes": "ñ" * 4_000} for number in range(1_200)]
    document = {"library": 1, "system": "chronicle", "creatures": creatures}
    Path("grande.json").write_text(json.dumps(document, ensure_ascii=False))
    assert Path("grande.json").stat().st_size > 9 << 20
    assert main(["library", "import", "grande.json"]) == DONE
    assert main(["library", "export", "otra.json"]) == DONE
    assert main(["--saves", str(tmp_path / "otra"), "library", "import", "otra.json"]) == DONE
    assert "1200 cosas en la biblioteca, de un fichero" in capsys.readouterr().out


def test_a_full_library_takes_only_what_replaces_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    def bring(first: int, count: int) -> int:
        text = "\n".join(f"bicho {number}" for number in range(first, first + count))
        Path("lista.csv").write_text(f"name\n{text}\n")
        return main(["library", "import", "lista.csv"])

    assert (bring(0, 1_999), bring(1_990, 10), bring(0, 2_000)) == (DONE, DONE, DONE)
    capsys.readouterr()
    assert bring(1_999, 2) == REFUSED
    assert "caben 2000 cosas de cada clase" in capsys.readouterr().err


NOTE = "---\nname: {name}\nhp: {hp}\n---\n# {name}\n"


def test_a_folder_of_notes_is_brought_in_as_one_thing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    notes = tmp_path / "notas"
    (notes / "bichos").mkdir(parents=True)
    (notes / ".obsidian").mkdir()
    (notes / "Lobo.md").write_text(NOTE.format(name="Lobo", hp=11))
    (notes / "bichos" / "Oso.md").write_text(NOTE.format(name="Oso", hp=34))
    (notes / "Diario.md").write_text("# Solo texto\n")
    (notes / ".obsidian" / "x.md").write_text(NOTE.format(name="Nadie", hp=1))
    main(["new", "Mesa"])
    assert main(["library", "import", str(notes)]) == DONE
    capsys.readouterr()
    main(["library", "--json"])
    assert {*json.loads(capsys.readouterr().out)["sections"]["templates"]} == {"Lobo", "Oso"}
    main(["do", "Mesa", "biblioteca deshacer"])
    capsys.readouterr()
    main(["library", "--json"])
    assert json.loads(capsys.readouterr().out)["sections"] == {}


def test_a_wrong_note_of_a_folder_is_named_and_the_others_wait(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notes = tmp_path / "notas"
    notes.mkdir()
    (notes / "Lobo.md").write_text(NOTE.format(name="Lobo", hp=11))
    (notes / "Oso.md").write_text("---\nname: [Oso\n---\n")
    assert main(["library", "import", str(notes)]) == REFUSED
    assert f"{notes}/Oso.md: " in capsys.readouterr().err
    assert main(["library", "import", str(notes), "--skip-bad"]) == DONE
    assert main(["library", "import", str(tmp_path / "nada.md")]) == REFUSED


@pytest.mark.parametrize("named", ["rescoldos", "Rescoldos (d6)"])
def test_creatures_of_a_game_that_is_a_file_are_imported_and_exported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], named: str
) -> None:
    (tmp_path / "foes.csv").write_text("nombre,brazo,armas\nTrasgo,3,Porra 1d6\nLarva,1,\n", encoding="utf-8")
    assert main(["library", "import", "./foes.csv", "--system", named]) == DONE
    assert main(["new", "Mina", "--system", named]) == DONE
    assert main(["do", "Mina", "aparece 2 Trasgo"]) == DONE
    assert main(["do", "Mina", "ataca Trasgo*1 Porra Trasgo*2 = 6 1 2 4"]) == DONE
    assert "Trasgo 2 pierde 3 de aguante" in capsys.readouterr().out

    assert main(["library", "export", "./out.json", "--system", named]) == DONE
    (tmp_path / "bad.csv").write_text("nombre,brazo\nMalo,99\n", encoding="utf-8")
    assert main(["library", "import", "./bad.csv", "--system", named]) == REFUSED
    assert "brazo" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--system", "--game"])
@pytest.mark.parametrize(
    ("named", "game"),
    [("horror", "Horror (2d6)"), ("Horror (2d6)", "Horror (2d6)"), ("./mía.toml", "Rescoldos (d6)")],
)
def test_a_campaign_takes_its_game_by_key_name_or_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str, named: str, game: str
) -> None:
    shutil.copy(package_folder("saves") / "examples" / "games" / "rescoldos.toml", tmp_path / "mía.toml")
    assert main(["new", "Mina", option, named]) == DONE
    assert main(["list"]) == DONE
    assert f"Mina: Mina · {game} · " in capsys.readouterr().out


def test_an_unknown_game_is_refused_with_those_that_are_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["library", "--system", "nada"]) == REFUSED
    assert "Margen (d20), galerna, mareas, rescoldos, travesia" in capsys.readouterr().err


def test_several_things_are_shown_to_a_person_before_they_come_in(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tracker.features.library.reply._is_watched", lambda: True)
    Path("x.csv").write_text("nombre;PG\nOrco;12\nLobo;4\n", encoding="utf-8")
    assert main(["library", "import", "x.csv"]) == DONE
    assert capsys.readouterr().out.splitlines() == [
        "Criaturas:",
        "  Orco · Salud 12/12",
        "  Lobo · Salud 4/4",
        "No se ha guardado nada: con --yes va a la biblioteca.",
    ]
    main(["library"])
    assert "vacía" in capsys.readouterr().out
    assert main(["library", "import", "x.csv", "--yes"]) == DONE
    main(["library"])
    assert "  Lobo · Salud 4/4" in capsys.readouterr().out


def test_a_note_of_a_folder_without_figures_is_no_creature(capsys: pytest.CaptureFixture[str]) -> None:
    Path("notas").mkdir()
    Path("notas/diario.md").write_text("---\ntags: [sesión]\n---\nNos vimos.\n", encoding="utf-8")
    Path("notas/lobo.md").write_text("---\nPG: 11\n---\n", encoding="utf-8")
    assert main(["library", "import", "notas"]) == DONE
    main(["library"])
    output = capsys.readouterr().out
    assert "  lobo · Salud 11/11" in output
    assert "diario" not in output
