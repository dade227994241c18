# Bindings beside Rust, C, C++ and Python. Each test fetches what it needs (Debian's packages as root, npm, PyPI) and says
# what it had to leave out. `make test` runs those whose tools the machine has, and fetches nothing.
ENGINES := python3 ci/engines $(STAGE)
LANGUAGES := csharp lua go java node
# What needs a C++ compiler only, and what needs the engine itself.
COMPILED := commander ros2 unreal
RUN := ros1 godot

.PHONY: $(patsubst %,test-%,$(LANGUAGES) $(COMPILED) $(RUN))
$(patsubst %,test-%,$(LANGUAGES) $(COMPILED) $(RUN)): test-%: stage
	$(ENGINES) $*

.PHONY: test-bindings
test-bindings: stage
	$(ENGINES) names $(LANGUAGES)

.PHONY: test-bindings-here
test-bindings-here: stage
	$(ENGINES) names $(COMPILED) $(LANGUAGES) --here

test: test-bindings-here

# Everything, with the engines themselves: minutes, and root on a Debian.
.PHONY: test-engines
test-engines: stage
	$(ENGINES) names $(COMPILED) $(LANGUAGES) $(RUN)

# The add-on for Godot, to copy into a project.
.PHONY: godot
godot: stage
	$(ENGINES) godot_addon

# The plugin for Unreal, to copy into a project.
.PHONY: unreal
unreal: stage
	$(ENGINES) unreal_plugin

# The Unity package with this system's library in it.
.PHONY: unity
unity: stage
	$(ENGINES) unity
