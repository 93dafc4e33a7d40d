// `CLLocation` and coordinates, which CloudKit also has.
@_exported public import CloudKitFoundation
@_exported public import Foundation
