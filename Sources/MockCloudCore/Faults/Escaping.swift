extension String {
  /// Returns the text with a backslash before backslashes and the given characters, so that texts
  /// that are joined by these remain distinct.
  func escaped(_ special: Unicode.Scalar...) -> String {
    let isSpecial = { (scalar: Unicode.Scalar) in scalar == "\\" || special.contains(scalar) }
    guard unicodeScalars.contains(where: isSpecial) else { return self }
    var escaped = ""
    for scalar in unicodeScalars {
      if isSpecial(scalar) { escaped.unicodeScalars.append("\\") }
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }
}
