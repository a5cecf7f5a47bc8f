"""Which files of a folder are found."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from mkdocs_fts import files


def write(root: Path, *paths: str, text: str = "text") -> None:
    for path in paths:
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


def found(root: Path) -> list[str]:
    problems: list[tuple[str, str]] = []
    paths = sorted(file.path for file in files.walk(root, lambda *problem: problems.append(problem)))
    assert problems == []
    return paths


def test_files_have_their_path_size_and_date(tmp_path: Path) -> None:
    write(tmp_path, "a/b.md", text="four")
    os.utime(tmp_path / "a/b.md", ns=(5, 7))
    assert list(files.walk(tmp_path, pytest.fail)) == [files.File("a/b.md", 4, 7)]


def test_hidden_ones_and_node_modules_are_left_out(tmp_path: Path) -> None:
    write(tmp_path, "a.md", ".b.md", ".c/d.md", "node_modules/e.md", "f/node_modules/g.md", "f/h.md")
    assert found(tmp_path) == ["a.md", "f/h.md"]


def test_what_gitignore_names_is_left_out(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "b.log", "build/c.md", "sub/build/d.md", "only/x.md", "sub/only/y.md", "sub/keep.log")
    write(tmp_path, ".gitignore", text="# comment\n*.log\nbuild/\n/only\n!keep.log\n")
    assert found(tmp_path) == ["a.md", "sub/keep.log", "sub/only/y.md"]


def test_the_nearest_gitignore_counts(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "sub/a.md", "sub/b.md", "sub/deep/b.md", "other/b.md")
    write(tmp_path, ".gitignore", text="a.md")
    write(tmp_path, "sub/.gitignore", text="!a.md\n/b.md")
    assert found(tmp_path) == ["other/b.md", "sub/a.md", "sub/deep/b.md"]


def test_lines_that_are_no_patterns_are_passed_over(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "b.md")
    (tmp_path / ".gitignore").write_bytes(b"!\n\\\n\xff\xfe\nb.md")
    assert found(tmp_path) == ["a.md"]


def test_a_byte_order_mark_is_no_part_of_a_pattern(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "b.md")
    (tmp_path / ".gitignore").write_text("b.md\n", "utf-8-sig")
    assert found(tmp_path) == ["a.md"]


def test_gitignore_above_the_folder_counts_within_a_repository(tmp_path: Path) -> None:
    write(tmp_path, "repo/docs/a.md", "repo/docs/build/b.md", "repo/docs/drafts/c.md")
    write(tmp_path, "repo/.gitignore", text="build/\n/docs/drafts")
    write(tmp_path, ".gitignore", text="*.md")
    assert found(tmp_path / "repo/docs") == ["a.md", "build/b.md", "drafts/c.md"]
    (tmp_path / "repo/.git").mkdir()
    assert found(tmp_path / "repo/docs") == ["a.md"]


def test_a_folder_that_is_ignored_itself_can_be_asked_for(tmp_path: Path) -> None:
    write(tmp_path, "repo/notes/a.md")
    write(tmp_path, "repo/.gitignore", text="notes/")
    (tmp_path / "repo/.git").mkdir()
    assert found(tmp_path / "repo/notes") == ["a.md"]


def test_links_in_a_circle_and_to_nowhere_are_survived(tmp_path: Path) -> None:
    write(tmp_path, "a/b.md")
    (tmp_path / "a/loop").symlink_to(tmp_path)
    (tmp_path / "a/self.md").symlink_to("self.md")
    (tmp_path / "a/nowhere.md").symlink_to("missing.md")
    assert found(tmp_path) == ["a/b.md"]


def test_a_link_to_a_file_elsewhere_is_read_and_one_within_is_not(tmp_path: Path) -> None:
    write(tmp_path, "in/a.md", "out/b.md")
    (tmp_path / "in/same.md").symlink_to("a.md")
    (tmp_path / "in/other.md").symlink_to(tmp_path / "out/b.md")
    assert found(tmp_path / "in") == ["a.md", "other.md"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_pipes_and_sockets_are_no_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(tmp_path / "s.md"))
        assert found(tmp_path) == []


def test_a_folder_that_cannot_be_read_is_told_and_the_others_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "a.md", "closed/b.md")
    scandir = os.scandir

    def guarded(path: str) -> object:
        if path.rstrip("/").endswith("closed"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", guarded)
    problems: list[tuple[str, str]] = []
    paths = [file.path for file in files.walk(tmp_path, lambda *problem: problems.append(problem))]
    assert (paths, problems) == (["a.md"], [("closed/", "cannot be read: Permission denied")])


def test_a_name_that_is_no_utf8_is_told(tmp_path: Path) -> None:
    try:
        (tmp_path / os.fsdecode(b"\xff.md")).write_text("x")
    except OSError:
        pytest.skip("this file system has no such names")
    problems: list[tuple[str, str]] = []
    assert list(files.walk(tmp_path, lambda *problem: problems.append(problem))) == []
    assert problems == [("?.md", "has a name that is no valid UTF-8; rename it")]


def test_a_file_that_is_too_long_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_BYTES", 3_000_000)
    (tmp_path / "a.md").write_bytes(b"x" * 3_000_000)
    assert len(files.read(tmp_path / "a.md")) == 3_000_000
    (tmp_path / "a.md").write_bytes(b"x" * 3_000_001)
    with pytest.raises(OSError, match="longer than 3 MB; split it"):
        files.read(tmp_path / "a.md")
