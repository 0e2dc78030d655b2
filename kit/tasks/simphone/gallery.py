"""Tasks in the Gallery: captions read and acted on, albums, the trash, a card copied into Contacts."""

from __future__ import annotations

import random
import re

from kit.simphone.apps import people as pool
from kit.simphone.apps.contacts import person
from kit.tasks.base import Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone.gallery_long import TEMPLATES as LONG
from kit.tasks.simphone.gallery_long import caption_of, open_album
from kit.tasks.simphone.media import ALBUMS, SUBJECTS, album, hang, kept_as, moved, picture
from kit.tasks.simphone.steps import Walk, enter, hold, press
from kit.types import Observation

WHO = (
    "my sister",
    "the grandparents",
    "the twins",
    "Zoë",
    "the whole team",
    "two cousins",
    "nobody",
    "the neighbours",
    "the dog",
)


# --- a star for the right one ----------------------------------------------------------------------------------------


def _draw_star(rng: random.Random) -> Params:
    place, *places = (f"{x} in {rng.randint(1998, 2025)}" for x in rng.sample(pool.PLACES, 4))
    who, *others = rng.sample(WHO, 4)
    pairs = [(place, who), (place, others[0]), (place, others[1]), *((p, who) for p in places)]
    rng.shuffle(pairs)
    names = [f"{s} {rng.randint(1, 99)}" for s in rng.sample(SUBJECTS, len(pairs))]
    return {"place": place, "who": who, "names": names, "captions": [f"At {p} with {x}" for p, x in pairs],
            "chosen": pairs.index((place, who)), "album": rng.choice(ALBUMS)}  # fmt: skip


def _setup_star(phone: TruePhone, p: Params) -> None:
    paths = album(p["album"], *p["names"])
    hang(phone, paths, dict(zip(paths, p["captions"], strict=True)))


def _expect_star(data: Data, p: Params) -> None:
    data["gallery"]["favourites"].append(album(p["album"], *p["names"])[p["chosen"]])


