"""Tasks in the app Tasks: plan, complete, clear up; the longer ones stand in `tasks_app_chains`."""

from __future__ import annotations

import random

from kit.simphone.apps import people as pool
from kit.simphone.apps.tasks_app import task
from kit.tasks.base import Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone import tasks_app_chains as chains
from kit.tasks.simphone.steps import enter, marks, press, words
from kit.tasks.simphone.tasks_app_chains import (
    APP,
    LEVELS,
    LEVELS_ZH,
    NAMES,
    STEPS,
    TITLES,
    VIEW,
    complete,
    compose,
    later,
    put,
    set_priority,
    the,
)  # fmt: skip
from kit.types import Observation

# --- add -------------------------------------------------------------------------------------------------------------


def _draw_add(rng: random.Random) -> Params:
    level = rng.randint(1, 3)
    lists = rng.sample(NAMES, 4)
    title = f"{rng.choice(TITLES)} {rng.choice(('again', 'with ' + rng.choice(pool.FIRST), 'at ' + rng.choice(pool.PLACES)))}"
    return {"title": title, "lists": lists, "list": lists[rng.randrange(4)], "due": later(rng, 1)[0], "level": level,
            "priority": LEVELS[level].split()[0].lower(), "priority_zh": LEVELS_ZH[level]}  # fmt: skip


def _setup_add(phone: TruePhone, params: Params) -> None:
    put(phone, params["lists"], [task("", name, STEPS[n]) for n, name in enumerate(params["lists"])])


def _expect_add(data: Data, params: Params) -> None:
    list = next(x["id"] for x in data["tasks"]["lists"] if x["name"] == params["list"])
    id = pool.next_id("k", data["tasks"]["tasks"])
    made = task(id, list, params["title"], due=params["due"], priority=params["level"])
    data["tasks"]["tasks"].append(made)


