import EventLog
import Foundation
import LedgerPlatform

@testable import events

/// Runs the tool as a shell does, without a process: arguments and input in, text and exit code out.
struct Tool {
  var environment: [String: String] = [:]
  var input = ""
  var clock: @Sendable () -> WallClock = WallClock.now

  struct Outcome {
    let code: ExitCode
    let output: String
    let errors: String

    /// The lines of the output.
    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  func run(_ arguments: String...) -> Outcome { run(arguments) }

  func run(_ arguments: [String]) -> Outcome {
    let output = ScratchFile()
    let errors = ScratchFile()
    let code = run(arguments, output: output.descriptor, errors: errors.descriptor)
    return Outcome(code: code, output: output.text, errors: errors.text)
  }

  /// With descriptors of the test's own.
  func run(_ arguments: [String], output: Int32, errors: Int32) -> ExitCode {
    Tool.prepare
    let standardInput = ScratchFile()
    standardInput.fill(input)
    return events.run(
      arguments: arguments, environment: Environment(environment), standardInput: standardInput.descriptor,
      standardOutput: output, standardError: errors, clock: clock)
  }

  /// Once per test process: a closed pipe is an error and no signal, and log times print in UTC.
  private static let prepare: Void = {
    signal(SIGPIPE, SIG_IGN)
    setenv("TZ", "UTC", 1)
    tzset()
  }()
}

/// A file without a name, for the text of one stream.
final class ScratchFile {
  let descriptor: Int32

  init() {
    var template = Array((NSTemporaryDirectory() + "events-tool-XXXXXX").utf8CString)
    descriptor = mkstemp(&template)
    precondition(descriptor >= 0, "the temporary folder can be written")
    unlink(template)
  }

  deinit { close(descriptor) }

  /// What has been written.
  var text: String {
    lseek(descriptor, 0, SEEK_SET)
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    return String(decoding: handle.availableDataToEnd(), as: UTF8.self)
  }

  /// Puts text there, to be read from its beginning.
  func fill(_ text: String) {
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    handle.write(Data(text.utf8))
    lseek(descriptor, 0, SEEK_SET)
  }
}

extension FileHandle {
  fileprivate func availableDataToEnd() -> Data { (try? readToEnd()) ?? Data() }
}
