"""Is this an APK, and whose: as much of Android's package parser as telling an app from any other file takes."""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib

MANIFEST = "AndroidManifest.xml"
_WHERE = "/data/app/vmdl1463520.tmp/base.apk"
_XML, _STRINGS, _START = 0x0003, 0x0001, 0x0102
_UTF8 = 0x100
_NAME = re.compile(r"[A-Za-z]\w*(\.[A-Za-z]\w*)+")


class NotInstallable(Exception):
    """Android refuses the file; the message is what stands in `Failure [...]`."""


def package_of(data: bytes) -> str:
    """The package an APK's manifest names; empty when the manifest is binary XML in a form this cannot read.

    Raises:
        NotInstallable: it is no zip file, has no manifest, or the manifest is not Android's binary XML.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            manifest = archive.read(MANIFEST)
    except KeyError:
        words = f"Failed to parse {_WHERE}: {MANIFEST}"
        raise NotInstallable(f"INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION: {words}") from None
    except (zipfile.BadZipFile, EOFError, OSError, zlib.error, NotImplementedError, RuntimeError, ValueError):
        words = f"Failed to parse {_WHERE}: Failed to load asset path {_WHERE}"
        raise NotInstallable(f"INSTALL_PARSE_FAILED_NOT_APK: {words}") from None
    if len(manifest) < 8 or struct.unpack_from("<H", manifest)[0] != _XML:
        words = f"Failed to parse {_WHERE}: Corrupt XML binary file"
        raise NotInstallable(f"INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION: {words}")
    try:
        name = _package(manifest)
    except (struct.error, IndexError, UnicodeDecodeError):
        return ""
    if name and not _NAME.fullmatch(name):
        raise NotInstallable(f"INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME: {_WHERE}: Invalid manifest package: {name}")
    return name


def _package(manifest: bytes) -> str:
    """The `package` attribute of the first element. Raises struct.error or IndexError on a damaged file."""
    at = struct.unpack_from("<H", manifest, 2)[0]
    strings: list[str] = []
    while at + 8 <= len(manifest):
        kind, _, size = struct.unpack_from("<HHI", manifest, at)
        if kind == _STRINGS:
            strings = _pool(manifest[at : at + size])
        elif kind == _START:
            return _attribute(manifest[at : at + size], strings, "package")
        if size < 8:
            break
        at += size
    return ""


def _pool(chunk: bytes) -> list[str]:
    """A string pool chunk's strings, UTF-8 or UTF-16."""
    count, _, flags, start = struct.unpack_from("<4I", chunk, 8)
    offsets = struct.unpack_from(f"<{count}I", chunk, 28)
    return [_string(chunk, start + offset, bool(flags & _UTF8)) for offset in offsets]


def _string(chunk: bytes, at: int, utf8: bool) -> str:
    if not utf8:
        size = struct.unpack_from("<H", chunk, at)[0]
        return chunk[at + 2 : at + 2 + 2 * size].decode("utf-16-le")
    at += 2 if chunk[at] & 0x80 else 1  # the length in characters, not needed
    size, at = chunk[at], at + 1
    if size & 0x80:
        size, at = (size & 0x7F) << 8 | chunk[at], at + 1
    return chunk[at : at + size].decode()


def _attribute(chunk: bytes, strings: list[str], wanted: str) -> str:
    start, size, count = struct.unpack_from("<3H", chunk, 24)
    for n in range(count):
        _, name, raw = struct.unpack_from("<3I", chunk, 16 + start + n * size)
        if strings[name] == wanted:
            return strings[raw]
    return ""
