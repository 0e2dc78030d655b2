"""What belongs to the looks of a new phone: its glyphs, its fonts, its sample files."""

import ast
import io
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from PIL import Image

import kit.simphone
from kit.simphone import fonts
from kit.simphone.apps import ALL
from kit.simphone.apps.files_actions import kind
from kit.simphone.apps.settings_pages import PAGES
from kit.simphone.draw import icons
from kit.simphone.files import FOLDERS
from kit.simphone.phone import Phone
from kit.simphone.system import dialogs, shade

ENDINGS = ("txt", "jpg", "mp3", "mp4", "pdf", "zip", "apk", "bin")


def named_icons() -> set[str]:
    """Every glyph name in the source of the apps and of the system's windows, and those that come from tables."""
    found: set[str] = set()
    root = Path(kit.simphone.__file__).parent
    for path in (*root.glob("apps/*.py"), *root.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            parts = [k.value for k in node.keywords if k.arg == "icon"]
            parts += node.args[:1] if name in ("icon_button", "fab") else []
            found |= {c.value for p in parts for c in _values(p)}
    found |= {kind(f"a.{e}")[1] for e in ENDINGS} | {icon for *_, icon in shade.TILES} | set(dialogs._ASKS)
    found |= {a.icon for a in ALL} | {e.icon for _, entries in PAGES.values() for e in entries}
    found |= {"star", "star_border", "shift", "backspace", "wifi", "airplane", "bluetooth", "dnd"}
    return {n for n in found if isinstance(n, str) and n}


def _values(node: ast.expr) -> Iterator[ast.Constant]:
    """The constants an expression may give; not those it only looks at."""
    if isinstance(node, ast.IfExp):
        yield from (*_values(node.body), *_values(node.orelse))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
        yield from (c for part in (node.func.value, *node.args[1:]) for c in _values(part))
    elif isinstance(node, ast.Dict):
        yield from (c for value in node.values for c in _values(value))
    elif isinstance(node, ast.Subscript):
        yield from _values(node.value)
    elif isinstance(node, ast.Constant):
        yield node
    elif isinstance(node, ast.BoolOp):
        yield from (c for value in node.values for c in _values(value))


def test_every_glyph_in_use_has_a_drawing_of_its_own() -> None:
    names = sorted(named_icons())
    assert len(names) > 40
    unknown = [n for n in names if n not in icons.GLYPHS and n not in icons.ALIASES and not n.startswith("battery:")]
    assert unknown == []
    drawn: dict[bytes, str] = {}
    for name in names:
        picture = icons.mask(name, 48).tobytes()
        assert any(picture), name
        assert drawn.setdefault(picture, name) == name, f"{name} looks like {drawn[picture]}"


@pytest.mark.parametrize("name", sorted(icons.ALIASES))
def test_an_alias_leads_to_a_glyph(name: str) -> None:
    assert icons.mask(name, 24).tobytes() != icons.mask("no such glyph", 24).tobytes()


# --- fonts ---------------------------------------------------------------------------------------------------------------


def _forget() -> None:
    for cached in (fonts._files, fonts.font, fonts._missing, fonts._owner, fonts.runs, fonts.width, fonts.wrap):
        cached.cache_clear()


@pytest.fixture
def no_caches() -> Iterator[None]:
    _forget()
    yield
    _forget()


def _han_font() -> bytes:
    """A font with one glyph, a full square for U+6587."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    pen = TTGlyphPen(None)
    for n, point in enumerate(((100, 0), (100, 800), (900, 800), (900, 0))):
        (pen.lineTo if n else pen.moveTo)(point)
    pen.closePath()
    build = FontBuilder(1000, isTTF=True)
    build.setupGlyphOrder([".notdef", "wen"])
    build.setupCharacterMap({0x6587: "wen"})
    build.setupGlyf({".notdef": TTGlyphPen(None).glyph(), "wen": pen.glyph()})
    build.setupHorizontalMetrics({".notdef": (500, 0), "wen": (1000, 100)})
    build.setupHorizontalHeader(ascent=800, descent=-200)
    build.setupNameTable({"familyName": "Test", "styleName": "Regular"})
    build.setupOS2()
    build.setupPost()
    stream = io.BytesIO()
    build.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize(("package", "file"), fonts.HAN_FONTS)
@pytest.mark.usefixtures("no_caches")
def test_a_shipped_han_font_is_found_without_importing_its_package(
    package: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fonts, "HAN_FONTS", ((package, file),))
    (tmp_path / package / file).parent.mkdir(parents=True)
    (tmp_path / package / "__init__.py").write_text("raise RuntimeError('must not be imported')")
    (tmp_path / package / file).write_bytes(_han_font())
    monkeypatch.syspath_prepend(tmp_path)
    assert fonts.runs("a文ñ旅") == (
        (fonts.LATIN, "a"),
        (fonts.HAN, "文"),
        (fonts.runs("ñ")[0][0], "ñ"),
        (fonts.NONE, "旅"),
    )
    assert fonts.width("文", 20) == 20
    assert package not in sys.modules


@pytest.mark.usefixtures("no_caches")
def test_without_one_han_characters_are_boxes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "HAN_FONTS", (("no_such_package_anywhere", "x.ttf"),))
    assert fonts.runs("文 a") == ((fonts.NONE, "文"), (fonts.LATIN, " a"))
    assert fonts.mask("文", 20)[0].getbbox() is not None


# --- files ---------------------------------------------------------------------------------------------------------------


def test_a_new_phone_holds_sample_files_of_its_seed() -> None:
    phone, twin, other = Phone(11), Phone(11), Phone(12)
    files = phone.state()["data"]["files"]
    assert files == twin.state()["data"]["files"]
    assert files != other.state()["data"]["files"]
    for folder in ("Documents", "Download", "Pictures", "DCIM", "Music"):
        assert any(path.startswith(f"/sdcard/{folder}/") for path in files), folder
    assert 8 <= len(files) <= 12
    assert set(phone.files.listdir("/sdcard")) == set(FOLDERS)


@pytest.mark.parametrize("seed", range(8))
def test_sample_files_are_what_their_names_say(seed: int) -> None:
    phone = Phone(seed)
    for path in phone.files.walk("/sdcard"):
        data, found = phone.files.read(path), phone.files.status(path)
        assert datetime(1970, 1, 1) < datetime.fromtimestamp(found.mtime, tz=None) < phone.core.start, path
        words = kind(path)[0]
        if words == "Image":
            picture = Image.open(io.BytesIO(data))
            picture.load()
            assert picture.size == (48, 48)
        elif words == "PDF document":
            assert data.startswith(b"%PDF-1.4\n")
            assert data.endswith(b"%%EOF\n")
            assert data[int(data.split(b"startxref\n")[1].split()[0]) :].startswith(b"xref")
        elif words == "Audio":
            assert data.startswith(b"ID3\x03")
        else:
            assert words == "Text"
            assert data.decode().strip()


def test_a_phone_can_be_had_without_them_and_a_reset_brings_them_back() -> None:
    assert Phone(1, sample_files=False).state()["data"]["files"] == {}
    phone = Phone(1)
    before = phone.state()["data"]["files"]
    phone.run("rm -r /sdcard/Download /sdcard/Music")
    phone.run("simphone reset 1")
    assert phone.state()["data"]["files"] == before
