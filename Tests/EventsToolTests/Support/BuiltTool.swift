import Foundation

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

  /// Runs a line of bash in which `$events` is the tool.
  static func shell(_ script: String, environment: [String: String] = [:]) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", script]
    let inherited = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "TZ": "UTC", "USER": "anna",
    ]
    process.environment = inherited.merging(environment.merging(["events": path]) { $1 }) { $1 }
    let files = (output: ScratchFile(), errors: ScratchFile())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(fileDescriptor: files.output.descriptor, closeOnDealloc: false)
    process.standardError = FileHandle(fileDescriptor: files.errors.descriptor, closeOnDealloc: false)
    try process.run()
    process.waitUntilExit()
    return Outcome(code: process.terminationStatus, output: files.output.text, errors: files.errors.text)
  }
}
