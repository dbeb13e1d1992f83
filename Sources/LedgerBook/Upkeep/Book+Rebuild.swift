internal import EventLog
public import LedgerBytes
package import LedgerDomain
public import LedgerProjections

extension Book {
  /// Called with the progress of long work. An error that it throws stops the work.
  public typealias Progress = (RebuildProgress) throws -> Void

  /// Builds the read models again in a new file, then takes them into service.
  ///
  /// - Parameters:
  ///   - jobs: The threads that fold, or `nil` for as many as there are cores.
  ///   - progress: Called repeatedly. An error that it throws stops the rebuild.
  /// - Throws: `ModelError.unreadable` at an event that cannot be read. The old models stay.
  public func rebuild(
    jobs: Int? = nil, progress: Progress? = nil
  ) throws -> RebuildReport {
    if let jobs { models.jobs = jobs }
    return try models.rebuild(progress: progress)
  }

  /// Brings the read models to the end of the log, and builds them if they are missing.
  ///
  /// For an app that shows progress after an update.
  ///
  /// - Parameter progress: Called repeatedly while they are built. An error that it throws stops the
  ///   building, and the next use starts it again.
  public func prepare(progress: Progress? = nil) throws {
    models.buildingProgress = progress
    defer { models.buildingProgress = nil }
    try models.catchUp()
  }

  /// Returns the ledger's settings, folded from the log: without a look at the models.
  package func settingsFromLog() throws -> LedgerRow {
    let stream = StreamID(kind: StreamKind.ledger.rawValue, id: log.ledgerID)
    guard let row = LedgerRow(try fold(stream).ledger) else {
      throw BookError.unknown(what: "creation event", text: log.ledgerID.description)
    }
    return row
  }

  /// Removes the index of the search. The next search builds it again.
  package func discardSearch() throws { try models.discardSearch() }

  /// Builds the index of the search again.
  ///
  /// - Parameter progress: Called repeatedly. An error that it throws stops the building, which the next search
  ///   continues.
  public func rebuildSearch(progress: (SearchResults.Coverage) throws -> Void = { _ in }) throws {
    try models.rebuildSearch(progress: progress)
  }

  /// Compares the read models in service with ones built aside, row by row. Nothing is changed.
  public func checkModels(
    jobs: Int? = nil, progress: Progress? = nil
  ) throws -> ModelsComparison {
    if let jobs { models.jobs = jobs }
    return try models.check(progress: progress)
  }

  /// Returns the differences that a rebuild would make, or `nil` if there is nothing to compare with.
  ///
  /// Also after a change of the program.
  public func previewRebuild(
    jobs: Int? = nil, progress: Progress? = nil
  ) throws -> ModelsComparison? {
    if let jobs { models.jobs = jobs }
    return try models.preview(progress: progress)
  }

  /// Records that every device which cannot read an event ignores it (`EventSkipped`).
  ///
  /// - Throws: `BookError.unknown`; `BookError.readable` where nothing is wrong with it.
  public func skip(_ position: Position) throws -> Done {
    guard let event = try log.event(at: position) else {
      throw BookError.unknown(what: "event", text: position.description)
    }
    let decoded = EventCodec.current.decode(
      type: event.type, schema: event.schema, stream: event.stream, payload: event.payload)
    guard case .unreadable(let error) = decoded else { throw BookError.readable(position: position) }
    let content: JSONValue = ["command": "skip", "event": .string(event.reference.description)]
    return try execute(id: nil, content: content) { batch in
      guard try !self.log.isSkipped(event.reference) else { return }
      batch.append(
        .eventSkipped(SettingsEvent.EventSkipped(event: event.reference, why: String(error.reason.prefix(200))))
      )
    }
  }
}
