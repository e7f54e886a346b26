#!/usr/bin/env bash
# Lets PIT change the code of the rooms below, one instruction at a time, and prints what their tests notice:
# bench/mutation/run.sh [ROOM...]. MUTANTS says how many of a class are tried, evenly spread over it (8 unless told); all
# would take a day. What survived stands in ROOM/target/pit-reports/mutations.csv, with class, method and line.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
cd "$root"
declare -A classes=([core]='io.longhaul.core.*' [stats]='io.longhaul.stats.*' [estimator]='io.longhaul.estimator.*'
  [planner]='io.longhaul.planner.*' [store]='io.longhaul.store.log.*')
# values of core have most of their tests in the rooms that use them
declare -A in=([core]=planner [stats]=stats [estimator]=estimator [planner]=planner [store]=store)
echo "| code | mutants | noticed | survived | of them in no test's way |"
echo "|---|--:|--:|--:|--:|"
for room in ${*:-store stats core estimator planner}; do
  tests=${in[$room]:?there is no room $room. Known are: ${!in[*]}}
  rm -rf "$tests/target/pit-reports"
  mvn -o -B -ntp -q -Pmutation -Dspotless.check.skip -Djacoco.skip -pl "$tests" -am test-compile \
    org.pitest:pitest-maven:mutationCoverage "-DtargetClasses=${classes[$room]}" "-Dfeatures=+CLASSLIMIT(limit[${MUTANTS:-8}])" >&2
  [ "$room" = "$tests" ] || { mkdir -p "$room/target/pit-reports" && mv "$tests"/target/pit-reports/* "$room/target/pit-reports/"; }
  awk -F, -v name="${classes[$room]}" '
    { all++ }
    $6 == "SURVIVED" { survived++ }
    $6 == "NO_COVERAGE" { survived++; unseen++ }
    END { printf "| `%s` | %d | %.0f %% | %d | %d |\n", name, all, 100 * (all - survived) / all, survived, unseen }
  ' "$room/target/pit-reports/mutations.csv"
done
