internal import EventLog
internal import LedgerBytes
public import LedgerDomain
internal import LedgerPlatform
internal import LedgerProjections
internal import LedgerSQLite

/// The text of any error of the ledger for a screen: what is wrong, and what the person can do.
///
/// Sentences with their full stops, in English. No code of a library, no path, no command of the command line
/// tool.
///
///     do { try book.perform(.save, on: receipt) } catch { alert = ScreenWords(error, in: locale) }
public struct ScreenWords: Hashable, Sendable {
  /// A sentence about what is wrong.
  public let message: String
  /// A sentence about what to do, or `nil` if nothing needs to be done.
  public let suggestion: String?

  init(_ message: String, _ suggestion: String?) {
    self.message = message
    self.suggestion = suggestion
  }

  /// The text for an error of a `Book` or an `AsyncBook`. Any other error gets a general text.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - locale: The ledger's notation of amounts and dates, or `nil` for the canonical one.
  public init(_ error: any Error, in locale: LedgerLocale? = nil) {
    self =
      switch error {
      case let rejection as Rejection: rejection.screenWords(in: locale)
      case let refused as RefusedCommand: refused.rejection.screenWords(in: locale)
      case let error as BookError: error.screenWords
      case let error as StorageError: error.words
      case let error as EventLogError: error.screenWords
      case let error as ModelError: error.screenWords
      case let error as FileError: error.screenWords
      case let error as SQLiteError: error.screenWords
      case let error as GenerationStopped: error.screenWords
      case let error as AmountError: Self.sentences(error.message(in: locale ?? .default))
      case is CursorError: Self("The list has changed meanwhile.", "Load it again from its beginning.")
      case is CancellationError: Self("This was cancelled.", nil)
      default: Self("Something went wrong.", "Try again. If it goes on, restart the app.")
      }
  }

  /// Words of the form `what is wrong; what to do` as two sentences.
  static func sentences(_ words: String, suggestion: String? = nil) -> ScreenWords {
    // The last one: the typed text comes before it and may contain any character.
    let end = words.range(ofLast: "; ")
    let message = end.map { String(words[..<$0.lowerBound]) } ?? words
    let rest = end.map { String(words[$0.upperBound...]) }
    return ScreenWords(sentence(message), suggestion ?? rest.map(sentence))
  }

  private static func sentence(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst() + (words.hasSuffix("…") ? "" : ".")
  }
}

extension ScreenWords: CustomStringConvertible {
  /// Both sentences.
  public var description: String { [message, suggestion].compactMap { $0 }.joined(separator: " ") }
}

extension String {
  fileprivate func range(ofLast separator: String) -> Range<Index>? {
    var end = endIndex
    while end > startIndex {
      let start = index(before: end)
      if self[start...].hasPrefix(separator) { return start..<index(start, offsetBy: separator.count) }
      end = start
    }
    return nil
  }
}
