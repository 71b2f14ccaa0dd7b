"""The rows of the composer's change list: what stands in the page, understood or not, so that nothing typed is lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import QueryDict

from proposals.forms.changes import ChangeForm, RewriteForm, Shelf
from rulesets import queries as rules
from rulesets.mechanics.changes import MOST_CHANGES

LONGEST_NUMBER = 19


@dataclass(frozen=True, slots=True)
class Row:
    """One change in the page: its key there, its kind, and what stands in its fields."""

    key: str
    kind: str
    values: Mapping[str, str] = field(default_factory=dict)

    @property
    def prefix(self) -> str:
        return f"r{self.key}"

    def with_values(self, **values: str) -> Row:
        return replace(self, values={**self.values, **values})


def rows_in(posted: QueryDict) -> list[Row]:
    """The rows of a page that was sent, in its order. What is no row is left out."""
    keys = [key for key in dict.fromkeys(posted.getlist("row")) if key.isascii() and key.isdigit() and len(key) < 6]
    rows = (_row_in(posted, key) for key in keys[: MOST_CHANGES + 1])
    return [row for row in rows if row is not None]


def _row_in(posted: QueryDict, key: str) -> Row | None:
    kind = posted.get(f"r{key}-kind", "")
    if kind not in rules.kinds():
        return None
    return Row(key, kind, {name: posted.get(f"r{key}-{name}", "") for name in rules.kinds()[kind].form.base_fields})


def charges(asked: Sequence[str], shelf: Shelf, *, bar: bool) -> list[Row]:
    """The rows of a report of foul play: those accused (ids as a page sends them) leave, and are shut out if asked."""
    known = [key for key, _ in shelf.agents() if key in asked]
    kinds = ("remove-agent", "bar-agent") if bar else ("remove-agent",)
    each = [(kind, key) for key in known for kind in kinds][:MOST_CHANGES]
    return [Row(str(place), kind, {"agent": key}) for place, (kind, key) in enumerate(each, 1)]


def rows_kept(entries: Iterable[Any]) -> list[Row]:
    """The rows of a draft, as `kept` wrote them."""
    plain = [entry for entry in entries if isinstance(entry, dict) and entry.get("kind") in rules.kinds()]
    return [Row(str(place), entry["kind"], {**entry}) for place, entry in enumerate(plain, 1)]


def kept(rows: Sequence[Row]) -> list[dict[str, str]]:
    """Rows as a draft keeps them. A null character is no text anywhere."""
    return [{name: value.replace("\0", "") for name, value in {**row.values, "kind": row.kind}.items()} for row in rows]


def rows_of(changes: Sequence[Mapping[str, Any]], shelf: Shelf) -> list[Row]:
    """The rows of a posted change list, to be edited."""
    return [_row_of(str(place), change, shelf) for place, change in enumerate(changes, 1)]


def _row_of(key: str, change: Mapping[str, Any], shelf: Shelf) -> Row:
    form: type[ChangeForm] = rules.kinds()[change["kind"]].form
    values = form.typed(change)
    row = Row(key, change["kind"], values)
    if not issubclass(form, RewriteForm):
        return row
    return row.with_values(loaded=values[form.takes_up], version=str(form.version_of(shelf, change) or ""))


def number_in(text: str) -> int | None:
    """An id or a version as a page sends it; None for what is none, such as “²”, or more digits than any id has."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < LONGEST_NUMBER else None


def taken_up(row: Row, shelf: Shelf) -> Row:
    """What writes something anew with its text, as it is today, if that has not been taken up yet."""
    form: type[ChangeForm] = rules.kinds()[row.kind].form
    chosen = row.values.get(form.takes_up, "")
    key = number_in(chosen)
    if not issubclass(form, RewriteForm) or key is None or row.values.get("loaded") == chosen:
        return row
    newest = form.text_now(shelf, key)
    if newest is None:
        return row
    n, text = newest
    return row.with_values(loaded=chosen, version=str(n), text=text)


def form_for(row: Row, shelf: Shelf, *, judged: bool) -> ChangeForm:
    """The row's form: `judged` with what is wrong with it, else only with what stands in it."""
    make: type[ChangeForm] = rules.kinds()[row.kind].form
    if judged:
        data = {f"{row.prefix}-{name}": value for name, value in row.values.items()}
        return make(shelf, data=data, prefix=row.prefix)
    return make(shelf, initial=dict(row.values), prefix=row.prefix)
