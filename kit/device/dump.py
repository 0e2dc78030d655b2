"""The raw hierarchy of the screen, never a stale one."""

from __future__ import annotations

from kit.device.parsing import check_dump, split_dump
from kit.device.transport import Transport
from kit.errors import DeviceTimeout, HierarchyError

REMOTE = "/data/local/tmp/kit_window_dump.xml"


def read_hierarchy(transport: Transport, *, windows: bool, timeout: float = 25.0) -> bytes:
    """Dumps the hierarchy in one shell round trip: the old file is removed first, so what is read is new or missing.

    Args:
        transport: the phone.
        windows: dump every window (`--windows`), not only the active one.
        timeout: seconds; Android itself waits up to 11 s for the screen to come to rest.

    Returns:
        The XML as bytes: `<displays>` when windows, `<hierarchy>` otherwise.

    Raises:
        HierarchyError: codes dump_timeout, dump_idle_state, dump_null_root, dump_killed, dump_no_file,
            dump_unsupported, dump_failed.
    """
    flag = "--windows " if windows else ""
    command = f"rm -f {REMOTE}; uiautomator dump {flag}{REMOTE} 1>&2; echo kit-exit=$? 1>&2; cat {REMOTE}"
    try:
        result = transport.shell(command, timeout=timeout)
    except DeviceTimeout:
        raise HierarchyError(f"The dump did not end within {timeout:g} s.", code="dump_timeout") from None
    xml, messages = split_dump(result.stdout, result.stderr)
    check_dump(xml, messages, windows=windows)
    return xml
