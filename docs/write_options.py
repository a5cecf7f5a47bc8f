"""Writes `docs/options.md` from the docstrings in `mkdocs_fts/config.py`: `python docs/write_options.py`."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "options.md"
ENTRIES = {"wikis": "WikiConfig", "sources": "SourceConfig"}
"""Options that are lists ► the class of their entries."""
HEAD = """# Options

All options of the plugin `fts`, to be set in `mkdocs.yml`. A plain site needs none of them. This page is written from
[config.py](../mkdocs_fts/config.py).

```yaml
plugins:
  - fts:
      option: value
```
"""


def documented(class_name: str) -> list[tuple[str, str]]:
    """The options of a configuration class with their docstrings, in their order."""
    tree = ast.parse((ROOT / "mkdocs_fts" / "config.py").read_text("utf-8"))
    body = next(node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == class_name)
    found = []
    for option, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(option, ast.Assign) and isinstance(option.targets[0], ast.Name):
            docstring = (
                after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ""
            )
            found.append((option.targets[0].id, " ".join(str(docstring).split())))
    return found


def page() -> str:
    """The text of `docs/options.md`."""
    parts = [HEAD]
    for name, text in documented("FtsConfig"):
        parts.append(f"\n## {name}\n\n{text}\n")
        entry = ENTRIES.get(name)
        if entry:
            parts.extend(f"\n- `{key}`: {value}" for key, value in documented(entry) if value)
            parts.append("\n")
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
