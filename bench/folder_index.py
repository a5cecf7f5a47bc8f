"""Times of `mkdocs-fts index`: the first run over a folder, one with nothing changed, one with a file changed.

    python -m bench.folder_index [FOLDER]

FOLDER is copied, and the copy is indexed; default: the corpus `scale`.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.support.sites import CORPORA, unpack


def index(folder: Path, database: Path, *arguments: str) -> dict[str, Any]:
    """Run once; the whole process is timed."""
    code = "from mkdocs_fts.cli import main; main()"
    command = [sys.executable, "-c", code, "index", str(folder), "--db", str(database), "--json", *arguments]
    began = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    told: dict[str, Any] = json.loads(done.stdout)
    return told | {"seconds": time.perf_counter() - began}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mkdocs-fts-bench-") as work:
        folder, database = Path(work) / "folder", Path(work) / "index.sqlite3"
        if arguments.folder:
            shutil.copytree(arguments.folder, folder, symlinks=True)
        elif CORPORA.is_dir():
            unpack("scale", folder)
        else:
            sys.exit(f"no corpora in {CORPORA}: name a folder to index")
        time.sleep(3)  # files that are as young as the run are read again by the next
        first = index(folder, database)
        print(
            f"first run         {first['seconds']:7.2f} s  {first['files']:,} files, {database.stat().st_size:,} bytes"
        )
        again = min((index(folder, database) for _ in range(3)), key=lambda told: told["seconds"])
        print(f"nothing changed   {again['seconds']:7.2f} s  {first['seconds'] / again['seconds']:.0f} times faster")
        changed = next(folder.rglob("*.md"))
        changed.write_text(changed.read_text("utf-8") + "\nmore\n", "utf-8")
        print(f"one file changed  {index(folder, database)['seconds']:7.2f} s")
        print(f"all read again    {index(folder, database, '--force')['seconds']:7.2f} s")


if __name__ == "__main__":
    main()
