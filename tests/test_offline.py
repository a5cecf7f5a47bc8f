"""The index as scripts, for pages opened from disk."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from mkdocs_fts import offline, published
from mkdocs_fts.document import Labels, Wiki
from mkdocs_fts.indexing import IndexJob, PageSource, Target
from tests.support.sites import mkdocs_build, write_project


@pytest.fixture
def browser_files(browser_files: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Also what the folder `offline` needs of them."""
    (browser_files / "sql-wasm.wasm").write_bytes(bytes(range(256)))
    (browser_files / "offline").mkdir()
    (browser_files / "offline" / "dialog.js").write_text("ftsLoaded={};")
    monkeypatch.setattr(offline, "static_folder", lambda: browser_files)
    return browser_files


def publish(
    folder: Path, text: str = "some words", *, pages: int = 3, for_disk: bool = True, sqljs: bool = False
) -> Path:
    """Publish an index of pages that all hold `text` to `folder`, and return it."""
    job = IndexJob()
    for number in range(pages):
        html = f"<h1>Page {number}</h1><p>{text} {number}</p>"
        job.add(PageSource(f"{number}.md", f"{number}/", f"Page {number}", Labels("site"), html))
    target = Target(folder, [Wiki("site", "Site")], {}, {}, built="2026-01-31T10:00:00+00:00")
    job.finish(replace(target, offline=for_disk, sqljs=sqljs))
    return folder


def value_of(script: Path) -> object:
    """What a script leaves in `ftsLoaded`."""
    match = re.fullmatch(r"ftsLoaded=(.*);\n", script.read_text("utf-8"), re.DOTALL)
    assert match
    return json.loads(match[1])


def listed(folder: Path) -> list[Path]:
    names = value_of(folder / "offline" / "files.js")
    assert isinstance(names, list)
    return [folder / "offline" / name for name in names]


def files_in(script: Path) -> dict[str, bytes]:
    files = value_of(script)
    assert isinstance(files, dict)
    return {name: base64.b64decode(content) for name, content in files.items()}


@pytest.mark.usefixtures("browser_files")
@pytest.mark.parametrize("sqljs", [False, True])
def test_scripts_hold_what_a_browser_would_fetch(tmp_path: Path, sqljs: bool) -> None:
    folder = publish(tmp_path / "fts", sqljs=sqljs)
    packed = {name: content for script in listed(folder) for name, content in files_in(script).items()}
    database = published.read_manifest(folder)["db"]
    chunks = {f"{database}/{file.name}" for file in (folder / database).iterdir()}
    assert set(packed) == {"manifest.json", *(["sql-wasm.wasm"] if sqljs else [])} | chunks
    assert f"{database}/first.bin" in chunks
    for name, content in packed.items():
        assert content == (folder / name).read_bytes()


@pytest.mark.usefixtures("browser_files")
def test_the_folder_holds_the_listed_scripts_and_the_browser_s_code(tmp_path: Path) -> None:
    folder = publish(tmp_path / "fts")
    names = {path.name for path in (folder / "offline").iterdir()}
    assert names == {"dialog.js", "files.js", *(path.name for path in listed(folder))}
    assert [path.name for path in folder.iterdir() if path.name.startswith(".")] == []


@pytest.mark.usefixtures("browser_files")
def test_the_same_pages_give_the_same_scripts(tmp_path: Path) -> None:
    one, two = (publish(tmp_path / name) for name in ("one", "two"))
    for path in (one / "offline").iterdir():
        assert path.read_bytes() == (two / "offline" / path.name).read_bytes()


@pytest.mark.usefixtures("browser_files")
def test_scripts_are_few_and_of_moderate_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offline, "SCRIPT_BYTES", 20_000)
    words = " ".join(f"word{number}" for number in range(5_000))
    folder = publish(tmp_path / "fts", words, pages=20)
    sizes = [path.stat().st_size for path in listed(folder)]
    packed = sum(sizes)
    assert packed > 100_000
    assert max(sizes) <= 20_000 * 1.01
    assert len(sizes) <= packed / 20_000 * 2


def test_a_file_longer_than_a_script_has_one_to_itself(
    browser_files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(offline, "SCRIPT_BYTES", 10_000)
    (browser_files / "sql-wasm.wasm").write_bytes(bytes(30_000))
    folder = publish(tmp_path / "fts", sqljs=True)
    assert [list(files_in(path)) for path in listed(folder)][1] == ["sql-wasm.wasm"]


@pytest.mark.usefixtures("browser_files")
def test_a_later_build_takes_the_place_of_the_scripts_or_removes_them(tmp_path: Path) -> None:
    folder = publish(tmp_path / "fts", "first edition")
    publish(folder, "second edition")
    assert f"{published.read_manifest(folder)['db']}/0.bin" in {
        name for script in listed(folder) for name in files_in(script)
    }
    publish(folder, "second edition", for_disk=False)
    assert not (folder / "offline").exists()
    publish(folder, "second edition")
    assert (folder / "offline" / "files.js").is_file()


@pytest.mark.parametrize(("flat", "hinted"), [(False, True), (True, False)])
def test_a_build_says_which_setting_links_need_from_disk(tmp_path: Path, *, flat: bool, hinted: bool) -> None:
    write_project(tmp_path, {"index.md": "# Home"}, {"offline": True}, use_directory_urls=not flat)
    build = mkdocs_build(tmp_path, tmp_path / "site", "--strict")
    assert build.returncode == 0, build.log
    assert (tmp_path / "site" / "fts" / "offline" / "dialog.js").is_file()
    assert ("set `use_directory_urls: false`" in build.log) == hinted


def test_without_the_option_nothing_is_published_twice(tmp_path: Path) -> None:
    write_project(tmp_path, {"index.md": "# Home"})
    build = mkdocs_build(tmp_path, tmp_path / "site", "--strict")
    assert build.returncode == 0, build.log
    assert not (tmp_path / "site" / "fts" / "offline").exists()
