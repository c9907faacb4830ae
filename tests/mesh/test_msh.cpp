// Tests of the reader of .msh: tags, facets, parametric nodes and entities.
#include "mesh/structured_beam.h"
#include "tests/mesh/mesh_files.h"

using namespace simbench;
using namespace simbench::test;

TEST_CASE("Tets have the tag of their physical group, as Gmsh wrote it") {
  const std::string name = GENERATE("box41.msh", "box41_binary.msh", "box41_parametric.msh");
  CAPTURE(name);
  CHECK(read_mesh_file(mesh_file(name)).mesh.tags == std::vector<int>(75, 7));  // box.geo
}

TEST_CASE("A mesh without groups and attributes has no tags") {
  // With Mesh.SaveAll, as in box.geo, Gmsh writes 2.2 without groups.
  const std::string name =
      GENERATE("box22.msh", "box22_binary.msh", "box41_meshio.msh", "box22_meshio.msh", "box.ele");
  CAPTURE(name);
  CHECK(read_mesh_file(mesh_file(name)).mesh.tags.empty());
}

namespace {

const std::string corner_nodes =
    "$Nodes\n1 4 1 4\n3 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n$EndNodes\n";
const std::string corner_element = "$Elements\n1 1 1 1\n3 5 4 1\n1 1 2 3 4\n$EndElements\n";

RawTets corner_in_4(const std::string& sections) {
  return parse_msh("$MeshFormat\n4.1 0 8\n$EndMeshFormat\n" + sections, "a.msh");
}

// A volume 5 with two faces, in these physical groups.
std::string volume_in(const std::string& groups) {
  return "$Entities\n1 1 0 1\n8 0 0 0 0\n9 0 0 0 1 0 0 1 77 2 8 -8\n5 0 0 0 1 1 1 " + groups +
         " 2 1 -2\n$EndEntities\n";
}

}  // namespace

TEST_CASE("The tag of a tet in 4.1 is the first physical group of its volume, wherever $Entities stands") {
  CHECK(corner_in_4(volume_in("1 3") + corner_nodes + corner_element).tags == std::vector<int>{3});
  CHECK(corner_in_4(corner_nodes + corner_element + volume_in("1 3")).tags == std::vector<int>{3});
  CHECK(corner_in_4(volume_in("0") + corner_nodes + corner_element).tags == std::vector<int>{0});
  CHECK(corner_in_4(corner_nodes + corner_element).tags == std::vector<int>{0});
  const RawTets several = corner_in_4(volume_in("2 4 3") + corner_nodes + corner_element);
  CHECK(several.tags == std::vector<int>{4});
  CHECK(several.notes ==
        std::vector<std::string>{
            "1 volume is in several physical groups; the tag of its tets is the first of them."});
}

TEST_CASE("A tet of a partitioned mesh has the physical group of its part of a volume") {
  const std::string parts =
      "$PartitionedEntities\n2\n1\n9 2\n1 0 0 1\n8 0 6 1 1 0 0 0 0\n"
      "5 3 1 2 1 2 0 0 0 1 1 1 1 3 2 1 -2\n$EndPartitionedEntities\n";
  CHECK(corner_in_4(parts + corner_nodes + corner_element).tags == std::vector<int>{3});
}

TEST_CASE("Parameters of the nodes of 2.2 are skipped, those in binary too") {
  const std::string text =
      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$ParametricNodes\n4\n1 0 0 0 0 1\n2 1 0 0 1 1 0.5\n"
      "3 0 1 0 2 1 0.5 0.25\n4 0 0 1 3 1\n$EndParametricNodes\n"
      "$Elements\n1\n1 4 2 1 1 1 2 3 4\n$EndElements\n";
  const TetMesh mesh = checked_mesh(parse_msh(text, "a.msh"), "a.msh").mesh;
  CHECK(tet_volumes(mesh, mesh.rest_positions)[0] == Approx(1.0 / 6));
  std::string binary = "$MeshFormat\n2.2 1 8\n";
  const auto add = [&](auto... numbers) {
    (binary.append(reinterpret_cast<const char*>(&numbers), sizeof numbers), ...);
  };
  add(1);
  binary += "\n$EndMeshFormat\n$ParametricNodes\n4\n";
  add(1, 0., 0., 0., 0, 1);
  add(2, 1., 0., 0., 1, 1, 0.5);
  add(3, 0., 1., 0., 2, 1, 0.5, 0.25);
  add(4, 0., 0., 1., 3, 1);
  binary += "\n$EndParametricNodes\n$Elements\n1\n";
  add(4, 1, 0, 1, 1, 2, 3, 4);
  binary += "\n$EndElements\n";
  CHECK(parse_msh(binary, "a.msh").positions == parse_msh(text, "a.msh").positions);
}

TEST_CASE("The raw contents of a .msh have its facets") {
  const RawTets raw = read_raw_tets(mesh_file("box41_binary.msh"));
  CHECK(raw.tets.size() == 4 * 75);
  CHECK(raw.facets.size() == 4 * 64);  // 3 and three corners
  const RawTets mixed = parse_msh(
      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n9 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n$EndNodes\n"
      "$Elements\n3\n1 3 0 9 2 3 4\n2 15 0 9\n3 2 0 4 3 9\n$EndElements\n",
      "a.msh");
  CHECK(mixed.facets == std::vector<int>{4, 0, 1, 2, 3, 3, 3, 2, 0});
}

TEST_CASE("Entities are read strictly") {
  const auto error = [](const std::string& sections) {
    return error_of([&] { corner_in_4(sections + corner_nodes + corner_element); });
  };
  CHECK_THAT(error("$Entities\n0 0 0 1\n5 0 0 0 1 1 1 1 x 0\n$EndEntities\n"),
             Catch::Contains("line 6: expected one of the physical groups (an integer), found 'x'"));
  CHECK_THAT(error("$Entities\n0 0 0 9000000000\n$EndEntities\n"), Catch::Contains("are too few for them"));
  CHECK_THAT(error("$Entities\n0 0 0 1\n5 0 0 0 1 1 1 9000000 3 0\n$EndEntities\n"),
             Catch::Contains("9000000 physical groups"));
  CHECK_THAT(error("$Entities\n0 0 0 1\n5 0 0 0 1 1 1 1 3000000000 0\n$EndEntities\n"),
             Catch::Contains("the tag 3000000000 does not fit into 32 bits"));
  CHECK_THAT(error("$Entities\n0 0 0 1\n5 0 0 0 1 1 1 0 0\n5\n$EndEntities\n"),
             Catch::Contains("expected '$EndEntities', found '5'"));
}

TEST_CASE("Tags that simbench writes read back the same") {
  TetMesh mesh = structured_beam({});
  mesh.tags = {1, 2, 3, -4, 2147483647};
  CHECK(checked_mesh(parse_msh(msh_text(mesh), "a.msh"), "a.msh").mesh.tags == mesh.tags);
}
