#include "godot.hpp"

#include <exception>

namespace godot {

namespace {

// The sizes of Godot's types in the usual build, of single precision and 64 bits.
constexpr std::size_t string_bytes = 8, variant_bytes = 24;
constexpr std::uint32_t usage_default = 6, usage_nil_is_variant = 1u << 17;  // PropertyUsageFlags of extension_api.json

const Class* the_class = nullptr;
GDExtensionClassLibraryPtr the_library = nullptr;

// Functions of Godot, by their names there.
struct Interface {
  GDExtensionInterfacePrintError print_error;
  GDExtensionInterfaceVariantNewNil variant_new_nil;
  GDExtensionInterfaceVariantDestroy variant_destroy;
  GDExtensionInterfaceVariantGetType variant_get_type;
  GDExtensionInterfaceStringNewWithUtf8CharsAndLen string_new_with_utf8_chars_and_len;
  GDExtensionInterfaceStringToUtf8Chars string_to_utf8_chars;
  GDExtensionInterfaceStringNameNewWithUtf8Chars string_name_new_with_utf8_chars;
  GDExtensionInterfaceClassdbConstructObject classdb_construct_object;
  GDExtensionInterfaceObjectSetInstance object_set_instance;
  GDExtensionInterfaceClassdbRegisterExtensionClass2 classdb_register_extension_class2;
  GDExtensionInterfaceClassdbRegisterExtensionClassMethod classdb_register_extension_class_method;
  GDExtensionInterfaceClassdbUnregisterExtensionClass classdb_unregister_extension_class;
  GDExtensionPtrDestructor destroy_string, destroy_string_name;
  GDExtensionVariantFromTypeConstructorFunc variant_of_bool, variant_of_int, variant_of_string;
  GDExtensionTypeFromVariantConstructorFunc string_of_variant;
} godot;

template <class Function>
bool find(GDExtensionInterfaceGetProcAddress get_address, const char* name, Function& function) {
  function = reinterpret_cast<Function>(get_address(name));
  return function != nullptr;
}

bool find_all(GDExtensionInterfaceGetProcAddress get) {
  GDExtensionInterfaceVariantGetPtrDestructor destructor = nullptr;
  GDExtensionInterfaceGetVariantFromTypeConstructor from = nullptr;
  GDExtensionInterfaceGetVariantToTypeConstructor to = nullptr;
  const bool found =
      find(get, "print_error", godot.print_error) & find(get, "variant_new_nil", godot.variant_new_nil) &
      find(get, "variant_destroy", godot.variant_destroy) & find(get, "variant_get_type", godot.variant_get_type) &
      find(get, "string_new_with_utf8_chars_and_len", godot.string_new_with_utf8_chars_and_len) &
      find(get, "string_to_utf8_chars", godot.string_to_utf8_chars) &
      find(get, "string_name_new_with_utf8_chars", godot.string_name_new_with_utf8_chars) &
      find(get, "classdb_construct_object", godot.classdb_construct_object) &
      find(get, "object_set_instance", godot.object_set_instance) &
      find(get, "classdb_register_extension_class2", godot.classdb_register_extension_class2) &
      find(get, "classdb_register_extension_class_method", godot.classdb_register_extension_class_method) &
      find(get, "classdb_unregister_extension_class", godot.classdb_unregister_extension_class) &
      find(get, "variant_get_ptr_destructor", destructor) & find(get, "get_variant_from_type_constructor", from) &
      find(get, "get_variant_to_type_constructor", to);
  if (!found) return false;
  godot.destroy_string = destructor(GDEXTENSION_VARIANT_TYPE_STRING);
  godot.destroy_string_name = destructor(GDEXTENSION_VARIANT_TYPE_STRING_NAME);
  godot.variant_of_bool = from(GDEXTENSION_VARIANT_TYPE_BOOL);
  godot.variant_of_int = from(GDEXTENSION_VARIANT_TYPE_INT);
  godot.variant_of_string = from(GDEXTENSION_VARIANT_TYPE_STRING);
  godot.string_of_variant = to(GDEXTENSION_VARIANT_TYPE_STRING);
  return true;
}

/// A String of Godot.
class String {
 public:
  explicit String(const std::string& utf8) {
    godot.string_new_with_utf8_chars_and_len(bytes_, utf8.data(), static_cast<GDExtensionInt>(utf8.size()));
  }
  ~String() { godot.destroy_string(bytes_); }
  String(const String&) = delete;
  String& operator=(const String&) = delete;
  GDExtensionStringPtr get() { return bytes_; }

