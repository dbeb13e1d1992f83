#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The properties of this machine.
package enum Machine {
  /// The machine's name in full, or empty if the system does not answer.
  package static let hostName: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, 255) == 0 else { return "" }
    return String(decoding: name.prefix { $0 > 32 }.map { UInt8($0) }, as: UTF8.self)
  }()

  /// The machine's name without its domain, or `device` if it has no name.
  package static var shortName: String {
    let name = hostName.prefix { $0 != "." }
    return name.isEmpty ? "device" : String(name)
  }

  /// How many processor cores may be used, at least 1.
  package static let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

  /// The system's own id of the machine, or `nil`. It outlives a restart and another host name.
  package static let systemID: String? = {
    #if os(macOS)
      var id: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
      var isKnown = false
      // Tried again: a system that is busy at its start must not make this another machine.
      for attempt in 0..<5 where !isKnown {
        usleep(UInt32(attempt) * 50_000)
        var wait = timespec(tv_sec: 1, tv_nsec: 0)
        isKnown = withUnsafeMutablePointer(to: &id) {
          $0.withMemoryRebound(to: UInt8.self, capacity: 16) { gethostuuid($0, &wait) == 0 }
        }
      }
      guard isKnown else { return nil }
      let digits = Array("0123456789abcdef".utf8)
      var text: [UInt8] = []
      withUnsafeBytes(of: id) { bytes in
        for (place, byte) in bytes.enumerated() {
          if [4, 6, 8, 10].contains(place) { text.append(UInt8(ascii: "-")) }
          text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
      }
      return String(decoding: text, as: UTF8.self)
    #else
      // Tried again: a moment without a free descriptor must not make this another machine.
      for attempt in 0..<20 {
        let bytes: [UInt8]
        do throws(FileError) {
          bytes = try OpenFile("/etc/machine-id", .read, forLedger: true).read(upTo: 64)
        } catch {
          if error.isMissing { break }
          usleep(UInt32(attempt) * 5_000)
          continue
        }
        let digits = bytes.prefix { $0 > 32 && $0 < 127 }
        // systemd writes this word until the first start has chosen an id.
        let id = String(decoding: digits, as: UTF8.self)
        return digits.isEmpty || id == "uninitialized" ? nil : id
      }
      return nil
    #endif
  }()
}
