"""Every sentence a receipt may hold, in English and Chinese. Facts from the harness specification's failure table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

PHRASES: dict[str, dict[str, str]] = {
    "tapped": {"en": "Tapped {target}.", "zh": "已点击{target}。"},
    "long_pressed": {"en": "Long-pressed {target}.", "zh": "已长按{target}。"},
    "typed": {"en": "Typed {text!r}{where}.", "zh": "已输入 {text!r}{where}。"},
    "cleared": {
        "en": "What the field held before was cleared already.",
        "zh": "输入框原有内容已被清空。",
    },
    "typed_into": {"en": " into {target}", "zh": "（{target}）"},
    "typed_focus": {"en": " into the focused field", "zh": "（当前焦点）"},
    "sent_text": {
        "en": "Sent {text!r} to whatever has the focus; the phone does not say whether a field took it.",
        "zh": "已发送 {text!r} 到当前焦点；手机未说明是否有输入框接收。",
    },
    "sent_into": {
        "en": "Sent {text!r} after touching {target}; the phone does not say whether the field took it.",
        "zh": "已点击{target}并发送 {text!r}；手机未说明输入框是否接收。",
    },
    "no_focus": {
        "en": "No field on the screen has the focus, so nothing was typed. Tap the field first, or name it with "
        "target_mark_id.",
        "zh": "屏幕上没有获得焦点的输入框，未输入任何内容。请先点击输入框，或用 target_mark_id 指定。",
    },
    "no_focus_after": {
        "en": "{target} was touched but has not taken the focus, so nothing was typed. Look again with read_screen.",
        "zh": "已点击{target}，但它没有获得焦点，未输入任何内容。请用 read_screen 重新查看。",
    },
    "submitted": {
        "en": " Pressed Enter, the keyboard's action key in a field of one line.",
        "zh": "已按回车键（单行输入框中即键盘动作键）。",
    },
    "swiped": {"en": "Swiped from {start} to {end}.", "zh": "已从 {start} 滑动到 {end}。"},
    "scrolled": {"en": "Scrolled {direction}.", "zh": "已向{direction}滚动。"},
    "back": {"en": "Pressed Back.", "zh": "已按返回。"},
    "home": {"en": "Pressed Home.", "zh": "已按主屏幕键。"},
    "waited": {"en": "Waited {seconds:g} s.", "zh": "已等待 {seconds:g} 秒。"},
    "launched": {"en": "Launched {name} ({package}).", "zh": "已启动 {name}（{package}）。"},
    "elsewhere": {
        "en": " What is in front now is {front}, not {package}.",
        "zh": "当前前台是 {front}，不是 {package}。",
    },
    "read": {"en": "Read the screen again.", "zh": "已重新读取屏幕。"},
    "unread": {"en": "error: the screen could not be read.", "zh": "error: 未能读取屏幕。"},
    "finished": {"en": "Finished: {status}.", "zh": "已结束：{status}。"},
    "taken_over": {"en": "Handed over to the person: {reason}", "zh": "已交给用户：{reason}"},
    "skipped": {
        "en": "error: the run has ended; this later call of the same turn was skipped.",
        "zh": "error: 自动化已终止；该后续工具调用已跳过。",
    },
    "unknown_outcome": {
        "en": "error: the device command of {tool} failed; it may have been sent, and what the phone did is not known.",
        "zh": "error: {tool} 的设备命令失败；命令可能已发送，设备结果无法确认。",
    },
    "unknown_text": {
        "en": "error: the text command may have been sent; whether the field holds it is not known.",
        "zh": "error: 文本输入命令可能已发送，输入结果无法确认",
    },
    "keyboard_not_restored": {
        "en": "Typed {text!r}; the text was sent; the keyboard could not be restored.",
        "zh": "已输入 {text!r}；输入已发送；键盘恢复失败",
    },
    "not_warmed_up": {
        "en": "error: the text was not sent: ADBKeyboard did not get ready.",
        "zh": "error: 文本未发送：ADBKeyboard 未就绪。",
    },
    "keyboard_restored": {"en": "The previous keyboard was restored.", "zh": "原输入法已恢复。"},
    "keyboard_unknown": {
        "en": "The command that restores the keyboard failed; the keyboard's state is not known.",
        "zh": "恢复命令失败，键盘状态未知。",
    },
    "keyboard_none": {
        "en": "No switch that would have to be undone was made.",
        "zh": "未执行需要恢复的切换。",
    },
    "refused": {"en": "error: {message}", "zh": "error: {message}"},
    "warned": {"en": "warning: {message}", "zh": "预警：{message}"},
    "no_look": {
        "en": "No new observation: {message} Nothing on the screen can be addressed until read_screen succeeds.",
        "zh": "没有新的观测：{message} 在 read_screen 成功之前屏幕上没有可寻址的控件。",
    },
    "reference": {
        "en": "The picture is an earlier sample, unverified, not the current addressable batch.",
        "zh": "附图为较早采样、未验证、非当前可操作批次。",
    },
    "needs_target": {
        "en": "{tool} needs target_mark_id or target_description.",
        "zh": "{tool} 需要 target_mark_id 或 target_description。",
    },
    "no_batch": {
        "en": "There is no current observation, so nothing can be addressed. Call read_screen first.",
        "zh": "当前没有有效观测，无法寻址。请先调用 read_screen。",
    },
    "stale": {
        "en": "{id} belongs to an older screen (the current batch is e{epoch}). Choose a mark of the newest list, or call read_screen.",
        "zh": "{id} 属于过期批次（当前批次为 e{epoch}）。请使用最新列表中的 mark，或调用 read_screen。",
    },
    "no_mark": {
        "en": "There is no mark {id} on this screen; marks 1 to {count} exist in batch e{epoch}.",
        "zh": "当前屏幕没有 mark {id}；批次 e{epoch} 中有 1 到 {count}。",
    },
    "no_marks": {
        "en": "There is no mark {id} on this screen: batch e{epoch} has no marks.",
        "zh": "当前屏幕没有 mark {id}：批次 e{epoch} 没有任何 mark。",
    },
    "contradiction": {
        "en": "{id} is {target}, and {description!r} is not written on it; nothing was touched. Give only the one that is meant.",
        "zh": "{id} 是{target}，上面没有「{description}」；未执行任何操作。请只给出真正要操作的那一个。",
    },
    "bad_mark": {
        "en": "{id!r} is not a mark id; ids look like ax_3@e{epoch}.",
        "zh": "{id!r} 不是 mark id；格式如 ax_3@e{epoch}。",
    },
    "ambiguous": {
        "en": "ambiguous: {description!r} matches {count} controls: {candidates}. Use target_mark_id.",
        "zh": "ambiguous: {description!r} 匹配 {count} 个控件：{candidates}。请使用 target_mark_id。",
    },
    "not_found": {
        "en": "Nothing on this screen reads {description!r}. target_description takes only the short words written on a control; "
        "for something further away, scroll or go there first.",
        "zh": "文本未匹配 {description!r}：target_description 只写控件上的短原文；目标不在本屏时请先滚动或跳转。",
    },
    "disabled": {
        "en": "{target} is disabled, so it was not touched; something else on this screen must be done first.",
        "zh": "{target} 处于禁用状态，未点击；请先完成本屏的其他步骤。",
    },
    "not_field": {"en": "{target} is not a text field.", "zh": "{target} 不是输入框。"},
    "nothing_moved": {
        "en": " Nothing moved: this is the end of the list, or nothing here scrolls that way.",
        "zh": "内容没有移动：已到列表尽头，或此处不能这样滚动。",
    },
    "no_tool": {
        "en": "There is no tool named {name!r}. Tools: {known}.",
        "zh": "没有名为 {name!r} 的工具。可用工具：{known}。",
    },
    "off_screen": {
        "en": "{name} {point} is outside the screen; both numbers run from 0 to 1000.",
        "zh": "{name} {point} 超出屏幕；两个数都在 0 到 1000 之间。",
    },
}


_MORE = {"en": "{shown} and {count} more", "zh": "{shown}，另有 {count} 个"}


def shortlist(lang: str, items: Sequence[str], most: int, *, joint: str = ", ") -> str:
    """The first `most` items, and how many more there are."""
    shown = joint.join(items[:most])
    return _MORE[lang].format(shown=shown, count=len(items) - most) if len(items) > most else shown


def clip(words: str, most: int) -> str:
    """The words, cut at `most` characters; a cut shows."""
    return words if len(words) <= most else words[:most] + "…"


def say(lang: str, key: str, **values: Any) -> str:
    """The phrase in this language with its holes filled."""
    return PHRASES[key][lang].format(**values)
