import EventLog
import Foundation
import Ledger
import LedgerAnswers
import LedgerAudit
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerMirror
import LedgerPlatform
import LedgerSQLite
import Testing

@testable import events

/// A refusal has a reason and advice (Design, section 2, and FF-26).
@Suite("Refusals and their remedies")
struct RefusalTests {
  /// What no sentence for a person contains. Paths and identifiers are details.
  private static let forbidden = [
    "`", "--", "/a", "/private", "SELECT 1", "errno", "nil", "stream", "  ", "Optional", "disk image",
    ErrorExamples.id.description,
  ]

  /// Whether a text names a command of the tool.
  private static func namesCommand(_ text: String) -> Bool {
    Command.all.contains { text.contains("events \($0.word) ") || text.hasSuffix("events \($0.word)") }
  }

  @Test("FF-26 Each sentence is one clause for a person, without a command, a path or an identifier")
  func sentences() {
    for error in ErrorExamples.all {
      for locale in [nil, LedgerLocale("de_DE")] {
        let sentence = error.refusal(in: locale).sentence
        let names = ["YNAB", "To Budget", "EUR", "JPY", "SQLite"]
        #expect(!sentence.hasSuffix("."), "\(sentence)")
        #expect(
          sentence.first?.isUppercase != true || names.contains { sentence.hasPrefix($0) }, "\(sentence)")
        #expect(sentence.count <= 140 && sentence.count > 6, "\(sentence.count): \(sentence)")
        // What a person typed may contain anything.
        if case Rejection.invalid = error { continue }
        for part in Self.forbidden { #expect(!sentence.contains(part), "\(part) in: \(sentence)") }
        #expect(!Self.namesCommand(sentence), "\(sentence)")
      }
    }
  }