def _solve_star(p: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Gallery"}
    seen = yield from press(seen, "Search pictures")
    seen = yield from enter(seen, "Search pictures", p["place"])
    seen = yield from press(seen, f"At {p['place']} with {p['who']}")
    yield from press(seen, "Add to favourites")
    yield "finish", {}


# --- some pictures into a new album ------------------------------------------------------------------------------------


def _draw_sort(rng: random.Random) -> Params:
    old, new = rng.sample(ALBUMS, 2)
    names = rng.sample(SUBJECTS, 6)
    return {"old": old, "new": f"{new} {rng.randint(2, 99)}", "names": names, "a": names[0], "b": names[1],
            "c": names[2], "near": f"{names[1]} 2"}  # fmt: skip


def _setup_sort(phone: TruePhone, p: Params) -> None:
    hang(phone, album(p["old"], *p["names"], p["near"]))


def _expect_sort(data: Data, p: Params) -> None:
    for name in (p["a"], p["b"], p["c"]):
        moved(data, *album(p["old"], name), *album(p["new"], name))


def _solve_sort(p: Params, seen: Observation) -> Oracle:
    seen = yield from open_album(p["old"])
    seen = yield from hold(seen, f"{p['a']}.png")
    for name in (p["b"], p["c"]):
        seen = yield from press(seen, f"{name}.png")
    seen = yield from press(seen, "Move to album")
    seen = yield from press(seen, "New album")
    seen = yield from enter(seen, "Album name", p["new"])
    yield from press(seen, "Create")
    yield "finish", {}


# --- the trash -------------------------------------------------------------------------------------------------------


def _draw_trash(rng: random.Random) -> Params:
    subject, count = rng.choice(SUBJECTS), rng.randint(8, 11)
    names = [f"{subject} {n}" for n in rng.sample(range(1, 90), count)]
    return {"album": rng.choice(ALBUMS), "names": names, "gone": names[0], "back": names[1],
            "order": rng.sample(range(count), count)}  # fmt: skip


def _setup_trash(phone: TruePhone, p: Params) -> None:
    paths = album(p["album"], *(p["names"][n] for n in p["order"]))
    for path in paths:
        phone.write(kept_as(path), picture(path))
    phone.set("gallery.trash", [{"id": f"x{n}", "path": x, "file": kept_as(x)} for n, x in enumerate(paths, start=1)])


def _expect_trash(data: Data, p: Params) -> None:
    (gone,), (back,) = album(p["album"], p["gone"]), album(p["album"], p["back"])
    del data["files"][kept_as(gone)]
    data["files"][back] = data["files"].pop(kept_as(back))
    data["gallery"]["trash"] = [x for x in data["gallery"]["trash"] if x["path"] not in (gone, back)]


def _to_trash() -> Walk:
    seen = yield "launch_app", {"name": "Gallery"}
    seen = yield from press(seen, "Albums")
    return (yield from press(seen, "Trash"))


def _solve_trash(p: Params, seen: Observation) -> Oracle:
    seen = yield from _to_trash()
    seen = yield from press(seen, f"{p['gone']}.png")
    seen = yield from press(seen, "Delete forever")
    seen = yield from press(seen, "Delete forever")
    seen = yield from press(seen, f"{p['back']}.png")
    yield from press(seen, "Restore")
    yield "finish", {}


# --- a business card --------------------------------------------------------------------------------------------------


def _draw_card(rng: random.Random) -> Params:
    first, last = (rng.choice(pool.FIRST), rng.choice(pool.LAST)) if rng.random() < 0.7 else rng.choice(pool.WORLD)
    fourth = rng.randint(100, 999)
    return {"first": first, "last": last, "name": f"{first} {last}", "phone": pool.number(rng),
            "company": rng.choice(pool.COMPANIES), "other": pool.number(rng), "fax": pool.number(rng),
            "near": rng.choice(pool.COMPANIES), "card": f"Card {fourth}", "old": f"Card {fourth + 1}",
            "album": rng.choice(ALBUMS)}  # fmt: skip


def _setup_card(phone: TruePhone, p: Params) -> None:
    card, old = album(p["album"], p["card"], p["old"])
    line = "{0}, {1}. Fax {2}, mobile {3}"
    captions = {card: line.format(p["name"], p["company"], p["fax"], p["phone"]),
                old: line.format(p["name"], p["near"], p["fax"], p["other"])}  # fmt: skip
    hang(phone, [card, old, *album(p["album"], p["card"].lower().replace(" ", "-"))], captions)


def _expect_card(data: Data, p: Params) -> None:
    people = data["contacts"]["people"]
    people.append(person(pool.next_id("c", people), p["first"], p["last"], p["phone"], company=p["company"]))


def _solve_card(p: Params, seen: Observation) -> Oracle:
    seen = yield from open_album(p["album"])
    seen = yield from press(seen, f"{p['card']}.png")
    found = re.fullmatch(r".*?, (.+)\. Fax \S+, mobile (\S+)", caption_of(seen))
    company, number = (found[1], found[2]) if found else ("", "")
    seen = yield "launch_app", {"name": "Contacts"}
    seen = yield from press(seen, "Create new contact")
    for hint, value in (("First name", p["first"]), ("Last name", p["last"]), ("Company", company), ("Phone", number)):
        seen = yield from enter(seen, hint, value)
    yield from press(seen, "Save")
    yield "finish", {}


TEMPLATES: tuple[Template, ...] = (
    Template(
        name="gallery_favourite",
        goals={
            "en": "In the Gallery, find the picture whose caption says that it was taken at {place} with {who}, and add it to "
            "the favourites.",
            "zh": "在相册（Gallery）里，找到说明写着在“{place}”与“{who}”一起拍的那张图片，把它加入收藏。",
        },
        apps=("gallery",),
        tags=("search", "read", "toggle"),
        difficulty=2,
        budget=13,
        draw=_draw_star,
        setup=_setup_star,
        expect=_expect_star,
        oracle=_solve_star,
    ),
    Template(
        name="gallery_new_album",
        goals={
            "en": "In the Gallery, move the pictures {a}.png, {b}.png and {c}.png from the album {old} into a new album "
            "called {new}.",
            "zh": "在相册（Gallery）里，把影集 {old} 中的图片 {a}.png、{b}.png 和 {c}.png 移到一个名为 {new} 的新影集。",
        },
        apps=("gallery",),
        tags=("list", "navigation", "input"),
        difficulty=3,
        budget=21,
        draw=_draw_sort,
        setup=_setup_sort,
        expect=_expect_sort,
        oracle=_solve_sort,
    ),
    Template(
        name="gallery_trash",
        goals={
            "en": "In the trash of the Gallery, delete {gone}.png forever and restore {back}.png. Leave the others there.",
            "zh": "在相册（Gallery）的回收站里，永久删除 {gone}.png，并恢复 {back}.png，其余的保持不动。",
        },
        apps=("gallery",),
        tags=("list", "navigation", "irreversible"),
        difficulty=3,
        budget=19,
        draw=_draw_trash,
        setup=_setup_trash,
        expect=_expect_trash,
        oracle=_solve_trash,
    ),
    Template(
        name="gallery_card_to_contact",
        goals={
            "en": "The picture {card}.png in the Gallery's album {album} is a business card; its caption says what is on it. "
            "Add {name} to Contacts with first name {first}, last name {last}, and the company and the mobile number from the card.",
            "zh": "相册（Gallery）的影集 {album} 里，图片 {card}.png 是一张名片，说明文字写着名片内容。把 {name} 加到通讯录（Contacts）："
            "名字（First name）{first}，姓氏（Last name）{last}，公司和手机号按名片填写。",
        },
        apps=("gallery", "contacts"),
        tags=("read", "transfer", "form", "input"),
        difficulty=4,
        budget=23,
        draw=_draw_card,
        setup=_setup_card,
        expect=_expect_card,
        oracle=_solve_card,
    ),
    *LONG,
)
