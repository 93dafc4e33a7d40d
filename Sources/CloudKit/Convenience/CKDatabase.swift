public import Foundation

open class CKDatabase: NSObject, @unchecked Sendable {}
