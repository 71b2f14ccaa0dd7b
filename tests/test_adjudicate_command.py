"""The referee as a command: what it reads, how it answers, and the dials that it knows."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from nomic.catalogue import CATALOGUE
from nomic.management.commands.dials import Command as Dials
from nomic.referee import answers
from tests.questions import EXAMPLE


def lines(*texts: Any) -> list[dict[str, Any]]:
    return list(answers(iter([text if isinstance(text, bytes) else text.encode() for text in texts])))


def test_input_is_an_object_a_list_or_an_object_a_line() -> None:
    text = json.dumps(EXAMPLE)
    spread = [line + "\n" for line in json.dumps([EXAMPLE, EXAMPLE], indent=1).splitlines()]

    assert lines(text) == lines(*[line + "\n" for line in json.dumps(EXAMPLE, indent=1).splitlines()])
    assert len(lines(text + "\n", "\n", text + "\n")) == 2
    assert len(lines(f"[{text}, {text}]")) == len(lines(*spread)) == 2
    assert lines() == lines("[]") == lines("\n") == []


@pytest.mark.parametrize("bad", ["{", '{"a": NaN}', "[" * 100_000, b"\xff\xfe", "9" * 10_000, "nonsense"])
def test_what_cannot_be_read_is_an_error_and_the_next_line_goes_on(bad: str | bytes) -> None:
    text = json.dumps(EXAMPLE)
    middle = bad if isinstance(bad, bytes) else bad.encode()

    found = lines(text + "\n", middle + b"\n", text + "\n")
    first = lines(middle + b"\n", text + "\n")

    assert ["error" in answer for answer in found] == [False, True, False]
    assert ["error" in answer for answer in first] == [True, False]


def test_answers_come_while_the_input_is_still_being_read() -> None:
    def stream() -> Iterator[bytes]:
        yield json.dumps(EXAMPLE).encode()
        raise AssertionError("read ahead")

    assert next(answers(stream()))["status"] == "pending"


def test_ten_thousand_matters_take_a_few_seconds() -> None:
    text = json.dumps(EXAMPLE).encode()
    start = time.process_time()

    count = sum(1 for _ in answers(iter([text] * 10_000)))

    assert count == 10_000
    assert time.process_time() - start < 10


def command(*arguments: str, given: Any = "") -> subprocess.CompletedProcess[str]:
    code = (
        "import sys; from django.conf import settings; settings.configure(); "
        "from nomic.management.commands.adjudicate import Command; "
        "Command().run_from_argv(['manage.py', 'adjudicate', *sys.argv[1:]])"
    )
    root = Path(__file__).parent.parent
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], input=given, capture_output=True, text=True, cwd=root, check=False
    )


def test_the_command_answers_in_order_and_exits_with_1_if_any_erred(tmp_path: Path) -> None:
    file = tmp_path / "questions"
    file.write_text(json.dumps(EXAMPLE))

    good, mixed = command(str(file)), command(given=f"{json.dumps(EXAMPLE)}\nnonsense\n{json.dumps(EXAMPLE)}\n")

    assert (good.returncode, json.loads(good.stdout)["status"]) == (0, "pending")
    assert mixed.returncode == 1
    assert ["error" in json.loads(line) for line in mixed.stdout.splitlines()] == [False, True, False]


def test_the_command_indents_and_names_a_file_that_it_cannot_read(tmp_path: Path) -> None:
    spread, missing = command("--indent", "2", given=json.dumps(EXAMPLE)), command(str(tmp_path / "none"))

    assert spread.stdout.startswith('{\n  "status"')
    assert (missing.returncode, "cannot read" in missing.stderr) == (1, True)


def test_dials_lists_every_dial_with_what_it_needs() -> None:
    out = io.StringIO()
    Dials(stdout=out).handle(json=True)
    rows = {row["name"]: row for row in json.loads(out.getvalue())}

    assert rows.keys() == CATALOGUE.dials.keys()
    assert rows["enactment.timeout"]["default"] == "48 hours"
    assert rows["enactment.timeout"]["absent"] == "nothing times out"
    assert all(all(row.values()) for row in rows.values())


def test_dials_prints_a_table() -> None:
    out = io.StringIO()
    Dials(stdout=out).handle(json=False)

    assert len(out.getvalue().splitlines()) == len(CATALOGUE.dials) + 1
