#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A way to start another program, with no signal held back.
///
/// Signals that this process ignores by itself (`System`) have their usual effect. Signals that its parent had it ignore,
/// as `nohup` does, stay ignored.
struct Spawn {
  /// The program's file.
  let path: String
  /// The arguments after its own name, which is `path`.
  let arguments: [String]
  let environment: [String: String]
  /// The descriptor of ours that it reads, or `nil` if it has nothing to read.
  var input: Int32?
  /// The descriptor of ours that its standard output goes to.
  let output: Int32
  /// The file that its standard error goes to. `nil` leaves it ours.
  let errors: String?
  /// Whether it leads a group of its own, so that what it starts can be stopped with it.
  let isGroup: Bool
  /// Whether it has a session of its own, so that it outlives the terminal.
  var isSession = false

  /// Starts it. The caller waits for it.
  func start() -> Result<pid_t, SystemError> {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    if let errors { posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY, 0) }
    var none = sigset_t()
    sigemptyset(&none)
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for signal in [SIGPIPE, SIGXFSZ] { sigaddset(&defaults, signal) }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    if isGroup {
      posix_spawnattr_setpgroup(&attributes, 0)
      flags |= POSIX_SPAWN_SETPGROUP
    }
    // The constant is not imported everywhere: POSIX_SPAWN_SETSID.
    #if canImport(Darwin)
      let ownSession = 0x400
    #else
      let ownSession = 0x80
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags) | Int16(isSession ? ownSession : 0))
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let settings = environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in words + settings { free(pointer) } }
    var process = pid_t()
    let code = posix_spawn(&process, path, &actions, &attributes, words, settings)
    return code == 0 ? .success(process) : .failure(SystemError(code: code))
  }

  /// Returns the code that a shell makes of a status from `waitpid`: 128 more for a signal.
  static func code(ofStatus status: Int32) -> Int32 {
    let signal = status & 0x7f
    return signal == 0 ? status >> 8 & 0xff : 128 + signal
  }
}
