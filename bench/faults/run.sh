#!/usr/bin/env bash
# Puts each fault of hand-made.tsv into the code, one at a time and beside the tree, and runs the tests that should notice:
# bench/faults/run.sh [WORDS]. Prints a row for each: caught or SURVIVED; with words, only for faults that have them.
# Builds first, unless FAULTS_BUILT=yes. Ends with 1 when a fault survived.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
cd "$root"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ "${FAULTS_BUILT:-}" = yes ] || mvn -B -ntp -q -Dspotless.check.skip -DskipTests -Dmdep.outputFile=target/test-classpath \
  -Dmdep.includeScope=test verify dependency:build-classpath >&2
runner="$root/e2e/target/others/junit-platform-console-standalone.jar"
survived=0
echo "| fault | outcome |"
echo "|---|---|"
while IFS=$'\t' read -r fault file change room tests; do
  case "$fault" in '#'* | '') continue ;; *"${1:-}"*) ;; *) continue ;; esac
  rm -rf "$work/src" "$work/out"
  mkdir -p "$work/src" "$work/out"
  perl -0pe "$change" "$file" >"$work/src/$(basename "$file")"
  path="$root/$room/target/test-classes:$root/$room/target/classes:$(cat "$room/target/test-classpath")"
  if cmp -s "$file" "$work/src/$(basename "$file")"; then
    outcome="NOT APPLIED"
  elif ! javac --release 17 -proc:none -nowarn -d "$work/out" -cp "$path" "$work/src/$(basename "$file")" 2>"$work/log"; then
    outcome="DOES NOT COMPILE"
  elif (cd "$room" && java "-Dlonghaul.root=$root" "-Djava.io.tmpdir=$work" -cp "$work/out:$runner:$path" \
    org.junit.platform.console.ConsoleLauncher execute --disable-banner --details=none --exclude-tag=study \
    "--scan-classpath=$root/$room/target/test-classes" "--include-classname=.*\\.($tests)") >"$work/log" 2>&1; then
    outcome="SURVIVED"
  else
    outcome="caught by $(grep -oE "[A-Za-z0-9_]+' *, *methodName = '[A-Za-z0-9_]+" "$work/log" | sed -E "s/' *, *methodName = '/./" |
      sort -u | head -2 | paste -sd, - | sed 's/,/, /')"
  fi
  [[ $outcome == caught* ]] || survived=1
  echo "| $fault | $outcome |"
done <"$root/bench/faults/hand-made.tsv"
exit $survived
