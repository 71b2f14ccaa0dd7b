from __future__ import annotations

from rulesets.text.rules import Ruleset, RuleText, Section
from rulesets.text.rules_citations import anchors, rule_by_anchor, slug


def ruleset(*titles: str) -> Ruleset:
    return Ruleset.of(RuleText(rid, Section.CORE, title, "x") for rid, title in enumerate(titles, 1))


def test_a_title_in_an_address_is_its_words() -> None:
    assert slug("Calls for Judgment!") == "calls-for-judgment"
    assert slug("  “Été” & co.") == "été-co"
    assert slug("!!!") == ""


def test_a_rule_is_found_by_id_number_name_and_former_names() -> None:
    found = anchors(ruleset("Voting", "Making Law"), {"Voting": 1, "Enactment": 2, "Making Law": 2})

    assert found == {1: ("rule-1", "r1.1", "voting"), 2: ("rule-2", "r1.2", "making-law", "enactment")}


def test_a_title_in_force_goes_before_one_given_up() -> None:
    found = anchors(ruleset("Voting", "Ballots"), {"Ballots": 2, "Voting": 2} | {"Voting": 1})

    assert found[1] == ("rule-1", "r1.1", "voting")
    assert found[2] == ("rule-2", "r1.2", "ballots")


def test_no_two_rules_share_an_anchor_and_none_takes_one_of_the_page() -> None:
    found = anchors(ruleset("Main", "Rule 1", "Dice", "dice?"), {})

    assert found == {1: ("rule-1", "r1.1"), 2: ("rule-2", "r1.2"), 3: ("rule-3", "r1.3", "dice"), 4: ("rule-4", "r1.4")}


def test_a_name_leads_to_its_last_bearer_even_when_repealed() -> None:
    former = {"Spelling": 9, "Gardens": 7, "Voting": 1}

    assert rule_by_anchor("voting", ruleset("Voting"), former) == 1
    assert rule_by_anchor("spelling", ruleset("Voting"), former) == 9
    assert rule_by_anchor("nothing", ruleset("Voting"), former) is None
