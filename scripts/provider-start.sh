#!/bin/sh
if ! command -v "${ZONEWRIGHT_NODE:-node}" >/dev/null 2>&1 || [ -d "$ZONEWRIGHT_NODE" ]; then
  if [ -n "$ZONEWRIGHT_NODE" ]; then
    echo "The provider zonewright/zone needs Node.js 20.18 or newer, and ZONEWRIGHT_NODE names no program that can be run: $(printf %s "$ZONEWRIGHT_NODE" | LC_ALL=C tr -c '[:print:]' '?' | tr '|' '/'). Set it to the path of node, or unset it to use the node on the PATH."
  else
    echo 'The provider zonewright/zone needs Node.js 20.18 or newer, and there is no "node" on the PATH. Install Node.js, or set ZONEWRIGHT_NODE to the path of node.'
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
exec "${ZONEWRIGHT_NODE:-node}" "${0%/*}/zone-provider.cjs" "$0" "$@"
