// The executable. All else is in libsimbench.so, of which the loader chooses a variant for the processor
// (cmake/SimbenchVariants.cmake).
extern "C" int simbench_main(int argc, char** argv);

int main(int argc, char** argv) {
  return simbench_main(argc, argv);
}
