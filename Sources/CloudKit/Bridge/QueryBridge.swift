internal import Foundation
internal import MockCloudCore

extension NSPredicate {
  /// The text and the arguments as the core reads them. It knows the constant name of the current user.
  func inCore() throws(CKError) -> PredicateText.Format {
    let format: PredicateFormat
    let parts: [PredicateFormat]
    do throws(FormatProblem) {
      (format, parts) = try self.parts()
    } catch {
      switch error {
      case .unsupported(let reason): throw CKError(unsendable: "Invalid predicate: \(reason)")
      }
    }
    var arguments: [PredicateArgument] = []
    for (index, argument) in format.arguments.enumerated() {
      do throws(UnsendableValue) {
        arguments.append(try Self.argument(argument))
      } catch {
        throw CKError(
          unsendable: "Invalid predicate: argument \(index + 1): \(error.reason)")
      }
    }
    if self is NSCompoundPredicate { try Self.check(parts, arguments) }
    return PredicateText.Format(text: format.text, arguments: arguments)
  }

  /// Checks that each part is a predicate by itself: joined, a text with unbalanced parentheses or
  /// with too many arguments could be another predicate.
  private static func check(
    _ parts: [PredicateFormat], _ arguments: [PredicateArgument]
  ) throws(CKError) {
    var start = 0
    for part in parts {
      let end = start + part.arguments.count
      do throws(QueryRefusal) {
        try PredicateText.check(
          PredicateText.Format(text: part.text, arguments: Array(arguments[start..<end])))
      } catch {
        throw CKError(unsendable: error.reason)
      }
      start = end
    }
  }

  private static func argument(_ argument: Any) throws(UnsendableValue) -> PredicateArgument {
    if argument is NSNull { return .null }
    guard let stored = StoredValue.argument(argument) else {
      // A nil in an `Any`.
      let mirror = Mirror(reflecting: argument)
      if mirror.displayStyle == .optional, mirror.children.isEmpty { return .null }
      throw UnsendableValue(reason: "predicates cannot have a \(type(of: argument))")
    }
    return .value(try ValueBridge.inCore(stored, in: nil, by: .unknown) ?? .stringList([]))
  }

  /// Whether both are the same condition for the service, however they are written.
  func isSameCondition(as other: NSPredicate) -> Bool {
    guard let (own, others) = try? (inCore(), other.inCore()) else { return self === other }
    if own == others { return true }
    let conditions = try? (
      PredicateText.read(own.text, arguments: own.arguments, now: 0),
      PredicateText.read(others.text, arguments: others.arguments, now: 0)
    )
    return conditions.map { $0 == $1 } ?? false
  }

  /// The predicate of an answer.
  convenience init(_ format: PredicateText.Format, _ viewpoint: Viewpoint) {
    let arguments = format.arguments.map { (argument) -> Any in
      switch argument {
      case .null: NSNull.shared
      case .value(let value):
        ValueBridge.object(value, in: .default, viewpoint, files: false)
      }
    }
    self.init(PredicateFormat(text: format.text, arguments: arguments))
  }
}

extension CKQuery {
  /// The query without its predicate, which the core reads as text.
  func inCore() throws(CKError) -> Query {
    Query(recordType: RecordTypeName(recordType), sort: try sortKeys())
  }

  private func sortKeys() throws(CKError) -> [SortKey] {
    var keys: [SortKey] = []
    for descriptor in sortDescriptors ?? [] {
      guard let key = descriptor.fieldKey else {
        throw CKError(unsendable: "Invalid sort descriptor: it needs the key of a field")
      }
      do throws(UnsendableValue) {
        keys.append(
          SortKey(
            QueryKey(predicateKey: key), ascending: descriptor.ascending,
            relativeLocation: try (descriptor as? CKLocationSortDescriptor)
              .map { (descriptor) throws(UnsendableValue) in
                try ValueBridge.location(descriptor.relativeLocation)
              }))
      } catch {
        throw CKError(unsendable: "Invalid sort descriptor: \(error.reason)")
      }
    }
    return keys
  }
}
