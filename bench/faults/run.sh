#!/usr/bin/env bash
# Puts each fault of a list into a copy of the last commit and runs the tests that should notice: bench/faults/run.sh [WORDS]
# Prints a row for each: caught or SURVIVED. With words, only faults that have them. Ends with 1 when one survived.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git -C "$root" archive HEAD | tar -x -C "$copy"
[ -d "$root/../shared" ] && ln -s "$(readlink -f "$root/../shared")" "$(dirname "$copy")/shared" 2>/dev/null || true
cd "$copy"
maven=(mvn -B -ntp -q -Djacoco.skip -Dspotless.check.skip -Dsurefire.failIfNoSpecifiedTests=false -Dsurefire.rerunFailingTestsCount=0)
"${maven[@]}" test-compile >/dev/null
survived=0
echo "| fault | tests | outcome |"
echo "|---|---|---|"
while IFS=$'\t' read -r fault file change room tests; do
  case "$fault" in '#'* | '') continue ;; *"${1:-}"*) ;; *) continue ;; esac
  cp "$file" "$copy/before"
  perl -0pi -e "$change" "$file"
  if cmp -s "$file" "$copy/before"; then
    outcome="NOT APPLIED"
    survived=1
  elif ! "${maven[@]}" compile -pl "$room" -am >"$copy/log" 2>&1; then
    outcome="does not compile"
    survived=1
  elif "${maven[@]}" test -pl "$room" -am -Dtest="$tests" >"$copy/log" 2>&1; then
    outcome="SURVIVED"
    survived=1
  else
    outcome="caught by $(grep -oE '[A-Za-z]+Test\.[A-Za-z_0-9]+' "$copy/log" | sort -u | head -2 | paste -sd, - | sed 's/,/, /')"
  fi
  cp "$copy/before" "$file"
  echo "| $fault | $room: \`$tests\` | $outcome |"
done <"$root/bench/faults/hand-made.tsv"
exit $survived
