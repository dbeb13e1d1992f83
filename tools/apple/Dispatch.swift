// The signatures of Apple's Dispatch that the sources use, for type-checking. Nothing of it is ever run.

public typealias DispatchBlock = @Sendable @convention(block) () -> Void

open class DispatchObject {
  init(stub: Void) {}
  public func activate() {}
}
public struct DispatchQoS: Equatable, Sendable {
  public enum QoSClass: Sendable { case background, utility, `default`, userInitiated, userInteractive, unspecified }
  public static let utility = DispatchQoS(), userInitiated = DispatchQoS(), unspecified = DispatchQoS()
}
public struct DispatchTime: Sendable { public static func now() -> DispatchTime { DispatchTime() } }
public enum DispatchTimeInterval: Equatable, Sendable {
  case seconds(Int), milliseconds(Int), microseconds(Int), nanoseconds(Int), never
}
public func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime { time }
public enum DispatchTimeoutResult: Sendable { case success, timedOut }
public class DispatchWorkItem { public init(block: @escaping @convention(block) () -> Void) {} }
open class DispatchGroup: DispatchObject, @unchecked Sendable {
  public init() { super.init(stub: ()) }
  public func wait() {}
}
open class DispatchSemaphore: DispatchObject, @unchecked Sendable {
  public init(value: Int) { super.init(stub: ()) }
  @discardableResult public func signal() -> Int { 0 }
  public func wait() {}
  public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { .success }
}
open class DispatchQueue: DispatchObject, @unchecked Sendable {
  public struct Attributes: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static let concurrent = Attributes(rawValue: 2)
  }
  public init(label: String, qos: DispatchQoS = .unspecified, attributes: Attributes = []) { super.init(stub: ()) }
  public class func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { DispatchQueue(label: "") }
  public class func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {}
  @preconcurrency public func async(group: DispatchGroup? = nil, execute work: @escaping DispatchBlock) {}
  public func async(execute workItem: DispatchWorkItem) {}
  public func sync<T>(execute work: () throws -> T) rethrows -> T { try work() }
}
public protocol DispatchSourceProtocol: AnyObject {
  func cancel()
  func activate()
}
extension DispatchSourceProtocol {
  @preconcurrency public func setEventHandler(handler: DispatchBlock?) {}
  @preconcurrency public func setCancelHandler(handler: DispatchBlock?) {}
}
public protocol DispatchSourceTimer: DispatchSourceProtocol {}
extension DispatchSourceTimer {
  public func schedule(
    deadline: DispatchTime, repeating interval: DispatchTimeInterval = .never,
    leeway: DispatchTimeInterval = .nanoseconds(0)) {}
}
public protocol DispatchSourceRead: DispatchSourceProtocol {}
public protocol DispatchSourceFileSystemObject: DispatchSourceProtocol {}
open class DispatchSource: DispatchObject, DispatchSourceTimer, DispatchSourceRead, DispatchSourceFileSystemObject,
  @unchecked Sendable
{
  public struct FileSystemEvent: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let write = Self(rawValue: 2), extend = Self(rawValue: 4)
  }
  public func cancel() {}
  public class func makeTimerSource(queue: DispatchQueue? = nil) -> any DispatchSourceTimer { DispatchSource(stub: ()) }
  public class func makeReadSource(fileDescriptor: Int32, queue: DispatchQueue? = nil) -> any DispatchSourceRead {
    DispatchSource(stub: ())
  }
  public class func makeFileSystemObjectSource(
    fileDescriptor: Int32, eventMask: FileSystemEvent, queue: DispatchQueue? = nil
  ) -> any DispatchSourceFileSystemObject { DispatchSource(stub: ()) }
}
