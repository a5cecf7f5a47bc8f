"""Files that MkDocs does not render."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mkdocs_fts import readers
from mkdocs_fts.document import LEFT_OUT
from mkdocs_fts.extract import extract
from mkdocs_fts.readers import Content, Unreadable


def read(name: str, text: str | bytes) -> Content:
    """The one document of a file."""
    [content] = readers.read(name, text.encode() if isinstance(text, str) else text)
    return content


def texts(name: str, text: str | bytes) -> list[tuple[str, str]]:
    """The anchors and texts of its passages."""
    return [(passage.anchor, passage.text) for passage in extract(read(name, text).html).passages]


def words(name: str, text: str | bytes) -> str:
    return "\n".join(text for _, text in texts(name, text))


# Markdown


def test_markdown_is_read_with_its_front_matter() -> None:
    content = read("a.md", "---\ntitle: Über  uns\nstatus: wip\n---\n# Head\n\ntext *here*\n")
    assert (content.title, content.meta["status"]) == ("Über uns", "wip")
    assert words("a.md", "---\ntitle: T\n---\n# Head\n\ntext *here*\n") == "Head\ntext here"


def test_front_matter_that_is_no_yaml_is_text_and_told() -> None:
    content = read("a.md", "---\nstatus: [x\n---\n# Head\n")
    assert content.meta == {}
    assert content.faults == [
        "front matter is no valid YAML (did not find expected ',' or ']'), so that it was ignored; write `key: value` "
        "lines"
    ]
    assert "status: [x" in words("a.md", "---\nstatus: [x\n---\n# Head\n")


def test_a_date_that_is_none_does_not_end_the_reading() -> None:
    assert "no valid YAML" in read("a.md", "---\ndate: 2026-13-01\n---\ntext\n").faults[0]


def test_headings_have_the_ids_of_github_or_their_own() -> None:
    text = "# Top\n\n## A *b* `c`?\n\n## a b c\n\n## Own {#mine .cls}\n\n## Mine\n\n## Größe & Maß\n"
    assert [anchor for anchor, _ in texts("a.md", text)] == ["", "a-b-c", "a-b-c-1", "mine", "mine-1", "größe--maß"]


def test_braces_in_a_heading_are_text_unless_they_are_attributes() -> None:
    assert words("a.md", "# GET /users/{id}\n\n## Set {a, b}\n") == "GET /users/{id}\nSet {a, b}"


def test_what_mkdocs_and_github_add_to_markdown_is_read() -> None:
    text = (
        '| a | b |\n|---|---|\n| c | d |\n\n- [x] done\n\nTerm\n: its definition\n\n!!! note "Careful"\n    inside\n\n'
        "Point[^1] ~~old~~\n\n[^1]: The footnote.\n"
    )
    assert words("a.md", text).split("\n") == [
        "a b", "c d", "done", "Term", "its definition", "Careful", "inside", "Point old", "The footnote."
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["> " * 60 + "last", "- " * 40 + "last", "\n".join(f"{'  ' * n}- item" for n in range(40)) + " last"],
    ids=["quotes", "lists in a line", "lists"],
)
def test_what_stands_deep_in_lists_and_quotes_is_read(text: str) -> None:
    assert words("a.md", text).endswith("last")


def test_a_section_of_markdown_can_be_excluded() -> None:
    text = "# Top\n\n## Out {: data-search-exclude }\n\ngone\n\n## In\n\n<div data-search-exclude>\n\ngone\n\n</div>\n"
    assert words("a.md", text) == f"Top\n{LEFT_OUT}\nIn\n{LEFT_OUT}"


# Plain text and HTML


def test_paragraphs_of_plain_text_keep_their_lines() -> None:
    assert words("a.txt", "one\r\n  two\r\n\r\n\r\nthree <b> & &amp;") == "one\n  two\nthree <b> & &amp;"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_marked_encodings_are_read(encoding: str) -> None:
    assert words("a.txt", "Größe".encode(encoding)) == "Größe"


def test_invalid_utf8_is_told_with_its_line() -> None:
    with pytest.raises(Unreadable, match=r"^line 2 is no valid UTF-8; save the file as UTF-8$"):
        read("a.txt", b"fine\nbad \xff byte")


def test_a_page_of_html_takes_its_heading_or_else_its_title() -> None:
    page = (
        "<!doctype html><html><head><title> The\n title</title><style>x</style></head><body>{}<p>text</p></body></html>"
    )
    assert read("a.html", page.format("<h1>Head</h1>")).title == ""
    assert read("a.html", page.format("")).title == "The title"
    assert words("a.html", page.format("<h1>Head</h1>")) == "Head\ntext"


# JSON


def test_json_is_text_under_its_keys() -> None:
    value = {
        "name": "Config",
        "server": {"host": "a.example <x>", "ports": [80, 443], "on": True, "none": None, "deep": [{"key": "v\n\nw"}]},
    }
    assert texts("a.json", json.dumps(value)) == [
        ("", "name: Config"),
        ("server", "server\nhost: a.example <x>\nports: 80, 443\non: true"),
        ("server/deep/1", "server › deep › 1\nkey: v\nw"),
    ]
    assert read("a.json", json.dumps(value)).title == "Config"


@pytest.mark.parametrize(
    ("text", "expect"), [('"just text"', "just text"), ("[]", ""), ("7", "7"), ('["a", ["b"]]', "a\nb")]
)
def test_any_json_is_read(text: str, expect: str) -> None:
    assert words("a.json", text) == expect


def test_json_keeps_whole_characters_of_halves() -> None:
    assert words("a.json", '"Go \\ud83d\\ude80 \\ud83d"') == "Go 🚀 �"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"a": ', "no valid JSON (Expecting value)"),
        ('{"a": 1,\n "b" 2}', "no valid JSON (Expecting ':' delimiter: line 2 column 6)"),
        ("[" * 100_000, "no valid JSON (nested too deep)"),
    ],
)
def test_invalid_json_is_told(text: str, reason: str) -> None:
    with pytest.raises(Unreadable) as told:
        read("a.json", text)
    assert str(told.value) == reason


def test_a_line_that_is_no_json_is_told_and_the_others_are_read() -> None:
    text = '{"a": "one"}\n\n{"a": \n{"a": "two"}\n'
    assert words("a.jsonl", text) == "1\na: one\n2\na: two"
    assert read("a.jsonl", text).faults == ["line 3 is no valid JSON (Expecting value); it is left out"]
    assert read("a.jsonl", f"{text}x\ny").faults == [
        "line 3 is no valid JSON (Expecting value); it and 2 more are left out"
    ]
    with pytest.raises(Unreadable, match="line 1 is no valid JSON"):
        read("a.jsonl", "x\ny\n")


# Transcripts

MESSAGES: list[dict[str, Any]] = [
    {"role": "system", "content": "secret orders"},
    {"role": "user", "content": [{"type": "text", "text": "How do <pumps> work?"}, {"type": "image", "data": "AAAA"}]},
    {"role": "assistant", "content": "They lift.\n\n# Water"},
]
PASSAGES = [
    ("message-1", f"system 1\n{LEFT_OUT}"),
    ("message-2", "user 2\nHow do <pumps> work?"),
    ("message-3", "assistant 3\nThey lift.\n# Water"),
]
LINES = "\n".join(map(json.dumps, MESSAGES))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", json.dumps(MESSAGES)),
        ("a.json", json.dumps({"messages": MESSAGES})),
        ("a.jsonl", LINES),
        ("a.jsonl", json.dumps({"messages": MESSAGES})),
        ("a.jsonl", json.dumps({"type": "session"}) + "\n" + "\n".join(json.dumps({"message": m}) for m in MESSAGES)),
    ],
)
def test_a_conversation_has_a_section_a_message_and_system_messages_are_masked(name: str, text: str) -> None:
    assert texts(name, text) == PASSAGES
    assert read(name, text).title == "How do <pumps> work?"


def test_a_conversation_may_have_a_title_and_a_date() -> None:
    content = read(
        "a.json", json.dumps({"title": "On pumps", "created_at": "2026-01-02T03:04:05Z", "messages": MESSAGES})
    )
    assert (content.title, content.meta) == ("On pumps", {"updated": "2026-01-02T03:04:05Z"})
    dated = [*MESSAGES, {"role": "user", "content": "Thanks", "timestamp": "2026-02-03T00:00:00Z"}]
    assert read("a.json", json.dumps(dated)).meta == {"updated": "2026-02-03T00:00:00Z"}


def test_a_long_first_line_is_cut_for_the_title() -> None:
    title = read("a.json", json.dumps([{"role": "user", "content": "word " * 50 + "\nmore"}])).title
    assert title == "word " * 15 + "word …"


def test_several_conversations_in_a_file_are_several_documents() -> None:
    found = readers.read("a.jsonl", "\n".join([json.dumps({"messages": MESSAGES})] * 2).encode())
    assert [content.number for content in found] == [1, 2]
    assert [content.number for content in readers.read("a.json", json.dumps([MESSAGES, MESSAGES]).encode())] == [1, 2]


def test_parts_within_parts_are_read() -> None:
    content = [{"type": "tool_result", "content": [{"type": "text", "text": "inner"}]}, "bare", {"text": None}]
    assert words("a.json", json.dumps([{"role": "user", "content": content}])) == "user 1\ninner\nbare"


def test_messages_without_text_keep_their_number() -> None:
    messages = [{"role": "assistant", "content": None}, {"role": "user", "content": "text"}]
    assert texts("a.json", json.dumps(messages)) == [("message-2", "user 2\ntext")]


def test_json_with_few_messages_among_its_entries_is_no_conversation() -> None:
    value = [{"role": "owner", "content": "x"}, {"a": "one"}, {"b": "two"}]
    assert "a: one" in words("a.json", json.dumps(value))


def test_other_files_are_read_as_text() -> None:
    assert words("STATE", "# no heading") == "# no heading"
