"""What an error below the tools says to a model that is spoken to in Chinese: its kind in Chinese, the facts as they came.

The tools' own refusals stand in `phrases` in both languages. What comes from further down (the phone, the screen, a model)
is written in English with the facts in it: serials, seconds, paths. Its code says what kind it is.
"""

from __future__ import annotations

import re

from kit.errors import KitError

ZH: dict[str, str] = {
    "activity_missing": "找不到该应用的启动界面",
    "activity_not_exported": "该应用的界面不允许从外部启动",
    "adb_screencap_failed": "截图命令失败",
    "app_not_installed": "该应用未安装",
    "app_not_launchable": "该应用没有可启动的界面",
    "archive_off": "观测存档未开启",
    "archive_unreadable": "观测存档无法读取",
    "bad_arguments": "工具参数不符合要求",
    "device_closed": "设备句柄已关闭",
    "device_command_failed": "手机拒绝了该命令",
    "device_error": "设备出错",
    "device_output_unreadable": "手机的输出无法解析",
    "dump_empty": "控件树为空",
    "dump_failed": "控件树抓取失败",
    "dump_killed": "控件树抓取进程被终止",
    "dump_no_file": "控件树文件不存在",
    "dump_no_windows": "手机没有列出任何窗口",
    "dump_not_hierarchy": "返回内容不是控件树",
    "dump_not_xml": "控件树不是有效的 XML",
    "dump_spliced": "控件树内容混杂",
    "dump_timeout": "控件树抓取超时",
    "dump_truncated": "控件树不完整",
    "dump_unsupported": "该设备不支持按窗口抓取控件树",
    "file_refused": "手机拒绝了该文件",
    "foreground_drift": "观测期间前台应用发生变化",
    "hierarchy_unreadable": "控件树无法读取",
    "keyboard_not_restored": "键盘恢复失败",
    "keyboard_warmup_failed": "ADB Keyboard 未就绪",
    "locate_ambiguous": "视觉定位找到多处匹配",
    "locate_transient": "视觉定位暂时失败",
    "locate_unavailable": "视觉定位服务不可用",
    "memory_busy": "记忆库被占用",
    "memory_unreadable": "记忆库无法读取",
    "model_error": "模型没有给出可用的回复",
    "model_rejected": "模型服务拒绝了请求",
    "model_unreachable": "模型服务无法连接",
    "no_focus": "屏幕上没有获得焦点的输入框，未发送任何内容",
    "no_such_frame": "没有这一帧",
    "no_such_page": "没有这一页",
    "observation_failed": "观测失败",
    "plugin_failed": "插件出错",
    "screen_error": "屏幕无法读取",
    "screenshot_pull_failed": "截图传输失败",
    "screenshot_unavailable": "截图不可用",
    "secure_screenshot_blocked": "该屏幕禁止截图（安全保护页或屏幕已关闭）",
    "text_not_typable": "该文本无法用手机上的键盘输入，未输入任何内容",
    "unknown_name": "没有这个名称",
    "usage_error": "用法有误",
}
"""Code -> what kind of trouble it is."""

_CHINESE = re.compile(r"[\u4e00-\u9fff]")


def told(lang: str, error: KitError, *, fix: bool = True) -> str:
    """An error as a receipt says it.

    Args:
        lang: en or zh.
        error: what was raised; a message that is in Chinese already stays as it is.
        fix: with what can be done about it.
    """
    words = str(error) if fix else error.message
    if lang != "zh" or _CHINESE.search(words):
        return words
    kind = ZH.get(error.code)
    return f"{kind}。（{words}）" if kind else words
