#!/bin/sh
runtime=
if [ -z "$ZONEWRIGHT_NODE" ] && [ -d "${0%/*}/runtime" ]; then
  # The standalone archive brings Node.js, with its libraries and their loader.
  runtime="${0%/*}/runtime"
  if [ ! -f "$runtime/node" ] || [ ! -x "$runtime/ld-musl.so.1" ]; then
    echo 'The provider zonewright/zone is incomplete: its folder "runtime" has no node, or no ld-musl.so.1 that can be run. Unpack its archive again with a tool that keeps permissions.'
    exit 1
  fi
  case "$runtime" in
    *:*)
      echo 'The provider zonewright/zone is in a folder whose path has a colon, at which the Node.js that it brings takes the path apart. Install it in another folder, or set ZONEWRIGHT_NODE to the path of node.'
      exit 1
      ;;
  esac
elif ! command -v "${ZONEWRIGHT_NODE:-node}" >/dev/null 2>&1 || [ -d "$ZONEWRIGHT_NODE" ]; then
  if [ -n "$ZONEWRIGHT_NODE" ]; then
    echo "The provider zonewright/zone needs Node.js 20.18 or newer, and ZONEWRIGHT_NODE names no program that can be run: $(printf %s "$ZONEWRIGHT_NODE" | LC_ALL=C tr -c ' -~' '?' | tr '|' '/'). Set it to the path of node, or unset it."
  else
    echo 'The provider zonewright/zone needs Node.js 20.18 or newer, and there is no "node" on the PATH. Install Node.js (on Alpine: apk add nodejs), set ZONEWRIGHT_NODE to the path of node, or install the standalone archive of the release, which brings one.'
  fi
  exit 1
fi
if [ ! -f "${0%/*}/zone-provider.cjs" ]; then
  echo 'The provider zonewright/zone is incomplete: there is no zone-provider.cjs beside its program. Install both files of its folder.'
  exit 1
fi
if [ -n "$NODE_EXTRA_CA_CERTS" ]; then
  export ZONEWRIGHT_EXTRA_CA_CERTS="$NODE_EXTRA_CA_CERTS"
  unset NODE_EXTRA_CA_CERTS
fi
# It is meant for other programs: a preload that prints would spoil the handshake, one that is missing ends Node.js.
unset NODE_OPTIONS
if [ -n "$runtime" ]; then
  # Libraries for the programs of the system, which may be of another kind.
  unset LD_LIBRARY_PATH LD_PRELOAD
  exec "$runtime/ld-musl.so.1" --library-path "$runtime" "$runtime/node" "${0%/*}/zone-provider.cjs" "$0" "$@"
fi
exec "${ZONEWRIGHT_NODE:-node}" "${0%/*}/zone-provider.cjs" "$0" "$@"
