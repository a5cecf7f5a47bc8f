"""Finds a Chromium for the browser tests, or installs one.

`python -m tests.support.chromium` makes sure that there is one, and prints its path.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
ARGUMENTS = [
    "--no-sandbox",  # needed where tests run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find() -> str | None:
    """The path of a browser: `CHROMIUM` from the environment, one on the PATH, or Playwright's own."""
    if chosen := os.environ.get("CHROMIUM"):
        return chosen
    for name in NAMES:
        if path := shutil.which(name):
            return path
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install() -> bool:
    """Install a browser: Playwright's, else Debian's where that is allowed. Says what it does."""
    attempts = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    if shutil.which("apt-get"):
        sudo = [] if os.geteuid() == 0 else ["sudo", "-n"]
        attempts += [[*sudo, "apt-get", "update"], [*sudo, "apt-get", "install", "-y", "chromium"]]
    for command in attempts:
        print("+", *command, file=sys.stderr, flush=True)
        try:
            subprocess.run(command, check=False, stdout=sys.stderr, timeout=900)
        except (OSError, subprocess.TimeoutExpired) as error:
            print(error, file=sys.stderr)
        if find():
            return True
    return False


if __name__ == "__main__":
    path = find() or (install() and find())
    if not path:
        sys.exit("no Chromium: install one, or set CHROMIUM to the path of a Chromium or Chrome")
    print(path)
