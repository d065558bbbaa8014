"""Dice expressions of every kind that the grammar knows, for properties."""

from hypothesis import strategies as st

from tracker.rules.dice import Mode
from tracker.rules.dice.arithmetic import COMPARISONS, Comparison, SignedTerm, Sum, Twice
from tracker.rules.dice.choosing import Chosen, Members
from tracker.rules.dice.expression import AnnotatedTerm, Expression, Number, TwoDigits, UsageDie
from tracker.rules.dice.hand import Operation, Operator, Selector
from tracker.rules.dice.handful import Dice
from tracker.rules.dice.node import Node
from tracker.rules.dice.throw import USAGE_SIDES

_MODES = [Mode.ADVANTAGE, Mode.DISADVANTAGE]
_NOTES = st.sampled_from([("fuego",), ("lia.fuerza", "furia")])


@st.composite
def _operations(draw: st.DrawFn, count: int, sides: int) -> tuple[Operation, ...]:
    """Draw operators that may follow each other: no two alike in a row, a count only at the end."""
    choosing = st.builds(
        Operation,
        st.sampled_from([Operator.KEEP, Operator.DROP]),
        st.tuples(st.builds(Selector, st.sampled_from("hl"), st.integers(1, max(1, count - 1)))),
    )
    comparing = st.builds(Selector, st.sampled_from(["=", "<", ">", "<=", ">="]), st.integers(1, sides))
    counting = st.builds(Operation, st.just(Operator.COUNT), st.tuples(comparing))
    first = [draw(choosing)] if count > 1 and draw(st.booleans()) else []
    return tuple(first + ([draw(counting)] if draw(st.booleans()) else []))


@st.composite
def handfuls(draw: st.DrawFn) -> Node:
    """Draw dice, some with operators that let others fall."""
    count, sides = draw(st.integers(1, 8)), draw(st.integers(2, 60))
    exact = st.tuples(st.builds(Selector, st.just("="), st.integers(1, sides)))
    face = st.tuples(st.builds(Selector, st.just(""), st.integers(1, sides)))
    rerolls = [Operator.REROLL, Operator.REROLL_ONCE, Operator.EXPLODE, Operator.EXPLODE_ONCE]
    before = draw(
        st.lists(
            st.builds(Operation, st.sampled_from(rerolls), exact)
            | st.builds(Operation, st.sampled_from([Operator.LEAST, Operator.MOST]), face),
            max_size=1,
        )
    )
    return Dice(count, sides, (*before, *draw(_operations(0 if before else count, sides))))


@st.composite
def _sets(draw: st.DrawFn, nodes: st.SearchStrategy[Node]) -> Node:
    members = tuple(draw(st.lists(nodes, min_size=1, max_size=3)))
    return Members(members, draw(_operations(len(members), 20)))


def _larger(nodes: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    term = nodes.filter(lambda node: not isinstance(node, AnnotatedTerm))
    kept = st.builds(Selector, st.sampled_from("hl"), st.integers(1, 3))
    keep = st.tuples(st.builds(Operation, st.just(Operator.KEEP), st.tuples(kept)))
    return (
        st.builds(SignedTerm, st.sampled_from("+-"), nodes)
        | st.builds(Sum, nodes, st.sampled_from("+-*"), nodes)
        | st.builds(Sum, nodes, st.sampled_from("/%"), st.builds(Number, st.integers(1, 20)))
        | st.builds(Comparison, nodes, st.sampled_from([*COMPARISONS]), nodes)
        | st.builds(Twice, handfuls(), st.sampled_from(_MODES))
        | st.builds(AnnotatedTerm, term, _NOTES)
        | st.builds(Chosen, nodes, keep)
        | _sets(nodes)
    )


NODES: st.SearchStrategy[Node] = st.recursive(
    st.builds(Number, st.integers(0, 50))
    | handfuls()
    | st.builds(UsageDie, st.sampled_from(USAGE_SIDES))
    | st.just(TwoDigits()),
    _larger,
    max_leaves=5,
)
_LABELS = st.sampled_from(["", "emboscada", "trampa #2"])
EXPRESSIONS = st.builds(Expression, NODES, _LABELS, st.integers(1, 20))
