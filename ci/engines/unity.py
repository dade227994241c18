"""The Unity package, with the library in it: build/engines/unity/com.blicket."""

import csharp
from common import fresh


def test(stage):
    print(f"the package is {csharp.package(stage, fresh('unity') / 'com.blicket')}")
