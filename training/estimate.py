"""What a card would give, on paper: an ESTIMATE. No machine of ours has a card.

Operations are counted from the graphs of ../models, as ONNX Runtime has optimised them, run on the tasks of
../models/vectors. A card is taken to need LAUNCH for each kernel, to compute at SHARE of its peak, and to copy what goes
in and comes out at COPY, each tensor with the same overhead as a kernel.

    python estimate.py
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime

MODELS = Path(__file__).resolve().parent.parent / "models"
VECTORS = {
    "words-encode": "words-scan",
    "words-decode": "words-scan",
    "numbers-encode": "numbers-sampled",
}
# Multiplications and additions a second in 32 bits, as NVIDIA's data sheets have them.
CARDS = {"T4": 8.1e12, "A10": 31.2e12, "A100": 19.5e12}
LAUNCH = 5e-6
SHARE = 0.1
COPY = 12e9
# What only says how others are to be read, and is no kernel.
FREE = {"Reshape", "Squeeze", "Unsqueeze", "Shape", "Constant", "Flatten", "Identity"}


def vector(name: str, graph: str) -> dict[str, np.ndarray]:
    """The inputs of a task."""
    inputs = json.loads((MODELS / "vectors" / f"{name}.json").read_text())[graph]["inputs"]
    return {
        name: np.array(value["data"], np.float32 if name in ("nodes", "state") else np.int64).reshape(value["shape"])
        for name, value in inputs.items()
    }


def session(model: bytes | str, into: str = "") -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.optimized_model_filepath = into
    # What is fused for the processor alone would not be what a card runs.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    return onnxruntime.InferenceSession(model, options, ["CPUExecutionProvider"])


def counted(name: str) -> tuple[int, float, float, int, int]:
    """Kernels, operations, bytes that are copied, tensors that are copied, and how many are asked about."""
    inputs = vector(VECTORS[name], name.split("-")[1])
    with tempfile.TemporaryDirectory() as scratch:
        optimised = f"{scratch}/model.onnx"
        session(str(MODELS / f"{name}.onnx"), optimised)
        model = onnx.load(optimised)
    outputs = [output.name for output in model.graph.output]
    inside = [name for node in model.graph.node for name in node.output if name and name not in outputs]
    model.graph.output.extend(onnx.ValueInfoProto(name=name) for name in inside)
    names = outputs + inside
    arrays = dict(zip(names, session(model.SerializeToString()).run(names, inputs), strict=True))
    arrays |= inputs | {weights.name: onnx.numpy_helper.to_array(weights) for weights in model.graph.initializer}
    operations = 0.0
    for node in model.graph.node:
        result = arrays[node.output[0]].size
        if node.op_type in ("MatMul", "Gemm"):
            transposed = any(one.name == "transA" and one.i for one in node.attribute)
            result *= 2 * arrays[node.input[0]].shape[-2 if transposed else -1]
        operations += 0 if node.op_type in FREE else result
    kernels = sum(node.op_type not in FREE for node in model.graph.node)
    copied = [*inputs.values(), *(arrays[name] for name in outputs)]
    return kernels, operations, float(sum(array.nbytes for array in copied)), len(copied), len(inputs.get("word", [0]))


def main() -> None:
    print("ESTIMATE, not measured. Milliseconds a search's run, by how many runs are joined")
    print(f"{'graph':15} {'kernels':>7} {'million operations':>18} {'KB copied':>9}  card  " + "".join(f"{n:>9}" for n in (1, 8, 64)))
    for name in VECTORS:
        kernels, operations, copied, tensors, _ = counted(name)
        for card, peak in CARDS.items():
            times = [
                ((kernels + tensors) * LAUNCH / joined + operations / (SHARE * peak) + copied / COPY) * 1e3
                for joined in (1, 8, 64)
            ]
            row = "".join(f"{time:9.3f}" for time in times)
            print(f"{name:15} {kernels:7} {operations / 1e6:18.1f} {copied / 1e3:9.1f}  {card:4}  {row}")


if __name__ == "__main__":
    main()
