from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host import text
from host.text import FOLD_MARK, TextSize, Untrusted, log_record

ESCAPE = re.compile("⟨U\\+([0-9A-F]{4,6})⟩")
NAMED_IN_SECURITY_ROW_5 = [0x3164, 0x115F, 0x1160, 0x2800, 0x034F, 0xFFA0]
VARIATION_SELECTORS = [*range(0x180B, 0x180E), 0x180F, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]
HIDDEN_CATEGORIES = ("Cc", "Cf", "Zl", "Zp", "Zs", "Co", "Cn", "Cs")
BLANK_LOOKING = [0xFFFC, 0x1D159, 0x16FE4, 0x1BC9D, *range(0x1DA9B, 0x1DAA0), 0x2D7F, 0x1107F]
TEXTS = st.text(max_size=60) | st.text("ab \n\t\r\\⟨⟩U+202E\u202e\u3008\u2039↳\u200b…", max_size=60)


def unescape(shown: str) -> str:
    return ESCAPE.sub(lambda found: chr(int(found[1], 16)), shown)


# The planes above hold ideographs, tags, private use, and what is not assigned: of those, some.
MOST = [*range(0x20000), *range(0x20000, sys.maxunicode, 97), *range(0xE0000, 0xE1000), sys.maxunicode]


@pytest.mark.parametrize(("newlines", "codes"), [(False, MOST), (True, range(0x3000))], ids=["one line", "lines"])
def test_s05_every_code_point_that_hides_is_escaped_and_every_other_is_left_alone(
    newlines: bool, codes: Sequence[int]
) -> None:
    ours = {ord("⟨"), ord(FOLD_MARK)}
    special = {*NAMED_IN_SECURITY_ROW_5, *VARIATION_SELECTORS, 0x17B4, 0x17B5, *BLANK_LOOKING, *ours} - {ord(" ")}
    kept = {ord("\n"), ord("\t")} if newlines else set()
    wrong = []
    for code in codes:
        category = unicodedata.category(chr(code))
        hides = code in special or (category in HIDDEN_CATEGORIES and code != ord(" "))
        letter = "a" if category in ("Mn", "Me") else ""  # a mark needs something to stand on
        wanted = f"⟨U+{code:04X}⟩" if hides and code not in kept else chr(code)
        if text.escape(letter + chr(code), newlines=newlines) != letter + wanted:
            wrong.append(hex(code))
    assert wrong == []


def test_s05_the_same_holds_in_one_text_of_them_beyond_what_is_remembered() -> None:
    everything = "".join(map(chr, sorted({*MOST})))
    shown = text.escape(everything)
    assert unescape(shown) == everything
    assert all(unicodedata.category(c) not in HIDDEN_CATEGORIES for c in set(shown) - {" "})


@pytest.mark.parametrize("blank", "\U0001d159\U00016fe4\U0001bc9d\U0001da9b\u00a0\u2007\u3000\ufffc")
def test_s05_letters_and_spaces_that_look_like_nothing_are_spelt_out(blank: str) -> None:
    assert text.escape(f"pay{blank}pal") == f"pay⟨U+{ord(blank):04X}⟩pal"
    assert text.one_line(f"pay{blank}pal", 80) == f"pay⟨U+{ord(blank):04X}⟩pal"


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("Z" + "\u0336" * 6, "Z" + "\u0336" * 6),
        ("Z" + "\u0336" * 8, "Z" + "\u0336" * 6 + "⟨U+0336⟩" * 2),
        ("Z" + "\u0300\u0489\u20dd\u0316" * 2 + "a", "Z\u0300\u0489\u20dd\u0316\u0300\u0489⟨U+20DD⟩⟨U+0316⟩a"),
        ("\u0336\u0336x", "⟨U+0336⟩⟨U+0336⟩x"),
        ("a \u0301b", "a ⟨U+0301⟩b"),
        ("a\u200b\u0301b", "a⟨U+200B⟩⟨U+0301⟩b"),
        ("e\u0301 vie\u0302\u0323t", "e\u0301 vie\u0302\u0323t"),
        ("\u05e9\u05c1\u05b8\u05bc\u0591\u05bd", "\u05e9\u05c1\u05b8\u05bc\u0591\u05bd"),
        (
            "\u0e17\u0e35\u0e48 \u0928\u092e\u0938\u094d\u0924\u0947",
            "\u0e17\u0e35\u0e48 \u0928\u092e\u0938\u094d\u0924\u0947",
        ),
    ],
)
def test_s05_marks_are_spelt_out_where_they_pile_up_or_are_on_nothing(raw: str, shown: str) -> None:
    assert text.escape(raw) == shown
    assert unescape(shown) == raw


