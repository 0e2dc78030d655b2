"""Names on real-looking phones: what starts, what does not, and what is said."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kit.errors import TargetError
from kit.tools.names import (
    Ambiguous,
    LaunchPolicy,
    Resolved,
    Unknown,
    identify,
    installed,
    learn,
    on_screen,
    resolve_app,
)
from kit.tools.names_registry import registry, vendor

APPS = (
    "com.android.settings/.Settings", "org.mozilla.firefox/.App", "com.android.deskclock/.DeskClock",
    "com.android.calendar/.Month", "com.google.android.calendar/.All", "com.tencent.mm/.ui.LauncherUI",
)  # fmt: skip
SIMPHONE = {
    "com.android.settings": ("Settings", "设置"),
    "com.android.contacts": ("Contacts", "通讯录"),
    "com.android.messaging": ("Messages", "信息"),
    "com.simphone.notes": ("Notes", "笔记"),
    "com.android.deskclock": ("Clock", "时钟"),
    "com.android.documentsui": ("Files", "文件"),
    "com.android.calculator2": ("Calculator", "计算器"),
    "com.android.calendar": ("Calendar", "日历"),
}


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("settings", "com.android.settings"),
        ("Einstellungen", "com.android.settings"),
        ("الإعدادات", "com.android.settings"),
        ("the Settings app", "com.android.settings"),
        ("com.android.deskclock/.DeskClock", "com.android.deskclock"),
        ("Clock (com.android.deskclock)", "com.android.deskclock"),
        ("ORG.MOZILLA.FIREFOX", "org.mozilla.firefox"),
        ("Alarm", "com.android.deskclock"),
        ("Google Calendar", "com.google.android.calendar"),
        ("谷歌日历", "com.google.android.calendar"),
        ("火狐", "org.mozilla.firefox"),
        ("browser", "org.mozilla.firefox"),
        ("请打开微信", "com.tencent.mm"),
    ],
)
def test_what_starts(name: str, package: str) -> None:
    assert resolve_app(name, APPS).package == package


@pytest.mark.parametrize("name", ["fox", "Fire", "", "!!!", "android", "mozilla", "app", "应用", "open", "com.foo.bar"])
def test_what_says_too_little_is_unknown(name: str) -> None:
    with pytest.raises(TargetError, match="Installed: Settings, Firefox") as caught:
        resolve_app(name, APPS)
    assert caught.value.code == "app_unknown"


@pytest.mark.parametrize("labelled", [0, 1])
def test_every_app_of_the_phone_made_of_python_is_found_by_its_label(labelled: int) -> None:
    components = tuple(f"{p}/.Main" for p in SIMPHONE)
    found = {p: resolve_app(labels[labelled], components).package for p, labels in SIMPHONE.items()}
    assert found == {p: p for p in SIMPHONE}
    lang = ("en", "zh")[labelled]
    assert [a.label for a in installed(components, lang)] == [labels[labelled] for labels in SIMPHONE.values()]


def test_two_apps_of_one_role_are_ambiguous_and_have_names_that_tell_them_apart() -> None:
    with pytest.raises(TargetError, match=r"Calendar \(com\.android\.calendar\), Google Calendar \(") as caught:
        resolve_app("Calendar", APPS)
    assert caught.value.code == "app_ambiguous"
    labels = [a.label for a in installed(APPS)]
    assert labels == ["Settings", "Firefox", "Clock", "Calendar", "Google Calendar", "WeChat"]
    assert [a.label for a in installed(APPS, "zh")][3:5] == ["日历", "谷歌日历"]


def test_the_same_in_chinese() -> None:
    with pytest.raises(TargetError, match="请改用包名"):
        resolve_app("日历", APPS, "zh")
    with pytest.raises(TargetError, match="已安装：设置"):
        resolve_app("没有这个", APPS, "zh")


def test_one_of_several_that_this_name_has_meant_before() -> None:
    book = learn({}, "Calendar", "com.google.android.calendar", "exact_alias")
    assert resolve_app("calendar", APPS, learned=book).package == "com.google.android.calendar"
    both = learn(book, "Calendar", "com.android.calendar", "exact_alias")
    assert isinstance(identify("calendar", APPS, learned=both), Ambiguous)


@pytest.mark.parametrize("impostor", ["com.evil.wechat.mod/.Main", "com.evil.weixin/.Main", "net.wechat.helper/.Main"])
def test_a_product_that_is_not_installed_is_not_replaced_by_one_that_has_its_name_in_the_package(impostor: str) -> None:
    for name in ("WeChat", "微信", "weixin"):
        with pytest.raises(TargetError) as caught:
            resolve_app(name, (impostor,))
        assert caught.value.code == "app_not_installed"


def test_an_impostor_with_the_products_label_makes_it_ambiguous() -> None:
    outcome = identify("微信", (*APPS, "com.evil.a/.Main"), labels={"com.evil.a": "微信"})
    assert isinstance(outcome, Ambiguous)
    assert {c.package for c in outcome.candidates} == {"com.tencent.mm", "com.evil.a"}


def test_an_unlisted_makers_app_answers_to_its_role() -> None:
    assert resolve_app("Calculator", ("com.acme.calculator/.Main",)).package == "com.acme.calculator"


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("music", "com.spotify.music"),
        ("mall", "com.jingdong.app.mall"),
        ("news", "com.ss.android.article.news"),
        ("shopping", "com.amazon.mShop.android.shopping"),
    ],
)
def test_a_word_of_a_known_products_package_is_not_its_name(name: str, package: str) -> None:
    assert not resolves(name, f"{package}/.Main")


def resolves(name: str, component: str) -> bool:
    try:
        return bool(resolve_app(name, (component,)))
    except TargetError:
        return False


@pytest.mark.parametrize(
    ("name", "here", "started"),
    [
        ("哔哩", "tv.danmaku.bili", True),
        ("云音乐", "com.netease.cloudmusic", True),
        ("Cash", "com.squareup.cash", True),
        ("Microsoft", "com.microsoft.teams", False),  # many products hold the word
        ("网易", "com.netease.cloudmusic", False),
        ("微信支付", "com.tencent.mm", False),  # more than harmless words are left over
        ("WeChat Pay", "com.tencent.mm", False),
        ("Chrome Canary", "com.android.chrome", False),
        ("微信读书", "com.tencent.mm", False),
    ],
)
def test_parts_of_registered_names(name: str, here: str, started: bool) -> None:
    assert resolves(name, f"{here}/.Main") is started


def test_a_part_of_names_is_judged_by_the_whole_registry_not_by_what_is_installed() -> None:
    outcome = identify("网易", ("com.netease.cloudmusic/.Main",))
    assert not isinstance(outcome, Resolved)


@pytest.mark.parametrize("name", ["wx", "wexin", "威信", "weChatt"])
def test_near_names_are_listed_and_not_started(name: str) -> None:
    outcome = identify(name, APPS)
    assert isinstance(outcome, Ambiguous)
    assert outcome.similar
    assert outcome.candidates[0].package == "com.tencent.mm"


def test_an_embedding_proposes_only_above_its_threshold() -> None:
    asked: list[str] = []

    def embed(query: str, names: object) -> list[float]:
        asked.append(query)
        return [0.9 if n == "firefox" else 0.59 for n in names]  # type: ignore[attr-defined]

    outcome = identify("surf the net", APPS, embed=embed)
    assert isinstance(outcome, Ambiguous)
    assert [c.package for c in outcome.candidates] == ["org.mozilla.firefox"]
    assert asked == ["surf the net"]
    assert isinstance(identify("surf the net", APPS), Unknown)


def test_phone_labels_come_before_the_registrys() -> None:
    labels = {"com.acme.x": "Blue Lamp"}
    phone = (*APPS, "com.acme.x/.Main")
    assert resolve_app("blue lamp", phone, labels=labels).label == "Blue Lamp"
    assert installed(phone, labels=labels)[-1].label == "Blue Lamp"


def test_an_app_without_a_name_is_called_by_its_telling_segment_or_package() -> None:
    assert [a.label for a in installed(("com.xiangzi.jukandian/.M", "a.b.c/.M", "a.b.c/.N"))] == ["Jukandian", "a.b.c"]


def test_apps_are_called_what_their_icons_say() -> None:
    """Android tells no labels; the words under the icons do, where they name one app for certain."""
    phone = ("com.simphone.mail/.M", "com.simphone.store/.M", "com.acme.hydro/.M", "com.android.email/.M")
    assert [a.label for a in installed(phone[:3])] == ["Mail", "Store", "Hydro"]
    words = ("HYDRO", "Store, 2 updates", "E-mail", "12:40", "Search Hydro")
    assert on_screen(words, phone) == {"com.simphone.store": "Store", "com.acme.hydro": "HYDRO"}, (
        "two mail apps: neither"
    )
    assert on_screen((*words, "App market"), phone) == {"com.acme.hydro": "HYDRO"}, "two names for one: not certain"
    labels = on_screen(words, phone)
    assert [a.label for a in installed(phone[:3], labels=labels)] == ["Mail", "Store", "HYDRO"]


def test_a_list_that_is_cut_says_how_many_are_left() -> None:
    phone = tuple(f"com.acme.thing{n:02}/.M" for n in range(26))
    for lang, words in (("en", "Thing19 and 6 more."), ("zh", "Thing19，另有 6 个。")):
        with pytest.raises(TargetError) as caught:
            resolve_app("WhatsApp", phone, lang)
        assert words in caught.value.message
    with pytest.raises(TargetError) as caught:
        resolve_app("WhatsApp", phone[:20])
    assert "more" not in caught.value.message


def test_a_denial_by_name_holds_for_every_name_and_package_of_the_product() -> None:
    policy = LaunchPolicy.parse("支付宝，TikTok")
    assert policy.refusal("com.eg.android.AlipayGphone") == "launch_deny=支付宝"
    assert policy.refusal("com.ss.android.ugc.trill") == "launch_deny=TikTok"
    assert policy.refusal("com.acme.a", "tik tok") == "launch_deny=TikTok"
    assert policy.refusal("com.acme.a", "Notes") == ""


def test_an_allowance_is_by_package_since_a_label_proves_nothing() -> None:
    assert LaunchPolicy.parse("", "WeChat").refusal("com.evil.a", "WeChat") != ""
    assert LaunchPolicy.parse("", "com.android.*").refusal("com.android.settings") == ""


def test_the_registry_is_large_and_each_product_name_means_one_product() -> None:
    known = registry()
    assert sum(len({*found}) for found in known.entries.values()) > 600
    shared = {
        name: {m.entry.names[0] for m in found}
        for name, found in known.exact.items()
        if len({m.entry.names[0] for m in found}) > 1
    }
    assert shared == {"keep": {"Keep", "Google Keep"}}
    assert all(p == p.strip() and "." in p and "/" not in p for p in known.entries)


def test_each_product_resolves_by_each_of_its_names_when_it_alone_is_installed() -> None:
    known = registry()
    for package, entries in known.entries.items():
        for name in (n for e in entries for n in e.names):
            assert resolve_app(name, (f"{package}/.Main",)).package == package, (name, package)


def test_makers() -> None:
    assert vendor("com.sec.android.app.clockpackage")[0] == "Samsung"
    assert vendor("com.acme.a") == ()
    assert (
        resolve_app("小米日历", ("com.xiaomi.calendar/.M", "com.android.calendar/.M")).package == "com.xiaomi.calendar"
    )


@settings(deadline=None)  # the first example may load the pinyin dictionary
@given(name=st.text(max_size=30))
def test_any_text_is_answered(name: str) -> None:
    assert isinstance(identify(name, APPS), Resolved | Ambiguous | Unknown)


def test_two_hundred_apps_take_two_milliseconds_at_most() -> None:
    components = tuple(f"{p}/.Main" for p in list(registry().entries)[:200])
    queries = (
        "WeChat",
        "wechta",
        "zhifubao",
        "威信",
        "zfb",
        "nothing at all like it",
        "Microsoft",
        "com.android.chrome",
    )
    for query in queries:
        identify(query, components)
    best = {q: min(_seconds(q, components) for _ in range(20)) for q in queries}
    assert max(best.values()) <= 0.002, best


def _seconds(query: str, components: tuple[str, ...]) -> float:
    started = time.perf_counter()
    identify(query, components)
    return time.perf_counter() - started
