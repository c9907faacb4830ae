#include "deformable/solvers/kernels/constraint_sweep.h"

#include <stdexcept>
#include <utility>

#include "deformable/energy/visit.h"
#include "deformable/solvers/kernels/element_sweep.h"

namespace simbench {

namespace {

// Wide lanes are faster where one register holds them. Otherwise they are faster only for a law with the
// closest rotation, which is a long chain of operations: its batches take half as long again, for twice the
// elements.
template <class Elements>
inline constexpr bool has_wide_sweep =
    lane_count<Lanes<typename Elements::Real>> == lane_count<WideLanes<typename Elements::Real>> ||
    Elements::has_rotation;

std::size_t batches_of_a_thread(const SweepSchedule& schedule) {
  return schedule.batches.size() / static_cast<std::size_t>(schedule.tasks.queue_count());
}

// Makes sweeps over the elements in one order.
template <class Elements>
struct SweepMaker {
  using Real = typename Elements::Real;
  using Sweep = std::unique_ptr<ConstraintSweep<Real>>;

  const Elements& elements;
  ConstraintForm form;
  Real compliance_scale;
  std::span<const int> order;
  const VectorX<Real>& inverse_masses;
  const Correction<Real>& correction;

  Sweep sweep(int threads) const {
    using Narrow = NarrowLanes<Real>;
    using Wide = WideLanes<Real>;
    std::vector<std::span<const int>> vertices;
    elements.append_elements(vertices);
    const auto schedule = [&](std::size_t lanes) { return sweep_schedule(vertices, order, lanes, threads); };
    if constexpr (has_wide_sweep<Elements>) {
      SweepSchedule wide = schedule(lane_count<Wide>);
      const auto is_faster_than = [&](std::size_t narrow_batches) {
        return 3 * batches_of_a_thread(wide) <= 2 * narrow_batches;
      };
      // No narrow schedule has fewer batches, so most often it need not be made.
      const std::size_t fewest = order.size() / lane_count<Narrow> / static_cast<std::size_t>(threads);
      if (is_faster_than(fewest)) return scheduled<Wide>(std::move(wide));
      SweepSchedule narrow = schedule(lane_count<Narrow>);
      return is_faster_than(batches_of_a_thread(narrow)) ? scheduled<Wide>(std::move(wide))
                                                         : scheduled<Narrow>(std::move(narrow));
    } else {
      return scheduled<Narrow>(schedule(lane_count<Narrow>));
    }
  }

 private:
  template <class Number>
  Sweep scheduled(SweepSchedule schedule) const {
    return std::make_unique<ElementSweep<Elements, Number>>(elements, form, compliance_scale,
                                                            std::move(schedule), inverse_masses, correction);
  }
};

}  // namespace

bool is_inequality(const Potential<double>& potential) {
  return visit(potential, []<class Elements>(const Elements&) { return has_inequality<Elements>; });
}

int constraint_count(const Potential<double>& potential, ConstraintForm form) {
  return visit(potential, [&](const auto& elements) { return constraints_of(elements, form); });
}

bool has_energy_constraint(const Potential<double>& potential) {
  return visit(potential, []<class Elements>(const Elements& elements) {
    const auto& law = elements.pack_law();
    if constexpr (requires(typename Elements::Reduction y) { law.project(y); }) {
      return true;  // the energy is a distance from a set
    } else if constexpr (requires { law.is_zero_at_rest; }) {
      return true;
    } else if constexpr (requires { law.constraint_count(ConstraintForm::combined); }) {
      const typename Elements::Reduction rest = Elements::Reduction::Identity();
      return all_of(law.constraint(ConstraintForm::combined, 0, rest).value == 0);
    } else {
      return false;
    }
  });
}

template <class Real>
std::unique_ptr<ConstraintSweep<Real>> constraint_sweep(const Potential<Real>& potential, ConstraintForm form,
                                                        Real compliance_scale, std::span<const int> order,
                                                        const VectorX<Real>& inverse_masses,
                                                        const Correction<Real>& correction) {
  auto sweep = visit(potential, [&]<class Elements>(const Elements& elements) {
    std::unique_ptr<ConstraintSweep<Real>> result;
    if constexpr (requires { elements.pack_law().constraint_count(form); })
      result =
          SweepMaker<Elements>{elements, form, compliance_scale, order, inverse_masses, correction}.sweep(
              thread_count());
    return result;
  });
  if (!sweep) throw std::logic_error("this potential has no XPBD constraint");
  return sweep;
}

template std::unique_ptr<ConstraintSweep<double>> constraint_sweep(const Potential<double>&, ConstraintForm,
                                                                   double, std::span<const int>,
                                                                   const VectorX<double>&,
                                                                   const Correction<double>&);
template std::unique_ptr<ConstraintSweep<float>> constraint_sweep(const Potential<float>&, ConstraintForm,
                                                                  float, std::span<const int>,
                                                                  const VectorX<float>&,
                                                                  const Correction<float>&);

}  // namespace simbench
