"""Runs a command and watches its time and memory."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil


@dataclass
class Measured:
    """One run."""

    seconds: float
    cpu_seconds: float
    """Of all its processes."""
    peak_bytes: int
    """The most that its processes held in memory together (proportional set size where the system tells it)."""


def watch(command: Sequence[str], folder: Path) -> Measured:
    """Run a command in a folder; ends the program where it fails."""
    began = time.perf_counter()
    process = psutil.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    peak = 0
    cpu: dict[int, float] = {}
    while process.poll() is None:
        held = 0
        for each in [process, *_children(process)]:
            try:
                memory = each.memory_full_info()
                held += getattr(memory, "pss", memory.rss)
                times = each.cpu_times()
                cpu[each.pid] = times.user + times.system
            except psutil.Error:
                continue
        peak = max(peak, held)
        time.sleep(0.02)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} failed with status {process.returncode}")
    return Measured(time.perf_counter() - began, sum(cpu.values()), peak)


def _children(process: psutil.Process) -> list[psutil.Process]:
    try:
        return process.children(recursive=True)
    except psutil.Error:
        return []
