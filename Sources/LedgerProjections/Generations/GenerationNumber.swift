internal import LedgerBytes

/// The number of a generation, in order of creation: 1, 2, 3 …
///
/// Each kind and each version of the program counts its own. No number is given twice.
struct GenerationNumber: DistinctInteger {
  let rawValue: Int64
}
