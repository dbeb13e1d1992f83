import Foundation

/// A headless Chromium, driven over a pipe by the DevTools protocol. It reads files and nothing from a network.
final class Browser {
  /// The program, or `nil` if this machine does not have it.
  static let program: String? = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
    .lazy.flatMap { name in ["/usr/bin/\(name)", "/usr/local/bin/\(name)"] }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The remark of a test that is skipped because there is no Chromium.
  static let need = "needs Chromium"

  /// The path of axe-core, which no registry of this package has, or `nil` if it is not given.
  static let axe = ProcessInfo.processInfo.environment["EVENTS_AXE"]

  private let process: pid_t
  private let input: Int32
  private let output: Int32
  private let profile: String
  private var session: String?
  private var lastID = 0
  private var received: [UInt8] = []
  /// The errors of the page and the texts it wrote to the console.
  private(set) var complaints: [String] = []

  /// A failure of the browser, or an exception in the page.
  struct Failed: Error, CustomStringConvertible {
    let description: String
  }

  /// Starts the browser with an empty page.
  init(width: Int = 1_000, height: Int = 900) throws {
    profile = NSTemporaryDirectory() + "events-browser-" + UUID().uuidString
    (process, input, output) = try Self.start(profile: profile)
    let target = try send("Target.createTarget", ["url": "about:blank"])["targetId"]
    session =
      try send("Target.attachToTarget", ["targetId": target ?? "", "flatten": true])["sessionId"] as? String
    try send("Page.enable")
    try send("Runtime.enable")
    try send("Log.enable")
    try resize(width: width, height: height)
  }

