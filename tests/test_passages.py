"""How a page's text is divided: by headings, by who wrote it, and by length."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_fts.document import Passage
from mkdocs_fts.extract import extract, invalid_selectors
from mkdocs_fts.passages import PASSAGE_CHARS

OPEN, CLOSE = "<!-- fts:auto -->", "<!-- /fts:auto -->"

# As mkdocstrings-python 1.x renders `::: rivers.client` with the Material templates' structure.
MKDOCSTRINGS = """
<h1 id="reference">Reference</h1><p>Read this first.</p>
<div class="doc doc-object doc-module"><a id="rivers.client"></a><div class="doc doc-contents first">
<p>Talks to the gateway.</p><div class="doc doc-children">
<div class="doc doc-object doc-class">
<h2 id="rivers.client.Client" class="doc doc-heading"><code>Client</code>
<a href="#rivers.client.Client" class="headerlink" title="Permanent link">&para;</a></h2>
<div class="doc doc-contents "><p>Bases: <code><a class="autorefs">Session</a></code></p>
<div class="doc doc-object doc-function">
<h3 id="rivers.client.Client.fetch_all" class="doc doc-heading"><code class="highlight language-python">
<span class="n">fetch_all</span><span class="p">(</span><span class="n">station</span><span class="p">)</span></code>
</h3>
<div class="doc doc-contents "><p>Every reading of a station.</p></div></div></div></div></div></div></div>
<p>Written by hand below.</p>
"""


def texts(html: str, *selectors: str) -> list[tuple[bool, str]]:
    return [(passage.generated, passage.text) for passage in extract(html, selectors).passages]


def joined(html: str) -> str:
    return "\n".join(passage.text for passage in extract(html).passages)


def test_each_heading_begins_a_passage() -> None:
    html = '<p>top</p><h2 id="a">A <b>x</b></h2><p>one</p><p>two</p><h4 id="b">B</h4>'
    assert extract(html).passages == [
        Passage("", "", 0, False, "top"),
        Passage("a", "A x", 2, False, "A x\none\ntwo"),
        Passage("b", "B", 4, False, "B"),
    ]


def test_the_pages_own_heading_links_to_the_top() -> None:
    html = '<h1 id="page">Page</h1><h1 id="second">Second</h1>'
    assert [(p.anchor, p.title) for p in extract(html).passages] == [("", "Page"), ("second", "Second")]


def test_a_first_heading_below_text_keeps_its_anchor() -> None:
    assert [p.anchor for p in extract('<p>text</p><h1 id="page">Page</h1>').passages] == ["", "page"]


def test_text_below_an_empty_heading_can_be_linked_to() -> None:
    html = '<h2 id="a">A</h2><h3 id="empty"><a class="headerlink">#</a></h3><p>text</p>'
    assert extract(html).passages[1] == Passage("empty", "", 0, False, "text")


def test_selectors_mark_generated_blocks() -> None:
    html = "<p>a</p><div class='gen'><p>b</p><div class='gen'>c</div>d</div><p>e</p><p id='x'>f</p>"
    assert texts(html, ".gen", "#x") == [(False, "a"), (True, "b\nc\nd"), (False, "e"), (True, "f")]


def test_comments_mark_generated_blocks() -> None:
    assert texts(f"<p>a</p>{OPEN}<p>b</p><!--fts:auto?-->{CLOSE}<p>c</p>") == [(False, "a"), (True, "b"), (False, "c")]


def test_comments_count_at_the_very_beginning_of_a_page() -> None:
    assert texts(f"{OPEN}\n<p>a</p>\n{CLOSE}<p>b</p>") == [(True, "a"), (False, "b")]


def test_comments_count_within_a_paragraph() -> None:
    assert texts(f"<p>a {OPEN} b {CLOSE} c</p>") == [(False, "a"), (True, "b"), (False, "c")]


def test_comments_may_be_nested() -> None:
    html = f"{OPEN}<p>a</p>{OPEN}<p>b</p>{CLOSE}<p>c</p>{CLOSE}<p>d</p>"
    assert texts(html) == [(True, "a\nb\nc"), (False, "d")]
    assert extract(html).faults == []


def test_a_selected_block_within_comments_does_not_end_them() -> None:
    html = f"{OPEN}<p>a</p><div class='gen'>b</div><p>c</p>{CLOSE}<p>d</p>"
    assert texts(html, ".gen") == [(True, "a\nb\nc"), (False, "d")]


def test_a_comment_that_is_never_closed_is_a_fault_and_reaches_to_the_end() -> None:
    html = f"<p>a</p>{OPEN}<p>b</p><h2>C</h2><p>d</p>"
    assert texts(html) == [(False, "a"), (True, "b"), (True, "C\nd")]
    assert extract(html).faults == ["<!-- fts:auto --> is never closed; add <!-- /fts:auto -->"]


def test_a_closing_comment_alone_is_a_fault() -> None:
    html = f"<p>a</p>{CLOSE}<p>b</p>"
    assert texts(html) == [(False, "a\nb")]
    assert extract(html).faults == ["<!-- /fts:auto --> without <!-- fts:auto --> before it"]


def test_text_after_a_generated_block_stays_under_its_heading() -> None:
    html = f'<h2 id="s">S</h2><p>a</p>{OPEN}<p>b</p>{CLOSE}<p>c</p>'
    assert [(p.anchor, p.title, p.level, p.text) for p in extract(html).passages] == [
        ("s", "S", 2, "S\na"),
        ("s", "S", 0, "b"),
        ("s", "S", 0, "c"),
    ]


def test_the_output_of_mkdocstrings_is_generated() -> None:
    passages = extract(MKDOCSTRINGS, [".doc-object"]).passages
    written = "\n".join(p.text for p in passages if not p.generated)
    generated = "\n".join(p.text for p in passages if p.generated)
    assert written == "Reference\nRead this first.\nWritten by hand below."
    assert generated == (
        "Talks to the gateway.\nClient\nBases: Session\nfetch_all(station)\nEvery reading of a station."
    )
    assert "rivers.client.Client.fetch_all" in {p.anchor for p in passages if p.title == "fetch_all(station)"}


@pytest.mark.parametrize(
    ("selector", "valid"),
    [(".a > b[c='d']", True), ("#a:not(.b), c", True), ("..a", False), ("", False), ("a[", False)],
)
def test_invalid_selectors_are_told(selector: str, valid: bool) -> None:
    assert invalid_selectors([".fine", selector]) == ([] if valid else [selector])


def test_a_long_section_is_several_passages_of_one_heading() -> None:
    paragraphs = [f"Paragraph {number} " + "word " * 100 for number in range(50)]
    html = '<h2 id="long">Long</h2>' + "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    passages = extract(html).passages
    assert 10 <= len(passages) <= 14
    assert {(p.anchor, p.title) for p in passages} == {("long", "Long")}
    assert [p.level for p in passages] == [2] + [0] * (len(passages) - 1)
    assert all(len(p.text) < 2 * PASSAGE_CHARS for p in passages)
    assert "\n".join(p.text for p in passages) == "\n".join(["Long", *(p.strip() for p in paragraphs)])


def test_a_long_paragraph_is_cut_at_spaces() -> None:
    words = [f"w{number}" for number in range(20_000)]
    passages = extract(f"<p>{' '.join(words)}</p>").passages
    assert all(len(p.text) <= 3 * PASSAGE_CHARS for p in passages)
    assert " ".join(p.text for p in passages).split() == words


def test_a_long_listing_is_cut_at_line_ends() -> None:
    listing = "\n".join(f"    line {number}\n" for number in range(2_000)).strip("\n")
    html = f"<pre><code>{listing}</code></pre>"
    assert len(extract(html).passages) > 3
    assert joined(html) == listing


@given(st.lists(st.integers(0, 3 * PASSAGE_CHARS), max_size=8), st.sampled_from(["p", "pre"]))
def test_passages_joined_give_the_text_back(lengths: list[int], tag: str) -> None:
    words = [f"{'x' * length}{number}" for number, length in enumerate(lengths)]
    assert joined(f"<{tag}>{' '.join(words)}</{tag}>").split() == words
    assert joined("".join(f"<{tag}>{word}</{tag}>" for word in words)) == "\n".join(words)


@pytest.mark.parametrize(
    ("html", "passages"),
    [
        ("<p>" + "x" * 10_000_000, 1),
        ("<p>" + "word " * 2_000_000, 2500),
        ("<pre>" + "line\n" * 2_000_000, 2500),
        ("<p>" + "<b>x</b> " * 500_000, 250),
    ],
    ids=["no white space", "spaces", "lines", "elements"],
)
def test_ten_megabytes_are_read_in_seconds(html: str, passages: int) -> None:
    begin = time.monotonic()
    found = extract(html).passages
    assert len(found) == pytest.approx(passages, rel=0.6)
    assert sum(len(p.text) for p in found) > 990_000
    assert time.monotonic() - begin < 20


PIECES = re.findall(
    "<[^>]*>|[^<>]+",
    "<p></p><h1></h1><h2 id=x></h2><h2 data-search-exclude><pre></pre><table><td></table><br><b></b><img alt=x>"
    "<div class=gen></div><a class=headerlink><script></script><svg><template><select><option><body></html>"
    "text<!--x-->\n<b> <i>&",
)


@given(
    st.lists(st.sampled_from([*PIECES, OPEN, CLOSE, "<!--", "-->", "<"]) | st.text(max_size=5), max_size=30).map(
        "".join
    )
)
def test_whatever_comes_is_read(html: str) -> None:
    result = extract(html, [".gen"])
    assert len(result.passages) == 1 or all(passage.text for passage in result.passages)
    for passage in result.passages:
        assert not passage.level or passage.text.split("\n")[0] == passage.title


def test_deep_nesting_is_read() -> None:
    html = "<div class='gen'><span>" * 25_000 + "deep <a class='headerlink'>x</a>" + "</span></div>" * 25_000
    assert texts(f"{html}<p>after</p>", ".gen") == [(True, "deep"), (False, "after")]
