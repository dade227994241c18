# Runs the port without vcpkg: its functions that the port calls, as far as the port needs them.
#   cmake -DARCHIVE=… -DCURRENT_PACKAGES_DIR=… -DCURRENT_BUILDTREES_DIR=… -DPORT_FOLDER=… -P stand-ins.cmake
set(PORT blicket)
set(ENV{BLICKET_ARCHIVE} "${ARCHIVE}")

function(vcpkg_extract_source_archive result)
  cmake_parse_arguments(PARSE_ARGV 1 it "" "ARCHIVE" "")
  file(ARCHIVE_EXTRACT INPUT "${it_ARCHIVE}" DESTINATION "${CURRENT_BUILDTREES_DIR}")
  # vcpkg leaves the one folder of an archive out.
  file(GLOB folder "${CURRENT_BUILDTREES_DIR}/*")
  set(${result} "${folder}" PARENT_SCOPE)
endfunction()

function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 it "" "COMMENT" "FILE_LIST")
  foreach(file IN LISTS it_FILE_LIST)
    file(READ "${file}" text)
    file(APPEND "${CURRENT_PACKAGES_DIR}/share/${PORT}/copyright" "${text}\n")
  endforeach()
endfunction()

include("${PORT_FOLDER}/portfile.cmake")
