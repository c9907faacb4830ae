# simbench_room(NAME USES target...): the static library of one folder of src/.
# All .cpp files below src/NAME belong to it: a new solver, law or metric needs no change here. Whoever finds the package simbench
# links it as simbench::NAME, also into a shared library.
function(simbench_room name)
  cmake_parse_arguments(ROOM "" "" "USES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  add_library(simbench_${name} STATIC ${sources})
  set_target_properties(simbench_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON EXPORT_NAME ${name})
  target_include_directories(simbench_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
                                                     $<INSTALL_INTERFACE:include/simbench>)
  target_link_libraries(simbench_${name} PUBLIC simbench_options ${ROOM_USES})
  install(TARGETS simbench_${name} EXPORT simbench ARCHIVE DESTINATION lib COMPONENT library)
endfunction()
