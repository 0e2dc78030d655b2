"""Every screen of every simphone app on contact sheets, to be looked at: three languages, light and dark.

python experiments/contact_sheet.py OUT                        all apps, one PNG a language and theme
python experiments/contact_sheet.py OUT --apps mail chat       only these
python experiments/contact_sheet.py OUT --traits font_scale=1.3,screen=small
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from PIL.Image import Image

from kit.simphone import profiles
from kit.simphone.draw import screens
from kit.simphone.phone import Phone
from kit.simphone.tour import walk
from kit.view.sheet import contact_sheet

LOOKS = {
    "en_light": "locale=en-US", "en_dark": "locale=en-US,dark_theme", "zh_light": "locale=zh-CN",
    "zh_dark": "locale=zh-CN,dark_theme", "ar_light": "locale=ar", "ar_dark": "locale=ar,dark_theme",
}  # fmt: skip


def pictures(traits: str, apps: list[str], most: int) -> Iterator[tuple[str, Image]]:
    """(app: screen, picture) of every screen."""
    phone = Phone(1, **profiles.read(traits))
    for app in apps or ["launcher", *(a.name for a in phone.apps.values())]:
        for stop in walk(phone, app, most):
            phone.restore(stop.snapshot)
            for window in phone.windows():
                window.secure = False  # what forbids screenshots has a look, too
            yield f"{app}: {stop.name}", screens.image(phone)


def main() -> None:
    """Writes the sheets and says how many screens there are."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--apps", nargs="*", default=[])
    parser.add_argument("--traits", default="", help="further traits, as behind a simphone's seed")
    parser.add_argument("--looks", nargs="*", default=list(LOOKS), choices=list(LOOKS))
    parser.add_argument("--most", type=int, default=12, help="screens of each app (default 12)")
    parser.add_argument("--columns", type=int, default=12)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for look in options.looks:
        found = list(pictures(f"{LOOKS[look]},{options.traits}", options.apps, options.most))
        contact_sheet(found, columns=options.columns).save(options.out / f"{look}.png")
        print(f"{look}: {len(found)} screens in {options.out / (look + '.png')}")


if __name__ == "__main__":
    main()
