#pragma once
#include <memory>
#include <string>
namespace std_srvs::srv {
struct Trigger {
  struct Request {
    using SharedPtr = std::shared_ptr<Request>;
  };
  struct Response {
    using SharedPtr = std::shared_ptr<Response>;
    bool success;
    std::string message;
  };
};
}  // namespace std_srvs::srv
