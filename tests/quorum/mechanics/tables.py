"""What tests of the engine play with: configs, states, bills and decisions, each standard but for what is said."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from dynasties.quorum.bills.rules import Bill, BillWords
from dynasties.quorum.episodes.rules import Config
from dynasties.quorum.rounds.rules import RoundRecord, SenateState, first_state, play_round, read_decisions

WORDS = BillWords("A Bill", "Whereas.", ("One.", "Two.", "Three."), ("Won.", "Too.", "Free."))
BILL = Bill("B00", "spending", (0, 1, 2), None, WORDS)
YEA: dict[str, Any] = {"vote": "yea"}
NAY: dict[str, Any] = {"vote": "nay"}
ABSTAIN: dict[str, Any] = {"vote": "abstain"}

WEIGHTS = st.lists(st.integers(0, 3) | st.sampled_from([0.1, 0.25, 2.5, 5e-324, 1e308]), min_size=3, max_size=3)
RAWS = st.fixed_dictionaries(
    {
        "vote": st.sampled_from(["yea", "yea", "nay", "abstain"]),
        "priorities": WEIGHTS,
        "amendment": st.sampled_from(["none", "A1", "A2", "A3"]),
        "filibuster": st.booleans(),
        "veto": st.booleans(),
        "note": st.none() | st.fixed_dictionaries({"to": st.integers(0, 5), "text": st.text(max_size=5)}),
    }
)
# Any JSON at all, more than JSON can write, and decisions in which one thing is wrong.
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.just(10**400),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)
SPOILT = st.builds(
    lambda raw, key, value: {**raw, key: value},
    RAWS,
    st.sampled_from(["vote", "priorities", "amendment", "filibuster", "veto", "note"]),
    ANYTHING | st.lists(ANYTHING, min_size=3, max_size=3) | st.fixed_dictionaries({"to": ANYTHING, "text": ANYTHING}),
)


@st.composite
def rounds(draw: st.DrawFn) -> tuple[Config, SenateState, list[Any]]:
    """A config, a state in the middle of an Episode of it, and a raw decision for each seat, all understood."""
    seats = draw(st.integers(2, 6))

    def each(values: st.SearchStrategy[Any]) -> list[Any]:
        return draw(st.lists(values, min_size=seats, max_size=seats))

    state = SenateState(
        draw(st.integers(0, 9)),
        tuple(each(st.integers(100, 1300))),
        tuple(each(st.integers(-60, 600))),
        tuple(each(st.booleans())),
        ("B07", "B03"),
    )
    return Config(seats, 10), state, each(RAWS)


def note(to: int, text: str, **raw: Any) -> dict[str, Any]:
    """A yea with a note, and what else is said."""
    return {**YEA, "note": {"to": to, "text": text}, **raw}


def played(*raws: object, config: Config | None = None, bill: Bill = BILL, **state: Any) -> RoundRecord:
    """What becomes of a round with these decisions, in a state that is the first but for what is said."""
    config = config or Config(len(raws), 10)
    before = first_state(config)._replace(**state)
    return play_round(config, before, bill, read_decisions(config, before, raws))[1]