  static std::string read(GDExtensionConstStringPtr from) {
    std::string utf8(static_cast<std::size_t>(godot.string_to_utf8_chars(from, nullptr, 0)), '\0');
    godot.string_to_utf8_chars(from, utf8.data(), static_cast<GDExtensionInt>(utf8.size()));
    return utf8;
  }
  /// A text for a call, where a String or a StringName was given.
  static std::string read_variant(GDExtensionConstVariantPtr from) {
    alignas(8) unsigned char bytes[string_bytes];
    godot.string_of_variant(bytes, const_cast<GDExtensionVariantPtr>(from));
    std::string utf8 = read(bytes);
    godot.destroy_string(bytes);
    return utf8;
  }

 private:
  alignas(8) unsigned char bytes_[string_bytes];
};

/// A StringName of Godot.
class Name {
 public:
  explicit Name(const char* utf8) { godot.string_name_new_with_utf8_chars(bytes_, utf8); }
  ~Name() { godot.destroy_string_name(bytes_); }
  Name(const Name&) = delete;
  Name& operator=(const Name&) = delete;
  GDExtensionStringNamePtr get() { return bytes_; }

 private:
  alignas(8) unsigned char bytes_[string_bytes];
};

/// Writes a new Variant.
void write_variant(const Value& value, GDExtensionUninitializedVariantPtr to) {
  if (const auto* truth = std::get_if<bool>(&value)) {
    GDExtensionBool one = *truth;
    godot.variant_of_bool(to, &one);
  } else if (const auto* number = std::get_if<std::int64_t>(&value)) {
    std::int64_t one = *number;
    godot.variant_of_int(to, &one);
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    String one(*text);
    godot.variant_of_string(to, one.get());
  } else {
    godot.variant_new_nil(to);
  }
}

/// No exception reaches Godot: it becomes an error in its log, and null.
Value call(const Method& method, void* instance, const std::vector<std::string>& arguments) noexcept {
  try {
    return method.call(instance, arguments);
  } catch (const std::exception& problem) {
    godot.print_error(problem.what(), method.name, "blicket", 0, true);
  }
  return {};
}

/// GDScript calls so where it does not know types.
void call_with_variants(void* data, GDExtensionClassInstancePtr instance, const GDExtensionConstVariantPtr* given,
                        GDExtensionInt count, GDExtensionVariantPtr result, GDExtensionCallError* error) {
  const auto& method = *static_cast<const Method*>(data);
  const auto wanted = static_cast<GDExtensionInt>(method.arguments.size());
  if (count != wanted) {
    error->error = count < wanted ? GDEXTENSION_CALL_ERROR_TOO_FEW_ARGUMENTS : GDEXTENSION_CALL_ERROR_TOO_MANY_ARGUMENTS;
    error->expected = static_cast<std::int32_t>(wanted);
    return;
  }
  std::vector<std::string> arguments;
  for (GDExtensionInt i = 0; i < count; ++i) {
    const auto type = godot.variant_get_type(given[i]);
    if (type != GDEXTENSION_VARIANT_TYPE_STRING && type != GDEXTENSION_VARIANT_TYPE_STRING_NAME) {
      error->error = GDEXTENSION_CALL_ERROR_INVALID_ARGUMENT;
      error->argument = static_cast<std::int32_t>(i);
      error->expected = GDEXTENSION_VARIANT_TYPE_STRING;
      return;
    }
    arguments.push_back(String::read_variant(given[i]));
  }
  error->error = GDEXTENSION_CALL_OK;
  godot.variant_destroy(result);
  write_variant(call(method, instance, arguments), result);
}

/// And so where it does. The result is there already, empty, and is replaced.
void call_with_types(void* data, GDExtensionClassInstancePtr instance, const GDExtensionConstTypePtr* given,
                     GDExtensionTypePtr result) {
  const auto& method = *static_cast<const Method*>(data);
  std::vector<std::string> arguments;
  for (std::size_t i = 0; i < method.arguments.size(); ++i) arguments.push_back(String::read(given[i]));
  const Value value = call(method, instance, arguments);
  switch (method.gives) {
    case Gives::nothing: break;
    case Gives::truth: *static_cast<GDExtensionBool*>(result) = std::get_if<bool>(&value) && std::get<bool>(value); break;
    case Gives::number: *static_cast<std::int64_t*>(result) = std::get_if<std::int64_t>(&value) ? std::get<std::int64_t>(value) : 0; break;
    case Gives::text: {
      const std::string text = std::get_if<std::string>(&value) ? std::get<std::string>(value) : "";
      godot.destroy_string(result);
      godot.string_new_with_utf8_chars_and_len(result, text.data(), static_cast<GDExtensionInt>(text.size()));
      break;
    }
    case Gives::text_or_null:
      godot.variant_destroy(result);
      write_variant(value, result);
      break;
  }
}

void register_method(const Method& method) {
  Name class_name(the_class->name), name(method.name), none("");
  String no_hint("");
  const auto describe = [&](GDExtensionVariantType type, GDExtensionStringNamePtr called, std::uint32_t usage) {
    GDExtensionPropertyInfo info{};
    info.type = type;
    info.name = called;
    info.class_name = none.get();
    info.hint_string = no_hint.get();
    info.usage = usage;
    return info;
  };
  static const GDExtensionVariantType types[] = {GDEXTENSION_VARIANT_TYPE_NIL, GDEXTENSION_VARIANT_TYPE_BOOL,
                                                 GDEXTENSION_VARIANT_TYPE_INT, GDEXTENSION_VARIANT_TYPE_STRING,
                                                 GDEXTENSION_VARIANT_TYPE_NIL};
  auto gives = describe(types[static_cast<int>(method.gives)], none.get(),
                        usage_default | (method.gives == Gives::text_or_null ? usage_nil_is_variant : 0u));
  std::vector<Name*> names;
  std::vector<GDExtensionPropertyInfo> arguments;
  std::vector<GDExtensionClassMethodArgumentMetadata> metadata(method.arguments.size(), GDEXTENSION_METHOD_ARGUMENT_METADATA_NONE);
  for (const char* argument : method.arguments) {
    names.push_back(new Name(argument));
    arguments.push_back(describe(GDEXTENSION_VARIANT_TYPE_STRING, names.back()->get(), usage_default));
  }
  GDExtensionClassMethodInfo info{};
  info.name = name.get();
  info.method_userdata = const_cast<Method*>(&method);
  info.call_func = &call_with_variants;
  info.ptrcall_func = &call_with_types;
  info.method_flags = GDEXTENSION_METHOD_FLAGS_DEFAULT;
  info.has_return_value = method.gives != Gives::nothing;
  info.return_value_info = &gives;
  info.return_value_metadata = GDEXTENSION_METHOD_ARGUMENT_METADATA_NONE;
  info.argument_count = static_cast<std::uint32_t>(arguments.size());
  info.arguments_info = arguments.data();
  info.arguments_metadata = metadata.data();
  godot.classdb_register_extension_class_method(the_library, class_name.get(), &info);
  for (Name* one : names) delete one;
}

GDExtensionObjectPtr create(void*) {
  Name name(the_class->name), parent("RefCounted");
  const auto object = godot.classdb_construct_object(parent.get());
  godot.object_set_instance(object, name.get(), the_class->create());
  return object;
}

void destroy(void*, GDExtensionClassInstancePtr instance) { the_class->destroy(instance); }

void initialize(void*, GDExtensionInitializationLevel level) {
  if (level != GDEXTENSION_INITIALIZATION_SCENE) return;
  Name name(the_class->name), parent("RefCounted");
  GDExtensionClassCreationInfo2 info{};
  info.is_exposed = true;
  info.create_instance_func = &create;
  info.free_instance_func = &destroy;
  godot.classdb_register_extension_class2(the_library, name.get(), parent.get(), &info);
  for (const auto& method : the_class->methods) register_method(method);
}

void deinitialize(void*, GDExtensionInitializationLevel level) {
  if (level != GDEXTENSION_INITIALIZATION_SCENE) return;
  Name name(the_class->name);
  godot.classdb_unregister_extension_class(the_library, name.get());
}

}  // namespace

void report(const char* method, const std::string& message) {
  godot.print_error(message.c_str(), method, "blicket", 0, true);
}

GDExtensionBool start(const Class& described, GDExtensionInterfaceGetProcAddress get_address,
                      GDExtensionClassLibraryPtr library, GDExtensionInitialization* initialization) {
  if (!find_all(get_address)) return false;
  the_class = &described;
  the_library = library;
  initialization->minimum_initialization_level = GDEXTENSION_INITIALIZATION_SCENE;
  initialization->userdata = nullptr;
  initialization->initialize = &initialize;
  initialization->deinitialize = &deinitialize;
  return true;
}

}  // namespace godot