  @Test("A screen has a sentence, and titles of buttons that name no command, path or identifier")
  func titles() {
    for error in ErrorExamples.all {
      let refusal = error.refusal(in: nil)
      #expect(
        refusal.message.hasSuffix(".") && refusal.message.first?.isLowercase == false, "\(refusal.message)")
      #expect(refusal.remedies.count <= 2, "\(refusal)")
      for remedy in refusal.remedies {
        let title = remedy.title
        #expect(title.first?.isUppercase == true && !title.hasSuffix(".") && title.count <= 110, "\(title)")
        #expect(!title.contains("`") && !Self.namesCommand(title), "\(title)")
      }
    }
  }

  @Test("Each remedy that has a command is a command line that the tool accepts")
  func commands() throws {
    var count = 0
    for error in ErrorExamples.all {
      for locale in [nil, LedgerLocale("de_DE")] {
        for remedy in error.refusal(in: locale).remedies {
          guard let line = remedy.commandLine(in: locale), line.hasPrefix("events ") else { continue }
          count += 1
          let words = try #require(FigureWords.split(String(line.dropFirst(7))))
          #expect(throws: Never.self, "\(line)") { try ArgumentParser().parse(words) }
        }
      }
    }
    #expect(count > 150)
  }

  @Test("Each step of an answer is a command line that the tool accepts, and has a title")
  func steps() throws {
    let declared = try ErrorCases.cases(of: "Step", in: "LedgerBook/Errors/Step.swift")
    #expect(declared == Set(StepExamples.all.map { ErrorCases.name(of: $0) }))
    for step in StepExamples.all {
      let line = step.commandLine(in: LedgerLocale("de_DE"))
      #expect(line.hasPrefix("events ") && step.title.first?.isUppercase == true, "\(line)")
      // These need a word more, which the sentence after the step names.
      guard ![.why, .linkCategories, .settle("3f2a1b9c", field: "amount")].contains(step) else {
        continue
      }
      #expect(throws: Never.self, "\(line)") {
        try ArgumentParser().parse(CopiedCommandsTests.words(of: String(line.dropFirst(7))))
      }
    }
  }

  @Test("A remedy names the record that the command was about")
  func records() throws {
    for error in ErrorExamples.rejections {
      let lines = error.refusal(in: nil).about(record: "3f2a1b9c").remedies.compactMap {
        $0.commandLine(in: nil)
      }
      // The rule of a receipt is another record.
      let unnamed = lines.filter { ($0 + " ").contains(" R ") && $0 != "events rule restore R" }
      #expect(unnamed.isEmpty, "\(unnamed)")
    }
    #expect(
      Rejection.isNotDraft(.deleted).refusal(in: nil).about(record: "3f2a1b9c").remedies
        == [.restore(.transaction, "3f2a1b9c")])
  }

  @Test("A name that begins with a dash is printed as the tool reads it back")
  func dashes() throws {
    for remedy in [
      Remedy.create(.account, named: "-x"), .rename(.goal, named: "--json"), .moveMoney(from: "-Giro"),
      .header(named: "-h"), .budget(category: "-b"), .reopen(.account, named: "-x y"), .begin(folder: "-x"),
      .next(.cover(category: "-c", nil, .usd)), .next(.sync(folder: "-f")), .join(folder: "-j"),
      .next(.moreReceipts(group: "-g", after: "5")),
      .next(.budgetLess(category: "-b", ErrorExamples.euros, nil, nil)),
    ] {
      let line = try #require(remedy.commandLine(in: nil))
      let request = try ArgumentParser().parse(CopiedCommandsTests.words(of: String(line.dropFirst(7))))
      guard case .run(_, let arguments) = request else {
        Issue.record("\(line)")
        continue
      }
      let values = arguments.operands + arguments.options.map(\.value)
      #expect(values.contains { $0.hasPrefix("-") && $0.count > 1 }, "\(line)")
    }
  }

  @Test("A name in a command line is one word of a shell")
  func names() throws {
    for name in ["R&D costs", "Rock 'n' Roll", "a;b", "$HOME", "Café", "a\"b"] {
      let line = try #require(Remedy.create(.account, named: name).commandLine(in: nil))
      #expect(FigureWords.split(line) == ["events", "account", "open", name], "\(line)")
    }
  }

  @Test("Every case of every public or package error type is explained")
  func everyCase() throws {
    let examples = Set(
      ErrorExamples.all.map { error in
        let type = String(reflecting: type(of: error)).split(separator: ".").last.map(String.init) ?? ""
        let label = Mirror(reflecting: error).displayStyle == .enum ? ErrorCases.name(of: error) : ""
        return label.isEmpty ? type : "\(type).\(label)"
      })
    let declared = try ErrorCases.declared()
    #expect(declared.count > 200, "\(declared.count)")
    // The error of a book for an app is made of these, and a refusal is its own.
    // A reader that follows a log which was moved goes on with the next one.
    // Cases without values whose description is a text cannot be told apart here.
    let other: Set = [
      "StorageError", "Refusal", "AmountError.empty", "AmountError.overflow", "EntryProblem.openQuote",
      "EntryProblem.tooLong", "EntryProblem.oneSidedTransfer", "MovedLog", "EventLogError.inSnapshot",
      // An import asks it, and a reading that fails tells it in its reason.
      "BankFileQuestion", "BadLine",
    ]
    let missing = declared.subtracting(examples).subtracting(other)
    #expect(missing.isEmpty, "\(missing.sorted())")
  }

  @Test("Each error type of the sources is explained, or never leaves its module")
  func everyType() throws {
    let (types, explained) = try ErrorCases.types()
    #expect(types.count > 40 && types.isSuperset(of: ["SyncError", "NoteError", "Failure"]), "\(types)")
    let inside: Set = [
      // A module catches these itself, or returns them in a `Result`.
      "BankFileQuestion", "BadLine", "RowProblem", "AmountProblem", "SegmentFault", "HeldChange", "Stop",
      "Stopped", "DryRun", "Abandoned", "Ahead", "IsFull",
      // The tool prints it.
      "Failure",
    ]
    #expect(types.subtracting(explained) == inside)
  }

  @Test("The sentence of each error is its localized description, and the tool prints the same")
  func localizedDescriptions() {
    for error in ErrorExamples.all {
      let failure = explanation(of: error)
      let refusal = error.refusal(in: nil)
      #expect(failure.message.hasPrefix(refusal.sentence), "\(failure.message)")
      // These are errors of the tool and of the mirror, which an app cannot call.
      if error is OutputFailure || error is UnreadableText || error is PartlyDone || error is MirrorError {
        continue
      }
      let text = (error as any Error).localizedDescription
      #expect(text == refusal.message, "\(type(of: error))")
      #expect(!text.contains("could not be completed") && !text.contains("couldn’t be completed"))
      #expect(!text.contains("\(type(of: error))") && !text.contains("went wrong"), "\(text)")
      #expect((error as any Error as? any LocalizedError)?.recoverySuggestion == refusal.suggestion)
    }
    #expect(Refusal(CancellationError()).message == "This was cancelled.")
  }

  @Test("Each case of a remedy and of an undo's remark is among the examples")
  func everyRemedy() throws {
    let remedies = Set(
      ErrorExamples.all.flatMap { $0.refusal(in: nil).remedies }.map { ErrorCases.name(of: $0) })
    // A next step of an answer is no remedy of every error.
    let declared = try ErrorCases.cases(of: "Remedy", in: "LedgerBook/Errors/Remedy.swift").subtracting(["next"]
    )
    #expect(declared.count > 30 && declared.subtracting(remedies).isEmpty, "\(declared.subtracting(remedies))")
    let undoing = "LedgerDomain/Kind/Undoing.swift"
    let remarks = Set(ErrorExamples.remarks.map { ErrorCases.name(of: $0) })
    #expect(try ErrorCases.cases(of: "UndoRemark", in: undoing) == remarks)
    let obstacles = Set(ErrorExamples.obstacles.map { ErrorCases.name(of: $0) })
    #expect(try ErrorCases.cases(of: "UndoObstacle", in: undoing) == obstacles)
  }

  @Test("Amounts and dates are in the ledger's notation, everywhere")
  func notation() throws {
    let german = try #require(LedgerLocale("de_DE"))
    for rejection in ErrorExamples.rejections {
      let canonical = rejection.refusal(in: nil)
      let texts = [canonical.sentence] + canonical.remedies.map(\.title)
      let refusal = rejection.refusal(in: german)
      let others = [refusal.sentence] + refusal.remedies.map(\.title)
      for (text, other) in zip(texts, others) {
        if case .invalid = rejection { continue }
        #expect(text.contains("1234.50 EUR") == other.contains("1.234,50\u{a0}€"), "\(other)")
        #expect(text.contains("2026-06-14") == other.contains(german.date(ErrorExamples.day("2026-06-14"))))
      }
    }
    let missing = Rejection.missingToSave([.total]).refusal(in: german)
    #expect(Failure(missing, in: german).advice == ["Set the total: events correct R total 84,50"])
  }

  @Test("The exit code follows from the sort of a refusal")
  func codes() {
    let codes = Set(Refusal.Sort.allCases.map { ExitCode($0) })
    #expect(
      codes == [.noInput, .dataError, .usage, .no, .cannotCreate, .ioError, .tryAgain, .interrupted, .software])
    for error in ErrorExamples.all {
      let refusal = error.refusal(in: nil)
      if case .defect = refusal.sort { #expect(error is SQLiteError || error is BookError, "\(refusal)") }
    }
  }

  @Test("A message keeps the typed text unchanged, and a failure of the disk tells that nothing was recorded")
  func typedText() {
    let invalid = Refusal(Rejection.invalid(field: .date, value: "soon; or `later`", expected: "a date"))
    #expect(
      invalid.message == "“soon; or `later`” is not a valid date." && invalid.suggestion == "Enter a date.")
    let full = Refusal(FileError(operation: "write", path: "x", code: ENOSPC))
    #expect(full.message == "The disk is full. Nothing was recorded.")
    #expect(full.message == Refusal(SQLiteError(extendedCode: 13, message: "", action: "step")).message)
    #expect(Refusal(AmountError.overflow).suggestion == nil)
    #expect(Refusal(NSError(domain: "NSPOSIXErrorDomain", code: 28)).sort == .defect)
  }
}
