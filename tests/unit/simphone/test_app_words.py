"""How an app's translations are written: one line a text."""

from __future__ import annotations

import pytest

from kit.simphone.words import read


def test_a_line_has_a_text_in_three_languages_and_perhaps_other_english_words() -> None:
    table = read("Save|保存|حفظ|Keep\nBack|返回|رجوع|\nTo|终点|إلى")
    assert table["zh"] == {"Save": "保存", "Back": "返回", "To": "终点"}
    assert table["ar"] == {"Save": "حفظ", "Back": "رجوع", "To": "إلى"}
    assert table["alt"] == {"Save": "Keep"}


@pytest.mark.parametrize(
    "line",
    [
        "Save",
        "Save|保存",
        "Save|保存|",
        "Save||حفظ|",
        "|保存|حفظ",
        "Save|保存|حفظ|Keep|x",
        "Save|保存|حفظ\n\nOK|确定|حسنًا",
    ],
)
def test_a_line_that_lacks_a_language_is_refused_with_the_line(line: str) -> None:
    with pytest.raises(ValueError, match="3 or 4 parts"):
        read(line)
