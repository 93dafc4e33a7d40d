import CloudKit
import XCTest

final class ClientTests: XCTestCase { func testX() {} }
