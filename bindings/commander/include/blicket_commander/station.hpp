// A commander behind messages, as a node of a robot or a server wants it: begun from files, asked, taught, stored and diagnosed.
// Messages are whatever has the fields; the nodes of ROS 1 and ROS 2 differ in how messages come and go, and in nothing else.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef BLICKET_COMMANDER_STATION_HPP
#define BLICKET_COMMANDER_STATION_HPP

#include "blicket_commander/commander.hpp"

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <utility>

namespace blicket_commander {

/// What a person or a monitor should see every now and then.
struct Report {
  bool good = false;
  std::string message;
  std::vector<std::pair<const char*, std::string>> values;
};

/// Threads: as a commander.
class Station {
 public:
  /// Rules are read if their file is there; examples are learnt beside them. Either name may be empty.
  Station(std::int64_t threads, double seconds, std::string rules, const std::string& examples)
      : commander_(settings(threads, seconds)), rules_(std::move(rules)) {
    if (!rules_.empty() && std::ifstream(rules_)) commander_.load(rules_);
    if (!examples.empty()) commander_.learn(Commander::read_lessons(examples));
  }

  /// Whether it was understood; the text is what it means, or the command and advice.
  bool hear(const std::string& command, std::string& text) const {
    const bool understood = commander_.apply(command, reply());
    text = understood ? std::string(reply().meaning()) : command + ": " + commander_.advice(command);
    return understood;
  }

  /// Request: command. Response: understood, meaning, guess, confidence, advice.
  template <class Request, class Response>
  void apply(const Request& request, Response& response) const {
    response.understood = commander_.apply(request.command, reply());
    response.meaning = std::string(reply().meaning());
    response.confidence = reply().confidence();
    if (response.understood) return;
    response.guess = std::string(reply().guess());
    response.advice = commander_.advice(request.command);
  }

  /// Request: command, meaning, no_command, forget. Response: learnt, message. A person waits so long; what takes longer goes on.
  template <class Request, class Response>
  void teach(const Request& request, Response& response, std::chrono::milliseconds at_most) try {
    if (request.forget) {
      if (!commander_.forget(request.command)) response.message = "there is no lesson for this command";
    } else if (request.no_command) {
      commander_.teach({request.command, std::nullopt});
    } else {
      commander_.teach({request.command, request.meaning});
    }
    response.learnt = commander_.wait(at_most);
    if (response.message.empty()) response.message = commander_.slips();
  } catch (const std::exception& error) {
    response.message = error.what();
  }

  /// Response: success, message.
  template <class Response>
  void store(Response& response) const try {
    if (rules_.empty()) throw std::runtime_error("the parameter rules says where to store, and is not set");
    commander_.store(rules_);
    response.success = true;
    response.message = rules_;
  } catch (const std::exception& error) {
    response.success = false;
    response.message = error.what();
  }

  Report report() const {
    const auto state = commander_.state();
    const bool good = state.ready && state.unsatisfied == 0 && state.problem.empty();
    return {good,
            !state.ready ? "nothing was learnt yet" : good ? "ready" : "not all lessons were learnt: " + state.problem,
            {{"learning", state.learning ? "yes" : "no"},
             {"lessons", std::to_string(state.lessons)},
             {"unsatisfied", std::to_string(state.unsatisfied)},
             {"rules", std::to_string(state.rules)},
             {"understood", std::to_string(state.understood)},
             {"refused", std::to_string(state.refused)}}};
  }

 private:
  static Settings settings(std::int64_t threads, double seconds) {
    Settings settings;
    settings.threads = static_cast<std::size_t>(std::max<std::int64_t>(0, threads));
    settings.timeout = std::chrono::milliseconds(static_cast<std::int64_t>(1000 * seconds));
    return settings;
  }
  static Reply& reply() {
    thread_local Reply one;
    return one;
  }

  Commander commander_;
  const std::string rules_;
};

}  // namespace blicket_commander

#endif  // BLICKET_COMMANDER_STATION_HPP
