// What a search of the cxx bridge calls. A part of <blicket/bridge.h>, which includes it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

namespace blicket::bridge {

struct Progress;

/// A host's own class: derive from it, and hand it to Engine::start_with.
class Watcher {
 public:
  virtual ~Watcher() = default;

  /// Called on the search's own thread, one call at a time: every ten milliseconds or so while the
  /// search works, and a last time when it is over. Returns whether to go on. An exception cancels
  /// the search, and is one of the solution's problems.
  virtual bool watch(const Progress &progress) = 0;
};

}  // namespace blicket::bridge
