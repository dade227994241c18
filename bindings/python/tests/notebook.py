"""Runs the notebook, and compares what it shows with what is stored in it.

    python tests/notebook.py NOTEBOOK [--write]

With --write, what it shows is stored.
"""

import sys

import nbformat
from nbclient import NotebookClient


def shown(notebook):
    """What each cell shows. Of cells with the tag `learnt`, only of which kind that is: how grammars are learnt gets better,
    and their sections get other names."""
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if output.output_type == "stream" and output.name == "stderr":
                sys.exit(f"the cell\n{cell.source}\ncomplains:\n{output.text}")
            texts = output.get("data", {}) or {"text": output.get("text", "")}
            learnt = "learnt" in cell.metadata.get("tags", [])
            yield cell.source, sorted(texts) if learnt else dict(texts)


def main():
    path = sys.argv[1]
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    stored = list(shown(notebook))
    # The kernel is on this machine, for a moment: it need not be warned of that.
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    if "--write" in sys.argv:
        for cell in notebook.cells:
            cell.metadata = {key: value for key, value in cell.metadata.items() if key == "tags"}
        notebook.metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
        nbformat.write(notebook, path)
        return
    now = list(shown(notebook))
    for (source, before), (_, after) in zip(stored, now):
        if before != after:
                sys.exit(
                f"the cell\n{source}\nshows\n{str(after)[:3000]}\nand stored is\n{str(before)[:3000]}\n"
                "If that is meant: make python-notebook"
            )
    if len(stored) != len(now):
        sys.exit(f"{len(now)} outputs, and {len(stored)} are stored")
    print(f"the notebook runs, and its {len(now)} outputs are those that are stored in it")


if __name__ == "__main__":
    main()
