#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
  internal import MachO
#endif

/// The identity of the running program's code, which differs from build to build.
package enum ProgramIdentity {
  /// Returns the identity, or `nil` if it is not known.
  ///
  /// On Apple systems it is the UUID that the linker gave to the image with the caller's code. That is a framework of an
  /// app, for example, which can be replaced while the app's own file stays. Elsewhere, and for an image without a UUID,
  /// it is the device, inode, size and time of the executable's file.
  ///
  /// - Complexity: A look at the load commands of an image, or one `stat`.
  package static func current(of image: UnsafeRawPointer = #dsohandle) -> String? {
    #if canImport(Darwin)
      if let identity = identity(of: image) { return identity }
    #endif
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

  #if canImport(Darwin)
    /// Returns the UUID among the load commands of an image, as digits.
    private static func identity(of image: UnsafeRawPointer) -> String? {
      let header = image.loadUnaligned(as: mach_header_64.self)
      guard header.magic == MH_MAGIC_64 else { return nil }
      var next = image + MemoryLayout<mach_header_64>.size
      for _ in 0..<header.ncmds {
        let command = next.loadUnaligned(as: load_command.self)
        if command.cmd == UInt32(LC_UUID), command.cmdsize >= 24 {
          let digits = Array("0123456789abcdef".utf8)
          let text = (8..<24).flatMap { offset -> [UInt8] in
            let byte = next.load(fromByteOffset: offset, as: UInt8.self)
            return [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
          }
          return String(decoding: text, as: UTF8.self)
        }
        next += Int(command.cmdsize)
      }
      return nil
    }
  #endif

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
