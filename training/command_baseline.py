"""Meta Seq2Seq for command languages: the network of paper/networks, trained on the same made-up languages.

    python command_baseline.py recipes/commands-meta-seq2seq.toml

A task's words and tokens get random places, 100 and 80; one that has more has no answers.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import torch

import train

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from paper.networks import vocabulary as places  # noqa: E402
from paper.networks.answers import answer  # noqa: E402
from paper.networks.systems import make_batches, make_network  # noqa: E402

places.SIZES["commands"] = (100, 80)


class Baseline:
    """The trained network, ready to be asked."""

    def __init__(self, path: Path) -> None:
        saved = torch.load(path, weights_only=False)
        self.network: Any = make_network(saved["recipe"])
        self.network.load_state_dict({name: value.float() for name, value in saved["average"].items()})
        self.network.eval()
        self.vocabulary = places.Vocabulary("commands")

    def answers(self, record: dict[str, Any]) -> list[str | None]:
        inputs = [query for query, _ in record["queries"]]
        return answer(self.network, self.vocabulary, record["support"], inputs, record["name"])


if __name__ == "__main__":
    train.main(train.Kind(make_network, make_batches, train.RUNS), __doc__)
