// swift-format-ignore-file: AvoidRetroactiveConformances

public import Foundation

// Foundation's values as arguments of formats, so that `date as CVarArg` compiles as on Apple's
// platforms. Predicates get the value itself. Formats of texts get its description: Foundation on Linux
// reads objects of most classes as others, and ends the process.

private enum FormatArgument {
  /// The text that stands for a value.
  static func text(_ value: Any) -> NSString { NSString(string: "\(value)") }

  /// The encoding of a text: that of an empty one for other values, for callers that do not ask for the
  /// object of an argument.
  static func encoding(_ text: NSString? = nil) -> [Int] {
    [Int(bitPattern: Unmanaged.passUnretained(text ?? empty).toOpaque())]
  }

  /// Never changed.
  nonisolated(unsafe) private static let empty: NSString = ""
}

extension NSObject: @retroactive CVarArg, @retroactive _CVarArgObject {
  public var _cVarArgObject: any CVarArg { FormatArgument.text(self) }
  public var _cVarArgEncoding: [Int] { FormatArgument.encoding(self as? NSString) }
}

extension Date: @retroactive CVarArg, @retroactive _CVarArgObject {
  public var _cVarArgObject: any CVarArg { FormatArgument.text(self) }
  public var _cVarArgEncoding: [Int] { FormatArgument.encoding() }
}

extension UUID: @retroactive CVarArg, @retroactive _CVarArgObject {
  public var _cVarArgObject: any CVarArg { FormatArgument.text(self) }
  public var _cVarArgEncoding: [Int] { FormatArgument.encoding() }
}

extension URL: @retroactive CVarArg, @retroactive _CVarArgObject {
  public var _cVarArgObject: any CVarArg { FormatArgument.text(self) }
  public var _cVarArgEncoding: [Int] { FormatArgument.encoding() }
}

extension Data: @retroactive CVarArg, @retroactive _CVarArgObject {
  public var _cVarArgObject: any CVarArg { FormatArgument.text(self) }
  public var _cVarArgEncoding: [Int] { FormatArgument.encoding() }
}

extension Array: @retroactive CVarArg, @retroactive _CVarArgObject {
  public var _cVarArgObject: any CVarArg { FormatArgument.text(self) }
  public var _cVarArgEncoding: [Int] { FormatArgument.encoding() }
}

extension Set: @retroactive CVarArg, @retroactive _CVarArgObject {
  public var _cVarArgObject: any CVarArg { FormatArgument.text(self) }
  public var _cVarArgEncoding: [Int] { FormatArgument.encoding() }
}
