internal import LedgerPlatform

/// The size of a picture that is made from a page.
public enum PictureSize: String, CaseIterable, Hashable, Sendable {
  /// At most 400 × 400 pixels, for lists. Of a page longer than three times its width it shows the beginning.
  case thumbnail
  /// At most 2,048 × 2,048 pixels, to look at.
  case view

  /// The longest side in pixels.
  public var sidePixelsMax: Int {
    switch self {
    case .thumbnail: 400
    case .view: 2_048
    }
  }
}

/// Makes small pictures of pages, upright as their EXIF orientation asks, as JPEG.
///
/// Apple systems do it themselves. Elsewhere it is done by `vipsthumbnail` or `convert`, and by `pdftoppm` for PDF, if
/// they are installed. Pages come from outside. So these programs get a copy in an empty folder, with limits of time
/// and memory. They are told the format that its first bytes show. A page is never changed.
public struct PictureMaker: Sendable {
  /// The result of making a picture.
  public enum Outcome: Hashable, Sendable {
    /// The bytes of a JPEG file.
    case made([UInt8])
    /// No program is here that can do it. The name is that of one that could.
    case missing(program: String)
    /// It cannot be done, for this reason.
    case failed(String)
    /// The person cancelled.
    case interrupted
  }

  private let path: String?
  private static let secondsMax = 30
  private static let pictureBytesMax = 16 << 20

  /// A maker that looks for programs in the folders of `path`, which has the form of the variable PATH.
  public init(path: String?) { self.path = path }

  /// Makes a picture of a page's first sheet.
  ///
  /// - Complexity: O(pixels) of the page, up to three times if the page is long.
  func make(_ size: PictureSize, of page: [UInt8], mediaType: String) -> Outcome {
    var box = PictureBox(whole: size)
    var outcome = make(box, of: page, mediaType)
    while case .made(let bytes) = outcome, let picture = JPEGHeader(bytes),
      let next = PictureBox(size, tooLong: picture, in: box), next != box
    {
      let cut = make(next, of: page, mediaType)
      // A picture that is too long is better than no picture.
      guard case .made = cut else { return cut == .interrupted ? cut : outcome }
      (box, outcome) = (next, cut)
    }
    return outcome
  }

  private func make(_ box: PictureBox, of page: [UInt8], _ mediaType: String) -> Outcome {
    let outcome = SystemPictures.make(page, in: box).map(Outcome.made)
    return checked(outcome ?? makeByPrograms(box, of: page, mediaType), box)
  }

  /// Whether a program printed what it was asked for. A program of that name may be another one.
  private func checked(_ outcome: Outcome, _ box: PictureBox) -> Outcome {
    guard case .made(let bytes) = outcome else { return outcome }
    guard let picture = JPEGHeader(bytes) else { return .failed("the result is no JPEG") }
    guard picture.width <= box.width, picture.height <= box.height else {
      return .failed("the result has \(picture.width) × \(picture.height) pixels")
    }
    return outcome
  }

  private func makeByPrograms(_ box: PictureBox, of page: [UInt8], _ mediaType: String) -> Outcome {
    guard let format = Format(mediaType: mediaType) else { return .failed("\(mediaType) is no picture") }
    let programs = format.programs.compactMap { Program($0, path: path) }
    guard !programs.isEmpty else { return .missing(program: format.programs[0]) }
    guard let folder = System.makeTemporaryFolder() else {
      return .failed("there is no place for temporary files")
    }
    defer { System.removeTemporaryFolder(folder) }
    do throws(FileError) {
      try DurableFile.replace("\(folder)/page.\(format.rawValue)", bytes: page, synced: false)
    } catch {
      return .failed(error.description)
    }
    var outcome = Outcome.failed("")
    for program in programs {
      outcome = checked(run(program, format, box, in: folder), box)
      switch outcome {
      case .made, .interrupted: return outcome
      case .missing, .failed: continue
      }
    }
    return outcome
  }

  private func run(_ program: Program, _ format: Format, _ box: PictureBox, in folder: String) -> Outcome {
    let result = "\(folder)/picture.jpg"
    let name = program.path.split(separator: "/").last.map(String.init) ?? ""
    let arguments = format.arguments(of: name, "\(folder)/page.\(format.rawValue)", result, box)
    var environment = [
      "LC_ALL": "C.UTF-8", "TMPDIR": folder, "VIPS_BLOCK_UNTRUSTED": "1", "VIPS_CONCURRENCY": "1",
      "MAGICK_THREAD_LIMIT": "1", "MAGICK_MEMORY_LIMIT": "512MiB", "MAGICK_MAP_LIMIT": "512MiB",
      "MAGICK_DISK_LIMIT": "1GiB", "MAGICK_TIME_LIMIT": "\(Self.secondsMax)",
    ]
    environment["PATH"] = path
    let end = System.holdingInterrupts {
      program.run(arguments, environment: environment, seconds: Self.secondsMax, limit: 1 << 16)
    }
    switch end {
    case .ended(0, _):
      do throws(FileError) {
        return .made(try DurableFile.read(result, limit: Self.pictureBytesMax))
      } catch {
        return .failed("\(name) made no picture")
      }
    case .ended(let code, _): return .failed("\(name) ended with \(code)")
    case .timedOut: return .failed("\(name) took longer than \(Self.secondsMax) seconds")
    case .interrupted: return .interrupted
    case .failed(let reason): return .failed("\(name): \(reason)")
    }
  }

  /// The format of a page, named by the extension of its files.
  private enum Format: String {
    case jpeg, png, gif, tiff, webp, heic, pdf

    init?(mediaType: String) {
      switch mediaType {
      case "application/pdf": self = .pdf
      case let type where type.hasPrefix("image/"): self.init(rawValue: String(type.dropFirst(6)))
      default: return nil
      }
    }

    /// The programs that can read it, the best one first.
    ///
    /// ImageMagick is never given a PDF, because it starts an interpreter of PostScript.
    var programs: [String] {
      switch self {
      case .pdf: ["pdftoppm"]
      case .jpeg, .png, .gif, .tiff, .webp, .heic: ["vipsthumbnail", "convert"]
      }
    }

    func arguments(of program: String, _ page: String, _ result: String, _ box: PictureBox) -> [String] {
      let sides = "\(box.width)x\(box.height)"
      switch program {
      case "pdftoppm":
        let isTall = box.width < box.height
        let scale =
          box.isCut
          ? [
            "-scale-to-x", isTall ? "\(box.width)" : "-1", "-scale-to-y", isTall ? "-1" : "\(box.height)",
            "-W", "\(box.width)", "-H", "\(box.height)",
          ] : ["-scale-to", "\(box.width)"]
        return ["-jpeg", "-jpegopt", "quality=80", "-f", "1", "-l", "1", "-singlefile"] + scale
          + [page, String(result.dropLast(4))]
      case "vipsthumbnail":
        return [page, "--size", "\(sides)>"] + (box.isCut ? ["--smartcrop", "low"] : [])
          + ["-o", "\(result)[Q=80,strip,background=255]"]
      default:
        let scale =
          box.isCut
          ? ["\(sides)^>", "-gravity", "NorthWest", "-crop", "\(sides)+0+0", "+repage"] : ["\(sides)>"]
        return [
          "\(rawValue):\(page)[0]", "-auto-orient", "-background", "white", "-alpha", "remove", "-thumbnail",
        ] + scale + ["-strip", "-quality", "80", "jpeg:\(result)"]
      }
    }
  }
}
