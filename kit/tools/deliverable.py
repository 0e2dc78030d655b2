"""One HTML document a run, which the model writes but never places (spec: harness, deliverable).

The file is always `deliverable_dir/<run id>.html`. Every write goes to a temporary file first and is renamed over the
name, so that a document is either the old one or the new one, byte for byte. All steps name files relative to one opened
folder, so a symbolic link put in the folder's place, or in the document's, is never followed. There is no deletion: that
is the person's to do.
"""

from __future__ import annotations

import os
import re
import secrets
import stat
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from annotated_types import Len

from kit.errors import KitError, ToolRefused
from kit.tools.session import Done, Session
from kit.tools.spec import verb

LIMIT = 256 * 1024
"""Bytes of the document in UTF-8; exactly this many are allowed (spec: harness, deliverable)."""

RUN_ID = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}")
"""What may become a file name: no separators, no leading dot."""

PHRASES: dict[str, dict[str, str]] = {
    "created": {
        "en": 'Wrote the document "{title}" ({size} bytes). Change it with update_document.',
        "zh": "已写入文档「{title}」（{size} 字节）。修改请用 update_document。",
    },
    "updated": {"en": "Replaced the document ({size} bytes).", "zh": "已更新文档（{size} 字节）。"},
    "no_run": {
        "en": "This session belongs to no run, so its document would have no name.",
        "zh": "本会话不属于任何 run，文档没有名字。",
    },
    "empty": {"en": "html is empty; nothing was written.", "zh": "html 为空；未写入。"},
    "encoding": {
        "en": "html is not valid text (unpaired surrogates); nothing was written.",
        "zh": "html 不是有效文本；未写入。",
    },
    "too_big": {
        "en": "The document has {size} bytes; at most {limit} are allowed. Nothing was written.",
        "zh": "文档有 {size} 字节，上限 {limit} 字节。未写入。",
    },
    "exists": {
        "en": "This run's document exists already; use update_document.",
        "zh": "本 run 的文档已存在；请用 update_document。",
    },
    "missing": {
        "en": "This run has no document yet; use write_document.",
        "zh": "本 run 还没有文档；请用 write_document。",
    },
    "irregular": {
        "en": "What stands in the document's place is not a regular file; it was left alone.",
        "zh": "文档位置上不是普通文件；未改动。",
    },
    "folder": {
        "en": "The folder for documents is a link or not a folder; nothing was written.",
        "zh": "文档目录是链接或不是目录；未写入。",
    },
    "failed": {
        "en": "The document could not be written ({why}); what was there before is unchanged.",
        "zh": "文档写入失败（{why}）；先前的内容未改动。",
    },
}

Html = Annotated[str, "The whole HTML document, at most 256 KiB in UTF-8."]


@verb(zh="把本次任务的成果写成一份 HTML 文档（每个 run 一份，新建）。只在目标要求产出文档时使用。", observes=False)
def write_document(session: Session, title: Annotated[str, "The document's title.", Len(1, 200)], html: Html) -> Done:
    """Writes this run's HTML document, once; only when the goal asks for one. Its place is chosen for you."""
    body = _body(session, html)
    with _reported(session), _folder(session, make=True) as folder:
        name = _name(session)
        try:
            os.close(folder.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL))  # the name is ours from here on
        except FileExistsError:
            raise _refused(session, "exists") from None
        try:
            folder.replace(name, body)
        except BaseException:
            folder.remove(name)
            raise
        session.deliverable = folder.path / name
    return _done(session, "created", len(body), title=" ".join(title.split()))


@verb(zh="用新的 HTML 整体替换本 run 已写的文档。", observes=False)
def update_document(session: Session, html: Html) -> Done:
    """Replaces this run's HTML document with a new whole one."""
    body = _body(session, html)
    with _reported(session), _folder(session, make=False) as folder:
        name = _name(session)
        mode = folder.mode(name)
        if mode is None:
            raise _refused(session, "missing")
        if not stat.S_ISREG(mode):
            raise _refused(session, "irregular")
        folder.replace(name, body)
        session.deliverable = folder.path / name
    return _done(session, "updated", len(body))


def deliverable_path(session: Session) -> str:
    """Where this run's document is, absolute; empty unless this very run wrote it."""
    return str(session.deliverable) if session.deliverable is not None else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Folder:
    """An opened folder. `fd` is None on systems that cannot name files relative to one; the path is used there."""

    path: Path
    fd: int | None

    def at(self, name: str) -> str:
        return name if self.fd is not None else str(self.path / name)

    def open(self, name: str, flags: int) -> int:
        flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
        return os.open(self.at(name), flags, 0o666, dir_fd=self.fd)

    def mode(self, name: str) -> int | None:
        """What stands there, links not followed; None for nothing."""
        try:
            return os.stat(self.at(name), dir_fd=self.fd, follow_symlinks=False).st_mode
        except FileNotFoundError:
            return None

    def remove(self, name: str) -> None:
        with suppress(OSError):
            os.unlink(self.at(name), dir_fd=self.fd)

    def replace(self, name: str, body: bytes) -> None:
        """Puts a file with this content in the name's place in one step; before that step nothing has changed."""
        draft = f".{name}.{secrets.token_hex(8)}.tmp"
        try:
            with os.fdopen(self.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL), "wb") as file:
                file.write(body)
                file.flush()
                os.fsync(file.fileno())
            os.replace(self.at(draft), self.at(name), src_dir_fd=self.fd, dst_dir_fd=self.fd)
        except BaseException:
            self.remove(draft)
            raise


@contextmanager
def _folder(session: Session, *, make: bool) -> Generator[_Folder]:
    path = session.settings.deliverable_dir.absolute()
    if make:
        with suppress(FileExistsError):  # something else in its place is told apart below
            path.mkdir(parents=True, exist_ok=True)
    if not {os.open, os.stat, os.unlink, os.rename} <= os.supports_dir_fd:
        if path.is_symlink() or not path.is_dir():
            raise _refused(session, "folder" if make or path.exists() else "missing")
        yield _Folder(path=path, fd=None)
        return
    try:
        fd = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except FileNotFoundError:
        raise _refused(session, "missing") from None
    except OSError:  # ELOOP or ENOTDIR, by system: a link, or a file
        raise _refused(session, "folder") from None
    try:
        yield _Folder(path=path, fd=fd)
    finally:
        os.close(fd)


@contextmanager
def _reported(session: Session) -> Generator[None]:
    """What the system says no to becomes an error the model reads; the words name no path."""
    try:
        yield
    except OSError as error:
        words = _say(session, "failed", why=error.strerror or type(error).__name__)
        raise KitError(words, code="deliverable_failed") from error


def _body(session: Session, html: str) -> bytes:
    if not html.strip():
        raise _refused(session, "empty")
    try:
        body = html.encode("utf-8")
    except UnicodeEncodeError:
        raise _refused(session, "encoding") from None
    if len(body) > LIMIT:
        raise _refused(session, "too_big", size=len(body), limit=LIMIT)
    return body


def _name(session: Session) -> str:
    if RUN_ID.fullmatch(session.episode) is None:
        raise _refused(session, "no_run")
    return f"{session.episode}.html"


def _done(session: Session, key: str, size: int, **values: Any) -> Done:
    return Done(text=_say(session, key, size=size, **values), details={"bytes": size})


def _say(session: Session, key: str, **values: Any) -> str:
    return PHRASES[key][session.settings.lang].format(**values)


def _refused(session: Session, key: str, **values: Any) -> ToolRefused:
    return ToolRefused(_say(session, key, **values), code=f"deliverable_{key}")
