"""`manage.py quorum`: many Episodes among scripts, the same on any number of cores, and whether a replay is true."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from dynasties.quorum.episodes.rules import Config
from dynasties.quorum.programs import batches
from dynasties.quorum.programs.batches import ROUNDS, Chunk, by_processes, chunks, count_cores, play_chunk
from dynasties.quorum.programs.rules import BenchPlan, play_episode, tally_episode, total_tally
from dynasties.quorum.replay.rules import verify_replay_bytes
from tests.quorum.replaying import GOLDEN

PLAN = BenchPlan(Config(4, 10), "runs", ("always-yea", "greedy", "random"))


def run(*arguments: str) -> str:
    said = StringIO()
    call_command("quorum", "run", "--local", "--jobs", "1", "--episodes", "6", *arguments, stdout=said)
    return said.getvalue()


def verified(*files: Path | str) -> tuple[str, int]:
    """What `verify` says, and its exit status."""
    said = StringIO()
    try:
        call_command("quorum", "verify", *map(str, files), stdout=said)
    except SystemExit as ended:
        return said.getvalue(), int(str(ended.code))
    return said.getvalue(), 0


def test_a_run_prints_what_came_of_each_script() -> None:
    said = run("--policies", "greedy,veto-happy", "--seed", "geese")

    first, second, third, *table = said.splitlines()
    assert first == "6 Episodes of 4 seats and 10 rounds, seed “geese”"
    assert second.startswith("60 rounds in ")
    assert third.startswith("Bills: ")
    assert [line.split()[:2] for line in table[2:]] == [["greedy", "12"], ["veto-happy", "12"]]


def test_a_run_as_json_has_its_plan_and_its_tally() -> None:
    said = json.loads(run("--json", "--seats", "3", "--rounds", "5", "--threshold", "0.35", "--no-veto", "--no-caucus"))

    config, counted = said["plan"]["config"], said["tally"]
    assert (config["num_seats"], config["num_rounds"], config["pass_threshold"]) == (3, 5, "0.35")
    assert (config["veto_enabled"], config["caucus_enabled"]) == (False, False)
    assert (counted["episodes"], counted["rounds"], counted["outcomes"]["vetoed"]) == (6, 30, 0)
    assert said["rounds_per_second"] > 0


def test_the_same_seed_makes_the_same_run_and_another_one_another() -> None:
    one, again, other = (json.loads(run("--json", "--seed", seed))["tally"] for seed in ("a", "a", "b"))

    assert one == again
    assert one != other


def test_two_processes_play_what_one_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "ROUNDS", 30)
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()

    one = list(by_processes(PLAN, 8, 1, tmp_path / "one"))
    two = list(by_processes(PLAN, 8, 2, tmp_path / "two"))

    assert len(one) == 3
    assert one == two
    assert total_tally(one) == total_tally(tally_episode(play_episode(PLAN, number)) for number in range(8))
    assert _contents(tmp_path / "one") == _contents(tmp_path / "two")


def _contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.mark.parametrize("rounds", [2, 10, 40])
@pytest.mark.parametrize("episodes", [1, 50, 200, 201, 1999])
def test_chunks_hold_each_episode_once_and_are_never_long(rounds: int, episodes: int) -> None:
    plan = PLAN._replace(config=Config(4, rounds))

    found = chunks(plan, episodes)

    assert [number for chunk in found for number in chunk.numbers] == list(range(episodes))
    assert max(chunk.size * rounds for chunk in found) <= ROUNDS


PLAYS = """
from dynasties.quorum.episodes.rules import Config
from dynasties.quorum.programs.batches import by_processes
from dynasties.quorum.programs.rules import BenchPlan
if __name__ == "__main__":
    for tally in by_processes(BenchPlan(Config(2, 2), "killed", ("always-yea",)), 10_000_000, 2):
        print("played", flush=True)
"""


def test_when_who_asked_is_killed_nobody_plays_on(tmp_path: Path) -> None:
    script = tmp_path / "plays.py"
    script.write_text(PLAYS)
    path = {**os.environ, "PYTHONPATH": os.getcwd()}
    asking = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env=path)
    assert asking.stdout is not None
    assert asking.stdout.readline() == "played\n"

    asking.kill()

    asking.communicate(timeout=30)  # its output ends only when all have ended who could write there


def test_whoever_stops_a_run_is_told_so_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(batches, "by_processes", interrupted)

    with pytest.raises(CommandError, match="Stopped") as stopped:
        run()
    assert stopped.value.returncode == 130


def test_a_chunk_can_be_played_by_itself() -> None:
    assert play_chunk(PLAN, Chunk(3, 2)) == total_tally(tally_episode(play_episode(PLAN, number)) for number in (3, 4))
    assert count_cores() >= 1


def test_each_episode_leaves_a_replay_that_is_true(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "replays"

    run("--out", str(folder), "--seed", "kept")

    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [f"episode-00000{number}.json" for number in range(6)]
    assert [verify_replay_bytes(file.read_bytes()) for file in files] == [None] * 6
    assert json.loads(files[4].read_bytes())["seed"] == "kept/4"


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["--seats", "7"], "config/num_seats: must be a whole number from 2 to 6"),
        (["--seats", "1"], "config/num_seats"),
        (["--rounds", "41"], "config/num_rounds"),
        (["--threshold", "0.91"], "config/pass_threshold"),
        (["--threshold", "half"], "config/pass_threshold"),
        (["--policies", "greedy,honest"], "policies/1: must be one of always-yea"),
        (["--policies", ""], "policies/0"),
        (["--seed", ""], "seed"),
        (["--seed", "x" * 65], "seed: has more than 64 characters"),
        (["--seed", "gé"], "seed: must be plain letters"),
        (["--patience", "nan"], "no time"),
        (["--episodes", "0"], "no whole number from 1"),
        (["--episodes", "1" * 400], "no whole number from 1"),
        (["--jobs", "-1"], "no whole number from 1"),
        (["--jobs", "1025"], "no whole number from 1 to 1024"),
        (["--out", "/dev/null"], "cannot be a folder"),
    ],
    ids=range(16),
)
def test_what_cannot_be_run_is_told(arguments: list[str], text: str) -> None:
    with pytest.raises(CommandError, match=text):
        run(*arguments)


def test_the_replays_of_the_longest_seed_are_true(tmp_path: Path) -> None:
    run("--out", str(tmp_path), "--seed", "x" * 64)

    files = sorted(tmp_path.iterdir())

    assert verified(*files)[1] == 0
    assert len(files) == 6


def test_a_true_replay_is_ok() -> None:
    assert verified(GOLDEN) == (f"{GOLDEN}: ok\n", 0)


def test_the_first_difference_is_named_and_the_exit_status_says_so(tmp_path: Path) -> None:
    changed, torn = tmp_path / "changed.json", tmp_path / "torn.json"
    replay: dict[str, Any] = json.loads(GOLDEN.read_bytes())
    replay["rounds"][0]["record"]["capital"][1] = "3"
    changed.write_text(json.dumps(replay))
    torn.write_bytes(GOLDEN.read_bytes()[:-9])

    said, status = verified(GOLDEN, changed, torn)

    assert status == 1
    first, second, third = said.splitlines()
    assert first == f"{GOLDEN}: ok"
    assert second == f"{changed}: rounds/0/record/capital/1: is recorded as “3”, and comes out as “1”"
    assert third.startswith(f"{torn}: is no JSON")


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot read"):
        verified(tmp_path / "nothing.json")
