// Registers the systems of this program. No other folder of src/ names them.
#pragma once

namespace simbench {

// Registers the kinds of scenes of all systems. Further calls do nothing. Not thread-safe.
void register_systems();

}  // namespace simbench
