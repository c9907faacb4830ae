// Options of the command for clusters, which simbench's Python package executes.
#include "simbench/options.h"

namespace simbench {

void add_cluster(CLI::App& app, Action& action) {
  CLI::App* cluster = add_python_command(
      app, action, "cluster", "asks Slurm what it has, and writes the profile of a plan's workflow",
      "  simbench cluster smoke --output runs/smoke\n"
      "  simbench cluster my_plan.json --output runs/mine --runs 500 --minutes 20 --partition short\n");
  add_text(cluster, "plan", "plan file, or the name of one in scenes/sweeps")->required();
  add_text(cluster, "--output", "folder of the sweep; the profile is beside it, with .slurm")->required();
  add_text(cluster, "--runs", "number of runs of a job (default: 100)");
  add_text(cluster, "--memory", "memory of a job in MB (default: 2000)");
  add_text(cluster, "--minutes", "time of a job (default: 60)");
  add_text(cluster, "--partition", "partition of the jobs (default: Slurm's)");
  add_text(cluster, "--account", "account of the jobs (default: Slurm's)");
}

}  // namespace simbench
