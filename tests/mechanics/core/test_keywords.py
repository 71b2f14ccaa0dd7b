"""The words of a dynasty for its people, one and several."""

from __future__ import annotations

from nomic.core.language.rules import Keywords


def test_every_office_is_reserved_for_one_and_for_several() -> None:
    assert Keywords().reserved_words == {"Agent", "Agents", "Mastermind", "Masterminds", "Admin", "Admins"}


def test_a_dynastys_own_words_are_reserved_with_the_plurals_that_it_gives_them() -> None:
    keywords = Keywords(agent="Ox", mastermind="Witch", plurals={"agent": "Oxen"})

    assert keywords.reserved_words == {"Ox", "Oxen", "Witch", "Witches", "Admin", "Admins"}
