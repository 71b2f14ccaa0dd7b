from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from string import Formatter

import pytest

from nomic.catalogue import CATALOGUE
from nomic.core.decision import Fact
from rulesets.founding.rules import read_starter
from rulesets.lints.rules import Lint, Severity, find_lints
from rulesets.text.rules import Ruleset, RuleText, Section
from rulesets.text.rules_entrenchment import bars_own_repeal
from rulesets.words import WORDS

STARTER = Path(__file__).parents[3] / "rulesets" / "starter" / "blognomic.md"
LAW = Ruleset.of(RuleText(i, *rule) for i, rule in enumerate(read_starter(STARTER.read_text(encoding="utf-8")), 1))


def the(title: str) -> RuleText:
    rule = LAW.rule_by_title(title)
    assert rule is not None
    return rule


def amended(title: str, find: str, words: str) -> Ruleset:
    rule = the(title)
    assert find in rule.text
    return LAW.with_rule_changed(rule.id, text=rule.text.replace(find, words))


def appended(title: str, words: str) -> Ruleset:
    return LAW.with_rule_changed(the(title).id, text=f"{the(title).text}\n\n{words}")


def found(after: Ruleset, code: str, before: Ruleset = LAW) -> list[Mapping[str, Fact]]:
    return [lint.facts for lint in find_lints(before, after, CATALOGUE) if lint.code == code]


def test_a_change_of_nothing_has_no_lints() -> None:
    assert find_lints(LAW, LAW, CATALOGUE) == ()


def test_amending_a_number_is_noted_with_its_words_before_and_after() -> None:
    (lint,) = find_lints(LAW, amended("Enactment", "[48 hours]", "[36 hours]"), CATALOGUE)

    expected = {"rule": "Enactment", "dial": "enactment.timeout", "was": "48 hours", "now": "36 hours"}
    assert (lint.code, lint.rule_id, lint.severity) == ("dial-changed", the("Enactment").id, Severity.NOTE)
    assert expected.items() <= lint.facts.items()


def test_saying_the_same_in_other_words_has_no_lints() -> None:
    assert find_lints(LAW, amended("Enactment", "[48 hours]", "[two days]"), CATALOGUE) == ()


def test_losing_a_dial_says_what_holds_from_then_on() -> None:
    after = amended("Proposals", "[2](dial:proposals.pending_limit)", "2")

    (lint,) = find_lints(LAW, after, CATALOGUE)

    assert (lint.code, lint.rule_id, lint.severity) == ("dial-lost", the("Proposals").id, Severity.WARNING)
    assert (lint.facts["words"], lint.facts["absence"]) == ("2", "any number may be pending")


def test_moving_a_dial_to_another_rule_loses_nothing() -> None:
    dial = "[2](dial:proposals.pending_limit)"
    after = amended("Proposals", dial, "2").with_rule_changed(
        the("Agents").id, text=f"{the('Agents').text} At most {dial}."
    )

    assert found(after, "dial-lost") == []


def test_repealing_a_rule_tells_every_dial_and_mechanism_that_goes_with_it() -> None:
    after = LAW.without_rule(the("Proposals").id)

    lost = {facts["dial"] for facts in found(after, "dial-lost")}
    (mechanism,) = found(after, "mechanism-lost")
    assert lost == {"proposals.pending_limit", "proposals.daily_limit"}
    assert (mechanism["mechanism"], mechanism["absence"]) == ("proposals.posting", "nobody may post a Proposal")


def test_putting_a_dial_in_italics_loses_it_and_says_why() -> None:
    after = amended("Keywords", "[one](dial:quorum.plus)", "*[one](dial:quorum.plus)*")

    assert [facts["dial"] for facts in found(after, "dial-lost")] == ["quorum.plus"]
    assert [(facts["name"], facts["words"]) for facts in found(after, "inert-dial")] == [("quorum.plus", "one")]
    assert found(after, "inert-dial", before=after) == []


@pytest.mark.parametrize(
    "slip", ["[2] (dial:quorum.plus)", "[2](dial: quorum.plus)", "[votes] ( Mechanism:voting.votes )"]
)
def test_a_link_that_did_not_come_off_is_told_unless_it_is_code(slip: str) -> None:
    after = appended("Spelling", f"Add {slip}.")

    assert [facts["words"] for facts in found(after, "malformed-dial")] == [slip]
    assert found(after, "malformed-dial", before=after) == []
    assert found(appended("Spelling", f"Write `{slip}`."), "malformed-dial") == []


