from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from dynasties.registry import THEMES
from nomic.catalogue import CATALOGUE
from nomic.core.law.rules import Provision
from proposals.kinds.cfj.dials import CFJ_RAISING
from proposals.kinds.proposal.dials import ENACTMENT_TIMEOUT
from proposals.procedures import PROCEDURES
from rulesets.founding.rules import read_starter
from rulesets.text.rules import LONGEST_TEXT, Ruleset, RuleText, Section
from rulesets.text.rules_folding import Folded, fold_ruleset, live_passages, stored_law, stored_terms

STARTER = Path(__file__).parents[3] / "rulesets" / "starter" / "blognomic.md"
TIMEOUT = "enactment.timeout"


def hours(count: int) -> str:
    return f"At least [{count} hours](dial:{TIMEOUT})."


def ruleset(*texts: tuple[Section, str], void: frozenset[int] = frozenset()) -> Ruleset:
    """Rules numbered from 1 in the order given, titled Rule 1, Rule 2 …"""
    return Ruleset.of((RuleText(i, section, f"Rule {i}", text) for i, (section, text) in enumerate(texts, 1)), void)


def folded(*texts: tuple[Section, str], void: frozenset[int] = frozenset()) -> Folded:
    return fold_ruleset(ruleset(*texts, void=void), CATALOGUE)


def test_the_starter_text_says_the_standard_law() -> None:
    rules = read_starter(STARTER.read_text(encoding="utf-8"))

    # With the laws of the themes that bring dials of their own.
    rules += tuple((Section.DYNASTIC, *rule) for theme in THEMES.values() for rule in theme.rules)

    found = fold_ruleset(Ruleset.of(RuleText(i, *rule) for i, rule in enumerate(rules, 1)), CATALOGUE)

    standard = CATALOGUE.standard()
    dials = {name for name in standard.values if name not in _of_procedures("dials")}
    assert {name: found.law.values[name] for name in dials} == {name: standard.values[name] for name in dials}
    assert found.law.mechanisms == standard.mechanisms - _of_procedures("mechanisms")
    assert (found.doubled, found.unread) == ((), ())
    assert all(found.law.rule(dial) == dial.rule for name, dial in CATALOGUE.dials.items() if name in dials)


def _of_procedures(what: str) -> set[str]:
    return {each.name for procedure in PROCEDURES.values() for each in getattr(procedure, what)}


@pytest.mark.parametrize("name", PROCEDURES)
def test_the_law_of_a_procedure_says_the_standard_of_its_own_dials_and_carries_all_its_mechanisms(name: str) -> None:
    procedure = PROCEDURES[name]
    rules = Ruleset.of(RuleText(i, *rule) for i, rule in enumerate(read_starter(procedure.law), 1))

    found = fold_ruleset(rules, CATALOGUE)

    own = {dial.name: dial for dial in procedure.dials}
    assert {name: found.law.values[name] for name in own} == {name: dial.standard for name, dial in own.items()}
    assert {each.name for each in procedure.mechanisms} <= found.law.mechanisms
    assert (found.doubled, found.unread) == ((), ())
    brought: list[Provision] = [*procedure.dials, *procedure.mechanisms]
    assert all(found.law.rule(each) == each.rule for each in brought)


OFTEN, SELDOM = "[Often](often:supply-roll) e rolls.", "[Now and then](occasionally:supply-roll) e rolls."
ENACTED = "[When a Proposal is enacted](trigger:enacted), its author *who else* gains a cake."


def test_an_act_has_a_name_a_budget_and_the_words_that_give_it() -> None:
    law = folded((Section.DYNASTIC, f"{OFTEN} [Seldom](occasionally:market) e trades.")).law

    assert [(act.name, act.budget, act.words, act.rule) for act in law.acts()] == [
        ("supply-roll", "often", "Often", "Rule 1"),
        ("market", "occasionally", "Seldom", "Rule 1"),
    ]
    assert (law.acts()[0].label, law.act("heist")) == ("supply roll", None)


def test_of_two_rules_that_allow_one_act_differently_the_one_that_prevails_is_heard() -> None:
    found = folded((Section.DYNASTIC, OFTEN), (Section.GLOSSARY, SELDOM))

    assert [(act.budget, act.rule) for act in found.law.acts()] == [("occasionally", "Rule 2")]
    assert [(each.name, each.winner.title, len(each.others)) for each in found.doubled] == [
        ("supply-roll", "Rule 2", 1)
    ]


