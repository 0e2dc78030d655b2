from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def tiny_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import tiny_model
    import torch

    torch.set_num_threads(1)  # cores are shared with other test processes

    return tiny_model.save(tmp_path_factory.mktemp("tiny"))
