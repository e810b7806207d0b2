#!/bin/sh
# The engine shows a line of standard output of a provider that did not start, and nothing else. The shell's own errors go
# there, too, until Node.js takes over; one of them is that this file was cut, as the group is read to its end before it runs.
exec 3>&2 2>&1
{
refuse() {
  # A bar would look like the handshake.
  set -f
  IFS='|
'
  set -- $1
  IFS=/
  printf 'The provider zonewright/zone %s\n' "$*"
  exit 1
}
# Says why Node.js, started as "$@", has ended: it is run again, and what it says then is the reason. An engine that is gone, or
# that ended it for its own reasons, needs none.
explain() {
  unset PLUGIN_ANSWERED_FD
  kill -0 "$PPID" 2>/dev/null || exit 1
  command -v timeout >/dev/null || refuse 'did not start: Node.js ended before it answered.'
  said=$(timeout -k 1 5 "$@" 2>&1 </dev/null)
  code=$?
  [ $code = 124 ] && refuse 'did not start: Node.js ended before it answered, and when it was run again it did not answer within 5 s. Try again.'
  limits="(ulimit -s: $(ulimit -s), ulimit -v: $(ulimit -v))"
  [ $code -gt 128 ] && how="by signal $((code - 128)) $limits" || how="with exit code $code"
  why=
  set -f
  IFS='
'
  for line in $said; do
    case $line in
      1\|*\|unix\|*) refuse "did not start: Node.js ended before it answered. It did not when it was run again $limits: a limit is too low, memory was short, or something ended it. Try again." ;;
      # What calls what, and long lines of code.
      ' '* | 'Node.js v'*) ;;
      *) [ $((${#why} + ${#line})) -lt 600 ] && why="$why $line" ;;
    esac
  done
  refuse "did not start: Node.js (${ZONEWRIGHT_NODE:-${runtime:+$runtime/}node}) ended $how before it answered, and said \"${why# }\". If this names nothing that you can correct, the provider or Node.js may be damaged: install it again, or set ZONEWRIGHT_NODE to the path of another Node.js."
}
# Has a copy of this shell wait until Node.js, started as "$@", has answered the engine or has ended. This shell becomes Node.js, so
# they need a pipe between them: that of a here-document, which Linux lets be opened for writing. Elsewhere `zonewright doctor` tells.
watch() {
  [ -d /proc/self/fd ] && command exec 4<<END || return 0
started
END
  if [ -p /proc/self/fd/4 ] && { command exec 5>/proc/self/fd/4; } 2>/dev/null; then
    export PLUGIN_ANSWERED_FD=5
    { { read -r line && read -r line; } <&4 || explain "$@"; } 2>&3 3>&- 5>&- &
  fi
  exec 4<&-
}
runtime=
if [ -z "$ZONEWRIGHT_NODE" ] && [ -d "${0%/*}/runtime" ]; then
  # The standalone archive brings Node.js, with its libraries and their loader.
  runtime="${0%/*}/runtime"
  [ -s "$runtime/node" ] && [ -s "$runtime/ld-musl.so.1" ] && [ -x "$runtime/ld-musl.so.1" ] ||
    refuse 'is incomplete: its folder "runtime" has no node, or no ld-musl.so.1 that can be run. Unpack its archive again with a tool that keeps permissions.'
  case "$runtime" in
    *:*) refuse 'is in a folder whose path has a colon, at which the Node.js that it brings takes the path apart. Install it in another folder, or set ZONEWRIGHT_NODE to the path of node.' ;;
  esac
elif [ -n "$ZONEWRIGHT_NODE" ]; then
  node=$ZONEWRIGHT_NODE
  case "$node" in */*) ;; *) node=$(command -v "$node") ;; esac
  # Without a slash it is part of the shell.
  case "$node" in */*) ;; *) node= ;; esac
  [ -f "$node" ] && [ -x "$node" ] ||
    refuse "needs Node.js 20.18 or newer, and ZONEWRIGHT_NODE names no program that can be run: $(printf %s "$ZONEWRIGHT_NODE" | LC_ALL=C tr -c ' -~' '?'). Set it to the path of node, or unset it."
elif ! command -v node >/dev/null 2>&1; then
  refuse 'needs Node.js 20.18 or newer, and there is no "node" on the PATH. Install Node.js (on Alpine: apk add nodejs), set ZONEWRIGHT_NODE to the path of node, or install the standalone archive of the release, which brings one.'
fi
[ -s "${0%/*}/zone-provider.cjs" ] ||
  refuse 'is incomplete: there is no zone-provider.cjs beside its program, or nothing in it. Install both files of its folder.'
if [ -n "$NODE_EXTRA_CA_CERTS" ]; then
  export ZONEWRIGHT_EXTRA_CA_CERTS="$NODE_EXTRA_CA_CERTS"
  unset NODE_EXTRA_CA_CERTS
fi
# They are meant for other programs: a preload that prints would spoil the handshake, and what is missing ends Node.js or makes it wait.
unset NODE_OPTIONS NODE_UNIQUE_ID NODE_CHANNEL_FD NODE_CHANNEL_SERIALIZATION_MODE NODE_COMPILE_CACHE NODE_V8_COVERAGE NODE_ICU_DATA \
  NODE_REDIRECT_WARNINGS NODE_TEST_CONTEXT NODE_DEBUG NODE_DEBUG_NATIVE NODE_PATH NODE_PRESERVE_SYMLINKS NODE_PRESERVE_SYMLINKS_MAIN \
  WATCH_REPORT_DEPENDENCIES PLUGIN_ANSWERED_FD
set -- "${0%/*}/zone-provider.cjs" "$0" "$@"
if [ -n "$runtime" ]; then
  # Libraries for the programs of the system, which may be of another kind.
  unset LD_LIBRARY_PATH LD_PRELOAD
  set -- "$runtime/ld-musl.so.1" --library-path "$runtime" "$runtime/node" "$@"
else
  set -- "${ZONEWRIGHT_NODE:-node}" "$@"
fi
# Started by hand, it can be seen.
[ -z "$TF_PLUGIN_MAGIC_COOKIE" ] || watch "$@"
exec "$@" 2>&3 3>&-
}
