// The part of Apple's Darwin module that is written in Swift, for type-checking: what C's headers give only as macros.

@_exported import Darwin
import SwiftOverlayShims
import SwiftShims

public var errno: Int32 { get { _swift_stdlib_getErrno() } set { _swift_stdlib_setErrno(newValue) } }
public var stdin: UnsafeMutablePointer<FILE> { get { __stdinp } set { __stdinp = newValue } }
public var stdout: UnsafeMutablePointer<FILE> { get { __stdoutp } set { __stdoutp = newValue } }
public var stderr: UnsafeMutablePointer<FILE> { get { __stderrp } set { __stderrp = newValue } }
public var environ: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> { _swift_stdlib_getEnviron() }
public var SIG_IGN: sig_t { unsafeBitCast(1, to: sig_t.self) }
public var S_IFMT: mode_t { 0o170000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFLNK: mode_t { 0o120000 }
public var TIOCGWINSZ: UInt { 0x4008_7468 }

public typealias _Path = UnsafePointer<CChar>
public func open(_ path: _Path, _ oflag: Int32) -> Int32 { _swift_stdlib_open(path, oflag, 0) }
public func open(_ path: _Path, _ oflag: Int32, _ mode: mode_t) -> Int32 { _swift_stdlib_open(path, oflag, mode) }
public func openat(_ fd: Int32, _ path: _Path, _ oflag: Int32) -> Int32 { _swift_stdlib_openat(fd, path, oflag, 0) }
public func openat(_ fd: Int32, _ path: _Path, _ oflag: Int32, _ mode: mode_t) -> Int32 {
  _swift_stdlib_openat(fd, path, oflag, mode)
}
public func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32 { _swift_stdlib_fcntl(fd, cmd, 0) }
public func fcntl(_ fd: Int32, _ cmd: Int32, _ value: Int32) -> Int32 { _swift_stdlib_fcntl(fd, cmd, value) }
public func fcntl(_ fd: Int32, _ cmd: Int32, _ ptr: UnsafeMutableRawPointer) -> Int32 {
  _swift_stdlib_fcntlPtr(fd, cmd, ptr)
}
public func ioctl(_ fd: CInt, _ request: UInt, _ ptr: UnsafeMutableRawPointer) -> CInt {
  _swift_stdlib_ioctlPtr(fd, request, ptr)
}
@available(*, unavailable, message: "Please use threads or posix_spawn*()")
public func fork() -> Int32 { fatalError() }
