import EventLog
import Foundation
import LedgerTestSupport
import Testing

@testable import events

/// What only a process shows: signals, closed streams, other users, other writers.
@Suite("The built tool", .serialized)
struct ProcessTests {
  @Test("A reader that goes ends it in silence with 0")
  func closedPipe() throws {
    let outcome = try BuiltTool.shell("$events completions zsh | true; echo ${PIPESTATUS[0]}")
    #expect(outcome.output == "0\n" && outcome.errors.isEmpty)
    let head = try BuiltTool.shell("for i in {1..20}; do $events help | head -1; done; echo ${PIPESTATUS[0]}")
    #expect(head.output.hasSuffix("\n0\n") && head.errors.isEmpty)
  }

  @Test("Closed output: 74 and a clean message")
  func noOutput() throws {
    let closed = try BuiltTool.shell("$events help >&-")
    #expect(
      closed.code == 74 && closed.errors == "events: cannot write to standard output: Bad file descriptor\n")
  }

  @Test(
    "Output to a full device: 74 and a clean message",
    .enabled(if: InstalledProgram.hasFullDevice, "needs /dev/full"))
  func fullDevice() throws {
    let full = try BuiltTool.shell("$events help > /dev/full")
    #expect(full.code == 74)
    #expect(full.errors == "events: cannot write to standard output: No space left on device\n")
  }

  @Test("Closed streams never receive what belongs into the ledger")
  func closedStreams() throws {
    let ledger = try Ledger(begun: false)
    // A batch writes while the ledger's files are open.
    let line = "{\"id\":\"a\",\"text\":\"Summe EUR 5,00\"}"
    let batch = try ledger.file("batch.ndjson", line)
    let outcome = try BuiltTool.shell(
      """
      $events init --currency EUR <&- >&- 2>&-
      $events capture --batch '\(batch)' --json <&- >&- 2>&-; echo $?
      $events status | grep log.head; $events verify; grep -lr Summe "$EVENTS_LEDGER"
      """, environment: ["EVENTS_LEDGER": ledger.path])
    #expect(outcome.output.hasPrefix("74\nAll is well"), "\(outcome.output)\(outcome.errors)")
  }

  @Test("A file-size limit is a message and not a signal")
  func fileSizeLimit() throws {
    let ledger = try Ledger(begun: false)
    let outcome = try BuiltTool.shell(
      "ulimit -f 8; $events init --currency EUR", environment: ["EVENTS_LEDGER": ledger.path])
    #expect(outcome.code == 74, "\(outcome.code) \(outcome.errors)")
    #expect(outcome.errors.hasPrefix("events: "))
  }

  @Test("An interrupt ends with 130")
  func interrupt() throws {
    let ledger = try Ledger()
    let outcome = try BuiltTool.shell(
      """
      set -m
      $events tail -f > /dev/null & tail=$!
      sleep 0.3; kill -INT $tail; wait $tail; echo $?
      """, environment: ["EVENTS_LEDGER": ledger.path])
    #expect(outcome.output == "130\n")
  }

  /// Waits for words in a file, so that no test depends on how fast the tool is.
  private static let waitFor = """
    wait_for() { for i in {1..300}; do grep -qF -- "$1" "$2" && return; sleep 0.05; done; echo "no '$1' in:"; cat "$2"; }
    """

  @Test("ET-02 An interrupt between two entries ends with 130, and what was entered is on record")
  func interruptedEntries() throws {
    let ledger = try Ledger()
    let outcome = try BuiltTool.shell(
      """
      set -m; cd "$EVENTS_LEDGER/.."; \(Self.waitFor)
      mkfifo in; touch out; $events add --repeat < in > out & tool=$!
      exec 3> in; printf 'taxi 5 cash\\nfood 6 card\\nfood 7 ' >&3
      wait_for €6.00 out
      kill -INT $tool; wait $tool; echo "code $?"
      $events receipts --json | wc -l; $events verify
      """, environment: ["EVENTS_LEDGER": ledger.path])
    let lines = outcome.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines.first == "code 130" && lines.dropFirst().first == "2", "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("All is well"), "\(outcome.output)")
  }

  @Test(
    "IE-23 Ctrl-C on a terminal ends a review and a series of entries with 130; what was answered is on record",
    .enabled(if: hasScript, "needs script(1)"))
  func interruptedDialogues() throws {
    let ledger = try Ledger()
    let id = try ledger.capture(
      try String(contentsOfFile: Repository.receipt("rewe-city-berlin.txt"), encoding: .utf8))
    let outcome = try BuiltTool.shell(
      """
      cd "$EVENTS_LEDGER/.."; \(Self.waitFor)
      mkfifo in; touch out
      script -qec "exec $events review \(id)" /dev/null < in > out & job=$!
      exec 3> in; wait_for 'total> ' out
      printf '79.50\\n' >&3; wait_for 'currency> ' out; printf '\\003' >&3
      wait $job; echo "review $?"; exec 3>&-; : > out
      script -qec "exec $events add --repeat" /dev/null < in > out & job=$!
      exec 3> in; wait_for '> ' out
      printf 'taxi 5 cash\\ny\\n' >&3; wait_for '€5.00' out;
      for i in {1..300}; do [[ $($events receipts --json | wc -l) -gt 0 ]] && break; sleep 0.05; done
      printf '\\003' >&3; wait $job; echo "entries $?"
      """, environment: ["EVENTS_LEDGER": ledger.path])
    #expect(
      outcome.output.contains("review 130") && outcome.output.contains("entries 130"), "\(outcome.output)")
    let draft = try ledger.json("receipt", id)
    let amount = draft["amount"] as? [String: Any]
    #expect(amount?["minorUnits"] as? Int == 7_950 && draft["state"] as? String == "draft", "\(draft)")
    #expect(ledger.run("receipts", "--json").lines.count == 1)
    #expect(ledger.run("verify").code == .ok)
  }

  @Test("A second writer waits for the first, and gives up after five seconds with 75", .tags(.slow))
  func secondWriter() throws {
    let ledger = try Ledger()
    let log = try LedgerLog.open(ledger.path, mode: .readWrite)
    try log.write { _ in
      let busy = try BuiltTool.shell("$events group create X", environment: ["EVENTS_LEDGER": ledger.path])
      #expect(busy.code == 75, "\(busy.errors)")
      #expect(busy.errors.contains("another program") && busy.errors.lowercased().contains("try again"))
      // Reading goes on meanwhile.
      let reading = try BuiltTool.shell("$events groups", environment: ["EVENTS_LEDGER": ledger.path])
      #expect(reading.code == 0, "\(reading.errors)")
    }
    try log.close()
    #expect(ledger.run("group", "create", "X").code == .ok)
  }

  @Test("Four writers at once all get through")
  func manyWriters() throws {
    let ledger = try Ledger()
    let outcome = try BuiltTool.shell(
      """
      for writer in 1 2 3 4; do
        for i in 1 2 3 4 5; do $events add --amount $i --category food --payment card >/dev/null || echo failed; done &
      done
      wait
      $events receipts --all --json | wc -l
      """, environment: ["EVENTS_LEDGER": ledger.path])
    #expect(outcome.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) } == ["20"])
    #expect(ledger.run("verify").code == .ok)
  }

  @Test("A following tail shows what another process records")
  func follow() throws {
    let ledger = try Ledger()
    let outcome = try BuiltTool.shell(
      """
      $events tail -f -n 0 > "$EVENTS_LEDGER.out" & tail=$!
      sleep 0.4
      $events group create Berlin > /dev/null
      for i in {1..50}; do grep -q GroupCreated "$EVENTS_LEDGER.out" && break; sleep 0.1; done
      kill $tail; cat "$EVENTS_LEDGER.out"
      """, environment: ["EVENTS_LEDGER": ledger.path])
    #expect(outcome.output.contains("GroupCreated") && outcome.output.contains("Berlin"))
  }

  @Test("On a terminal a deletion asks first, and no is no", .enabled(if: hasScript, "needs script(1)"))
  func question() throws {
    let ledger = try Ledger()
    let id = try ledger.add("5.00", "--vendor", "Kiosk")
    func delete(_ answer: String) throws -> BuiltTool.Outcome {
      try BuiltTool.shell(
        "echo \(answer) | script -qec \"$events delete \(id)\" /dev/null",
        environment: ["EVENTS_LEDGER": ledger.path])
    }
    let no = try delete("n")
    #expect(no.output.contains("Delete Kiosk") && no.output.contains("[y/N]"))
    #expect(try ledger.json("receipt", id)["state"] as? String == "saved")
    _ = try delete("y")
    #expect(try ledger.json("receipt", id)["state"] as? String == "deleted")
  }

  private static var hasScript: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/script") }
}

