#!/usr/bin/env bash
# Stands in for `swift` where a test follows the Swift tutorial. `swift test` compiles the package in the
# current folder against the MockCloudCore in $MOCKCLOUD_BUILD, where SwiftPM built it: a package of its own
# would build it anew, which takes minutes. $SWIFT is the real one.
set -euo pipefail

[ "$*" = test ] || exec "$SWIFT" "$@"
"$SWIFT" package dump-package >/dev/null

mkdir -p build
# A build that was changed keeps the objects of files that are gone.
core=$MOCKCLOUD_BUILD/MockCloudCore.build
mapfile -t objects < <(sed "s|.*/||; s|['\"]*\$||; s|.*|$core/&.o|" "$core/sources")
tools=$(dirname "$(readlink -f "$SWIFT")")
flags=(-swift-version 6 -warnings-as-errors -parse-as-library -Onone -I build)
"$tools/swiftc" "${flags[@]}" -wmo -module-name Notes -emit-module -emit-module-path build/Notes.swiftmodule \
  -c Sources/Notes/*.swift -o build/Notes.o
cat >build/Main.swift <<'END'
import Testing

@main struct Main {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
END
"$tools/swiftc" "${flags[@]}" -module-name NotesTests Tests/NotesTests/*.swift build/Main.swift build/Notes.o \
  -I "$MOCKCLOUD_BUILD/Modules" -Xcc -fmodule-map-file="$MOCKCLOUD_ROOT/Sources/CJSONC/module.modulemap" \
  -I "$MOCKCLOUD_ROOT/Sources/CJSONMemory/include" "$MOCKCLOUD_BUILD"/CJSONMemory.build/*.o \
  -plugin-path "$tools/../lib/swift/host/plugins/testing" \
  "${objects[@]}" -ljson-c -o build/tests
./build/tests
