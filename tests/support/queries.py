"""Whatever a reader may type."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.support.vectors import INPUTS
from tests.support.vectors import QUERIES as VECTORS

_PIECES = [
    *"\"'*-:^(){}[]+~\\%_.,;!?@#&|<>=/ \t\n\0",
    "OR",
    "AND",
    "NOT",
    "NEAR",
    "NEAR(a b, 2)",
    "wiki:",
    "status:draft",
    "kind:auto",
    "title:",
    "tag:",
    "site",
    "pump",
    "sendRaw",
    "the",
    "é",
    "日本",
    "\ue000",
    "\U0001f44d",
    "\u0301",
    "\ufeff",
    "\ud800",
]

QUERIES: st.SearchStrategy[str] = (
    st.text(st.characters(exclude_categories=["Cs"]))
    | st.lists(st.sampled_from([*_PIECES, *INPUTS]), max_size=8).map("".join)
    | st.lists(st.sampled_from([*_PIECES, *INPUTS]), max_size=8).map(" ".join)
    | st.sampled_from([vector["query"] for key in ("parse", "expressions") for vector in VECTORS[key]])
)
