// TetGen 1.5.0 frees its memory before it throws, and again while the exception passes through it. That ends
// the program by SIGSEGV, without a reason. This function replaces tetgenmesh::freememory() and frees
// nothing. This is acceptable because the program ends soon. (It is defined by its symbol, because tetgen.h
// already declares the member function.)
class tetgenmesh;

namespace simbench {

extern "C" void free_nothing(tetgenmesh* mesh) asm("_ZN10tetgenmesh10freememoryEv");
void free_nothing(tetgenmesh*) {}

}  // namespace simbench
