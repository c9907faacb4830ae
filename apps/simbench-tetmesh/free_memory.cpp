// TetGen 1.5.0 frees its memory before it throws and once more while the exception passes through it, which ends the program
// by SIGSEGV instead of with a reason. Here takes the place of tetgenmesh::freememory() a function that frees nothing: this
// program ends soon. (It has its symbol, since the class defines that function in tetgen.h, where it cannot be defined again.)
class tetgenmesh;

namespace simbench {

extern "C" void free_nothing(tetgenmesh* mesh) asm("_ZN10tetgenmesh10freememoryEv");
void free_nothing(tetgenmesh*) {}

}  // namespace simbench
