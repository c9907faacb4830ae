# simbench_room(NAME USES target...): the static library of one folder of src/.
# All .cpp files below src/NAME belong to it: a new solver, law or metric needs no change here.
function(simbench_room name)
  cmake_parse_arguments(ROOM "" "" "USES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  add_library(simbench_${name} STATIC ${sources})
  target_include_directories(simbench_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(simbench_${name} PUBLIC simbench_options ${ROOM_USES})
endfunction()
