public import LedgerBytes

extension SettingsEvent {
  /// A file with a bank's statement was imported.
  public struct StatementImported: Hashable, Sendable {
    /// The name of the file, without its folder.
    public let file: String
    /// Its format: `csv`, `ofx`, `camt` …
    public let format: String
    /// SHA-256 of the file.
    public let digest: SHA256Digest
    /// The account in the ledger, if there is one for all rows.
    public let account: String?
    /// How many rows became new transactions.
    public let new: Int
    /// How many rows are transactions that were there before.
    public let matched: Int
    /// How many rows an earlier import had.
    public let known: Int
    /// How many rows could not be read.
    public let refused: Int
    /// The civil date where it happened.
    public let on: CivilDate

    /// A file was imported.
    package init(
      file: String, format: String, digest: SHA256Digest, account: String?, new: Int, matched: Int, known: Int,
      refused: Int, on: CivilDate
    ) {
      self.file = file
      self.format = format
      self.digest = digest
      self.account = account
      self.new = new
      self.matched = matched
      self.known = known
      self.refused = refused
      self.on = on
    }
  }

  /// The answers for files of one shape were set, changed or deleted.
  public struct ImportProfileChanged: Hashable, Sendable {
    /// The shape of the files: 16 hexadecimal digits.
    public let shape: String
    /// The answers before, or `nil` if there were no answers.
    public let from: ImportProfile?
    /// The answers now, or `nil` if they were deleted.
    public let to: ImportProfile?

    /// Answers were set, changed or deleted.
    package init(shape: String, from: ImportProfile?, to: ImportProfile?) {
      self.shape = shape
      self.from = from
      self.to = to
    }
  }
}

/// The answers to what files of one shape do not settle, kept for the next such file.
public struct ImportProfile: Hashable, Sendable {
  /// An answer: an option of `import`, without its hyphens, and its value.
  public struct Answer: Hashable, Sendable {
    /// `currency`, `date-order` …
    public let option: String
    /// The value as a person types it.
    public let value: String

    /// An answer.
    public init(option: String, value: String) {
      self.option = option
      self.value = value
    }
  }

  /// The name for people, which is that of the first file.
  public let name: String
  /// The answers in the order of their options.
  public let answers: [Answer]

  /// Answers for files of one shape.
  public init(name: String, answers: [Answer]) {
    self.name = name
    self.answers = answers.sorted { ($0.option, $0.value) < ($1.option, $1.value) }
  }
}

extension EventType {
  /// A file with a bank's statement was imported.
  package static let statementImported = EventType("StatementImported", SettingsEvent.statementImported)
  /// The answers for files of one shape were changed.
  package static let importProfileChanged = EventType(
    "ImportProfileChanged", SettingsEvent.importProfileChanged, canUndo: true)
}

extension SettingsEvent.StatementImported: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    account = try coder.member("account", whole?.account)
    file = try coder.member("file", whole?.file)
    format = try coder.member("format", whole?.format)
    known = try coder.member("known", whole?.known)
    matched = try coder.member("matched", whole?.matched)
    new = try coder.member("new", whole?.new)
    on = try coder.member("on", whole?.on)
    refused = try coder.member("refused", whole?.refused)
    digest = try coder.member("sha256", whole?.digest)
  }

  var summary: String { "\(file): \(new) new, \(matched) matched, \(known) known, \(refused) refused" }
}

extension ImportProfile.Answer: MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    option = try coder.member("option", whole?.option)
    value = try coder.member("value", whole?.value)
  }
}

extension ImportProfile: MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    answers = try coder.list("answers", whole?.answers)
    name = try coder.member("name", whole?.name)
  }
}

extension SettingsEvent.ImportProfileChanged: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    from = try coder.member("from", whole?.from)
    shape = try coder.member("shape", whole?.shape)
    to = try coder.member("to", whole?.to)
  }

  var summary: String {
    to.map { "\($0.name): \($0.answers.map { "\($0.option) \($0.value)" }.listed())" } ?? "deleted"
  }
}
