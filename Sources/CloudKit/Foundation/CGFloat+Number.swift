// swift-format-ignore-file: AvoidRetroactiveConformances

public import Foundation

/// Lets casts make numbers of values and values of numbers, as on Apple's platforms: a client reads a
/// field by `record["width"] as? CGFloat`. Foundation on Linux has this for the other types of numbers.
extension CGFloat: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Double(self)) }

  public static func _forceBridgeFromObjectiveC(_ number: NSNumber, result: inout CGFloat?) {
    result = CGFloat(number.doubleValue)
  }

  public static func _conditionallyBridgeFromObjectiveC(
    _ number: NSNumber, result: inout CGFloat?
  ) -> Bool {
    result = CGFloat(number.doubleValue)
    return true
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ number: NSNumber?) -> CGFloat {
    CGFloat(number?.doubleValue ?? 0)
  }
}
