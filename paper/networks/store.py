"""Trained networks as they are kept in the repository: models/NAME.pt has the weights in half
precision, models/NAME.json what they came of."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch
from torch import nn
from train import Run, load_recipe, save, summary

from .systems import MODELS, RECIPES, make_network


def write(run: Run, folder: Path = MODELS) -> None:
    """The mean of recent weights, as the trainer's own export takes it."""
    name = run.recipe["name"]
    weights = {key: value.half() for key, value in run.average.items()}
    save(folder / f"{name}.pt", weights)
    spent = summary({"before": run.before, "episodes": run.episodes, "cpu": run.cpu})
    content = {
        "recipe": run.recipe,
        "parameters": sum(value.numel() for value in weights.values()),
        "steps": run.step,
        "episodes": spent["episodes"],
        "cpu_seconds": round(spent["cpu_seconds"], 1),
    }
    (folder / f"{name}.json").write_text(json.dumps(content, indent=1) + "\n")


def load(system: str, domain: str, folder: Path = MODELS) -> nn.Module:
    """A trained network, ready to be asked."""
    name = f"{system}-{domain}"
    path = folder / f"{name}.pt"
    if not path.exists():
        known = ", ".join(sorted(model.stem for model in folder.glob("*.pt"))) or "none"
        raise SystemExit(f"{path} is missing: there is no trained {name}; there are {known}")
    recipe: dict[str, Any] = load_recipe(RECIPES / f"{name}.toml")
    network = make_network(recipe)
    weights = torch.load(path, weights_only=True)
    network.load_state_dict({key: value.float() for key, value in weights.items()})
    return network.eval()
