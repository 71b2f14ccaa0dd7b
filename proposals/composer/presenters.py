"""Sheets (the form of a post and its change list) as the composer of any procedure shows them, the page of the
journal's composer, and how long a post may still be edited, withdrawn or re-filed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from nomic.core.decision import Decision, Invalid, Reason
from nomic.core.forms import RefusableForm
from nomic.core.requests import AgentRequest, GameRequest, law_of
from nomic.core.templatetags.nomic_markdown import markdown
from proposals import procedures
from proposals.changes.forms import ChangeForm, ChangeRow, RewriteForm, Shelf, form_for, parse_number, read_rows
from proposals.changes.presenters import ShownChange, present_change, shorten_diff, state_of
from proposals.deciding import queries as deciding_queries
from proposals.deciding.presenters import slots_of
from proposals.kinds import CATEGORIES, KINDS
from proposals.kinds.cfj.kind import CALL
from proposals.kinds.proposal.dials import PROPOSALS_POSTING
from proposals.posts import queries as posts_queries
from proposals.posts.forms import PostForm
from proposals.posts.rules import ACCUSING
from proposals.procedures import composer_links
from proposals.reasons.presenters import ReasonLine, address, reason_text, reasons_context
from proposals.voting.presenters import judging_context_of
from rulesets.changes import queries as changes_queries
from rulesets.changes.rules import MOST_CHANGES
from rulesets.history import queries as history_queries
from rulesets.history.rules_differences import words_diff
from rulesets.reading.presenters import DiffPiece
from rulesets.text.rules import clean_text

if TYPE_CHECKING:
    from datetime import datetime

    from proposals.kinds.proposal.rules import Slots
    from proposals.posts.models import Post

Context = dict[str, Any]  # the context of a page, or of a part of one
Words = TypeVar("Words", bound=RefusableForm)  # the form of what a post says beside its change list
WRITES_LAW = {"amend", "replace", "enact"}  # the kinds of change in which the text of a rule is typed
FEW_ROWS = 3  # so many are still in sight of the buttons below them


@dataclass
class Sheet(Generic[Words]):
    """What lies on the composer's desk: the post's form and the rows of its change list, each with its form."""

    form: Words
    rows: list[ChangeRow]
    shelf: Shelf
    judged: bool = False
    changes: list[ChangeForm] = field(default_factory=list)
    problem: str = ""  # with the list as a whole

    def __post_init__(self) -> None:
        self.changes = [form_for(row, self.shelf, judged=self.judged) for row in self.rows]

    def is_valid(self) -> bool:
        # Every form is judged, so that all that is wrong is told at once.
        return all([self.form.is_valid(), *(each.is_valid() for each in self.changes)])

    def entries(self) -> list[dict[str, Any]]:
        """The changes that are understood so far, in their JSON form."""
        return [each.entry() for each in self.changes if each.is_valid()]

    def add_refusal(self, error: Invalid) -> None:
        """Show what was not understood where it stands: `changes/2/find` is the third row's field."""
        top, _, rest = error.path.partition("/")
        place, _, name = rest.partition("/")
        if top != "changes":
            self.form.add_refusal(error)
        elif place.isdigit() and int(place) < len(self.changes):
            self.changes[int(place)].add_refusal("text" if name == "base" else name, error.text)
        else:
            self.problem = error.text


def shelf_of(request: AgentRequest) -> Shelf:
    return Shelf(request.game.pk, history_queries.edition(request.game.pk), state_of(request))


def read_sheet(
    request: AgentRequest, make: type[Words], *, judged: bool, rows: Sequence[ChangeRow] | None = None
) -> Sheet[Words]:
    """The sheet as it was sent, or with these `rows` instead; not `judged`, nothing is said about it yet."""
    typed: dict[str, Any] = {name: request.POST.get(name, "") for name in make.base_fields}
    form = make(request.POST) if judged else make(initial=typed)
    return Sheet(form, read_rows(request.POST) if rows is None else list(rows), shelf_of(request), judged)


# -- the change list ---------------------------------------------------------------------------------


class SheetRow(NamedTuple):
    """A row of the change list, its form, and what a text written anew changes so far; `place` counts from 1."""

    row: ChangeRow
    place: int
    label: str
    form: ChangeForm
    is_new: bool
    is_first: bool
    is_last: bool
    spans: list[DiffPiece]


