#pragma once
#include <rclcpp/rclcpp.hpp>
#include <vector>
namespace diagnostic_msgs::msg {
struct KeyValue {
  std::string key, value;
};
struct DiagnosticStatus {
  static constexpr unsigned char OK = 0, WARN = 1;
  unsigned char level;
  std::string name, message, hardware_id;
  std::vector<KeyValue> values;
};
struct DiagnosticArray {
  struct {
    rclcpp::Time stamp;
  } header;
  std::vector<DiagnosticStatus> status;
};
}  // namespace diagnostic_msgs::msg
