# find_package(blicket CONFIG): the targets blicket::blicket (shared) and blicket::static.
# Everything is found from this file's own place, so an installed tree can be moved.

get_filename_component(_blicket_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET blicket::blicket)
  add_library(blicket::blicket SHARED IMPORTED)
  set_target_properties(blicket::blicket PROPERTIES
    IMPORTED_LOCATION "${_blicket_prefix}/lib/libblicket.so.1"
    IMPORTED_SONAME "libblicket.so.1"
    INTERFACE_INCLUDE_DIRECTORIES "${_blicket_prefix}/include")

  find_package(Threads REQUIRED)
  add_library(blicket::static STATIC IMPORTED)
  set_target_properties(blicket::static PROPERTIES
    IMPORTED_LOCATION "${_blicket_prefix}/lib/libblicket.a"
    INTERFACE_INCLUDE_DIRECTORIES "${_blicket_prefix}/include"
    INTERFACE_LINK_LIBRARIES "Threads::Threads;${CMAKE_DL_LIBS};m;gcc_s")
endif()

unset(_blicket_prefix)