def test_acts_and_triggers_in_italics_or_in_a_void_rule_are_none() -> None:
    assert folded((Section.DYNASTIC, f"*{OFTEN}*")).terms == ()
    assert folded((Section.DYNASTIC, f"*{ENACTED}*")).terms == ()
    assert folded((Section.DYNASTIC, OFTEN + ENACTED), void=frozenset({1})).terms == ()


def test_a_trigger_says_what_it_waits_for_and_the_paragraph_that_it_stands_in() -> None:
    either = "[At the end](trigger:resolved) there is cake."
    law = folded((Section.DYNASTIC, f"{ENACTED}\n\n{either}")).law

    assert [each.says for each in law.triggers("enacted")] == [
        "When a Proposal is enacted, its author gains a cake.",
        "At the end there is cake.",
    ]
    assert [each.words for each in law.triggers("failed")] == ["At the end"]


def test_terms_survive_their_stored_form() -> None:
    found = folded((Section.DYNASTIC, OFTEN + ENACTED))
    dials, mechanisms = stored_law(found)

    again = CATALOGUE.load(dials, mechanisms, json.loads(json.dumps(stored_terms(found))))

    assert again.terms == found.law.terms
    assert CATALOGUE.load({}, {}, [{"kind": "seldom", "name": "x"}]).terms == ()


def test_an_empty_ruleset_leaves_every_dial_at_its_meaning_when_absent() -> None:
    found = folded()

    assert found.law.values == {name: dial.absent for name, dial in CATALOGUE.dials.items()}
    assert found.law.mechanisms == frozenset()
    assert found.law.rule(ENACTMENT_TIMEOUT) == "Enactment"


def test_a_dial_has_the_value_of_its_sentence_and_the_rule_it_stands_in() -> None:
    found = folded((Section.CORE, hours(36)))

    assert found.law[ENACTMENT_TIMEOUT] == timedelta(hours=36)
    assert found.law.rule(ENACTMENT_TIMEOUT) == "Rule 1"
    assert (found.dials[TIMEOUT].rule_id, found.dials[TIMEOUT].words) == (1, "36 hours")


def test_passages_that_agree_are_no_trouble_whatever_their_words() -> None:
    found = folded((Section.CORE, hours(48)), (Section.DYNASTIC, f"[two days](dial:{TIMEOUT})"))

    assert found.doubled == ()
    assert found.dials[TIMEOUT].words == "48 hours"


def test_the_glossary_prevails_over_the_core_and_the_core_over_the_dynasty() -> None:
    everything = folded((Section.DYNASTIC, hours(1)), (Section.CORE, hours(2)), (Section.GLOSSARY, hours(3)))
    no_glossary = folded((Section.DYNASTIC, hours(1)), (Section.CORE, hours(2)))

    assert everything.law[ENACTMENT_TIMEOUT] == timedelta(hours=3)
    assert no_glossary.law[ENACTMENT_TIMEOUT] == timedelta(hours=2)
    (doubled,) = everything.doubled
    assert (doubled.name, doubled.winner.rule_id) == (TIMEOUT, 3)
    assert [(other.rule_id, other.words) for other in doubled.others] == [(2, "2 hours"), (1, "1 hours")]


def test_in_one_section_the_lowest_number_prevails_and_not_the_lowest_id() -> None:
    rules = ruleset((Section.CORE, hours(1)), (Section.CORE, hours(2)))

    assert fold_ruleset(rules, CATALOGUE).law[ENACTMENT_TIMEOUT] == timedelta(hours=1)
    assert fold_ruleset(rules.with_rule_moved(2, Section.CORE, 1), CATALOGUE).law[ENACTMENT_TIMEOUT] == timedelta(
        hours=2
    )


def test_in_one_rule_the_first_occurrence_prevails() -> None:
    found = folded((Section.CORE, f"{hours(1)} {hours(2)}"))

    assert found.law[ENACTMENT_TIMEOUT] == timedelta(hours=1)
    assert [other.words for other in found.doubled[0].others] == ["2 hours"]


def test_italics_carry_nothing_and_double_nothing() -> None:
    found = folded((Section.GLOSSARY, f"*{hours(1)} [x](mechanism:cfj.raising)*"), (Section.CORE, hours(2)))

    assert found.law[ENACTMENT_TIMEOUT] == timedelta(hours=2)
    assert not found.law.carries(CFJ_RAISING)
    assert found.doubled == ()
    assert folded((Section.CORE, f"*[a while](dial:{TIMEOUT})*")).unread == ()


