internal import Foundation
internal import MockCloudCore

extension NSPredicate {
  /// The text and the arguments as the core reads them.
  func inCore() throws(CKError) -> PredicateText.Format {
    let format: PredicateFormat
    do throws(FormatProblem) {
      format = try self.format()
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
    return PredicateText.Format(text: format.text, arguments: arguments)
  }

  private static func argument(_ argument: Any) throws(UnsendableValue) -> PredicateArgument {
    switch argument {
    case is NSNull: return .null
    case let recordID as CKRecordID:
      return .value(.reference(CKReference(recordID: recordID, action: .none).inCore(from: nil)))
    case let record as CKRecord:
      return .value(.reference(CKReference(record: record, action: .none).inCore(from: nil)))
    case let set as NSSet: return try Self.argument(set.allObjects as NSArray)
    default:
      guard let stored = StoredValue.of(argument) else {
        // A nil in an `Any` is found by its text alone.
        if "\(argument)" == "nil" { return .null }
        throw UnsendableValue(reason: "predicates cannot have a \(type(of: argument))")
      }
      return .value(try ValueBridge.inCore(stored, in: nil) ?? .stringList([]))
    }
  }

  /// The predicate of an answer.
  convenience init(_ format: PredicateText.Format, _ viewpoint: Viewpoint) {
    let arguments = format.arguments.map { (argument) -> Any in
      switch argument {
      case .null: NSNull()
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
