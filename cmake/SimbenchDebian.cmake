# Debian packages by CPack (scripts/release.sh): simbench, which contains the component debian that release.sh
# prepares in the build folder, and simbench-tetmesh, which links TetGen (AGPL). They are for the release of
# Debian that builds them, because the libraries of other releases have other versions.
cmake_host_system_information(RESULT debian QUERY DISTRIB_VERSION_ID)
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_CONTACT "The simbench authors <authors@simbench.invalid>")
set(CPACK_COMPONENTS_ALL program debian tetmesh)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1~deb${debian})
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_TETMESH_PACKAGE_SHLIBDEPS ON)  # release.sh determines those of the package simbench
set(CPACK_DEBIAN_SIMBENCH_PACKAGE_NAME simbench)
set(CPACK_DEBIAN_SIMBENCH_PACKAGE_SUGGESTS simbench-tetmesh)
set(CPACK_DEBIAN_SIMBENCH_DESCRIPTION "simbench records the objective and other metrics after every iteration of \
solvers of deformable and rigid bodies, all on the same implicit Euler step.")
set(CPACK_DEBIAN_TETMESH_PACKAGE_NAME simbench-tetmesh)
set(CPACK_DEBIAN_TETMESH_PACKAGE_DEPENDS "simbench (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
set(CPACK_DEBIAN_TETMESH_DESCRIPTION "simbench-tetmesh fills surfaces with tets for simbench. It links TetGen, which \
is under the AGPL.")

install(DIRECTORY ${PROJECT_BINARY_DIR}/debian/ DESTINATION . COMPONENT debian USE_SOURCE_PERMISSIONS OPTIONAL)
install(FILES ${PROJECT_BINARY_DIR}/debian_tetmesh/copyright DESTINATION share/doc/simbench-tetmesh
        COMPONENT tetmesh OPTIONAL)
include(CPack)
cpack_add_component(program GROUP simbench)
cpack_add_component(debian GROUP simbench)
