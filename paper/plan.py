"""What `make paper` runs: experiments, their conditions, the systems of each, and what they may cost.

A cell is one system on the episodes of one condition: files that commands make, and the command that makes its
results of them. Which episodes a condition has follows from its settings and one seed; a slow system gets
fewer, the first ones of the same.
"""

from collections import namedtuple
from dataclasses import dataclass

SEED = 880_000  # of episodes; training uses seeds from 1,000,000 on, development used others below
REDRAW_SEED = 870_000  # of further draws of examples for the paper's network
SEARCH_SEED = 1  # of the systems' own random choices

BLICKET = "build/paper/bin/blicket"
TORCH = "training/.venv/bin/python"

# Episodes for a system, and the seconds after which its cell is stopped; what is done by then counts.
# The paper has 50 grammars of MiniSCAN, 20 runs of SCAN and 5 of a language.
Size = namedtuple("Size", "episodes seconds")
SIZES = {
    "full": {
        #              MiniSCAN        by examples      human task     SCAN            SCAN, fixed     numbers
        "deduction":  (Size(200, 180), Size(2000, 120), Size(10, 30),  Size(100, 120), Size(20, 60),   Size(20, 60)),
        "neural":     (Size(200, 300), Size(1000, 120), Size(10, 60),  Size(20, 300),  Size(20, 300),  Size(20, 120)),
        "greedy":     (Size(200, 120), Size(200, 60),   Size(10, 30),  Size(20, 60),   Size(0, 0),     Size(20, 60)),
        "network":    (Size(50, 120),  Size(50, 120),   Size(10, 60),  Size(20, 200),  Size(0, 0),     Size(5, 60)),
        "synth":      (Size(50, 400),  Size(50, 400),   Size(10, 120), Size(10, 600),  Size(3, 400),   Size(5, 250)),
        "robustfill": (Size(10, 600),  Size(0, 0),      Size(0, 0),    Size(0, 0),     Size(0, 0),     Size(0, 0)),
        "sampler":    (Size(0, 0),     Size(0, 0),      Size(0, 0),    Size(20, 240),  Size(0, 0),     Size(0, 0)),
        "enumerator": (Size(0, 0),     Size(0, 0),      Size(0, 0),    Size(20, 300),  Size(0, 0),     Size(0, 0)),
    },
    "quick": {
        "deduction":  (Size(20, 10),   Size(100, 10),   Size(3, 5),    Size(10, 10),   Size(5, 10),    Size(3, 10)),
        "neural":     (Size(10, 10),   Size(10, 10),    Size(3, 10),   Size(3, 15),    Size(2, 10),    Size(2, 10)),
        "greedy":     (Size(20, 10),   Size(20, 10),    Size(3, 5),    Size(3, 10),    Size(0, 0),     Size(3, 10)),
        "network":    (Size(5, 20),    Size(5, 20),     Size(3, 20),   Size(2, 30),    Size(0, 0),     Size(2, 20)),
        "synth":      (Size(3, 30),    Size(3, 30),     Size(3, 30),   Size(2, 60),    Size(0, 0),     Size(2, 30)),
        "robustfill": (Size(2, 75),    Size(0, 0),      Size(0, 0),    Size(0, 0),     Size(0, 0),     Size(0, 0)),
        "sampler":    (Size(0, 0),     Size(0, 0),      Size(0, 0),    Size(2, 20),    Size(0, 0),     Size(0, 0)),
        "enumerator": (Size(0, 0),     Size(0, 0),      Size(0, 0),    Size(2, 25),    Size(0, 0),     Size(0, 0)),
    },
}
COLUMNS = ("miniscan", "support", "human", "scan", "scan-fixed", "numbers")
MINUTES = {"full": 180, "quick": 10}  # no cell starts later, and none goes on
# Loading torch takes longer than all else in a quick cell, so not every condition has these rows there.
QUICK_NETWORKS = {"rules": ("4", "7", "10"), "support": ("10",), "primitives": ("5",), "human": ("human",),
                  "scan": ("length", "jump"), "numbers": ("en", "fr")}

# At least the programs that a system saw in the paper: 35 a second by its network, in 30, 20 or 45 seconds;
# 60 a second by sampling and 1,000 by enumeration, in 180 seconds.
SAMPLED_PROGRAMS, ENUMERATED_PROGRAMS = 10_800, 180_000
PROGRAMS_A_SECOND = 35
SECONDS = {"miniscan": 30, "human": 30, "scan": 20, "numbers": 45}
BASELINE_SECONDS = 180
FIXED_SECONDS = (180, 120, 60, 30)
REDRAWS = 10  # the most draws of 100 examples in one run of SCAN
# A try of the paper's search sees some 700 programs, then gets new examples; one of ours three times as many, and not
# all that are run in 20 seconds.
TRY_PROGRAMS = 3 * PROGRAMS_A_SECOND * SECONDS["scan"]
COUNTED_TRIES = ("scan", "scan-sampled")  # the experiments where the paper counts programs
NETWORK_TRIES = 5  # of the paper's network: 3,500 programs, more than it saw in the paper on any split
# The paper's network is granted programs, so that its figures do not depend on what else the machine does; this
# many times the paper's seconds only ends what hangs.
PATIENCE = 10

