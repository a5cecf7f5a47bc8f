"""The documentation says what the code does."""

from __future__ import annotations

import json
import re
import runpy
from inspect import Signature, signature

import click
import pytest
import yaml
from click.testing import CliRunner

from mkdocs_fts.cli import main
from mkdocs_fts.config import FtsConfig
from mkdocs_fts.index import Index
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


def test_the_properties_of_the_look_are_documented() -> None:
    layer = re.findall(r"@layer fts \{.*?\n\}", (ROOT / "theme" / "search" / "look.css").read_text("utf-8"), re.DOTALL)
    table = (ROOT / "docs" / "themes.md").read_text("utf-8").split("| property | what |")[1]
    assert set(re.findall(r"`(--fts-[\w-]+)`", table)) == set(re.findall(r"(--fts-[\w-]+):", "".join(layer)))


def test_the_parts_for_templates_and_the_pictures_in_the_documentation_exist() -> None:
    for page in ("README.md", "docs/themes.md"):
        text = (ROOT / page).read_text("utf-8")
        named = [ROOT / "theme" / "common" / name for name in re.findall(r"\bfts/\w+\.html", text)]
        named += [(ROOT / page).parent / name for name in re.findall(r"!\[[^]]*\]\(([^)]+)\)", text)]
        assert [path for path in named if not path.is_file()] == []
        assert named


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


def section(page: str, heading: str) -> str:
    """The text below a heading of the second level."""
    text = (ROOT / "docs" / page).read_text("utf-8")
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True)).get(heading, "")


@pytest.mark.parametrize("command", sorted(main.commands))
def test_every_command_is_documented_with_all_its_options(command: str) -> None:
    options = {
        name
        for parameter in main.commands[command].params
        if isinstance(parameter, click.Option)
        for name in parameter.opts
    }
    documented = re.findall(r"^\| `(--[a-z-]+)` \|", section("command.md", command), re.MULTILINE)
    assert set(documented) == options
    assert len(documented) == len(set(documented))


def test_every_method_is_documented_with_its_signature() -> None:
    documented = dict(re.findall(r"^\| `([a-z]+)\((.*?)\)` \|", section_of_methods(), re.MULTILINE))
    methods = {name: method for name, method in vars(Index).items() if not name.startswith("_")}
    assert documented.keys() == methods.keys()
    for name, method in methods.items():
        parameters = [each.replace(annotation=each.empty) for each in signature(method).parameters.values()]
        assert str(Signature(parameters[1:])) == f"({documented[name]})"


def section_of_methods() -> str:
    return (ROOT / "docs" / "python.md").read_text("utf-8").partition("\n## ")[0]


@pytest.mark.parametrize("page", ["index-format.md", "javascript.md", "command.md", "mcp.md"])
def test_json_in_the_documentation_is_json(page: str) -> None:
    blocks = re.findall(r"```json\n(.*?)```", (ROOT / "docs" / page).read_text("utf-8"), re.DOTALL)
    assert blocks
    for block in blocks:
        json.loads(block)
