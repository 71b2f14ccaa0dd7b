"""Templates are read by people too."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 160


def test_no_line_of_a_template_is_longer_than_a_screen_is_wide() -> None:
    templates = [
        path
        for folder in ("templates", "nomic", "rulesets", "proposals", "dynasties")
        for path in (ROOT / folder).rglob("*")
        if "templates" in path.parts and path.suffix in {".html", ".txt", ".xml"}
    ]
    lines = [(path, n, line) for path in templates for n, line in enumerate(path.read_text("utf-8").splitlines(), 1)]

    assert len(templates) > 200
    assert [f"{path.relative_to(ROOT)}:{n}" for path, n, line in lines if len(line) > LONGEST] == []
