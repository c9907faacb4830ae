# Adds the generated build_info.cpp to the base room. Every build updates it.
get_target_property(options simbench_options INTERFACE_COMPILE_OPTIONS)
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type_upper)
# Eigen's definitions change numbers as flags do.
get_target_property(definitions simbench_options INTERFACE_COMPILE_DEFINITIONS)
list(TRANSFORM definitions PREPEND -D)
string(REPLACE ";" " " flags
       "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type_upper}} ${options} ${definitions}")
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  string(APPEND flags " (kernels: -O3)")
endif()
string(STRIP "${flags}" flags)
set(build_info ${PROJECT_BINARY_DIR}/generated/build_info.cpp)
# Eigen computes, and METIS determines the order of sums. The other libraries cannot change a number:
# conversions between numbers and text round correctly, our code cuts the work of threads into chunks, and
# SHA-256 and what zlib unpacks have one result.
set(computing "Eigen=${Eigen3_VERSION}|METIS=${METIS_VERSION}")
set(serving "nlohmann_json=${nlohmann_json_VERSION}|fmt=${fmt_VERSION}|spdlog=${spdlog_VERSION}")
string(APPEND serving "|CLI11=${CLI11_VERSION}|oneTBB=${TBB_VERSION}|OpenSSL=${OPENSSL_VERSION}|zlib=${ZLIB_VERSION}")
set(arguments -DSOURCE_DIR=${PROJECT_SOURCE_DIR} -DOUTPUT=${build_info}
    -DTEMPLATE=${PROJECT_SOURCE_DIR}/cmake/build_info.cpp.in -DVERSION=${PROJECT_VERSION}
    "-DCOMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}" "-DFLAGS=${flags}"
    "-DINSTRUCTION_SET=${SIMBENCH_INSTRUCTION_SET}"
    -DBUILD_TYPE=${CMAKE_BUILD_TYPE} "-DCOMPUTING_LIBRARIES=${computing}" "-DSERVING_LIBRARIES=${serving}"
    -P ${PROJECT_SOURCE_DIR}/cmake/BuildInfo.cmake)
add_custom_target(simbench_update_build_info COMMAND ${CMAKE_COMMAND} ${arguments} BYPRODUCTS ${build_info}
                  COMMENT "Recording sources, compiler and commit" VERBATIM)
target_sources(simbench_base PRIVATE ${build_info})
add_dependencies(simbench_base simbench_update_build_info)
