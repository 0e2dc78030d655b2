"""Which apps may be started at all. Asked after a name is resolved; a name never grants it (spec: harness, app names)."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase

from kit.settings import Settings
from kit.tools.names_registry import registry
from kit.tools.names_text import normalise


@dataclass(frozen=True, slots=True, kw_only=True)
class LaunchPolicy:
    """Globs of packages, such as `com.android.vending` or `com.tencent.*`; letters of either case.

    Attributes:
        deny: refused, whatever `allow` says; a pattern may also be an app's name (`Alipay`, `支付宝`).
        allow: when not empty, only these may be started; packages only, since anyone can call an app anything.
    """

    deny: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()

    @classmethod
    def of(cls, settings: Settings) -> LaunchPolicy:
        """The policy in the settings `launch_deny` and `launch_allow`."""
        return cls.parse(settings.launch_deny, settings.launch_allow)

    @classmethod
    def parse(cls, deny: str = "", allow: str = "") -> LaunchPolicy:
        """The policy written as two comma lists."""
        return cls(deny=_list(deny), allow=_list(allow))

    def refusal(self, package: str, label: str = "") -> str:
        """The rule that forbids this app, or "" when it may be started. The same question serves arrivals in an app."""
        folded = package.casefold()
        names = {normalise(n) for e in registry().entries.get(package, ()) if not e.role for n in e.names}
        names |= {normalise(label)} if label else set()
        for pattern in self.deny:
            if fnmatchcase(folded, pattern.casefold()) or ("*" not in pattern and normalise(pattern) in names):
                return f"launch_deny={pattern}"
        if self.allow and not any(fnmatchcase(folded, p.casefold()) for p in self.allow):
            return f"launch_allow={','.join(self.allow)}"
        return ""


OPEN = LaunchPolicy()
"""Everything may be started."""


def _list(text: str) -> tuple[str, ...]:
    return tuple(p.strip() for p in text.replace("，", ",").split(",") if p.strip())
