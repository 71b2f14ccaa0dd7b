from __future__ import annotations

from itertools import pairwise

from hypothesis import given, strategies as st

from rulesets.history.rules import BlamedPassage, Sentence, blame_passages, group_sentences, whole_sentences

TEXTS = st.lists(st.sampled_from(["a", "b", "open", " ", "\n", ", ", "."]), max_size=12).map("".join)
VERSIONS = st.lists(TEXTS, max_size=6).map(lambda texts: list(enumerate(texts)))


@given(VERSIONS)
def test_the_passages_make_up_the_last_text(versions: list[tuple[int, str]]) -> None:
    passages = blame_passages(versions)

    assert "".join(passage.text for passage in passages) == (versions[-1][1] if versions else "")


@given(VERSIONS)
def test_no_passage_is_empty_and_neighbours_have_different_writers(versions: list[tuple[int, str]]) -> None:
    passages = blame_passages(versions)

    assert all(passage.text for passage in passages)
    assert all(left.key != right.key for left, right in pairwise(passages))


@given(VERSIONS, TEXTS)
def test_a_version_that_changes_nothing_is_blamed_for_nothing(versions: list[tuple[int, str]], text: str) -> None:
    assert blame_passages([*versions, (98, text), (99, text)]) == blame_passages([*versions, (98, text)])


@given(TEXTS)
def test_the_first_version_wrote_all_of_its_text(text: str) -> None:
    assert blame_passages([("first", text)]) == ((BlamedPassage(text, "first"),) if text else ())


def test_each_word_goes_to_the_enactment_that_put_it_there() -> None:
    versions = [("start", "open for 48 hours"), ("#3", "open for 36 hours"), ("#9", "open for 36 hours at least")]

    assert blame_passages(versions) == (
        BlamedPassage("open for ", "start"),
        BlamedPassage("36", "#3"),
        BlamedPassage(" hours", "start"),
        BlamedPassage(" at least", "#9"),
    )


def test_a_word_that_went_and_came_back_belongs_to_who_brought_it_back() -> None:
    passages = blame_passages([("#1", "pay two coins"), ("#2", "pay coins"), ("#3", "pay two coins")])

    assert BlamedPassage("two ", "#3") in passages or BlamedPassage(" two", "#3") in passages


def test_a_short_word_that_survives_a_rewriting_stays_with_its_writer() -> None:
    passages = blame_passages([("#1", "every motion of everyone"), ("#2", "each proposal of anybody")])

    assert [passage.key for passage in passages if "of" in passage.text] == ["#1"]


def test_a_gap_without_a_word_belongs_to_those_who_wrote_around_it() -> None:
    found = whole_sentences(
        [BlamedPassage("red", 2), BlamedPassage(" ", 1), BlamedPassage("rose", 2), BlamedPassage(" in May", 1)]
    )

    assert found == (BlamedPassage("red rose", 2), BlamedPassage(" in May", 1))


def test_a_gap_between_two_writers_or_with_a_word_in_it_stays_whose_it_was() -> None:
    between = (BlamedPassage("red", 2), BlamedPassage(" ", 1), BlamedPassage("rose", 3))
    worded = (BlamedPassage("red", 2), BlamedPassage(" or ", 1), BlamedPassage("rose", 2))

    assert whole_sentences(between) == between
    assert whole_sentences(worded) == worded


def test_what_is_read_is_the_whole_text() -> None:
    passages = blame_passages([(1, "one at a time"), (2, "singly, never two at once")])

    assert "".join(each.text for each in whole_sentences(passages)) == "singly, never two at once"


@given(VERSIONS)
def test_sentences_make_up_the_last_text_and_whole_ones_stand_with_their_neighbours(
    versions: list[tuple[int, str]],
) -> None:
    found = group_sentences(blame_passages(versions))

    assert "".join(each.text for sentence in found for each in sentence.passages) == (
        versions[-1][1] if versions else ""
    )
    assert not any(left.keys == right.keys and len(left.keys) == 1 for left, right in pairwise(found))


def test_a_sentence_stands_once_with_whoever_wrote_most_of_it_first() -> None:
    found = group_sentences(
        [
            BlamedPassage("One. Two is ", 1),
            BlamedPassage("now", 2),
            BlamedPassage(" three. Four. ", 1),
            BlamedPassage("Five.", 2),
        ]
    )

    assert found == (
        Sentence((BlamedPassage("One. ", 1),), 1),
        Sentence((BlamedPassage("Two is ", 1), BlamedPassage("now", 2), BlamedPassage(" three. ", 1)), 1),
        Sentence((BlamedPassage("Four. ", 1),), 1),
        Sentence((BlamedPassage("Five.", 2),), 2),
    )
    assert found[1].keys == (1, 2)


def test_the_number_of_an_entry_and_the_point_in_a_name_end_no_sentence() -> None:
    text = "1. Wait [48 hours](dial:enactment.timeout) longer"
    found = group_sentences([BlamedPassage(text, 1), BlamedPassage(" please", 2)])

    assert [len(each.passages) for each in found] == [2]


def test_a_link_of_the_law_goes_whole_to_whoever_altered_anything_in_it() -> None:
    words = [BlamedPassage("for [", 1), BlamedPassage("36", 2), BlamedPassage(" hours](dial:x.y) or so", 1)]
    target = [BlamedPassage("for [48 hours](dial:", 1), BlamedPassage("z", 2), BlamedPassage(".y) or so", 1)]

    assert [each.text for each in group_sentences(words)[0].passages if each.key == 2] == ["[36 hours](dial:x.y)"]
    assert [each.text for each in group_sentences(target)[0].passages if each.key == 2] == ["[48 hours](dial:z.y)"]
