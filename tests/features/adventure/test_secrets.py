"""Nothing of a page that players have not met reaches them, in any of the texts that they read."""

import pytest

from tests.features.adventure.test_prep import apply_page
from tests.session.game import Game
from tests.watch.test_hidden_names import told_to_players
from tracker.cli.log import PlayersLog
from tracker.wording.language import speak

PAGE = """# Xarea

Xfondo

- reloj: Xreloj 6 outcome Xdesenlace
- tabla: Xtabla 1d4 1-4: Xfila

## 1 Xpuerta

> Huele a cal.

Xnota

- salidas: norte, Xreja (Xfuerza 14), a la 2; sur a la 8; al este, tras un Xtapiz, un paso secreto a la 9
- criaturas: 2 Xguarda
- criaturas ocultas: Xacecha
- botín: 3 Xanillo
- botín oculto: Xcetro
- trampa: Xaguja daño 1d4
- línea: nota Xrecuerdo

> [!danger] Xaviso
> Xpeligro

### Si vuelven

> Xtarde

## 2 Xcripta

> Arde una vela.

- criaturas: dos Xdudosas

## 8 Xpozo

> Xsinver

## 9 Xsecreta

> Xoculta

- criaturas: Xrey

## Apéndice

> **Xbestia**
> **Salud** 20
"""
"""Each secret begins with an X."""
WALKED = (
    *("ve 1", "ve n", "deshacer", "ve n Bren", "sala 1 estado Xestado", "sala 1 lee Xotra"),
    *("sala 2 salidas abajo 1 (Xmano)", "sala 1 salidas sur nada", "sala 2 nota Xescrita"),
    *("sala 2 botín Xmoneda", "sala 9 criatura Xnueva", "intervalo 10m"),
)
MET = ("Xguarda",)
"""What those who walk there meet."""


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("system", ["chronicle", "horror", "percentile", "margin"])
def test_players_read_nothing_of_a_page_but_what_they_met(system: str, language: str) -> None:
    game = Game("pj Lía", "pj Bren", system=system)
    apply_page(game, PAGE)
    for line in WALKED:
        assert game.attempt(line, lambda sides: sides), line
    apply_page(game, PAGE.replace("Xfondo", "Xcambio"))
    speak(language)
    log = PlayersLog("jsonl").lines(game.history, [*game.history])
    told = "\n".join([told_to_players(game), *log])
    for met in MET:
        told = told.replace(met, "")
    assert "cal" in told
    around = told.partition("X")
    assert not around[1], around[0][-80:] + around[1] + around[2][:40]
