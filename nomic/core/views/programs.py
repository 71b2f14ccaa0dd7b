"""Programs are answered in JSON, whatever goes wrong in one form: `{"error": {"code", "path", "text"}}`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse

from nomic.core.mechanics.chain import plain

# What a theme has for programs stands under `/g/<game>/<theme>/api/`.
FOR_PROGRAMS = re.compile(r"/g/[^/]+/[^/]+/api/")
JSON = "application/json"
VARIES = {"Vary": "Authorization"}  # who asks is known by a token


def is_asked_by_one(request: HttpRequest) -> bool:
    """Whether the address is one of those for programs, be there anything at it or not."""
    return FOR_PROGRAMS.match(request.path_info) is not None


def said(content: object, status: int = 200, headers: Mapping[str, str] | None = None) -> HttpResponse:
    """An answer as JSON, to whoever brought this token. Equal facts give equal bytes."""
    body = json.dumps(content, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return HttpResponse(body, content_type=JSON, status=status, headers={**VARIES, **(headers or {})})


def error(
    status: int,
    code: str,
    text: str,
    path: str = "",
    *,
    reasons: Sequence[Mapping[str, object]] | None = None,
    headers: Mapping[str, str] | None = None,
) -> HttpResponse:
    """What went wrong: `code` for programs, `path` to the field, `text` for people; the `reasons` of a refusal."""
    told: dict[str, Any] = {"code": code, "path": path, "text": text}
    if reasons is not None:
        told["reasons"] = [{**each, "facts": plain(each["facts"])} for each in reasons]
    return said({"error": told}, status, {"Cache-Control": "no-store", **(headers or {})})
