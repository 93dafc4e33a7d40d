import Testing

@testable import MockCloudCore

@Suite struct StableHashTests {
  private func hash(_ body: (inout StableHash) -> Void) -> UInt64 {
    var hash = StableHash()
    body(&hash)
    return hash.value
  }

  /// Journals of one version are compared between processes: these numbers must not depend on the
  /// process.
  @Test func itIsTheSameInEveryProcess() {
    #expect(hash { _ in } == 0xe220_a839_7b1d_cdaf)
    #expect(hash { $0.add("Buy glue") } == hash { $0.add(Array("Buy glue".utf8)) })
    #expect(hash { $0.add(1) } != hash { $0.add(2) })
  }

  @Test func everyByteCounts() {
    for count in 0...40 {
      let bytes = (0..<count).map { UInt8($0) }
      var seen: Set<UInt64> = [hash { $0.add(bytes) }]
      for place in bytes.indices {
        var changed = bytes
        changed[place] ^= 0x40
        #expect(seen.insert(hash { $0.add(changed) }).inserted, "byte \(place) of \(count)")
      }
      #expect(seen.insert(hash { $0.add(bytes + [0]) }).inserted, "a NUL after \(count) bytes")
    }
  }

  @Test func partsAreToldApart() {
    #expect(hash { $0.add(0.0) } != hash { $0.add(-0.0) })
    let different: [UInt64] = [
      hash {
        $0.add("ab")
        $0.add("c")
      },
      hash {
        $0.add("a")
        $0.add("bc")
      },
      hash { $0.add("abc") }, hash { $0.add(list: ["ab", "c"]) { $0.add($1) } },
      hash { $0.add(list: ["abc"]) { $0.add($1) } }, hash { $0.add(String?.none) },
      hash { $0.add(String?.some("")) }, hash { $0.add(1.0) }, hash { $0.add(-0.0) },
      hash { $0.add("é") }, hash { $0.add("e\u{301}") },
    ]
    #expect(Set(different).count == different.count)
  }
}
