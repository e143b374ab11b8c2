#!/bin/sh
# Starts a table with what was chosen on the add-on's page. Games are kept in the add-on's own folder, which Home
# Assistant's backups contain.
set -eu
options=${OPTIONS_FILE:-/data/options.json}
choice() { python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))[sys.argv[2]])' "$options" "$1"; }
export XDG_DATA_HOME="${XDG_DATA_HOME:-/data}"
exec immolation host --lan --no-browser --ruleset "$(choice ruleset)" --board "$(choice board)"
