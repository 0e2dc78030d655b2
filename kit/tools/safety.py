"""The safety gate: every call passes its guards before it may run (spec: harness, P0 table; translation, T3.7).

A guard is a plain function. It returns nothing, or raises ToolRefused (never done here) or NeedsConfirmation (warned about
first, run after the same call comes again with `confirm=true`). A confirmation holds once, for the call that was warned
about, on a screen that still reads the same: an amount that changed meanwhile is warned about again. The kit's own rules
are data (`risks.json`); a session may have further guards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from kit.errors import NeedsConfirmation, TargetError, ToolRefused
from kit.screen.coordinates import to_pixels
from kit.tools.matching import by_description, by_id
from kit.tools.names_policy import LaunchPolicy
from kit.tools.risks import Rule, concerning
from kit.tools.spec import Verb, label_of
from kit.types import Mark, Observation, Tool, ToolCall

if TYPE_CHECKING:
    from kit.tools.session import Session

Guard = Callable[["Session", ToolCall, Mark | None], None]
"""`guard(session, call, mark)`; `mark` is the control the call is about, None when there is none or it is not known."""

TARGETS = frozenset({"target_mark_id", "target_description", "start", "point", "points", "path", "cell"})
"""Arguments that say where a call touches."""
ACTING = frozenset({"type_text", "press_enter", "paste", "send"})
"""Calls that act on the app in front without saying where."""
HARMLESS = frozenset({"scroll"})
"""Calls that have a target and change nothing but the view."""
SLIDING = re.compile(r"slide|swipe|drag|滑|拖", re.IGNORECASE)
TOUCH = 30
"""A swipe shorter than this (relative units) is a touch."""
SYSTEM_BARS = "com.android.systemui"

PHRASES: dict[str, dict[str, str]] = {
    "confirm": {
        "en": "{tool} on {target} is about {what}; nothing was sent. If the goal asks for exactly this, check amount, "
        "recipient and account on the screen and repeat the same call with confirm=true; else go another way or call take_over.",
        "zh": "{tool} {target} 涉及{what}；尚未执行。若目标确实要求这样做，请先在屏幕上核对金额、对象与账户，"
        "再以 confirm=true 重复同一调用；否则换一种做法或调用 take_over。",
    },
    "block": {
        "en": "{tool} on {target} is about {what}, which is never done here; nothing was sent. Go back, or call take_over.",
        "zh": "{tool} {target} 涉及{what}，此处一律不执行；未下发任何操作。请返回，或调用 take_over。",
    },
    "denied": {
        "en": "{package} is an app that may not be used ({rule}); nothing was sent. Leave it with back or home.",
        "zh": "{package} 是禁止使用的应用（{rule}）；未下发任何操作。请用 back 或 home 离开。",
    },
    "argument": {
        "en": "true repeats a call that was warned about, after checking the screen.",
        "zh": "对已预警的同一调用核对屏幕后，以 true 重复执行。",
    },
    "unnamed": {"en": "this screen", "zh": "当前屏幕"},
    "system_update": {"en": "a system update", "zh": "系统更新"},
    "factory_reset": {"en": "erasing the phone", "zh": "恢复出厂设置"},
    "payment": {"en": "a payment", "zh": "支付"},
    "purchase": {"en": "a purchase", "zh": "购买"},
    "money_transfer": {"en": "sending money", "zh": "资金转移"},
    "install_outside_store": {"en": "an installation from outside a store", "zh": "应用商店以外的安装"},
    "account_deletion": {"en": "deleting an account", "zh": "删除账号"},
    "identity": {"en": "proof of identity or card data", "zh": "身份或银行卡信息"},
}


def admit(session: Session, call: ToolCall, verb: Verb | None) -> ToolCall:
    """Passes a call through all guards.

    Returns:
        The call to run: without the `confirm` that only this gate reads.

    Raises:
        ToolRefused: a guard forbids it. NeedsConfirmation: it was not confirmed yet. Nothing was sent in either case.
    """
    session.calling = call
    for mark in targets(session, call) or (None,):
        check(session, call, mark)
    if verb is None or "confirm" not in call.arguments or not _touches(verb.name, verb.arguments.model_fields):
        return call
    return replace(call, arguments={k: v for k, v in call.arguments.items() if k != "confirm"})


def check(session: Session, call: ToolCall, mark: Mark | None) -> None:
    """Asks every guard about a call on one control; raises as `admit`.

    A tool that finds its control only while it runs (visual location) asks again with what it found:
    `check(session, session.calling, mark)`.
    """
    for guard in (rules, denied_apps, *session.guards):
        try:
            guard(session, call, mark)
        except NeedsConfirmation as warning:
            _settle(session, call, mark, warning)


def rules(session: Session, call: ToolCall, mark: Mark | None) -> None:
    """The kit's own rules: money, identity, installations and accounts are warned about; resets and updates refused."""
    launch = call.name == "launch_app"
    if not launch and not acts(call):
        return
    seen = session.observation
    words = _words(call, mark)
    front = seen.foreground.package if seen is not None else ""
    packages = words if launch else [p for p in (mark.package if mark else "", front) if p]
    for rule in concerning(call.name, tuple(words), tuple(packages)):
        wanted = rule.always or session.settings.safety
        if not wanted or (launch and rule.action == "confirm"):
            continue
        if rule.sees(_readable(seen) if rule.screen else ()):
            raise _objection(session, call, mark, rule)


