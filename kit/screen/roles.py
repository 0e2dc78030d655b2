"""Role words, landmark words and states of nodes. Pure; decided by class name, resource-id and flags."""

from __future__ import annotations

import re
from functools import lru_cache

from kit.types import Node

_ROLES = (
    (r"EditText|AutoComplete|SearchBox|TextInput(?!Layout)", "field"),
    (r"Switch|ToggleButton", "switch"),
    (r"CheckBox|CheckedTextView", "checkbox"),
    (r"RadioButton", "radio"),
    (r"SeekBar|Slider|RatingBar", "slider"),
    (r"Spinner", "dropdown"),
    (r"TabView|ActionBar\$Tab|TabItem", "tab"),
    (r"WebView", "web"),
    (r"ViewPager", "pager"),
    (r"RecyclerView|ListView|GridView|ScrollView|AbsListView|LazyColumn", "list"),
    (r"ImageButton|FloatingActionButton|ActionMenuItemView|OverflowMenuButton", "icon"),
    (r"Button|Chip", "button"),
    (r"ImageView|\bImage$", "image"),
    (r"TextView|Text$", "text"),
)
_CLASS_ROLES = tuple((re.compile(p), role) for p, role in _ROLES)

_LANDMARKS = (
    (r"BottomSheet|bottom_?sheet|half_?sheet", "sheet"),
    (r"AlertDialog|alertTitle|buttonPanel|parentPanel|dialog|permission_message|grant_", "dialog"),
    (
        r"BottomNavigation|NavigationBar|NavigationRail|bottom_?nav|nav(igation)?_?(bar|rail)|bottom_?bar|tab_?bar",
        "nav",
    ),
    (r"TabLayout|TabWidget|ScrollingTab|(^|_)tabs?(_?layout|_?strip|_?container)?$", "tabs"),
    (r"Toolbar|ActionBar(?!Overlay|Container)|app_?bar|action_?bar(?!_root)|tool_?bar|title_?bar|top_?bar", "toolbar"),
    (r"Drawer(?!Layout)|NavigationView|drawer(?!_layout)", "drawer"),
    (r"search_?(bar|box|view|plate)|SearchView", "search"),
    (r"PopupMenu|DropDown|popup|MenuPopup", "menu"),
    (r"notification_?(panel|shade|stack|container)|quick_settings|qs_panel", "shade"),
    (r"RecyclerView|ListView|GridView|LazyColumn", "list"),
    (r"WebView", "web"),
)
_PATHS = tuple((re.compile(p), word) for p, word in _LANDMARKS)


@lru_cache(maxsize=2048)
def class_role(class_name: str) -> str:
    """The role a class name stands for; empty for plain containers and views."""
    simple = class_name.rsplit(".", 1)[-1]
    return next((role for pattern, role in _CLASS_ROLES if pattern.search(simple)), "")


@lru_cache(maxsize=4096)
def landmark(class_name: str, resource_id: str) -> str:
    """The landmark a node opens for everything inside it; empty for most nodes."""
    simple, entry = class_name.rsplit(".", 1)[-1], resource_id.rsplit("/", 1)[-1]
    for pattern, word in _PATHS:
        if pattern.search(simple) or (entry and pattern.search(entry)):
            return word
    return ""


@lru_cache(maxsize=4096)
def container(class_name: str, resource_id: str) -> tuple[str, bool]:
    """What a node is to those inside it: its landmark, and whether its children are tapped through it.

    An AdapterView takes its rows' taps itself, so that Android prints them as not clickable.
    """
    adapter = class_name.endswith(("ListView", "GridView")) and not class_name.startswith("androidx")
    return landmark(class_name, resource_id), adapter


def editable(node: Node) -> bool:
    """Whether text can be typed into the node."""
    return node.password or class_role(node.class_name) == "field"


def is_toggle(node: Node) -> bool:
    """Whether the node has an on/off state of its own."""
    return node.checkable or class_role(node.class_name) in {"switch", "checkbox", "radio"}


def toggle_role(node: Node) -> str:
    """switch, checkbox or radio; a checkable node of unknown class is a checkbox."""
    role = class_role(node.class_name)
    return role if role in {"switch", "checkbox", "radio"} else "checkbox"
