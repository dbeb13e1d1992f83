// Runs the lines of tools/same-cases with two builds of the tool and compares them. tools/same builds and calls this.

import Foundation
import Glibc

// MARK: Arguments

var options: [String: String] = [:]
var words: [String] = []
var ignoresTexts = false
var prints = false
do {
  var rest = CommandLine.arguments.dropFirst()
  while let name = rest.popFirst() {
    switch name {
    case "--texts": ignoresTexts = true
    case "--print": prints = true
    case "--only": words.append(rest.popFirst() ?? "")
    default: options[name] = rest.popFirst()
    }
  }
}
/// Returns a path that tools/same gives, from the root.
func given(_ name: String) -> String {
  guard let path = options[name] else { fatalError("\(name) is missing: run tools/same") }
  return URL(fileURLWithPath: path).path
}

let tools = [given("--old"), given("--new")]
let cases = given("--cases")
let receipts = given("--receipts")
let work = given("--work")
/// The working directory of every line. Both tools see the same path.
let place = work + "/run"

// MARK: Processes

struct Outcome: Equatable {
  var output: [UInt8]
  var errors: [UInt8]
  var code: Int32
}

/// A seed for each line, so that no two lines record the same ids.
var seed = 1_000_000

/// Runs a line of bash in `place` with one of the tools. `events` in it is the tool on the ledger L.
func run(_ line: String, tool: String, isJSON: Bool = false, keys: String? = nil, seed: Int) -> Outcome {
  let prelude = """
    events() { SAME_SEED=$((SAME_SEED + 1)) "$EVENTS" --ledger L "$@" $JSON; }
    cd "$PLACE"
    [[ ! -f ids ]] || source ./ids

    """
  var environment = [
    "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": place + "/home",
    "XDG_STATE_HOME": place + "/state", "TZ": "Europe/Berlin", "LC_ALL": "C.UTF-8", "EVENTS": tool,
    "TERM": "dumb",
    "PLACE": place, "RECEIPTS": receipts, "JSON": isJSON ? "--json" : "", "LD_PRELOAD": work + "/preload.so",
    "SAME_TIME": "\(Int(midday) + seed % 1_000_000)", "SAME_SEED": "\(seed * 100)",
    "SWIFT_BACKTRACE": "enable=no",
  ]
  if keys != nil { environment["COLUMNS"] = "80" }
  let files = (output: work + "/output", errors: work + "/errors")
  for file in [files.output, files.errors] { _ = FileManager.default.createFile(atPath: file, contents: nil) }
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var controller: Int32 = -1
  if keys != nil {
    var terminal: Int32 = -1
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&controller, &terminal, nil, nil, &size) == 0 else { fatalError("no pseudo-terminal") }
    // Without echo, because what is typed would be shown wherever the output is at that moment.
    var settings = termios()
    tcgetattr(terminal, &settings)
    settings.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(terminal, TCSANOW, &settings)
    for descriptor: Int32 in 0...2 { posix_spawn_file_actions_adddup2(&actions, terminal, descriptor) }
    posix_spawn_file_actions_addclose(&actions, controller)
    posix_spawnattr_setflags(&attributes, 0x80)  // POSIX_SPAWN_SETSID
    let process = spawn(prelude + line, environment, &actions, &attributes)
    // The end of the output is seen only if no one else has the terminal open.
    close(terminal)
    return finish(process, keys: keys, controller: controller, files: files)
  }
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  posix_spawn_file_actions_addopen(&actions, 1, files.output, O_WRONLY | O_TRUNC, 0)
  posix_spawn_file_actions_addopen(&actions, 2, files.errors, O_WRONLY | O_TRUNC, 0)
  return finish(
    spawn(prelude + line, environment, &actions, &attributes), keys: nil, controller: -1, files: files)
}

func spawn(
  _ script: String, _ environment: [String: String], _ actions: inout posix_spawn_file_actions_t,
  _ attributes: inout posix_spawnattr_t
) -> pid_t {
  let arguments: [UnsafeMutablePointer<CChar>?] =
    ["bash", "--norc", "--noprofile", "-c", script].map { (text: String) in strdup(text) } + [nil]
  let variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
  defer { for text in arguments + variables { free(text) } }
  var process: pid_t = 0
  guard posix_spawnp(&process, "bash", &actions, &attributes, arguments, variables) == 0 else {
    fatalError("bash cannot be started")
  }
  return process
}