SPLITS = ("length", "simple", "jump", "right")
# Different commands in the training part of each.
TRAINING = {"length": 16_990, "simple": 16_728, "jump": 13_204, "right": 15_225}
LANGUAGES = {"en": "English", "es": "Spanish", "zh": "Chinese", "ja": "Japanese", "it": "Italian",
             "el": "Greek", "ko": "Korean", "fr": "French", "vi": "Vietnamese"}


@dataclass(frozen=True)
class System:
    key: str
    label: str
    size: str  # the row of SIZES
    options: tuple = ()  # of `blicket bench`
    network: str = ""  # or --system of paper.networks.run


SYSTEMS = {system.key: system for system in (
    System("hybrid", "hybrid, strict", "deduction", ("--strategy", "hybrid", "--strict")),
    System("hybrid-one", "hybrid, strict, its one grammar", "deduction",
           ("--strategy", "hybrid", "--strict", "--one-grammar")),
    System("hybrid-inputs", "hybrid, with query inputs", "deduction", ("--strategy", "hybrid", "--query-inputs")),
    System("deduce", "deduce, strict", "deduction", ("--strategy", "deduce", "--strict")),
    System("deduce-inputs", "deduce, with query inputs", "deduction", ("--strategy", "deduce", "--query-inputs")),
    System("neural", "neural (our network), strict", "neural", ("--strategy", "neural", "--strict")),
    System("neural-one", "neural, strict, its one grammar", "neural",
           ("--strategy", "neural", "--strict", "--one-grammar")),
    System("greedy", "greedy (our network), strict", "greedy", ("--strategy", "greedy", "--strict")),
    System("synth", "the paper’s network, trained here", "synth", network="synth"),
    System("synth-greedy", "the paper’s network, trained here", "network", network="synth-greedy"),
    System("meta-seq2seq", "Meta Seq2Seq, trained here", "network", network="meta-seq2seq"),
    System("robustfill", "RobustFill, trained here", "robustfill", network="robustfill"),
    System("mcmc", "MCMC, run here", "sampler", ("--strategy", "mcmc", "--strict")),
    System("prior", "the prior, run here", "sampler", ("--strategy", "prior", "--strict")),
    System("enumerate", "enumeration, run here", "enumerator", ("--strategy", "enumerate", "--strict")),
    System("deepcoder", "DeepCoder, run here", "enumerator", ("--strategy", "deepcoder", "--strict")),
)}
DEDUCTION = ("hybrid", "hybrid-inputs", "deduce", "deduce-inputs")
ONE_GRAMMAR = ("hybrid-one", "neural-one")
EVERYWHERE = DEDUCTION + ONE_GRAMMAR + ("neural", "greedy", "synth", "synth-greedy", "meta-seq2seq")
BASELINES = ("mcmc", "prior", "enumerate", "deepcoder")
BY_TORCH = ("synth", "synth-greedy", "meta-seq2seq", "robustfill", "deepcoder")


@dataclass(frozen=True)
class Condition:
    experiment: str
    key: str
    domain: str
    sample: tuple  # what `blicket sample` is asked for; empty for the human task
    seconds: int  # a task, or a try
    systems: tuple
    redraw: str = ""  # the split whose training part is drawn from again

    @property
    def name(self):
        return f"{self.experiment}-{self.key}"


@dataclass(frozen=True)
class Step:
    """A command whose standard output is a file."""
    argv: tuple
    output: str
    inputs: tuple = ()  # the steps whose outputs it reads


@dataclass(frozen=True)
class Cell:
    condition: Condition
    system: System
    episodes: int
    seconds: int
    step: Step

    @property
    def name(self):
        return f"{self.condition.name}.{self.system.key}"


def conditions():
    """All of them, in the order of the report."""
    def miniscan(experiment, key, *options, systems=EVERYWHERE):
        return Condition(experiment, str(key), "miniscan", ("miniscan", *options), SECONDS["miniscan"], systems)

    def scan(experiment, split, selection, systems, key=None, seconds=SECONDS["scan"], redraw=""):
        data = ("--data", "data/scan") if split == "simple" else ()
        sample = ("scan-split", "--split", split, *data, "--selection", selection, "--support", "100",
                  "--queries", "500")
        return Condition(experiment, key or split, "scan", sample, seconds, systems, redraw)

    found = []
    for rules in range(3, 14):
        systems = EVERYWHERE + (("robustfill",) if rules <= 6 else ())
        found.append(miniscan("rules", rules, "--rules", str(rules), "--words", "17", systems=systems))
    found += [miniscan("support", n, "--support", str(n)) for n in (10, 30, 50, 70)]
    found += [miniscan("primitives", n, "--primitives", str(n)) for n in (3, 4, 5, 6)]
    found.append(Condition("human", "human", "human", (), SECONDS["human"], EVERYWHERE))
    found += [scan("scan", split, "paper", EVERYWHERE + BASELINES, redraw=split) for split in SPLITS]
    found += [scan("scan-uniform", split, "uniform", DEDUCTION + ("neural",), redraw=split)
              for split in SPLITS]
    for seconds in FIXED_SECONDS:
        systems = DEDUCTION + ("neural", "synth")
        found += [scan("scan-fixed", split, "paper", systems, f"{split}-{seconds}", seconds) for split in SPLITS]
    found.append(scan("scan-sampled", "simple", "sampled", DEDUCTION + ("neural", "synth"), redraw="simple"))
    for language in LANGUAGES:
        sample = ("numbers", "--language", f"data/numbers/{language}.tsv")
        found.append(Condition("numbers", language, "numbers", sample, SECONDS["numbers"], EVERYWHERE))
    return found


