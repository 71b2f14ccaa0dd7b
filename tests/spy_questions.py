"""Questions of spies that the referee is asked."""

from __future__ import annotations

from typing import Any, TypeAlias

from nomic.referee import adjudicate

Case: TypeAlias = dict[str, Any]

CAPTURE: Case = {
    "procedure": "spy.capture",
    "roll": 20,
    "captor": {"location": "LON", "affiliation": "Mastermind"},
    "target": {"location": "LON", "affiliation": "World"},
}

EXCHANGE: Case = {
    "procedure": "spy.exchange",
    "tickets": {"air": 4, "sea": 0, "land": 1},
    "give": "air",
    "take": "sea",
    "times": 2,
}


def with_(example: Case, **changes: Any) -> Case:
    return {name: value for name, value in {**example, **changes}.items() if value is not ...}


def costs(air: int = 0, sea: int = 0, land: int = 0) -> dict[str, int]:
    return {"air": air, "sea": sea, "land": land}


def code_of(answer: Any) -> list[str]:
    return [each["code"] for each in answer["reasons"]]


def error_path(question: object) -> object:
    error = adjudicate(question)["error"]
    assert isinstance(error, dict)
    assert error["text"]
    return error["path"]
