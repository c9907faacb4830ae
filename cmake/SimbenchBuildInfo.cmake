# Adds the generated build_info.cpp to the base room; it is brought up to date at every build.
get_target_property(options simbench_options INTERFACE_COMPILE_OPTIONS)
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type_upper)
string(REPLACE ";" " " flags "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type_upper}} ${options}")
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  string(APPEND flags " (kernels: -O3)")
endif()
string(STRIP "${flags}" flags)
set(build_info ${PROJECT_BINARY_DIR}/generated/build_info.cpp)
set(libraries "Eigen=${Eigen3_VERSION}|nlohmann_json=${nlohmann_json_VERSION}|fmt=${fmt_VERSION}|spdlog=${spdlog_VERSION}")
string(APPEND libraries "|CLI11=${CLI11_VERSION}|oneTBB=${TBB_VERSION}|METIS=${METIS_VERSION}|OpenSSL=${OPENSSL_VERSION}")
set(arguments -DSOURCE_DIR=${PROJECT_SOURCE_DIR} -DOUTPUT=${build_info}
    -DTEMPLATE=${PROJECT_SOURCE_DIR}/cmake/build_info.cpp.in -DVERSION=${PROJECT_VERSION}
    "-DCOMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}" "-DFLAGS=${flags}"
    -DBUILD_TYPE=${CMAKE_BUILD_TYPE} "-DLIBRARY_VERSIONS=${libraries}" -P ${PROJECT_SOURCE_DIR}/cmake/BuildInfo.cmake)
add_custom_target(simbench_update_build_info COMMAND ${CMAKE_COMMAND} ${arguments} BYPRODUCTS ${build_info}
                  COMMENT "Recording sources, compiler and commit" VERBATIM)
target_sources(simbench_base PRIVATE ${build_info})
add_dependencies(simbench_base simbench_update_build_info)