def test_a_second_passage_that_disagrees_is_doubled_and_one_that_agrees_is_not() -> None:
    agreeing = appended("Spelling", "[48 hours](dial:enactment.timeout)")
    disagreeing = appended("Spelling", "[49 hours](dial:enactment.timeout)")

    assert found(agreeing, "dial-doubled") == []
    (facts,) = found(disagreeing, "dial-doubled")
    assert (facts["rule"], facts["words"], facts["others"]) == ("Spelling", "49 hours", "“48 hours” (Enactment)")
    assert found(disagreeing, "dial-doubled", before=disagreeing) == []


def test_gaining_a_dial_or_a_mechanism_is_noted() -> None:
    before = LAW.without_rule(the("Proposals").id)

    gained = {
        facts.get("dial") or facts.get("mechanism")
        for facts in [*found(LAW, "dial-gained", before), *found(LAW, "mechanism-gained", before)]
    }
    assert gained == {"proposals.pending_limit", "proposals.daily_limit", "proposals.posting"}


def test_words_that_cannot_be_read_after_a_merge_are_an_error() -> None:
    (lint, *_) = find_lints(LAW, amended("Enactment", "[48 hours]", "[48 36 hours]"), CATALOGUE)

    assert (lint.code, lint.severity) == ("unreadable", Severity.ERROR)


def test_a_citation_of_a_rule_that_is_gone_dangles() -> None:
    last = LAW.in_section(Section.CORE)[-1]
    before = appended(
        "Spelling", f"See rules 1.1 (one), {LAW.number(last.id)} and 3.1, and the core rule {last.title}."
    )

    citations = {facts["citation"] for facts in found(before.without_rule(last.id), "reference-dangling", before)}

    assert citations == {f"rule {LAW.number(last.id)}", f"rule “{last.title}”"}


def test_a_citation_that_never_was_dangles_once_it_is_written() -> None:
    after = appended("Spelling", "See Rule 1.99, version 7.7, and the rule entitled “No Such Rule”.")

    assert {facts["citation"] for facts in found(after, "reference-dangling")} == {"rule 1.99", "rule “No Such Rule”"}
    assert found(after, "reference-dangling", before=after) == []


def test_a_citation_whose_number_passes_to_another_rule_is_told() -> None:
    before = appended("Spelling", "See rule 1.4.")
    after = before.with_rule_moved(the("Proposals").id, Section.CORE, 4)

    moved = [facts for facts in found(after, "reference-moved", before) if facts["rule"] == "Spelling"]

    assert [(facts["number"], facts["was"], facts["now"]) for facts in moved] == [("1.4", "Voting", "Proposals")]


def test_a_rule_that_bars_its_own_repeal_is_an_error_once_it_does() -> None:
    by_itself = appended("Spelling", "This rule may not be repealed.")
    by_name = appended("Spelling", f"Rule {LAW.number(the('Spelling').id)} may not be repealed.")
    of_another = appended("Spelling", "Rule 1.1 may not be repealed.")

    (lint,) = find_lints(LAW, by_itself, CATALOGUE)
    assert (lint.code, lint.severity) == ("self-entrenching", Severity.ERROR)
    assert lint.facts["sentence"] == "This rule may not be repealed."
    assert len(found(by_name, "self-entrenching")) == 1
    assert found(of_another, "self-entrenching") == []
    assert found(by_itself, "self-entrenching", before=by_itself) == []


def test_the_gravest_lints_come_first() -> None:
    after = appended("Spelling", "*[x](dial:a.b)* [37 hours](dial:enactment.timeout) This rule may not be amended.")

    severities = [lint.severity for lint in find_lints(LAW, after, CATALOGUE)]

    assert severities == sorted(severities, key=list(Severity).index)
    assert set(severities) == set(Severity)


def test_a_rule_too_long_to_be_read_is_linted_and_nothing_breaks() -> None:
    after = LAW.with_rule(RuleText(99, Section.CORE, "Long", "a" * 60_000))

    assert [lint.code for lint in find_lints(LAW, after, CATALOGUE)] == ["unreadable"]


OWN = ("rule 1.5", "rule Voting")


@pytest.mark.parametrize(
    "text",
    [
        "This rule may not be repealed.",
        "This Rule cannot ever be amended or repealed.",
        "This rule shall\nnot be repealed.",
        "This rule can’t be changed.",
        "This rule and rule 1.2 may never be changed.",
        "The text of this rule may not be amended.",
        "Neither this rule nor rule 1.2 may be amended.",
        "No part of this rule may be altered.",
        "No Proposal may amend this rule.",
        "Nobody may repeal this rule",
        "No proposal may ever repeal or amend any part of this rule.",
        "Agents shall not alter this rule.",
        "Any Proposal that would amend or repeal this rule has no effect.",
        "Repealing this rule is forbidden.",
        "The repeal of this rule is not permitted.",
        "It is forbidden to amend this rule.",
        "This rule is immutable.",
        "This rule bars its own repeal.",
        "This rule forbids itself from being altered.",
        "Rule 1.5 may not be repealed.",
        "No Proposal may amend the rule Voting.",
        "**This rule may not be repealed.**",
    ],
)
def test_a_sentence_that_bars_its_rule_from_change_is_found(text: str) -> None:
    sentence = bars_own_repeal(f"Before it. {text} After it.", OWN)

    assert sentence is not None
    assert sentence.strip(" .").startswith(" ".join(text.strip("*").split()).strip("."))


