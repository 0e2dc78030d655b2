"""From a typed function to a tool: the JSON schema a model reads, and the check of what it sends back.

A tool function takes the session first and its arguments as annotated keyword parameters; `Annotated[T, "words"]` gives
the description. Every tool also gets `intent` (what this step is for) and `note` (spec: harness, flow line).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from kit.errors import BadArguments
from kit.tools.session import Done, Session
from kit.types import Mark, Tool

__all__ = ["Done", "Verb", "verb"]

INTENT = {
    "en": "What this step is for, in a few words.",
    "zh": "这一步要达到什么，几个字。",
}
NOTE = {"en": "A short remark for later steps; optional.", "zh": "留给后面步骤的简短备注，可不填。"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    """One tool: its function, the model that checks its arguments, what it is called and whether it brings an observation."""

    name: str
    function: Callable[..., Done]
    arguments: type[BaseModel]
    words: Mapping[str, str]
    observes: bool

    def tool(self, lang: str = "en") -> Tool:
        """What a model is told of this tool."""
        schema = _schema(self.arguments)
        properties = {name: _tidy(value, lang) for name, value in schema["properties"].items()}
        properties["intent"]["description"] = INTENT[lang]
        properties["note"]["description"] = NOTE[lang]
        parameters = {
            "type": "object",
            "properties": properties,
            "required": list(schema.get("required", [])),
            "additionalProperties": False,
        }
        return Tool(name=self.name, description=self.words[lang], parameters=parameters, observes=self.observes)

    def check(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments with defaults, without intent and note.

        Raises:
            BadArguments: something is missing, unexpected, of the wrong type or out of range; the message says what.
        """
        try:
            values = self.arguments.model_validate(dict(arguments))
        except ValidationError as error:
            raise BadArguments(_sentence(self.name, error, list(self.arguments.model_fields))) from None
        return {name: value for name, value in values if name not in ("intent", "note")}

    def run(self, session: Session, arguments: Mapping[str, Any]) -> Done:
        """Checks the arguments and runs the function."""
        return self.function(session, **self.check(arguments))


def verb(*, zh: str, observes: bool = True) -> Callable[[Callable[..., Done]], Verb]:
    """Makes a tool of a function; its docstring's first paragraph is the English description, `zh` the Chinese one."""

    def make(function: Callable[..., Done]) -> Verb:
        english = inspect.getdoc(function) or ""
        name = function.__name__
        words = {"en": " ".join(english.split("\n\n")[0].split()), "zh": zh}
        return Verb(name=name, function=function, arguments=_model(function), words=words, observes=observes)

    return make


def _model(function: Callable[..., Done]) -> type[BaseModel]:
    hints = get_type_hints(function, include_extras=True)
    fields: dict[str, Any] = {}
    for name, parameter in list(inspect.signature(function).parameters.items())[1:]:
        default = ... if parameter.default is inspect.Parameter.empty else parameter.default
        fields[name] = _field(hints[name], default)
    fields["intent"] = (str, Field(default=""))
    fields["note"] = (str | None, Field(default=None))
    return create_model(f"{function.__name__}_arguments", __config__=ConfigDict(extra="forbid"), **fields)


def _field(hint: Any, default: Any) -> tuple[Any, Any]:
    if get_origin(hint) is Annotated:
        kind, *extras = get_args(hint)
        words, zh = [*(e for e in extras if isinstance(e, str)), "", ""][:2]
        limits = [e for e in extras if not isinstance(e, str)]
        annotated = Annotated[(kind, *limits)] if limits else kind  # type: ignore[valid-type]
        return annotated, Field(default=default, description=words, json_schema_extra={"zh": zh} if zh else None)
    return hint, Field(default=default)


@cache
def _schema(arguments: type[BaseModel]) -> dict[str, Any]:
    """Pydantic's schema; made once a tool, since it costs more than a whole step of an agent."""
    return arguments.model_json_schema()


def _tidy(schema: dict[str, Any], lang: str) -> dict[str, Any]:
    """Pydantic's schema of one property without titles and null alternatives: shorter, and all providers accept it.

    The words are those of the language, where the property has words in it.
    """
    kept = {k: v for k, v in schema.items() if k not in ("title", "default") or (k == "default" and v is not None)}
    chinese = kept.pop("zh", "")
    if chinese and lang == "zh":
        kept["description"] = chinese
    options = [o for o in kept.pop("anyOf", []) if o.get("type") != "null"]
    return {**options[0], **kept} if options else kept


def _sentence(name: str, error: ValidationError, known: list[str]) -> str:
    parts: list[str] = []
    for problem in error.errors()[:3]:
        where = ".".join(str(p) for p in problem["loc"])
        if problem["type"] == "extra_forbidden":
            parts.append(f"{where} is not an argument of {name} (it takes {', '.join(known)})")
        else:
            parts.append(f"{where}: {problem['msg']}")
    rest = len(error.errors()) - len(parts)
    return f"{name} was not run: {'; '.join(parts)}{f' and {rest} more' if rest else ''}."


def label_of(mark: Mark) -> str:
    """How receipts name a target: its label in quotes and its number, such as `"Wi-Fi" (ax_3)`."""
    return f'"{mark.label}" (ax_{mark.number})'
