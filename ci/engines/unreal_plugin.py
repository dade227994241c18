"""The plugin for Unreal, to copy into a project: build/engines/unreal-plugin/Blicket."""

import unreal
from common import fresh


def test(stage):
    print(f"the plugin is {unreal.plugin(stage, fresh('unreal-plugin') / 'Blicket')}")
