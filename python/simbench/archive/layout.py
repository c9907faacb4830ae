"""The names of an archive, and of what is at its top."""

PACKED = ".tar.zst"  # the ending of a file
RESULTS = "results"  # the folder that was packed
METADATA = "ro-crate-metadata.json"
SUMS = "SHA256SUMS"  # the hashes of all other files, in the format of sha256sum --check
