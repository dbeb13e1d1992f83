public import LedgerDomain

/// The explanation of an error for a person: one sentence about what happened, and remedies.
///
/// A screen shows `message`, and a button for each remedy. The command line tool prints the same sentence, and each
/// remedy as a command line.
///
///     do { try book.perform(.save, on: receipt) } catch { alert = Refusal(error, in: locale) }
public struct Refusal: Error, Hashable, Sendable {
  /// The sorts of reason, each of which is an exit code of the command line tool.
  public enum Sort: String, CaseIterable, Hashable, Sendable {
    /// Something was named that does not exist, or that several things are called.
    case notFound
    /// A value is not valid, such as a date that the calendar does not have.
    case invalidValue
    /// An argument is missing, or is set elsewhere.
    case misuse
    /// A rule of the ledger refuses it.
    case refused
    /// A file is damaged, or a newer version wrote it.
    case unreadable
    /// Nothing may be written there.
    case forbidden
    /// Reading or writing failed.
    case failed
    /// Another process or a service is in the way. Try again.
    case busy
    /// The person ended it.
    case interrupted
    /// The program itself is wrong.
    case defect
  }

  /// The sort of reason.
  public let sort: Sort
  /// The sentence without a capital and a full stop, in the ledger's notation.
  ///
  /// It contains no path, identifier or command.
  public let sentence: String
  /// The part for a terminal or a log: a path, an identifier, or the text of another program.
  public let detail: String?
  /// Whether the person may wonder if something was recorded. Nothing was.
  public let recordedNothing: Bool
  /// The next steps that help, the best one first. Empty if nothing helps or nothing needs to be done.
  public let remedies: [Remedy]

  /// Creates an explanation.
  package init(
    _ sort: Sort, _ sentence: String, detail: String? = nil, recordedNothing: Bool = false,
    _ remedies: Remedy...
  ) {
    self.init(sort, sentence, detail: detail, recordedNothing: recordedNothing, remedies: remedies)
  }

  package init(
    _ sort: Sort, _ sentence: String, detail: String? = nil, recordedNothing: Bool = false, remedies: [Remedy]
  ) {
    self.sort = sort
    self.sentence = sentence
    self.detail = detail
    self.recordedNothing = recordedNothing
    self.remedies = remedies
  }
}

/// An error that explains itself. Every error type of the package conforms to it.
public protocol Explained: Error {
  /// Returns the explanation.
  ///
  /// - Parameter locale: The ledger's notation of amounts and dates, or `nil` for the canonical one.
  func refusal(in locale: LedgerLocale?) -> Refusal
}

extension Refusal {
  /// The explanation of any error. An error of another package gets a general one.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - locale: The ledger's notation of amounts and dates, or `nil` for the canonical one.
  public init(_ error: any Error, in locale: LedgerLocale? = nil) {
    if let error = error as? any Explained {
      self = error.refusal(in: locale)
    } else if error is CancellationError {
      self = Refusal(.interrupted, "this was cancelled")
    } else {
      self = Refusal(.defect, "unexpected error", detail: "\(error)", .tryAgain, .report)
    }
  }

  /// The sentence with its detail, such as `there is no such file: /tmp/a.pdf`.
  package var line: String {
    detail.map { "\(sentence)\(sentence.contains(": ") ? ";" : ":") \($0)" } ?? sentence
  }

  /// The sentence for an alert, with a capital and a full stop.
  public var message: String {
    sentence.asSentence + (recordedNothing ? " Nothing was recorded." : "")
  }

  /// The remedies as sentences for an alert, or `nil` without remedies.
  public var suggestion: String? {
    remedies.isEmpty ? nil : remedies.map(\.title.asSentence).joined(separator: " ")
  }

  /// Returns the explanation after a part of the work was recorded, with another last remedy.
  package func afterRecording(_ remedy: Remedy) -> Refusal {
    Refusal(
      sort, sentence, detail: detail, recordedNothing: false,
      remedies: remedies.filter { $0 != .tryAgain } + [remedy])
  }

  /// Returns the explanation with remedies for the record that a command was about.
  ///
  /// - Parameter id: The id of a transaction, or the beginning of it that is shown.
  public func about(record id: String) -> Refusal {
    Refusal(
      sort, sentence, detail: detail, recordedNothing: recordedNothing,
      remedies: remedies.map { $0.about(record: id) })
  }

  /// Returns the explanation with another sentence before its own.
  package func about(_ subject: String) -> Refusal {
    Refusal(
      sort, "\(subject): \(sentence)", detail: detail, recordedNothing: recordedNothing, remedies: remedies)
  }
}

extension Refusal: CustomStringConvertible {
  /// The message and the suggestion.
  public var description: String { [message, suggestion].compactMap { $0 }.joined(separator: " ") }
}

extension Refusal: Explained {
  /// Returns this explanation.
  public func refusal(in locale: LedgerLocale?) -> Refusal { self }
}

extension String {
  /// The text with a capital at its beginning and a full stop at its end.
  fileprivate var asSentence: String {
    prefix(1).uppercased() + dropFirst() + (hasSuffix("…") || hasSuffix("?") ? "" : ".")
  }
}

/// The notation of the values in an explanation: the ledger's, or the canonical one.
struct RefusalNotation {
  let locale: LedgerLocale?

  func money(_ money: Money) -> String { locale?.money(money) ?? money.description }
  func date(_ date: CivilDate) -> String { locale?.date(date) ?? date.iso }
  func month(_ month: CivilMonth) -> String { locale?.month(month) ?? month.iso }
}

extension [String] {
  /// The texts with commas and "and" between them.
  var joinedByAnd: String { joined(by: "and") }

  /// The texts with commas and a word before the last one.
  func joined(by word: String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " \(word) " + last
  }
}
