"""The Dependencies and Conflicts that a Proposal lists in its body: which lines list, what, and whom that means."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, strategies as st

from nomic.core.decision import Invalid
from proposals.bnomic.nweeks.rules import ProposalState
from proposals.bnomic.register.rules_lists import (
    LONGEST_ITEM,
    LONGEST_READ,
    MOST_LISTED,
    KnownProposal,
    Lists,
    Meanings,
    MeantItem,
    Register,
    check_lists,
    items_text,
    join_body,
    proposal_title,
    read_items,
    read_lists,
    read_proposal_number,
    split_body,
)
from rulesets.text.rules import clean_text


@pytest.mark.parametrize(
    "line",
    [
        "Depends on: 14",
        "Depends: 14",
        "Dependency: 14",
        "Dependencies: 14",
        "DEPENDS ON : 14",
        "  Depends on:14",
        "**Depends on:** 14",
        "**Depends on**: 14",
        "**Depends on: 14**",
        "_Depends on:_ 14",
        "- Depends on: 14",
        "3. *Depends on:* 14",
        "## Dependencies: 14",
        "Depends on: 14.",
        "Depends on: **14**",
    ],
)
def test_a_dependency_is_listed_however_the_label_is_dressed(line: str) -> None:
    assert read_lists(f"Some words.\n{line}\nMore words.") == Lists(("14",))


@pytest.mark.parametrize("label", ["Conflicts with", "Conflicts", "Conflict", "conflict with"])
def test_a_conflict_is_listed_under_each_of_its_labels(label: str) -> None:
    assert read_lists(f"{label}: 14") == Lists((), ("14",))


def test_what_is_longer_than_anybody_could_submit_is_not_read_for_lists() -> None:
    line = "Depends on: 14\n"

    longest = line.ljust(LONGEST_READ, "x")

    assert (read_lists(longest), read_lists(longest + "x")) == (Lists(("14",)), Lists())


@pytest.mark.parametrize(
    "body",
    [
        "```\nDepends on: 14\n```",
        "~~~ text\nDepends on: 14",
        "Look:\n\n    Depends on: 14",
        "> Depends on: 14",
        "> Somebody said\nDepends on: 14",
        "- > Depends on: 14",
        "This depends on: the weather",
        "Depends on the weather",
        "Dependent: 14",
        "Depends one: 14",
    ],
)
def test_code_quotations_and_prose_list_nothing(body: str) -> None:
    assert split_body(body) == (body, Lists())


def test_after_code_and_quotations_a_line_lists_again() -> None:
    assert read_lists("```\nConflicts: 3\n```\nConflicts: 4\n\n> Conflicts: 5\n\nConflicts: 6") == Lists((), ("4", "6"))


def test_the_points_below_a_bare_label_are_its_items() -> None:
    body = "Dependencies:\n\n- #14\n- The Great Reform\n\nConflicts:\n1. 3\n\nThe rest:\n- 9"
    assert split_body(body) == ("The rest:\n- 9", Lists(("#14", "The Great Reform"), ("3",)))


def test_points_below_other_words_are_no_items() -> None:
    assert read_lists("Depends on: 14\n- 15") == Lists(("14",))
    assert read_lists("Depends on:\nthe following\n- 15") == Lists()


def test_several_lines_make_one_list_and_each_is_in_it_once() -> None:
    body = "Depends on: 14, Reform\nConflicts: 3\nDepends on: REFORM, Proposal #14, 15"
    assert read_lists(body) == Lists(("14", "Reform", "15"), ("3",))


def test_what_is_left_when_lists_are_taken_out_has_one_gap_there() -> None:
    assert split_body("One.\n\nDepends on: 3\n\nConflicts: 4\n\nTwo.")[0] == "One.\n\nTwo."
    assert split_body("One.\nDepends on: 3\nTwo.")[0] == "One.\nTwo."
    assert split_body("Depends on: 3\r\n\r\nOne.\r\n")[0] == "One."


@pytest.mark.parametrize(
    ("field", "listed"),
    [
        ("#14, The Great Reform", ("#14", "The Great Reform")),
        ('3; "Harbours, Ships and Tides"', ("3", "Harbours, Ships and Tides")),
        ("“Ships; Tides”, 4", ("Ships; Tides", "4")),
        ('"The ""Great"", Reform"', ('The "Great", Reform',)),
        ('The "Great" Reform, 4', ('The "Great" Reform', "4")),
        ('"Never closed, 4', ('"Never closed', "4")),
        ('"Great" and small, 4', ('"Great" and small', "4")),
        ("14\n15", ("14", "15")),
        (" The   Great\tReform ,, ;", ("The Great Reform",)),
        ("none", ()),
        ("—", ()),
        ("", ()),
        ('""', ()),
        ('"None"', ("None",)),
        ("None, 4", ("4",)),
        ("*The Great Reform*.", ("The Great Reform",)),
        ("2 * 3 * 4", ("2 * 3 * 4",)),
    ],
)
def test_items_are_read_as_a_player_would_write_them(field: str, listed: tuple[str, ...]) -> None:
    assert read_items(field) == listed


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("14", 14),
        ("#14", 14),
        ("# 14", 14),
        ("Proposal 14", 14),
        ("proposal #14", 14),
        ("Proposals 14", 14),
        ("Proposal 14: Harbours", 14),
        ("#14: Harbours", 14),
        ("014", 14),
        ("999999999", 999_999_999),
        ("1000000000", None),
        ("2001: A Tide Odyssey", None),
        ("14 Ships", None),
        ("Proposal", None),
        ("Proposalish 14", None),
        ("-14", None),
        ("14.5", None),
        ("٣", None),
        ("", None),
    ],
)
def test_an_item_is_a_number_or_a_name(said: str, number: int | None) -> None:
    assert read_proposal_number(said) == number


@pytest.mark.parametrize(("name", "title"), [("Harbours", "Proposal 14: Harbours"), ("", "Proposal 14")])
def test_a_title_is_read_as_its_number(name: str, title: str) -> None:
    assert proposal_title(14, name) == title
    assert read_proposal_number(title) == 14


def test_lists_are_written_after_the_prose_and_quoted_where_they_must_be() -> None:
    lists = Lists(("#14", "Harbours, Ships and Tides"), ("The Great Reform",))
    assert join_body("We sail.", lists) == (
        'We sail.\n\nDepends on: #14, "Harbours, Ships and Tides"\n\nConflicts with: The Great Reform'
    )
    assert join_body("We sail.\n", Lists()) == "We sail."
    assert join_body("", Lists((), ("3",))) == "Conflicts with: 3"


def test_lists_stand_first_where_code_that_never_closes_would_swallow_them() -> None:
    body = join_body("```\nWe sail.", Lists(("3",)))
    assert body == "Depends on: 3\n\n```\nWe sail."
    assert split_body(body) == ("```\nWe sail.", Lists(("3",)))


def test_a_quotation_mark_in_one_name_finds_no_end_in_the_next() -> None:
    assert read_items(items_text(("“Odd", "Even”", "14"))) == ("“Odd", "Even”", "14")


# Words of the kind that make trouble: labels, marks of Markdown, quotation marks, separators.
BITS = st.sampled_from(
    [
        "Depends on",
        "Conflicts",
        "Dependency",
        ":",
        "14",
        "#",
        "Proposal",
        "The Reform",
        "none",
        ",",
        ";",
        '"',
        "“",
        "”",
        ".",
        "*",
        "**",
        "_",
        "-",
        "> ",
        "- ",
        "```",
        "~~~",
        "    ",
        "\t",
        "|",
        "---",
        "[a]: /b",
        "1. ",
        "\\",
        "\n",
        "\n\n",
    ]
)
TEXTS = st.lists(BITS | st.text(max_size=5), max_size=30).map("".join)
ITEMS = st.lists(st.lists(BITS | st.text(max_size=8), max_size=4).map("".join), max_size=5).map(
    # What a form's field can list at all; in quotation marks, so that all of it is one item.
    lambda said: read_items(",".join('"{}"'.format(each.replace('"', '""')) for each in said))
)
LISTS = st.builds(Lists, ITEMS, ITEMS)


@given(TEXTS, LISTS)
def test_any_prose_and_any_lists_come_back_as_they_were_joined(text: str, lists: Lists) -> None:
    prose = split_body(text)[0]
    assume(read_lists(prose) == Lists())
    assert split_body(join_body(prose, lists)) == (clean_text(prose), lists)


@given(TEXTS)
def test_whatever_a_body_lists_it_lists_again_when_written_anew(text: str) -> None:
    prose, lists = split_body(text)
    assume(read_lists(prose) == Lists())
    assert read_lists(join_body(prose, lists)) == lists


@given(ITEMS)
def test_a_field_shows_what_it_lists(listed: tuple[str, ...]) -> None:
    assert read_items(items_text(listed)) == listed


def test_a_list_is_as_long_as_it_may_be_and_no_longer() -> None:
    numbers = tuple(str(each) for each in range(1, MOST_LISTED + 2))
    check_lists(Lists(numbers[:-1], numbers[1:]))
    with pytest.raises(Invalid) as raised:
        check_lists(Lists(("3",), numbers))
    assert (raised.value.path, raised.value.code) == ("conflicts", "too-many-listed")


def test_an_item_is_as_long_as_a_name_may_be_and_no_longer() -> None:
    check_lists(Lists(("x" * LONGEST_ITEM,)))
    with pytest.raises(Invalid) as raised:
        check_lists(Lists(("x" * (LONGEST_ITEM + 1),)))
    assert (raised.value.path, raised.value.code) == ("depends", "too-long")


REGISTER = Register.of(
    [
        KnownProposal(1, "Harbours", ProposalState.WON),
        KnownProposal(2, "harbours", ProposalState.PENDING),
        KnownProposal(3, " Harbours ", ProposalState.LOST),
        KnownProposal(4, "Tides", ProposalState.LOST),
        KnownProposal(5, "Tides", ProposalState.WON),
        KnownProposal(6, "", ProposalState.OPEN),
        KnownProposal(7, "14", ProposalState.OPEN),
    ]
)


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("Proposal 3", 3),
        ("99", 99),
        ("HARBOURS", 2),
        ("Har bours", None),
        ("Tides", 5),
        ("14", 14),
        ("Ships", None),
        ("", None),
    ],
)
def test_a_name_means_the_newest_that_is_not_historical_or_else_the_newest(said: str, number: int | None) -> None:
    assert REGISTER.number_meant(said) == number


def test_lists_mean_what_each_of_their_items_means() -> None:
    assert REGISTER.meanings(Lists(("Tides", "#6"), ("Ships",))) == Meanings(
        (MeantItem("Tides", 5), MeantItem("#6", 6)), (MeantItem("Ships", None),)
    )
