# Runs at every build (cmake -P). Hashes the compiled sources, asks git for the commit, and writes
# build_info.cpp if anything changed. Its variables are SOURCE_DIR, OUTPUT, TEMPLATE, VERSION, COMPILER,
# FLAGS, INSTRUCTION_SET, BUILD_TYPE, and two lists name=version|…: COMPUTING_LIBRARIES, which can change results
# and are part of the id, and SERVING_LIBRARIES, which cannot.
file(GLOB_RECURSE sources RELATIVE ${SOURCE_DIR} ${SOURCE_DIR}/src/*.h ${SOURCE_DIR}/src/*.cpp
     ${SOURCE_DIR}/apps/*.h ${SOURCE_DIR}/apps/*.cpp)
list(SORT sources)
# Both variants of a release give the same bits (cmake/SimbenchVariants.cmake), so they have the same flags and the
# same id in a manifest.
string(REPLACE "-march=x86-64-v4 -U__AVX512F__" "-march=x86-64-v3" FLAGS "${FLAGS}")
string(REPLACE " -DSIMBENCH_AVX512" "" FLAGS "${FLAGS}")
set(digest "${VERSION}\n${COMPILER}\n${FLAGS}\n${BUILD_TYPE}\n${COMPUTING_LIBRARIES}\n")
foreach(source ${sources})
  file(SHA256 ${SOURCE_DIR}/${source} hash)
  string(APPEND digest "${source} ${hash}\n")
endforeach()
string(SHA256 BUILD_ID "${digest}")

set(GIT_COMMIT "$Format:%H$")  # git archive writes the commit here (cmake/.gitattributes)
if(GIT_COMMIT MATCHES "Format")
  set(GIT_COMMIT "unknown")
endif()
set(GIT_DIRTY "false")
find_program(GIT git)
if(GIT)
  execute_process(COMMAND ${GIT} -C ${SOURCE_DIR} rev-parse HEAD OUTPUT_VARIABLE commit RESULT_VARIABLE failed
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT failed)
    set(GIT_COMMIT "${commit}")
    execute_process(COMMAND ${GIT} -C ${SOURCE_DIR} status --porcelain --untracked-files=no
                    OUTPUT_VARIABLE changes ERROR_QUIET)
    if(changes)
      set(GIT_DIRTY "true")
    endif()
  endif()
endif()

foreach(kind COMPUTING SERVING)  # name=version|… becomes {"name", "version"}, …
  string(REGEX REPLACE "([^=|]+)=([^|]*)[|]?" "{\"\\1\", \"\\2\"}, " ${kind}_MAP "${${kind}_LIBRARIES}")
endforeach()
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
