# Read by find_package(simbench): the targets simbench::base, …, simbench::sweep, and their dependencies.
include(CMakeFindDependencyMacro)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})  # FindMETIS.cmake
find_dependency(Eigen3 3.4 NO_MODULE)
find_dependency(nlohmann_json 3.11)
find_dependency(OpenSSL COMPONENTS Crypto)
find_dependency(ZLIB)
find_dependency(TBB)
find_dependency(METIS)
find_dependency(fmt)
include(${CMAKE_CURRENT_LIST_DIR}/simbenchTargets.cmake)
