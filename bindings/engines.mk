# Bindings beside Rust, C, C++ and Python. Each test fetches what it needs (Debian's packages as root, npm, PyPI) and says
# what it had to leave out. `make test` runs those whose tools the machine has, and fetches nothing.
ENGINES := python3 ci/engines $(STAGE)
LANGUAGES := csharp lua go java node

.PHONY: $(LANGUAGES:%=test-%)
$(LANGUAGES:%=test-%): test-%: stage
	$(ENGINES) $*

.PHONY: test-bindings
test-bindings: stage
	$(ENGINES) names $(LANGUAGES)

.PHONY: test-bindings-here
test-bindings-here: stage
	$(ENGINES) names $(LANGUAGES) --here

test: test-bindings-here

# The Unity package with this system's library in it.
.PHONY: unity
unity: stage
	$(ENGINES) unity
