"""Phrases that speak to a model: what may stand in a text is found as if each were looked for."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.inspect.phrases.find import EVERY, SPOKEN, signs_in, standing

CUES = sorted({cue for phrase in EVERY for cue in phrase.cues})
KINDS = {True: EVERY, False: SPOKEN}


@pytest.mark.parametrize("ordered", [False, True], ids=["to a model", "orders too"])
def test_every_cue_is_met_at_the_beginning_within_and_at_the_end_of_a_text(ordered: bool) -> None:
    for cue in sorted({cue for phrase in KINDS[ordered] for cue in phrase.cues}):
        wanted = [phrase for phrase in KINDS[ordered] if cue in phrase.cues]
        for text in (cue, f"{cue} and more", f"a{cue}b", f"before {cue}"):
            met = standing(text, ordered=ordered)
            assert [phrase.pattern for phrase in wanted if phrase.pattern not in {it.pattern for it in met}] == []
            assert all(cue in it.cues for it in met if it.pattern in {phrase.pattern for phrase in wanted})


@pytest.mark.parametrize("ordered", [False, True], ids=["to a model", "orders too"])
@given(st.lists(st.sampled_from(CUES) | st.text("abe n.:<", max_size=6), max_size=12))
@settings(max_examples=60)
def test_a_text_wants_of_a_model_what_it_wants_where_all_phrases_are_tried(ordered: bool, parts: list[str]) -> None:
    for text in (" ".join(parts), "".join(parts)):
        low = text.lower()
        assert signs_in(low, standing(low, ordered=ordered)) == signs_in(low, KINDS[ordered])


def test_no_cue_stands_everywhere() -> None:
    """An empty one, such as two commas make, would use up all tries in every text."""
    assert all(len(cue.strip()) > 0 for cue in CUES)


def test_a_plain_text_has_none() -> None:
    assert standing("the quick brown fox", ordered=True) == ()
