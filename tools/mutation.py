"""How many small faults in the rules the pure tests find. (`make mutation`; CONTRIBUTING says when)

Each fault of `mutation.json` is put in, one at a time, in a process of its own, and the pure tests that run its lines
are run there. `python -m tools.mutation` says beside the score that is kept which faults are found no more;
`--keep` keeps what comes out, `--draw` draws another sample, with mutmut, with which the score begins anew.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import random
import resource
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from difflib import SequenceMatcher
from importlib.machinery import SourceFileLoader
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from types import CodeType
from typing import TypeAlias

import pytest

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = Path(__file__).with_suffix(".json")
PACKAGES = {
    "core": "nomic/core",
    "proposals": "proposals",
    "spy": "dynasties/spy",
    "quorum": "dynasties/quorum",
    "bnomic": "proposals/bnomic",
}
SOURCES = ("nomic", "rulesets", "proposals", "dynasties")
DATABASE = {
    "django_db",
    "database",
    "browser",
    "servers",
    "db",
    "transactional_db",
    "live_server",
}  # marks and fixtures
CLOCKS = {"monotonic", "perf_counter", "process_time"}
# Hypothesis draws the same examples in every run.
OPTIONS = ("--hypothesis-seed=0", "-p", "no:cacheprovider", "-p", "no:terminal")
SEED, A_PACKAGE = "the rules", 150
MEMORY = 4 << 30  # bytes
PATIENCE = 60  # seconds of the processor, after which tests are taken never to end
# Imported before any fault is put in, so that no process has to; nothing of the product is among them.
OTHERS = ("celery", "cryptography.fernet", "django.contrib.postgres", "django.forms", "django.test", "hypothesis")

Lines: TypeAlias = Mapping[int, Sequence[str]]  # the tests that run each


@dataclass(frozen=True)
class Mutant:
    """In the file, the `nth` place that reads `before`, whole lines, reads `after`. `killed`: as it was last kept."""

    package: str
    path: str
    before: str
    after: str
    nth: int = 0
    killed: bool = False

    @property
    def source(self) -> str:
        return (ROOT / self.path).read_text()

    def find_line(self, source: str) -> int | None:
        """The first of its lines, counted from 0; None where the file reads so no more."""
        lines, before = source.splitlines(), self.before.splitlines()
        places = (place for place in range(len(lines)) if lines[place : place + len(before)] == before)
        return next((place for n, place in enumerate(places) if n == self.nth), None)

    def apply(self, source: str) -> str:
        """The file with the fault in it. It must be there."""
        place, lines = self.find_line(source), source.splitlines()
        assert place is not None
        lines[place : place + len(self.before.splitlines())] = self.after.splitlines()
        return "\n".join(lines) + "\n"


class PureTests:
    """A plugin for pytest: leaves out tests that meet a database, a browser or a clock, and all but those `wanted`."""

    def __init__(self, wanted: frozenset[str] = frozenset()) -> None:
        self.wanted = wanted

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [each for each in items if is_pure(each) and (not self.wanted or each.nodeid in self.wanted)]


def is_pure(item: pytest.Item) -> bool:
    code = getattr(getattr(item, "function", None), "__code__", None)
    about = {each.name for each in item.iter_markers()} | set(getattr(item, "fixturenames", ()))
    return not DATABASE & about and not (code and CLOCKS & set(code.co_names))


class Survey(PureTests):
    """Notes which lines each test runs, and which tests fail without any fault."""

    def __init__(self) -> None:
        import coverage

        super().__init__()
        self.tracer = coverage.Coverage(data_file=None, source=list(SOURCES), config_file=False, messages=False)
        self.failing: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.tracer.switch_context(item.nodeid)
        try:
            return (yield)
        finally:
            self.tracer.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self.failing.add(report.nodeid)


def survey_tests() -> dict[str, Lines]:
    """The pure tests that run each line of each file. To be called in a process of its own."""
    survey = Survey()
    survey.tracer.start()
    pytest.main([*OPTIONS, "tests"], plugins=[survey])
    survey.tracer.stop()
    data = survey.tracer.get_data()
    return {
        os.path.relpath(path): {
            line: [each for each in tests if each and each not in survey.failing]
            for line, tests in data.contexts_by_lineno(path).items()
        }
        for path in data.measured_files()
    }


def select_tests(mutant: Mutant, lines: Lines) -> frozenset[str]:
    """The tests that run its lines; of what acts on import, those that run anything in its file."""
    place = mutant.find_line(mutant.source)
    assert place is not None
    mine = range(place + 1, place + 1 + len(mutant.before.splitlines()))
    found = frozenset(test for line in mine for test in lines.get(line, ()))
    return found or frozenset(test for tests in lines.values() for test in tests)


def is_found(mutant: Mutant, tests: frozenset[str]) -> bool:
    """Whether one of the tests fails. To be called in a process of its own, in which the product is not imported."""
    path = str(ROOT / mutant.path)
    code = compile(mutant.apply(mutant.source), path, "exec", dont_inherit=True)
    get_code = SourceFileLoader.get_code

    def get_faulty_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        return code if loader.path == path else get_code(loader, name)

    SourceFileLoader.get_code = get_faulty_code  # type: ignore[assignment,method-assign]  # for this process alone
    # What never ends is found, and what takes all the memory: a signal interrupts pytest, and a limit does.
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGVTALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    files = sorted({each.partition("::")[0] for each in tests})
    try:
        return pytest.main([*OPTIONS, "-x", *files], plugins=[PureTests(tests)]) != pytest.ExitCode.OK
    except Exception:  # the product cannot even be imported
        return True


def run_mutants(mutants: Sequence[Mutant], processes: int) -> Iterator[Mutant]:
    """All of them, as they came out. What no test runs is not found."""
    for name in OTHERS:
        importlib.import_module(name)
    with get_context("fork").Pool(processes, be_silent, maxtasksperchild=1) as pool:
        covered = pool.apply(survey_tests)
        chosen = [(each, select_tests(each, covered.get(each.path, {}))) for each in mutants]
        answers = [(each, pool.apply_async(is_found, (each, tests)) if tests else None) for each, tests in chosen]
        for done, (mutant, answer) in enumerate(answers, start=1):
            yield replace(mutant, killed=answer is not None and answer.get())
            print(f"{done} of {len(mutants)}", end="\r", file=sys.stderr, flush=True)


def be_silent() -> None:
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_RDWR), stream)


def draw_sample() -> Iterator[Mutant]:
    """In the functions of each package's rules, faults by mutmut's operators."""
    from mutmut.mutation.file_mutation import create_mutations

    chance = random.Random(SEED)
    for package, folder in PACKAGES.items():
        paths = sorted(path for path in (ROOT / folder).rglob("rules*.py") if package_of(path) == package)
        drafts = [(path, *create_mutations(path.name, path.read_text())[:2]) for path in paths]
        faults = [(path, module, each) for path, module, those in drafts for each in those]
        inside = [each for each in faults if each[2].contained_by_top_level_function]
        for path, module, fault in chance.sample(inside, A_PACKAGE):
            after = module.deep_replace(fault.original_node, fault.mutated_node).code
            yield compare_sources(package, str(path.relative_to(ROOT)), module.code, after)


def package_of(path: Path) -> str:
    """The innermost of the packages that hold a file."""
    return max((folder, name) for name, folder in PACKAGES.items() if path.is_relative_to(ROOT / folder))[1]


def compare_sources(package: str, path: str, before: str, after: str) -> Mutant:
    """The lines in which the two differ."""
    old, new = before.splitlines(), after.splitlines()
    changed = [each for each in SequenceMatcher(None, old, new, False).get_opcodes() if each[0] != "equal"]
    (_, first, _, start, _), (_, _, last, _, end) = changed[0], changed[-1]
    mutant = Mutant(package, path, "\n".join(old[first:last]), "\n".join(new[start:end]))
    return next(each for n in count() if (each := replace(mutant, nth=n)).find_line(before) == first)


# The score that is kept, beside the faults themselves, and what a run says of it.


def load_mutants() -> list[Mutant]:
    return [Mutant(**each) for each in json.loads(SAMPLE.read_text())]


def save_mutants(mutants: Iterable[Mutant]) -> None:
    """One to a line."""
    SAMPLE.write_text("[\n" + ",\n".join(json.dumps(asdict(each), ensure_ascii=False) for each in mutants) + "\n]\n")


def report_lost(was: Mutant, now: Mutant) -> Mutant:
    """What came out; say so at once if it was found and is not any more: a run may be stopped."""
    if was.killed and not now.killed:
        print(f"not found any more, in {now.path}:\n{now.before}\n{now.after}\n", flush=True)
    return now


def report(kept: Sequence[Mutant], now: Sequence[Mutant]) -> int:
    """Say what came out, by package; 1 if faults were found once and are not now."""
    for package in PACKAGES:
        mine = [each for each in now if each.package == package]
        found, before = (sum(each.killed for each in those if each.package == package) for those in (now, kept))
        if mine:
            print(f"{package:9} {found} of {len(mine)} found ({before} when last kept)")
    return int(any(before.killed and not each.killed for before, each in zip(kept, now, strict=True)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--package", choices=PACKAGES, help="this one's faults alone")
    parser.add_argument("--processes", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--keep", action="store_true", help="keep what comes out")
    parser.add_argument("--draw", action="store_true", help="draw another sample")
    asked = parser.parse_args()
    os.chdir(ROOT)
    if asked.draw:
        save_mutants(draw_sample())
        return 0
    everything = load_mutants()
    wanted = [each for each in everything if asked.package in (None, each.package)]
    kept = [each for each in wanted if each.find_line(each.source) is not None]
    for each in (each for each in wanted if each not in kept):
        print(f"there is no such place any more, in {each.path}:\n{each.before}\n")
    now = list(map(report_lost, kept, run_mutants(kept, asked.processes)))
    if asked.keep:
        came = dict(zip(kept, now, strict=True))
        save_mutants(came.get(each, each) for each in everything)
    return report(kept, now)


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "nomic.settings.test"
    sys.exit(main())
