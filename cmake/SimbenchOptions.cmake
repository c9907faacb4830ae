# Compile options of all targets.
include(CheckCXXSourceCompiles)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
# Options of rooms with kernels. -O3 unrolls their 3 × 3 loops, which makes code in lanes a fifth faster.
set(SIMBENCH_FLAGS_kernel $<$<CONFIG:Release>:-O3>)
# g++ copies more than 128 bytes with `rep movsq`, which starts slowly. It takes up to a third of the time of
# a kernel whose matrices in lanes have 288 bytes.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND SIMBENCH_FLAGS_kernel -mmemcpy-strategy=vector_loop:1024:align,libcall:-1:noalign)
endif()
# Options of rooms and programs that only read, arrange and print: -Os saves a third of their code and a sixth
# of their compile time. They must not share loops of Eigen or of the mathematics with rooms that compute: the linker
# keeps one of two copies. What scenes share with solvers copies vectors and rotates single ones; no row of the
# benchmark shows it.
set(SIMBENCH_FLAGS_arranging $<$<CONFIG:Release>:-Os>)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# Presets compile a dozen files of a room as one (CMAKE_UNITY_BUILD). This halves the time of a full build,
# because nlohmann/json, CLI11 and Eigen are instantiated once per dozen. Preset clang compiles each file
# separately and without precompiled headers, so it finds missing includes. To change one file repeatedly,
# configure with -DCMAKE_UNITY_BUILD=OFF. Two files of a room must not define file-local
# functions of the same name; functions that several files need belong in a header.
set(CMAKE_UNITY_BUILD_BATCH_SIZE 12)

if(CMAKE_CXX_FLAGS MATCHES "-ffast-math|-Ofast|-funsafe-math-optimizations")
  message(FATAL_ERROR "simbench gives the same bits for the same input; remove -ffast-math and similar flags")
endif()

option(SIMBENCH_WARNINGS_AS_ERRORS "Treat warnings as errors" OFF)
set(SIMBENCH_SANITIZE "" CACHE STRING "Sanitizers, for example address,undefined")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(default_instruction_set "x86-64-v3")
endif()
set(SIMBENCH_INSTRUCTION_SET "${default_instruction_set}" CACHE STRING
    "Value of -march; empty for the compiler's own default")

# g++ starts to collect garbage at 1 GB instead of 128 MB. Files with many templates compile a tenth faster
# and take a fifth more memory.
add_compile_options($<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1048576>)
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
if(SIMBENCH_WARNINGS_AS_ERRORS)
  add_compile_options(-Werror)
endif()

# These options also apply to programs that link the rooms (cmake/SimbenchPackage.cmake): templates in headers
# must be compiled alike, and Eigen's alignment depends on the instruction set.
add_library(simbench_options INTERFACE)
target_compile_features(simbench_options INTERFACE cxx_std_20)
# The compiler must not contract to fused multiply-adds: a value must not depend on how a loop was optimised.
target_compile_options(simbench_options INTERFACE -ffp-contract=off)
# Eigen uses no threads of its own. All parallel loops go through math/parallel.h, in fixed chunks.
target_compile_definitions(simbench_options INTERFACE EIGEN_DONT_PARALLELIZE EIGEN_MPL2_ONLY)
# Eigen's sums must not depend on the processor. By default, Eigen blocks products by the sizes of the
# processor's caches, and starts square roots of floats with an approximation (rsqrt) that each manufacturer
# rounds differently. The fixed sizes are in bytes: 32 KiB, 1 MiB, 32 MiB.
target_compile_definitions(simbench_options INTERFACE EIGEN_NO_CPUID EIGEN_DEFAULT_L1_CACHE_SIZE=32768
                           EIGEN_DEFAULT_L2_CACHE_SIZE=1048576 EIGEN_DEFAULT_L3_CACHE_SIZE=33554432
                           EIGEN_FAST_MATH=0)
if(SIMBENCH_INSTRUCTION_SET)
  target_compile_options(simbench_options INTERFACE -march=${SIMBENCH_INSTRUCTION_SET})
  # On a processor that lacks these instructions, the loader then ends the program with a sentence ("CPU ISA level
  # is lower than required") before the first of them would end it by a signal.
  if(SIMBENCH_INSTRUCTION_SET MATCHES "^x86-64-v[234]$")
    include(CheckLinkerFlag)
    check_linker_flag(CXX -Wl,-z,${SIMBENCH_INSTRUCTION_SET} SIMBENCH_MARKS_INSTRUCTION_SET)
    if(SIMBENCH_MARKS_INSTRUCTION_SET)
      target_link_options(simbench_options INTERFACE -Wl,-z,${SIMBENCH_INSTRUCTION_SET})
    endif()
  endif()
  # With AVX-512, Eigen's packets would be twice as wide, and its sums would have another order. So Eigen does not
  # see AVX-512 (src/math/simd.h), and all instruction sets from x86-64-v3 on give the same bits.
  set(CMAKE_REQUIRED_FLAGS -march=${SIMBENCH_INSTRUCTION_SET})
  check_cxx_source_compiles("static_assert(__AVX512F__); int main() {}" SIMBENCH_HAS_AVX512)
  if(SIMBENCH_HAS_AVX512)
    target_compile_options(simbench_options INTERFACE -U__AVX512F__)
    target_compile_definitions(simbench_options INTERFACE SIMBENCH_AVX512)
  endif()
endif()
if(SIMBENCH_SANITIZE)
  target_compile_options(simbench_options INTERFACE -fsanitize=${SIMBENCH_SANITIZE}
                         -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(simbench_options INTERFACE -fsanitize=${SIMBENCH_SANITIZE})
  # This sanitizer cannot see the synchronisation inside oneTBB, which was compiled without it.
  if(SIMBENCH_SANITIZE STREQUAL thread)
    target_compile_definitions(simbench_options INTERFACE SIMBENCH_PLAIN_THREADS)
  endif()
endif()
