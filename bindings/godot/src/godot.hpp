// As much of Godot's C interface as a class needs whose methods take strings: their table, strings on their way in and out.
// Over gdextension_interface.h alone, which `godot --dump-gdextension-interface` writes. SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef BLICKET_GODOT_HPP
#define BLICKET_GODOT_HPP

#include <gdextension_interface.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace godot {

/// What a method gives: nothing (null in GDScript), a truth, a number or a text.
using Value = std::variant<std::monostate, bool, std::int64_t, std::string>;

/// What GDScript is told that a method gives.
enum class Gives { nothing, truth, number, text, text_or_null };

struct Method {
  const char* name;
  Gives gives;
  std::vector<const char*> arguments;  ///< Names of strings.
  Value (*call)(void* instance, const std::vector<std::string>& arguments);
};

/// A class over RefCounted.
struct Class {
  const char* name;
  void* (*create)();
  void (*destroy)(void* instance);
  std::vector<Method> methods;
};

/// What the library's entry point does: the class is registered when scenes are. Both live as long as the process.
GDExtensionBool start(const Class& described, GDExtensionInterfaceGetProcAddress get_address,
                      GDExtensionClassLibraryPtr library, GDExtensionInitialization* initialization);

/// Puts a message among Godot's errors.
void report(const char* method, const std::string& message);

}  // namespace godot

#endif  // BLICKET_GODOT_HPP
