# Adds one file to the energy room for each header of src/deformable/energy/laws. The file compiles the loops
# over tets for that law, so the laws compile in parallel. The law in stable_neo_hookean.h must be called
# StableNeoHookean.
file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/src/deformable/energy/laws
     ${PROJECT_SOURCE_DIR}/src/deformable/energy/laws/*.h)
foreach(header ${headers})
  string(REGEX REPLACE "\\.h$" "" law ${header})
  set(Law "")
  string(REPLACE "_" ";" words ${law})
  foreach(word ${words})
    string(SUBSTRING ${word} 0 1 initial)
    string(SUBSTRING ${word} 1 -1 rest)
    string(TOUPPER ${initial} initial)
    string(APPEND Law ${initial}${rest})
  endforeach()
  set(source ${PROJECT_BINARY_DIR}/generated/laws/${law}.cpp)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/law.cpp.in ${source} @ONLY)
  target_sources(simbench_deformable_energy PRIVATE ${source})
  set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endforeach()
