# Finds, or as root installs, what Longhaul needs. Sourced by ./longhaul and ./check; prints only to stderr.
# Sets JAVA (path of a java 17 or newer) and JAVA_MAJOR.

say() { printf '%s\n' "$*" >&2; }

fail() {
  say "longhaul: $1"
  [ -n "${2:-}" ] && say "  $2"
  exit 1
}

# java_major HOME: sets JAVA_MAJOR from the release file, without starting a JVM or any other program.
java_major() {
  [ -r "$1/release" ] || return 1
  local line
  JAVA_MAJOR=
  while IFS= read -r line; do
    [[ $line =~ ^JAVA_VERSION=\"([0-9]+) ]] && JAVA_MAJOR=${BASH_REMATCH[1]} && break
  done <"$1/release"
  [ -n "$JAVA_MAJOR" ]
}

usable_jdk() {
  [ -x "$1/bin/java" ] && java_major "$1" && [ "$JAVA_MAJOR" -ge 17 ] && { [ -z "${2:-}" ] || [ -x "$1/bin/javac" ]; }
}

# find_java [jdk]: JAVA_HOME first, then the java of the PATH, then the usual folders.
find_java() {
  local home candidate
  if [ -n "${JAVA_HOME:-}" ] && usable_jdk "$JAVA_HOME" "${1:-}"; then
    home=$JAVA_HOME
  elif candidate=$(command -v java) && candidate=$(readlink -f "$candidate") && usable_jdk "${candidate%/bin/java}" "${1:-}"; then
    home=${candidate%/bin/java}
  else
    for candidate in /usr/lib/jvm/* /opt/java/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
      if usable_jdk "$candidate" "${1:-}"; then
        home=$candidate
        break
      fi
    done
  fi
  [ -n "${home:-}" ] || return 1
  JAVA=$home/bin/java
  export JAVA_HOME=$home
}

# install PACKAGE...: with the system's package manager, as root; returns 1 when that is not possible.
install() {
  [ "$(id -u)" = 0 ] || return 1
  say "Installing $* with the system's packages."
  if command -v apt-get >/dev/null; then
    { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$@"; } >/dev/null 2>&1
  elif command -v dnf >/dev/null; then
    dnf -q -y install "$@" >/dev/null 2>&1
  elif command -v apk >/dev/null; then
    apk add -q "$@" >/dev/null 2>&1
  else
    return 1
  fi
}

need_jdk() {
  find_java jdk && return
  install openjdk-17-jdk-headless || install java-17-openjdk-devel || install openjdk17 || true
  find_java jdk || fail "no JDK 17 or newer was found." \
    "Install one (Debian, Ubuntu: apt-get install openjdk-17-jdk-headless), or set JAVA_HOME to one."
}

maven_is_usable() {
  local version
  command -v mvn >/dev/null || return 1
  version=$(mvn -v 2>/dev/null | sed -n 's/.*Apache Maven \([0-9]*\)\.\([0-9]*\).*/\1 \2/p')
  [ -n "$version" ] && set -- $version && { [ "$1" -gt 3 ] || { [ "$1" -eq 3 ] && [ "$2" -ge 8 ]; }; }
}

need_maven() {
  maven_is_usable && return
  install maven || true
  maven_is_usable || fail "Maven 3.8 or newer was not found." \
    "Install it (Debian, Ubuntu: apt-get install maven) and put mvn on the PATH."
}
