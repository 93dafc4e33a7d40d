/// The value of a record for one sort key.
enum SortValue {
  case absent
  case int64(Int64)
  case double(Double)
  case text(String)

  /// Returns a negative number, 0 or a positive number. Absent values come first, text is compared
  /// by bytes. Values of different kinds occur only if a field's type is not enforced; then numbers
  /// come before text.
  static func compare(_ left: SortValue, _ right: SortValue) -> Int {
    switch (left, right) {
    case (.int64(let left), .int64(let right)): left == right ? 0 : left < right ? -1 : 1
    case (.double(let left), .double(let right)): left == right ? 0 : left < right ? -1 : 1
    case (.int64(let left), .double(let right)): NumberOrder.compare(left, right)
    case (.double(let left), .int64(let right)): -NumberOrder.compare(right, left)
    case (.text(let left), .text(let right)): String.compare(left, right)
    default: left.rank - right.rank
    }
  }

  private var rank: Int {
    switch self {
    case .absent: 0
    case .int64, .double: 1
    case .text: 2
    }
  }
}

/// The order by a query's sort keys. It is total: records with equal keys are ordered by name, then
/// by zone, always ascending.
struct RecordOrder {
  private struct Level {
    let key: SortKey
    let distance: GreatCircle?
    var place = 0
  }

  private var levels: [Level]
  private let context: QueryContext

  init(_ sort: [SortKey], _ context: QueryContext) {
    // A repeated key has no effect.
    var keys: Set<QueryKey> = []
    let deciding =
      sort.count < 2
      ? sort : sort.filter { $0.relativeLocation != nil || keys.insert($0.key).inserted }
    levels = deciding.map { Level(key: $0, distance: $0.relativeLocation.map(GreatCircle.init)) }
    self.context = context
  }

  /// Returns the value that decides most comparisons.
  mutating func firstValue(of record: Record) -> SortValue {
    levels.isEmpty ? .absent : value(of: record, at: 0)
  }

  /// Whether the first values put one record before the other; nil if they are equal.
  func precedes(_ left: SortValue, _ right: SortValue) -> Bool? {
    let order = SortValue.compare(left, right)
    return order == 0 ? nil : (order < 0) == levels.first?.key.ascending
  }

  /// Whether the left record comes before the right one if their first values are equal.
  mutating func precedesBeyondFirst(_ left: Record, _ right: Record) -> Bool {
    for index in levels.indices.dropFirst() {
      let order = SortValue.compare(value(of: left, at: index), value(of: right, at: index))
      if order != 0 { return (order < 0) == levels[index].key.ascending }
    }
    let byName = ExactText.compare(left.recordName, right.recordName)
    return byName == 0 ? left.zoneID < right.zoneID : byName < 0
  }

  private mutating func value(of record: Record, at index: Int) -> SortValue {
    switch levels[index].key.key {
    case .anyText: return .absent
    case .system(.createdTimestamp): return .int64(record.created.timestamp)
    case .system(.modifiedTimestamp): return .int64(record.modified.timestamp)
    case .system(let field):
      return context.name(in: field, of: record).map { .text($0.text) } ?? .absent
    case .field(let name):
      guard let place = record.fields.place(of: name, near: levels[index].place) else {
        return .absent
      }
      levels[index].place = place
      // The server cannot read encrypted values, so all records are equal in this key.
      if record.fields[place].isEncrypted { return .absent }
      return switch record.fields[place].value {
      case .int64(let value), .timestamp(let value): .int64(value)
      case .double(let value): .double(value)
      case .string(let value): .text(value)
      case .reference(let value): .text(value.recordName.text)
      case .location(let value):
        levels[index].distance.map { .double($0.distance(to: value)) } ?? .absent
      default: .absent
      }
    }
  }
}

/// Keeps the first few of any number of candidates: a heap whose root is the last of those kept, so
/// that most candidates take one comparison.
struct FirstInOrder {
  /// An element of the heap; the records themselves are not moved.
  private struct Entry {
    var first: SortValue
    let slot: Int
  }

  private var order: RecordOrder
  private let capacity: Int
  private var records: [Record] = []
  private var heap: [Entry] = []

  init(_ order: RecordOrder, capacity: Int) {
    self.order = order
    self.capacity = max(0, capacity)
  }

  mutating func add(_ record: Record) {
    let first = order.firstValue(of: record)
    if heap.count < capacity {
      heap.append(Entry(first: first, slot: records.count))
      records.append(record)
      siftUp(from: heap.count - 1)
    } else if !heap.isEmpty {
      let slot = heap[0].slot
      let isEarlier =
        order.precedes(first, heap[0].first)
        ?? order.precedesBeyondFirst(record, records[slot])
      guard isEarlier else { return }
      heap[0].first = first
      records[slot] = record
      siftDown()
    }
  }

  /// Returns the records in order.
  mutating func sorted() -> [Record] {
    var entries = heap
    entries.sort { precedes($0, $1) }
    return entries.map { records[$0.slot] }
  }

  private mutating func precedes(_ left: Entry, _ right: Entry) -> Bool {
    order.precedes(left.first, right.first)
      ?? order.precedesBeyondFirst(records[left.slot], records[right.slot])
  }

  private mutating func siftUp(from start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      guard precedes(heap[parent], heap[index]) else { return }
      heap.swapAt(parent, index)
      index = parent
    }
  }

  private mutating func siftDown() {
    var index = 0
    while true {
      var largest = index
      for child in (2 * index + 1)...(2 * index + 2) where child < heap.count {
        if precedes(heap[largest], heap[child]) { largest = child }
      }
      if largest == index { return }
      heap.swapAt(index, largest)
      index = largest
    }
  }
}
