// The class without ROS: learning, refusing, teaching, correcting, storing; from many threads; without allocation.
#include "blicket_commander/station.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <new>

using namespace std::chrono_literals;
using blicket_commander::Commander;
using blicket_commander::Reply;

// Every allocation of the process is counted, those of the library and of C++ as well.
static std::atomic<std::size_t> allocations{0};
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
#ifndef UNDER_A_CHECKER
void* malloc(std::size_t size) { return ++allocations, __libc_malloc(size); }
void* calloc(std::size_t count, std::size_t size) { return ++allocations, __libc_calloc(count, size); }
void* realloc(void* from, std::size_t size) { return ++allocations, __libc_realloc(from, size); }
#endif
}

namespace {

int failed = 0;

void check(bool good, const char* what) {
  std::cout << (good ? "ok      " : "FAILED  ") << what << "\n";
  failed += !good;
}

const std::vector<blicket_commander::Lesson> lessons = {
    {"pick up the cube", "PICK CUBE"},           {"pick up the ball", "PICK BALL"},
    {"put down the cube", "PUT CUBE"},           {"put down the cone", "PUT CONE"},
    {"stop", "STOP"},                            {"stop then pick up the cone", "STOP ; PICK CONE"},
    {"put down the ball then stop", "PUT BALL ; STOP"},
};

std::string say(const Commander& commander, std::string_view command) {
  Reply reply;
  return commander.apply(command, reply) ? std::string(reply.meaning()) : "refused: " + std::string(reply.unread());
}

void learns_and_refuses(Commander& commander) {
  check(say(commander, "stop").rfind("refused", 0) == 0, "before anything is learnt, everything is refused");
  check(commander.advice("stop") == "Nothing was learnt yet.", "and it says why");
  commander.learn(lessons);
  check(commander.wait(60s), "it learns");
  check(commander.state().unsatisfied == 0 && commander.state().problem.empty(), "all lessons are satisfied");
  check(say(commander, "pick up the cone then put down the cube") == "PICK CONE ; PUT CUBE", "a sentence that nobody showed");
  check(say(commander, "pick up the lamp").rfind("refused", 0) == 0, "a word that nobody showed is not guessed at");
  check(commander.advice("pick up the cbue").find("Did you mean: pick up the cube?") != std::string::npos, "a slip is understood as one");
  check(say(commander, "pick up the").rfind("refused", 0) == 0, "half a command is refused");
}

void is_taught(Commander& commander) {
  commander.teach({"pick up the lamp", "PICK LMAP"});
  commander.teach({"pick up the lamp", "PICK LAMP"});
  check(commander.wait(60s) && say(commander, "put down the lamp") == "PUT LAMP", "taught, and corrected");
  commander.teach({"halt", "STOP"});
  check(commander.wait(60s) && say(commander, "halt then pick up the lamp") == "STOP ; PICK LAMP", "a synonym");
  check(commander.forget("halt") && !commander.forget("halt"), "forgotten once");
  check(commander.wait(60s) && say(commander, "halt").rfind("refused", 0) == 0, "and refused again");
  commander.teach({"put down the stop", std::nullopt});
  check(commander.wait(60s) && say(commander, "put down the stop").rfind("refused", 0) == 0, "what is no command");
  check(commander.slips().empty(), "no slips");
  commander.teach({"grab the ball", "PCIK BALL"});
  check(!commander.slips().empty(), "a slip is noticed");
  commander.forget("grab the ball");
  check(commander.wait(60s), "learnt");
}

void asks() {
  Commander commander;
  commander.learn({{"dax", "RED"}, {"lug", "BLUE"}, {"dax fep", "RED RED"}, {"dax kiki lug", "BLUE RED"}});
  check(commander.wait(60s) && !commander.questions().empty(), "it asks what its lessons leave open");
  const auto question = commander.questions().at(0);
  check(question.meanings.size() > 1, "with what it may mean");
  commander.teach({question.command, question.meanings[0]});
  check(commander.wait(60s), "and is told");
}

void doubts() {
  Commander commander;
  Reply reply;
  commander.learn({{"dax", "RED"}, {"lug", "BLUE"}, {"dax fep", "RED RED RED"}, {"lug dax", "BLUE RED"}});
  check(commander.wait(60s) && commander.apply("lug fep", reply), "what follows from the lessons");
  check(!commander.apply("lug dax fep", reply) && reply.meaning().empty(), "what they leave open is refused");
  check(reply.guess().rfind("BLUE RED", 0) == 0 && reply.confidence() < 0.75, "with a guess");
  check(commander.advice("lug dax fep").rfind("Not sure; it may mean BLUE RED", 0) == 0, "and it says so");
  commander.teach({"lug dax fep", "BLUE RED RED RED"});
  check(commander.wait(60s) && say(commander, "dax lug fep") == "RED BLUE BLUE BLUE", "until an example decides");
}

void is_stored(Commander& commander) {
  commander.store("commander-test.rules");
  Commander other;
  other.load("commander-test.rules");
  check(other.rules() == commander.rules(), "rules are stored and read back");
  check(other.state().lessons == commander.state().lessons && !other.state().learning, "and so are lessons");
  other.teach({"pick up the vase", "PICK VASE"});
  check(other.wait(60s) && say(other, "stop then put down the vase") == "STOP ; PUT VASE", "which are gone on with");
  try {
    other.load("no-such-file");
    check(false, "a file that is not there");
  } catch (const std::runtime_error& error) {
    check(std::string(error.what()) == "cannot read no-such-file", "a file that is not there");
  }
  std::ofstream("commander-test.rules") << "a -> [x1]\n";
  try {
    other.load("commander-test.rules");
    check(false, "rules that cannot be read");
  } catch (const std::exception& error) {
    check(std::string(error.what()).rfind("line 1", 0) == 0, "rules that cannot be read, by the library's own words");
  }
  check(say(other, "stop") == "STOP", "after which the old rules are still there");
  std::remove("commander-test.rules");
  std::remove("commander-test.rules.lessons.tsv");
}

void is_shared(Commander& commander) {
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      Reply reply;
      for (int n = 0; n < 2000; ++n) {
        if (!commander.apply("stop then pick up the cube", reply) || reply.meaning() != "STOP ; PICK CUBE") ++wrong;
      }
    });
  }
  for (int i = 0; i < 3; ++i) commander.teach({"wave " + std::to_string(i), "WAVE"});
  for (auto& thread : threads) thread.join();
  check(wrong == 0, "four threads ask while it is taught");
  check(commander.wait(60s), "learnt");
}

