# Defines METIS::metis, and METIS_VERSION from its header.
find_path(METIS_INCLUDE_DIR metis.h)
find_library(METIS_LIBRARY metis)
if(METIS_INCLUDE_DIR)
  file(STRINGS ${METIS_INCLUDE_DIR}/metis.h lines REGEX "#define METIS_VER_")
  string(REGEX REPLACE "[^0-9;]" "" METIS_VERSION "${lines}")  # major; minor; subminor
  string(REPLACE ";" "." METIS_VERSION "${METIS_VERSION}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(METIS REQUIRED_VARS METIS_LIBRARY METIS_INCLUDE_DIR
                                  VERSION_VAR METIS_VERSION)
if(METIS_FOUND AND NOT TARGET METIS::metis)
  add_library(METIS::metis UNKNOWN IMPORTED)
  set_target_properties(METIS::metis PROPERTIES IMPORTED_LOCATION ${METIS_LIBRARY}
                        INTERFACE_INCLUDE_DIRECTORIES ${METIS_INCLUDE_DIR})
  # Whether METIS keeps its jumps where src/math/nested_dissection.cpp expects them, as METIS 5.1 does.
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_LIBRARIES ${METIS_LIBRARY})
  check_cxx_source_compiles("
    #include <csetjmp>
    extern \"C\" { extern __thread int gk_cur_jbufs; extern __thread std::jmp_buf gk_jbufs[]; }
    int main() { return gk_cur_jbufs + (gk_jbufs == nullptr); }" METIS_HAS_JUMPS)
  unset(CMAKE_REQUIRED_LIBRARIES)
  if(METIS_HAS_JUMPS)
    set_property(TARGET METIS::metis PROPERTY INTERFACE_COMPILE_DEFINITIONS SIMBENCH_METIS_JUMPS)
  endif()
endif()
mark_as_advanced(METIS_INCLUDE_DIR METIS_LIBRARY)
