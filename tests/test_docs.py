"""The documentation says what the code does."""

from __future__ import annotations

import json
import re
import runpy

import pytest
import yaml
from click.testing import CliRunner

from mkdocs_fts.cli import main
from mkdocs_fts.config import FtsConfig
from tests.support.sites import ROOT

OPTIONS = runpy.run_path(str(ROOT / "docs" / "write_options.py"))


def test_options_page_is_up_to_date() -> None:
    assert (ROOT / "docs" / "options.md").read_text("utf-8") == OPTIONS["page"](), "run docs/write_options.py"


def test_every_option_is_documented() -> None:
    documented = dict(OPTIONS["documented"]("FtsConfig"))
    assert list(documented) == [name for name, _ in FtsConfig._schema]
    assert [name for name, text in documented.items() if not text] == []


@pytest.mark.parametrize("page", ["README.md", "docs/languages.md"])
def test_options_in_the_documentation_are_valid(page: str) -> None:
    blocks = re.findall(r"```yaml\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL)
    plugins = [plugin for block in blocks for plugin in next(yaml.safe_load_all(block)).get("plugins", [])]
    options = [plugin["fts"] for plugin in plugins if plugin != "fts"]
    assert options
    for option in options:
        config = FtsConfig()
        config.load_dict(option)
        assert config.validate() == ([], [])


@pytest.mark.parametrize("command", sorted(main.commands))
def test_every_command_is_in_the_readme(command: str) -> None:
    assert f"mkdocs-fts {command}" in (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("command", sorted(main.commands))
def test_every_command_option_has_help(command: str) -> None:
    result = CliRunner().invoke(main, [command, "--help"])
    assert result.exit_code == 0
    described = re.findall(r"^  (--\S+)(.*)$", result.output, re.MULTILINE)
    assert described
    assert [name for name, text in described if not text.strip()] == []


@pytest.mark.parametrize("page", ["index-format.md", "javascript.md"])
def test_json_in_the_documentation_is_json(page: str) -> None:
    blocks = re.findall(r"```json\n(.*?)```", (ROOT / "docs" / page).read_text("utf-8"), re.DOTALL)
    assert blocks
    for block in blocks:
        json.loads(block)
