"""How fast past experience is kept and recalled: appends, building the index, recall at the three moments of a run.

    python experiments/experience_recall.py              100,000 experiences, as the budget says
    python experiments/experience_recall.py --experiences 5000

Budget: one recall over 100,000 stored experiences takes at most 20 ms at the 95th percentile. Goals are half English, half
Chinese, over forty apps, with names, amounts and objects that seldom come twice; about one in three is promoted.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kit.memory.archive_file import line
from kit.memory.episodes import Episodes
from kit.memory.experience import experience_id
from kit.memory.files import append, private
from kit.memory.recall import Recall

ENGLISH = """
Turn on|Turn off|Open|Send|Delete|Rename|Add|Find|Share|Move|Book|Order|Play|Set|Change|Look up
Bluetooth|Wi-Fi|airplane mode|dark theme|alarm|timer|note|photo|album|contact|message|event|folder|playlist|ticket|restaurant
in the settings|for tomorrow|near the station|for the team|with the blue cover|from last week|as a draft
Anna|Boris|Chen|Dina|Erik|Farah|Goran|Hana|Ivan|Julia|Kofi|Lena|Marta|Nils|Olga|Pavel|Rosa|Sven|Tara|Yusuf
Abbott|Bianchi|Castro|Dubois|Eriksen|Fischer|Gruber|Horvat|Ivanov|Jansen|Kowalski|Lindgren|Moreau|Novak
ba|co|di|fu|ga|he|ji|ko|lu|ma|ne|pi|ro|su|ta|vo|wi|ze
"""
CHINESE = """
打开|关闭|发送|删除|重命名|添加|查找|分享|移动|预订|播放|设置|修改
蓝牙|无线网络|飞行模式|深色主题|闹钟|计时器|便签|照片|相册|联系人|消息|日程|文件夹|歌单|车票|餐厅|路线|发票|快递|壁纸
"""
VERBS, THINGS, PLACES, FIRST, LAST, SYLLABLES = (row.split("|") for row in ENGLISH.strip().splitlines())
DOES, WHAT = (row.split("|") for row in CHINESE.split())
FAMILY, GIVEN = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗", "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉萍红建文"
APPS = [f"com.maker{n % 7}.app{n}" for n in range(40)]


def name(rng: random.Random, *, han: bool) -> str:
    if han:
        return rng.choice(FAMILY) + "".join(rng.choices(GIVEN, k=2))
    return f"{rng.choice(FIRST)} {rng.choice(LAST)}"


def goal(rng: random.Random) -> tuple[str, str]:
    """A goal and the name in it."""
    who, rare = name(rng, han=(han := rng.random() < 0.5)), "".join(rng.choices(SYLLABLES, k=3))
    if han:
        return f"{rng.choice(DOES)}{who}的{rng.choice(WHAT)}“{rare}”，{rng.randrange(100)} 号", who
    words = f"{rng.choice(VERBS)} the {rng.choice(THINGS)} {rare} {rng.choice(PLACES)} for {who}, {rng.randrange(100)}"
    return words, who


def record(rng: random.Random, number: int) -> dict[str, Any]:
    """One kept episode of three to twelve steps."""
    words, who = goal(rng)
    apps = rng.sample(APPS, k=rng.choice((1, 1, 1, 2)))
    labels = [rng.choice([*THINGS, *WHAT, who]) for _ in range(rng.randrange(3, 13))]
    steps = [
        {"tool": "tap", "label": label, "app": rng.choice(apps), "status": "ok", "code": "", "effect": "screen"}
        for label in labels
    ]
    lesson = {
        "kind": "no_effect",
        "tool": "tap",
        "label": labels[0],
        "app": apps[0],
        "where": "Main",
        "code": "",
        "instead": "",
    }
    made = {
        "schema": 1, "task": "", "goal": words, "ending": "finish", "code": "", "success": None,
        "verdict": rng.choice(("verified", "unknown", "contradicted")), "by": "check", "apps": apps, "names": [who],
        "steps": steps, "lessons": [lesson], "given": [],
    }  # fmt: skip
    return {**made, "experience": experience_id(made), "time": "2026-11-30T12:00:00+00:00", "episode": f"{number:016x}"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--experiences", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=300)
    options = parser.parse_args()
    rng = random.Random(0)
    with tempfile.TemporaryDirectory() as folder, Episodes(Path(folder), keep=1_000_000) as episodes:
        private(episodes.folder)
        for number in range(options.experiences):
            append(episodes.path, line(record(rng, number)))
        built = milliseconds(episodes.counts)
        sizes = [path.stat().st_size / 1e6 for path in (episodes.path, episodes.index_path)]
        print(f"index of {episodes.counts()}: {built / 1000:.1f} s, {sizes[1]:.0f} MB for {sizes[0]:.0f} MB of archive")
        times: dict[str, list[float]] = {"start": [], "mention": [], "enter": []}
        found = dict.fromkeys(times, 0)
        busy: list[float] = []
        for _ in range(options.runs):
            words, _ = goal(rng)
            recall = Recall(episodes=episodes, goal=words)
            asks: dict[str, Callable[[], Any]] = {
                "start": recall.start,
                "mention": lambda recall=recall, words=words: recall.mention(words),
                "enter": lambda recall=recall: recall.enter(rng.choice(APPS)),
            }
            for moment, ask in asks.items():
                answer: list[Any] = []
                # processor time beside wall time: what the same recall takes where nothing else runs
                wall = lambda ask=ask, moment=moment, answer=answer: times[moment].append(  # noqa: E731
                    milliseconds(lambda: answer.append(ask()))
                )
                busy.append(milliseconds(wall, time.process_time))
                one = answer[0]
                found[moment] += bool(one if isinstance(one, list) else one.found)
        report("recall", [taken for each in times.values() for taken in each])
        report("recall, processor time", busy)
        for moment, taken in times.items():
            report(f"  {moment} (something found in {found[moment]} of {options.runs})", taken)
        report("keeping one more episode", [keep(episodes, record(rng, 10**6 + n)) for n in range(100)])


def keep(episodes: Episodes, made: dict[str, Any]) -> float:
    """Milliseconds of one append, indexed."""
    return milliseconds(lambda: episodes.add(made))


def milliseconds(action: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    began = clock()
    action()
    return (clock() - began) * 1000


def report(title: str, times: list[float]) -> None:
    cuts = statistics.quantiles(times, n=100)
    print(f"{title}: median {cuts[49]:.3f} ms, p95 {cuts[94]:.3f} ms, worst {max(times):.1f} ms, {len(times)} times")


if __name__ == "__main__":
    main()
