# find_package(simbench) reads this: the targets simbench::base, …, simbench::study, and what they link.
include(CMakeFindDependencyMacro)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})  # FindMETIS.cmake
find_dependency(Eigen3 3.4 NO_MODULE)
find_dependency(nlohmann_json 3.11)
find_dependency(OpenSSL COMPONENTS Crypto)
find_dependency(TBB)
find_dependency(METIS)
find_dependency(fmt)
include(${CMAKE_CURRENT_LIST_DIR}/simbenchTargets.cmake)
