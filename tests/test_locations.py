"""Which index belongs to a folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from mkdocs_fts import IndexNotReadable
from mkdocs_fts.locations import default_database, index_of, nearest_index, site_folder

pytestmark = pytest.mark.usefixtures("cache")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "docs" / "deep").mkdir(parents=True)
    return folder


def build(site: Path) -> Path:
    (site / "fts").mkdir(parents=True)
    (site / "fts" / "manifest.json").write_text("{}")
    return site / "fts"


def configure(folder: Path, text: str = "site_name: Test\n", name: str = "mkdocs.yml") -> Path:
    (folder / name).write_text(text, "utf-8")
    return folder / name


def indexed(folder: Path) -> Path:
    """The folder, as if `mkdocs-fts index` had read it."""
    path = default_database(folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    return path


class TestDefaultDatabase:
    def test_it_is_in_the_cache_and_named_after_the_folder(self, project: Path, cache: Path) -> None:
        path = default_database(project)
        assert path.is_relative_to(cache)
        assert path.name.startswith("project-")
        assert path.suffix == ".sqlite3"
        assert not path.parent.exists()

    def test_it_is_the_same_whatever_way_the_folder_is_written(
        self, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(project)
        (project.parent / "link").symlink_to(project)
        ways = [project, Path(), Path("docs/.."), project.parent / "link"]
        assert len({default_database(way) for way in ways}) == 1

    def test_folders_of_one_name_have_one_each(self, tmp_path: Path) -> None:
        one, other = tmp_path / "a" / "notes", tmp_path / "b" / "notes"
        assert default_database(one) != default_database(other)

    @pytest.mark.parametrize("name", ["with space & more", "ñandú", "..x", "a" * 200, "日本", "?*"])
    def test_its_name_is_one_that_files_can_have(self, tmp_path: Path, name: str) -> None:
        path = default_database(tmp_path / name)
        assert len(path.name) < 80
        assert not set(path.name) & set(' /\\?*&:"<>|')
        assert not path.name.startswith(".")

    def test_the_root_has_one(self) -> None:
        assert default_database(Path("/")).name.startswith("root-")


class TestIndexOf:
    def test_a_site(self, tmp_path: Path) -> None:
        fts = build(tmp_path / "site")
        assert index_of(tmp_path / "site") == index_of(fts) == fts

    @pytest.mark.parametrize("name", ["mkdocs.yml", "mkdocs.yaml"])
    def test_a_project_by_its_site(self, project: Path, name: str) -> None:
        configure(project, name=name)
        fts = build(project / "site")
        assert index_of(project) == fts

    def test_a_folder_that_was_indexed(self, project: Path) -> None:
        assert index_of(project) is None
        assert indexed(project) == index_of(project)

    def test_a_site_goes_before_what_was_indexed(self, project: Path) -> None:
        configure(project)
        database = indexed(project)
        assert index_of(project) == database
        fts = build(project / "site")
        assert index_of(project) == fts


class TestNearest:
    def test_it_is_looked_for_upwards(self, project: Path) -> None:
        configure(project)
        fts = build(project / "site")
        assert nearest_index(project / "docs" / "deep") == fts

    def test_the_nearer_counts(self, project: Path) -> None:
        configure(project)
        build(project / "site")
        database = indexed(project / "docs")
        assert nearest_index(project / "docs" / "deep") == database

    def test_a_site_that_is_not_built_is_named(self, project: Path) -> None:
        config = configure(project)
        indexed(project.parent)
        with pytest.raises(IndexNotReadable) as caught:
            nearest_index(project / "docs")
        assert str(caught.value) == (
            f"no index in {project / 'site'}, the site of {config}: run `mkdocs build` with the plugin `fts`, "
            f"or `mkdocs-fts index {project / 'docs'}`"
        )

    def test_nothing_at_all_is_an_error_that_says_how_to_make_one(self, project: Path) -> None:
        with pytest.raises(IndexNotReadable, match=f"no index for {project}: .* run `mkdocs-fts index {project}`"):
            nearest_index(project)


class TestSiteFolder:
    def test_the_default(self, project: Path) -> None:
        assert site_folder(configure(project)) == project / "site"

    @pytest.mark.parametrize(
        "text",
        [
            "site_dir: public/out",
            "site_dir: !ENV [NOT_SET_ANYWHERE, public/out]",
            "markdown_extensions:\n- x: {f: !!python/name:no.such.thing }\nsite_dir: public/out",
            "plugins: [not-installed, fts]\nhooks: [gone.py]\nsite_dir: public/out",
            "site_dir: public/out\ntheme: !!python/object/apply:os.getcwd []",
        ],
    )
    def test_the_configured_one_whatever_else_there_is(self, project: Path, text: str) -> None:
        assert site_folder(configure(project, text)) == project / "public" / "out"

    def test_an_absolute_one(self, project: Path, tmp_path: Path) -> None:
        assert site_folder(configure(project, f"site_dir: {tmp_path / 'www'}")) == tmp_path / "www"

    def test_one_of_the_environment(self, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("WHERE_TO", "elsewhere")
        assert site_folder(configure(project, "site_dir: !ENV WHERE_TO")) == project / "elsewhere"

    def test_an_inherited_one(self, project: Path) -> None:
        (project / "base.yml").write_text("site_dir: inherited\n")
        assert site_folder(configure(project, "INHERIT: base.yml\n")) == project / "inherited"
        assert site_folder(configure(project, "INHERIT: base.yml\nsite_dir: own\n")) == project / "own"

    def test_a_configuration_that_inherits_itself_ends(self, project: Path) -> None:
        assert site_folder(configure(project, "INHERIT: mkdocs.yml\n")) == project / "site"

    @pytest.mark.parametrize("text", ["- a list", "", "42"])
    def test_a_configuration_without_settings(self, project: Path, text: str) -> None:
        assert site_folder(configure(project, text)) == project / "site"

    @pytest.mark.parametrize("text", ["a: [", "a: 'b", "\tx: y"])
    def test_a_configuration_that_cannot_be_read_is_named_in_one_line(self, project: Path, text: str) -> None:
        with pytest.raises(IndexNotReadable, match=r"^\S+mkdocs\.yml cannot be read: [^\n]+$"):
            site_folder(configure(project, text))
