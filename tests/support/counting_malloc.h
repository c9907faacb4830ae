// Counts allocations between two marks. Eigen calls malloc and not operator new, so the C functions
// themselves are replaced and forward to glibc's own. Include in exactly one source file of a test program.
#pragma once

#include <atomic>
#include <catch2/catch.hpp>
#include <cerrno>
#include <cstddef>
#include <cstdlib>

#ifndef __has_feature  // clang's; g++ has macros instead
#define __has_feature(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || __has_feature(address_sanitizer) || \
    __has_feature(thread_sanitizer) || !defined(__GLIBC__)
#define SIMBENCH_CAN_COUNT_ALLOCATIONS 0  // sanitizers bring an allocator of their own
#else
#define SIMBENCH_CAN_COUNT_ALLOCATIONS 1
#endif

namespace simbench::test {

inline std::atomic<bool> allocations_counted = false;
inline std::atomic<long> allocation_count = 0;

inline void note_allocation() {
  if (allocations_counted.load(std::memory_order_relaxed)) ++allocation_count;
}

// A test that counts allocations counts as skipped if they cannot be counted.
inline bool can_count_allocations() {
  if (!SIMBENCH_CAN_COUNT_ALLOCATIONS) WARN("skipped: a sanitizer replaces malloc");
  return SIMBENCH_CAN_COUNT_ALLOCATIONS;
}

// The number of allocations in `work`.
template <class Work>
long allocations_of(const Work& work) {
  allocation_count = 0;
  allocations_counted = true;
  work();
  allocations_counted = false;
  return allocation_count;
}

}  // namespace simbench::test

#if SIMBENCH_CAN_COUNT_ALLOCATIONS
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) noexcept {
  simbench::test::note_allocation();
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) noexcept {
  simbench::test::note_allocation();
  return __libc_calloc(count, size);
}
void* realloc(void* memory, std::size_t size) noexcept {
  simbench::test::note_allocation();
  return __libc_realloc(memory, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  simbench::test::note_allocation();
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) noexcept {
  simbench::test::note_allocation();
  *memory = __libc_memalign(alignment, size);
  return *memory == nullptr ? ENOMEM : 0;
}
}
#endif
