internal import LedgerAnswers
internal import LedgerAudit

/// A file of checkpoints that a person kept, as `checkpoint` printed them.
struct CheckpointFile {
  /// The largest file that is read. A note has about 130 bytes.
  private static let fileBytesMax = 16 << 20

  let name: String
  let bytes: [UInt8]
  /// The checkpoints in the order of the file, at least one.
  let checkpoints: [Checkpoint]

  /// Reads a file, or standard input if the path is `-`.
  init(_ path: String, _ invocation: Invocation) throws {
    let input = path == "-" ? invocation.input : try TextInput(path: path)
    name = input.name
    bytes = try input.readAll(limit: Self.fileBytesMax)
    checkpoints = try KeptCheckpoints(bytes, named: name).checkpoints
  }
}