@pytest.mark.parametrize(
    "text",
    [
        "No rule may bar its own repeal.",
        "A rule shall not forbid its own change or repeal. The moment a rule does so, the whole of it is void.",
        "No rule may contain a provision that bars its own amendment.",
        "No Agent may change eir vote under this rule.",
        "Under this rule a vote may not be changed.",
        "Points given by this rule may not be removed.",
        "This rule may be repealed by Proposal.",
        "This rule may not be repealed except by a Call for Judgment.",
        "*This rule may not be repealed.*",
        "`This rule may not be repealed.`",
        "Rule 1.51 may not be repealed.",
        "Rule 1.6 may not be repealed.",
        "This rule may not be used to amend another.",
        "This rule does not bar its own repeal.",
        "This rule may not be applied to a repealed rule.",
        "Nobody may change the roster. This rule is short.",
    ],
)
def test_a_sentence_about_other_things_is_not_taken_for_such_a_bar(text: str) -> None:
    assert bars_own_repeal(text, OWN) is None


def test_a_change_tells_which_acts_it_brings_moves_and_takes_away() -> None:
    often = appended("Spelling", "[Often](often:supply-roll) an Agent rolls.")
    seldom = appended("Spelling", "[Now and then](occasionally:supply-roll) an Agent rolls.")

    told = {"rule": "Spelling", "act": "supply roll", "budget": "often"}
    assert found(often, "act-gained") == [told]
    assert found(seldom, "act-changed", often) == [told | {"budget": "occasionally"}]
    assert found(LAW, "act-lost", often) == [told]


def test_two_passages_that_allow_one_act_differently_are_told() -> None:
    often = appended("Spelling", "[Often](often:supply-roll) an Agent rolls.")
    both = often.with_rule_changed(the("Dice").id, text="[Now and then](occasionally:supply-roll).")

    assert found(both, "act-doubled") == [
        {"act": "supply-roll", "rule": "Dice", "words": "Now and then", "others": "“Often” (Spelling)"}
    ]
    assert found(often.with_rule_changed(the("Dice").id, text="[Once a day](often:supply-roll)."), "act-doubled") == []


def test_what_sets_a_rule_off_is_told_to_whoever_will_owe_it() -> None:
    after = appended("Spelling", "[When a Proposal fails](trigger:failed), eat a cake.")

    assert found(after, "trigger-gained") == [{"rule": "Spelling", "words": "When a Proposal fails"}]
    assert found(after, "trigger-gained", before=after) == []


@pytest.mark.parametrize("rule", LAW.rules, ids=lambda rule: rule.title)
def test_no_rule_of_the_starter_law_bars_its_own_repeal(rule: RuleText) -> None:
    assert bars_own_repeal(rule.text, (f"rule {LAW.number(rule.id)}", f"rule {rule.title}")) is None


@pytest.mark.parametrize("piece", ["repeal ", "this rule or ", "no amend ", "amend or ", "this rule may not be ever "])
def test_hostile_sentences_are_searched_in_bounded_time(piece: str) -> None:
    text = (piece * 50_000)[:50_000]

    assert bars_own_repeal(text) is None or "this rule" in text


def test_every_lint_has_a_sentence_that_its_facts_fill() -> None:
    last = LAW.in_section(Section.CORE)[-1]
    rule = "This rule may not be amended soon. See rule 1.99. [1] (dial:a)"
    texts = f"[x](dial:a.b) *[x](dial:a.b)* [37 hours](dial:enactment.timeout) {rule}"
    after = appended("Spelling", texts).without_rule(the("Proposals").id).with_rule_moved(last.id, Section.CORE, 1)
    acts = appended("Spelling", "[x](often:roll), [as each is enacted](trigger:enacted)")
    others = appended("Spelling", "[x](occasionally:roll), [y](often:roll)")
    turns = [(LAW, after), (after, LAW), (LAW, acts), (acts, others), (others, LAW)]
    all_lints: list[Lint] = [lint for before, then in turns for lint in find_lints(before, then, CATALOGUE)]

    assert {lint.code for lint in all_lints} == set(WORDS)
    for lint in all_lints:
        wanted = {name for _, name, _, _ in Formatter().parse(WORDS[lint.code]) if name}
        assert wanted <= set(lint.facts)
