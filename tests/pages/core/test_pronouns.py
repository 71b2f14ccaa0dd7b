"""A reader's own pronouns: the server's sentences change for em, and nothing else does."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import cast

import pytest
from django.conf import settings
from django.test import Client

from nomic.core.language.rules_pronouns import has_pronoun
from tests.casting import Table
from tests.openings import laid

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
COMMENTS, TAGS = (
    re.compile(r"\{#.*?#\}|\{% comment %\}.*?\{% endcomment %\}", re.DOTALL),
    re.compile(r"<[^>]*>|\{[%{].*?[%}]\}|[\w]+=\"[^\"]*\""),
)


def reader(table: Table, name: str, choice: str = "she") -> Client:
    account = table.account(name)
    client = Client()
    client.force_login(account)
    client.post("/accounts/pronouns/", {"pronouns": choice})
    return client


def page(client: Client, address: str) -> str:
    return unescape(client.get(f"/g/table/{address}").content.decode())


def test_the_log_speaks_as_the_reader_chose_and_to_others_as_before() -> None:
    table = laid("Josh", "Lulu")
    table.announce("Myke")

    chosen, other = page(reader(table, "Josh"), "log/"), page(reader(table, "Lulu", "spivak"), "log/")

    assert "Myke announces her arrival" in re.sub(r"<[^>]*>", "", chosen)
    assert "Myke announces eir arrival" in re.sub(r"<[^>]*>", "", other)


def test_the_law_titles_and_posts_stay_as_they_are_written() -> None:
    table = laid("Josh")
    table.propose("Josh", "Pay: E pays em", body="E gets eir due, and emself too.")
    client = reader(table, "Josh", "they")

    post, law = page(client, "posts/1/"), page(client, "ruleset/")

    assert post.count("Pay: E pays em") >= 2
    assert "E gets eir due, and emself too." in post
    assert "as subject, “e”: e votes" in law
    assert "they vote" not in law


def test_a_form_that_edits_is_not_altered_by_a_sign() -> None:
    table = laid("Josh")
    table.propose("Josh", "Pay: E pays em", body="E gets eir due.")
    spivak, they = reader(table, "Josh", "spivak"), reader(table, "Josh", "they")

    fields = [re.findall(r"<(?:textarea|input)[^>]*>[^<]*", page(each, "posts/1/edit/")) for each in (spivak, they)]

    mark = re.compile(r'name="(csrfmiddlewaretoken|token)" value="[^"]*"')
    assert [mark.sub("", each) for each in fields[0]] == [mark.sub("", each) for each in fields[1]]
    assert any("E gets eir due." in each for each in fields[1])


def test_nothing_of_it_is_in_what_machines_read() -> None:
    table = laid("Josh")
    table.announce("Myke")

    chain = reader(table, "Josh").get("/g/table/log.json")

    assert chain["Content-Type"].startswith("application/json")
    assert "her" not in re.findall(r"\w+", chain.content.decode())


def test_a_choice_that_is_none_is_told_at_the_field() -> None:
    table = laid("Josh")
    client = Client()
    client.force_login(table.account("Josh"))

    answer = client.post("/accounts/pronouns/", {"pronouns": "we"})

    assert answer.status_code == 422
    assert table.account("Josh").pronouns == "spivak"


@pytest.mark.parametrize("name", ["E", "em", "Eir", "eirs", "EMSELF"])
def test_a_pronoun_is_nobodys_name(name: str) -> None:
    table = laid("Josh")
    client = Client()
    client.force_login(table.account("Myke"))

    answer = client.post("/g/table/join/", {"name": name, "text": ""})

    assert answer.status_code in {409, 422}
    assert "means something in the law" in unescape(answer.content.decode())


def test_every_template_marks_the_sentences_in_which_it_speaks_of_agents() -> None:
    unmarked = []
    for folder in cast("list[Path]", settings.TEMPLATES[0]["DIRS"]):
        for template in sorted(Path(folder).rglob("*.html")):
            lines = COMMENTS.sub("", template.read_text("utf-8")).splitlines()
            said = ((line, re.sub(r"“[^”]*”", "", TAGS.sub(" ", line))) for line in lines)
            heard = [line for line, text in said if has_pronoun(text) and "data-spoken" not in line]
            unmarked += [f"{template.name}: {line}" for line in heard]

    assert not unmarked
