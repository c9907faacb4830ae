# Defines TetGen::tet (Debian: libtet1.5-dev), and TetGen_VERSION from its header.
find_path(TetGen_INCLUDE_DIR tetgen.h)
find_library(TetGen_LIBRARY NAMES tet tetgen)
if(TetGen_INCLUDE_DIR)
  file(STRINGS ${TetGen_INCLUDE_DIR}/tetgen.h version_line REGEX "^// Version [0-9.]+" LIMIT_COUNT 1)
  string(REGEX MATCH "[0-9.]+" TetGen_VERSION "${version_line}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(TetGen REQUIRED_VARS TetGen_LIBRARY TetGen_INCLUDE_DIR
                                  VERSION_VAR TetGen_VERSION)
if(TetGen_FOUND AND NOT TARGET TetGen::tet)
  add_library(TetGen::tet UNKNOWN IMPORTED)
  set_target_properties(TetGen::tet PROPERTIES IMPORTED_LOCATION ${TetGen_LIBRARY}
                        INTERFACE_INCLUDE_DIRECTORIES ${TetGen_INCLUDE_DIR}
                        INTERFACE_COMPILE_DEFINITIONS TETLIBRARY)
endif()
mark_as_advanced(TetGen_INCLUDE_DIR TetGen_LIBRARY)
