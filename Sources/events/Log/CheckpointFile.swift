internal import LedgerAudit

/// A file of checkpoints that a person kept, as `checkpoint` printed them.
struct CheckpointFile {
  /// The largest file that is read. A note has about 130 bytes.
  private static let fileBytesMax = 16 << 20

  /// The name for people.
  let name: String
  /// The checkpoints in the order of the file, at least one.
  let checkpoints: [Checkpoint]

  /// Reads a file, or standard input if the path is `-`.
  init(_ path: String, _ invocation: Invocation) throws(Failure) {
    let input = path == "-" ? invocation.input : try TextInput(path: path)
    name = input.name
    let bytes = try input.readAll(limit: Self.fileBytesMax)
    do throws(Checkpoint.NoteError) { checkpoints = try Checkpoint.notes(in: bytes) } catch {
      throw Failure(
        .dataError, "\(name):\(error.line): \(error.reason)",
        advice: "A checkpoint is three lines as they were printed: events checkpoint")
    }
    guard !checkpoints.isEmpty else {
      throw Failure(
        .dataError, "\(name) has no checkpoint in it", advice: "Print one to keep: events checkpoint > FILE")
    }
  }

  /// Returns the last checkpoint of a tree, or `nil` if the file has no checkpoint of it.
  func last(of origin: Checkpoint.Origin) -> Checkpoint? { checkpoints.last { $0.origin == origin } }
}
