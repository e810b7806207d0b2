#!/bin/sh
':' //; command -v "${ZONEWRIGHT_NODE:-node}" >/dev/null 2>&1 || { echo 'The provider zonewright/zone needs Node.js 20.18 or newer, and there is no "node" on the PATH. Install Node.js, or set ZONEWRIGHT_NODE to its path.'; exit 1; }
':' //; [ -z "$NODE_EXTRA_CA_CERTS" ] || { export ZONEWRIGHT_EXTRA_CA_CERTS="$NODE_EXTRA_CA_CERTS"; unset NODE_EXTRA_CA_CERTS; }
':' //; exec "${ZONEWRIGHT_NODE:-node}" "$0" "$@"
