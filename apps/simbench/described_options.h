// Options of the command line from the description that also reads files.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

#include "config/fields.h"

namespace simbench {

class DescribedOptions {
 public:
  // Adds an option for each member: --record-every for record_every. `names`: of members whose option has another name.
  // The app must outlive the object: what is given is kept there until read() reads it.
  DescribedOptions(CLI::App& app, const config::Describe& describe,
                   const std::map<std::string, std::string>& names = {});

  // The option of a member, which must exist.
  CLI::Option& option(const std::string& member) const;
  // Reads what was given as strictly as a file. Throws Error (usage), which names the option.
  void read(const config::Describe& describe) const;

 private:
  struct Member {
    std::string name;
    CLI::Option* option;
  };
  std::vector<Member> members_;
};

}  // namespace simbench
