// `import OSLog` also imports these, as on Apple's platforms.
@_exported public import Foundation
@_exported public import os