func finish(_ process: pid_t, keys: String?, controller: Int32, files: (output: String, errors: String))
  -> Outcome
{
  var shown: [UInt8] = []
  if let keys {
    // The end of the input, for each question that is still open.
    var typed = Array((keys + String(repeating: "\u{4}", count: 8)).utf8)[...]
    var buffer = [UInt8](repeating: 0, count: 65_536)
    // The keys are typed at once. The terminal keeps them until they are read.
    while !typed.isEmpty {
      let count = typed.withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      typed = typed.dropFirst(count)
    }
    // Reading fails when the last process has closed the terminal.
    var ready = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    while poll(&ready, 1, 60_000) > 0, case let count = read(controller, &buffer, buffer.count), count > 0 {
      shown += buffer[..<count]
    }
    // A dialogue that waits for ever is killed, which its exit code shows.
    if ready.revents == 0 { kill(process, SIGKILL) }
    close(controller)
  }
  var status: Int32 = 0
  waitpid(process, &status, 0)
  let code = status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f)
  func content(_ path: String) -> [UInt8] { Array(FileManager.default.contents(atPath: path) ?? Data()) }
  if keys != nil { return Outcome(output: shown, errors: [], code: code) }
  return Outcome(output: content(files.output), errors: content(files.errors), code: code)
}

// MARK: The state before a line

/// 20 June 2026, 12:00 in Berlin.
let midday = 1_781_949_600.0

/// The files below `place` at one moment.
///
/// A folder is told from its copy by the inode of its file `device`. `held` has another name for that file, which keeps
/// the inode. Other files have one name: the tool refuses a log with two.
struct State {
  struct Entry {
    var isFolder: Bool
    var mode: mode_t
    var inode: UInt64
    var bytes: Data
  }

  var entries: [String: Entry] = [:]
  let held: String

  static func paths() -> [String] { FileManager.default.subpaths(atPath: place)?.sorted() ?? [] }

  static func isHeld(_ path: String) -> Bool { path.hasSuffix("/device") }

  static func information(_ path: String) -> stat? {
    var information = stat()
    return lstat(path, &information) == 0 ? information : nil
  }

  init(held: String) {
    self.held = held
    try? FileManager.default.createDirectory(atPath: held, withIntermediateDirectories: true)
    for path in Self.paths() {
      guard let information = Self.information(place + "/" + path) else { continue }
      let isFolder = information.st_mode & S_IFMT == S_IFDIR
      if !isFolder, Self.isHeld(path) { link(place + "/" + path, "\(held)/\(information.st_ino)") }
      entries[path] = Entry(
        isFolder: isFolder, mode: information.st_mode & 0o7777, inode: UInt64(information.st_ino),
        bytes: isFolder ? Data() : FileManager.default.contents(atPath: place + "/" + path) ?? Data())
    }
  }

  /// Whether files other than read models differ now.
  var hasChanged: Bool {
    let now = Self.paths().filter(isCompared)
    guard now == entries.keys.filter(isCompared).sorted() else { return true }
    return now.contains { path in
      guard let entry = entries[path], !entry.isFolder else { return false }
      return FileManager.default.contents(atPath: place + "/" + path) != entry.bytes
    }
  }

  func isCompared(_ path: String) -> Bool { !path.contains("/models") && !path.hasSuffix("-shm") }