  deinit {
    close(input)
    close(output)
    kill(-process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    try? FileManager.default.removeItem(atPath: profile)
  }

  // MARK: The page

  func resize(width: Int, height: Int, isPhone: Bool = false) throws {
    try send(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": isPhone])
  }

  func showDark(_ isDark: Bool) throws {
    let feature = ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
    try send("Emulation.setEmulatedMedia", ["features": [feature]])
  }

  /// Opens a page that `events explore` wrote or serves, and waits until it is drawn.
  func open(_ path: String, _ address: String = "") throws {
    let link = path.hasPrefix("http:") ? path : "file://\(path)"
    try send("Page.navigate", ["url": link + (link.contains("#") ? "&" : "#") + address])
    for _ in 0..<3_000 {
      if try evaluate("document.documentElement?.dataset.ready ?? ''") as? String == "true" { return }
      usleep(20_000)
    }
    throw Failed(description: "the page is not drawn: \(complaints)")
  }

  /// Leaves the page, so that scripts run without its restrictions.
  func openEmpty() throws { try send("Page.navigate", ["url": "about:blank"]) }

  /// Shows another address of the page that is open.
  func go(_ address: String) throws {
    let script = """
      new Promise((resolve) => {
        if (location.hash === "#" + \(quoted(address))) return resolve();
        addEventListener("hashchange", () => setTimeout(resolve), { once: true });
        location.hash = \(quoted(address));
      })
      """
    try evaluate(script)
  }

  /// The value of an expression, whose promise is awaited.
  @discardableResult
  func evaluate(_ expression: String) throws -> Any? {
    let answer = try send(
      "Runtime.evaluate", ["expression": expression, "awaitPromise": true, "returnByValue": true])
    if let details = answer["exceptionDetails"] as? [String: Any] { throw Failed(description: "\(details)") }
    return (answer["result"] as? [String: Any])?["value"]
  }

  /// Presses and releases a key, such as `ArrowLeft` or `Tab`.
  func press(_ key: String, shift: Bool = false) throws {
    let codes = ["Tab": 9, "Enter": 13, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowRight": 39]
    var event: [String: Any] = [
      "key": key, "code": key, "windowsVirtualKeyCode": codes[key] ?? 0, "modifiers": shift ? 8 : 0,
    ]
    if key == "Enter" { event["text"] = "\r" } else if key.count == 1 { event["text"] = key }
    for type in ["keyDown", "keyUp"] {
      event["type"] = type
      try send("Input.dispatchKeyEvent", event)
    }
  }

  /// Drops files on the page, as a person does.
  func drop(_ files: [(name: String, bytes: Data)]) throws {
    let list = files.map { [$0.name, $0.bytes.base64EncodedString()] }
    let content = String(decoding: try JSONSerialization.data(withJSONObject: list), as: UTF8.self)
    let script = """
      (() => {
        const dataTransfer = new DataTransfer();
        for (const [name, bytes] of \(content)) {
          dataTransfer.items.add(new File([Uint8Array.from(atob(bytes), (each) => each.charCodeAt(0))], name));
        }
        for (const type of ["dragover", "drop"]) {
          document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
        }
      })()
      """
    try evaluate(script)
  }

  /// Types a text where the focus is.
  func type(_ text: String) throws { try send("Input.insertText", ["text": text]) }

  /// Waits until an expression is true, for at most a minute.
  func wait(until expression: String) throws {
    for _ in 0..<1_200 {
      if try evaluate("Boolean(\(expression))") as? Bool == true { return }
      usleep(50_000)
    }
    let text = try evaluate("document.body?.innerText ?? ''") ?? ""
    throw Failed(description: "\(expression) does not become true: \(text) \(complaints)")
  }

  /// A picture of what is visible, as PNG.
  func screenshot() throws -> Data {
    let text = try send("Page.captureScreenshot", ["format": "png"])["data"] as? String
    return Data(base64Encoded: text ?? "") ?? Data()
  }

  private func quoted(_ text: String) -> String {
    let data = try? JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed)
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }

  // MARK: The protocol

  /// Sends a command and returns its result.
  @discardableResult
  private func send(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    lastID += 1
    var message: [String: Any] = ["id": lastID, "method": method, "params": parameters]
    message["sessionId"] = session
    var bytes = Array(try JSONSerialization.data(withJSONObject: message)) + [0]
    while !bytes.isEmpty {
      let count = write(input, bytes, bytes.count)
      guard count > 0 else { throw Failed(description: "the browser has ended") }
      bytes.removeFirst(count)
    }
    while true {
      let answer = try receive()
      if answer["id"] as? Int == lastID {
        if let error = answer["error"] { throw Failed(description: "\(method): \(error)") }
        return answer["result"] as? [String: Any] ?? [:]
      }
      note(answer)
    }
  }

  /// Remembers errors of the page.
  private func note(_ event: [String: Any]) {
    let isComplaint = [
      "Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded", "Page.javascriptDialogOpening",
    ]
    .contains(event["method"] as? String ?? "")
    if isComplaint { complaints.append("\(event["params"] ?? "")") }
  }

  /// The next message. Each ends with a zero byte.
  private func receive() throws -> [String: Any] {
    while true {
      if let end = received.firstIndex(of: 0) {
        let message = Data(received[..<end])
        received.removeSubrange(...end)
        return try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
      }
      var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, 60_000) > 0 else { throw Failed(description: "the browser does not answer") }
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(output, &piece, piece.count)
      guard count > 0 else { throw Failed(description: "the browser has ended") }
      received += piece[..<count]
    }
  }

  /// Starts the program in a process group of its own, with its commands on descriptor 3 and its answers on 4.
  private static func start(profile: String) throws -> (pid_t, Int32, Int32) {
    guard let program else { throw Failed(description: need) }
    var commands: [Int32] = [0, 0]
    var answers: [Int32] = [0, 0]
    guard pipe(&commands) == 0, pipe(&answers) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    for end in [commands[1], answers[0]] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // The ends could be the numbers 3 and 4 themselves.
    let ends = [fcntl(commands[0], F_DUPFD, 10), fcntl(answers[1], F_DUPFD, 10)]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in 0...2 {
      posix_spawn_file_actions_addopen(&actions, Int32(descriptor), "/dev/null", O_RDWR, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 3)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 4)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    let arguments = [
      program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
      "--disable-background-networking", "--disable-sync", "--proxy-server=127.0.0.1:9",
      // Without it, Chromium ignores a change of address after 200 of them in 10 seconds.
      "--disable-ipc-flooding-protection",
      "--remote-debugging-pipe", "--user-data-dir=\(profile)",
    ]
    let environment = ["PATH=/usr/bin:/bin", "HOME=\(profile)", "TZ=UTC", "LANG=C.UTF-8"]
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for word in words + variables { free(word) } }
    var process = pid_t()
    let code = posix_spawn(&process, program, &actions, &attributes, &words, &variables)
    for end in [commands[0], answers[1]] + ends { close(end) }
    guard code == 0 else { throw POSIXError(.init(rawValue: code) ?? .EIO) }
    return (process, commands[1], answers[0])
  }
}
