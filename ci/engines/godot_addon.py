"""The add-on for Godot, to copy into a project: build/engines/godot-addon/addons."""

import godot


def test(stage):
    print(f"the add-on is {godot.addon(stage) / 'addons/blicket'}")
