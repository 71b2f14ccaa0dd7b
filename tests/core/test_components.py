"""The partials that every page is built of, with plain sample data."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django import forms
from django.core.paginator import Paginator
from django.template.loader import render_to_string

from tests.reading import without_layout

ROOT = Path(__file__).parents[2]
NOW = datetime(2007, 3, 14, 13, 2, tzinfo=UTC)
VOTES = ("FOR", "AGAINST", "DEFERENTIAL", "VETO")


def partial(name: str, /, **context: object) -> str:
    return without_layout(render_to_string(f"components/{name}.html", {"now": NOW, **context}))


class Sample(forms.Form):
    title = forms.CharField(help_text="What stands after the first colon.", max_length=5)
    sure = forms.BooleanField(label="Quite sure", required=False)


def test_each_vote_has_a_shape_of_its_own_and_its_word() -> None:
    pages = {vote: partial("vote_icon", vote=vote) for vote in VOTES}

    shapes = {re.sub(r"^.*?<svg[^>]*>|</svg>.*$", "", page) for page in pages.values()}

    assert len(shapes) == len(VOTES)
    assert all(f">{vote}</span>" in page for vote, page in pages.items())


def test_a_vote_may_be_said_in_the_games_own_word() -> None:
    page = partial("vote_icon", vote="FOR", label="AYE")

    words = re.findall(r"vote__word\">(\w+)<", page)

    assert words == ["AYE"]


def test_a_difference_marks_words_and_escapes_them() -> None:
    spans = [{"op": "equal", "text": "at least "}, {"op": "delete", "text": "<b>48"}, {"op": "insert", "text": "36"}]

    page = partial("diff", spans=spans)

    assert "at least <del>&lt;b&gt;48</del><ins>36</ins></div>" in page


def test_a_field_shows_its_error_help_and_what_was_typed() -> None:
    form = Sample({"title": "too long"})

    page = partial("field", field=form["title"])

    assert 'value="too long"' in page
    assert 'id="id_title_error"' in page
    assert 'aria-describedby="id_title_helptext id_title_error"' in page
    assert "field--wrong" in page


def test_a_single_box_stands_before_its_label() -> None:
    form = Sample()

    page = partial("field", field=form["sure"])

    assert page.index("<input") < page.index("<label")


def test_a_moment_carries_its_instant_and_its_utc_words() -> None:
    moment = NOW - timedelta(hours=3)

    page = partial("time", when=moment)

    assert '<time tabindex="0" datetime="2007-03-14T10:02:00Z" title="14 Mar 2007, 10:02 UTC" data-live>3 h ago' in page


def test_a_superseded_vote_says_so() -> None:
    comment = {"anchor": "c1", "author": "Quill", "posted_at": NOW, "vote": "FOR", "is_superseded": True}

    old, standing = partial("comment", comment=comment), partial("comment", comment=comment | {"is_superseded": False})

    assert ">superseded</span>" in old
    assert "superseded" not in standing


def test_a_forbidden_icon_is_disabled_with_its_reason() -> None:
    choices = [
        {"vote": "FOR", "is_checked": True},
        {"vote": "VETO", "is_disabled": True, "reason": "the Mastermind only"},
    ]

    page = partial("vote_choices", name="icon", choices=choices)

    assert '<input type="radio" name="icon" value="FOR" checked>' in page
    assert '<input type="radio" name="icon" value="VETO" disabled>' in page
    assert "the Mastermind only" in page


def test_the_tally_names_the_voters_and_its_line_only_counts() -> None:
    tally = [{"vote": "FOR", "count": 1, "voters": [{"name": "Quill", "note": "the author, implied"}]}]

    full, line = partial("tally", tally=tally), partial("tally", tally=tally, quorum=3, is_compact=True)

    assert "Quill" in full
    assert "the author, implied" in full
    assert "Quill" not in line
    assert "quorum 3" in line


def test_a_verdict_tells_its_reasons_what_is_missing_and_when_time_changes_it() -> None:
    verdict = {
        "state": "waiting",
        "headline": "Still open",
        "reasons": [{"text": "It has been open for less than 12 hours.", "rule": "Enactment"}],
        "missing": ["One more FOR enacts this now."],
        "next_check": NOW + timedelta(hours=3, minutes=12),
    }

    page = partial("verdict", verdict=verdict)

    assert "verdict--waiting" in page
    assert "less than 12 hours" in page
    assert "One more FOR" in page
    assert "in 3 h 12 min" in page


@pytest.mark.parametrize(("number", "links"), [(1, ["next"]), (2, ["prev", "next"]), (3, ["prev"])])
def test_pages_link_to_their_neighbours_only(number: int, links: list[str]) -> None:
    page = Paginator(range(30), 10).page(number)

    found = re.findall(r'rel="(\w+)"', partial("pagination", page=page))

    assert found == links


def test_one_page_has_no_pager() -> None:
    page = Paginator(range(3), 10).page(1)

    shown = partial("pagination", page=page)

    assert "<nav" not in shown


@pytest.mark.parametrize("path", sorted((ROOT / "templates").rglob("*.html")), ids=lambda path: path.name)
def test_no_template_styles_or_scripts_inline_or_names_another_host(path: Path) -> None:
    text = path.read_text()

    forbidden = re.findall(r"\sstyle=|<style|<script(?![^>]*\bsrc=)|\son[a-z]+=|\bhx-on|https?://", text)

    assert forbidden == []


def test_the_stylesheets_and_the_script_name_no_other_host() -> None:
    texts = [path.read_text() for path in (ROOT / "static").glob("*.[cj]s*")]

    hosts = [host for text in texts for host in re.findall(r"https?://|url\(\"?//|@import", text)]

    assert hosts == []