/// What folders and disks do to it.
@Suite("Folders and disks", .serialized)
struct FolderTests {
  @Test("A newer ledger: 65, and nothing is changed")
  func newerLedger() throws {
    let ledger = try Ledger()
    // user_version is the number at byte 60 of the file (sqlite.org/fileformat.html).
    try ledger.overwrite("log.sqlite", at: 60, [0, 0, 3, 231])
    let before = try Data(contentsOf: URL(fileURLWithPath: ledger.path + "/log.sqlite"))
    let outcome = ledger.run("groups")
    #expect(outcome.code == .dataError && outcome.errors.contains("newer version"))
    #expect(ledger.run("add", "--amount", "5", "--category", "food", "--payment", "card").code == .dataError)
    #expect(try Data(contentsOf: URL(fileURLWithPath: ledger.path + "/log.sqlite")) == before)
  }

  @Test("Bars are drawn in ASCII where the locale is C, by the first of LC_ALL, LC_CTYPE and LANG that is set")
  func plainLocale() throws {
    let ledger = try Ledger()
    _ = try ledger.add("5.00")
    for (locale, isPlain) in [
      ([:], false), (["LANG": "C"], true), (["LC_CTYPE": "POSIX", "LANG": "en_GB.UTF-8"], true),
      (["LC_ALL": "C.UTF-8", "LANG": "C"], false), (["LC_ALL": "C", "LC_CTYPE": "C.UTF-8"], true),
    ] {
      let outcome = try BuiltTool.shell(
        "$events --ledger '\(ledger.path)' analysis --all --kind expense", environment: locale)
      #expect(outcome.code == 0 && outcome.output.contains("#") == isPlain, "\(locale): \(outcome.output)")
      #expect(outcome.output.contains("█") == !isPlain, "\(locale): \(outcome.output)")
    }
  }

