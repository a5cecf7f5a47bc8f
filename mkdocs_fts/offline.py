"""A published index as plain scripts, for pages opened from disk.

There browsers refuse `fetch`, workers and modules, but no `<script>`. The folder `offline/` holds the browser's code in
that form, and what would be fetched: scripts that each leave an object, file name ► content in base64, in the variable
`ftsLoaded`; `files.js` lists them. Over HTTP nothing of this is loaded.
"""

from __future__ import annotations

import base64
import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from mkdocs_fts.published import read_manifest
from mkdocs_fts.resources import static_folder

FOLDER = "offline"
SCRIPT_BYTES = 1_000_000
"""A script stays below this where its files are not longer: few scripts, small enough to be read side by side."""


def pack(folder: Path) -> None:
    """Add the scripts to the index that was published in `folder`. Raises `OSError` where that cannot be written."""
    target = folder / FOLDER
    draft = folder / f".{FOLDER}.{os.getpid()}"
    shutil.rmtree(draft, ignore_errors=True)
    shutil.copytree(static_folder() / FOLDER, draft)
    names = []
    for number, script in enumerate(_scripts(folder)):
        names.append(f'"files-{number}.js"')
        (draft / f"files-{number}.js").write_bytes(script)
    (draft / "files.js").write_text(f"ftsLoaded=[{','.join(names)}];\n", "utf-8")
    # A build that is killed leaves the old scripts or the new ones, not some of them.
    old = folder / f".{FOLDER}.old.{os.getpid()}"
    with contextlib.suppress(FileNotFoundError):
        target.rename(old)
    draft.rename(target)
    shutil.rmtree(old, ignore_errors=True)


def remove(folder: Path) -> None:
    """Remove the scripts of an earlier build from the index in `folder`."""
    shutil.rmtree(folder / FOLDER, ignore_errors=True)


def _scripts(folder: Path) -> Iterator[bytes]:
    database = read_manifest(folder)["db"]
    chunks = sorted(f"{database}/{file.name}" for file in (folder / database).glob("*.bin"))
    entries: list[bytes] = []
    size = 0
    engine = [name for name in ("sql-wasm.wasm",) if (folder / name).exists()]
    for name in ("manifest.json", *engine, *chunks):
        entry = b'"%s":"%s"' % (name.encode(), base64.b64encode((folder / name).read_bytes()))
        if entries and size + len(entry) > SCRIPT_BYTES:
            yield _script(entries)
            entries, size = [], 0
        entries.append(entry)
        size += len(entry)
    yield _script(entries)


def _script(entries: list[bytes]) -> bytes:
    return b"ftsLoaded={\n%s\n};\n" % b",\n".join(entries)