@pytest.mark.parametrize("newlines", [False, True])
@given(raw=TEXTS)
def test_the_raw_text_can_be_told_from_the_shown_one(raw: str, newlines: bool) -> None:
    shown = text.escape(raw, newlines=newlines)
    assert unescape(shown) == raw
    assert text.escape(raw, newlines=newlines) == shown


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("plain text, with \\ and & and <b>", "plain text, with \\ and & and <b>"),
        ("pay\u202egnp.exe", "pay⟨U+202E⟩gnp.exe"),
        ("\x1b[8mhidden\r", "⟨U+001B⟩[8mhidden⟨U+000D⟩"),
        ("a\nb\tc", "a⟨U+000A⟩b⟨U+0009⟩c"),
        ("\U000e0041", "⟨U+E0041⟩"),
        ("\ud800", "⟨U+D800⟩"),
        ("⟨U+202E⟩", "⟨U+27E8⟩U+202E⟩"),
        ("〈U+202E〉 and 〈book〉", "⟨U+3008⟩U+202E〉 and 〈book〉"),
        ("\u2039u+41", "⟨U+2039⟩u+41"),
        ("↳ not a fold", "⟨U+21B3⟩ not a fold"),
        ("naïve 中文 \u00a0🙂", "naïve 中文 ⟨U+00A0⟩🙂"),
    ],
)
def test_s08_what_a_terminal_or_a_reader_would_mistake_is_spelt_out(raw: str, shown: str) -> None:
    assert text.escape(raw) == shown


def test_only_line_feeds_and_tabs_stay_where_many_lines_are_shown() -> None:
    assert text.escape("a\n\tb\r\n\x0b\x85\u2028", newlines=True) == "a\n\tb⟨U+000D⟩\n⟨U+000B⟩⟨U+0085⟩⟨U+2028⟩"


def test_untrusted_text_gives_its_raw_form_only_when_asked() -> None:
    stranger = Untrusted("a\u202eb\n")
    assert stranger.raw() == "a\u202eb\n"
    for shown in (str(stranger), f"{stranger}", f"{stranger!s}", "{}".format(stranger), "%s" % stranger):  # noqa: UP031, UP032  # each way a text gets out
        assert shown == "a⟨U+202E⟩b⟨U+000A⟩"
    assert repr(stranger) == f"{stranger!r}" == "Untrusted('a⟨U+202E⟩b⟨U+000A⟩')"
    assert "\u202e" not in repr([stranger])


def test_untrusted_text_is_a_value_and_refuses_formats_that_cut() -> None:
    assert list(Untrusted("a\x1b").__rich_repr__()) == [("", "a⟨U+001B⟩")]
    assert Untrusted("a") == Untrusted("a")
    assert Untrusted("a") != Untrusted("b")
    assert len({Untrusted("a"), Untrusted("a")}) == 1
    with pytest.raises(AttributeError):
        Untrusted("a")._text = "b"  # type: ignore[misc]  # noqa: SLF001  # the point
    with pytest.raises(TypeError, match="one_line"):
        format(Untrusted("abc"), ".1")


@pytest.mark.parametrize(
    ("raw", "limit", "shown"),
    [
        ("", 5, ""),
        ("abcde", 5, "abcde"),
        ("abcdef", 5, "abcde⟨… 1 more character⟩"),
        ("a" * 2005, 5, "aaaaa⟨… 2,000 more characters⟩"),
        ("a\nb", 20, "a⟨U+000A⟩b"),
        ("a\nb", 9, "a⟨U+000A⟩⟨… 1 more character⟩"),
        ("a\nb", 8, "a⟨… 2 more characters⟩"),
        ("\u202e" * 3, 5, "⟨… 3 more characters⟩"),
        ("〈U+1", 1, "⟨… 4 more characters⟩"),
        ("abc⟩⟨", 4, "abc⟩⟨… 1 more character⟩"),
    ],
)
def test_s07_a_line_is_never_cut_without_saying_how_much_is_missing(raw: str, limit: int, shown: str) -> None:
    assert text.one_line(raw, limit) == shown


