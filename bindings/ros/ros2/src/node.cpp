// A ROS 2 node over blicket_commander::Station, the same as the ROS 1 node beside it: services, topics, parameters, diagnostics.
// It has been compiled against stand-ins only, and run nowhere: README.md.
#include "blicket_commander/station.hpp"
#include "blicket_ros/srv/apply.hpp"
#include "blicket_ros/srv/teach.hpp"

#include <diagnostic_msgs/msg/diagnostic_array.hpp>
#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/string.hpp>
#include <std_srvs/srv/trigger.hpp>

#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
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
        station_(declare_parameter<std::int64_t>("threads", 0), declare_parameter<double>("timeout", 10.0),
                 declare_parameter<std::string>("rules", ""), declare_parameter<std::string>("examples", "")),
        together_(create_callback_group(rclcpp::CallbackGroupType::Reentrant)) {
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
  void command(String::ConstSharedPtr command) {
    String text;
    (station_.hear(command->data, text.data) ? meanings_ : refused_)->publish(text);
  }

  void apply(const Apply::Request::SharedPtr request, Apply::Response::SharedPtr response) {
    station_.apply(*request, *response);
  }

  void teach(const Teach::Request::SharedPtr request, Teach::Response::SharedPtr response) {
    // Other services wait as well.
    station_.teach(*request, *response, std::chrono::milliseconds(200));
  }

  void store(const Trigger::Request::SharedPtr, Trigger::Response::SharedPtr response) { station_.store(*response); }

  void diagnose() {
    const auto report = station_.report();
    DiagnosticStatus status;
    status.name = std::string(get_fully_qualified_name()) + ": commands";
    status.hardware_id = "none";
    status.level = report.good ? DiagnosticStatus::OK : DiagnosticStatus::WARN;
    status.message = report.message;
    for (const auto& [key, value] : report.values) {
      status.values.emplace_back();
      status.values.back().key = key;
      status.values.back().value = value;
    }
    DiagnosticArray array;
    array.header.stamp = now();
    array.status.push_back(status);
    diagnostics_->publish(array);
  }

  blicket_commander::Station station_;
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
