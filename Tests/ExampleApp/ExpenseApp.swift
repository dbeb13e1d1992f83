public import Ledger

/// The model of an expense app's screens, as an app on a phone would have it.
///
/// Everything is on the main actor, and the ledger is not. It uses only the public interface. There is no view, because
/// views cannot be shown here.
@MainActor
public final class ExpenseApp {
  /// The home screen of groups, or `nil` until it is read.
  public private(set) var home: HomeScreen?
  /// The group that is open.
  public private(set) var openGroup: GroupScreen?
  /// What went wrong last.
  public private(set) var alert: Refusal?
  /// From 0 to 1 while figures are computed again.
  public private(set) var progress: Double?
  /// How often a screen was read again.
  public private(set) var refreshes = 0

  private let settings: Book.Settings
  private let new: NewLedger
  private var book: AsyncBook?
  private var observer: Task<Void, Never>?
  private var openGroupID: GroupID?

  /// Creates an app over the ledger in a folder that it shares with its extension (an app group's).
  ///
  /// - Parameters:
  ///   - sharedFolder: The ledger's folder.
  ///   - stateFolder: A folder that backups leave out, where the ledger notes how much this device has recorded.
  ///   - person: The name of the person.
  ///   - device: The name of the device.
  public init(sharedFolder: String, stateFolder: String, person: String, device: String) {
    settings = Book.Settings(
      folder: sharedFolder, actor: .person("\(person)"), deviceName: device, stateFolder: stateFolder)
    new = NewLedger(device: device, currency: .eur, locale: .default)
  }

  /// Called when the app starts or comes back.
  ///
  /// It opens the ledger away from the main thread, shows the progress of its figures, reads the home screen, and goes
  /// on watching.
  public func becomesActive() async {
    do {
      if let book { try await book.reopen() }
      let book = if let book { book } else { try await AsyncBook.openOrCreate(settings, new) }
      self.book = book
      for try await step in book.prepare() { progress = step.progress?.fraction }
      progress = nil
      let changes = try await book.changes()
      try await readAgain(nil)
      observer = Task { [weak self] in
        for await change in changes {
          guard let self else { return }
          do { try await readAgain(change) } catch BookError.closed { return } catch {
            alert = Refusal(error)
          }
        }
      }
    } catch {
      alert = Refusal(error)
    }
  }

  /// The app is about to be suspended: nothing of the ledger stays locked or open.
  public func resignsActive() async {
    do { try await book?.close() } catch { alert = Refusal(error) }
    await observer?.value
    observer = nil
  }

  /// The person opens a group.
  public func open(_ group: GroupID?) async {
    openGroupID = group
    await trying { book in self.openGroup = try await book.groupScreen(group) }
  }

  /// The camera has a picture, and the text on it.
  @discardableResult
  public func scanned(_ page: [UInt8], text: String, into group: GroupID?) async -> TransactionID? {
    let captured = await trying { book in
      try await book.capture(
        CaptureInput(files: [.bytes(page)], text: text, textEngine: "vision", source: .scan, group: group))
    }
    return captured?.transaction
  }

  /// The receipt as the review shows it.
  public func review(_ receipt: TransactionID) async -> ReceiptScreen? {
    await trying { book in try await book.receiptScreen(receipt) }
  }

  /// Saves with the category and payment that the person has chosen, and reports all that is missing at once.
  public func save(_ receipt: TransactionID, category: String?, payment: PaymentMethod?) async {
    await trying { book in
      try await book.run { book in
        if let category { try book.perform(.set(.category(category)), on: receipt) }
        if let payment { try book.perform(.set(.payment(payment)), on: receipt) }
        try book.perform(.save, on: receipt)
      }
    }
  }

  /// The person begins a group.
  public func createGroup(_ name: String) async -> GroupID? {
    await trying { book in try await book.createGroup(name: name).group } ?? nil
  }

  /// The person asks for all figures to be computed again.
  public func rebuild() async -> RebuildReport? {
    await trying { book in
      defer { self.progress = nil }
      for try await step in book.rebuild() {
        switch step {
        case .progress(let progress): self.progress = progress.fraction
        case .finished(let report): return report
        }
      }
      return nil
    } ?? nil
  }

  @discardableResult
  private func trying<T: Sendable>(_ work: @MainActor (AsyncBook) async throws -> T) async -> T? {
    do {
      guard let book else { throw BookError.closed }
      return try await work(book)
    } catch {
      alert = Refusal(error)
      return nil
    }
  }

  /// Reads the parts again that a change concerns, or everything if it is `nil`.
  private func readAgain(_ change: LedgerChange?) async throws {
    guard let book else { return }
    home = try await book.home()
    if openGroup != nil, change?.concerns(openGroupID) ?? true {
      openGroup = try await book.groupScreen(openGroupID)
    }
    refreshes += 1
  }
}
