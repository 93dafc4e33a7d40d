public import Foundation

/// The parts of a message (Apple: os).
public struct OSLogInterpolation: StringInterpolationProtocol {
  private enum Part {
    case literal(String)
    case value(OSLogPrivacy, isScalar: Bool, text: () -> String)
  }

  private var parts: [Part] = []

  public init(literalCapacity: Int, interpolationCount: Int) {}

  public mutating func appendLiteral(_ literal: String) { parts.append(.literal(literal)) }

  /// Returns the text of the message.
  func text(showsPrivate: Bool) -> String {
    parts.reduce(into: "") { message, part in
      switch part {
      case .literal(let text): message += text
      case .value(let privacy, let isScalar, let text):
        message += privacy.shown(text(), isScalar: isScalar, showsPrivate: showsPrivate)
      }
    }
  }

  private mutating func append(
    _ privacy: OSLogPrivacy, _ align: OSLogStringAlignment = .none, isScalar: Bool = false,
    _ text: @escaping () -> String
  ) {
    parts.append(.value(privacy, isScalar: isScalar) { align.aligned(text()) })
  }

  // MARK: Values

  public mutating func appendInterpolation<T: FixedWidthInteger>(
    _ number: @autoclosure @escaping () -> T, format: OSLogIntegerFormatting = .decimal,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(privacy, align, isScalar: true) { format.text(number()) }
  }

  public mutating func appendInterpolation(
    _ number: @autoclosure @escaping () -> Float, format: OSLogFloatFormatting = .fixed,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(privacy, align, isScalar: true) { format.text(Double(number())) }
  }

  public mutating func appendInterpolation(
    _ number: @autoclosure @escaping () -> Double, format: OSLogFloatFormatting = .fixed,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(privacy, align, isScalar: true) { format.text(number()) }
  }

  public mutating func appendInterpolation(
    _ number: @autoclosure @escaping () -> CGFloat, format: OSLogFloatFormatting = .fixed,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(privacy, align, isScalar: true) { format.text(Double(number())) }
  }

  public mutating func appendInterpolation(
    _ boolean: @autoclosure @escaping () -> Bool, format: OSLogBoolFormat = .truth,
    privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(privacy, isScalar: true) { format.text(boolean()) }
  }

  public mutating func appendInterpolation(
    _ argumentString: @autoclosure @escaping () -> String, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(privacy, align, argumentString)
  }

  @_disfavoredOverload
  public mutating func appendInterpolation<T: CustomStringConvertible>(
    _ value: @autoclosure @escaping () -> T, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(privacy, align) { value().description }
  }

  public mutating func appendInterpolation(
    _ value: @autoclosure @escaping () -> any Any.Type, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(privacy, align) { String(describing: value()) }
  }

  public mutating func appendInterpolation(
    _ argumentObject: @autoclosure @escaping () -> NSObject, privacy: OSLogPrivacy = .auto,
    attributes: String = ""
  ) {
    append(privacy) { argumentObject().description }
  }

  @_disfavoredOverload
  public mutating func appendInterpolation(
    _ argumentObject: @autoclosure @escaping () -> NSObject?, privacy: OSLogPrivacy = .auto,
    attributes: String = ""
  ) {
    append(privacy) { argumentObject()?.description ?? "(null)" }
  }

  @_disfavoredOverload
  public mutating func appendInterpolation(
    _ error: @autoclosure @escaping () -> any Error, privacy: OSLogPrivacy = .auto,
    attributes: String = ""
  ) {
    append(privacy) { String(describing: error()) }
  }

  @_disfavoredOverload
  public mutating func appendInterpolation(
    _ error: @autoclosure @escaping () -> (any Error)?, privacy: OSLogPrivacy = .auto,
    attributes: String = ""
  ) {
    append(privacy) { error().map { String(describing: $0) } ?? "(null)" }
  }

  @_disfavoredOverload
  public mutating func appendInterpolation(
    _ pointer: @autoclosure @escaping () -> UnsafeRawPointer?, privacy: OSLogPrivacy = .auto,
    attributes: String = ""
  ) {
    append(privacy, isScalar: true) {
      OSLogIntegerFormatting.hex(includePrefix: true).text(UInt(bitPattern: pointer()))
    }
  }
}
