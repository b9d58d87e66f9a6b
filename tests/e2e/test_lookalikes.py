"""By pixels a label is never taken for a word that looks like it, whatever the words, the font and the colours."""

from __future__ import annotations

from collections import Counter

from tests.bench.lookalikes import measure


def test_words_that_look_alike_are_never_acted_on_and_the_label_itself_is_found() -> None:
    said = Counter((look.name, verdict) for look, _, _, verdict in measure(8, 20261201))
    assert not {name for name, verdict in said if verdict == "WRONG"}
    for name in ("same", "moved", "dark"):
        assert said[name, "right"] == 8
    assert sum(count for (_, verdict), count in said.items() if verdict == "needless") <= 4
