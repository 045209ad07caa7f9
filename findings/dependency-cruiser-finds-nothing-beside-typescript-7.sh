#!/usr/bin/env bash
# Software: dependency-cruiser 18.7.2 beside TypeScript 7.0.2 (npm), on Node 22, 24 or 26.
# Guess: two modules that import each other break its rule against circles, or the command says that
#   it cannot read TypeScript by this compiler.
# Instead: it reads 0 modules, prints a tick and exits with 0. Beside TypeScript 6.0.3 it finds the
#   circle. A check in CI that has passed for years therefore goes on passing after the update.
# Product: scripts/layout/ keeps the order of folders itself, and its tests turn an import round
#   (docs/decisions/044-what-stays-our-own.md).
set -euo pipefail
command -v npm > /dev/null || { echo 'npm is needed'; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
mkdir src
echo "import { b } from './b.ts'; export const a = 1; export const sum: number = a + b;" > src/a.ts
echo "import { a } from './a.ts'; export const b: number = a;" > src/b.ts
cat > rules.cjs <<'R'
module.exports = {
  forbidden: [{ name: 'no-circular', severity: 'error', from: {}, to: { circular: true } }],
};
R
cruise() {
  npm install --silent --no-audit --no-fund dependency-cruiser@18.7.2 "typescript@$1" > /dev/null 2>&1
  npx depcruise src --config rules.cjs > "$1.txt" 2>&1 && echo passes || echo fails
}
if [[ $(node --version) =~ ^v(2[0135]|1) ]]; then echo 'Node 22, 24 or 26 is needed'; exit 2; fi
seven=$(cruise 7.0.2)
six=$(cruise 6.0.3)
echo "TypeScript 7.0.2: $seven:$(grep -o '([^)]*)' 7.0.2.txt | tail -1)"
echo "TypeScript 6.0.3: $six:$(grep -o '[0-9]* modules.*' 6.0.3.txt | tail -1)"
[[ $seven == passes && $six == fails ]] && grep -q '(0 modules, 0 dependencies cruised)' 7.0.2.txt