def denied_apps(session: Session, call: ToolCall, mark: Mark | None) -> None:
    """The deny list on arrival: nothing is touched in an app of `launch_deny`, however it came to the front."""
    seen = session.observation
    if not session.settings.launch_deny or seen is None or not acts(call):
        return
    package = seen.foreground.package
    rule = LaunchPolicy.parse(session.settings.launch_deny).refusal(package)
    if rule:
        raise ToolRefused(_say(session, "denied", package=package, rule=rule), code="app_denied")


def acts(call: ToolCall) -> bool:
    """Whether a call changes something in the app in front, as far as its form tells."""
    return call.name not in HARMLESS and (call.name in ACTING or bool(TARGETS & call.arguments.keys()))


def used(session: Session, call: ToolCall) -> None:
    """A confirmed call has run: its confirmation is used up."""
    if call.arguments.get("confirm") is True:
        session.warned = None


def confirmable(tool: Tool, lang: str = "en") -> Tool:
    """What the model is told of a tool that touches: the same, with `confirm`."""
    properties = cast("Mapping[str, Any]", tool.parameters.get("properties") or {})
    if not _touches(tool.name, properties):
        return tool
    extra = {"confirm": {"type": "boolean", "default": False, "description": PHRASES["argument"][lang]}}
    return replace(tool, parameters={**tool.parameters, "properties": {**properties, **extra}})


def targets(session: Session, call: ToolCall) -> tuple[Mark, ...]:
    """The controls a call names or touches, as far as the current batch knows them."""
    seen, given = session.observation, call.arguments
    if seen is None:
        return ()
    try:
        if isinstance(id := given.get("target_mark_id"), str) and id:
            return (by_id(seen, id),)
        if isinstance(words := given.get("target_description"), str) and words:
            return (by_description(seen, words, "type" if call.name == "type_text" else "tap"),)
    except TargetError:
        return ()  # the tool itself will say what is wrong with it
    if call.name in ACTING:
        return tuple(m for m in seen.marks if "focused" in m.states)[:1]
    found = [(m, at) for at in _points(call) if (m := _under(seen, at)) is not None]
    slides = call.name == "swipe" and not _short(call)
    return tuple(dict.fromkeys(m for m, _ in found if not slides or SLIDING.search(m.full_label)))


def _settle(session: Session, call: ToolCall, mark: Mark | None, warning: NeedsConfirmation) -> None:
    """Lets a warning pass that was given before and is confirmed now; otherwise remembers it and raises it."""
    what = _identity(session, call, mark)
    codes: frozenset[str] = session.warned[1] if session.warned and session.warned[0] == what else frozenset()
    if call.arguments.get("confirm") is True and warning.code in codes:
        return
    session.warned = (what, codes | {warning.code})
    raise warning


