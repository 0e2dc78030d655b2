"""How fast the archive of seen screens keeps and finds: appends, building the index, searches.

    python experiments/archive_search.py              100,000 screens, as the budget says
    python experiments/archive_search.py --screens 5000

Budget: a search over 100,000 screens takes at most 20 ms at the 95th percentile, an append at most 1 ms. The screens look
like the harness's [OBS] text, half English, half Chinese, with names, amounts and times that hardly ever come twice.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from kit.memory.archive import Archive

LABEL_LIST = (
    "Search settings|Network & internet|Connected devices|Bluetooth|Wi-Fi|Airplane mode|Hotspot & tethering|Battery|Storage|"
    "Sound & vibration|Display|Dark theme|Font size|Wallpaper|Location|Security|Privacy|Accounts|System|Languages|About phone|"
    "Send message|New contact|Delete|Cancel|Done|Edit|Share|Copy link|Add to favorites|Call history|Directions|Checkout|"
    "蓝牙|无线网络|飞行模式|热点|电池|存储空间|声音与振动|显示|深色主题|字体大小|壁纸|位置信息|安全|隐私|账号|系统|语言|关于手机|"
    "发送消息|新建联系人|删除|取消|完成|编辑|分享|复制链接|收藏|通话记录|路线|去支付|我的订单|沈阳市|上海市|仅本次允许"
)
CLASSES = ("Button", "TextView", "LinearLayout", "ImageButton", "Switch", "EditText")
FAMILY = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗"
GIVEN = "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉萍红建文利云莲真环雪荣爱妹香月莺媛瑞凡佳嘉琼勤珍贞莉桐昕"
FIRST_LIST = (
    "Anna Boris Chen Dina Erik Farah Goran Hana Ivan Julia Kofi Lena Marta Nils Olga Pavel Rosa Sven Tara Yusuf"
)
LAST_LIST = "Abbott Bianchi Castro Dubois Eriksen Fischer Gruber Horvat Ivanov Jansen Kowalski Lindgren Moreau Novak"
QUERY_LIST = (
    "Bluetooth|dark theme|蓝牙|飞行模式|沈阳市|去支付 订单|支|王|王 李|e|5|OK|Wi|network internet|about phone battery|壁纸 字体|"
    'absent-word|no such thing here|找不到的词|电池 nothing|"Dark" AND (NOT theme*)|col:val ^x NEAR(a b)|仅本次允许|tether|振动'
)
LABELS, QUERIES = LABEL_LIST.split("|"), QUERY_LIST.split("|")
FIRST, LAST = FIRST_LIST.split(), LAST_LIST.split()


def line(rng: random.Random, number: int, epoch: int) -> str:
    """One mark as the harness shows it."""
    draw = rng.random()
    if draw < 0.6:
        label = rng.choice(LABELS)
    elif draw < 0.75:
        label = rng.choice(FAMILY) + "".join(rng.choices(GIVEN, k=2))
    elif draw < 0.9:
        label = f"{rng.choice(FIRST)} {rng.choice(LAST)}"
    else:
        label = f"¥{rng.randrange(100_000) / 100:.2f} {rng.randrange(24):02}:{rng.randrange(60):02}"
    place = f"({rng.randrange(1000)},{rng.randrange(1000)})"
    return f"  ax_{number}@e{epoch} | {rng.choice(CLASSES)} | {label} | {place} | op=likely | path=list"


def screen(rng: random.Random, epoch: int) -> str:
    """One [OBS] text of twenty to forty marks and a few texts."""
    marks = rng.randrange(20, 41)
    head = [
        f"[OBS] app=com.app{rng.randrange(30)} screen#{epoch}",
        f"marks ({marks}):",
        "W1 TYPE_APPLICATION com.app layer=0",
    ]
    texts = [f"  {rng.choice(LABELS)}, {rng.choice(LABELS)}" for _ in range(8)]
    body = [line(rng, n, epoch) for n in range(1, marks + 1)]
    return "\n".join([*head, *body, "texts (for values, not for tapping):", *texts])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--screens", type=int, default=100_000)
    parser.add_argument("--searches", type=int, default=400)
    options = parser.parse_args()
    rng = random.Random(0)
    with tempfile.TemporaryDirectory() as folder, Archive(Path(folder), "bench", report=print) as archive:
        appends = [keep(archive, screen(rng, epoch), epoch) for epoch in range(1, options.screens + 1)]
        report("append", appends)
        built = milliseconds(archive.span)
        sizes = [path.stat().st_size / 1e6 for path in (archive.path, archive.index_path)]
        print(
            f"index of {options.screens} screens: {built / 1000:.1f} s, {sizes[1]:.0f} MB for {sizes[0]:.0f} MB of archive"
        )
        searches = {query: [] for query in QUERIES}
        busy: list[float] = []
        for _ in range(max(options.searches // len(QUERIES), 1)):
            for query in QUERIES:
                # processor time beside wall time: what the same search takes where nothing else runs
                wall = lambda query=query: searches[query].append(milliseconds(lambda: archive.search(query)))  # noqa: E731
                busy.append(milliseconds(wall, time.process_time))
        report("search", [taken for times in searches.values() for taken in times])
        report("search, processor time", busy)
        for query, times in sorted(searches.items(), key=lambda item: -statistics.median(item[1]))[:8]:
            print(f"  slowest: {query!r} median {statistics.median(times):.1f} ms")
        frames = [rng.randrange(1, options.screens + 1) for _ in range(200)]
        report("recall of one screen", [milliseconds(lambda frame=frame: archive.screen(frame)) for frame in frames])
        caught = [
            keep_and_search(archive, screen(rng, n), n) for n in range(options.screens + 1, options.screens + 101)
        ]
        report("search right after one more screen", caught)


def keep(archive: Archive, text: str, epoch: int) -> float:
    """Milliseconds of one append."""
    return milliseconds(lambda: archive.append(text, epoch=epoch, screen_seq=epoch, package="com.app"))


def keep_and_search(archive: Archive, text: str, epoch: int) -> float:
    """Milliseconds of a search that has one new screen to index."""
    keep(archive, text, epoch)
    return milliseconds(lambda: archive.search("Bluetooth"))


def milliseconds(action: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    began = clock()
    action()
    return (clock() - began) * 1000


def report(name: str, times: list[float]) -> None:
    cuts = statistics.quantiles(times, n=100)
    print(f"{name}: median {cuts[49]:.3f} ms, p95 {cuts[94]:.3f} ms, worst {max(times):.1f} ms, {len(times)} times")


if __name__ == "__main__":
    main()
