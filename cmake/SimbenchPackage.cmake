# Installs the rooms and their headers for find_package(simbench), by `cmake --install` with --component
# library. docs/library.md shows the use.
include(CMakePackageConfigHelpers)
set(package lib/cmake/simbench)
set_target_properties(simbench_options PROPERTIES EXPORT_NAME options)
install(TARGETS simbench_options EXPORT simbench COMPONENT library)
install(EXPORT simbench NAMESPACE simbench:: FILE simbenchTargets.cmake DESTINATION ${package}
        COMPONENT library)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/ DESTINATION include/simbench COMPONENT library
        FILES_MATCHING PATTERN *.h)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/generated/simbenchConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/generated/simbenchConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/simbenchConfig.cmake
              ${PROJECT_SOURCE_DIR}/cmake/FindMETIS.cmake
        DESTINATION ${package} COMPONENT library)
