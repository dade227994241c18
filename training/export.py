"""Writes a checkpoint as ONNX models with their metadata, test vectors and manifest, and checks
that ONNX Runtime agrees with torch.

    python export.py RUN [--folder DIR] [--half]
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch

from data import lines
from grammar import TYPES, render_rule
from graphs import DEFAULTS, NUMBERS, WORDS, Arrays, Graph, OnnxModel, TorchModel
from network import LITERAL, Network
from number_network import NumberNetwork
from number_search import propose_numbers
from number_task import encode_numbers, read_number_pairs
from propose import propose
from task import encode, read_pairs
from train import HERE, RUNS, make_network, summary

MODELS = HERE.parent / "models"
FORMAT = "1"
CONTRACT = {"words": "words-1", "numbers": "numbers-1"}
GRAPHS = {"words": WORDS, "numbers": NUMBERS}
OPSET = 17
TOLERANCE = 1e-4

# Tasks for the test vectors; seeds below a million are never trained on.
VECTORS = {
    "words": {
        "miniscan": (["miniscan", "--rules", "6", "--support", "30"], 11),
        "scan": (["scan", "--rules", "5", "--support", "20", "--max-length", "12"], 12),
        "distrust": (["miniscan", "--rules", "3", "--support", "12", "--corrupt", "0.1"], 13),
    },
    "numbers": {"sampled": (["numbers", "--support", "60"], 14)},
}


def halve(graph: onnx.GraphProto) -> None:
    """Weights that 16 bits hold exactly are stored in 16, and made 32 when the model is loaded."""
    for weights in list(graph.initializer):
        array = onnx.numpy_helper.to_array(weights)
        if array.dtype == np.float32 and np.array_equal(array.astype(np.float16), array):
            name, stored = weights.name, f"{weights.name}_16"
            weights.CopyFrom(onnx.numpy_helper.from_array(array.astype(np.float16), stored))
            cast = onnx.helper.make_node("Cast", [stored], [name], to=onnx.TensorProto.FLOAT)
            graph.node.insert(0, cast)


def load(run: str) -> tuple[Network | NumberNetwork, dict[str, Any]]:
    saved = torch.load(RUNS / f"{run}.pt", weights_only=False)
    network = make_network(saved["recipe"])
    network.load_state_dict(saved["average"])
    return network.eval(), saved


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def metadata(graph: str, saved: dict[str, Any]) -> dict[str, str]:
    recipe = saved["recipe"]
    domain, behind = recipe["domain"], summary(saved)
    about = {
        "format": FORMAT,
        "contract": CONTRACT[domain],
        "graph": graph,
        "name": domain,
        "domain": domain,
        "width": recipe["network"]["width"],
        "recipe": recipe["name"],
        "recipe_sha256": digest(json.dumps(recipe, sort_keys=True).encode()),
        "seed": recipe["seed"],
        "episodes": behind["episodes"],
        "cpu_seconds": round(behind["cpu_seconds"]),
        "steps": saved["step"],
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
    }
    return {f"blicket.{key}": str(value) for key, value in about.items()}


def write_graph(
    path: Path,
    graph: Graph,
    module: torch.nn.Module,
    arrays: Arrays,
    about: dict[str, str],
    half: bool,
) -> None:
    axes = {
        name: dict(enumerate(names))
        for name, names in (graph.inputs | graph.outputs).items()
        if names
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the tracing exporter is deprecated, and says so at length
        torch.onnx.export(
            module,
            tuple(torch.from_numpy((DEFAULTS | arrays)[name]) for name in graph.inputs),
            str(path),
            input_names=list(graph.inputs),
            output_names=list(graph.outputs),
            dynamic_axes=axes,
            opset_version=OPSET,
            dynamo=False,
        )
    model = onnx.load(str(path))
    for name in graph.inputs:
        if name in DEFAULTS:  # a value for whoever leaves it out
            model.graph.initializer.append(onnx.numpy_helper.from_array(DEFAULTS[name], name))
    if half:
        halve(model.graph)
    shorten_names(model.graph, {*graph.inputs, *graph.outputs})
    model.producer_name, model.producer_version = "blicket", FORMAT
    onnx.helper.set_model_props(model, about)
    onnx.checker.check_model(model, full_check=True)
    path.write_bytes(model.SerializeToString(deterministic=True))


def shorten_names(graph: onnx.GraphProto, kept: set[str]) -> None:
    """What is inside is named by where it came from in Python, which takes a tenth of the file and means nothing to
    ONNX Runtime."""
    short: dict[str, str] = {name: name for name in kept} | {"": ""}

    def renamed(name: str) -> str:
        return short.setdefault(name, f"v{len(short):x}")

    for weights in graph.initializer:
        weights.name = renamed(weights.name)
    for node in graph.node:
        node.name = node.doc_string = ""
        node.input[:] = [renamed(name) for name in node.input]
        node.output[:] = [renamed(name) for name in node.output]
    del graph.value_info[:]


def some_steps(read: Arrays, kind: np.ndarray) -> Arrays:
    """Inputs of `decode` that use every kind of item: each word with some previous choice."""
    words = int((kind == 0).sum())
    turn = np.arange(3 * words)
    word = turn % words
    return {
        "nodes": read["nodes"],
        "kind": kind,
        "word": word,
        "previous": np.where(
            turn < words,
            read["type"][word].argmax(1),
            np.where(turn < 2 * words, len(TYPES) + turn % 2, LITERAL),
        ),
        "literal": words + turn % (len(kind) - words),
        "state": read["state"][word],
    }


def calls(model: TorchModel, arrays: Arrays) -> Iterator[tuple[str, Arrays, Arrays]]:
    """What a vector runs: each graph with its inputs and outputs."""
    read = model.run("encode", arrays)
    yield "encode", arrays, read
    if "decode" in model.modules:
        steps = some_steps(read, arrays["kind"])
        yield "decode", steps, model.run("decode", steps)


def packed(arrays: Arrays) -> dict[str, Any]:
    def value(array: np.ndarray) -> list[float] | list[int]:
        flat = array.reshape(-1).tolist()
        return [round(item, 7) for item in flat] if array.dtype.kind == "f" else flat

    return {
        name: {"shape": list(array.shape), "data": value(array)} for name, array in arrays.items()
    }


def words_vector(
    model: TorchModel, support: list[list[str]], trust: bool
) -> tuple[dict[str, Any], Arrays]:
    """A task of words, and the best rules of each word."""
    task = encode(read_pairs(support), trust)
    best = {
        word: [
            {
                "rule": render_rule(word, candidate.rule),
                "log_probability": round(candidate.log_probability, 5),
            }
            for candidate in candidates[:3]
        ]
        for word, candidates in zip(task.words, propose(model, task).words)
    }
    return {
        "support": support,
        "trust": trust,
        "known": task.known,
        "words": task.words,
        "tokens": task.tokens,
        "best": best,
    }, task.arrays()


def numbers_vector(model: TorchModel, support: list[list[str]]) -> tuple[dict[str, Any], Arrays]:
    """A task of number words, and the best role of each word."""
    task = encode_numbers(read_number_pairs(support))
    proposals = propose_numbers(model.run("encode", task.arrays()), task)
    best = {
        word: candidates[0][0]._asdict() | {"log_probability": round(candidates[0][1], 5)}
        for word, candidates in zip(task.words, proposals.words)
    }
    return {
        "support": support,
        "values": task.values,
        "words": task.words,
        "best": best,
    }, task.arrays()


@torch.no_grad()
def export(run: str, folder: Path, half: bool) -> None:
    network, saved = load(run)
    for weights in network.parameters() if half else ():
        weights.copy_(weights.half().float())
    domain = saved["recipe"]["domain"]
    model = TorchModel(network)
    (folder / "vectors").mkdir(parents=True, exist_ok=True)
    vectors = {}
    for label, (arguments, seed) in VECTORS[domain].items():
        support = next(lines(arguments, 1, seed))["support"]
        if domain == "words":
            about, arrays = words_vector(model, support, label != "distrust")
        else:
            about, arrays = numbers_vector(model, support)
        vectors[label] = about, list(calls(model, arrays))
    for name, inputs, _ in next(iter(vectors.values()))[1]:
        graph, module = model.modules[name]
        write_graph(folder / f"{domain}-{name}.onnx", graph, module, inputs, metadata(name, saved), half)
    shipped = OnnxModel(folder, domain, GRAPHS[domain])
    for label, (about, ran) in vectors.items():
        worst = max(
            float(np.abs(wanted[output] - got).max())
            for name, inputs, wanted in ran
            for output, got in shipped.run(name, inputs).items()
        )
        print(f"{label}: torch and ONNX Runtime differ by {worst:.1e}")
        if worst > TOLERANCE:
            raise SystemExit(f"that is more than {TOLERANCE}: not exported")
        about |= {
            name: {"inputs": packed(inputs), "outputs": packed(outputs)}
            for name, inputs, outputs in ran
        }
        (folder / "vectors" / f"{domain}-{label}.json").write_text(
            json.dumps(about, separators=(",", ":")) + "\n"
        )
    write_manifest(folder)


def write_manifest(folder: Path) -> None:
    """File, bytes, SHA-256 and format version of every model."""
    rows = ["# file\tbytes\tsha256\tformat"]
    for path in sorted(folder.glob("*.onnx")):
        data = path.read_bytes()
        rows.append(f"{path.name}\t{len(data)}\t{digest(data)}\t{FORMAT}")
    (folder / "MANIFEST").write_text("\n".join(rows) + "\n")
    print("\n".join(rows))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("run", help="a checkpoint runs/RUN.pt")
    parser.add_argument("--folder", type=Path, default=MODELS)
    parser.add_argument(
        "--half", action="store_true", help="weights in 16 bits: half as large, not quite the same"
    )
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    export(arguments.run, arguments.folder, arguments.half)


if __name__ == "__main__":
    main()
