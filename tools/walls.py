"""Walls by file name, for import-linter: a module's last name says its layer (`rules`, `queries_updates` → `queries`).

`layers` in pyproject.toml lists the layers from the highest to the lowest, those of one line side by side. A module
imports from its own layer and from those below it, whatever its noun; modules of other names are free. `pure` layers
import nothing of `impure` packages and no module above them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class FileNameLayers(Contract):
    """The layers of the house, by file name."""

    type_name = "file_name_layers"

    layers: Any = fields.ListField(subfield=fields.StringField())
    pure: Any = fields.ListField(subfield=fields.StringField())
    impure: Any = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Every direct import of a layered module, held against the order of the layers."""
        order = [line.split() for line in self.layers]
        self.rank = {name: place for place, names in enumerate(reversed(order)) for name in names}
        broken = sorted(self._broken_imports(graph))
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for line in check.metadata["broken"]:
            output.print_error(line, bold=False)

    def _broken_imports(self, graph: ImportGraph) -> Iterator[str]:
        for module in graph.modules:
            layer = self._layer(module)
            if layer is None:
                continue
            for imported in graph.find_modules_directly_imported_by(module):
                other = self._layer(imported)
                if other is not None and self.rank[other] > self.rank[layer]:
                    yield f"{module} ({layer}) imports {imported} ({other})"
                if layer in self.pure and imported.partition(".")[0] in self.impure:
                    yield f"{module} ({layer}) is pure, and imports {imported}"

    def _layer(self, module: str) -> str | None:
        """The layer that a module's name says; None for commands, which are called what a person types."""
        name = module.rpartition(".")[2].partition("_")[0]
        return name if name in self.rank and ".management." not in module else None
