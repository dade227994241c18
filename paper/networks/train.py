"""Trains a network of the paper's evaluation by the trainer in ../../training, and goes on where a
run was stopped; then writes its weights to models/.

    training/.venv/bin/python -m paper.networks.train paper/networks/recipes/synth-miniscan.toml
"""

from __future__ import annotations

import train

from .systems import RUNS, make_batches, make_network
from .store import write


def main() -> None:
    run = train.main(train.Kind(make_network, make_batches, RUNS), __doc__)
    if run.rank == 0:
        write(run)


if __name__ == "__main__":
    main()