def change_list_context(sheet: Sheet[Any], request: AgentRequest, new: str = "") -> Context:
    """The context of `proposals/_change_rows.html`. `new` is the key of the row to write in next."""
    last = len(sheet.rows) - 1
    return {
        "problem": sheet.problem,
        "an_admin": request.keywords.a("admin"),
        "adding": request.POST.get("add", ""),
        "kinds": [(kind, change_label(kind, request)) for kind in changes_queries.change_kinds()],
        "full": len(sheet.rows) >= MOST_CHANGES,
        "is_long": len(sheet.rows) > FEW_ROWS,
        "rows": [
            SheetRow(
                row,
                place + 1,
                change_label(row.kind, request),
                form,
                is_new=row.key == new,
                is_first=place == 0,
                is_last=place == last,
                spans=row_difference(row, sheet.shelf),
            )
            for place, (row, form) in enumerate(zip(sheet.rows, sheet.changes, strict=True))
        ],
    } | (_writing_hints(sheet.shelf, request) if any(row.kind in WRITES_LAW for row in sheet.rows) else {})


def _writing_hints(shelf: Shelf, request: AgentRequest) -> Context:
    """What whoever types the text of a rule is told: a dial of this very law, where all are, and whether a rule may set
    something off."""
    dials = history_queries.dials_in(shelf.edition.ruleset).values()
    plainest = next((each for each in dials if each.words[:1].isdigit()), next(iter(dials), None))
    return {
        "dials_url": address("dials", request),
        "dial": plainest,
        "sets_off": law_of(request).carries(PROPOSALS_POSTING),
    }


def change_label(kind: str, request: AgentRequest) -> str:
    words = request.keywords
    form: type[ChangeForm] = changes_queries.change_kinds()[kind].form
    return form.label.format(admin=words.admin, an_admin=words.a("admin"), an_agent=words.a("agent"))


def row_difference(row: ChangeRow, shelf: Shelf) -> list[DiffPiece]:
    """What a text written anew changes so far, against the one that was taken up."""
    form: type[ChangeForm] = changes_queries.change_kinds()[row.kind].form
    chosen, n = parse_number(row.values.get("loaded", "")), parse_number(row.values.get("version", ""))
    if not issubclass(form, RewriteForm) or chosen is None or n is None:
        return []
    base, text = form.text_of(shelf, chosen, n), clean_text(row.values.get("text", ""))
    return shorten_diff(words_diff(base, text)) if base is not None and base != text else []


# -- the preview -------------------------------------------------------------------------------------


class PreviewLint(NamedTuple):
    text: str
    severity: str = "error"


@dataclass(frozen=True, slots=True)
class PostPreview:
    """What readers would see, what would not work now, and what it would quietly do to the law.

    `more`: the template of what another procedure shows below, with what it `listed`.
    """

    title: str
    body: str
    unread: list[str]
    changes: Sequence[ShownChange] = ()
    lints: Sequence[PreviewLint] = ()
    more: str = ""
    listed: object = None


def preview_context(
    sheet: Sheet[Any], request: AgentRequest, *, title: str, body: str, changing: bool = True
) -> PostPreview:
    """Not `changing`, the post's change list comes to nothing, and is not tried."""
    unread = [line for place, each in enumerate(sheet.changes, 1) for line in _row_errors(place, each)]
    changes, lints = _try_entries(sheet.entries(), request) if changing else ([], [])
    return PostPreview(title, markdown(body), unread, changes, lints)


def _row_errors(place: int, form: ChangeForm) -> list[str]:
    """What keeps a change out of the preview, said where only the preview is shown anew."""
    said_at = ((form.fields[name].label if name in form.fields else "", errors) for name, errors in form.errors.items())
    return [f"Change {place}, {name or 'as a whole'}: {error}" for name, errors in said_at for error in errors]


def _try_entries(
    entries: Sequence[dict[str, Any]], request: AgentRequest
) -> tuple[list[ShownChange], list[PreviewLint]]:
    try:
        changes = changes_queries.read_changes(list(entries))
    except Invalid as error:
        return [], [PreviewLint(error.text)]
    state = state_of(request)
    tried = changes_queries.rehearse(state, changes, ())
    problems = {each.index: reason_text(Reason(each.code, "", each.facts), request) for each in tried.run.now.problems}
    shown = [
        replace(present_change(change, state, request), problem=problems.get(place, ""))
        for place, change in enumerate(changes)
    ]
    return shown, [
        PreviewLint(reason_text(Reason(each.code, "", each.facts), request), each.severity.value)
        for each in tried.lints
    ]


# -- the journal's page ------------------------------------------------------------------------------


def composer_context(sheet: Sheet[PostForm], request: AgentRequest, **more: Any) -> Context:
    """The context of `proposals/composer.html`."""
    return (
        change_list_context(sheet, request)
        | {
            "form": sheet.form,
            "categories": category_choices(sheet.form, request),
            "may_be_anonymous": reasons_context(
                posts_queries.may_be_anonymous(CALL.code, judging_context_of(request).law).reasons, request
            ),
            "declaring": False,
            "charging": any(row.kind in ACCUSING for row in sheet.rows) or bool(sheet.form["evidence"].value()),
            "slots": _sheet_slots(request) if _offers_slots(request) else None,
            "preview": None,
            "stale": None,
            "refused": [],
            "editing": None,
            "wrong": False,
        }
        | more
    )


