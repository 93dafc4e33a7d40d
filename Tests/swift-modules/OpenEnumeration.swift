// An error of the compiler, as on Apple's platforms: scripts/test-swift-flags.
import CloudKit

func name(of status: CKAccountStatus) -> String {
  switch status {
  case .available: "available"
  case .noAccount, .restricted, .couldNotDetermine, .temporarilyUnavailable: "not available"
  }
}
