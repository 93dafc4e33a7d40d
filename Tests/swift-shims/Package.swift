// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "places",
  platforms: [.iOS(.v16), .macOS(.v13)],
  products: [.library(name: "Places", targets: ["Places"])],
  targets: [
    .target(name: "Places"),
    .testTarget(name: "PlacesTests", dependencies: ["Places"]),
  ]
)
