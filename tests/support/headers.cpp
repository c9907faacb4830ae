// Empty: its target carries the precompiled headers of all tests (tests/CMakeLists.txt).
