// swift-tools-version: 6.0
import PackageDescription

let isSanitized = Context.environment["MOCKCLOUD_SANITIZER"] != nil

let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
  ] + (isSanitized ? [.define("THREAD_SANITIZER")] : [])

// SwiftPM has no setting for an export list or a soname, hence the linker flags: without them the
// library would export all of its Swift symbols. The flags are those of the test bundle too, where a
// list would hide the functions of Thread Sanitizer from the shared libraries: it then takes the order
// that Dispatch and the runtime give to threads for races.
let exports: [LinkerSetting] =
  isSanitized
  ? []
  : [
    .unsafeFlags(
      [
        "-Xlinker", "--version-script=\(Context.packageDirectory)/exports/mockcloud.map",
        "-Xlinker", "-soname=libmockcloud.so.0",
      ], .when(platforms: [.linux]))
  ]

// The module CloudKit, where there is no framework of that name. Elsewhere the product is empty, so
// that a dependency on it may stay, and no module hides Apple's.
#if canImport(Darwin)
  let sharedModules: [Product] = []
  let cloudKitProducts: [Product] = [.library(name: "CloudKit", targets: ["NoCloudKit"])]
  let cloudKit: [Target] = [.target(name: "NoCloudKit")]
#else
  // For scripts/build-swift-modules alone.
  let sharedModules: [Product] =
    Context.environment["MOCKCLOUD_SWIFT_MODULES"] == nil
    ? []
    : [
      .library(
        name: "MockCloudSwift", type: .dynamic,
        targets: ["CloudKit", "MockCloudKit", "MockCloudKitFramework"])
    ]
  let cloudKitProducts: [Product] = [
    .library(name: "CloudKit", targets: ["CloudKit"]),
    .library(name: "MockCloudKit", targets: ["MockCloudKit"]),
    .library(name: "MockCloudKitFramework", targets: ["MockCloudKitFramework"]),
    .library(name: "MockCloudTesting", targets: ["MockCloudTesting"]),
    .library(name: "MockCloudXCTest", targets: ["MockCloudXCTest"]),
  ]
  let cloudKit: [Target] = [
    .target(name: "CCloudKitStart", path: "Sources/CloudKit/Start"),
    // What CloudKit has in common with the shim of Core Location, which a package asks for.
    .target(name: "CloudKitFoundation", swiftSettings: strict),
    .target(
      name: "CloudKit", dependencies: ["CloudKitFoundation", "MockCloudCore", "CCloudKitStart"],
      exclude: ["Start"], swiftSettings: strict),
    .target(
      name: "MockCloudKit", dependencies: ["CloudKit", "MockCloudCore"], swiftSettings: strict),
    // The names of the framework of that name, for tests that were written for it.
    .target(
      name: "MockCloudKitFramework", dependencies: ["CloudKit", "MockCloudKit", "MockCloudCore"],
      swiftSettings: strict),
    // For Swift Testing and for XCTest: apart, so that a client needs only the one that it uses.
    .target(
      name: "MockCloudTesting", dependencies: ["MockCloudKit", "MockCloudCore"],
      swiftSettings: strict),
    .target(name: "MockCloudXCTest", dependencies: ["MockCloudKit"], swiftSettings: strict),
    .testTarget(
      name: "CloudKitTests", dependencies: ["CloudKit", "MockCloudCore"], exclude: ["surface.txt"],
      swiftSettings: strict),
    // All scenarios through CloudKit's API. Some files are links to those of MockCloudCoreTests.
    .testTarget(
      name: "CloudKitScenarioTests",
      dependencies: ["CloudKit", "MockCloudKit", "MockCloudCore"], exclude: ["in-json.txt"],
      swiftSettings: strict),
    // A client as an app's author writes it, which uses only the public interface.
    .testTarget(
      name: "CloudKitClientTests", dependencies: ["CloudKit"], packageAccess: false),
    // What CloudKit's objects cost: `make bench-cloudkit`.
    .executableTarget(
      name: "cloudkit-figures", dependencies: ["CloudKit", "MockCloudKit", "MockCloudCore"],
      path: "benchmarks/cloudkit", packageAccess: false),
    // Clients to copy from, which use only the public interface of CloudKit, and their tests.
    .systemLibrary(
      name: "CSQLite", path: "examples/swift/clients/CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "ExampleClients", dependencies: ["CloudKit", "CSQLite"], path: "examples/swift/clients",
      exclude: ["CSQLite", "README.md", "tests"], packageAccess: false),
    .testTarget(
      name: "ExampleClientTests",
      dependencies: ["ExampleClients", "CloudKit", "MockCloudKit", "MockCloudTesting"],
      path: "examples/swift/clients/tests", packageAccess: false),
    .testTarget(
      name: "MockCloudKitTests",
      dependencies: ["CloudKit", "MockCloudKit", "MockCloudTesting", "MockCloudXCTest"],
      packageAccess: false),
    .testTarget(
      name: "MockCloudKitFrameworkTests",
      dependencies: ["CloudKit", "MockCloudKit", "MockCloudKitFramework", "MockCloudTesting"],
      packageAccess: false),
    // An app with its tests, as they are written for that framework: with the rules of Swift 5.
    .testTarget(
      name: "MockCloudKitFrameworkClientTests",
      dependencies: ["CloudKit", "MockCloudKitFramework"], packageAccess: false,
      swiftSettings: [.swiftLanguageMode(.v5)]),
  ]
#endif

let package = Package(
  name: "mockcloud",
  products: [
    .library(name: "mockcloud", type: .dynamic, targets: ["mockcloud-shim"]),
    .library(name: "MockCloudCore", targets: ["MockCloudCore"]),
  ] + cloudKitProducts + sharedModules,
  targets: [
    .systemLibrary(
      name: "CJSONC", pkgConfig: "json-c", providers: [.apt(["libjson-c-dev", "pkg-config"])]),
    .target(name: "CJSONMemory"),
    .target(name: "CMockCloud"),
    .target(name: "MockCloudCore", dependencies: ["CJSONC", "CJSONMemory"], swiftSettings: strict),
    .target(
      name: "mockcloud-shim", dependencies: ["MockCloudCore", "CMockCloud"],
      swiftSettings: strict, linkerSettings: exports),
    .executableTarget(
      name: "fork-check", dependencies: ["MockCloudCore"], path: "Tests/fork-check",
      swiftSettings: strict),
    .testTarget(
      name: "MockCloudCoreTests", dependencies: ["MockCloudCore", "CJSONMemory", "fork-check"],
      swiftSettings: strict),
    .testTarget(
      name: "MockCloudShimTests", dependencies: ["mockcloud-shim", "CMockCloud"],
      swiftSettings: strict),
    // The Swift code of docs/TASKS.md, which uses only the public interface.
    .executableTarget(
      name: "task-program", dependencies: ["MockCloudCore"], path: "examples/swift/program",
      packageAccess: false, swiftSettings: strict),
    // With the sync client of examples/swift/sync.
    .testTarget(
      name: "TaskTests", dependencies: ["MockCloudCore", "task-program"], path: "examples/swift",
      exclude: ["program", "clients"], packageAccess: false, swiftSettings: strict),
  ] + cloudKit,
  swiftLanguageModes: [.v6]
)
