import Foundation
import LedgerPlatform
import LedgerTestSupport

/// The built tool, found next to the test bundle, run as a process.
enum BuiltTool {
  static let path: String = {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent()
    // On macOS the tests run from inside the bundle.
    for candidate in [folder, folder.appendingPathComponent("../../..")] {
      let tool = candidate.appendingPathComponent("events").standardizedFileURL.path
      if FileManager.default.isExecutableFile(atPath: tool) { return tool }
    }
    return ".build/debug/events"
  }()

  struct Outcome {
    let code: Int32
    let output: String
    let errors: String
  }

  /// Runs a script of bash in which `$events` is the tool.
  static func shell(_ script: String, environment: [String: String] = [:]) throws -> Outcome {
    let inherited = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let state = NSTemporaryDirectory() + "events-test-state"
    let own = ["PATH": inherited, "TZ": "UTC", "USER": "anna", "XDG_STATE_HOME": state, "events": path]
    let all = own.merging(SanitizerSettings.variables) { $1 }.merging(environment) { $1 }
    return try run(["/bin/bash", "-c", script], environment: all)
  }

  /// Starts a program with no signal blocked, nothing to read, and files to write to.
  ///
  /// Foundation's `Process` blocks all signals, so that its programs cannot be interrupted.
  private static func run(_ arguments: [String], environment: [String: String]) throws -> Outcome {
    let output = ScratchFile()
    let errors = ScratchFile()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output.descriptor, 1)
    posix_spawn_file_actions_adddup2(&actions, errors.descriptor, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var handled = sigset_t()
    sigemptyset(&handled)
    for signal in [SIGPIPE, SIGINT, SIGXFSZ] { sigaddset(&handled, signal) }
    posix_spawnattr_setsigdefault(&attributes, &handled)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + variables { free(word) } }
    var process = pid_t()
    let code = posix_spawn(&process, arguments[0], &actions, &attributes, &words, &variables)
    guard code == 0 else { throw POSIXError(.init(rawValue: code) ?? .EIO) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let exited = status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
    return Outcome(code: exited, output: output.text, errors: errors.text)
  }
}
