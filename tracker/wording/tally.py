"""How the dice have fallen, in words: nobody has to know what a chi-square is."""

from typing import Any

from tracker.session.history import History
from tracker.session.tally import Falls, Tally, Whose
from tracker.wording import amounts
from tracker.wording.language import _
from tracker.wording.words import term, words_of

_WIDTH = 24
_MOST_BARS = 20


def oddity(falls: Falls) -> str:
    """Say how odd it is that dice fell so."""
    chance = falls.chance
    if chance is None:
        return _("pocas tiradas para decir si es raro")
    if chance >= 0.05:
        return _("nada raro")
    if chance >= 0.01:
        return _("algo raro: le pasa a 1 de cada 20 dados honrados")
    if chance >= 0.001:
        return _("raro: le pasa a 1 de cada 100 dados honrados")
    return _("muy raro: le pasa a menos de 1 de cada 1000 dados honrados")


def person(whose: Whose, history: History) -> str:
    """Return whose dice they are."""
    return history.names.get(whose.who, whose.who) if whose.who else _("{gm} (DJ)").format(gm=whose.gm)


def tally_lines(given: Tally, history: History) -> list[tuple[str, list[str]]]:
    """Return each size of die and each person under a heading."""
    sizes = sorted({sides for _whose, sides in given.falls}, reverse=True)
    blocks = [(f"d{sides}", _size_lines(given, sides, history)) for sides in sizes]
    if given.outcomes:
        blocks.append((_("Resultados"), _outcome_lines(given, history)))
    return blocks


def _size_lines(given: Tally, sides: int, history: History) -> list[str]:
    together = given.all_of(sides)
    lines = [_falls_line(_("todos"), together), *(histogram(together) if together.count else [])]
    lines += [
        _falls_line(person(whose, history), falls)
        for (whose, size), falls in sorted(given.falls.items(), key=lambda each: str(each[0]))
        if size == sides
    ]
    return lines


def _falls_line(name: str, falls: Falls) -> str:
    alone = _("{count} aparte: con ventaja o desventaja, y la otra cara sin decir").format(count=falls.alone)
    if not falls.count:
        return f"{name}: {alone}"
    line = _("{name}: {count} ({typed} tecleados ✎), media {mean}, esperada {expected}; {oddity}").format(
        name=name,
        count=falls.count,
        typed=falls.typed,
        mean=_figure(falls.mean),
        expected=_figure(falls.expected),
        oddity=oddity(falls),
    )
    extremes = _("; el 1 ×{low}, el {sides} ×{high}").format(
        low=falls.faces[1], high=falls.faces[falls.sides], sides=falls.sides
    )
    return line + extremes + (f"; {alone}" if falls.alone else "")


def histogram(falls: Falls) -> list[str]:
    """Return a bar for each face, or for each stretch of faces of a large die."""
    step = -(-falls.sides // _MOST_BARS)
    stretches = [range(low, min(low + step, falls.sides + 1)) for low in range(1, falls.sides + 1, step)]
    counts = [sum(falls.faces[face] for face in stretch) for stretch in stretches]
    most = max(counts, default=0) or 1
    names = [f"{each[0]}" if step == 1 else f"{each[0]}-{each[-1]}" for each in stretches]
    width = max(map(len, names))
    return [
        f"  {name:>{width}} {'#' * round(_WIDTH * count / most)} {count}"
        for name, count in zip(names, counts, strict=True)
    ]


def _outcome_lines(given: Tally, history: History) -> list[str]:
    words = words_of(history.session.system)
    return [
        f"{person(whose, history)}: "
        + ", ".join(f"{term(words, 'outcome', outcome)} {count}" for outcome, count in counts.most_common())
        for whose, counts in sorted(given.outcomes.items(), key=lambda each: str(each[0]))
    ]


def tally_text(given: Tally, history: History) -> str:
    """Return everything as plain text."""
    blocks = tally_lines(given, history)
    if not blocks:
        return _("Todavía no ha caído ningún dado.")
    return "\n\n".join("\n".join([heading, *lines]) for heading, lines in blocks)


def tally_json(given: Tally, history: History) -> dict[str, Any]:
    """Return everything as JSON."""
    return {
        "dice": [
            {
                "who": history.names.get(whose.who, whose.who),
                "gm": whose.gm,
                "sides": sides,
                "count": falls.count,
                "typed": falls.typed,
                "alone": falls.alone,
                "mean": falls.mean,
                "expected": falls.expected,
                "faces": {str(face): falls.faces[face] for face in sorted(falls.faces)},
                "chi_square": falls.chi_square,
                "chance": falls.chance,
            }
            for (whose, sides), falls in given.falls.items()
        ],
        "outcomes": [
            {"who": history.names.get(whose.who, whose.who), "gm": whose.gm, "outcomes": dict(counts)}
            for whose, counts in given.outcomes.items()
        ],
    }


def _figure(value: float) -> str:
    return amounts.decimal(f"{value:.2f}".rstrip("0").rstrip("."))
