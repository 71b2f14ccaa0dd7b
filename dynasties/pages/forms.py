"""The composer's rows for changes of gamestate pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django import forms

from dynasties.forms.carried import CarriedForm, carrier_field, carrier_title_field
from dynasties.mechanics.licences import Editors
from dynasties.mechanics.page_changes import pages_in, read_page_text
from dynasties.queries import pages as queries
from nomic.core.mechanics.decision import Invalid
from proposals.forms.changes import ChangeForm, Choice, RewriteForm, Shelf, line_field

NO_PAGE = "There is no such page now; choose one that is."
EDITORS = (
    (Editors.AGENTS.value, "everybody who plays"),
    (Editors.ADMINS.value, "those who keep the game’s pages"),
    (Editors.MASTERMIND.value, "the head of the Dynasty"),
    (Editors.NOBODY.value, "nobody: enactments alone write it"),
)  # fmt: skip


class _PageForm(ChangeForm):
    """A change of a page that is there."""

    def offered(self, shelf: Shelf) -> dict[str, Callable[[], list[Choice]]]:
        there = pages_in(shelf.state).pages
        return super().offered(shelf) | {"page": lambda: [(str(number), page.title) for number, page in there.items()]}


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
        label="What it says", required=False, strip=False, widget=forms.Textarea(attrs={"rows": 6}),
        help_text="In Markdown. It may be empty at first.",
    )  # fmt: skip

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
            self.refuse("page", "Take up the page's text first, and then change it.")
            return found
        try:
            if read_page_text(found.get("text", "")) == base:
                self.refuse("text", "This is the text that it has already.")
        except Invalid as error:
            self.refuse("text", error.text)
        return found

    @classmethod
    def text_now(cls, shelf: Shelf, key: int) -> tuple[int, str] | None:
        shown = queries.page(shelf.game_id, key)
        return (shown.version.n, shown.version.text) if shown else None

    @classmethod
    def text_of(cls, shelf: Shelf, key: int, n: int) -> str | None:
        return queries.page_text(shelf.game_id, key, n)

    @classmethod
    def version_of(cls, shelf: Shelf, change: Mapping[str, Any]) -> int | None:
        return queries.version_reading(shelf.game_id, change["page"], change["base"])


class DropPageForm(_PageForm):
    kind, label = "drop-page", "Do away with a page of the Gamestate"
    page = _page()
