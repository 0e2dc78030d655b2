"""Every section of the harness specification has a table in this folder. Skipped where the document is not at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
SPEC = HERE.parents[2] / "../shared/spec/harness.zh.md"

TABLES: dict[str, tuple[str, ...]] = {
    "架构": ("test_observation.py",),
    "主循环": ("test_observation.py", "test_whole_episode.py"),
    "坐标与寻址": ("test_coordinates.py",),
    "mark 寻址与批次": ("test_coordinates.py", "test_locate.py"),
    "原子观测": ("test_observation.py",),
    "观测的三种结果": ("test_observation.py",),
    "批次与几何的状态转移": ("test_observation.py", "test_locate.py"),
    "窗口化 marks": ("test_windows.py",),
    "单批执行": ("test_batch.py",),
    "App 名解析": ("test_names.py",),
    "图片与观测历史剪除": ("test_hygiene.py",),
    "观测存档与召回": ("test_archive.py",),
    "工具回执与失败语义": ("test_receipts.py",),
    "设备访问": ("test_device_access.py",),
    "TaskDoc 任务板": ("test_taskdoc.py",),
    "流程线与输出契约": ("test_flow.py",),
    "同轮中间步骤回执": ("test_siblings.py",),
    "finish 两段式与验收": ("test_finish.py",),
    "产出物（deliverable）": ("test_deliverable.py",),
    "Trace 与脱敏": ("test_trace.py",),
    "约束（P0）": (
        "test_safety.py",
        "test_settings_order.py",
        "test_coordinates.py",
        "test_receipts.py",
        "test_trace.py",
    ),
    "上下文工程": ("test_context.py",),
    "上下文请求与缓存观测": ("test_context.py", "test_trace.py"),
    "扩展性": ("test_plugins.py",),
    "记忆": ("test_memory.py",),
}
"""Heading -> the tables that hold its rules."""


def headings() -> list[str]:
    """Short lines between two empty ones, without the marks of a sentence, a list or a table."""
    if not SPEC.is_file():
        pytest.skip("the specification is not beside this checkout")
    lines = ["", *SPEC.read_text(encoding="utf-8").splitlines(), ""]
    return [
        line
        for before, line, after in zip(lines, lines[1:], lines[2:], strict=False)
        if line.strip() and not before.strip() and not after.strip() and _short(line)
    ]


def _short(line: str) -> bool:
    return len(line) <= 24 and not set("。，：:|\t→") & set(line) and not line.startswith("•") and not line[0].isdigit()


def test_the_document_has_the_sections_this_list_knows_and_no_other() -> None:
    """A new section of the document needs a table, or a word on why it has none."""
    found = headings()
    assert len(found) == len(set(found)) == 25
    assert set(found) == set(TABLES)


@pytest.mark.parametrize("heading", sorted(TABLES))
def test_the_section_has_a_table_that_names_it(heading: str) -> None:
    """The heading stands in a table's own words, so that a reader finds the rules by it."""
    for name in TABLES[heading]:
        path = HERE / name
        assert path.is_file(), f"{name} is not there"
        text = path.read_text(encoding="utf-8")
        assert "def test_" in text
    assert any(heading in (HERE / name).read_text(encoding="utf-8") for name in TABLES[heading])


def test_every_table_of_this_folder_belongs_to_a_section() -> None:
    """No table without a section."""
    listed = {name for names in TABLES.values() for name in names}
    assert {p.name for p in HERE.glob("test_*.py")} == listed | {Path(__file__).name}


@pytest.mark.parametrize("row", ["坐标", "Marks-first", "图片卫生", "安全", "工具", "Trace", "设备", "配置"])
def test_every_row_of_the_table_of_constraints_is_named_by_a_table(row: str) -> None:
    """约束（P0）: each row, by its first cell."""
    docs = [
        p.read_text(encoding="utf-8").split('"""')[1] for p in HERE.glob("test_*.py") if p.name != Path(__file__).name
    ]
    assert any("P0" in doc and row in doc for doc in docs)
