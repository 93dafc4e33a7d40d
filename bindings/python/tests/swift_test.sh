#!/usr/bin/env bash
# Stands in for `swift` where a test follows a tutorial in Swift. `swift test` compiles the package in the
# current folder, of one target and its tests, against the modules in $MOCKCLOUD_BUILD, where SwiftPM built
# them: a package of its own would build them anew, which takes minutes. $SWIFT is the real one.
set -euo pipefail

[ "$*" = test ] || exec "$SWIFT" "$@"
"$SWIFT" package dump-package >/dev/null

library=$(basename Sources/*)
tests=$(basename Tests/*)
mkdir -p build
modules=(MockCloudCore)
objects=("$MOCKCLOUD_BUILD"/CJSONMemory.build/*.o)
if grep -q '"MockCloudKit"' Package.swift; then
  modules+=(CloudKitFoundation CloudKit MockCloudKit MockCloudTesting)
  objects+=("$MOCKCLOUD_BUILD"/CCloudKitStart.build/*.o)
fi
for module in "${modules[@]}"; do
  # A build that was changed keeps the objects of files that are gone.
  folder=$MOCKCLOUD_BUILD/$module.build
  mapfile -t -O "${#objects[@]}" objects < <(sed "s|.*/||; s|['\"]*\$||; s|.*|$folder/&.o|" "$folder/sources")
done
tools=$(dirname "$(readlink -f "$SWIFT")")
flags=(-swift-version 6 -warnings-as-errors -parse-as-library -Onone -I build -I "$MOCKCLOUD_BUILD/Modules"
  -Xcc -fmodule-map-file="$MOCKCLOUD_ROOT/Sources/CJSONC/module.modulemap" -I "$MOCKCLOUD_ROOT/Sources/CJSONMemory/include")
"$tools/swiftc" "${flags[@]}" -wmo -module-name "$library" -emit-module -emit-module-path "build/$library.swiftmodule" \
  -c "Sources/$library"/*.swift -o "build/$library.o"
cat >build/Main.swift <<'END'
import Testing

@main struct Main {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
END
"$tools/swiftc" "${flags[@]}" -module-name "$tests" "Tests/$tests"/*.swift build/Main.swift "build/$library.o" \
  -plugin-path "$tools/../lib/swift/host/plugins/testing" "${objects[@]}" -ljson-c -o build/tests
./build/tests
