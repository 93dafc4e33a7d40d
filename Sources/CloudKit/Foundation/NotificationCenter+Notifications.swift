public import Foundation

extension NotificationCenter {
  /// The notifications with a name, from the first call of `next()` or `makeAsyncIterator()` on
  /// (Apple: `NotificationCenter.notifications(named:object:)`, which Foundation on Linux does not
  /// have).
  ///
  /// - Parameter object: The sender; nil means any.
  public func notifications(
    named name: Notification.Name, object: AnyObject? = nil
  ) -> Notifications {
    Notifications(self, name, object)
  }

  /// An asynchronous sequence of notifications (Apple: `NotificationCenter.Notifications`).
  public final class Notifications: AsyncSequence, @unchecked Sendable {
    public typealias Element = Notification

    private let center: NotificationCenter
    private let name: Notification.Name
    private let object: AnyObject?

    init(_ center: NotificationCenter, _ name: Notification.Name, _ object: AnyObject?) {
      self.center = center
      self.name = name
      self.object = object
    }

    /// Returns an iterator that observes the center as long as it exists.
    public func makeAsyncIterator() -> Iterator {
      let (stream, continuation) = AsyncStream.makeStream(of: Carried<Notification>.self)
      let token = Carried<any NSObjectProtocol>(
        center.addObserver(forName: name, object: object, queue: nil) { notification in
          continuation.yield(Carried(notification))
        })
      let center = Carried(self.center)
      continuation.onTermination = { _ in center.value.removeObserver(token.value) }
      return Iterator(base: stream.makeAsyncIterator())
    }

    /// The iterator of `Notifications`.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate var base: AsyncStream<Carried<Notification>>.AsyncIterator

      /// Returns the next notification; nil after the task was cancelled.
      public mutating func next() async -> Notification? { await base.next()?.value }
    }
  }
}

/// A value of a type that is not `Sendable`, passed from one thread to one other.
struct Carried<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
