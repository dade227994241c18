// A ROS 2 node over blicket_commander::Commander, the same as the ROS 1 node beside it: services, topics, parameters, diagnostics.
// It has been compiled against stand-ins only, and run nowhere: README.md.
#include "blicket_commander/commander.hpp"
#include "blicket_ros/srv/apply.hpp"
#include "blicket_ros/srv/teach.hpp"

#include <diagnostic_msgs/msg/diagnostic_array.hpp>
#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/string.hpp>
#include <std_srvs/srv/trigger.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <fstream>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

namespace {

using blicket_ros::srv::Apply;
using blicket_ros::srv::Teach;
using diagnostic_msgs::msg::DiagnosticArray;
using diagnostic_msgs::msg::DiagnosticStatus;
using std_msgs::msg::String;
using std_srvs::srv::Trigger;
using std::placeholders::_1;
using std::placeholders::_2;

class Node : public rclcpp::Node {
 public:
  Node()
      : rclcpp::Node("blicket"),
        commander_(settings()),
        rules_(declare_parameter<std::string>("rules", "")),
        together_(create_callback_group(rclcpp::CallbackGroupType::Reentrant)) {
    const auto examples = declare_parameter<std::string>("examples", "");
    if (!rules_.empty() && std::ifstream(rules_)) commander_.load(rules_);
    if (!examples.empty()) commander_.learn(blicket_commander::Commander::read_lessons(examples));
    meanings_ = create_publisher<String>("~/meanings", 10);
    refused_ = create_publisher<String>("~/refused", 10);
    diagnostics_ = create_publisher<DiagnosticArray>("/diagnostics", 1);
    rclcpp::SubscriptionOptions options;
    options.callback_group = together_;
    commands_ = create_subscription<String>("~/commands", 100, std::bind(&Node::command, this, _1), options);
    apply_ = create_service<Apply>("~/apply", std::bind(&Node::apply, this, _1, _2));
    teach_ = create_service<Teach>("~/teach", std::bind(&Node::teach, this, _1, _2));
    store_ = create_service<Trigger>("~/store", std::bind(&Node::store, this, _1, _2));
    timer_ = create_wall_timer(std::chrono::seconds(1), [this] { diagnose(); });
  }

 private:
  blicket_commander::Settings settings() {
    blicket_commander::Settings settings;
    settings.threads = static_cast<std::size_t>(std::max<std::int64_t>(0, declare_parameter<std::int64_t>("threads", 0)));
    settings.timeout = std::chrono::milliseconds(static_cast<std::int64_t>(1000 * declare_parameter<double>("timeout", 10.0)));
    return settings;
  }

  void command(String::ConstSharedPtr command) {
    thread_local blicket_commander::Reply reply;
    String text;
    const bool understood = commander_.apply(command->data, reply);
    text.data = understood ? std::string(reply.meaning()) : command->data + ": " + commander_.advice(command->data);
    (understood ? meanings_ : refused_)->publish(text);
  }

  void apply(const Apply::Request::SharedPtr request, Apply::Response::SharedPtr response) {
    thread_local blicket_commander::Reply reply;
    response->understood = commander_.apply(request->command, reply);
    response->meaning = std::string(reply.meaning());
    response->confidence = reply.confidence();
    if (!response->understood) response->guess = std::string(reply.guess());
    if (!response->understood) response->advice = commander_.advice(request->command);
  }

  void teach(const Teach::Request::SharedPtr request, Teach::Response::SharedPtr response) try {
    if (request->forget) {
      if (!commander_.forget(request->command)) response->message = "there is no lesson for this command";
    } else if (request->no_command) {
      commander_.teach({request->command, std::nullopt});
    } else {
      commander_.teach({request->command, request->meaning});
    }
    // A person waits for a moment, and other services with them; what takes longer goes on.
    response->learnt = commander_.wait(std::chrono::milliseconds(200));
    if (response->message.empty()) response->message = commander_.slips();
  } catch (const std::exception& error) {
    response->message = error.what();
  }

  void store(const Trigger::Request::SharedPtr, Trigger::Response::SharedPtr response) try {
    if (rules_.empty()) throw std::runtime_error("the parameter rules says where to store, and is not set");
    commander_.store(rules_);
    response->success = true;
    response->message = rules_;
  } catch (const std::exception& error) {
    response->success = false;
    response->message = error.what();
  }

  void diagnose() {
    const auto state = commander_.state();
    DiagnosticStatus status;
    status.name = std::string(get_fully_qualified_name()) + ": commands";
    status.hardware_id = "none";
    const bool good = state.ready && state.unsatisfied == 0 && state.problem.empty();
    status.level = good ? DiagnosticStatus::OK : DiagnosticStatus::WARN;
    status.message = !state.ready ? "nothing was learnt yet" : good ? "ready" : "not all lessons were learnt: " + state.problem;
    const auto add = [&](const char* key, const std::string& value) {
      diagnostic_msgs::msg::KeyValue pair;
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
    DiagnosticArray array;
    array.header.stamp = now();
    array.status.push_back(status);
    diagnostics_->publish(array);
  }

  blicket_commander::Commander commander_;
  const std::string rules_;
  // Several commands at once: nobody who asks by the topic waits for one who teaches.
  rclcpp::CallbackGroup::SharedPtr together_;
  rclcpp::Publisher<String>::SharedPtr meanings_, refused_;
  rclcpp::Publisher<DiagnosticArray>::SharedPtr diagnostics_;
  rclcpp::Subscription<String>::SharedPtr commands_;
  rclcpp::Service<Apply>::SharedPtr apply_;
  rclcpp::Service<Teach>::SharedPtr teach_;
  rclcpp::Service<Trigger>::SharedPtr store_;
  rclcpp::TimerBase::SharedPtr timer_;
};

}  // namespace

int main(int count, char** arguments) {
  rclcpp::init(count, arguments);
  try {
    rclcpp::executors::MultiThreadedExecutor executor;
    const auto node = std::make_shared<Node>();
    executor.add_node(node);
    executor.spin();
  } catch (const std::exception& error) {
    RCLCPP_FATAL(rclcpp::get_logger("blicket"), "%s", error.what());
    return 1;
  }
  rclcpp::shutdown();
}
