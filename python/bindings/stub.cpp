// Empty: the module _core.abi3.so only loads libsimbench_core.so, where Python finds PyInit__core
// (cmake/SimbenchVariants.cmake).
