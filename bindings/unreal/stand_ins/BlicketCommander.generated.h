#pragma once

// Unreal's header tool writes more; the plugin's own code uses this much of it.
#undef GENERATED_BODY
#define GENERATED_BODY() \
	using Super = UObject;
