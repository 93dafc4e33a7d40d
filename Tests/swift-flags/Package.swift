// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "notes",
  platforms: [.iOS(.v16), .macOS(.v13)],
  products: [.library(name: "Notes", targets: ["Notes"])],
  targets: [
    .target(name: "Notes"),
    .testTarget(name: "NotesTests", dependencies: ["Notes"]),
  ]
)
