# What simbench has beside its program, in share/simbench as in the repository: scenes, studies, the examples that docs
# name, and the rows of the leaderboard. The wheel has the same files.
function(simbench_install_data destination component)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/scenes ${PROJECT_SOURCE_DIR}/studies DESTINATION ${destination}
          COMPONENT ${component} ${ARGN} PATTERN __pycache__ EXCLUDE)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/examples DESTINATION ${destination}/docs
          COMPONENT ${component} ${ARGN} PATTERN __pycache__ EXCLUDE)
  install(FILES ${PROJECT_SOURCE_DIR}/results/field/leaderboard.jsonl DESTINATION ${destination}/results/field
          COMPONENT ${component} ${ARGN})
endfunction()
