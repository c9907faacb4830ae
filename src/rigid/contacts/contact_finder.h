// Finds the contacts of a step from the shapes of the bodies, so that all solvers work on the same points and
// normals. Pairs that a constraint of the scene joins have no contact.
#pragma once

#include <map>
#include <set>

#include "rigid/problem/step_problem.h"

namespace simbench::rigid {

class ContactFinder {
 public:
  // The system must outlive the finder.
  explicit ContactFinder(const System& system);
  // The contacts at the start of a step, sorted by bodies, and which of them were there in the last step. The
  // first body of a contact is the later one in the scene, so that a stack is listed from below. Empty if the
  // scene does not ask for contacts. `frame` is the length of a frame [s], and `substep` the number of the
  // step in it, from 0.
  FoundContacts find(const State& state, double frame, int substeps, int substep);

  // Names the contacts of the last step: four numbers for each one, its bodies, what touches, and its number.
  // A finder that gets them continues with these contacts.
  std::vector<double> names_of_last() const;
  void continue_with(const std::vector<double>& names);

 private:
  using Pair = std::array<int, 2>;
  // Names a contact: its bodies, and the corners or edges that touch.
  struct Key {
    Pair bodies;
    int feature;
    auto operator<=>(const Key&) const = default;
  };
  struct Named {
    Key key;
    Contact contact;
  };
  // How far the surface of a body moves in this time with its present velocity and gravity, at most [m].
  double motion(int body, const State& state, double time_step) const;
  std::vector<Pair> near_pairs(const State& state, const std::vector<double>& motions) const;
  void add(const Pair& pair, const State& state, double reach, std::vector<Named>& found) const;
  bool moves(int body) const { return system_.bodies[body].inertia.translates(); }

  const System& system_;
  std::set<Pair> joined_;
  std::map<Key, Index> last_;  // the contacts of the last step, and their numbers
  FoundContacts of_frame_;
};

}  // namespace simbench::rigid
