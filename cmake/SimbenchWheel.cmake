# What the wheel contains besides the Python package and its module (scikit-build-core, pyproject.toml): the command
# simbench, which is the whole program inside the module; its data; man pages; licences.
if(SKBUILD)
  install(PROGRAMS ${PROJECT_SOURCE_DIR}/python/bindings/simbench_command.py DESTINATION ${SKBUILD_SCRIPTS_DIR}
          RENAME simbench COMPONENT wheel EXCLUDE_FROM_ALL)
  simbench_install_data(${SKBUILD_DATA_DIR}/share/simbench wheel EXCLUDE_FROM_ALL)
  # scripts/release.sh puts the variants of the module there for a while (cmake/SimbenchVariants.cmake).
  install(DIRECTORY ${PROJECT_BINARY_DIR}/variants/ DESTINATION . COMPONENT wheel EXCLUDE_FROM_ALL OPTIONAL)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/man1 DESTINATION ${SKBUILD_DATA_DIR}/share/man
          COMPONENT wheel EXCLUDE_FROM_ALL OPTIONAL)
  # The licences of the libraries that are in the module, or that auditwheel copies into the wheel.
  foreach(package libeigen3-dev libcli11-dev nlohmann-json3-dev libspdlog-dev libfmt-dev libtbb-dev libmetis-dev
                  libssl-dev zlib1g-dev)
    install(FILES /usr/share/doc/${package}/copyright DESTINATION ${SKBUILD_METADATA_DIR}/licenses
            RENAME ${package} COMPONENT wheel EXCLUDE_FROM_ALL OPTIONAL)
  endforeach()
endif()
