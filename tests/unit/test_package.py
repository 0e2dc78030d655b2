import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import kit

ROOT = Path(kit.__file__).resolve().parent
DOORS = {
    "adbutils": {"device/transport.py"},
    "ray": {"lab/"},
    "openai": {"models/remote"},
    "matplotlib": {"view/"},
    "ipywidgets": {"view/"},
    "torch": {"head/", "models/local", "models/head"},
    "transformers": {"head/", "models/local", "models/head"},
    "peft": {"head/", "models/local", "models/head"},
}


def test_importing_the_kit_loads_nothing_heavy() -> None:
    heavy = "{'torch', 'transformers', 'ray', 'pandas', 'matplotlib', 'openai', 'adbutils', 'PIL', 'pydantic', 'numpy'}"
    code = f"import kit, sys; found = {heavy} & set(sys.modules); sys.exit(str(found) if found else 0)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", kit.__all__)
def test_every_public_name_loads_and_is_documented(name: str) -> None:
    assert (getattr(kit, name).__doc__ or "").strip()
    assert dir(kit) == sorted(kit.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'observ'"):
        getattr(kit, "observ")  # noqa: B009


def test_doors_hold_for_lazy_imports_too() -> None:
    """import-linter sees them as well; this names the file when one slips through."""
    found: list[str] = []
    for path in ROOT.rglob("*.py"):
        where = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
            for name in names:
                allowed = DOORS.get(name.split(".")[0])
                if allowed is not None and not any(where.startswith(a) for a in allowed):
                    found.append(f"{where}: {name}")
    assert found == []


def test_modules_keep_their_size_budget() -> None:
    long = {
        p.relative_to(ROOT).as_posix(): n for p in ROOT.rglob("*.py") if (n := len(p.read_text().splitlines())) > 500
    }
    assert long == {}


def test_every_module_imports() -> None:
    names = [".".join(("kit", *p.relative_to(ROOT).with_suffix("").parts)) for p in ROOT.rglob("*.py")]
    loaded = [import_module(n.removesuffix(".__init__")) for n in names if not n.endswith("__main__")]
    assert len(loaded) > 80
