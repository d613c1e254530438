#!/usr/bin/env bash
# Runs contract-tools, as the action and the hooks do: from the package, which it builds and installs in its own folder once.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
tools=$root/node_modules/.cache/contract-tools
program=$tools/node_modules/.bin/contract-tools
if [ ! -x "$program" ]; then
  (
    cd "$root"
    [ -d node_modules/tsx ] || npm ci --ignore-scripts
    npm run -s tools -- --out "$tools"
    npm install --prefix "$tools" --ignore-scripts --no-audit --no-fund --prefer-offline "$tools"/contract-tools-*.tgz
  ) >&2
fi
exec "$program" "$@"
