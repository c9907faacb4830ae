#include "race.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <stdexcept>

#include "math/parallel.h"
#include "statistics.h"

namespace simbench::benchmarks {

namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// False if the contestant has no iterations left.
bool run_block(Contestant& contestant, int block) {
  const ThreadScope threads(contestant.threads);
  const auto first = static_cast<std::ptrdiff_t>(contestant.iterations.size());
  bool goes_on = true;
  for (int i = 0; i < block && goes_on; ++i) {
    if (contestant.prepare) contestant.prepare();
    const double start = now();
    goes_on = contestant.iterate();
    if (goes_on) contestant.iterations.push_back(now() - start);
  }
  contestant.blocks.push_back(median({contestant.iterations.begin() + first, contestant.iterations.end()}));
  return goes_on;
}

}  // namespace

void race(std::vector<Contestant>& contestants, int block, double seconds) {
  constexpr int iterations_a_round = 50;
  double spent = 0;
  while (spent < seconds) {
    for (Contestant& contestant : contestants) {
      const ThreadScope threads(contestant.threads);
      const double start = now();
      contestant.begin();
      contestant.setups.push_back(now() - start);
    }
    bool goes_on = true;
    for (int done = 0; goes_on && done < iterations_a_round && spent < seconds; done += block) {
      const double start = now();
      for (Contestant& contestant : contestants) goes_on &= run_block(contestant, block);
      spent += now() - start;
    }
  }
}

nlohmann::json in_child(const std::function<nlohmann::json()>& measurement) {
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error("cannot open a pipe");
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("cannot start a process");
  std::FILE* const pipe = ::fdopen(ends[child == 0], child == 0 ? "w" : "r");
  ::close(ends[child != 0]);
  if (child == 0) {
    nlohmann::json result;
    try {
      result = measurement();
    } catch (const std::exception& error) {
      result["error"] = error.what();
    }
    std::fputs(result.dump().c_str(), pipe);
    std::fclose(pipe);
    std::_Exit(0);
  }
  std::string text;
  for (int character; (character = std::fgetc(pipe)) != EOF;) text += static_cast<char>(character);
  std::fclose(pipe);
  ::waitpid(child, nullptr, 0);
  const auto result = nlohmann::json::parse(text, nullptr, false);
  if (result.is_discarded()) throw std::runtime_error("the process of a measurement died");
  if (result.contains("error")) throw std::runtime_error(result["error"]);
  return result;
}

double peak_memory() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;  // from KiB
}

}  // namespace simbench::benchmarks
