# What the wheel contains besides the Python package and its module (scikit-build-core, pyproject.toml): the command
# simbench, which is the whole program inside the module; scenes and studies; man pages.
if(SKBUILD)
  install(PROGRAMS ${PROJECT_SOURCE_DIR}/python/bindings/simbench_command.py DESTINATION ${SKBUILD_SCRIPTS_DIR}
          RENAME simbench COMPONENT wheel EXCLUDE_FROM_ALL)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/scenes ${PROJECT_SOURCE_DIR}/studies
          DESTINATION ${SKBUILD_DATA_DIR}/share/simbench COMPONENT wheel EXCLUDE_FROM_ALL
          PATTERN __pycache__ EXCLUDE)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/man1 DESTINATION ${SKBUILD_DATA_DIR}/share/man
          COMPONENT wheel EXCLUDE_FROM_ALL OPTIONAL)
endif()
