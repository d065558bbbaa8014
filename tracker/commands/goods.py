"""Commands of goods: `loot 30 gold, ruby`, `share`, `give`, `gain`, `pay`, `coins`, `weight`."""

import re
from collections.abc import Iterator, Mapping

from tracker.commands.command import Command
from tracker.commands.matching import match_any_word, match_one, normalize, without_leading_quotes
from tracker.commands.reading import Reader
from tracker.commands.vocabulary import blank, forms, is_keyword, localized_pattern
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.text import key_of, match_old_key, with_plain_separators, with_plain_signs
from tracker.session.goods import HUNDREDTHS, MOST_OF_ONE, USUAL, Coin, Goods
from tracker.session.holdings import coin_label
from tracker.session.moves import goods as moves
from tracker.session.text import checked_text, clean
from tracker.wording.words import synonyms, words_of

MOST_PARTS = 30
"""The most kinds of goods in one line."""
_FIGURE = re.compile(r"[+-]?\d+(?:[.,/]\d+)*")
"""A figure, even if it is no count: `-5`, `1.5`."""
_GLUED = re.compile(r"(\d+)([^\W\d_]+)")
_COIN = re.compile(r"(.+?)\s*=\s*(\d{1,9})")
_PART = re.compile(r'(?:"[^"]*"?|[^,"])+')
"""The text between commas; a comma in quotes divides nothing."""
_PLURALS = (("y", "ies"), ("ies", "y"), ("es", ""), ("s", ""))
"""How the end of a coin's name changes with its number, besides an added s."""
_WEIGHT = re.compile(r"(\d{1,6})(?:[.,](\d{1,2}))?")


def coins(reader: Reader) -> Command:
    """Read `coins gold=100 silver=10 copper=1`, or `coins none` for the usual ones."""
    if reader.is_last_keyword("nothing"):
        reader.take_rest()
        return Command("coins", lambda history, roll, fresh: moves.keep_coins(history.session, {}))
    typed = with_plain_separators(reader.take_rest())
    if not typed:
        raise Refusal("missing", what=localized_pattern("NAME=VALUE"), usage=reader.usage)
    coin_matches = [
        _COIN.fullmatch(part.strip()) for part in re.split(r",|(?<=\d)\s+", typed) if part.strip()
    ]
    pairs = [
        (checked_text(match[1], NAME_LENGTH), int(match[2])) for match in coin_matches if match is not None
    ]
    if len(pairs) < len(coin_matches):
        raise reader.unknown_word_refusal(typed)
    usual_names = _usual_names()
    kept_coins = {
        usual_names.get(normalize(name))
        or match_old_key(reader.session.coins, key_of(normalize(name))): Coin(
            checked_text(name, NAME_LENGTH), value
        )
        for name, value in pairs
    }
    return Command("coins", lambda history, roll, fresh: moves.keep_coins(history.session, kept_coins))


def loot(reader: Reader) -> Command:
    """Read `loot [hidden] 30 gold, ruby`; `loot shown` reveals the hidden heap.

    `loot none` leaves everything behind, and `loot hidden none` the hidden part.
    """
    sight = reader.take_visibility()
    if sight is False and reader.peek() is None:
        return Command("loot", lambda history, roll, fresh: moves.reveal_loot(history.session))
    hidden = sight is True
    if reader.is_last_keyword("nothing"):
        reader.take_rest()
        return Command(
            "loot", lambda history, roll, fresh: moves.leave_behind(history.session, hidden=hidden)
        )
    goods = _parse_goods(reader, reader.take_rest())
    return Command(
        "loot", lambda history, roll, fresh: moves.add_loot(history.session, goods, fresh, hidden=hidden)
    )


def share(reader: Reader) -> Command:
    """Read `share`, among the living of the party, or `share to WHO, …`."""
    session = reader.session
    reader.take_keyword("to")
    if reader.peek() is None:
        recipients = tuple(who for who in session.party() if not session.is_out(who))
    else:
        recipients = reader.take_creatures()
        reader.expect_end()
    return Command("share", lambda history, roll, fresh: moves.share(history.session, recipients, fresh))


def give(reader: Reader) -> Command:
    """Read `give [to] WHO WHAT, … [from WHO]`; without a giver, the goods come from the heap."""
    reader.take_keyword("to")
    recipients, typed = reader.take_owners(), reader.take_rest()
    giver = ""
    match = re.fullmatch(rf"(.+)\s{_forms_pattern('from')}\s+(.+?)", typed, re.IGNORECASE)
    if match and (somebody := reader.find_creature(match[2])):
        giver, typed = somebody, match[1]
    goods = _with_holder_names(reader, giver, _parse_goods(reader, typed))
    return Command(
        "give", lambda history, roll, fresh: moves.give(history.session, giver, recipients, goods, fresh)
    )


def gain(reader: Reader) -> Command:
    """Read `gain WHO 5 gold, ruby`."""
    owners = reader.take_owners()
    goods = _parse_goods(reader, reader.take_rest())
    return Command("gain", lambda history, roll, fresh: moves.gain(history.session, owners, goods, fresh))


def pay(reader: Reader) -> Command:
    """Read `pay WHO 5 gold`."""
    owners = reader.take_owners()
    goods = _with_holder_names(reader, owners[0], _parse_goods(reader, reader.take_rest()))
    return Command("pay", lambda history, roll, fresh: moves.pay(history.session, owners, goods, fresh))