def _identity(session: Session, call: ToolCall, mark: Mark | None) -> tuple[Any, ...]:
    """What a confirmation is for: the call, its control and everything the screen says, the system's bars apart."""
    aside = {"confirm", "intent", "note"} | ({"target_mark_id", "target_description"} if mark else set())
    given = tuple(sorted((k, repr(v)) for k, v in call.arguments.items() if k not in aside))
    target = (mark.full_label, mark.resource_id, mark.package) if mark else ()
    seen = session.observation
    nodes = [n for w in seen.windows if w.package != SYSTEM_BARS for n in w.nodes] if seen else []
    shown = tuple((n.text, n.content_desc) for n in nodes if n.text or n.content_desc)
    return call.name, given, target, shown or tuple(_readable(seen))


def _objection(session: Session, call: ToolCall, mark: Mark | None, rule: Rule) -> NeedsConfirmation | ToolRefused:
    named = label_of(mark) if mark else next(iter(_words(call, None)), _say(session, "unnamed"))
    words = _say(session, rule.action, tool=call.name, target=named, what=_say(session, rule.name))
    if rule.action == "block":
        return ToolRefused(words, code=f"blocked_{rule.name}")
    return NeedsConfirmation(words, code=f"confirm_{rule.name}")


def _words(call: ToolCall, mark: Mark | None) -> list[str]:
    """What the target reads: its label, the title before the rest of a row, or what the call itself says."""
    if mark is not None:
        return [mark.full_label, mark.full_label.split(", ")[0]]
    said = call.arguments.get("name" if call.name == "launch_app" else "target_description")
    return [said] if isinstance(said, str) and said else []


def _readable(seen: Observation | None) -> list[str]:
    return [] if seen is None else [*(m.full_label for m in seen.marks), *seen.texts]


def _touches(name: str, arguments: Collection[str]) -> bool:
    return name not in HARMLESS and "confirm" not in arguments and bool(TARGETS & set(arguments))


def _points(call: ToolCall) -> list[tuple[float, float]]:
    """Relative places a call touches without naming a control."""
    given = call.arguments
    raw: list[Any] = [given.get("start"), given.get("point")]
    for name in ("points", "path"):
        raw += list(cast("Iterable[Any]", given[name])) if isinstance(given.get(name), list | tuple) else []
    raw.append(_cell(given))
    return [(float(p[0]), float(p[1])) for p in raw if _is_point(p)]


def _is_point(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2 and all(isinstance(v, int | float) for v in value)  # pyright: ignore[reportUnknownVariableType]


def _cell(given: Mapping[str, Any]) -> tuple[float, float] | None:
    """The middle (or the named point) of a grid cell A-H x 1-12 (spec: translation, T1.2)."""
    match = re.fullmatch(r"([A-Ha-h])(\d{1,2})", str(given.get("cell") or "").strip())
    if match is None:
        return None
    fx, fy = (given.get(n) if isinstance(given.get(n), int | float) else 0.5 for n in ("fx", "fy"))
    column, row = "ABCDEFGH".index(match[1].upper()), int(match[2]) - 1
    return (column + float(fx or 0)) * 1000 / 8, (row + float(fy or 0)) * 1000 / 12


def _under(seen: Observation, at: tuple[float, float]) -> Mark | None:
    """The smallest control under a relative point."""
    x, y = to_pixels(at, seen.screen)
    hit = [m for m in seen.marks if m.bounds.contains(x, y)]
    return min(hit, key=lambda m: m.bounds.area, default=None)


def _short(call: ToolCall) -> bool:
    start, end = call.arguments.get("start"), call.arguments.get("end")
    if not _is_point(start) or not _is_point(end):
        return False
    return max(abs(a - b) for a, b in zip(cast("list[float]", start), cast("list[float]", end), strict=True)) < TOUCH


def _say(session: Session, key: str, **values: Any) -> str:
    return PHRASES[key][session.settings.lang].format(**values)
