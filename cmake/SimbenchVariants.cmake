# A release contains what computes twice: for x86-64-v3 and for x86-64-v4 (AVX-512), with the same bits. The program
# simbench and the Python module _core are small files that load it. The loader of glibc chooses: if the processor has
# x86-64-v4, it looks first in the folder glibc-hwcaps/x86-64-v4 beside a library (ld.so(8)).
#
#   bin/simbench  ──► lib/simbench/libsimbench.so
#                     lib/simbench/glibc-hwcaps/x86-64-v4/libsimbench.so
#   _core.abi3.so ──► libsimbench_core.so                               in the folder of the Python package
#                     glibc-hwcaps/x86-64-v4/libsimbench_core.so
#
# Preset v4 builds the second library of each pair, and scripts/release.sh packs it. A build from the sources has
# only the first.
#
# simbench_variant(LIBRARY NAME FOLDER COMPONENT) is for lib<NAME>.so. The component installs it as the second of its
# pair; FOLDER is the folder of the first.
function(simbench_variant library name folder component)
  set_target_properties(${library} PROPERTIES OUTPUT_NAME ${name} PREFIX lib SUFFIX .so)
  # This file is not taken from the room, because METIS must find its three functions (the next line hides all that
  # come from static libraries).
  target_sources(${library} PRIVATE ${PROJECT_SOURCE_DIR}/src/math/nested_dissection.cpp)
  target_link_libraries(${library} PRIVATE simbench_math METIS::metis)
  # It shows none of the symbols of the libraries that it contains.
  target_link_options(${library} PRIVATE -Wl,--exclude-libs,ALL -Wl,--gc-sections -Wl,-soname,lib${name}.so)
  install(TARGETS ${library} LIBRARY DESTINATION ${folder}/glibc-hwcaps/${SIMBENCH_INSTRUCTION_SET}
          COMPONENT ${component} EXCLUDE_FROM_ALL)
endfunction()