// Messages as ROS makes them.
struct Asked {
  std::string command, meaning = {};
  bool no_command = false, forget = false;
};
struct Told {
  bool understood = false, learnt = false, success = false;
  std::string meaning, guess, advice, message;
  double confidence = 0;
};

void is_a_station() {
  std::ofstream("station-test.tsv") << "dax\tRED\nlug\tBLUE\ndax fep\tRED RED RED\nlug dax\tBLUE RED\n";
  blicket_commander::Station station(0, 60, "station-test.rules", "station-test.tsv");
  const auto ask = [&](const char* command) {
    Told told;
    station.apply(Asked{command}, told);
    return told;
  };
  const auto teach = [&](const Asked& asked) {
    Told told;
    station.teach(asked, told, 60s);
    return told;
  };
  check(teach({"wif", "GREEN"}).learnt && station.report().good, "a station begins with its examples");
  const auto open = ask("lug dax fep");
  check(!open.understood && open.meaning.empty() && !open.guess.empty() && open.confidence < 1, "and asks back in doubt");
  check(teach({"lug dax fep", "BLUE RED RED RED"}).learnt && ask("dax wif fep").meaning == "RED GREEN GREEN GREEN",
        "until it is taught");
  std::string text;
  check(station.hear("wif", text) && text == "GREEN", "what it hears it says the meaning of");
  check(!station.hear("zup", text) && text.rfind("zup: Unknown: zup.", 0) == 0, "or what it does not know");
  check(teach({"wif wif", "", true}).learnt && !ask("wif wif").understood, "what is no command");
  check(teach({"wif wif", "", false, true}).learnt, "is forgotten");
  check(teach({"wif wif", "", false, true}).message == "there is no lesson for this command", "once");
  Told stored;
  station.store(stored);
  check(stored.success && stored.message == "station-test.rules", "it stores where it was told to");
  blicket_commander::Station again(0, 60, "station-test.rules", "");
  Told told;
  again.apply(Asked{"dax wif fep"}, told);
  check(told.meaning == "RED GREEN GREEN GREEN" && again.report().message == "ready", "and begins with that");
  blicket_commander::Station nowhere(0, 60, "", "");
  nowhere.store(stored);
  check(!stored.success && !stored.message.empty() && !nowhere.report().good, "one without a file says so");
  for (const char* file : {"station-test.tsv", "station-test.rules", "station-test.rules.lessons.tsv"}) std::remove(file);
}

// By rules that leave nothing open; those that do are weighed against each other, which takes memory.
void allocates_nothing(Commander& commander) {
#ifndef UNDER_A_CHECKER
  std::ofstream("commander-test.rules") << "stop -> STOP\nx1 then x2 -> [x1] ; [x2]\npick up the x1 -> PICK [x1]\ncube -> CUBE\n";
  commander.load("commander-test.rules");
  std::remove("commander-test.rules");
  Reply reply;
  commander.apply("pick up the cube then pick up the cube then stop then stop", reply);
  commander.apply("pick up the moon", reply);
  const std::size_t before = allocations;
  bool good = before > 0;
  for (int n = 0; n < 1000; ++n) {
    good &= commander.apply("stop then pick up the cube", reply);
    good &= !commander.apply("pick up the moon", reply);
  }
  check(good && allocations == before, "a thousand commands allocate nothing");
#else
  (void)commander;
#endif
}

}  // namespace

int main() try {
  {
    Commander commander;
    learns_and_refuses(commander);
    is_taught(commander);
    asks();
    doubts();
    is_a_station();
    is_stored(commander);
    is_shared(commander);
    const auto state = commander.state();
    check(state.ready && state.understood > 8000 && state.refused > 1, "it counts");
    allocates_nothing(commander);
    commander.teach({"one more", "MORE"});
  }  // it ends though it is learning
  std::cout << (failed ? "failed\n" : "all passed\n");
  return failed ? 1 : 0;
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return 1;
}
