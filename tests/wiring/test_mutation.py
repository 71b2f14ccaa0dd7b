"""The faults that are put into the rules: each is a place in a file, and stays one when the file changes around it."""

from __future__ import annotations

from collections import Counter

import pytest

from tools.mutation import A_PACKAGE, PACKAGES, Mutant, load_mutants

SOURCE = "def least(a):\n    return a\n\n\ndef most(a):\n    return a\n"
SECOND = Mutant("core", "nowhere.py", "    return a", "    return None", nth=1)


def test_a_fault_is_put_in_where_it_is_meant_and_nowhere_else() -> None:
    assert SECOND.apply(SOURCE) == "def least(a):\n    return a\n\n\ndef most(a):\n    return None\n"
    assert SECOND.apply(f"# More\n{SOURCE}").splitlines()[-1] == "    return None"


@pytest.mark.parametrize("source", [SOURCE.replace("return a", "return -a"), "def least(a):\n    return a\n"])
def test_a_fault_whose_place_is_gone_is_nowhere(source: str) -> None:
    assert SECOND.find_line(source) is None


def test_the_sample_has_as_many_faults_of_each_package() -> None:
    assert Counter(each.package for each in load_mutants()) == dict.fromkeys(PACKAGES, A_PACKAGE)
