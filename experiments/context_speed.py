"""How long the prompt of one turn takes to put together, over a run of many steps.

    python experiments/context_speed.py                200 steps, as the budget says
    python experiments/context_speed.py --steps 1000

Budget: assembling the prompt of a 200-step run takes at most 10 ms at the 95th percentile. Every length of the run from 1
step on is assembled once a round, and the whole run many times. The screens have thirty marks each; half of the labels are
Chinese. Drawing a picture is told apart: it happens once a screen, whatever the length of the run.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

from PIL import Image

from kit.context.assemble import assemble
from kit.context.flow import pinned_block
from kit.context.history import History
from kit.context.prune import prune
from kit.settings import Settings
from kit.tools.execute import VERBS
from kit.types import Foreground, Mark, Observation, Receipt, Rect, Reply, Screen, Step, ToolCall, Window

SCREEN = Screen(width=1080, height=2400)
LABELS = (
    "Network & internet", "Connected devices", "Battery", "Storage", "Sound", "Display",
    "无线网络", "蓝牙", "飞行模式", "显示与亮度", "沈阳市", "去支付",
)  # fmt: skip
INTENTS = ("open the settings page", "查看订单的金额", "find the contact", "返回上一页")


def look(rng: random.Random, epoch: int, picture: Image.Image | None) -> Observation:
    """One screen of thirty marks and eight texts."""
    box = Rect(0, 0, 1080, 80)
    marks = tuple(
        Mark(
            number=n, epoch=epoch, label=(label := rng.choice(LABELS)), full_label=label, role="row", bounds=box,
            center=(rng.randrange(1000), rng.randrange(1000)), op="likely", path="list",
        )
        for n in range(1, 31)
    )  # fmt: skip
    package = f"com.app{rng.randrange(5)}"
    return Observation(
        epoch=epoch, screen_seq=epoch, screen=SCREEN, foreground=Foreground(package=package), marks=marks, image=picture,
        texts=tuple(rng.choice(LABELS) for _ in range(8)), grouped=True,
        windows=(Window(index=0, nodes=(), package=package, bounds=Rect(0, 0, 1080, 2400)),),
    )  # fmt: skip


def turn(rng: random.Random, index: int, picture: Image.Image | None) -> Step:
    """One turn: a thought of fifty words, and one call, now and then three."""
    names = ["tap"] * (3 if index % 10 == 0 else 1)
    calls = tuple(
        ToolCall(id=f"c{index}_{n}", name=name, arguments={"target_mark_id": "ax_3@e1", "intent": rng.choice(INTENTS)})
        for n, name in enumerate(names)
    )
    receipts = tuple(
        Receipt(call=c, status="ok", text='Tapped "Battery" (ax_3).', observation=look(rng, index * 3 + n + 2, picture))
        for n, c in enumerate(calls)
    )
    words = " ".join(rng.choice(LABELS) for _ in range(50))
    return Step(index=index, observation=None, reply=Reply(calls=calls, text=words), receipts=receipts)


def measure(name: str, rounds: int, work: Callable[[], object]) -> None:
    """Prints median and 95th percentile in milliseconds: of the clock, and of this thread alone (on a busy machine)."""
    clock: list[float] = []
    own: list[float] = []
    for _ in range(rounds):
        began, started = time.perf_counter(), time.thread_time()
        work()
        clock.append((time.perf_counter() - began) * 1000)
        own.append((time.thread_time() - started) * 1000)
    told = [f"median {sorted(t)[rounds // 2]:6.2f}, p95 {sorted(t)[int(rounds * 0.95)]:6.2f} ms" for t in (clock, own)]
    print(f"{name:<36} clock: {told[0]}   thread: {told[1]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=200)
    options = parser.parse_args()
    rng, settings = random.Random(0), Settings()  # type: ignore[call-arg]
    picture = Image.effect_noise((1080, 2400), 40).convert("RGB")
    first = look(rng, 1, picture)
    steps = [turn(rng, n, picture) for n in range(options.steps)]
    tools = [v.tool("en") for v in VERBS]
    board = pinned_block(None, steps)
    history = History(goal="g", first=first, settings=settings)
    seeing = History(goal="g", first=first, settings=settings, pictures=True)
    messages = assemble("g", first, steps, settings, pinned=board)
    print(
        f"{options.steps} steps, {len(messages)} messages, about {history.prompt(steps, tools).estimate.tokens} tokens"
    )
    measure("assemble, whole run", options.rounds, lambda: assemble("g", first, steps, settings, pinned=board))
    lengths = iter([*range(1, options.steps + 1)] * 2)
    measure(
        "assemble, every length of the run", options.steps,
        lambda: assemble("g", first, steps[: next(lengths)], settings, pinned=board),
    )  # fmt: skip
    measure("prune what is pruned already", options.rounds, lambda: prune(messages))
    measure("flow line", options.rounds, lambda: pinned_block(None, steps))
    measure("turn: assemble, count, prune", options.rounds, lambda: history.prompt(steps, tools, pinned=board))
    measure("the same with pictures drawn before", options.rounds, lambda: seeing.prompt(steps, tools, pinned=board))
    prompt = history.prompt(steps, tools, pinned=board)
    measure("figures for the trace", options.rounds, lambda: history.figures(prompt))
    measure("drawing the two pictures", 5, lambda: assemble("g", first, steps, settings, pictures=True))


if __name__ == "__main__":
    main()
