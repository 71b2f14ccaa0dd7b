"""A program at its seat: asks as one does, and holds every answer against the description that it was given."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.test import Client
from jsonschema import Draft202012Validator

from dynasties.quorum import programs

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

DOCUMENT: dict[str, Any] = json.loads((Path(programs.__file__).parent / "openapi.json").read_text())
CODES = re.compile(r"`([a-z0-9-]+)`")
YEA = {"vote": "yea"}
NOBODY = Client(raise_request_exception=False)


@dataclass(frozen=True)
class Program:
    """A program in an Episode of the game at the table; without a token, a visitor."""

    token: str | None = None
    episode: int = 1
    slug: str = "table"
    client: Client = NOBODY

    def sees(self, known: str = "", wait: int | str | None = None) -> Answer:
        """What an observation is answered; `known` is an entity tag."""
        headers = {"If-None-Match": known} if known else {}
        query = "" if wait is None else f"?wait={wait}"
        return self.asks("get", f"/episodes/{self.episode}/{query}", headers=headers)

    def seen(self) -> dict[str, Any]:
        """The observation."""
        content: dict[str, Any] = self.sees().json()
        return content

    def tag(self) -> str:
        tag: str = self.sees()["ETag"]
        return tag

    def decides(self, decision: object = YEA, round: object = 0, **more: object) -> Answer:
        return self.sends(json.dumps({"round": round, "decision": decision, **more}))

    def sends(self, body: str | bytes, content_type: str = "application/json", **headers: str) -> Answer:
        """Any body at all where a decision should be."""
        path = f"/episodes/{self.episode}/decision"
        return self.asks("post", path, headers=headers, data=body, content_type=content_type)

    def asks(self, method: str, path: str, *, headers: Mapping[str, str] | None = None, **more: Any) -> Answer:
        """An answer, which is as it is described."""
        brought = {"Authorization": f"Bearer {self.token}"} if self.token is not None else {}
        ask = getattr(self.client, method)
        answer: Answer = ask(f"/g/{self.slug}/quorum/api{path}", headers={**brought, **(headers or {})}, **more)
        conforms(method, path.partition("?")[0], answer)
        return answer


def conforms(method: str, path: str, answer: Answer) -> None:
    """Every answer is one that the description has, JSON, with no cookie; and every error in the one form."""
    assert not answer.cookies
    assert "Authorization" in answer["Vary"] or path == "/openapi.json"
    if answer.status_code == 304:
        assert answer.content == b""
    else:
        assert answer["Content-Type"] == "application/json"
    described = _described(method, path, answer.status_code)
    if answer.status_code >= 400:
        _is_error(answer, described)
    for name in described.get("headers", {}):
        assert name in answer or name == "Retry-After", name
    if answer.content:
        fits(answer.json(), described["content"]["application/json"]["schema"])


def _described(method: str, path: str, status: int) -> dict[str, Any]:
    template = re.sub(r"/episodes/\d+/", "/episodes/{number}/", path)
    operations = DOCUMENT["paths"].get(template)
    if operations is None:
        assert status == 404, "an address that is not described is none"
        return dict(DOCUMENT["components"]["responses"]["Missing"])
    if method not in operations:
        assert status in (404, 405)
        return dict(DOCUMENT["components"]["responses"]["Method" if status == 405 else "Missing"])
    described: dict[str, Any] = operations[method]["responses"][str(status)]
    name = described.get("$ref", "").rpartition("/")[2]
    return dict(DOCUMENT["components"]["responses"][name]) if name else described


def _is_error(answer: Answer, described: Mapping[str, Any]) -> None:
    error = answer.json()["error"]
    assert error["code"] in CODES.findall(described["description"])
    assert error["text"]
    assert ("reasons" in error) is (answer.status_code == 409)
    assert "no-store" in answer["Cache-Control"]


def fits(content: object, schema: Mapping[str, Any]) -> None:
    """Whether JSON is what the schema says, and has nothing in it that the schema does not name."""
    whole = {**_closed(), **schema}
    Draft202012Validator(whole, format_checker=Draft202012Validator.FORMAT_CHECKER).validate(content)


@cache
def _closed() -> dict[str, Any]:
    """The schemas, none of which lets a field pass that it does not name."""
    schemas = deepcopy(DOCUMENT["components"]["schemas"])
    _close(schemas)
    return {"components": {"schemas": schemas}}


def _close(node: object) -> None:
    if isinstance(node, dict):
        if isinstance(node.get("properties"), dict) and node.get("type") == "object":
            node.setdefault("additionalProperties", False)
        for each in node.values():
            _close(each)
    elif isinstance(node, list):
        for each in node:
            _close(each)
