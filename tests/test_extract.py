from __future__ import annotations

import pytest

from mkdocs_fts.alphabet import Alphabet
from mkdocs_fts.document import LEFT_OUT
from mkdocs_fts.extract import extract
from mkdocs_fts.text import prepare
from tests.support.render import render

CODE = 'def fetch(url: str) -> bytes:\n    """Get it."""\n    return client.fetch_all(url)[0]  # 1st'
FENCED = f"```python\n{CODE}\n```\n"


def text_of(html: str) -> str:
    return "\n".join(passage.text for passage in extract(html).passages)


def test_inline_elements_add_nothing() -> None:
    assert text_of("<p>un<b>believ</b>able <code>client<span>.</span>fetch_all</code><wbr>()</p>") == (
        "unbelievable client.fetch_all()"
    )


def test_blocks_break_lines() -> None:
    assert text_of("<div>one<p>two</p>three</div><section>four</section>five<br>six<hr>seven") == (
        "one\ntwo\nthree\nfour\nfive\nsix\nseven"
    )


def test_white_space_is_one_space_outside_of_pre() -> None:
    assert text_of("<p>  one \n\t two&nbsp;three </p>\n\n<p> </p>") == "one two three"


def test_pre_keeps_its_lines_and_indentation() -> None:
    assert text_of("<p>a</p><pre>\n\n  if x:\n\n\treturn\n</pre><p>b</p>") == "a\n  if x:\n\n\treturn\nb"


def test_entities_are_read() -> None:
    assert text_of("<p>a &lt;b&gt; &amp;&#x20;c &eacute;</p>") == "a <b> & c é"


def test_paragraphs_lists_and_tables_come_out() -> None:
    html = render(
        "Para *one*.\n\n- item **a**\n- item b\n    1. deep\n\nTerm\n:   Meaning\n\n| x | y |\n|---|---|\n| 1 | 2 |\n"
    )
    assert text_of(html) == "Para one.\nitem a\nitem b\ndeep\nTerm\nMeaning\nx y\n1 2"


def test_admonitions_and_details_come_out() -> None:
    html = render(
        '!!! warning "Mind the gap"\n    Inside.\n\n??? note "Folded"\n    Hidden text.\n', "pymdownx.details"
    )
    assert text_of(html) == "Mind the gap\nInside.\nFolded\nHidden text."


@pytest.mark.parametrize("alternate", [True, False])
def test_tabs_come_out_with_their_labels(alternate: bool) -> None:
    text = '=== "Linux"\n\n    apt install\n\n=== "macOS"\n\n    brew install\n'
    html = render(text, "pymdownx.tabbed", pymdownx__tabbed={"alternate_style": alternate})
    assert set(text_of(html).split("\n")) == {"Linux", "macOS", "apt install", "brew install"}


def test_image_alternatives_and_link_texts_come_out() -> None:
    html = render("See ![a gauge](x.png) and [the manual](y.md) at <https://example.org/z>.")
    assert text_of(html) == "See a gauge and the manual at https://example.org/z."


def test_an_image_alternative_is_not_glued_to_the_words_around_it() -> None:
    assert text_of('<p>before<img alt="middle">after<img src="x"></p>') == "before middle after"


def test_footnotes_come_out_without_their_marks() -> None:
    assert text_of(render("Word[^1] on.\n\n[^1]: The note.")) == "Word on.\nThe note."


@pytest.mark.parametrize(
    "html",
    [
        "<script>let hidden</script>",
        "<style>.hidden {}</style>",
        "<template><p>hidden</p></template>",
        "<noscript>hidden</noscript>",
        "<svg><title>hidden</title><text>hidden</text></svg>",
        "<iframe>hidden</iframe>",
        "<object>hidden</object>",
        "<!-- hidden -->",
        '<a title="hidden" href="hidden"></a>',
    ],
)
def test_what_a_reader_does_not_see_stays_out(html: str) -> None:
    assert text_of(f"{html}<p>shown</p>{html}") == "shown"


def test_permalink_signs_stay_out() -> None:
    html = render("# One\n\n## Two\n\ntext", toc={"permalink": "link"})
    assert "headerlink" in html
    assert [(p.title, p.text) for p in extract(html).passages] == [("One", "One"), ("Two", "Two\ntext")]


def test_a_heading_that_is_its_own_link_stays() -> None:
    assert text_of(render("## Two", toc={"anchorlink": True})) == "Two"


