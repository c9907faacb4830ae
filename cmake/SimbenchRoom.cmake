# simbench_room(FOLDER USES target... [FLAGS kernel | arranging] [PRECOMPILES header...]) adds the static
# library of one folder of src/. The library of the folder deformable/energy is simbench_deformable_energy.
# All .cpp files below the folder belong to it, so a new solver, law or metric needs no change here. Users of
# the package link it as simbench::deformable_energy, also into shared libraries.
#
# FLAGS chooses compile options (SimbenchOptions.cmake). PRECOMPILES names headers that are parsed once for
# this room and all later rooms with the same FLAGS. Every file still includes what it uses: preset clang
# compiles without precompiled headers (CMAKE_DISABLE_PRECOMPILE_HEADERS).
function(simbench_room folder)
  cmake_parse_arguments(ROOM "" "FLAGS" "USES;PRECOMPILES" ${ARGN})
  string(REPLACE / _ name ${folder})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${folder}/*.cpp)
  add_library(simbench_${name} STATIC ${sources})
  # A change of a law recompiles each file that sees all laws. They are compiled alone, so that it does not
  # recompile their neighbours in a unity file, too.
  foreach(source ${sources})
    file(STRINGS ${source} sees_laws REGEX "#include \"deformable/energy/(visit|laws)\\.h\"")
    if(sees_laws)
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
  set_target_properties(simbench_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON EXPORT_NAME ${name})
  target_include_directories(simbench_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
                                                     $<INSTALL_INTERFACE:include/simbench>)
  target_link_libraries(simbench_${name} PUBLIC simbench_options ${ROOM_USES})
  target_compile_options(simbench_${name} PRIVATE ${SIMBENCH_FLAGS_${ROOM_FLAGS}})
  get_property(parsed GLOBAL PROPERTY simbench_precompiled_${ROOM_FLAGS})
  if(ROOM_PRECOMPILES)
    target_precompile_headers(simbench_${name} PRIVATE ${ROOM_PRECOMPILES})
    set_property(GLOBAL PROPERTY simbench_precompiled_${ROOM_FLAGS} simbench_${name})
  elseif(parsed)
    target_precompile_headers(simbench_${name} REUSE_FROM ${parsed})
  endif()
  install(TARGETS simbench_${name} EXPORT simbench ARCHIVE DESTINATION lib COMPONENT library)
endfunction()
