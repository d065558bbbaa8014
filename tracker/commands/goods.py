"""Commands of goods: `botín 30 oro, rubí`, `reparte`, `da`, `gana`, `paga`, `monedas`, `peso`."""

import re
from collections.abc import Iterator

from tracker.commands.command import Command
from tracker.commands.matching import match_one, normalize
from tracker.commands.reading import Reader
from tracker.commands.vocabulary import blank, forms, is_keyword, localized_pattern
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.text import kept_key, key_of, with_plain_signs
from tracker.session.goods import HUNDREDTHS, MOST_OF_ONE, USUAL, Coin, Goods
from tracker.session.holdings import coin_label
from tracker.session.moves import goods as moves
from tracker.session.text import checked_text, clean
from tracker.wording.words import synonyms, words_of

MOST_PARTS = 30
"""Most kinds of goods in one line."""
_FIGURE = re.compile(r"[+-]?\d+(?:[.,/]\d+)*")
"""A figure, also one that is no count: `-5`, `1.5`."""
_COIN = re.compile(r"(.+?)\s*=\s*(\d{1,9})")
_PART = re.compile(r'(?:"[^"]*"?|[^,"])+')
"""What stands between commas; those in quotes divide nothing."""
_WEIGHT = re.compile(r"(\d{1,6})(?:[.,](\d{1,2}))?")


def coins(reader: Reader) -> Command:
    """Read `monedas oro=100 plata=10 cobre=1`, or `monedas nada` for the usual ones."""
    if reader.is_last_keyword("nothing"):
        reader.take_rest()
        return Command("coins", lambda history, roll, fresh: moves.keep_coins(history.session, {}))
    typed = reader.take_rest()
    if not typed:
        raise Refusal("missing", what=localized_pattern("NAME=VALUE"), usage=reader.usage)
    found = [_COIN.fullmatch(part.strip()) for part in re.split(r",|(?<=\d)\s+", typed) if part.strip()]
    pairs = [(checked_text(match[1], NAME_LENGTH), int(match[2])) for match in found if match is not None]
    if len(pairs) < len(found):
        raise reader.unknown_word(typed)
    usual = _usual_names()
    kept_coins = {
        usual.get(normalize(name)) or kept_key(reader.session.coins, key_of(normalize(name))): Coin(
            checked_text(name, NAME_LENGTH), value
        )
        for name, value in pairs
    }
    return Command("coins", lambda history, roll, fresh: moves.keep_coins(history.session, kept_coins))


def loot(reader: Reader) -> Command:
    """Read `botín [oculto] 30 oro, rubí`; `botín visible` shows what is hidden.

    `botín nada` leaves it all behind, and `botín oculto nada` what is hidden.
    """
    sight = reader.take_visibility()
    if sight is False and reader.peek() is None:
        return Command("loot", lambda history, roll, fresh: moves.show(history.session))
    hidden = sight is True
    if reader.is_last_keyword("nothing"):
        reader.take_rest()
        return Command(
            "loot", lambda history, roll, fresh: moves.leave_behind(history.session, hidden=hidden)
        )
    goods = _goods(reader, reader.take_rest())
    return Command(
        "loot", lambda history, roll, fresh: moves.find(history.session, goods, fresh, hidden=hidden)
    )


def share(reader: Reader) -> Command:
    """Read `reparte`: among the party's living, or `reparte a QUIEN, …`."""
    session = reader.session
    reader.take_keyword("to")
    if reader.peek() is None:
        whom = tuple(who for who in session.party() if not session.is_out(who))
    else:
        whom = reader.take_creatures()
        reader.expect_end()
    return Command("share", lambda history, roll, fresh: moves.share(history.session, whom, fresh))


def give(reader: Reader) -> Command:
    """Read `da [a] QUIEN QUÉ, … [de QUIEN]`; without a giver, the goods come out of the heap."""
    reader.take_keyword("to")
    whom, typed = reader.take_owners(), reader.take_rest()
    giver = ""
    match = re.fullmatch(rf"(.+)\s{_any_of('from')}\s+(.+?)", typed, re.IGNORECASE)
    if match and (from_whom := reader.somebody(match[2])):
        giver, typed = from_whom, match[1]
    goods = _theirs(reader, giver, _goods(reader, typed))
    return Command(
        "give", lambda history, roll, fresh: moves.give(history.session, giver, whom, goods, fresh)
    )


def gain(reader: Reader) -> Command:
    """Read `gana QUIEN 5 oro, rubí`."""
    whom = reader.take_owners()
    goods = _goods(reader, reader.take_rest())
    return Command("gain", lambda history, roll, fresh: moves.gain(history.session, whom, goods, fresh))


