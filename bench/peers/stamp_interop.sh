#!/usr/bin/env bash
# STAMP with an independent peer, both ways and in both modes: stamp-suite (https://github.com/asmie/stamp-suite).
#   cargo install stamp-suite --root DIR && bench/peers/stamp_interop.sh DIR/bin/stamp-suite
# Prints one line a case and ends with 1 when one failed. LONGHAUL is the command to try (default: ./longhaul).
set -euo pipefail
peer=${1:?the path of stamp-suite}
longhaul=${LONGHAUL:-$(cd "$(dirname "$0")/../.." && pwd)/longhaul}
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT
printf 'a key that both ends know' >"$work/key"
hex=$(od -An -v -tx1 "$work/key" | tr -d ' \n')
failed=0

# waits until a line of a log holds a text; the process that writes it must live
await() {
  for _ in $(seq 600); do
    grep -q "$2" "$1" && return
    sleep 0.1
  done
  echo "never said: $2" && cat "$1" && exit 1
}

report() {
  local what=$1 good=$2 log=$3
  if grep -Eq "$good" "$log"; then
    echo "ok      $what"
  else
    echo "FAILED  $what" && cat "$log" && failed=1
  fi
}

ours() {
  local what=$1 port=$2
  shift 2
  "$longhaul" probe latency "127.0.0.1:$port" --method stamp --count 50 --spacing 5ms "$@" >"$work/ours" 2>&1 || true
  report "Longhaul asks stamp-suite, $what" "50 sent, 0 lost" "$work/ours"
}

theirs() {
  local what=$1 port=$2
  shift 2
  "$peer" -r 127.0.0.1 -p "$port" -c 50 -d 5 -L 1 "$@" >"$work/theirs" 2>&1 || true
  report "stamp-suite asks Longhaul, $what" "Packets lost: 0 " "$work/theirs"
}

"$peer" -i -S 127.0.0.1 -o 18861 >"$work/r0" 2>&1 &
"$peer" -i -S 127.0.0.1 -o 18862 --stateful-reflector >"$work/r1" 2>&1 &
"$peer" -i -S 127.0.0.1 -o 18863 --stateful-reflector -A A --hmac-key "$hex" >"$work/r2" 2>&1 &
"$longhaul" agent -p 0 --stamp-port 18864 >"$work/a1" 2>&1 &
"$longhaul" agent -p 0 --stamp-port 18865 --stamp-key-file "$work/key" >"$work/a2" 2>&1 &
for log in r0 r1 r2; do await "$work/$log" "listening on"; done
for log in a1 a2; do await "$work/$log" "Reflecting STAMP"; done
"$peer" -r 127.0.0.1 -p 18864 -c 50 -d 2 -L 1 >/dev/null 2>&1 # a cold agent takes its time for the first packets

ours "stateless" 18861
ours "stateful" 18862
ours "packets of 1400 octets" 18862 --payload 1400B
ours "authenticated" 18863 --stamp-key-file "$work/key"
ours "authenticated, packets of 1400 octets" 18863 --stamp-key-file "$work/key" --payload 1400B
theirs "plain" 18864
theirs "1200 octets of padding" 18864 --extra-padding 1200
theirs "extensions known and unknown" 18864 --location --direct-measurement --timestamp-info --follow-up-telemetry
theirs "authenticated" 18865 -A A --hmac-key "$hex"
theirs "authenticated, 1200 octets of padding" 18865 -A A --hmac-key "$hex" --extra-padding 1200
theirs "authenticated, sealed extensions" 18865 -A A --hmac-key "$hex" --verify-tlv-hmac --timestamp-info --location
exit $failed
