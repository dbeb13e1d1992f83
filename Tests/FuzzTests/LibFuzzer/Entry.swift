import Foundation

/// The target that `FUZZ_TARGET` names.
private let chosen: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
    FileHandle.standardError.write(
      Data("FUZZ_TARGET is one of \(FuzzTarget.all.map(\.name).joined(separator: " "))\n".utf8))
    exit(64)
  }
  return target
}()

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  chosen.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
