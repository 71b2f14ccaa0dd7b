"""A page in the reader's pronouns: what is marked as the server's speech, and not a sign more."""

from __future__ import annotations

import pytest

from nomic.core.language.rules_pronouns import respell_page


@pytest.mark.parametrize(
    ("page", "wanted"),
    [
        ("<p data-spoken>E votes.</p><p>E votes.</p>", "<p data-spoken>She votes.</p><p>E votes.</p>"),
        ("<p data-spoken>E <b>and em</b></p>", "<p data-spoken>She <b>and her</b></p>"),
        ("<p data-spoken><a href=x>E pays</a> e</p>", "<p data-spoken><a href=x>E pays</a> she</p>"),
        ("<a data-spoken href=x>of em</a>", "<a data-spoken href=x>of her</a>"),
        ("<div data-spoken><br>e<input value='e'>e</div>e", "<div data-spoken><br>she<input value='e'>she</div>e"),
        ("<ul data-spoken><li>e<li>em</ul>eir", "<ul data-spoken><li>she<li>her</ul>eir"),
        ("<p data-spoken>“E votes”, says e</p>", "<p data-spoken>“E votes”, says she</p>"),
        (
            "<p data-spoken title='e'>e &amp; eir\n &#x27;em&#x27;</p>",
            "<p data-spoken title='e'>she &amp; her\n &#x27;her&#x27;</p>",
        ),
        ("<div data-spoken><textarea name=e>e</textarea><code>e</code></div>",) * 2,
        ("<div data-spoken><script>let e = 1</script></div>",) * 2,
        ("<p>e</p>",) * 2,
        ("e",) * 2,
        ("",) * 2,
    ],
)
def test_what_is_spoken_changes_and_the_rest_stays(page: str, wanted: str) -> None:
    assert respell_page(page, "she") == wanted


def test_every_line_end_and_letter_around_stays_where_it_is() -> None:
    page = "<!DOCTYPE html>\n<!-- e -->\r\n<p\n data-spoken\n>Ünïcode 🎲 e\n\ne</p\n>\r\n<p>e\u2028e</p>\n"

    assert respell_page(page, "they") == page.replace("🎲 e\n\ne", "🎲 they\n\nthey")
    assert respell_page(page, "spivak") == page