  func restore() {
    for path in Self.paths().reversed() where entries[path] == nil { remove(place + "/" + path) }
    for (path, entry) in entries.sorted(by: { $0.key < $1.key }) {
      let full = place + "/" + path
      let information = Self.information(full)
      if entry.isFolder {
        if information == nil { mkdir(full, entry.mode) }
        chmod(full, entry.mode)
        continue
      }
      if Self.isHeld(path), information.map({ UInt64($0.st_ino) }) != entry.inode {
        remove(full)
        link("\(held)/\(entry.inode)", full)
      }
      if FileManager.default.contents(atPath: full) != entry.bytes {
        let file = open(full, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        _ = entry.bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        close(file)
      }
      chmod(full, entry.mode)
    }
  }
}

// MARK: Comparing

/// Replaces ids and digests by their number in the order of appearance, but for those in `known`.
func normalized(_ bytes: [UInt8], known: Set<String>) -> String {
  var labels: [String: Int] = [:]
  var result = ""
  var token = ""
  func finished() -> String {
    let isID = token.count >= 8 && token.allSatisfy { $0 == "-" || $0.isHexDigit && !$0.isUppercase }
    // A date is made of digits and hyphens, too.
    guard isID, token.count == 36 || !token.contains("-"), token.contains(where: \.isNumber),
      !known.contains(token)
    else { return token }
    let label = labels[token] ?? labels.count + 1
    labels[token] = label
    return "id#\(label)"
  }
  for character in String(decoding: bytes, as: UTF8.self) {
    if character == "-" || character.isASCII && (character.isLetter || character.isNumber) {
      token.append(character)
    } else {
      result += finished()
      result.append(character)
      token = ""
    }
  }
  return result + finished()
}

/// The first lines that differ, from shortly before the first difference.
func differences(_ old: String, _ new: String) -> [String] {
  let (old, new) = (old.components(separatedBy: "\n"), new.components(separatedBy: "\n"))
  return (0..<max(old.count, new.count)).lazy.filter { index in
    index >= min(old.count, new.count) || old[index] != new[index]
  }.prefix(4).flatMap { index in
    let lines = [old, new].map { index < $0.count ? $0[index] : "" }
    let skipped = max(0, lines[0].commonPrefix(with: lines[1]).count - 40)
    return zip("-+", lines).map { "    \($0) \(String($1.dropFirst(skipped).prefix(200)).debugDescription)" }
  }
}

enum Part: String, CaseIterable {
  case text
  case json = "JSON"
  case code = "exit code"
  case ledger
}
var counts: [Part: Int] = [:]
var runs = 0
var unused = Set<String>()

func compare(_ line: String, of kind: String, isJSON: Bool, keys: String?, state: State, known: Set<String>) {
  seed += 1
  runs += 1
  var outcomes: [Outcome] = []
  var ledgers: [[UInt8]?] = []
  for tool in tools {
    outcomes.append(run(line, tool: tool, isJSON: isJSON, keys: keys, seed: seed))
    let changed = state.hasChanged
    if changed {
      // The ledger afterwards, as the tool itself reads it, and the names of all files.
      let dump = run(
        "for f in L M N Z; do [[ ! -f $f/log.sqlite ]] || \"$EVENTS\" --ledger $f tail -n 1000000 --json; done 2>&1; "
          + "find . -type f ! -path '*/models/*' ! -name '*-shm' ! -name '*-wal' | LC_ALL=C sort",
        tool: tool, seed: seed)
      ledgers.append(dump.output)
    } else {
      ledgers.append(nil)
    }
    state.restore()
  }
  if prints {
    print("\(kind)\(isJSON ? " --json" : ""): \(line)")
    print(String(decoding: outcomes[0].output + outcomes[0].errors, as: UTF8.self), "\(outcomes[0].code)\n")
  }
  var found: [(Part, [String])] = []
  func check(_ part: Part, _ old: [UInt8], _ new: [UInt8]) {
    guard old != new else { return }
    let (old, new) = (normalized(old, known: known), normalized(new, known: known))
    if old != new { found.append((part, differences(old, new))) }
  }
  // Remarks on standard error are for people with --json, too.
  check(isJSON ? .json : .text, outcomes[0].output, outcomes[1].output)
  check(.text, outcomes[0].errors, outcomes[1].errors)
  if outcomes[0].code != outcomes[1].code {
    found.append((.code, ["    - \(outcomes[0].code)", "    + \(outcomes[1].code)"]))
  }
  check(.ledger, ledgers[0] ?? [], ledgers[1] ?? [])
  for (part, lines) in found {
    counts[part, default: 0] += 1
    print("\(kind)\(isJSON ? " --json" : ""): \(line)\n  \(part.rawValue)")
    for line in lines { print(line) }
  }
}

// MARK: The lines

struct Line {
  var kinds: Set<String>
  var text: String
  var keys: String?
}

/// Returns the lines of a file of cases.
///
/// `[KIND …]` names the ledgers of the lines after it. The keys in `KEYS => LINE` are typed at a terminal.
func lines(of file: String) throws -> [Line] {
  var kinds: Set<String> = []
  var result: [Line] = []
  for text in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init) {
    if text.hasPrefix("#") { continue }
    if text.hasPrefix("["), text.hasSuffix("]") {
      kinds = Set(text.dropFirst().dropLast().split(separator: " ").map(String.init))
    } else if let arrow = text.range(of: " => ") {
      let keys = text[..<arrow.lowerBound].replacing("\\n", with: "\n").replacing("\\d", with: "\u{4}")
      result.append(Line(kinds: kinds, text: String(text[arrow.upperBound...]), keys: String(keys)))
    } else {
      result.append(Line(kinds: kinds, text: text))
    }
  }
  return result
}

