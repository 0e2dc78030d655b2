"""All settings of a run, each with its default, its range and its environment variable `PHONE_AGENT_<NAME>`.

Order of precedence: argument (CLI or notebook) > shell environment > `.env` in the working folder > default
(spec: harness, P0 table). `resolve` also says where each value came from, which is written to run.json.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, Self, cast

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    PrivateAttr,
    ValidationError,
    field_validator,
    model_validator,
)

from kit.errors import SettingError, UnknownName

PREFIX = "PHONE_AGENT_"
ADB_PORT = "ANDROID_ADB_SERVER_PORT"
OBJECT = "object"
"""Kind of the name a model gets that is given as a Python object: `object:NAME`."""


class Settings(BaseModel):
    """Resolved settings. Frozen; `model_copy(update=...)` makes a variant for a sweep.

    `model` may also be a Python object: one with `complete(messages, tools, sampler)`, or a function
    `f(messages, tools)`. It then reads `object:NAME` and the object itself is `own_model()`; it lives in this process only.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    _own: Any = PrivateAttr(default=None)

    # phone
    device: str = Field("sim:0", description="device spec: sim:SEED, sim+adb:SEED, adb:SERIAL")
    adb_server_port: int = Field(5037, ge=1, le=65535, description="port of the adb server to use")
    command_timeout_s: float = Field(
        10.0, gt=0, le=600, description="deadline of one device call, seconds; pictures (10) and dumps (25) get no less"
    )
    # observation (spec: harness, atomic observation)
    observe_settle_ms: int = Field(300, ge=0, le=60_000, description="rest before each look, ms")
    observe_retry_max_loops: int = Field(1, ge=0, le=10, description="whole-window retries of an observation")
    observe_retry_backoff_s: float = Field(2.0, ge=0, le=60, description="rest before a retry, seconds")
    black_screen_detect: bool = Field(True, description="treat an all-black picture (RGB <= 4) as a secure screen")
    marks_windowed: Literal["auto", "on", "off"] = Field("auto", description="dump by window")
    screenshots: bool = Field(True, description="take a picture with each observation; off = text only")
    # visual location (spec: harness, addressing)
    locate: Literal["auto", "ocr", "vision", "off"] = Field(
        "auto", description="how a description no mark reads is found: auto = vision when locate_model is set, else ocr"
    )
    locate_model: str = Field("", description="model that finds things in pictures, named like `model`; must see")
    locate_side: int = Field(1024, ge=128, le=4096, description="longer side of the picture it gets, pixels")
    # model
    model: str = Field(
        "smollm2-135m",
        description="policy or model: oracle, random, do-nothing, smollm2-135m, remote:NAME, local:FOLDER, module:function; "
        "in Python also an object with complete(), or a function f(messages, tools)",
    )
    model_base_url: str = Field("", description="OpenAI-compatible endpoint of remote models, with /v1")
    model_api_key_env: str = Field("OPENAI_API_KEY", description="NAME of the variable that holds the key")
    model_timeout_s: float = Field(
        120.0, gt=0, le=3600, description="deadline of one request to a remote model, seconds"
    )
    model_retries: int = Field(2, ge=0, le=10, description="retries of a model call on 429, 5xx and broken connections")
    model_tool_mode: Literal["tools", "json"] = Field(
        "tools", description="native tool calls, or one JSON object in plain text"
    )
    parallel_tool_calls: bool = Field(False, description="allow the provider to return several calls at once (a hint)")
    temperature: float | None = Field(
        0.0, ge=0, le=2, description="sampling temperature; empty leaves it to the provider"
    )
    top_p: float | None = Field(None, gt=0, le=1, description="nucleus sampling")
    top_k: int | None = Field(None, ge=1, description="top-k sampling")
    max_tokens: int = Field(512, ge=1, le=32_768, description="longest reply, tokens")
    send_images: bool = Field(True, description="send pictures to models that can see")
    image_side: int = Field(768, ge=64, le=4096, description="longer side of the picture the model gets, pixels")
    # history hygiene (spec: harness)
    image_keep: int = Field(2, ge=1, description="newest messages that keep their picture")
    obs_marks_keep: int = Field(2, ge=1, description="newest observations that keep their full marks")
    sibling_receipts: bool = Field(True, description="compact receipts for all but the last observing call of a turn")
    # context (spec: harness, context engineering)
    context_target: int = Field(32_000, ge=1_000, le=10_000_000, description="working target of a prompt, tokens; soft")
    context_window: int = Field(128_000, ge=0, le=10_000_000, description="the model's window, tokens; 0 = not known")
    token_budget: int = Field(0, ge=0, description="tokens of all model calls of a run together; 0 = no limit")
    compact: bool = Field(True, description="fold old turns into a summary when a prompt outgrows its target")
    compact_keep_turns: int = Field(4, ge=1, le=1_000, description="newest turns that are never folded")
    boundary_compact: bool = Field(False, description="fold the turns of a route item when the board says it is done")
    cache_marks: Literal["off", "ephemeral"] = Field("off", description="marks for the provider's prompt cache")
    system_messages: Literal["anywhere", "first", "user"] = Field(
        "anywhere", description="where the model takes system messages: anywhere, one and first, later ones as user's"
    )
    fallback_models: str = Field("", description="models asked when the first cannot answer, named like `model`, a,b,c")
    fallback_windows: str = Field("", description="windows of the fallback models, tokens, as many; empty = not known")
    # episode
    max_steps: int | None = Field(
        None,
        ge=1,
        le=10_000,
        description="most steps of an episode; empty = the task's own budget, or 60 for a free goal",
    )
    max_minutes: float = Field(5.0, gt=0, description="wall-time cap of an episode, its model calls included, minutes")
    max_malformed: int = Field(3, ge=1, le=100, description="unusable replies in a row that end an episode")
    lang: Literal["en", "zh"] = Field("en", description="language of prompts and receipts")
    # task board and deliverable (spec: harness)
    taskdoc: bool = Field(True, description="give the model a task board it keeps itself, pinned into every prompt")
    taskdoc_nudge_steps: int = Field(
        0, ge=0, le=10_000, description="has no effect; accepted because the specification reserves the name"
    )
    deliverable: bool = Field(True, description="let the model write one HTML document a run")
    deliverable_dir: Path = Field(Path("deliverables"), description="where documents are written, RUN_ID.html each")
    # finish, verifier, safety, plugins (spec: harness)
    finish_verify: Literal["auto", "always", "off"] = Field(
        "auto",
        description="finish in two steps, judged independently: auto = risky goals and contradictions, always; off = one step",
    )
    verifier_model: str = Field(
        "", description="model that judges a finish, named like `model`; empty = the acting one, if remote or local"
    )
    verifier_screens: int = Field(2, ge=1, le=8, description="newest screens the verifier sees")
    safety: bool = Field(
        True,
        description="warn before risky calls; off keeps only payments, installs from outside a store, resets and updates",
    )
    plugins: str = Field(
        "installed",
        description="installed = every installed plugin; off; or names and module:function, comma-separated",
    )
    # app names (spec: harness): launch policy
    launch_deny: str = Field("", description="apps never started: package globs or app names, comma-separated")
    launch_allow: str = Field(
        "", description="when not empty, only these may be started: package globs, comma-separated"
    )
    # trace
    trace: bool = Field(True, description="write a trace of single runs; a benchmark always does")
    trace_dir: Path = Field(Path(".traces"), description="where single runs are written")
    trace_images: bool = Field(False, description="keep screenshots as blobs beside the trace")
    weights_dir: Path | None = Field(None, description="folder with model weights; default: the user cache")
    # archive of what was seen (spec: harness, archive and recall)
    obs_archive: bool = Field(False, description="keep every observation's text and offer the tools that look it up")
    obs_archive_dir: Path = Field(Path("memory/obs_archive"), description="where archives are kept; private, local")
    obs_archive_keep_runs: int = Field(20, ge=1, le=100_000, description="newest runs whose archive is kept")
    # memory across runs (spec: harness, memory); off, since it keeps words of goals and screens of a person's phone
    memory: bool = Field(
        False, description="keep facts about apps and what episodes taught, and tell the agent the facts"
    )
    memory_rag: Literal["off", "shadow", "on"] = Field(
        "shadow",
        description="promoted experience of earlier runs: not looked up, only noted in the trace, or in the prompt",
    )
    memory_dir: Path = Field(Path("memory"), description="where memory is kept; private, local")
    memory_keep_episodes: int = Field(10_000, ge=1, le=1_000_000, description="newest episodes that are kept")
    memory_keep_apps: int = Field(500, ge=1, le=100_000, description="apps whose facts are kept, the newest seen")
    memory_promote_after: int = Field(
        1, ge=1, le=4, description="verified successes that must speak for an experience before it is recalled"
    )
    memory_chars: int = Field(1_600, ge=0, le=100_000, description="most characters of experience in a prompt")
    memory_fact_chars: int = Field(600, ge=0, le=100_000, description="most characters of app facts in a prompt")

    @field_validator("temperature", "top_p", "top_k", "max_steps", "weights_dir", mode="before")
    @classmethod
    def _empty_is_none(cls, value: Any) -> Any:
        """An empty string, all a shell or `--set NAME=` can say, means None where None is a value."""
        return None if value == "" else value

    @model_validator(mode="wrap")
    @classmethod
    def _keep_object(cls, data: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        """A model given as an object is kept beside the values, which are plain and can be written down."""
        given = cast("Mapping[str, Any]", data).get("model", "") if isinstance(data, Mapping) else ""
        if isinstance(given, str):
            return handler(data)
        made = handler({**data, "model": object_name(given)})
        made._own = given
        return made

    def own_model(self) -> Any:
        """The object given as `model`; None when it is named."""
        return self._own if self._own is not None and self.model == object_name(self._own) else None


def object_name(given: Any) -> str:
    """What stands for a model object where names are written down: `object:` and the object's own name.

    Raises:
        SettingError: it can be no model.
    """
    if isinstance(given, type):
        raise SettingError(
            f"Setting model is the class {given.__name__}, not an object of it.", fix=f"Give {given.__name__}()."
        )
    if not callable(given) and not callable(getattr(given, "complete", None)):
        raise SettingError(
            f"Setting model is {given!r:.60}, which is no model.",
            fix="Give a name, an object with complete(messages, tools, sampler), or a function f(messages, tools).",
        )
    own = [getattr(given, "name", None), getattr(given, "__name__", None), type(given).__name__]
    return f"{OBJECT}:{next(n for n in own if isinstance(n, str) and n)}"


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper()


def resolve(
    overrides: Mapping[str, Any] | None = None,
    *,
    environ: Mapping[str, str] | None = None,
    dotenv: Path | None = None,
) -> tuple[Settings, dict[str, str]]:
    """Settles every setting.

    Args:
        overrides: values given on the command line or in a notebook; None values are ignored.
        environ: the shell environment; default `os.environ`.
        dotenv: a `.env` file; default `.env` in the working folder when it exists.

    Returns:
        The settings, and for each name "argument", "environment", ".env" or "default". Without another value
        `adb_server_port` follows ANDROID_ADB_SERVER_PORT, as every adb client does.

    Raises:
        UnknownName: an override, or a PHONE_AGENT_ variable, names no setting.
        SettingError: a value is outside its range; the message gives the range.
    """
    env = dict(os.environ if environ is None else environ)
    file = _read_dotenv(Path(".env") if dotenv is None else dotenv)
    given = {k: v for k, v in (overrides or {}).items() if v is not None}
    known = Settings.model_fields
    _reject_unknown(given, env, file)
    values: dict[str, Any] = {}
    origin = dict.fromkeys(known, "default")
    if ADB_PORT in env:  # the variable every adb client reads; ours comes after it
        values["adb_server_port"], origin["adb_server_port"] = env[ADB_PORT], f"environment ({ADB_PORT})"
    for source, table in ((".env", _named(file)), ("environment", _named(env)), ("argument", given)):
        for name in known.keys() & table.keys():
            values[name] = table[name]
            origin[name] = source
    try:
        return Settings(**values), origin
    except ValidationError as error:
        name, words = _sentence(error, origin)
        raise SettingError(words, fix=_fix(name)) from None


def _named(table: Mapping[str, str]) -> dict[str, str]:
    return {k.removeprefix(PREFIX).lower(): v for k, v in table.items() if k.startswith(PREFIX)}


def _reject_unknown(given: Mapping[str, Any], env: Mapping[str, str], file: Mapping[str, str]) -> None:
    known = Settings.model_fields
    for name in [*given, *_named(file), *_named(env)]:
        if name not in known:
            raise UnknownName("setting", name, known)


def _read_dotenv(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    found: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        name, mark, value = line.strip().removeprefix("export ").partition("=")
        if mark and not name.startswith("#"):
            found[name.strip()] = value.strip().strip("'\"")
    return found


def _sentence(error: ValidationError, origin: Mapping[str, str]) -> tuple[str, str]:
    """The setting that is wrong, and what is wrong with it."""
    first = error.errors()[0]
    name = str(first["loc"][0])
    source = "" if origin.get(name, "argument") == "argument" else f", from {origin[name]},"
    return name, f"Setting {name} ({variable(name)}) = {first['input']!r}{source} is not valid: {first['msg']}."


def _fix(name: str) -> str:
    """What the setting takes, and what it is when it is left out."""
    field = Settings.model_fields[name]
    default = "empty" if field.default in ("", None) else field.default
    return f"It is: {field.description} (default {default})."
