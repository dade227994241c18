// A ROS 1 node over blicket_commander::Station: commands come by a topic or a service, what they mean goes out, and what is not
// understood is refused, with advice. README.md lists services, topics and parameters.
#include "blicket_commander/station.hpp"
#include "blicket_ros/Apply.h"
#include "blicket_ros/Teach.h"

#include <diagnostic_msgs/DiagnosticArray.h>
#include <ros/ros.h>
#include <std_msgs/String.h>
#include <std_srvs/Trigger.h>

#include <chrono>
#include <exception>
#include <string>

namespace {

class Node {
 public:
  Node()
      : own_("~"),
        station_(own_.param("threads", 0), own_.param("timeout", 10.0), own_.param<std::string>("rules", ""),
                 own_.param<std::string>("examples", "")) {
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
    std_msgs::String text;
    (station_.hear(command->data, text.data) ? meanings_ : refused_).publish(text);
  }

  bool apply(blicket_ros::Apply::Request& request, blicket_ros::Apply::Response& response) {
    station_.apply(request, response);
    return true;
  }

  bool teach(blicket_ros::Teach::Request& request, blicket_ros::Teach::Response& response) {
    station_.teach(request, response, std::chrono::seconds(1));
    return true;
  }

  bool store(std_srvs::Trigger::Request&, std_srvs::Trigger::Response& response) {
    station_.store(response);
    return true;
  }

  void diagnose() {
    const auto report = station_.report();
    diagnostic_msgs::DiagnosticStatus status;
    status.name = own_.getNamespace() + ": commands";
    status.hardware_id = "none";
    status.level = report.good ? diagnostic_msgs::DiagnosticStatus::OK : diagnostic_msgs::DiagnosticStatus::WARN;
    status.message = report.message;
    for (const auto& [key, value] : report.values) {
      status.values.emplace_back();
      status.values.back().key = key;
      status.values.back().value = value;
    }
    diagnostic_msgs::DiagnosticArray array;
    array.header.stamp = ros::Time::now();
    array.status.push_back(status);
    diagnostics_.publish(array);
  }

  ros::NodeHandle own_;
  blicket_commander::Station station_;
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
