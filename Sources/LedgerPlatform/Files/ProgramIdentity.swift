#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
  internal import MachO
#endif

/// The identity of the running program's file, which differs from build to build.
package enum ProgramIdentity {
  /// Returns the device, inode, size and time of the executable's file, or `nil` if it is not found.
  ///
  /// - Complexity: One `stat`.
  package static func current() -> String? {
    guard let path else { return nil }
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return "\(status.st_dev).\(status.st_ino).\(status.st_size).\(time.tv_sec).\(time.tv_nsec)"
  }

  /// The path of the executable's file, or `nil` if it is not known.
  package static var executable: String? { path.map { DurableFile.resolved($0) ?? $0 } }

  private static var path: String? {
    #if canImport(Darwin)
      var size: UInt32 = 4_096
      var bytes = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&bytes, &size) == 0 else { return nil }
      return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #else
      return "/proc/self/exe"
    #endif
  }
}
