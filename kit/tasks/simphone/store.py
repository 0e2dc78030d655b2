"""Tasks in Store: install, uninstall and update what one developer makes."""

from __future__ import annotations

import random

from kit.tasks.base import Data, Oracle, Params, Template
from kit.tasks.simphone import store_special
from kit.tasks.simphone.steps import press
from kit.tasks.simphone.store_moves import (
    draw_shop,
    expect_update,
    finished,
    rows_of,
    search,
    setup_shop,
    update,
)
from kit.types import Observation

# --- install the best of one developer -------------------------------------------------------------------------------


def _draw_install(rng: random.Random) -> Params:
    maker, made = draw_shop(rng, 3)
    for p, tenths in zip(made[:3], rng.sample(range(29, 50), 3), strict=True):
        p["rating"] = tenths / 10
    best = max(made[:3], key=lambda p: p["rating"])["app"]
    return {
        "maker": maker,
        "best": best,
        "absent": [p["app"] for p in made[:5]],
        "listings": rng.sample(made, len(made)),
    }


def _expect_install(data: Data, params: Params) -> None:
    data["system"]["removed"].remove(params["best"])


def _solve_install(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Store"}
    seen = yield from search(seen, params["maker"])
    seen, found = yield from rows_of(seen)
    best = max(found, key=lambda row: float(row[1].split(" · ")[1][:3]))[0]
    seen = yield from press(seen, best)
    seen = yield from press(seen, "Install")
    yield from finished(seen)
    yield "finish", {}


# --- uninstall all of one developer ----------------------------------------------------------------------------------


def _draw_uninstall(rng: random.Random) -> Params:
    maker, made = draw_shop(rng, 2)
    return {
        "maker": maker,
        "gone": [p["app"] for p in made[:2]],
        "absent": [made[-1]["app"]],
        "listings": rng.sample(made, len(made)),
    }


def _expect_uninstall(data: Data, params: Params) -> None:
    data["system"]["removed"] = sorted([*data["system"]["removed"], *params["gone"]])


def _solve_uninstall(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Store"}
    seen = yield from search(seen, params["maker"])
    seen, found = yield from rows_of(seen)
    for name, _ in found:
        seen = yield from press(seen, name)
        seen = yield from press(seen, "Uninstall")
        seen = yield from press(seen, "Uninstall")
        seen = yield "back", {}
    yield "finish", {}


# --- update only some ------------------------------------------------------------------------------------------------


def _draw_update(rng: random.Random) -> Params:
    maker, made = draw_shop(rng, 3)
    for p in (*made[:2], *made[3:6]):
        p["newer"] = f"{p['version']}.{rng.randint(1, 9)}"
    return {"maker": maker, "mine": [p["app"] for p in made[:2]], "absent": [], "listings": rng.sample(made, len(made))}


def _solve_update(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Store"}
    seen = yield from search(seen, params["maker"])
    seen, found = yield from rows_of(seen)
    for name, _ in found:
        seen = yield from update(seen, name)
    yield "finish", {}


TEMPLATES: tuple[Template, ...] = (
    Template(
        name="store_install_best",
        goals={
            "en": "Of the apps by {maker} in Store, install the one with the best rating, and none else.",
            "zh": "在应用商店（Store）里，安装开发者 {maker} 的应用中评分最高的那一个，不要安装其他应用。",
        },
        apps=("store",),
        tags=("search", "read", "list"),
        difficulty=3,
        budget=18,
        draw=_draw_install,
        setup=setup_shop,
        expect=_expect_install,
        oracle=_solve_install,
    ),
    Template(
        name="store_uninstall_maker",
        goals={
            "en": "With Store, uninstall every app by {maker} that is on this phone.",
            "zh": "用应用商店（Store）卸载这部手机上开发者 {maker} 的所有应用。",
        },
        apps=("store",),
        tags=("irreversible", "search", "list"),
        difficulty=3,
        budget=26,
        draw=_draw_uninstall,
        setup=setup_shop,
        expect=_expect_uninstall,
        oracle=_solve_uninstall,
    ),
    Template(
        name="store_update_maker",
        goals={
            "en": "In Store, install the updates that are available for apps by {maker}. Leave all other updates alone.",
            "zh": "在应用商店（Store）里，为开发者 {maker} 的应用安装可用的更新，其他更新不要安装。",
        },
        apps=("store",),
        tags=("search", "list", "read"),
        difficulty=3,
        budget=34,
        draw=_draw_update,
        setup=setup_shop,
        expect=expect_update,
        oracle=_solve_update,
    ),
    *store_special.TEMPLATES,
)
