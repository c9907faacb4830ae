// Objects that several scenes of one command share: the runs of a sweep read a mesh once.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <typeinfo>

namespace simbench {

class SharedObjects {
 public:
  // Returns the object of this type and key. The first call creates it by `make`.
  template <class Object, class Make>
  std::shared_ptr<const Object> find_or_make(const std::string& key, const Make& make) {
    std::shared_ptr<const void>& object = objects_[typeid(Object).name() + ('\n' + key)];
    if (!object) object = std::make_shared<const Object>(make());
    return std::static_pointer_cast<const Object>(object);
  }

 private:
  std::map<std::string, std::shared_ptr<const void>> objects_;
};

}  // namespace simbench
