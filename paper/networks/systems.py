"""Which network a recipe names, and what it is trained with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from torch import nn

from .batch import Make, answer_batches, grammar_batches
from .deepcoder import DeepCoder
from .meta import MetaSeq2Seq
from .robustfill import RobustFill
from .synth import Synth
from .vocabulary import Vocabulary

HERE = Path(__file__).resolve().parent
RECIPES, RUNS, MODELS = HERE / "recipes", HERE / "runs", HERE / "models"
NETWORKS: dict[str, type[nn.Module]] = {
    "synth": Synth,
    "robustfill": RobustFill,
    "meta-seq2seq": MetaSeq2Seq,
    "deepcoder": DeepCoder,
}


def make_network(recipe: dict[str, Any]) -> nn.Module:
    return NETWORKS[recipe["system"]](Vocabulary(recipe["domain"]), **recipe["network"])


def make_batches(recipe: dict[str, Any]) -> Make:
    make = answer_batches if recipe["system"] == "meta-seq2seq" else grammar_batches
    return make(Vocabulary(recipe["domain"]))
