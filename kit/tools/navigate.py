"""Tools that go somewhere or only look: back, home, wait, read_screen, launch_app."""

from __future__ import annotations

from typing import Annotated

from annotated_types import Ge, Le

from kit.tools.names import admit, identify, installed, on_screen, record
from kit.tools.names_policy import LaunchPolicy
from kit.tools.phrases import say
from kit.tools.session import Done, Session
from kit.tools.spec import verb


@verb(zh="按返回键。")
def back(session: Session) -> Done:
    """Presses Back: closes the keyboard, a dialog or the page in front."""
    session.device.key("BACK")
    return Done(text=say(session.settings.lang, "back"))


@verb(zh="回到主屏幕。")
def home(session: Session) -> Done:
    """Goes to the home screen."""
    session.device.key("HOME")
    return Done(text=say(session.settings.lang, "home"))


@verb(zh="等待若干秒，让屏幕加载或变化。")
def wait(session: Session, seconds: Annotated[float, "How long, in seconds.", Ge(0.1), Le(60)] = 1.0) -> Done:
    """Waits for the screen to load or change."""
    session.device.wait(seconds)
    return Done(text=say(session.settings.lang, "waited", seconds=seconds))


@verb(zh="重新观测屏幕，取得最新的 marks。")
def read_screen(session: Session) -> Done:
    """Looks again and brings the newest marks; changes nothing."""
    return Done(text=say(session.settings.lang, "read"), details={"only_looks": True})


@verb(zh="按名称启动一个已安装的应用。")
def launch_app(session: Session, name: Annotated[str, "The app's name, such as Settings, or its package."]) -> Done:
    """Starts an installed app by its name."""
    lang = session.settings.lang
    components = session.launchables()
    labels = on_screen(session.icons, components, lang)
    outcome = identify(name, components, lang=lang, labels=labels, history=session.fronts)
    apps = installed(components, lang, labels=labels)
    app = admit(outcome, apps, name, lang=lang, policy=LaunchPolicy.of(session.settings))
    session.device.launch(app.package)
    words = say(lang, "launched", name=app.label, package=app.package)
    return Done(text=words, details={"app": record(outcome), "front": app.package})
