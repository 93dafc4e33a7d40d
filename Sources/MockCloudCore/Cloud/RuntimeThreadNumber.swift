#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The number under which the Swift runtime knows the calling thread.
///
/// On Linux the runtime guards each first use (lazy globals, caches of generic types) by a
/// priority-inheritance futex, which it locks with the number of the thread. It asks the kernel
/// once for each thread and stores the number in a thread-local variable, where 0 means unknown.
/// The thread that calls `fork()` has another number in the child, but the variable is copied. If
/// another thread of the child waits for a lock that was taken with the old number, the kernel
/// refuses to unlock it, and both threads try again forever. The variable is therefore cleared in
/// the child: the runtime then asks again. (It is not known whether the thread holds such a lock
/// itself: a Swift program must not fork in the initializer of a global and return from it in the
/// child.)
///
/// The variable cannot be named: the shared runtime exports no symbol for it. It is found by an
/// experiment: of the words that hold the thread's number in the thread-local memory of the
/// runtime's module, it is the one that the runtime sets again after it was cleared. With a runtime
/// that stores no number, or elsewhere, nothing is found and nothing is changed.
struct RuntimeThreadNumber {
  /// The place of the variable in the thread-local memory of the runtime's module.
  private let offset: Int?

  #if os(Linux) && _pointerBitWidth(_64)
    init() {
      guard let number = Kernel.threadNumber(), let memory = RuntimeModule.threadLocalMemory()
      else {
        offset = nil
        return
      }
      let words = stride(from: 0, through: memory.count - 4, by: 4).filter {
        memory.loadUnaligned(fromByteOffset: $0, as: Int32.self) == number
      }
      for word in words { memory.storeBytes(of: 0, toByteOffset: word, as: Int32.self) }
      let again = FirstUse.threadNumber()
      let found = words.filter { memory.loadUnaligned(fromByteOffset: $0, as: Int32.self) == again }
      for word in words { memory.storeBytes(of: number, toByteOffset: word, as: Int32.self) }
      offset = found.count == 1 ? found.first : nil
    }

    /// Returns the variable of the calling thread. It stays the variable of this thread in a child.
    /// Call it before `fork()`: in the child, a lock of the loader may be held forever.
    func variable() -> UnsafeMutablePointer<Int32>? {
      guard let offset, let memory = RuntimeModule.threadLocalMemory(),
        offset + 4 <= memory.count
      else { return nil }
      return memory.baseAddress?.advanced(by: offset).assumingMemoryBound(to: Int32.self)
    }

    /// A lazy global whose first use makes the runtime lock. It is used once in a process.
    private enum FirstUse {
      private static let number = Kernel.threadNumber()

      /// Not inlined, so that the optimizer does not move the first use before the experiment.
      @inline(never)
      static func threadNumber() -> Int32? { number }
    }
  #else
    init() { offset = nil }

    func variable() -> UnsafeMutablePointer<Int32>? { nil }
  #endif
}

#if os(Linux) && _pointerBitWidth(_64)
  /// Functions of the C library that Swift's modules for it do not have.
  private enum Kernel {
    /// Returns the kernel's number of the calling thread.
    static func threadNumber() -> Int32? {
      guard let address = dlsym(nil, "gettid") else { return nil }
      return unsafeBitCast(address, to: (@convention(c) () -> Int32).self)()
    }

    /// Calls the function with a description of each loaded module until it returns another number
    /// than 0.
    static func forEachModule(
      _ visit:
        @convention(c) (UnsafeRawPointer?, Int, UnsafeMutableRawPointer?) -> Int32,
      _ context: UnsafeMutableRawPointer
    ) {
      guard let address = dlsym(nil, "dl_iterate_phdr") else { return }
      typealias Visit = @convention(c) (UnsafeRawPointer?, Int, UnsafeMutableRawPointer?) -> Int32
      typealias Iterate = @convention(c) (Visit, UnsafeMutableRawPointer?) -> Int32
      _ = unsafeBitCast(address, to: Iterate.self)(visit, context)
    }
  }

  /// The loaded file that contains the Swift runtime: a shared library, this library, or the
  /// program.
  private enum RuntimeModule {
    /// The offsets of `dl_phdr_info` and of `Elf64_Phdr`, which `<link.h>` and `<elf.h>` declare.
    private enum Layout {
      static let (loadAddress, headers, headerCount) = (0, 16, 24)
      static let (threadLocalMemory, size) = (56, 64)
      static let (kind, address, memorySize, headerSize) = (0, 16, 40, 56)
      static let (loadable, threadLocal) = (UInt32(1), UInt32(7))
    }

    private struct Search {
      /// The type of `Int` is data of the runtime.
      let address = UInt(bitPattern: ObjectIdentifier(Int.self))
      var memory: UnsafeMutableRawBufferPointer?
    }

    /// Returns the module's thread-local memory for the calling thread; nil if it has none, or if
    /// the thread has not used it.
    static func threadLocalMemory() -> UnsafeMutableRawBufferPointer? {
      var search = Search()
      Kernel.forEachModule(
        { module, size, search in
          guard let module, let search, size >= Layout.size else { return 0 }
          return RuntimeModule.find(module, &search.assumingMemoryBound(to: Search.self).pointee)
        }, &search)
      return search.memory
    }

    /// Returns 1 if the module contains the runtime.
    private static func find(_ module: UnsafeRawPointer, _ search: inout Search) -> Int32 {
      let base = module.load(fromByteOffset: Layout.loadAddress, as: UInt.self)
      guard
        let headers = module.load(fromByteOffset: Layout.headers, as: UnsafeRawPointer?.self)
      else { return 0 }
      var (contains, size) = (false, 0)
      for index in 0..<Int(module.load(fromByteOffset: Layout.headerCount, as: UInt16.self)) {
        let header = headers + index * Layout.headerSize
        let length = header.load(fromByteOffset: Layout.memorySize, as: UInt.self)
        switch header.load(fromByteOffset: Layout.kind, as: UInt32.self) {
        case Layout.loadable:
          let start = base &+ header.load(fromByteOffset: Layout.address, as: UInt.self)
          if search.address >= start, search.address - start < length { contains = true }
        case Layout.threadLocal: size = Int(clamping: length)
        default: break
        }
      }
      guard contains else { return 0 }
      let memory = module.load(
        fromByteOffset: Layout.threadLocalMemory, as: UnsafeMutableRawPointer?.self)
      search.memory = memory.map { UnsafeMutableRawBufferPointer(start: $0, count: size) }
      return 1
    }
  }
#endif
