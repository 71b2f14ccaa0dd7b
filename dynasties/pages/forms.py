"""Forms of gamestate pages, and the composer's rows for changes of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django import forms

from dynasties.pages import queries as pages_queries
from dynasties.pages.rules import Editors, pages_in, read_page_text
from dynasties.tracker.forms_columns import CarriedForm, carrier_field, carrier_title_field
from nomic.core.decision import Invalid
from proposals.changes.forms import ChangeForm, Choice, RewriteForm, Shelf, line_field
from proposals.posts.forms import MARKDOWN


class PageForm(forms.Form):
    """A page's whole text, the version that it was drafted on, and what the history says of the edit."""

    base_version = forms.IntegerField(min_value=1, max_value=10**9, widget=forms.HiddenInput)
    text = forms.CharField(
        label="Text", required=False, strip=False, widget=forms.Textarea(attrs={"rows": 16}), help_text=MARKDOWN
    )
    comment = forms.CharField(
        label="What you changed, and why", required=False, help_text="One line for the page’s history."
    )

    def add_refusal(self, error: Invalid) -> None:
        """Show what was not understood at its field, or over the form where it has none there."""
        shown = error.path in self.fields and not self.fields[error.path].widget.is_hidden
        self.add_error(error.path if shown else None, error.text)


# The composer's rows for changes of gamestate pages.

NO_PAGE = "There is no such page now; choose one that is."
EDITORS = (
    (Editors.AGENTS.value, "everybody who plays"),
    (Editors.ADMINS.value, "those who keep the game’s pages"),
    (Editors.MASTERMIND.value, "the head of the Dynasty"),
    (Editors.NOBODY.value, "nobody: enactments alone write it"),
)


class _PageForm(ChangeForm):
    """A change of a page that is there."""

    def choices_by_field(self, shelf: Shelf) -> dict[str, Callable[[], list[Choice]]]:
        there = pages_in(shelf.state).pages
        return super().choices_by_field(shelf) | {
            "page": lambda: [(str(number), page.title) for number, page in there.items()]
        }


def _page() -> forms.TypedChoiceField:
    errors = {"invalid_choice": NO_PAGE, "required": "Choose a page."}
    return forms.TypedChoiceField(label="Page", coerce=int, error_messages=errors)


class MakePageForm(CarriedForm):
    kind, label = "make-page", "Make a page of the Gamestate"
    title = line_field("Title of the page", "A page needs a title.")
    carrier = carrier_field("It can be edited as long as that rule holds.")
    carrier_title = carrier_title_field()
    editors = forms.ChoiceField(label="Who may edit it", choices=EDITORS)
    text = forms.CharField(
        label="What it says",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text="In Markdown. It may be empty at first.",
    )

    def entry(self) -> dict[str, Any]:
        kept = {name: self.cleaned_data[name] for name in ("title", "editors", "text")}
        return {"kind": self.kind, "rule": self.rule, **kept}


class WritePageForm(_PageForm, RewriteForm):
    kind, label, takes_up = "write-page", "Write a page of the Gamestate anew", "page"
    page = _page()
    loaded = forms.CharField(required=False, widget=forms.HiddenInput)
    version = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)
    text = forms.CharField(
        label="Its text, as it shall be", required=False, strip=False, widget=forms.Textarea(attrs={"rows": 10})
    )

    def clean(self) -> dict[str, Any]:
        found = super().clean()
        base = self.base
        if base is None:
            self.add_refusal("page", "Take up the page's text first, and then change it.")
            return found
        try:
            if read_page_text(found.get("text", "")) == base:
                self.add_refusal("text", "This is the text that it has already.")
        except Invalid as error:
            self.add_refusal("text", error.text)
        return found

    @classmethod
    def text_now(cls, shelf: Shelf, key: int) -> tuple[int, str] | None:
        shown = pages_queries.get_page(shelf.game_id, key)
        return (shown.version.n, shown.version.text) if shown else None

    @classmethod
    def text_of(cls, shelf: Shelf, key: int, n: int) -> str | None:
        return pages_queries.page_text(shelf.game_id, key, n)

    @classmethod
    def version_of(cls, shelf: Shelf, change: Mapping[str, Any]) -> int | None:
        return pages_queries.version_reading(shelf.game_id, change["page"], change["base"])


class DropPageForm(_PageForm):
    kind, label = "drop-page", "Do away with a page of the Gamestate"
    page = _page()