  @Test("verify reports a damaged file and exits with 1")
  func damagedFile() throws {
    let ledger = try Ledger()
    for _ in 0..<30 { _ = try ledger.add("5.00", "--note", String(repeating: "note ", count: 50)) }
    let log = URL(fileURLWithPath: ledger.path + "/log.sqlite")
    var bytes = try Data(contentsOf: log)
    let place = try #require(bytes.lastRange(of: Data("note note".utf8))?.lowerBound)
    bytes[place] ^= 1
    try bytes.write(to: log)
    let outcome = ledger.run("verify")
    #expect(outcome.code == .no, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("position"))
  }

  @Test("With a truncated log, no command crashes or reports success")
  func truncatedFile() throws {
    let ledger = try Ledger()
    for _ in 0..<30 { _ = try ledger.add("5.00", "--note", String(repeating: "note ", count: 50)) }
    let handle = try #require(FileHandle(forUpdatingAtPath: ledger.path + "/log.sqlite"))
    try handle.truncate(atOffset: 20_000)
    try handle.close()
    for command in ["verify", "add", "status"] {
      let arguments =
        command == "add" ? ["add", "--amount", "5", "--category", "food", "--payment", "card"] : [command]
      let outcome = ledger.run(arguments)
      #expect(
        outcome.code != .ok && outcome.code != .software, "\(command): \(outcome.output)\(outcome.errors)")
    }
  }

  @Test("A missing scan is found by verify")
  func missingScan() throws {
    let ledger = try Ledger()
    #expect(ledger.run("capture", Repository.receipt("rewe-city-berlin.png")).code == .ok)
    #expect(ledger.run("verify").code == .ok)
    try FileManager.default.removeItem(atPath: ledger.path + "/attachments")
    #expect(ledger.run("verify").code == .no)
  }

  @Test("Read models that are gone or nonsense come back")
  func modelsComeBack() throws {
    let ledger = try Ledger()
    _ = try ledger.add("5.00")
    let before = ledger.run("receipts").output
    for name in try FileManager.default.contentsOfDirectory(atPath: ledger.path + "/models")
    where name.hasSuffix(".sqlite") {
      try Data("nonsense".utf8).write(to: URL(fileURLWithPath: ledger.path + "/models/" + name))
    }
    #expect(ledger.run("receipts").output == before)
    try FileManager.default.removeItem(atPath: ledger.path + "/models")
    #expect(ledger.run("receipts").output == before)
  }

  @Test("--read-only writes nothing in the folder, and recording is refused with 73")
  func readOnly() throws {
    let ledger = try Ledger()
    _ = try ledger.add("5.00")
    try FileManager.default.removeItem(atPath: ledger.path + "/models")
    let before = try ledger.files()
    let listed = ledger.run("--read-only", "receipts")
    #expect(listed.code == .ok && listed.output.contains("€5.00"), "\(listed.errors)")
    #expect(ledger.run("--read-only", "status").output.contains("read only"))
    #expect(ledger.run("--read-only", "verify").code == .ok)
    let refused = ledger.run("--read-only", "group", "create", "X")
    #expect(refused.code == .cannotCreate && refused.errors.contains("reading only"))
    let after = try ledger.files()
    #expect(after == before)
  }

  @Test(
    "A folder that cannot be written can be read; recording is refused with 73",
    .enabled(
      if: getuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv"),
      "needs setpriv(1) as root"))
  func readOnlyFolder() throws {
    let ledger = try Ledger()
    _ = try ledger.add("5.00")
    let script = """
      chmod -R a+rX,a-w "$EVENTS_LEDGER"; chmod a+rX "$EVENTS_LEDGER/.."
      run() { if [[ $(id -u) == 0 ]]; then setpriv --reuid=65534 --regid=65534 --clear-groups "$events" "$@"; else "$events" "$@"; fi; }
      run receipts; echo "read $?"
      run group create X; echo "wrote $?"
      chmod -R u+w "$EVENTS_LEDGER"
      """
    let outcome = try BuiltTool.shell(script, environment: ["EVENTS_LEDGER": ledger.path])
    #expect(outcome.output.contains("read 0"), "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("wrote 73"), "\(outcome.output)\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("events: "), "\(outcome.errors)")
  }

  @Test(
    "A full disk: 74 and a clean message, nothing is lost, and it goes on when there is room",
    .enabled(if: canMount, "needs root, to mount a small disk"))
  func fullDisk() throws {
    let script = """
      disk="$(mktemp -d)"; mount -t tmpfs -o size=1m none "$disk" || exit 99
      trap 'umount "$disk"; rmdir "$disk"' EXIT
      export EVENTS_LEDGER="$disk/ledger"
      "$events" init --currency EUR >/dev/null
      note="$(printf 'n%.0s' {1..10000})"; count=0
      while "$events" add --amount 5 --category food --payment card --note "$note" >/dev/null 2>"$disk.err"; do
        count=$((count + 1)); [[ $count -lt 500 ]] || exit 98
      done
      "$events" add --amount 5 --category food --payment card --note "$note" >/dev/null; echo "full $?"
      mount -o remount,size=8m "$disk"
      "$events" add --amount 5 --category food --payment card >/dev/null && count=$((count + 1)); echo "room $?"
      [[ $("$events" receipts --all --json | wc -l) == "$count" ]] && echo whole
      "$events" verify; cat "$disk.err" >&2; rm -f "$disk.err"
      """
    let outcome = try BuiltTool.shell(script)
    #expect(
      outcome.output.contains("full 74") && outcome.output.contains("room 0"),
      "\(outcome.output)\(outcome.errors)")
    #expect(
      outcome.output.contains("whole") && outcome.output.contains("All is well"),
      "\(outcome.output)\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("events: ") && outcome.errors.contains("full"), "\(outcome.errors)")
  }

  private static var canMount: Bool {
    #if os(Linux)
      guard getuid() == 0 else { return false }
      let script = "d=$(mktemp -d); mount -t tmpfs -o size=64k none $d && umount $d; s=$?; rmdir $d; exit $s"
      return (try? BuiltTool.shell(script).code) == 0
    #else
      false
    #endif
  }

  @Test("The folder is 0700 and its files are 0600")
  func permissions() throws {
    let ledger = try Ledger()
    #expect(ledger.run("capture", Repository.receipt("taxi-new-york.png")).code == .ok)
    let manager = FileManager.default
    #expect(try manager.attributesOfItem(atPath: ledger.path)[.posixPermissions] as? Int == 0o700)
    let enumerator = try #require(manager.enumerator(atPath: ledger.path))
    for case let name as String in enumerator {
      let attributes = try manager.attributesOfItem(atPath: "\(ledger.path)/\(name)")
      let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
      #expect(attributes[.posixPermissions] as? Int == (isFolder ? 0o700 : 0o600), "\(name)")
    }
  }
}

extension Tag {
  @Tag static var slow: Self
}

extension Ledger {
  /// Overwrites bytes of a file of the ledger.
  func overwrite(_ name: String, at offset: UInt64, _ bytes: [UInt8]) throws {
    let handle = try #require(FileHandle(forUpdatingAtPath: "\(path)/\(name)"))
    try handle.seek(toOffset: offset)
    try handle.write(contentsOf: Data(bytes))
    try handle.close()
  }

  /// Every file with its bytes.
  func files() throws -> [String: Data] {
    var files: [String: Data] = [:]
    let enumerator = try #require(FileManager.default.enumerator(atPath: path))
    for case let name as String in enumerator {
      files[name] = FileManager.default.contents(atPath: "\(path)/\(name)") ?? Data()
    }
    return files
  }
}
