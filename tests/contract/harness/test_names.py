"""Harness specification, section "App 名解析": one test a rule."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kit.errors import TargetError
from kit.settings import resolve
from kit.tools.names import Ambiguous, LaunchPolicy, Resolved, Unknown, decide, identify, learn, record, resolve_app
from kit.tools.names_evidence import STRONG, WEAK, Candidate, Evidence, Kind
from kit.tools.names_registry import registry
from kit.tools.names_text import segments

PHONE = (
    "com.android.settings/.Settings", "org.mozilla.firefox/.App", "com.android.deskclock/.DeskClock",
    "com.tencent.mm/.ui.LauncherUI", "com.tencent.qqmusic/.Main", "tv.danmaku.bili/.Main", "com.spotify.music/.Main",
    "com.android.calendar/.Month", "com.google.android.calendar/.All", "com.acme.lantern_torch/.Main",
)  # fmt: skip
QUERIES = st.one_of(
    st.text(max_size=12),
    st.sampled_from([*registry().exact, *(p for p in registry().entries)]),
    st.sampled_from([*registry().exact]).map(lambda n: n[:-1]),
    st.sampled_from(["wx", "weixin", "zhifubao", "威信", "fox", "music", "lantern", "open WeChat app", "blbl", "日历"]),
)
INSTALLED = st.lists(
    st.sampled_from([*registry().entries, "com.acme.lantern", "com.acme.music", "com.evil.wechat.mod"]),
    max_size=12,
    unique=True,
).map(lambda packages: tuple(f"{p}/.Main" for p in packages))
KINDS = st.sampled_from([*STRONG, *WEAK])


def always(query: str, names: object) -> list[float]:
    """An embedding that is sure of everything."""
    return [1.0] * len(names)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("哔哩哔哩", "tv.danmaku.bili"),
        ("ＷｅＣｈａｔ", "com.tencent.mm"),
        ("we-chat", "com.tencent.mm"),
        ("微信App", "com.tencent.mm"),
        ("微信应用", "com.tencent.mm"),
        (" QQ 音乐 ", "com.tencent.qqmusic"),
    ],
)
def test_layer_1_normalisation(name: str, package: str) -> None:
    """归一化: width, case, spaces, punctuation and "app" words do not change what is named."""
    assert resolve_app(name, PHONE).package == package


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("微信", "exact_alias"),
        ("setings", "fuzzy"),
        ("威信", "pinyin_full"),
        ("blbl", "pinyin_initials"),
        ("lantern", "exact_package_segment"),
        ("com.tencent.mm", "exact_package"),
        ("打开微信客户端", "registered_containment"),
        ("云海", "exact_label"),
        ("the green one", "embedding"),
    ],
)
def test_layer_2_many_generators_of_typed_evidence(name: str, kind: str) -> None:
    """多路候选生成: exact names, words, pinyin and embeddings each propose, and say what kind of evidence they have."""
    outcome = identify(name, PHONE, labels={"org.mozilla.firefox": "云海"}, embed=always)
    assert not isinstance(outcome, Unknown)
    assert any(c.has((kind,)) for c in outcome.candidates)


def test_layer_3_prior_order() -> None:
    """先验排序: what was in the foreground lately comes first among several."""
    orders = [
        identify("Calendar", PHONE, history=(package,))
        for package in ("com.android.calendar", "com.google.android.calendar")
    ]
    assert [o.candidates[0].package for o in orders if isinstance(o, Ambiguous)] == [
        "com.android.calendar",
        "com.google.android.calendar",
    ]


def test_layer_4_three_outcomes() -> None:
    """三态决策: resolved, ambiguous, unknown, as frozen values."""
    found = [identify(n, PHONE) for n in ("WeChat", "Calendar", "no such thing")]
    assert [type(o) for o in found] == [Resolved, Ambiguous, Unknown]
    with pytest.raises(FrozenInstanceError):
        found[0].margin = 1.0  # type: ignore[union-attr,misc]


def test_a_package_is_one_candidate() -> None:
    """包名去重: two launcher icons of one package, and two names of one app, are one candidate."""
    outcome = identify("WeChat", (*PHONE, "com.tencent.mm/.ui.Second"))
    assert isinstance(outcome, Resolved)
    assert [c.package for c in outcome.candidates].count("com.tencent.mm") == 1
    assert len({c.package for c in outcome.candidates}) == len(outcome.candidates)


def test_the_kinds_are_the_documents() -> None:
    """强证据 / 弱证据: exactly the named kinds, and learned names beside the strong ones."""
    assert {*STRONG} - {"learned"} == {
        "exact_alias", "exact_label", "exact_package", "exact_package_segment", "registered_containment",
    }  # fmt: skip
    assert {*WEAK} == {"fuzzy", "pinyin_full", "pinyin_initials", "embedding"}


@pytest.mark.parametrize("kind", STRONG)
def test_a_strong_kind_resolves_alone(kind: Kind) -> None:
    """强证据类型才可单独 resolved."""
    assert isinstance(decide([candidate("com.acme.a", kind)]), Resolved)


@pytest.mark.parametrize("kind", WEAK)
def test_a_weak_kind_only_lists(kind: Kind) -> None:
    """弱证据永不单独 resolved，只产出排序候选交由模型选择, even a single and perfect one."""
    outcome = decide([candidate("com.acme.a", kind, rank=1.0)])
    assert isinstance(outcome, Ambiguous)
    assert outcome.similar


@settings(deadline=None)  # the first example may load the pinyin dictionary
@given(name=QUERIES, components=INSTALLED)
def test_weak_evidence_alone_never_resolves(name: str, components: tuple[str, ...]) -> None:
    """The same for any name on any phone, with an embedding that is sure of everything."""
    outcome = identify(name, components, embed=always)
    if isinstance(outcome, Resolved):
        assert outcome.kind in STRONG
        assert outcome.candidate.has((outcome.kind,))


def test_weak_candidates_are_given_to_the_model_in_order() -> None:
    """…交由模型选择: the receipt lists them with packages, and nothing is started."""
    with pytest.raises(TargetError, match=r"WeChat \(com\.tencent\.mm\).*package name") as caught:
        resolve_app("wechta", PHONE)
    assert caught.value.code == "app_ambiguous"


def test_a_learned_alias_resolves() -> None:
    """带成功计数的 learned 别名在非弱证据类型下也可单独 resolved."""
    book = learn({}, "小绿", "com.tencent.mm", "exact_alias")
    assert isinstance(identify("小绿", PHONE), Unknown)
    assert resolve_app("小绿", PHONE, learned=json.loads(json.dumps(book))).package == "com.tencent.mm"


@pytest.mark.parametrize("kind", WEAK)
def test_an_alias_learned_from_weak_evidence_stays_weak(kind: str) -> None:
    """…在非弱证据类型下: however often it worked."""
    book: dict[str, dict[str, dict[str, int]]] = {}
    for _ in range(50):
        book = learn(book, "小绿", "com.tencent.mm", kind)
    outcome = identify("小绿", PHONE, learned=book)
    assert isinstance(outcome, Ambiguous)
    assert outcome.candidates[0].package == "com.tencent.mm"


def test_a_learned_alias_without_a_success_is_nothing() -> None:
    """带成功计数: a count of zero does not count."""
    assert isinstance(identify("小绿", PHONE, learned={"小绿": {"com.tencent.mm": {"exact_alias": 0}}}), Unknown)


def test_a_learned_alias_never_takes_a_known_name() -> None:
    """A poisoned book cannot send an exact name elsewhere."""
    book = learn({}, "WeChat", "com.acme.lantern_torch", "exact_alias")
    assert resolve_app("WeChat", PHONE, learned=book).package == "com.tencent.mm"


def test_firefox_is_a_segment_and_fox_is_not() -> None:
    """Firefox 匹配 org.mozilla.firefox，fox 不匹配 (a build the registry does not know)."""
    phone = ("org.acme.firefox/.App",)
    assert identify("fox", phone) == Unknown(name="fox")
    assert segments("org.mozilla.firefox") == ("firefox",)
    outcome = identify("lantern", PHONE)
    assert isinstance(outcome, Resolved)
    assert outcome.kind == "exact_package_segment"
    assert resolve_app("Firefox", PHONE).package == "org.mozilla.firefox"


@pytest.mark.parametrize("name", ["lant", "anter", "lanternt", "torchx", "acmelantern"])
def test_only_a_whole_segment_counts(name: str) -> None:
    """只接受完整包段相等."""
    assert not isinstance(identify(name, PHONE), Resolved)


@pytest.mark.parametrize(
    ("package", "telling"),
    [
        ("com.acme.blueSky_reader-lamp", ("acme", "blue", "reader", "lamp")),
        ("com.google.android.GoogleCamera", ("camera",)),
        ("org.abc.app.fox", ()),
        ("com.eg.android.AlipayGphone", ("alipay", "gphone")),
        ("com.acme.HTMLViewer", ("acme", "html", "viewer")),
    ],
)
def test_how_a_package_is_cut(package: str, telling: tuple[str, ...]) -> None:
    """按 . / _ / - / camelCase 切段，过滤无意义段与长度不足 4 的段."""
    assert segments(package) == telling


def test_a_resolved_name_that_is_not_installed() -> None:
    """resolved 之后仍要过装机清单."""
    assert isinstance(identify("Netflix", PHONE), Resolved)
    with pytest.raises(TargetError, match=r"com\.netflix\.mediaclient.*not installed") as caught:
        resolve_app("Netflix", PHONE)
    assert caught.value.code == "app_not_installed"


@pytest.mark.parametrize(
    ("deny", "allow"),
    [("com.tencent.*", ""), ("COM.TENCENT.MM", ""), ("微信", ""), ("", "com.android.*, org.*"), ("com.tencent.mm", "com.tencent.mm")],
)  # fmt: skip
def test_a_resolved_name_that_is_denied(deny: str, allow: str) -> None:
    """…与 launch policy 两道独立校验: by package and by name; a denial beats an allowance."""
    policy = LaunchPolicy.of(resolve({"launch_deny": deny, "launch_allow": allow}, environ={})[0])
    with pytest.raises(TargetError, match="launch policy") as caught:
        resolve_app("WeChat", PHONE, policy=policy)
    assert caught.value.code == "app_denied"


@settings(deadline=None)  # the first example may load the pinyin dictionary
@given(
    name=QUERIES,
    components=INSTALLED,
    deny=st.sampled_from(["", "com.tencent.*", "*google*"]),
    allow=st.sampled_from(["", "com.*"]),
)
def test_what_resolves_is_installed_and_allowed(name: str, components: tuple[str, ...], deny: str, allow: str) -> None:
    """名字匹配永不授予启动权限: for any name, phone and policy."""
    policy = LaunchPolicy.parse(deny, allow)
    code, started = "", None
    try:
        started = resolve_app(name, components, policy=policy)
    except TargetError as error:
        code = error.code
    if started is None:
        assert code in {"app_unknown", "app_ambiguous", "app_not_installed", "app_denied"}
    else:
        assert started.component in components
        assert not policy.refusal(started.package, started.label)


def candidate(package: str, kind: Kind, *, rank: float = 0.0, installed: bool = True) -> Candidate:
    evidence = (Evidence(kind=kind, matched="x"),)
    return Candidate(
        package=package, label=package, installed=installed, identity=package, evidence=evidence, rank_score=rank
    )


@settings(deadline=None)  # the first example may load the pinyin dictionary
@given(
    rows=st.lists(st.tuples(KINDS, st.booleans(), st.floats(0, 1), st.floats(0, 1)), max_size=6),
    order=st.randoms(use_true_random=False),
)
def test_rank_score_orders_and_never_decides(rows: list[tuple[Kind, bool, float, float]], order: object) -> None:
    """rank_score 只用于排序、分差、回执与 trace，不单独赋予执行 authority."""
    made = [candidate(f"com.acme.a{i}", k, rank=a, installed=here) for i, (k, here, a, _) in enumerate(rows)]
    other = [replace(c, rank_score=b) for c, (_, _, _, b) in zip(made, rows, strict=True)]
    order.shuffle(other)  # type: ignore[attr-defined]
    first, second = decide(made), decide(other)
    assert type(first) is type(second)
    if isinstance(first, Resolved) and isinstance(second, Resolved):
        assert (first.candidate.package, first.kind) == (second.candidate.package, second.kind)
    if isinstance(first, Ambiguous) and isinstance(second, Ambiguous):
        assert {c.package for c in first.candidates} == {c.package for c in second.candidates}


@settings(deadline=None)  # the first example may load the pinyin dictionary
@given(name=QUERIES, components=INSTALLED, data=st.data())
def test_history_orders_and_never_decides(name: str, components: tuple[str, ...], data: st.DataObject) -> None:
    """The same from the outside: no history of the foreground changes what a name resolves to."""
    packages = [c.split("/")[0] for c in components]
    history = tuple(data.draw(st.permutations(packages)))
    first, second = identify(name, components), identify(name, components, history=history)
    assert type(first) is type(second)
    if isinstance(first, Resolved) and isinstance(second, Resolved):
        assert first.candidate.package == second.candidate.package


def test_the_trace_tells_scores_and_evidence() -> None:
    """…回执与 trace: the record is plain JSON with order, margin and evidence."""
    told = record(identify("微信", PHONE, history=("com.tencent.mm",)))
    assert json.loads(json.dumps(told)) == told
    assert (told["outcome"], told["package"], told["kind"]) == ("resolved", "com.tencent.mm", "exact_alias")
    assert told["margin"] > 0
    assert record(identify("Calendar", PHONE))["outcome"] == "ambiguous"
    assert record(identify("zzz", PHONE)) == {"outcome": "unknown", "name": "zzz"}
