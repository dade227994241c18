// The class Blicket of GDScript: a commander, with methods of strings. README.md lists them.
#include "godot.hpp"

#include <blicket_commander/commander.hpp>

#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using Arguments = std::vector<std::string>;
using godot::Gives;
using godot::Value;

struct Instance {
  blicket_commander::Commander commander;
  blicket_commander::Reply reply;
};

// If no engine can be made, every call says so, and the game goes on.
void* create() {
  try {
    return new Instance;
  } catch (const std::exception& problem) {
    godot::report("Blicket.new", problem.what());
    return nullptr;
  }
}

template <Value (*call)(Instance&, const Arguments&)>
Value with(void* instance, const Arguments& given) {
  if (!instance) throw std::runtime_error("this Blicket could not be made");
  return call(*static_cast<Instance*>(instance), given);
}

Value teach(Instance& self, const Arguments& given) {
  self.commander.teach({given[0], given[1]});
  return {};
}
Value deny(Instance& self, const Arguments& given) {
  self.commander.teach({given[0], std::nullopt});
  return {};
}
Value forget(Instance& self, const Arguments& given) { return self.commander.forget(given[0]); }
Value is_learning(Instance& self, const Arguments&) { return self.commander.state().learning; }
Value is_ready(Instance& self, const Arguments&) { return self.commander.state().ready; }
Value lesson_count(Instance& self, const Arguments&) {
  return static_cast<std::int64_t>(self.commander.state().lessons);
}
Value apply(Instance& self, const Arguments& given) {
  if (!self.commander.apply(given[0], self.reply)) return {};
  return std::string(self.reply.meaning());
}
Value guess(Instance& self, const Arguments& given) {
  self.commander.apply(given[0], self.reply);
  return std::string(self.reply.guess());
}
Value advice(Instance& self, const Arguments& given) { return self.commander.advice(given[0]); }
Value slips(Instance& self, const Arguments&) { return self.commander.slips(); }
Value problem(Instance& self, const Arguments&) { return self.commander.state().problem; }
Value rules(Instance& self, const Arguments&) { return self.commander.rules(); }
Value question(Instance& self, const Arguments&) {
  const auto questions = self.commander.questions();
  if (questions.empty()) return std::string();
  std::string text = questions[0].command;
  for (const auto& meaning : questions[0].meanings) text += "\n" + meaning.value_or("");
  return text;
}
Value store(Instance& self, const Arguments& given) {
  self.commander.store(given[0]);
  return true;
}
Value load(Instance& self, const Arguments& given) {
  self.commander.load(given[0]);
  return true;
}

const godot::Class& described() {
  static const godot::Class one{"Blicket", &create, [](void* instance) { delete static_cast<Instance*>(instance); }, {
      {"teach", Gives::nothing, {"command", "meaning"}, &with<teach>},
      {"deny", Gives::nothing, {"command"}, &with<deny>},
      {"forget", Gives::truth, {"command"}, &with<forget>},
      {"is_learning", Gives::truth, {}, &with<is_learning>},
      {"is_ready", Gives::truth, {}, &with<is_ready>},
      {"lesson_count", Gives::number, {}, &with<lesson_count>},
      {"apply", Gives::text_or_null, {"command"}, &with<apply>},
      {"guess", Gives::text, {"command"}, &with<guess>},
      {"advice", Gives::text, {"command"}, &with<advice>},
      {"slips", Gives::text, {}, &with<slips>},
      {"problem", Gives::text, {}, &with<problem>},
      {"question", Gives::text, {}, &with<question>},
      {"rules", Gives::text, {}, &with<rules>},
      {"store", Gives::truth, {"file"}, &with<store>},
      {"load", Gives::truth, {"file"}, &with<load>},
  }};
  return one;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) GDExtensionBool blicket_godot_start(
    GDExtensionInterfaceGetProcAddress get_address, GDExtensionClassLibraryPtr library,
    GDExtensionInitialization* initialization) {
  return godot::start(described(), get_address, library, initialization);
}
