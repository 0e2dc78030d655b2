"""One quiet Ray with a home of its own for the tests that need one."""

import gc
import os
import sys
import warnings
from pathlib import Path

import pytest

HERE = str(Path(__file__).parent)
if HERE not in sys.path:
    sys.path.append(HERE)


@pytest.fixture(scope="session")
def ray_here(tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    patch = pytest.MonkeyPatch()
    patch.setenv("HOME", str(home))
    patch.setenv("PYTHONPATH", os.pathsep.join([HERE, os.environ.get("PYTHONPATH", "")]))
    patch.delenv("RAY_ADDRESS", raising=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import ray

        from kit.lab.actors import connect

        connect("local")
        yield
        ray.shutdown()
        gc.collect()  # Ray drops its processes without waiting for them; Python would warn of that at some later time
    patch.undo()
