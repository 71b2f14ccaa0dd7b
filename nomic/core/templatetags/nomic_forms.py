"""Questions that a template asks of a form's field."""

from __future__ import annotations

from django import template
from django.forms import BoundField, CheckboxInput

register = template.Library()


@register.filter
def is_checkbox(field: BoundField) -> bool:
    """A single box, whose label stands after it."""
    return isinstance(field.field.widget, CheckboxInput)