def _solve_add(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": APP}
    seen = yield from press(seen, params["list"])
    seen = yield from press(seen, "New task")
    seen = yield from compose(seen, params["title"], params["due"])
    seen = yield from set_priority(seen, params["level"])
    yield from press(seen, "Save")
    yield "finish", {}


# --- complete what is urgent -----------------------------------------------------------------------------------------


def _draw_urgent(rng: random.Random) -> Params:
    lists, titles, days = rng.sample(NAMES, 3), rng.sample(TITLES, 11), later(rng, 6)
    place = rng.randrange(2, 5)
    plan = [(3, rng.choice(days[: place + 1])) for _ in range(rng.randint(1, 3))] + [(3, days[place]), (3, days[5])]
    plan += [(2, days[1]), (rng.choice((1, 2)), days[place]), (0, days[0]), (3, "")]
    tasks = [[title, *p] for title, p in zip(titles, plan, strict=False)]
    rng.shuffle(tasks)
    return {
        "lists": lists,
        "list": lists[rng.randrange(3)],
        "tasks": tasks,
        "elsewhere": titles[9:],
        "last": days[place],
    }


def _setup_urgent(phone: TruePhone, params: Params) -> None:
    made = [task("", params["list"], title, priority=level, due=due) for title, level, due in params["tasks"]]
    others = [name for name in params["lists"] if name != params["list"]]
    made += [task("", n, t, priority=3, due=params["last"]) for n, t in zip(others, params["elsewhere"], strict=True)]
    put(phone, params["lists"], made)


def _urgent(params: Params) -> list[str]:
    return [title for title, level, due in params["tasks"] if level == 3 and "" < due <= params["last"]]


def _expect_urgent(data: Data, params: Params) -> None:
    for title in _urgent(params):
        the(data, title)["done"] = True


def _solve_urgent(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": APP}
    seen = yield from press(seen, params["list"])
    for title in _urgent(params):
        seen = yield from complete(seen, title)
    yield "finish", {}


# --- delete the right list -------------------------------------------------------------------------------------------


def _draw_drop(rng: random.Random) -> Params:
    name, other = rng.sample(NAMES, 2)
    years = rng.sample(range(2019, 2027), 3)
    lists = [f"{name} {year}" for year in years] + [other]
    rng.shuffle(lists)
    return {"lists": lists, "list": f"{name} {years[0]}", "titles": rng.sample(TITLES, 4), "name": name,
            "title": rng.choice(STEPS), "new": f"{rng.choice(NAMES)} {rng.randrange(2027, 2099)}"}  # fmt: skip


def _setup_drop(phone: TruePhone, params: Params) -> None:
    made = [task("", name, title) for name, title in zip(params["lists"], params["titles"], strict=True)]
    put(phone, params["lists"], [*made, task("", params["list"], params["title"])])


def _expect_drop(data: Data, params: Params) -> None:
    own = data["tasks"]
    gone = next(x["id"] for x in own["lists"] if x["name"] == params["list"])
    own["lists"] = [x for x in own["lists"] if x["id"] != gone]
    own["tasks"] = [t for t in own["tasks"] if t["list"] != gone]
    own["lists"].append({"id": pool.next_id("l", own["lists"]), "name": params["new"]})


def _solve_drop(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": APP}
    seen = yield from press(seen, "Search tasks")
    seen = yield from enter(seen, "Search tasks", params["title"])
    said = next(w for m in marks(seen, params["title"]) for w in words(seen, m) if params["name"] in w)
    seen = yield "back", {}
    if marks(seen, "Search tasks", "type"):
        seen = yield "back", {}
    seen = yield from press(seen, next(name for name in params["lists"] if name in said))
    seen = yield from press(seen, "Delete list")
    seen = yield from press(seen, "Delete list")
    seen = yield from press(seen, "New list")
    seen = yield from enter(seen, "List name", params["new"])
    yield from press(seen, "Save")
    yield "finish", {}


# --- a filter was left on --------------------------------------------------------------------------------------------


def _draw_filter(rng: random.Random) -> Params:
    lists, titles, steps = rng.sample(NAMES, 3), rng.sample(TITLES, 4), rng.sample(STEPS, 5)
    return {"lists": lists, "list": lists[rng.randrange(3)], "title": titles[0], "titles": titles, "steps": steps,
            "step": steps[rng.randrange(5)]}  # fmt: skip


def _setup_filter(phone: TruePhone, params: Params) -> None:
    title, old, *others = params["titles"]
    steps = tuple(params["steps"])
    made = [
        task("", params["list"], f"{title} (old)", subtasks=steps, done=True),
        task("", params["list"], old, done=True),
    ]
    made += [task("", params["list"], t) for t in others]
    put(phone, params["lists"], [*made, task("", params["list"], title, subtasks=steps)], show="done")


def _expect_filter(data: Data, params: Params) -> None:
    steps = the(data, params["title"])["subtasks"]
    next(s for s in steps if s["text"] == params["step"])["done"] = True


def _solve_filter(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": APP}
    seen = yield from press(seen, params["list"])
    if not marks(seen, params["title"]):
        seen = yield from press(seen, "Show")
        seen = yield from press(seen, "Open tasks")
    seen = yield from press(seen, params["title"])
    yield from press(seen, params["step"])
    yield "finish", {}


TEMPLATES: tuple[Template, ...] = (
    Template(
        name="tasks_add",
        goals={
            "en": "In Tasks, add “{title}” to the list “{list}”: due on {due}, {priority} priority. Leave the rest empty.",
            "zh": "在任务（Tasks）的列表“{list}”里新建“{title}”：截止日期 {due}，{priority_zh}，其余留空。",
        },
        apps=("tasks",),
        tags=("form", "input", "list"),
        difficulty=3,
        budget=26,
        draw=_draw_add,
        setup=_setup_add,
        expect=_expect_add,
        oracle=_solve_add,
        ignore=VIEW,
    ),
    Template(
        name="tasks_complete_urgent",
        goals={
            "en": "In the list “{list}” of Tasks, complete every task of high priority that is due on or before {last}. Leave all "
            "others open.",
            "zh": "在任务（Tasks）的列表“{list}”里，完成所有高优先级且截止日期不晚于 {last} 的任务，其余保持未完成。",
        },
        apps=("tasks",),
        tags=("list", "read", "toggle"),
        difficulty=3,
        budget=14,
        draw=_draw_urgent,
        setup=_setup_urgent,
        expect=_expect_urgent,
        oracle=_solve_urgent,
        ignore=VIEW,
    ),
    Template(
        name="tasks_delete_list",
        goals={
            "en": "In Tasks there are several lists called {name}, one for each of several years. Delete the one that holds the "
            "task “{title}”, with everything in it. Then make a new list called “{new}”.",
            "zh": "任务（Tasks）里有好几个名为 {name} 的列表，对应不同年份。删除包含任务“{title}”的那个列表及其全部内容，"
            "然后新建一个名为“{new}”的列表。",
        },
        apps=("tasks",),
        tags=("irreversible", "search", "read", "input"),
        difficulty=3,
        budget=27,
        draw=_draw_drop,
        setup=_setup_drop,
        expect=_expect_drop,
        oracle=_solve_drop,
        ignore=VIEW,
    ),
    Template(
        name="tasks_hidden_task",
        goals={
            "en": "In the list “{list}” of Tasks, tick the subtask “{step}” of the open task “{title}”.",
            "zh": "在任务（Tasks）的列表“{list}”里，勾选未完成任务“{title}”的子任务“{step}”。",
        },
        apps=("tasks",),
        tags=("recovery", "toggle", "list"),
        difficulty=3,
        budget=15,
        draw=_draw_filter,
        setup=_setup_filter,
        expect=_expect_filter,
        oracle=_solve_filter,
        ignore=VIEW,
    ),
    *chains.TEMPLATES,
)