def test_a_void_rule_carries_nothing_until_it_is_no_longer_void() -> None:
    texts = ((Section.CORE, f"{hours(1)} [x](mechanism:cfj.raising)"), (Section.DYNASTIC, hours(2)))

    void, restored = folded(*texts, void=frozenset({1})), folded(*texts)

    assert (void.law[ENACTMENT_TIMEOUT], void.law.carries(CFJ_RAISING)) == (timedelta(hours=2), False)
    assert void.doubled == ()
    assert (restored.law[ENACTMENT_TIMEOUT], restored.law.carries(CFJ_RAISING)) == (timedelta(hours=1), True)
    assert [rule.id for rule in live_passages(ruleset(*texts, void=frozenset({1})))] == [2]


def test_a_mechanism_is_carried_while_any_live_rule_carries_it() -> None:
    texts = ((Section.DYNASTIC, "[x](mechanism:cfj.raising)"), (Section.CORE, "[y](mechanism:cfj.raising)"))

    both, one = folded(*texts), folded(*texts, void=frozenset({2}))

    assert (both.law.carries(CFJ_RAISING), both.law.rule(CFJ_RAISING)) == (True, "Rule 2")
    assert (one.law.carries(CFJ_RAISING), one.law.rule(CFJ_RAISING)) == (True, "Rule 1")


def test_words_that_can_no_longer_be_read_carry_nothing_and_are_reported() -> None:
    found = folded(
        (Section.CORE, f"[a while](dial:{TIMEOUT})"),
        (Section.CORE, "[2](dial:gone.away)"),
        (Section.DYNASTIC, hours(5)),
    )

    assert found.law[ENACTMENT_TIMEOUT] == timedelta(hours=5)
    assert [(each.rule_id, each.problem.code) for each in found.unread] == [(1, "unreadable"), (2, "unknown-dial")]


def test_a_text_too_long_to_be_read_is_reported_and_the_rest_stands() -> None:
    found = folded((Section.CORE, "a" * (LONGEST_TEXT + 1)), (Section.CORE, hours(5)))

    assert [(each.rule_id, each.problem.code) for each in found.unread] == [(1, "too-long")]
    assert found.law[ENACTMENT_TIMEOUT] == timedelta(hours=5)


def test_the_stored_form_is_plain_json_that_says_where_each_dial_was_found() -> None:
    dials, mechanisms = stored_law(folded((Section.CORE, f"{hours(36)} [x](mechanism:cfj.raising)")))

    assert dials == {TIMEOUT: {"value": 129600, "words": "36 hours", "rule": "Rule 1", "rule_id": 1}}
    assert mechanisms == {"cfj.raising": "Rule 1"}


PIECES = st.sampled_from(
    [
        hours(1),
        hours(2),
        f"*{hours(3)}*",
        "[half](dial:quorum.share)",
        "[a third](dial:quorum.share)",
        "[x](dial:no)",
        "[may](dial:voting.veto)",
        "[an Admin](dial:cfj.by)",
        "[3](dial:quorum.plus)",
        "[x](mechanism:cfj.raising)",
        "Prose.",
    ]
)
RULES = st.lists(st.tuples(st.sampled_from(list(Section)), st.lists(PIECES, max_size=4).map(" ".join)), max_size=6)


@given(texts=RULES)
def test_what_is_stored_loads_as_the_same_law(texts: list[tuple[Section, str]]) -> None:
    found = folded(*texts)

    assert CATALOGUE.load(*json.loads(json.dumps(stored_law(found)))) == found.law


@given(texts=RULES)
def test_the_law_depends_on_the_text_and_not_on_ids_or_titles(texts: list[tuple[Section, str]]) -> None:
    rules = ruleset(*texts)
    renamed = Ruleset.of(RuleText(900 - rule.id, rule.section, f"Other {rule.id}", rule.text) for rule in rules.rules)

    one, other = fold_ruleset(rules, CATALOGUE), fold_ruleset(renamed, CATALOGUE)

    assert (one.law.values, one.law.mechanisms) == (other.law.values, other.law.mechanisms)
    assert [(each.name, each.winner.words) for each in one.doubled] == [
        (each.name, each.winner.words) for each in other.doubled
    ]


@given(texts=RULES)
def test_a_rule_that_carries_nothing_changes_nothing(texts: list[tuple[Section, str]]) -> None:
    rules = ruleset(*texts)

    longer = rules.with_rule(RuleText(99, Section.GLOSSARY, "Prose", f"Be kind. *{hours(7)}* `{hours(8)}`"), place=1)

    assert fold_ruleset(longer, CATALOGUE).law == fold_ruleset(rules, CATALOGUE).law