let all = try ["looks", "records", "exchange", "typed"].flatMap { try lines(of: "\(cases)/\($0)") }

// Each command of the tool is in the cases.
do {
  let script = run("\"$EVENTS\" help", tool: tools[1], seed: 1)
  let listed = String(decoding: script.output, as: UTF8.self).split(separator: "\n")
    .prefix { !$0.hasPrefix("Topics") }.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
    .map { String($0.split(separator: " ")[0]) }
  let joined = all.map(\.text).joined(separator: "\n")
  for command in listed where !joined.contains("events \(command)") && !joined.contains("\n\(command)") {
    unused.insert(command)
  }
}

setvbuf(stdout, nil, _IOLBF, 0)
let kinds = try String(contentsOfFile: cases + "/ledgers", encoding: .utf8).split(separator: "\n")
  .filter { $0.hasPrefix("make_") }.map { String($0.dropFirst(5).prefix { $0 != "(" }) }
for (number, kind) in kinds.enumerated() {
  let chosen = all.filter { line in
    (line.kinds.contains(kind) || line.kinds.contains("all"))
      && (words.isEmpty || words.contains { line.text.contains($0) })
  }
  if chosen.isEmpty { continue }
  try? FileManager.default.removeItem(atPath: place)
  for folder in ["", "/home", "/state"] {
    try FileManager.default.createDirectory(atPath: place + folder, withIntermediateDirectories: true)
  }
  let made = run("source '\(cases)/ledgers'; make_\(kind)", tool: tools[0], seed: 10_000 + number * 1_000)
  guard made.code == 0 else {
    print(String(decoding: made.output + made.errors, as: UTF8.self))
    print("the ledger “\(kind)” cannot be made: exit code \(made.code)")
    exit(1)
  }
  if prints { print("\(kind)\n" + String(decoding: made.output + made.errors, as: UTF8.self)) }
  let state = State(held: "\(work)/held-\(number)")
  let dump = run(
    "cat ids 2>/dev/null; \"$EVENTS\" --ledger L tail -n 1000000 --json; find .", tool: tools[0], seed: 2)
  state.restore()
  let known = Set(
    String(decoding: dump.output, as: UTF8.self).split { !$0.isHexDigit && $0 != "-" }.flatMap { token in
      [String(token), String(token.prefix(8))]
    })
  for line in chosen {
    compare(line.text, of: kind, isJSON: false, keys: line.keys, state: state, known: known)
    if line.keys == nil { compare(line.text, of: kind, isJSON: true, keys: nil, state: state, known: known) }
  }
}

for command in unused.sorted() { print("no line for the command “\(command)”") }
let parts = Part.allCases.map { "\(counts[$0] ?? 0) in \($0.rawValue)" }.joined(separator: ", ")
print("\(runs) runs of both, differences: \(parts)")
let failing = Part.allCases.filter { $0 != .text || !ignoresTexts }.contains { counts[$0] != nil }
exit(failing || !unused.isEmpty ? 1 : 0)