HIGHLIGHTERS = {
    "codehilite": ("codehilite", {"codehilite": {"guess_lang": False}}),
    "codehilite, line numbers in a table": ("codehilite", {"codehilite": {"linenums": True}}),
    "codehilite, line numbers in lines": ("codehilite", {"codehilite": {"linenums": True, "linenos": "inline"}}),
    "pymdownx": ("pymdownx.superfences", {}),
    **{
        f"pymdownx, line numbers {style}, {'linked' if linked else 'plain'}": (
            "pymdownx.superfences",
            {
                "pymdownx__highlight": {
                    "linenums": True,
                    "linenums_style": style,
                    "anchor_linenums": linked,
                    "line_spans": "__span",
                    "linenums_special": 2,
                }
            },
        )
        for style in ("table", "inline", "pymdownx-inline")
        for linked in (True, False)
    },
}


@pytest.mark.parametrize("highlighter", HIGHLIGHTERS)
def test_highlighted_code_comes_out_as_typed(highlighter: str) -> None:
    extension, configs = HIGHLIGHTERS[highlighter]
    extensions = [extension, *(["pymdownx.highlight"] if extension.startswith("pymdownx") else [])]
    html = render(FENCED, *extensions, **configs)
    assert "<span" in html
    assert text_of(html) == CODE


@pytest.mark.parametrize(
    "numbers",
    [
        '<table><tr><td class="linenos"><pre>1\n2</pre></td><td class="code">x = 1</td></tr></table>',
        '<table><tr><td><div class="linenodiv"><pre>1\n2</pre></div></td><td class="code">x = 1</td></tr></table>',
        '<pre><span class="lineno"> 1 </span>x = 1</pre>',
        '<pre><span class="linenos special">1</span>x = 1</pre>',
    ],
)
def test_line_numbers_of_older_highlighters_stay_out(numbers: str) -> None:
    assert text_of(numbers) == "x = 1"


def test_highlighted_code_has_its_title() -> None:
    html = render(f'```python title="app.py"\n{CODE}\n```\n', "pymdownx.superfences", "pymdownx.highlight")
    assert text_of(html) == f"app.py\n{CODE}"


def test_highlighted_inline_code_comes_out_as_typed() -> None:
    html = render("Call `#!python client.fetch_all(x)`.", "pymdownx.inlinehilite", "pymdownx.highlight")
    assert "<span" in html
    assert text_of(html) == "Call client.fetch_all(x)."


def test_a_mark_stands_where_something_is_excluded() -> None:
    html = "<p>a</p><div data-search-exclude><p>b</p><p data-search-exclude>c</p></div>d <b data-search-exclude>e</b> f"
    assert text_of(html) == f"a\n{LEFT_OUT}\nd {LEFT_OUT} f"
    assert text_of("<table><tr><td>a<td data-search-exclude>b<td>c</table>") == f"a {LEFT_OUT} c"


def test_excluded_blocks_in_a_row_have_one_mark() -> None:
    html = "<p>a</p><p data-search-exclude>b</p><p data-search-exclude>c</p><h2 data-search-exclude>d</h2>"
    assert text_of(html) == f"a\n{LEFT_OUT}"


def test_signs_and_pictures_are_excluded_without_a_mark() -> None:
    html = "a<a data-search-exclude>¶</a><span data-search-exclude> </span><img data-search-exclude alt=x>"
    assert text_of(f"{html}<script data-search-exclude>x</script><svg data-search-exclude>x</svg> b") == "a b"


def test_titles_have_no_marks() -> None:
    result = extract("<p data-search-exclude>x</p><h1 id=t>Title <small data-search-exclude>new</small></h1>")
    assert result.heading == "Title"
    assert [(p.anchor, p.text) for p in result.passages] == [("", LEFT_OUT), ("", "Title")]


def test_a_page_that_is_excluded_whole_is_a_mark() -> None:
    assert text_of("<body data-search-exclude><p>a</p>") == LEFT_OUT


@pytest.mark.parametrize("written", [LEFT_OUT, "&#xFFFC;", "&#65532", "&#x00fffc;"])
def test_the_character_of_the_mark_is_dropped_from_pages(written: str) -> None:
    assert text_of(f"<p>a{written}b</p>") == "ab"
    assert text_of("<p>&#xFFFCA;</p>") == "\U000fffca"


def test_the_mark_separates_words_and_is_none() -> None:
    alphabet = Alphabet.of(f"a{LEFT_OUT}")
    assert prepare(f"pump{LEFT_OUT}water") == f"pump{LEFT_OUT}water"
    assert alphabet.tokens(prepare(f"pump{LEFT_OUT}water\n{LEFT_OUT}")) == ["pump", "water"]


