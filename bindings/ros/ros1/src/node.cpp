// A ROS 1 node over blicket_commander::Commander: commands come by a topic or a service, what they mean goes out, and what is not
// understood is refused, with advice. README.md lists services, topics and parameters.
#include "blicket_commander/commander.hpp"
#include "blicket_ros/Apply.h"
#include "blicket_ros/Teach.h"

#include <diagnostic_msgs/DiagnosticArray.h>
#include <ros/ros.h>
#include <std_msgs/String.h>
#include <std_srvs/Trigger.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <fstream>
#include <string>

namespace {

blicket_commander::Settings settings(const ros::NodeHandle& own) {
  blicket_commander::Settings settings;
  settings.threads = static_cast<std::size_t>(std::max(0, own.param("threads", 0)));
  settings.timeout = std::chrono::milliseconds(static_cast<long>(1000 * own.param("timeout", 10.0)));
  return settings;
}

class Node {
 public:
  Node() : own_("~"), commander_(settings(own_)), rules_(own_.param<std::string>("rules", "")) {
    const auto examples = own_.param<std::string>("examples", "");
    if (!rules_.empty() && std::ifstream(rules_)) commander_.load(rules_);
    if (!examples.empty()) commander_.learn(blicket_commander::Commander::read_lessons(examples));
    meanings_ = own_.advertise<std_msgs::String>("meanings", 10);
    refused_ = own_.advertise<std_msgs::String>("refused", 10);
    diagnostics_ = ros::NodeHandle().advertise<diagnostic_msgs::DiagnosticArray>("/diagnostics", 1);
    commands_ = own_.subscribe("commands", 100, &Node::command, this);
    apply_ = own_.advertiseService("apply", &Node::apply, this);
    teach_ = own_.advertiseService("teach", &Node::teach, this);
    store_ = own_.advertiseService("store", &Node::store, this);
    timer_ = own_.createTimer(ros::Duration(1.0), [this](const ros::TimerEvent&) { diagnose(); });
  }

 private:
  void command(const std_msgs::String::ConstPtr& command) {
    thread_local blicket_commander::Reply reply;
    std_msgs::String text;
    const bool understood = commander_.apply(command->data, reply);
    text.data = understood ? std::string(reply.meaning()) : command->data + ": " + commander_.advice(command->data);
    (understood ? meanings_ : refused_).publish(text);
  }

  bool apply(blicket_ros::Apply::Request& request, blicket_ros::Apply::Response& response) {
    thread_local blicket_commander::Reply reply;
    response.understood = commander_.apply(request.command, reply);
    response.meaning = std::string(reply.meaning());
    response.confidence = reply.confidence();
    if (!response.understood) response.guess = std::string(reply.guess());
    if (!response.understood) response.advice = commander_.advice(request.command);
    return true;
  }

  bool teach(blicket_ros::Teach::Request& request, blicket_ros::Teach::Response& response) try {
    if (request.forget) {
      if (!commander_.forget(request.command)) response.message = "there is no lesson for this command";
    } else if (request.no_command) {
      commander_.teach({request.command, std::nullopt});
    } else {
      commander_.teach({request.command, request.meaning});
    }
    // A person waits for a moment; what takes longer goes on.
    response.learnt = commander_.wait(std::chrono::seconds(1));
    if (response.message.empty()) response.message = commander_.slips();
    return true;
  } catch (const std::exception& error) {
    response.message = error.what();
    return true;
  }

  bool store(std_srvs::Trigger::Request&, std_srvs::Trigger::Response& response) try {
    if (rules_.empty()) throw std::runtime_error("the parameter ~rules says where to store, and is not set");
    commander_.store(rules_);
    response.success = true;
    response.message = rules_;
    return true;
  } catch (const std::exception& error) {
    response.message = error.what();
    return true;
  }

  void diagnose() {
    const auto state = commander_.state();
    diagnostic_msgs::DiagnosticStatus status;
    status.name = own_.getNamespace() + ": commands";
    status.hardware_id = "none";
    const bool good = state.ready && state.unsatisfied == 0 && state.problem.empty();
    status.level = good ? diagnostic_msgs::DiagnosticStatus::OK : diagnostic_msgs::DiagnosticStatus::WARN;
    status.message = !state.ready ? "nothing was learnt yet" : good ? "ready" : "not all lessons were learnt: " + state.problem;
    const auto add = [&](const char* key, const std::string& value) {
      diagnostic_msgs::KeyValue pair;
      pair.key = key;
      pair.value = value;
      status.values.push_back(pair);
    };
    add("learning", state.learning ? "yes" : "no");
    add("lessons", std::to_string(state.lessons));
    add("unsatisfied", std::to_string(state.unsatisfied));
    add("rules", std::to_string(state.rules));
    add("understood", std::to_string(state.understood));
    add("refused", std::to_string(state.refused));
    diagnostic_msgs::DiagnosticArray array;
    array.header.stamp = ros::Time::now();
    array.status.push_back(status);
    diagnostics_.publish(array);
  }

  ros::NodeHandle own_;
  blicket_commander::Commander commander_;
  const std::string rules_;
  ros::Publisher meanings_, refused_, diagnostics_;
  ros::Subscriber commands_;
  ros::ServiceServer apply_, teach_, store_;
  ros::Timer timer_;
};

}  // namespace

int main(int count, char** arguments) try {
  ros::init(count, arguments, "blicket");
  Node node;
  // Several at once: nobody who asks waits for one who teaches.
  ros::AsyncSpinner spinner(4);
  spinner.start();
  ros::waitForShutdown();
} catch (const std::exception& error) {
  ROS_FATAL("%s", error.what());
  return 1;
}
