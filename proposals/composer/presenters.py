"""Sheets: a post's form and its change list, as any procedure's composer lays them out, tries them and shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from nomic.core.forms.refusing import RefusableForm
from nomic.core.mechanics.decision import Invalid, Reason
from nomic.core.templatetags.nomic_markdown import markdown
from nomic.core.views.entering import AgentRequest, law_of
from proposals.forms.changes import ChangeForm, RewriteForm, Shelf
from proposals.forms.rows import Row, form_for, number_in, rows_in
from proposals.views.changes_shown import shown_change, spans
from proposals.views.scenes import state_of
from proposals.views.wording import address, said
from rulesets import queries as law
from rulesets.mechanics.changes import MOST_CHANGES
from rulesets.mechanics.diff import words_diff
from rulesets.mechanics.text import tidied

Shown = dict[str, Any]
Words = TypeVar("Words", bound=RefusableForm)  # the form of what a post says beside its change list
WRITES_LAW = {"amend", "replace", "enact"}  # the kinds of change in which the text of a rule is typed
FEW_ROWS = 3  # so many are still in sight of the buttons below them


@dataclass
class Sheet(Generic[Words]):
    """What lies on the composer's desk: the post's form and the rows of its change list, each with its form."""

    form: Words
    rows: list[Row]
    shelf: Shelf
    judged: bool = False
    changes: list[ChangeForm] = field(default_factory=list)
    problem: str = ""  # with the list as a whole

    def __post_init__(self) -> None:
        self.changes = [form_for(row, self.shelf, judged=self.judged) for row in self.rows]

    @property
    def valid(self) -> bool:
        # Every form is judged, so that all that is wrong is told at once.
        return all([self.form.is_valid(), *(each.is_valid() for each in self.changes)])

    def entries(self) -> list[dict[str, Any]]:
        """The changes that are understood so far, in their JSON form."""
        return [each.entry() for each in self.changes if each.is_valid()]

    def refuse(self, error: Invalid) -> None:
        """Show what was not understood where it stands: `changes/2/find` is the third row's field."""
        top, _, rest = error.path.partition("/")
        place, _, name = rest.partition("/")
        if top != "changes":
            self.form.refuse(error)
        elif place.isdigit() and int(place) < len(self.changes):
            self.changes[int(place)].refuse("text" if name == "base" else name, error.text)
        else:
            self.problem = error.text


def shelf_of(request: AgentRequest) -> Shelf:
    return Shelf(request.game.pk, law.edition(request.game.pk), state_of(request))


def sent(request: AgentRequest, make: type[Words], *, judged: bool, rows: Sequence[Row] | None = None) -> Sheet[Words]:
    """The sheet as it was sent, or with these `rows` instead; not `judged`, nothing is said about it yet."""
    typed: dict[str, Any] = {name: request.POST.get(name, "") for name in make.base_fields}
    form = make(request.POST) if judged else make(initial=typed)
    return Sheet(form, rows_in(request.POST) if rows is None else list(rows), shelf_of(request), judged)


# -- the change list ---------------------------------------------------------------------------------


def change_list(sheet: Sheet[Any], request: AgentRequest, new: str = "") -> Shown:
    """The context of `proposals/_change_rows.html`. `new` is the key of the row to write in next."""
    last = len(sheet.rows) - 1
    return {
        "problem": sheet.problem,
        "an_admin": request.keywords.a("admin"),
        "adding": request.POST.get("add", ""),
        "kinds": [(kind, label(kind, request)) for kind in law.kinds()],
        "full": len(sheet.rows) >= MOST_CHANGES,
        "is_long": len(sheet.rows) > FEW_ROWS,
        "rows": [
            {
                "row": row, "place": place + 1, "label": label(row.kind, request), "form": form,
                "is_new": row.key == new, "is_first": place == 0, "is_last": place == last,
                "spans": difference(row, sheet.shelf),
            }
            for place, (row, form) in enumerate(zip(sheet.rows, sheet.changes, strict=True))
        ],
    } | (_writing(sheet.shelf, request) if any(row.kind in WRITES_LAW for row in sheet.rows) else {})  # fmt: skip


def _writing(shelf: Shelf, request: AgentRequest) -> Shown:
    """What whoever types the text of a rule is told: a dial of this very law, where all are, and whether a rule may set
    something off."""
    dials = law.dials_in(shelf.edition.ruleset).values()
    plainest = next((each for each in dials if each.words[:1].isdigit()), next(iter(dials), None))
    return {
        "dials_url": address("dials", request),
        "dial": plainest,
        "sets_off": law_of(request).carries("proposals.posting"),
    }


def label(kind: str, request: AgentRequest) -> str:
    words = request.keywords
    form: type[ChangeForm] = law.kinds()[kind].form
    return form.label.format(admin=words.admin, an_admin=words.a("admin"), an_agent=words.a("agent"))


def difference(row: Row, shelf: Shelf) -> list[dict[str, str]]:
    """What a text written anew changes so far, against the one that was taken up."""
    form: type[ChangeForm] = law.kinds()[row.kind].form
    chosen, n = number_in(row.values.get("loaded", "")), number_in(row.values.get("version", ""))
    if not issubclass(form, RewriteForm) or chosen is None or n is None:
        return []
    base, text = form.text_of(shelf, chosen, n), tidied(row.values.get("text", ""))
    return spans(words_diff(base, text)) if base is not None and base != text else []


# -- the preview -------------------------------------------------------------------------------------


def preview(sheet: Sheet[Any], request: AgentRequest, *, title: str, body: str, changing: bool = True) -> Shown:
    """`preview` of `proposals/_preview.html`: what readers would see, what would not work now, and what it would
    quietly do to the law. Not `changing`, the post's change list comes to nothing, and is not tried."""
    return {
        "title": title,
        "body": markdown(body),
        "unread": [line for place, each in enumerate(sheet.changes, 1) for line in _wrong(place, each)],
    } | (_tried(sheet.entries(), request) if changing else {"changes": [], "lints": []})  # fmt: skip


def _wrong(place: int, form: ChangeForm) -> list[str]:
    """What keeps a change out of the preview, said where only the preview is shown anew."""
    said_at = ((form.fields[name].label if name in form.fields else "", errors) for name, errors in form.errors.items())
    return [f"Change {place}, {name or 'as a whole'}: {error}" for name, errors in said_at for error in errors]


def _tried(entries: Sequence[dict[str, Any]], request: AgentRequest) -> Shown:
    try:
        changes = law.read(list(entries))
    except Invalid as error:
        return {"changes": [], "lints": [{"text": error.text, "grave": True}]}
    state = state_of(request)
    tried = law.rehearse(state, changes, ())
    problems = {each.index: said(Reason(each.code, "", each.facts), request) for each in tried.run.now.problems}
    return {
        "changes": [
            shown_change(change, state, request) | {"problem": problems.get(place, "")}
            for place, change in enumerate(changes)
        ],
        "lints": [
            {"text": said(Reason(each.code, "", each.facts), request), "severity": each.severity.value}
            for each in tried.lints
        ],
    }
