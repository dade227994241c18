# vcpkg cannot compile Rust, so this port unpacks the release archive of `make dist`:
#
#   BLICKET_ARCHIVE=/path/to/blicket-0.1.0-linux-x86_64.tar.gz vcpkg install blicket --overlay-ports=packaging/vcpkg
#
# (set VCPKG_KEEP_ENV_VARS=BLICKET_ARCHIVE, too, or vcpkg hides the variable). Whoever publishes the archive replaces this
# by vcpkg_download_distfile with its address and SHA-512.
set(ARCHIVE "$ENV{BLICKET_ARCHIVE}")
if(NOT EXISTS "${ARCHIVE}")
  message(FATAL_ERROR "BLICKET_ARCHIVE is to name the archive of `make dist`; it is `${ARCHIVE}`, where there is nothing")
endif()
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${ARCHIVE}")

# The archive has one build, a release, which debug builds of a host use too.
set(VCPKG_POLICY_MISMATCHED_NUMBER_OF_BINARIES enabled)
# A host chooses by the target: blicket::blicket is shared, blicket::static is not.
set(VCPKG_POLICY_DLLS_IN_STATIC_LIBRARY enabled)

file(INSTALL "${SOURCE_PATH}/include/blicket" DESTINATION "${CURRENT_PACKAGES_DIR}/include")
file(GLOB libraries "${SOURCE_PATH}/lib/libblicket.*")
file(INSTALL ${libraries} "${SOURCE_PATH}/lib/pkgconfig" DESTINATION "${CURRENT_PACKAGES_DIR}/lib")
# The library of ONNX Runtime, which networks run by; not in every archive.
if(IS_DIRECTORY "${SOURCE_PATH}/lib/blicket")
  file(INSTALL "${SOURCE_PATH}/lib/blicket" DESTINATION "${CURRENT_PACKAGES_DIR}/lib")
endif()
# find_package looks there too, and the files find the prefix from their own place.
file(INSTALL "${SOURCE_PATH}/lib/cmake/blicket" DESTINATION "${CURRENT_PACKAGES_DIR}/lib/cmake")
file(INSTALL "${SOURCE_PATH}/bin/blicket" DESTINATION "${CURRENT_PACKAGES_DIR}/tools/${PORT}" USE_SOURCE_PERMISSIONS)
file(INSTALL "${SOURCE_PATH}/share/blicket/sections" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/share/doc/blicket/LICENSE-MIT"
  "${SOURCE_PATH}/share/doc/blicket/LICENSE-APACHE" "${SOURCE_PATH}/share/doc/blicket/THIRD-PARTY.md")