def _sheet_slots(request: AgentRequest) -> SheetSlots:
    used, may = slots_of(request, request.agent)
    return SheetSlots(used, reasons_context(may.reasons, request))


def _offers_slots(request: AgentRequest) -> bool:
    """Whether one may choose a kind of which an author has only so many."""
    return any(code in KINDS and KINDS[code].has_slots for code, _ in offered_categories(request))


class SheetSlots(NamedTuple):
    """The slots used, and every ground on which a Proposal would be refused now."""

    used: Slots
    reasons: list[ReasonLine]


def reasons_against(category: str, request: AgentRequest, *, anonymous: bool = False) -> tuple[Reason, ...]:
    """Why the reader may post nothing of this category now: asked before the act, and again in it."""
    scene = judging_context_of(request)
    reasons = posts_queries.may_be_anonymous(category, scene.law).reasons if anonymous else ()
    kind = KINDS.get(category)
    return reasons + (deciding_queries.may_post(request.agent.pk, kind, scene).reasons if kind else ())


def offered_categories(request: AgentRequest) -> list[tuple[str, str]]:
    """The categories that one may choose from. Where another procedure has a door of its own, those that this game's
    law does not know are left out; elsewhere they show, with the rule that is gone."""
    everything = posts_queries.categories()
    if not composer_links(request):
        return everything
    law = judging_context_of(request).law
    return [each for each in everything if each[0] not in KINDS or law.carries(KINDS[each[0]].posting)]


@dataclass(frozen=True, slots=True)
class CategoryChoice:
    """Something that a post may be filed as, what it means, and why it may not be."""

    value: str
    label: str
    id: str
    is_checked: bool
    is_disabled: bool
    note: str
    reasons: list[ReasonLine]


def category_choices(form: PostForm, request: AgentRequest) -> list[CategoryChoice]:
    """What the post may be filed as, each with what it means and why it may not be. Any Proposal may be drafted."""
    chosen = form["category"].value() or ""
    return [
        _category_choice(place, value, label, chosen, request)
        for place, (value, label) in enumerate(offered_categories(request))
    ]


def _category_choice(place: int, value: str, label: str, chosen: str, request: AgentRequest) -> CategoryChoice:
    kind = KINDS.get(value)
    reasons = reasons_against(value, request) if kind is not None and not kind.has_slots else ()
    return CategoryChoice(
        value,
        label,
        f"id_category_{place}",
        is_checked=value == chosen,
        is_disabled=bool(reasons) and value != chosen,
        note=kind.words.note if kind else "",
        reasons=reasons_context(reasons, request),
    )


# -- the journal's preview ---------------------------------------------------------------------------


def preview_post(sheet: Sheet[PostForm], request: AgentRequest) -> PostPreview:
    """What readers would see, and what it would do; only what may have a change list is tried."""
    typed = {name: sheet.form[name].value() or "" for name in ("category", "title", "body")}
    filed_as = CATEGORIES.get(typed["category"])
    changing = filed_as is not None and filed_as.has_changes
    return preview_context(sheet, request, title=typed["title"], body=typed["body"], changing=changing)


# How long a post may still be edited, withdrawn or filed elsewhere: what its author reads on the page.


@dataclass(frozen=True, slots=True)
class EditWindows:
    """What the author may still do to a post."""

    may_edit: bool
    reasons: list[ReasonLine]
    until_commented: bool
    may_refile: bool
    refile_until: datetime | None
    may_own_up: bool
    withdrawn: bool


def edit_windows(entry: Post, request: GameRequest) -> EditWindows | None:
    """None where it is not the reader's, or another procedure says what e may."""
    if not posts_queries.is_author(request.agent, entry) or procedures.page_of(entry) is not None:
        return None
    edit, refile = may_edit(entry, request), may_refile(entry, request)
    return EditWindows(
        edit.outcome,
        reasons_context(edit.reasons, request),
        until_commented=entry.official and edit.outcome,
        may_refile=refile.outcome,
        refile_until=refile.next_check,
        may_own_up=entry.anonymous,
        withdrawn=entry.withdrawn_at is not None,
    )


def may_edit(entry: Post, request: GameRequest) -> Decision[bool]:
    """Whether the reader may edit or withdraw this, asked as the action will ask it."""
    return posts_queries.may_edit(request.agent, entry, judging_context_of(request).law)


def may_refile(entry: Post, request: GameRequest) -> Decision[bool]:
    """Whether the reader may file this under another category; `next_check` is when that ends."""
    return posts_queries.may_change_category(request.agent, entry, judging_context_of(request).law, request.now)