def test_an_excluded_heading_takes_its_section_with_it() -> None:
    out = "## Out {: data-search-exclude }\n\ngone ![gone](x.png)\n\n### Below\n\ngone\n\n"
    html = render(f"# Page\n\nkept\n\n{out}## In\n\nkept too\n")
    assert text_of(html) == f"Page\nkept\n{LEFT_OUT}\nIn\nkept too"


def test_an_excluded_heading_ends_at_a_higher_one() -> None:
    html = "<h3 data-search-exclude>x</h3><p>x</p><h4 data-search-exclude>x</h4><p>x</p><h2>In</h2><p>kept</p>"
    assert text_of(html) == f"{LEFT_OUT}\nIn\nkept"


def test_excluded_headings_may_be_nested() -> None:
    html = "<h2 data-search-exclude>x</h2><h3 data-search-exclude>x</h3><h3>x</h3><p>x</p><h2>In</h2>"
    assert text_of(html) == f"{LEFT_OUT}\nIn"
    html = "<h3 data-search-exclude>x</h3><h2 data-search-exclude>x</h2><h3>x</h3><p>x</p><h2>In</h2>"
    assert text_of(html) == f"{LEFT_OUT}\nIn"


def test_the_first_h1_is_the_pages_heading() -> None:
    html = "<h2>Sub</h2><h1> The <em>page</em>\n title</h1><h1>Another</h1>"
    assert extract(html).heading == "The page title"
    assert extract("<h2>Sub</h2>").heading == ""


@pytest.mark.parametrize("html", ["", " \n", "<!-- only a comment -->", "<script>x</script>", "<p></p>"])
def test_a_page_without_text_is_one_empty_passage(html: str) -> None:
    assert [(p.text, p.anchor) for p in extract(html).passages] == [("", "")]
    assert extract(html).faults == []


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>one <b>two <i>three</b> four</i> five", "one two three four five"),
        ("<table><tr><td>a<td>b<p>c</table>d", "a b\nc\nd"),
        ("</div></p>stray<div", "stray"),
        ('<p class="x>lost</p>', ""),
        ("a < b & c", "a < b & c"),
        ("<h2>head<p>para</h2>rest", "head para\nrest"),
        ("<h1><span>one<h2>two</h2></span></h1>three", "one two\nthree"),
    ],
)
def test_broken_html_is_read_as_a_browser_would(html: str, text: str) -> None:
    assert text_of(html) == text


@pytest.mark.parametrize(
    ("html", "fault"),
    [
        (
            "<p>a</p><script>let b",
            "<script> is never closed: the text after it cannot be seen or found; close it with </script>",
        ),
        (
            "<STYLE>p {}<p>a</p>",
            "<style> is never closed: the text after it cannot be seen or found; close it with </style>",
        ),
        ("<script>1</script><textarea>a", "close it with </textarea>"),
        ("</script><script>a", "close it with </script>"),
        (
            "<p>a</p><!-- b <p>c</p>",
            "a comment <!-- is never closed: the text after it cannot be seen or found; close it with -->",
        ),
    ],
)
def test_what_hides_the_rest_of_a_page_is_a_fault(html: str, fault: str) -> None:
    (found,) = extract(html).faults
    assert found.endswith(fault)


@pytest.mark.parametrize(
    "html",
    [
        "<script>document.write('<script src=\"x\"><\\/script>')</script><p>shown</p>",
        "<!-- <script> --><p>shown</p>",
        "<script>if (a <!--b) {}</script><p>shown</p>",
        "<!----><!--><p>shown</p>",
        "<SCRIPT>x</Script ><p>shown</p>",
        render("shown\n\n`<script>` and `<!--`"),
    ],
)
def test_what_only_looks_unclosed_is_no_fault(html: str) -> None:
    result = extract(html)
    assert result.faults == []
    assert "shown" in result.passages[0].text


def test_the_body_of_a_whole_document_is_read() -> None:
    assert text_of("<html><head><title>hidden</title></head><body class='x'><p>shown</p></body></html>") == "shown"


def test_an_attribute_that_is_never_closed_is_named() -> None:
    faults = extract('<p>one</p>\n<p title="never closed>two</p>\n<p>three</p>').faults
    assert faults == [
        "an attribute's quotation mark is never closed: the text after it cannot be seen or found; close it"
    ]
    assert extract('<p title="a > b" class=\'c\'>one = "two</p> <p>a < b="c</p>').faults == []
