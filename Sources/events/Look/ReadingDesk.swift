internal import BankFiles
internal import Dispatch
internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerExplorer
internal import LedgerPlatform
internal import LedgerProjections
internal import PaperReading
internal import Synchronization

/// Reads paper on a queue of its own, one receipt after the other.
///
/// The queue only reads files. What it read is recorded by `recordOutcomes`, on the thread of the ledger.
final class ReadingDesk: PaperDesk, Sendable {
  private struct Job: Sendable {
    enum Stage: Sendable {
      case waiting
      case reading(page: Int)
      case read(PaperReader.Outcome)
      case over([String])
    }

    var number = 0
    let id: TransactionID
    let name: String
    let paths: [String]
    /// Whether the text of earlier pages stays.
    let isAddedToText: Bool
    /// Whether the same pages were read before.
    let isAgain: Bool
    var stage = Stage.waiting
    var isCancelled = false

    /// The stage for a person.
    var words: String {
      switch stage {
      case .waiting: "Kept. Waiting…"
      case .reading where isCancelled: "Stopping…"
      case .reading(let page): paths.count == 1 ? "Reading text…" : "Reading page \(page) of \(paths.count)…"
      case .read: "Understanding…"
      case .over(let remarks): remarks.joined(separator: " · ")
      }
    }

    var isOver: Bool { if case .over = stage { true } else { false } }
    var isWaiting: Bool { if case .waiting = stage { true } else { false } }
  }

  private let jobs = Mutex<(all: [Job], count: Int)>(([], 0))
  private let queue = DispatchQueue(label: "ledger.papers")
  private let makeReader: @Sendable () -> PaperReader

  init(_ invocation: Invocation) {
    let (environment, usual) = (invocation.environment, invocation.usualEngine)
    makeReader = { PaperReader(path: environment["PATH"], program: environment["EVENTS_OCR"], usual: usual) }
  }

  var readings: [PaperProgress] {
    jobs.withLock { jobs in
      jobs.all.map { PaperProgress(id: $0.id, name: $0.name, words: $0.words, isOver: $0.isOver) }
    }
  }

  /// Whether paper is being read, or what was read is not recorded yet.
  var isBusy: Bool { jobs.withLock { $0.all.contains { !$0.isOver } } }

  func input(_ bytes: [UInt8], name: String) -> CaptureInput {
    let file = CaptureFile.name(of: name)
    let isText = file.lowercased().hasSuffix(".txt") && bytes.count <= CaptureFile.textBytesMax
    return CaptureInput(
      files: [.bytes(bytes)], text: isText ? PlainText(bytes)?.text : nil,
      source: CaptureFile.source(of: [file]), name: file)
  }

  func begin(_ receipt: TransactionDetail, page: SHA256Digest?, name: String, _ book: Book) {
    let isAdded = page != nil && receipt.text != nil
    let pages = receipt.row.attachments.sorted { $0.page < $1.page }.filter { !isAdded || $0.digest == page }
    add(
      Job(
        id: receipt.row.id, name: name, paths: pages.map { book.path(ofPage: $0.digest) },
        isAddedToText: isAdded, isAgain: !isAdded && receipt.text != nil))
    queue.async { self.readNext() }
  }

  func list(_ receipt: TransactionDetail, name: String, _ book: Book) {
    let stage = Job.Stage.over(words(of: receipt, book))
    add(Job(id: receipt.row.id, name: name, paths: [], isAddedToText: false, isAgain: false, stage: stage))
  }

  private func add(_ job: Job) {
    jobs.withLock { jobs in
      // A reading of fewer pages is replaced.
      jobs.all.removeAll { $0.id == job.id }
      jobs.count += 1
      jobs.all.append(job)
      jobs.all[jobs.all.count - 1].number = jobs.count
      if jobs.all.count > Self.jobsMax, let first = jobs.all.firstIndex(where: \.isOver) {
        jobs.all.remove(at: first)
      }
    }
  }

  /// The number of readings that the page lists. Those that are over leave it first.
  private static let jobsMax = 200

  func cancel(_ id: TransactionID) {
    jobs.withLock { jobs in
      for index in jobs.all.indices where jobs.all[index].id == id && !jobs.all[index].isOver {
        jobs.all[index].isCancelled = true
        if jobs.all[index].isWaiting { jobs.all[index].stage = .over(["Not read; the scan is kept"]) }
      }
    }
  }

  /// Sets the stage of a reading, unless another one has replaced it.
  private func setStage(_ stage: Job.Stage, of number: Int) {
    jobs.withLock { jobs in
      if let index = jobs.all.firstIndex(where: { $0.number == number }) { jobs.all[index].stage = stage }
    }
  }

  /// Reads the paper of the next receipt that waits.
  private func readNext() {
    let next = jobs.withLock { jobs -> Job? in
      guard let index = jobs.all.firstIndex(where: \.isWaiting) else { return nil }
      jobs.all[index].stage = .reading(page: 1)
      return jobs.all[index]
    }
    guard let next else { return }
    var reader = makeReader()
    reader.progress = { page, _ in self.setStage(.reading(page: page), of: next.number) }
    let isCancelled: @Sendable () -> Bool = { self.isCancelled(next.number) }
    let outcome = Program.$isCancelled.withValue(isCancelled) { reader.read(next.paths) }
    setStage(.read(outcome), of: next.number)
  }

  private func isCancelled(_ number: Int) -> Bool {
    jobs.withLock { $0.all.first { $0.number == number }?.isCancelled ?? true }
  }

  /// Returns a receipt in words, with the fields that need a look.
  private func words(of detail: TransactionDetail, _ book: Book) -> [String] {
    let open = detail.provenance.filter { TransactionField.review.contains($0.field) && $0.needsALook }
    let isDraft = detail.row.stage == .draft
    return [Notation(book).summary(detail.row)] + (isDraft ? [ReviewAnswer.attention(open.map(\.field))] : [])
  }

  /// Records what was read since the last call.
  func recordOutcomes(in book: Book) {
    let seconds = makeReader().pageSecondsMax
    for job in jobs.withLock({ $0.all }) {
      guard case .read(let outcome) = job.stage else { continue }
      var remarks = outcome.remarks(pages: job.paths.count, seconds: seconds)
      do {
        _ = try outcome.record(
          in: book, of: job.id, seconds: seconds, addingToText: job.isAddedToText, again: job.isAgain)
        remarks = words(of: try book.transaction(job.id), book) + remarks
      } catch {
        let refusal = Refusal(error)
        // Another program is writing. The next call tries again.
        if refusal.sort == .busy { continue }
        remarks = [refusal.message]
      }
      setStage(.over(remarks), of: job.number)
    }
  }
}
