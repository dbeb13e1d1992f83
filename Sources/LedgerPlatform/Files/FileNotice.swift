package import Dispatch

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The system's notice that a file in a folder was written.
///
/// Nothing of SQLite's is opened for it: closing any descriptor of `log.sqlite` would drop the process's locks.
package final class FileNotice: Sendable {
  private let source: CancellableSource

  /// Ends the notices.
  package func cancel() { source.cancel() }

  deinit { cancel() }

  #if canImport(Darwin)
    /// `nil` if the file cannot be watched.
    package init?(folder: String, file: String, queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void)
    {
      let number = open(folder + "/" + file, O_EVTONLY | O_CLOEXEC)
      guard number >= 0 else { return nil }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: number, eventMask: [.write, .extend], queue: queue)
      source.setEventHandler(handler: handler)
      source.setCancelHandler { close(number) }
      source.activate()
      self.source = CancellableSource(source)
    }
  #else
    /// `nil` if inotify cannot watch the folder, for example because the user's watches are used up.
    package init?(folder: String, file: String, queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void)
    {
      let number = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard number >= 0 else { return nil }
      let events = UInt32(IN_MODIFY) | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE)
      guard inotify_add_watch(number, folder, events) >= 0 else {
        close(number)
        return nil
      }
      let name = Array(file.utf8)
      let source = DispatchSource.makeReadSource(fileDescriptor: number, queue: queue)
      source.setEventHandler { if Self.drain(number, lookingFor: name) { handler() } }
      source.setCancelHandler { close(number) }
      source.activate()
      self.source = CancellableSource(source)
    }

    /// Reads all pending notices. Returns whether one is about the file, or some were lost.
    private static func drain(_ number: Int32, lookingFor name: [UInt8]) -> Bool {
      var isMeant = false
      let header = MemoryLayout<inotify_event>.size
      withUnsafeTemporaryAllocation(byteCount: 8_192, alignment: MemoryLayout<inotify_event>.alignment) {
        buffer in
        while true {
          let count = read(number, buffer.baseAddress, buffer.count)
          guard count > 0 else { return }
          var offset = 0
          while offset + header <= count {
            let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            let end = min(offset + header + Int(event.len), count)
            // Padded with zeros.
            let found = buffer[offset + header..<end].prefix { $0 != 0 }
            if event.mask & UInt32(IN_Q_OVERFLOW) != 0 || found.elementsEqual(name) { isMeant = true }
            offset = end
          }
        }
      }
      return isMeant
    }
  #endif
}

/// A dispatch source that can only be cancelled, and can therefore be `Sendable`.
package struct CancellableSource: Sendable {
  /// The source as the class, which is `Sendable`. The protocol that Dispatch's functions return is not.
  private let source: DispatchSource

  /// Wraps a source that Dispatch made.
  package init(_ source: any DispatchSourceProtocol) {
    guard let source = source as? DispatchSource else {
      preconditionFailure("Dispatch makes sources of no other class.")
    }
    self.source = source
  }

  /// Cancels the source.
  package func cancel() { source.cancel() }
}
