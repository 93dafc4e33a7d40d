// `import CloudKit` also imports these, as on Apple's platforms.
@_exported public import CloudKitFoundation
@_exported public import Dispatch
@_exported public import Foundation
