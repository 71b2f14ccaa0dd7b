"""Another reader's pronouns in the server's own sentences."""

from __future__ import annotations

import pytest

from nomic.core.language.rules_pronouns import respell_sentence

SENTENCE = "E votes once e is asked; nobody else has eir vote, for it is eirs, and e trusts em who trusts emself."


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        ("spivak", SENTENCE),
        (
            "they",
            "They vote once they are asked; nobody else has their vote, for it is theirs, and they trust them who"
            " trusts themself.",
        ),
        (
            "she",
            "She votes once she is asked; nobody else has her vote, for it is hers, and she trusts her who"
            " trusts herself.",
        ),
        (
            "he",
            "He votes once he is asked; nobody else has his vote, for it is his, and he trusts him who trusts himself.",
        ),
    ],
)
def test_each_of_the_five_pronouns_has_its_form(choice: str, said: str) -> None:
    assert respell_sentence(SENTENCE, choice) == said


@pytest.mark.parametrize(
    ("spivak", "they"),
    [
        ("e has", "they have"),
        ("e was", "they were"),
        ("e does", "they do"),
        ("e goes", "they go"),
        ("e tries", "they try"),
        ("e passes", "they pass"),
        ("e watches", "they watch"),
        ("e vetoes", "they veto"),
        ("e never votes", "they never vote"),
        ("e also still holds", "they also still hold"),
        ("e may", "they may"),
        ("e must pass", "they must pass"),
        ("than e, as always", "than they, as always"),
        ("is e an Agent", "are they an Agent"),
        ("Does e vote", "Do they vote"),
    ],
)
def test_with_they_the_verb_beside_it_agrees(spivak: str, they: str) -> None:
    assert respell_sentence(spivak, "they") == they


@pytest.mark.parametrize(
    "text",
    [
        "Kevan: “E votes as e likes, and so do eir friends.”",
        "In “Spivak”, line 3, “the pronouns are “e” and “em””.",
        "e.g. this, i.e. that",
        "e-mail, ème, E’s, them, their, email, me, e@example.org",
        "https://example.org/e/em",
        "",
    ],
)
@pytest.mark.parametrize("choice", ["they", "she", "he"])
def test_what_is_quoted_or_no_pronoun_stays_as_it_is(text: str, choice: str) -> None:
    assert respell_sentence(text, choice) == text


def test_what_stands_around_a_quotation_changes() -> None:
    said = respell_sentence("E says “e votes”, and e does.", "she")

    assert said == "She says “e votes”, and she does."


def test_a_pronoun_at_the_end_of_a_sentence_changes() -> None:
    assert respell_sentence("Nobody is older than e. It is eirs.", "he") == "Nobody is older than he. It is his."
