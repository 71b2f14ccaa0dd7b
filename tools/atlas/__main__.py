"""`python -m tools.atlas`: draw the board anew, into the two files that are checked in."""

from __future__ import annotations

import argparse
import gzip
from pathlib import Path

from tools.atlas import land, repairs, seas
from tools.atlas.arcs import trace_arcs
from tools.atlas.board import THEME, Board
from tools.atlas.grid import Cells, Sheet
from tools.atlas.places import Survey
from tools.atlas.projection import Projection
from tools.atlas.shapes import Line, lines
from tools.atlas.sprite import WIDTH, drawing_json, sprite
from tools.atlas.tidying import tidy_cells

CELL = 0.8  # km
CACHE = Path.home() / ".cache" / "nomic-atlas"


def main() -> None:
    """Fetch, paint, part, trace, write. `ValueError` if what touches is not what the board says."""
    parser = argparse.ArgumentParser(prog="python -m tools.atlas", description=main.__doc__)
    parser.add_argument("--cache", type=Path, default=CACHE, help="where the outlines are kept")
    cache = parser.parse_args().cache
    board = Board.read_files()
    sheet = Sheet(Projection(board.geometry["projection"]), board.geometry["window"], CELL)
    cells = paint_cells(sheet, board, cache)
    drawn = lines(trace_arcs(cells), WIDTH / sheet.size[0])
    check(board, drawn)
    _write(THEME / "static" / "spy" / "board.svg", sprite(sheet, board, drawn))
    _write(THEME / "drawing.json", drawing_json(sheet, board, Survey(sheet, board, cells, WIDTH).places()))


def paint_cells(sheet: Sheet, board: Board, cache: Path) -> Cells:
    """The grid, each cell with its territory."""
    cells = land.settle_provinces(sheet, board, land.mainland(sheet, cache), cache)
    return tidy_cells(board, seas.part_seas(sheet, board, repairs.repair_cells(sheet, board, cells)))


def check(board: Board, drawn: list[Line]) -> None:
    """That cells touch where the board has a border, and nowhere else."""
    count = len(board.codes)
    pairs = {tuple(sorted((line.left, line.right))) for line in drawn}
    touching = {(board.code(low), board.code(high)) for low, high in pairs if 0 < low <= high <= count}
    if touching != board.borders:
        raise ValueError(f"not drawn: {board.borders - touching}; drawn by mistake: {touching - board.borders}")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    print(f"{path.name}: {len(text.encode()):,} bytes, {len(gzip.compress(text.encode(), mtime=0)):,} gzipped")


if __name__ == "__main__":
    main()
