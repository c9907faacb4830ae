# Turns the plain comments of a header into comments for Doxygen, which keeps their lines as they are (@verbatim).
# A comment on its own lines documents the declaration below it; the first one documents the file.

/^ *\/\// {
  if (!within) print (FNR == 1 ? "/// @file\n" : "") "/// @verbatim"
  within = 1
  sub(/^ *\/\/ ?/, "")
  print "/// " $0
  next
}
within {
  print "/// @endverbatim"
  within = 0
}
# A comment behind a declaration.
match($0, /[;,}A-Za-z0-9_] +\/\/ /) {
  print substr($0, 1, RSTART) " ///< @verbatim " substr($0, RSTART + RLENGTH) " @endverbatim"
  next
}
# Doxygen warns of a specialisation in a namespace that it has not seen.
{ sub(/struct Eigen::/, "struct ") }
{ print }
