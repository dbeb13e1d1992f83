import Foundation
import Testing

@testable import events

@Suite("Paths that lead to something else")
struct PathTests {
  private let ledger: Ledger
  private let file: String
  private let folder: String

  init() throws {
    ledger = try Ledger()
    file = try ledger.file("file", "hello")
    folder = ledger.folder + "/folder"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    ledger.run("account", "open", "Giro")
  }

  /// Runs a command line in which `PATH` is the path, and `R` a receipt.
  private func run(_ line: String, _ path: String) throws -> Tool.Outcome {
    let id = line.contains(" R ") ? try ledger.add("3.00") : "R"
    return ledger.run(
      line.split(separator: " ").map { $0 == "PATH" ? path : $0 == "R" ? id : String($0) })
  }

  /// The command lines that need a folder.
  private static let folders = [
    "--ledger PATH status", "--ledger PATH init", "backup PATH", "backup --auto PATH", "sync PATH",
    "recover --from PATH", "compare PATH", "restore PATH", "mirror postgres postgresql://localhost:1/x PATH",
  ]
  /// The command lines that read a file.
  private static let inputs = [
    "import PATH --account Giro", "capture PATH", "capture --text PATH", "page add R PATH", "check-proof PATH",
    "export verify PATH",
  ]
  /// The command lines that write a file.
  private static let outputs = ["prove 2 -o PATH"]

  @Test("A file in the place of a folder is named as such", arguments: folders)
  func fileForFolder(_ line: String) throws {
    for path in [file] {
      let outcome = try run(line, path)
      let isNamed = outcome.errors.contains("a file is in the place of a folder")
      #expect(isNamed && [.noInput, .cannotCreate].contains(outcome.code), "\(outcome)")
      #expect(outcome.errors.contains(path) && outcome.errors.contains("Name a folder"), "\(outcome)")
    }
  }

  @Test("A folder in the place of a file is named as such", arguments: inputs + outputs)
  func folderForFile(_ line: String) throws {
    let outcome = try run(line, folder)
    let isNamed = outcome.errors.contains("a folder is in the place of a file")
    #expect(isNamed && [.noInput, .cannotCreate].contains(outcome.code), "\(outcome)")
    #expect(outcome.errors.contains(folder) && outcome.errors.contains("Name a file"), "\(outcome)")
  }

  @Test(
    "A file above the path is named as such",
    arguments: inputs + outputs + [
      "export --format csv -o PATH", "explore -o PATH", "backup PATH", "sync PATH",
    ])
  func fileAbove(_ line: String) throws {
    let outcome = try run(line, file + "/below")
    let isNamed = outcome.errors.contains("a file is in the place of a folder")
    #expect(isNamed && [.noInput, .cannotCreate].contains(outcome.code), "\(outcome)")
  }

  /// A place in which nobody may create anything, not even the administrator.
  private static let forbidden = "/sys/kernel/ledger-test"

  @Test(
    "A folder in which nothing may be created is named as such",
    .enabled(if: FileManager.default.fileExists(atPath: "/sys/kernel"), "this system has no such folder"),
    arguments: [
      "--ledger PATH init", "backup PATH", "backup --auto PATH", "export --format csv -o PATH",
      "explore -o PATH",
      "prove 2 -o PATH",
    ])
  func withoutPermission(_ line: String) throws {
    let outcome = try run(line, Self.forbidden)
    #expect(outcome.errors.contains("permission was denied") && outcome.code == .cannotCreate, "\(outcome)")
  }
}
