public import EventLog
internal import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

extension StreamFold {
  /// Returns the row of a transaction, or `nil` if the stream is another one, or nothing is known of it.
  func transactionRow(_ stream: StreamID) -> TransactionRow? {
    guard case .transaction(let state)? = state else { return nil }
    return TransactionRow(TransactionID(stream.id), state)
  }

  /// Returns the values that the stream's record shows.
  func values(of stream: StreamID) -> RecordValues { state?.values(of: stream.id) ?? RecordValues() }
}

extension StoredEvent {
  /// The event of its payload, or `nil` if the event is unknown, redacted or unreadable.
  public var decoded: LedgerEvent? {
    guard passedOver != .redacted else { return nil }
    let decoded = EventCodec.current.decode(type: type, schema: schema, stream: stream, payload: payload)
    if case .event(let event) = decoded { return event }
    return nil
  }

  /// The time from an event's recording to its arrival on this device, or `nil` for the device's own.
  ///
  /// It is the difference of two wall clocks, and negative if the author's clock is ahead.
  public var latenessMilliseconds: Int64? { aheadMilliseconds.map { -$0 } }
}
