"""The words of names: forms, pinyin, and when the pinyin dictionary is loaded."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.tools.names_text import (
    could_be_initials,
    could_be_pinyin,
    normalise,
    pinyin,
    segments,
    tokens,
    without_app,
    without_harmless,
)


@pytest.mark.parametrize(
    ("text", "form"),
    [("Ｗi-Ｆi 设置", "wifi设置"), ("Straße", "strasse"), ("Disney+", "disney"), ("!!", ""), ("ﬁle", "file")],
)
def test_the_form_names_are_compared_in(text: str, form: str) -> None:
    assert normalise(text) == form


@given(text=st.text(max_size=40))
def test_normalising_twice_changes_nothing(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("WeChat app", "wechat"), ("微信App", "微信"), ("微信应用程序", "微信"), ("App Store", "store"), ("app", "app"),
        ("应用", "应用"), ("应用宝", "应用宝"), ("Cash App", "cash"),
    ],
)  # fmt: skip
def test_app_words_at_either_end(text: str, left: str) -> None:
    assert "".join(without_app(tokens(text))) == left


@pytest.mark.parametrize(
    ("text", "left"), [("please open the Clock app", "clock"), ("请打开手机微信客户端", "微信"), ("打开", "")]
)
def test_harmless_words(text: str, left: str) -> None:
    assert "".join(without_harmless(tokens(text))) == left


@given(parts=st.lists(st.sampled_from(["acme", "Blue", "fox", "android", "tiny9", "x"]), min_size=1, max_size=6))
def test_segments_are_whole_telling_parts(parts: list[str]) -> None:
    assert set(segments(".".join(parts))) <= {"acme", "blue", "tiny9"}


@pytest.mark.parametrize(
    ("name", "full", "initials"),
    [
        ("哔哩哔哩", "bilibili", "blbl"),
        ("支付宝", "zhifubao", "zfb"),
        ("QQ音乐", "qqyinyue", "qqyy"),
        ("快乐 2", "kuaile2", "kl2"),
    ],
)
def test_names_read_aloud(name: str, full: str, initials: str) -> None:
    assert pinyin(name) == (full, initials)


@pytest.mark.parametrize(
    ("form", "whole", "first"),
    [
        ("zhifubao", True, False), ("weixin", True, False), ("gaodeditu", True, False), ("zfb", False, True),
        ("settings", False, False), ("firefox", False, False), ("telegram", False, False), ("微信", False, False),
        ("wx2", False, False), ("a" * 60, False, False),
    ],
)  # fmt: skip
def test_what_could_be_pinyin(form: str, whole: bool, first: bool) -> None:
    assert (could_be_pinyin(form), could_be_initials(form)) == (whole, first)


def test_the_pinyin_dictionary_is_loaded_only_for_names_that_may_be_chinese() -> None:
    code = (
        "import sys; from kit.tools.names import identify; apps = ('com.tencent.mm/.M', 'com.android.settings/.S');"
        "[identify(n, apps) for n in ('WeChat', '微信', 'Setings', 'com.x.y', 'firefox')];"
        "assert 'pypinyin' not in sys.modules; identify('weixln wexin', apps); identify('zhifubao', apps);"
        "assert 'pypinyin' in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