def plan(scale, out):
    """All cells of `make paper` ("full") or `make paper-quick`, those first that matter most: our own rows,
    then the baselines, then what needs torch."""
    cells = []
    for condition in conditions():
        for key in condition.systems:
            system = SYSTEMS[key]
            if scale == "quick" and key in BY_TORCH and not has_quick_networks(condition):
                continue
            column = condition.experiment if condition.experiment in COLUMNS else condition.domain
            size = SIZES[scale][system.size][COLUMNS.index(column)]
            step = results(condition, system, size.episodes, out)
            cells.append(Cell(condition, system, size.episodes, size.seconds, step))
    rank = {"deduction": 0, "greedy": 1, "neural": 2, "sampler": 3, "enumerator": 4}
    return sorted(cells, key=lambda cell: (cell.system.key in BY_TORCH, rank.get(cell.system.size, 5)))


def has_quick_networks(condition):
    return condition.key in QUICK_NETWORKS.get(condition.experiment, ())


def episodes(condition, count, out):
    output = f"{out}/episodes/{condition.name}.{count}.jsonl"
    count, seed = str(count), str(SEED)
    if condition.domain == "human":
        argv = ("python3", "-m", "paper.episodes", "human", "--orders", count, "--seed", seed)
    else:
        argv = (BLICKET, "sample", *condition.sample, "--episodes", count, "--seed", seed)
    return Step(argv, output)


def redraws(condition, count, tries, out):
    """The examples of further tries, `tries` - 1 for each episode: by the command that drew the first ones."""
    argv = (BLICKET, "sample", *condition.sample, "--episodes", str(count * (tries - 1)), "--seed", str(REDRAW_SEED))
    return Step(argv, f"{out}/episodes/{condition.name}.{count}.redraws.jsonl")


def training_part(split, out):
    """The lines that a try's new examples are drawn from."""
    argv = ("python3", "-m", "paper.episodes", "training-part", split, "--blicket", BLICKET)
    return Step(argv, f"{out}/episodes/train-{split}.txt")


def network(system, domain, seconds, asked, output, redraws=None):
    domain = "miniscan" if domain == "human" else domain
    argv = (TORCH, "-m", "paper.networks.run", "--system", system, "--domain", domain,
            "--timeout", str(PATIENCE * seconds), "--programs", str(PROGRAMS_A_SECOND * seconds),
            "--seed", str(SEARCH_SEED))
    if redraws:
        argv += ("--redraws", redraws.output, "--tries", str(NETWORK_TRIES))
    return Step((*argv, asked.output), output, (asked, redraws) if redraws else (asked,))


def results(condition, system, count, out):
    """The command of a cell, and before it those that make what it reads."""
    asked = episodes(condition, count, out)
    output = f"{out}/cells/{condition.name}.{system.key}.jsonl"
    if system.network:
        drawn = redraws(condition, count, NETWORK_TRIES, out) if condition.redraw and system.key == "synth" else None
        return network(system.network, condition.domain, condition.seconds, asked, output, drawn)
    argv = (BLICKET, "bench", "--json", *system.options, "--threads", "1", "--seed", str(SEARCH_SEED))
    inputs = [asked]
    if system.key in BASELINES:
        most = SAMPLED_PROGRAMS if system.size == "sampler" else ENUMERATED_PROGRAMS
        argv += ("--timeout", str(BASELINE_SECONDS), "--steps", str(most))
    else:
        argv += ("--timeout", str(condition.seconds))
        if system.size == "neural" and condition.experiment in COUNTED_TRIES:
            argv += ("--steps", str(TRY_PROGRAMS))
        if condition.redraw and system.key != "greedy":
            inputs.append(training_part(condition.redraw, out))
            selection = condition.sample[condition.sample.index("--selection") + 1]
            argv += ("--redraw", inputs[-1].output, "--redraw-selection", selection,
                     "--redraw-tries", str(REDRAWS))
    if system.key == "deepcoder":
        hints = f"{out}/episodes/{condition.name}.{count}.hints.jsonl"
        inputs.append(network("deepcoder-hints", condition.domain, condition.seconds, asked, hints))
        argv += ("--hints", hints)
    return Step(argv + (asked.output,), output, tuple(inputs))
