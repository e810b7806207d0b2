#!/bin/sh
':' //; command -v "${ZONEWRIGHT_NODE:-node}" >/dev/null 2>&1 && [ ! -d "$ZONEWRIGHT_NODE" ] || { if [ -n "$ZONEWRIGHT_NODE" ]; then echo "The provider zonewright/zone needs Node.js 20.18 or newer, and ZONEWRIGHT_NODE names no program that can be run: $(printf %s "$ZONEWRIGHT_NODE" | LC_ALL=C tr -c '[:print:]' '?' | tr '|' '/'). Set it to the path of node, or unset it to use the node on the PATH."; else echo 'The provider zonewright/zone needs Node.js 20.18 or newer, and there is no "node" on the PATH. Install Node.js, or set ZONEWRIGHT_NODE to the path of node.'; fi; exit 1; }
':' //; [ -z "$NODE_EXTRA_CA_CERTS" ] || { export ZONEWRIGHT_EXTRA_CA_CERTS="$NODE_EXTRA_CA_CERTS"; unset NODE_EXTRA_CA_CERTS; }
':' //; exec "${ZONEWRIGHT_NODE:-node}" --max-semi-space-size=4 "$0" "$@"