@given(TEXTS, st.integers(1, 40))
def test_s07_what_a_line_shows_and_what_it_counts_add_up(raw: str, limit: int) -> None:
    shown = text.one_line(raw, limit)
    cut = re.fullmatch(r"(?s)(.*)⟨… ([\d,]+) more characters?⟩", shown)
    left = int(cut[2].replace(",", "")) if cut else 0
    kept = unescape(cut[1] if cut else shown)
    assert len(cut[1] if cut else shown) <= limit
    assert raw.startswith(kept)
    assert len(kept) + left == len(raw)
    assert "\n" not in shown


@given(TEXTS, st.integers(text.MIN_WIDTH, 30))
def test_a_fold_adds_marked_breaks_and_nothing_else(raw: str, width: int) -> None:
    shown = text.escape(raw, newlines=True)
    folded = text.fold(shown, width)
    assert folded.replace(f"\n{FOLD_MARK}", "") == shown
    assert all(len(line) <= width for line in folded.split("\n"))
    assert len(ESCAPE.findall(folded)) == len(ESCAPE.findall(shown))


def test_a_fold_shows_which_breaks_are_its_own() -> None:
    assert text.fold("a" * 20 + "\nb", 16) == "a" * 16 + "\n↳" + "a" * 4 + "\nb"
    assert text.fold("a" * 10 + "⟨U+202E⟩b", 16) == "a" * 10 + "\n↳⟨U+202E⟩b"


@pytest.mark.parametrize(
    ("line", "folded"),
    [
        ("the servers say this", "the servers say \n↳this"),
        ("the servers saythis", "the servers \n↳saythis"),
        ("a bcdefghijklmnopqr", "a bcdefghijklmno\n↳pqr"),  # the blank is too far away
        ("the servers   saythis", "the servers   sa\n↳ythis"),  # at the end of a line nobody would see how many
        ("aaaa bbbb ⟨32 spaces⟩", "aaaa bbbb \n↳⟨32 spaces⟩"),
    ],
)
def test_a_fold_cuts_no_word_where_a_blank_is_near(line: str, folded: str) -> None:
    assert text.fold(line, 16) == folded


def test_a_fold_too_narrow_for_an_escape_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 16"):
        text.fold("a", text.MIN_WIDTH - 1)


@pytest.mark.parametrize(
    ("raw", "size"),
    [
        ("", TextSize(characters=0, lines=0, longest_line=0, whitespace_run=0)),
        ("a", TextSize(characters=1, lines=1, longest_line=1, whitespace_run=0)),
        ("a b\n", TextSize(characters=4, lines=1, longest_line=3, whitespace_run=1)),
        ("\n", TextSize(characters=1, lines=1, longest_line=0, whitespace_run=1)),
        ("abc\n\n  d", TextSize(characters=8, lines=3, longest_line=3, whitespace_run=4)),
        (
            "a" + "\n" * 100_000 + "rm",
            TextSize(characters=100_003, lines=100_001, longest_line=2, whitespace_run=100_000),
        ),
        ("a" + "\u3000" * 500 + "rm", TextSize(characters=503, lines=1, longest_line=503, whitespace_run=500)),
    ],
)
def test_s07_padding_shows_in_the_measure(raw: str, size: TextSize) -> None:
    assert text.measure(raw) == size


@given(st.text(" \n\t\x1c\x85\xa0\u3000ab漢\ud800", max_size=60) | st.text(" \tab", max_size=200), st.integers(0, 70))
def test_s07_the_longest_run_of_blanks_is_found_whatever_it_is_made_of(raw: str, spaces: int) -> None:
    padded = raw + " " * spaces
    runs = re.findall(r"\s+", padded)
    assert text.measure(padded).whitespace_run == max(map(len, runs), default=0)


def test_every_blank_that_there_is_counts() -> None:
    blanks = [chr(code) for code in range(sys.maxunicode + 1) if chr(code).isspace()]
    assert [text.measure(f"a{blank}{blank}{blank}b").whitespace_run for blank in blanks] == [3] * len(blanks)


