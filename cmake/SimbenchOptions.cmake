# How every target of simbench is compiled.
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
# Of the rooms with the kernels, math, energy, solver and rigid: -O3 unrolls their 3 × 3 loops, which makes lanes a fifth faster.
set(SIMBENCH_KERNEL_OPTIONS $<$<CONFIG:Release>:-O3>)
# g++ copies more than 128 bytes by `rep movsq`, which starts slowly: up to a third of the time of a kernel whose matrices in lanes take 288.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND SIMBENCH_KERNEL_OPTIONS -mmemcpy-strategy=vector_loop:1024:align,libcall:-1:noalign)
endif()
# Of what only reads, arranges and prints, study and the command line: a third less time to compile.
set(SIMBENCH_ARRANGING_OPTIONS $<$<CONFIG:Release>:-O1>)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# Presets compile a dozen files of a room as one (CMAKE_UNITY_BUILD): half the time from nothing, since nlohmann/json, CLI11 and
# Eigen are instantiated once a dozen. Presets clang and sanitize compile each file alone, clang also without precompiled headers, which
# finds the includes that are missing; whoever changes one file again and again configures with -DCMAKE_UNITY_BUILD=OFF. Two files of a
# room that have a file-local function of the same name do not compile together: what several of them need belongs to a header.
set(CMAKE_UNITY_BUILD_BATCH_SIZE 12)

if(CMAKE_CXX_FLAGS MATCHES "-ffast-math|-Ofast|-funsafe-math-optimizations")
  message(FATAL_ERROR "simbench promises the same bits for the same input: -ffast-math and its kin are refused.")
endif()

option(SIMBENCH_WARNINGS_AS_ERRORS "Treat warnings as errors" OFF)
set(SIMBENCH_SANITIZE "" CACHE STRING "Sanitizers, for example address,undefined")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(default_instruction_set "x86-64-v3")
endif()
set(SIMBENCH_INSTRUCTION_SET "${default_instruction_set}" CACHE STRING
    "Value of -march; empty for the compiler's own default")

# g++ begins to collect garbage at 1 GB, not at 128 MB: a file that is made of templates takes a tenth less time for a fifth more memory.
add_compile_options($<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1048576>)
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
if(SIMBENCH_WARNINGS_AS_ERRORS)
  add_compile_options(-Werror)
endif()

# What also holds for whoever links the rooms (cmake/SimbenchPackage.cmake): templates of their headers must be compiled alike, and
# Eigen aligns by the instruction set.
add_library(simbench_options INTERFACE)
target_compile_features(simbench_options INTERFACE cxx_std_20)
# No contraction into fused multiply-adds by the compiler: a value must not depend on how a loop was optimised.
target_compile_options(simbench_options INTERFACE -ffp-contract=off)
# Eigen's own threads are off: all parallel loops go through math/parallel.h, in fixed chunks.
target_compile_definitions(simbench_options INTERFACE EIGEN_DONT_PARALLELIZE EIGEN_MPL2_ONLY)
# Eigen's sums must not depend on the processor that they run on. By itself Eigen asks it for the sizes of its caches, by which it
# blocks products, and begins square roots of floats with an approximation (rsqrt) that each maker rounds in its own way. The sizes
# are in bytes: 32 KiB, 1 MiB, 32 MiB.
target_compile_definitions(simbench_options INTERFACE EIGEN_NO_CPUID EIGEN_DEFAULT_L1_CACHE_SIZE=32768
                           EIGEN_DEFAULT_L2_CACHE_SIZE=1048576 EIGEN_DEFAULT_L3_CACHE_SIZE=33554432 EIGEN_FAST_MATH=0)
if(SIMBENCH_INSTRUCTION_SET)
  target_compile_options(simbench_options INTERFACE -march=${SIMBENCH_INSTRUCTION_SET})
endif()
if(SIMBENCH_SANITIZE)
  target_compile_options(simbench_options INTERFACE -fsanitize=${SIMBENCH_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(simbench_options INTERFACE -fsanitize=${SIMBENCH_SANITIZE})
  if(SIMBENCH_SANITIZE STREQUAL thread)  # does not see by what oneTBB, compiled without it, orders the threads
    target_compile_definitions(simbench_options INTERFACE SIMBENCH_PLAIN_THREADS)
  endif()
endif()
