"""Which tools an agent has: the twelve of every run, and those that a setting or a part of the session adds."""

from __future__ import annotations

from kit.tools import deliverable, finish, locate, navigate, recall, taskdoc_tool, text, touch
from kit.tools.session import Session
from kit.tools.spec import Verb

VERBS: tuple[Verb, ...] = (
    touch.tap, touch.long_press, text.type_text, touch.swipe, touch.scroll, navigate.back, navigate.home, navigate.wait,
    navigate.launch_app, navigate.read_screen, finish.take_over, finish.finish,
)  # fmt: skip
"""The tools of every run, in the order models read them."""


def offered(session: Session) -> tuple[Verb, ...]:
    """The tools of this session. The list is a function of what the session has (spec: translation, T2.3)."""
    verbs = list(VERBS)
    if locate.offered(session.settings):
        verbs.append(locate.locate)
    if session.board is not None:
        verbs.append(taskdoc_tool.update_task_doc)
    if session.settings.deliverable and session.episode:
        verbs += [deliverable.write_document, deliverable.update_document]
    if session.archive is not None:
        verbs += recall.RECALL
    return (*verbs, *session.verbs)


def names() -> frozenset[str]:
    """The names of all tools the kit itself may ever offer; a plugin may not take one of them."""
    own = (locate.locate, taskdoc_tool.update_task_doc, deliverable.write_document, deliverable.update_document)
    return frozenset(v.name for v in (*VERBS, *own, *recall.RECALL))
