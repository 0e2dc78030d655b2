"""Tools that end a run: finish and take_over."""

from __future__ import annotations

from typing import Annotated, Literal

from annotated_types import Len

from kit.tools.phrases import say
from kit.tools.session import Done, Session
from kit.tools.spec import verb


@verb(zh="结束任务。问题类任务把答案写在 answer；确实无法完成时 status 写 impossible。", observes=False)
def finish(
    session: Session,
    answer: Annotated[str, "The answer, when the goal asks for one; otherwise empty."] = "",
    status: Annotated[
        Literal["completed", "impossible"], "impossible: the goal cannot be reached on this phone."
    ] = "completed",
) -> Done:
    """Ends the run: the goal is reached, or cannot be. Put the answer to a question into answer."""
    return Done(
        text=say(session.settings.lang, "finished", status=status),
        final="finish",
        answer=answer,
        details={"status": status},
    )


@verb(zh="交给用户处理（登录、支付、验证码等需要本人操作时）。", observes=False)
def take_over(session: Session, reason: Annotated[str, "What the person has to do.", Len(1, 500)]) -> Done:
    """Hands over to the person, for what only they may do: log in, pay, prove who they are. Ends the run."""
    return Done(text=say(session.settings.lang, "taken_over", reason=reason), final="take_over", answer=reason)