def pay(reader: Reader) -> Command:
    """Read `paga QUIEN 5 oro`."""
    whom = reader.take_owners()
    goods = _theirs(reader, whom[0], _goods(reader, reader.take_rest()))
    return Command("pay", lambda history, roll, fresh: moves.pay(history.session, whom, goods, fresh))


def weigh(reader: Reader) -> Command:
    """Read `peso COSA N`: of one thing, supply or coin of this name; `nada` weighs nothing."""
    typed = reader.take_rest()
    read, _space, figure = with_plain_signs(typed).rpartition(" ")
    name, match = typed[: len(read)], _WEIGHT.fullmatch(figure)
    if name and match is None and not is_keyword(figure, "nothing"):
        raise reader.unknown_word(figure)
    if not name:
        raise Refusal("missing", what=localized_pattern("THING N"), usage=reader.usage)
    coin = _coins_by_name(reader).get(normalize(name))
    name = coin_label(reader.session, coin) if coin else name
    hundredths = int(match[1]) * HUNDREDTHS + int((match[2] or "").ljust(2, "0") or 0) if match else 0
    return Command("weigh", lambda history, roll, fresh: moves.set_weight(history.session, name, hundredths))


def _goods(reader: Reader, text: str) -> Goods:
    """Return the goods of `30 oro, rubí, 3 gemas`: a count and a coin's name are coins."""
    parts = [part for part in _parts(text) if part]
    if not parts:
        raise Refusal("missing", what=blank("what"), usage=reader.usage)
    if len(parts) > MOST_PARTS:
        raise Refusal("too_many_goods", count=len(parts), most=MOST_PARTS)
    known = _coins_by_name(reader)
    purse: dict[str, int] = {}
    things: dict[str, int] = {}
    for place, part in enumerate(parts):
        figure = with_plain_signs(part).partition(" ")[0]
        named = part[len(figure) :]
        meant = known.get(_coin_word(named))
        if _FIGURE.fullmatch(with_plain_signs(part)):
            following = parts[place + 1] if place + 1 < len(parts) else ""
            raise _no_count(f"{part},{following}" if following[:1].isdecimal() else part)
        if not figure.isdecimal() and (_FIGURE.fullmatch(figure) or (meant and _has_figure(figure))):
            raise _no_count(part)
        count, name = (int(figure), named.strip()) if figure.isdecimal() else (1, part)
        if not 0 < count <= MOST_OF_ONE:
            raise _no_count(part)
        coin = meant if figure.isdecimal() else None
        into, key = (purse, coin) if coin else (things, checked_text(name, NAME_LENGTH))
        into[key] = into.get(key, 0) + count
    return Goods(purse, things)


def _parts(text: str) -> Iterator[str]:
    """Yield what stands between the commas of a text, as typed, without blanks and quotes around it."""
    for found in _PART.finditer(with_plain_signs(text)):
        before, part = len(found[0]) - len(found[0].lstrip(' "')), found[0].strip(' "')
        yield text[found.start() + before :][: len(part)]


def _coin_word(name: str) -> str:
    """Return what may name a coin: `oro` of `monedas de oro`."""
    return normalize(re.sub(rf"{_any_of('coins_of')}\s+", "", name.strip(), count=1, flags=re.IGNORECASE))


def _any_of(word_id: str) -> str:
    """Return the pattern of the forms of a small word."""
    return f"(?:{'|'.join(map(re.escape, forms(word_id)))})"


def _has_figure(word: str) -> bool:
    return any(letter.isnumeric() for letter in word)


def _no_count(part: str) -> Refusal:
    """Return the refusal of a figure that counts nothing: `1,5 oro`, `-5 oro`."""
    return Refusal("bad_goods_count", value=clean(part, NAME_LENGTH), most=MOST_OF_ONE)


def _coins_by_name(reader: Reader) -> dict[str, str]:
    """Return the keys of the campaign's coins by their names, folded."""
    own = reader.session.coins
    names = _usual_names()
    if not own:
        return names
    kept_usual = {name: key for name, key in names.items() if key in own}
    return kept_usual | {normalize(coin.name): key for key, coin in own.items()}


def _usual_names() -> dict[str, str]:
    """Return the keys of the usual coins by their names in both languages, folded."""
    return {normalize(name): key for key in USUAL for name in synonyms(words_of(""), "coin", key)}


def _theirs(reader: Reader, who: str, goods: Goods) -> Goods:
    """Return goods whose things go by the names that their holder's have: an abbreviation is enough."""
    names = {
        each.name: each.name for each in reader.session.things.values() if each.owner == who and each.count
    }
    things = {
        match_one(name, names) or clean(name, NAME_LENGTH): count for name, count in goods.things.items()
    }
    return Goods(goods.coins, things)
