"""Pages of the Python package by pdoc: python3 ci/api/python_pages.py FOLDER. A warning is an error.

The package says of its classes that they are of `blicket`, so that messages name them as a user does. pdoc looks up types where a
class was written, so it is told where that is.
"""

import ast
import inspect
import pkgutil
import sys
import warnings
from importlib import import_module
from pathlib import Path

import blicket
import pdoc


def tell_where_things_were_written():
    for found in pkgutil.walk_packages(blicket.__path__, "blicket."):
        module = import_module(found.name)
        if not (getattr(module, "__file__", None) or "").endswith(".py"):
            continue
        for part in ast.parse(inspect.getsource(module)).body:
            if isinstance(part, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
                thing = getattr(module, part.name)
                thing.__module__ = found.name
                if inspect.isclass(thing):
                    for method in filter(inspect.isfunction, vars(thing).values()):
                        method.__module__ = found.name


warnings.simplefilter("error")
tell_where_things_were_written()
pdoc.pdoc("blicket", "blicket.batch", output_directory=Path(sys.argv[1]))
