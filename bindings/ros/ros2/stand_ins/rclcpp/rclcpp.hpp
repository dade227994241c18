// As much of ROS 2's rclcpp as the node uses, so that a compiler can read it where there is no ROS 2. Written from its
// documentation; nothing here does anything.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>

#define RCLCPP_FATAL(logger, ...) ((void)(logger), (void)std::snprintf(nullptr, 0, __VA_ARGS__))

namespace rclcpp {

struct Logger {};
inline Logger get_logger(const std::string&) { return {}; }
inline void init(int, char const* const*) {}
inline bool shutdown() { return true; }

struct Time {};
enum class CallbackGroupType { MutuallyExclusive, Reentrant };
struct CallbackGroup {
  using SharedPtr = std::shared_ptr<CallbackGroup>;
};
struct SubscriptionOptions {
  CallbackGroup::SharedPtr callback_group;
};
template <class Message>
struct Publisher {
  using SharedPtr = std::shared_ptr<Publisher>;
  void publish(const Message&) {}
};
template <class Message>
struct Subscription {
  using SharedPtr = std::shared_ptr<Subscription>;
};
template <class Kind>
struct Service {
  using SharedPtr = std::shared_ptr<Service>;
};
struct TimerBase {
  using SharedPtr = std::shared_ptr<TimerBase>;
};

class Node {
 public:
  explicit Node(const std::string&) {}
  virtual ~Node() = default;
  template <class Value>
  Value declare_parameter(const std::string&, const Value& value) { return value; }
  CallbackGroup::SharedPtr create_callback_group(CallbackGroupType) { return {}; }
  template <class Message>
  typename Publisher<Message>::SharedPtr create_publisher(const std::string&, std::size_t) { return {}; }
  template <class Message>
  typename Subscription<Message>::SharedPtr create_subscription(
      const std::string&, std::size_t, std::function<void(std::shared_ptr<const Message>)>, const SubscriptionOptions&) {
    return {};
  }
  template <class Kind>
  typename Service<Kind>::SharedPtr create_service(
      const std::string&,
      std::function<void(std::shared_ptr<typename Kind::Request>, std::shared_ptr<typename Kind::Response>)>) {
    return {};
  }
  template <class Period>
  TimerBase::SharedPtr create_wall_timer(Period, std::function<void()>) { return {}; }
  const char* get_fully_qualified_name() const { return ""; }
  Time now() const { return {}; }
};

namespace executors {
struct MultiThreadedExecutor {
  void add_node(std::shared_ptr<Node>) {}
  void spin() {}
};
}  // namespace executors

}  // namespace rclcpp