@given(st.text(max_size=60) | st.text("aé\u0301\u0323ﬁ／．ａ\ufdfa", max_size=60))
def test_compatibility_forms_are_those_of_unicode(raw: str) -> None:
    assert text.nfkc(raw) == unicodedata.normalize("NFKC", raw)


def test_s05_whatever_joins_the_character_before_it_is_joined() -> None:
    pairs = [
        unicodedata.normalize("NFD", chr(code)) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000
    ]
    pairs = [pair for pair in pairs if len(pair) > 1]
    assert len(pairs) > 11_000
    assert [pair for pair in pairs if text.nfkc(pair) != unicodedata.normalize("NFKC", pair)] == []


def test_marks_on_letters_of_ascii_are_joined_however_long_the_text_is() -> None:
    raw = "Jose\u0301 Pe\u0301rez, " * 100
    assert text.nfkc(raw) == unicodedata.normalize("NFKC", raw)


@given(st.text("aｂﬁ／．\u0301", max_size=300))
def test_compatibility_forms_of_a_long_text_differ_in_marks_alone(raw: str) -> None:
    def bare(said: str) -> str:
        return "".join(char for char in unicodedata.normalize("NFD", said) if not unicodedata.combining(char))

    assert bare(text.nfkc(raw)) == bare(unicodedata.normalize("NFKC", raw))


@given(st.text(st.characters(codec="utf-8") | st.sampled_from("aZ“”é日İẞſςΣ\n"), min_size=1, max_size=40))
def test_one_case_is_that_of_unicode_however_long_the_text_is(raw: str) -> None:
    for said in (raw, raw * 2_000):
        assert text.casefolded(said) == said.casefold()


@given(st.text(st.characters(codec="utf-8") | st.sampled_from("aZ\n\t“é"), max_size=40))
def test_odd_characters_are_all_but_visible_ascii(raw: str) -> None:
    odd = {char for char in raw if not " " <= char <= "~"}
    assert text.odd_characters(raw) == text.odd_characters(raw * 2_000) == odd


def test_s08_no_line_of_a_record_begins_where_a_record_does() -> None:
    assert log_record("a\n2026 ERROR\r\n\x1b[2Jb") == "a\n    2026 ERROR⟨U+000D⟩\n    ⟨U+001B⟩[2Jb"


@pytest.mark.parametrize(
    ("shown", "quoted"),
    [
        ("", "“”"),
        ("a b", "“a b”"),
        ('it is "a"', '“it is "a"”'),
        ("ana”, never “another", "“ana⟨U+201D⟩, never ⟨U+201C⟩another”"),
    ],
)
def test_s05_quoted_text_cannot_close_its_quotation_marks(shown: str, quoted: str) -> None:
    assert text.quoted(shown) == quoted
    assert re.findall("[“”]", text.quoted(shown)) == ["“", "”"]


@pytest.mark.parametrize("name", ["FILEPATH", "\ufb01lePath", "file\u200bPath", "\uff46\uff49lePath", "filePath\u3164"])
def test_names_that_differ_in_capitals_or_form_alone_are_one_without_case(name: str) -> None:
    assert text.caseless(name) == text.caseless("filePath") == "filepath"
    assert text.caseless("file_path") != "filepath"
    assert text.is_hidden("\u200b")
    assert not text.is_hidden("a")


@pytest.mark.parametrize("name", ["ho\u200b\u0302te", "ho\u034f\u0302te", "HO\u0302TE", "h\u00f4te"])
def test_caseless_composes_what_stood_around_something_invisible(name: str) -> None:
    assert text.caseless(name) == text.caseless("h\u00f4te")


@given(st.text(max_size=20))
def test_caseless_changes_nothing_twice(name: str) -> None:
    assert text.caseless(text.caseless(name)) == text.caseless(name)


def test_a_long_text_is_let_go_once_whoever_inspected_it_says_so() -> None:
    held = "word " * 1_000
    before = sys.getrefcount(held)
    assert text.bytes_of(held) == held.encode()
    text.odd_characters(held)
    assert sys.getrefcount(held) > before
    text.forget_long_texts()
    assert sys.getrefcount(held) == before
