"""The texts and results that the Python and the TypeScript implementation share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parents[1] / "vectors"
VECTORS: dict[str, list[dict[str, Any]]] = json.loads((_FOLDER / "text.json").read_text("utf-8"))
INPUTS: list[str] = [vector["input"] for vectors in VECTORS.values() for vector in vectors]
"""Texts of all scripts, with all that is special about them."""
QUERIES: dict[str, list[dict[str, Any]]] = json.loads((_FOLDER / "query.json").read_text("utf-8"))
"""Queries and what is made of them."""
LAYOUT: dict[str, list[dict[str, Any]]] = json.loads((_FOLDER / "layout.json").read_text("utf-8"))
"""Rows of the table `head`, and lists of leaves, packed."""
