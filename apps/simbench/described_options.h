// Options of the command line, made from the same description that reads files.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

#include "config/fields.h"

namespace simbench {

class DescribedOptions {
 public:
  // Adds an option for each member: --record-every for record_every. `names` maps members to the names of
  // their options, where these differ. The app must outlive the object, because it keeps the values until
  // read() reads them.
  DescribedOptions(CLI::App& app, const config::Describe& describe,
                   const std::map<std::string, std::string>& names = {});

  // The option of a member. The member must exist.
  CLI::Option& option(const std::string& member) const;
  // Reads the given values as strictly as values of a file. Throws Error (usage), which names the option.
  void read(const config::Describe& describe) const;

 private:
  struct Member {
    std::string name;
    CLI::Option* option;
  };
  std::vector<Member> members_;
};

}  // namespace simbench