def weigh(reader: Reader) -> Command:
    """Read `weight THING N`, of every thing, supply or coin of this name; `none` is no weight."""
    typed = reader.take_rest()
    plain_name, _space, figure = with_plain_signs(typed).rpartition(" ")
    name, match = without_leading_quotes(typed[: len(plain_name)]), _WEIGHT.fullmatch(figure)
    if name and match is None and not is_keyword(figure, "nothing"):
        raise reader.unknown_word_refusal(figure)
    if not name:
        raise Refusal("missing", what=localized_pattern("THING N"), usage=reader.usage)
    coin = _coins_by_name(reader).get(normalize(name))
    name = coin_label(reader.session, coin) if coin else name
    hundredths = int(match[1]) * HUNDREDTHS + int((match[2] or "").ljust(2, "0") or 0) if match else 0
    return Command("weigh", lambda history, roll, fresh: moves.set_weight(history.session, name, hundredths))


def _parse_goods(reader: Reader, text: str) -> Goods:
    """Parse `30 gold, ruby, 3 gems`: a count before the name of a coin means coins.

    Refuses `missing`, `too_many_goods` and `bad_goods_count`.
    """
    coin_names = _coins_by_name(reader)
    parts = [each for part in _split_goods(text) if part for each in _glued_coins(part, coin_names) or [part]]
    if not parts:
        raise Refusal("missing", what=blank("what"), usage=reader.usage)
    if len(parts) > MOST_PARTS:
        raise Refusal("too_many_goods", count=len(parts), most=MOST_PARTS)
    purse: dict[str, int] = {}
    things: dict[str, int] = {}
    for place, part in enumerate(parts):
        figure = with_plain_signs(part).partition(" ")[0]
        rest = part[len(figure) :]
        coin_key = coin_names.get(_coin_word(rest)) or coin_names.get(_coin_word(rest.rstrip(".…")))
        if _FIGURE.fullmatch(with_plain_signs(part)):
            next_part = parts[place + 1] if place + 1 < len(parts) else ""
            raise _no_count(f"{part},{next_part}" if next_part[:1].isdecimal() else part)
        if not figure.isdecimal() and (_FIGURE.fullmatch(figure) or (coin_key and _has_figure(figure))):
            raise _no_count(part)
        count, name = (int(figure), without_leading_quotes(rest.strip())) if figure.isdecimal() else (1, part)
        if not 0 < count <= MOST_OF_ONE:
            raise _no_count(part)
        coin = coin_key if figure.isdecimal() else None
        counts, key = (purse, coin) if coin else (things, checked_text(name, NAME_LENGTH))
        counts[key] = counts.get(key, 0) + count
    return Goods(purse, things)


def _split_goods(text: str) -> Iterator[str]:
    """Split a text at commas; each part is as typed, without blanks and quotes around it."""
    for match in _PART.finditer(with_plain_signs(text)):
        yield without_leading_quotes(text[match.start() : match.end()].strip())


def _glued_coins(part: str, coin_names: Mapping[str, str]) -> list[str]:
    """Separate counts from the coins behind them, `2gp 3sp`; empty if any word is something else."""
    coins = [_GLUED.fullmatch(word) for word in part.split()]
    texts = [f"{coin[1]} {coin[2]}" for coin in coins if coin and normalize(coin[2]) in coin_names]
    return texts if len(texts) == len(coins) else []


def _coin_word(name: str) -> str:
    """Fold a name that may be a coin's: `gold` of `coins of gold`."""
    return normalize(
        re.sub(rf"{_forms_pattern('coins_of')}\s+", "", name.strip(), count=1, flags=re.IGNORECASE)
    )


def _forms_pattern(word_id: str) -> str:
    """Build the pattern of the forms of a keyword."""
    return f"(?:{'|'.join(map(re.escape, forms(word_id)))})"


def _has_figure(word: str) -> bool:
    return any(letter.isnumeric() for letter in word)


def _no_count(part: str) -> Refusal:
    """Refuse a figure that is no count: `1.5 gold`, `-5 gold`."""
    return Refusal("bad_goods_count", value=clean(part, NAME_LENGTH), most=MOST_OF_ONE)


def _coins_by_name(reader: Reader) -> dict[str, str]:
    """Map the names of the campaign's coins, folded, to their keys."""
    own_coins = reader.session.coins
    names = _usual_names()
    if not own_coins:
        return names
    kept_usual = {name: key for name, key in names.items() if key in own_coins}
    own_names = {normalize(coin.name): key for key, coin in own_coins.items()}
    other_forms = {form: key for name, key in own_names.items() for form in _other_numbers(name)}
    return other_forms | kept_usual | own_names


def _other_numbers(name: str) -> Iterator[str]:
    """Yield what may be the plural or the singular of a coin: `duros` of `duro`, `pennies` of `penny`."""
    yield from (f"{name}s", f"{name}es")
    yield from (f"{name[: -len(end)]}{other}" for end, other in _PLURALS if name[len(end) :].endswith(end))


def _usual_names() -> dict[str, str]:
    """Map the names of the usual coins in both languages, folded, to their keys."""
    return {normalize(name): key for key in USUAL for name in synonyms(words_of(""), "coin", key)}


def _with_holder_names(reader: Reader, who: str, goods: Goods) -> Goods:
    """Give things the names that their holder's have, so that an abbreviation is enough."""
    names = {
        each.name: each.name for each in reader.session.things.values() if each.owner == who and each.count
    }
    coins = _coins_by_name(reader)
    things = {
        # A coin without its number is no thing of that metal.
        (match_one if normalize(name) in coins else match_any_word)(name, names)
        or clean(name, NAME_LENGTH): count
        for name, count in goods.things.items()
    }
    return Goods(goods.coins, things)
