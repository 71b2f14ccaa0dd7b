"""The scripts of the bench: what each is for, that its chance is the seed's, and that nothing else moves it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest

from dynasties.quorum.episodes.rules import STANDARD_ORDERS, Config
from dynasties.quorum.programs import rules as programs_rules
from dynasties.quorum.programs.rules import BenchPlan, play_episode, script_view
from dynasties.quorum.rounds.rules import EpisodeEngine, SenateState
from dynasties.quorum.rounds.rules_decisions import SeatOptions, decision_problems, fallback_json
from dynasties.quorum.rounds.rules_scripts import (
    NUMBERS,
    PACTS,
    PHRASES,
    POLICIES,
    HeardNote,
    ScriptView,
    decide_by_script,
    pact_in,
    pact_text,
    view_of_observation,
)
from nomic.core.input import Field

ALL = tuple(POLICIES)
YEA = {**fallback_json(), "vote": "yea"}
FOUR = Config(4, 8)


def looking(**changes: Any) -> ScriptView:
    """Seat 1 of four in round 5, with nothing heard and everything open to it but the veto."""
    weights = ((1, 1, 1), (9, 0, 0), (1, 1, 1), (1, 1, 1))
    standing = ScriptView(1, 5, (1000, 1000, 1000, 1000), (0, 1, 2), weights, (), True, False, 200)
    return standing._replace(**changes)


@pytest.mark.parametrize("name", ALL)
def test_a_script_has_a_name_for_files_and_words_for_players(name: str) -> None:
    policy = POLICIES[name]

    assert policy.name == name
    assert len(name) <= 20
    assert policy.title
    assert policy.sentence.endswith(".")
    assert policy.sentence.count(".") == 1


@pytest.mark.parametrize("name", ALL)
def test_a_script_decides_the_same_from_the_same_and_never_by_the_chance_of_the_machine(name: str) -> None:
    episode = EpisodeEngine(FOUR, "alike")
    observation = json.loads(json.dumps(episode.observation_of(2)))
    random.seed(1)

    first = decide_by_script(name, observation, "alike")
    random.seed(2)
    again = decide_by_script(name, json.loads(json.dumps(observation)), "alike")

    assert first == again
    assert json.loads(json.dumps(first)) == first


@pytest.mark.parametrize("name", ["greedy", "coalition-builder", "random"])
def test_another_seed_and_another_round_make_other_decisions(name: str) -> None:
    rounds = [POLICIES[name].play(looking(round=number, weights=()), "one") for number in range(12)]
    seeds = [POLICIES[name].play(looking(weights=()), str(number)) for number in range(12)]

    assert len({json.dumps(each) for each in rounds}) > 1
    assert len({json.dumps(each) for each in seeds}) > 1


@pytest.mark.parametrize("config", [FOUR, Config(2, 8, veto=False), Config(3, 8, caucus=False), Config(6, 8)])
def test_whatever_a_script_decides_is_legal(config: Config) -> None:
    found = []

    for number in range(len(ALL)):
        episode = play_episode(BenchPlan(config, "legal", ALL), number).episode
        found += [(each.fallback, each.dropped) for record in episode.records for each in record.decisions]

    assert set(found) == {(False, ())}


def test_an_observation_and_the_short_way_through_a_batch_show_a_script_the_same() -> None:
    plan = BenchPlan(Config(6, 12), "same", ALL)
    episode, bench = EpisodeEngine(plan.config, plan.seed_of(3)), plan.bench(3)
    heard = 0

    while not episode.is_over:
        views = [script_view(episode, seat) for seat in range(6)]
        assert views == [view_of_observation(json.loads(json.dumps(episode.observation_of(seat)))) for seat in range(6)]
        heard += sum(len(each.heard) for each in views)
        episode.play_round([POLICIES[name].play(each, episode.seed) for name, each in zip(bench, views, strict=True)])

    assert heard > 12


def test_nothing_is_looked_at_when_no_bill_is_before_the_senate() -> None:
    played = play_episode(BenchPlan(Config(2, 2), "over", ALL), 0)

    with pytest.raises(ValueError, match="no bill"):
        script_view(played.episode, 0)


def test_the_short_way_is_for_episodes_that_were_played_from_their_beginning_on() -> None:
    before = play_episode(BenchPlan(Config(2, 2), "on", ALL), 0).episode.records[0]
    config, state = Config(2, 2), SenateState(1, before.influence, before.capital, before.used, before.statutes)

    with pytest.raises(ValueError, match="from its beginning"):
        script_view(EpisodeEngine.at_state(config, "on/0", state), 0)


def test_always_yea_votes_yea_with_nothing_else() -> None:
    assert POLICIES["always-yea"].play(looking(may_veto=True), "seed") == YEA


@pytest.mark.parametrize("may_filibuster", [True, False])
@pytest.mark.parametrize("may_veto", [True, False])
def test_veto_happy_vetoes_where_it_may_and_else_filibusters(may_filibuster: bool, may_veto: bool) -> None:
    decision = POLICIES["veto-happy"].play(looking(may_filibuster=may_filibuster, may_veto=may_veto), "seed")

    assert decision["vote"] == "nay"
    assert decision["veto"] is may_veto
    assert decision["filibuster"] is (may_filibuster and not may_veto)


@pytest.mark.parametrize(
    ("weights", "wanted"),
    [
        (((9, 1, 1), (0, 0, 9), (1, 9, 1), (1, 1, 1)), {2}),  # its own last wish is no rival's
        (((9, 1, 1), (1, 1, 1), (1, 1, 9), (9, 1, 1)), {1}),
        (((9, 1, 1), (1, 1, 1), (9, 1, 1), (9, 1, 1)), {1, 2}),
        (((1, 1, 1), (1, 1, 1), (1, 1, 1), (1, 1, 1)), {0, 1, 2}),  # who wants all alike is nobody's rival
        ((), {0, 1, 2}),
    ],
)
def test_greedy_wants_the_clause_that_the_fewest_others_wanted(weights: Any, wanted: set[int]) -> None:
    decisions = [POLICIES["greedy"].play(looking(weights=weights), str(seed)) for seed in range(40)]

    assert {each["vote"] for each in decisions} == {"yea"}
    assert {_heaviest(each) for each in decisions} == wanted


@pytest.mark.parametrize(
    ("rewrites", "choice"), [((0, 2, 1), "A2"), ((2, 0, 1), "A1"), ((2, 2, 2), "A1"), ((0, 1, 0), "none")]
)
def test_greedy_chooses_the_first_amendment_of_the_clause_that_it_wants(rewrites: Any, choice: str) -> None:
    weights = ((9, 1, 1), (1, 1, 1), (1, 9, 1), (1, 1, 1))

    decision = POLICIES["greedy"].play(looking(weights=weights, rewrites=rewrites), "seed")

    assert _heaviest(decision) == 2
    assert decision["amendment"] == choice


@pytest.mark.parametrize("pact", PACTS, ids=map(str, PACTS))
def test_a_coalition_builder_keeps_a_pact_and_makes_its_ally_another(pact: Any) -> None:
    heard = (HeardNote(0, "Good morning."), HeardNote(3, f"Dear friend. {pact_text(pact)} Yours, Three"))

    decision = POLICIES["coalition-builder"].play(looking(heard=heard), "seed")

    weights, note = decision["priorities"], decision["note"]
    assert isinstance(weights, list)
    assert isinstance(note, dict)
    assert decision["vote"] == "yea"
    assert (_heaviest(decision), weights[pact.mine]) == (pact.yours, 0)
    assert decision["amendment"] == f"A{pact.yours + 1}"
    assert note["to"] == 3
    assert note["text"].startswith("Thank you. ")
    assert pact_in(note["text"]) in PACTS


def test_of_two_pacts_a_coalition_builder_keeps_that_of_the_stronger_and_of_equals_the_lower() -> None:
    offers = tuple(HeardNote(seat, pact_text(pact)) for seat, pact in ((0, PACTS[0]), (2, PACTS[2]), (3, PACTS[5])))
    builder = POLICIES["coalition-builder"]

    stronger = builder.play(looking(heard=offers, influence=(900, 1000, 950, 949)), "seed")
    equal = builder.play(looking(heard=offers, influence=(900, 1000, 949, 949)), "seed")
    lower = builder.play(looking(heard=offers, influence=(949, 1000, 949, 949)), "seed")

    assert [_heaviest(each) for each in (stronger, equal, lower)] == [PACTS[2].yours, PACTS[2].yours, PACTS[0].yours]


def test_a_coalition_builder_takes_itself_what_it_said_that_it_would() -> None:
    builder = POLICIES["coalition-builder"]

    offer = builder.play(looking(influence=(999, 1000, 1001, 1001)), "seed")["note"]
    then = builder.play(looking(round=6), "seed")

    assert isinstance(offer, dict)
    assert offer["to"] == 2
    pact = pact_in(offer["text"])
    assert pact is not None
    assert _heaviest(then) == pact.mine


@pytest.mark.parametrize(("spare", "writes"), [(0, True), (-1, False)])
def test_a_script_writes_no_note_that_is_longer_than_the_law_has_it(spare: int, writes: bool) -> None:
    length = len(pact_text(PACTS[0]))

    decision = POLICIES["coalition-builder"].play(looking(note_length=length + spare), "seed")

    assert (decision["note"] is not None) is writes


def test_a_script_writes_no_note_where_there_are_none() -> None:
    decisions = [POLICIES[name].play(looking(note_length=None), str(seed)) for name in ALL for seed in range(20)]

    assert {json.dumps(each["note"]) for each in decisions} == {"null"}


def test_random_does_everything_that_may_be_done_sometime() -> None:
    decisions = [POLICIES["random"].play(looking(may_veto=True), str(seed)) for seed in range(300)]

    assert {each["vote"] for each in decisions} == {"yea", "nay", "abstain"}
    assert {each["amendment"] for each in decisions} == {"none", "A1", "A2", "A3"}
    assert {each["filibuster"] for each in decisions} == {each["veto"] for each in decisions} == {True, False}
    notes = [each["note"] for each in decisions]
    assert {note["to"] for note in notes if isinstance(note, dict)} == {0, 2, 3}
    assert None in notes


@pytest.mark.parametrize("name", ["veto-happy", "random"])
def test_a_script_tries_no_extra_that_it_may_not_have(name: str) -> None:
    shut = looking(may_filibuster=False, note_length=None)

    found = [
        decision_problems(POLICIES[name].play(shut, str(seed)), SeatOptions(1, 4, 0, False, False, None))
        for seed in range(60)
    ]

    assert set(found) == {()}


def test_every_phrase_is_a_legal_note_and_says_its_own_number() -> None:
    notes = [{**YEA, "note": {"to": 0, "text": text}} for text in PHRASES[1:]]

    assert {
        decision_problems(note, SeatOptions(1, 2, 0, False, False, STANDARD_ORDERS.note_length)) for note in notes
    } == {()}
    assert [NUMBERS[text] for text in PHRASES] == list(range(len(PHRASES)))
    assert [pact_in(pact_text(pact)) for pact in PACTS] == list(PACTS)
    assert pact_in("In the next round clause 4 is yours, and I take clause 1.") is None


def test_a_batch_is_the_sum_of_its_parts_in_whatever_order() -> None:
    plan = BenchPlan(FOUR, "parts", ALL)
    one, two, three = (_tally(plan, numbers) for numbers in (range(4), range(4, 7), range(7, 12)))

    whole = _tally(plan, range(12))

    assert programs_rules.total_tally([three, one, two]) == whole
    assert programs_rules.read_tally(json.loads(json.dumps(programs_rules.tally_json(whole)))) == whole
    assert (whole.episodes, whole.rounds) == (12, 12 * 8)
    assert sum(whole.outcomes.values()) == 12 * 8
    assert sum(each.seats for each in whole.standings.values()) == 12 * 4


def test_scripts_move_on_by_one_seat_with_each_episode() -> None:
    plan = BenchPlan(FOUR, "turn", ("always-yea", "greedy", "random"))

    assert plan.bench(0) == ["always-yea", "greedy", "random", "always-yea"]
    assert plan.bench(1) == ["greedy", "random", "always-yea", "greedy"]
    assert plan.bench(3) == plan.bench(0)
    assert plan.seed_of(12) == "turn/12"


def test_only_who_is_alone_at_the_top_has_won() -> None:
    yeas = _tally(BenchPlan(Config(3, 4, veto=False), "tie", ("always-yea",)), range(3))
    lenient = Config(3, 4, Fraction(3, 10), veto=False)
    alone = _tally(BenchPlan(lenient, "top", ("always-yea", "veto-happy", "veto-happy")), range(3))

    assert yeas.standings["always-yea"].wins == 0
    assert (alone.standings["always-yea"].wins, alone.standings["veto-happy"].wins) == (3, 0)
    assert alone.standings["always-yea"].mean > yeas.standings["always-yea"].mean > 0


def test_a_plan_is_the_same_when_it_comes_back_from_json() -> None:
    plan = BenchPlan(
        Config(3, 9, veto=False, orders=STANDARD_ORDERS._replace(yea_gain=31)), "there and back", ("random", "greedy")
    )

    assert programs_rules.read_plan(Field(json.loads(json.dumps(programs_rules.plan_json(plan))))) == plan


def _tally(plan: BenchPlan, numbers: Iterable[int]) -> programs_rules.BenchTally:
    return programs_rules.total_tally(
        programs_rules.tally_episode(programs_rules.play_episode(plan, number)) for number in numbers
    )


def _heaviest(decision: dict[str, object]) -> int:
    weights = decision["priorities"]
    assert isinstance(weights, list)
    return weights.index(max(weights))
