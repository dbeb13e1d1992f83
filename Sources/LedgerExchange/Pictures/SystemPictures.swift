#if canImport(ImageIO)
  internal import CoreFoundation
  internal import CoreGraphics
  internal import Foundation
  internal import ImageIO
#endif

/// The pictures that the operating system can make itself.
enum SystemPictures {
  /// Makes a picture as JPEG, or returns `nil` if the system cannot.
  static func make(_ page: [UInt8], in box: PictureBox) -> [UInt8]? {
    #if canImport(ImageIO)
      guard let source = CGImageSourceCreateWithData(Data(page) as CFData, nil) else { return nil }
      let options: [CFString: Any] = [
        kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceCreateThumbnailWithTransform: true,
        kCGImageSourceThumbnailMaxPixelSize: box.uncutSidePixels,
      ]
      guard let whole = CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary) else {
        return nil
      }
      let part = CGRect(
        x: 0, y: 0, width: min(box.width, whole.width), height: min(box.height, whole.height))
      guard let image = box.isCut ? whole.cropping(to: part) : whole else { return nil }
      let result = NSMutableData()
      guard let destination = CGImageDestinationCreateWithData(result, "public.jpeg" as CFString, 1, nil) else {
        return nil
      }
      let quality = [kCGImageDestinationLossyCompressionQuality: 0.8]
      CGImageDestinationAddImage(destination, image, quality as CFDictionary)
      guard CGImageDestinationFinalize(destination) else { return nil }
      return Array(result as Data)
    #else
      return nil
    #endif
  }
}
