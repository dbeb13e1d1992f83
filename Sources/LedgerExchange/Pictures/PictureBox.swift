/// The box in pixels that a picture fits into, and whether it is cut to fill the box.
struct PictureBox: Hashable {
  let width: Int
  let height: Int
  /// Whether the page fills the box and its end is cut off, at the bottom or at the right.
  let isCut: Bool
  /// The longest side that the page has before it is cut.
  let uncutSidePixels: Int

  /// The longest side of a thumbnail is at most this many times the shortest.
  static let sideRatio = 3

  init(whole size: PictureSize) {
    (width, height, isCut) = (size.sidePixelsMax, size.sidePixelsMax, false)
    uncutSidePixels = size.sidePixelsMax
  }

  /// The box for the beginning of a page, or `nil` if its picture is not too long.
  ///
  /// A page that is narrower than the box is not enlarged. Its picture is still too long, and gives the next box.
  init?(_ size: PictureSize, tooLong picture: JPEGHeader, in box: PictureBox) {
    let (short, long) = (min(picture.width, picture.height), max(picture.width, picture.height))
    guard size == .thumbnail, long > short * Self.sideRatio + Self.sideRatio else { return nil }
    let isScaled = !box.isCut && long == size.sidePixelsMax
    let side = isScaled ? size.sidePixelsMax / Self.sideRatio : short
    let sides = (side, isScaled ? size.sidePixelsMax : side * Self.sideRatio)
    (width, height) = picture.width < picture.height ? sides : (sides.1, sides.0)
    isCut = true
    uncutSidePixels = box.isCut ? box.uncutSidePixels : side * long / short
  }
}
