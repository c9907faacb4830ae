# Finds the libraries that simbench is built with. If some are missing, one message names the packages of all of them,
# also in `pip install .`, which shows the output of CMake.
set(libraries Eigen3 nlohmann_json OpenSSL ZLIB TBB METIS CLI11 spdlog fmt)
set(apt libeigen3-dev nlohmann-json3-dev libssl-dev zlib1g-dev libtbb-dev libmetis-dev libcli11-dev libspdlog-dev libfmt-dev)
set(brew eigen@3 nlohmann-json openssl@3 zlib tbb metis cli11 spdlog fmt)
set(conda eigen=3.4 nlohmann_json openssl zlib tbb-devel metis cli11 spdlog fmt)
set(wanted_Eigen3 3.4 NO_MODULE)
set(wanted_nlohmann_json 3.11)
set(wanted_OpenSSL COMPONENTS Crypto)
foreach(library apt_package brew_package conda_package IN ZIP_LISTS libraries apt brew conda)
  find_package(${library} ${wanted_${library}} QUIET)
  if(NOT ${library}_FOUND)
    list(APPEND missing ${library})
    string(APPEND missing_apt " ${apt_package}")
    string(APPEND missing_brew " ${brew_package}")
    string(APPEND missing_conda " ${conda_package}")
  endif()
endforeach()
if(missing)
  list(JOIN missing ", " missing)
  message(FATAL_ERROR "These libraries are missing: ${missing}\n"
          "  Debian, Ubuntu, WSL:  sudo apt-get install${missing_apt}\n"
          "  conda (not tried):    conda install -c conda-forge${missing_conda}\n"
          "  macOS (not tried):    brew install${missing_brew}\n"
          "  On Debian 12, scripts/run.sh installs them.")
endif()
