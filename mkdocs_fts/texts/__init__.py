"""What the dialog says, a file for each language, and a site's own texts in their place.

`en.json` is the model: it has all keys, and each text the placeholders that it can have. The browser puts the texts
together (`js/src/dialog/languages.ts`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

EVERY_LANGUAGE = "*"
PLURAL_FORMS = ("zero", "one", "two", "few", "many", "other")

_FOLDER = Path(__file__).parent
LANGUAGES = frozenset(file.stem for file in _FOLDER.glob("*.json"))

_TAG = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*")
_PLACEHOLDER = re.compile(r"\{\w+\}")


@cache
def _read(language: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((_FOLDER / f"{language}.json").read_text("utf-8"))
    return found


def english() -> dict[str, Any]:
    """The English texts: strings, forms of a number (`{"one": …, "other": …}`) and groups of texts."""
    return _read("en")


def chosen(locale: str, own: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The texts for a locale (`pt_BR`), with a site's `own` as `overrides` gives them: what the browser shows too."""
    tag = _canonical(locale)
    language, *_ = tag.split("-")
    script = ["zh-Hant"] if re.search("^zh-.*(TW|HK|MO)", tag) else []
    line = [tag, *script, language]
    found = next((_read(name) for name in line if name in LANGUAGES), english())
    for name in (EVERY_LANGUAGE, *reversed(line)):
        found = {**found, **own.get(name, {})}
    return found


def overrides(option: Mapping[Any, Any]) -> dict[str, dict[str, Any]]:
    """A site's own texts by language tag; those for every language under `*`.

    In `option` the latter stand at the top, beside mappings under a language's tag. Raises `ValueError`, which names
    the key, where there is no such text or it has the wrong shape.
    """
    found: dict[str, dict[str, Any]] = {}
    general = {}
    for name, value in option.items():
        # YAML takes `no` for the opposite of yes.
        key = "no" if name is False else str(name)
        if key not in english() and isinstance(value, Mapping) and _TAG.fullmatch(key):
            found[_canonical(key)] = _checked(value, english(), f"{key}.")
        else:
            general[key] = value
    if general:
        found[EVERY_LANGUAGE] = _checked(general, english(), "")
    return found


def _canonical(tag: str) -> str:
    """A tag in the letters that are usual: `pt-BR`, `zh-Hant`."""
    language, *parts = tag.replace("_", "-").split("-")
    return "-".join([language.lower(), *(part.title() if len(part) == 4 else part.upper() for part in parts)])


def _checked(own: Mapping[Any, Any], model: Mapping[str, Any], path: str) -> dict[str, Any]:
    found = {}
    for key, value in own.items():
        if key not in model:
            near = get_close_matches(str(key), model) or list(model)
            raise ValueError(f"'{path}{key}' is no text of the dialog; near: {', '.join(near)}")
        found[key] = _fitting(value, model[key], f"{path}{key}")
    return found


def _fitting(value: object, model: Any, path: str) -> Any:
    """`value` in the shape of `model`."""
    if isinstance(model, str):
        return _text(value, model, path)
    if "other" not in model:
        if not isinstance(value, Mapping):
            raise ValueError(f"'{path}': {value!r} is no mapping; use {', '.join(model)} below it")
        return _checked(value, model, f"{path}.")
    if isinstance(value, str):
        return {"other": _text(value, model["other"], path)}
    if not isinstance(value, Mapping) or "other" not in value:
        raise ValueError(f"'{path}' takes a text, or one for each form of the number: {{one: …, other: …}}")
    for form in value:
        if form not in PLURAL_FORMS:
            raise ValueError(f"'{path}.{form}' is no form of a number; use {', '.join(PLURAL_FORMS)}")
    return {form: _text(text, model["other"], f"{path}.{form}") for form, text in value.items()}


def _text(value: object, model: str, path: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"'{path}': {value!r} is no text; put it between quotation marks")
    known = _PLACEHOLDER.findall(model)
    for name in _PLACEHOLDER.findall(value):
        if name not in known:
            raise ValueError(f"'{path}': {name} stands for nothing here; {_there_are(known)}")
    return value


def _there_are(placeholders: list[str]) -> str:
    return f"there are {', '.join(placeholders)}" if placeholders else "this text has no placeholders"
