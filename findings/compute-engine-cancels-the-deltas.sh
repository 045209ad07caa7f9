#!/usr/bin/env bash
# Software: @cortex-js/compute-engine 0.140.0 (npm), which reads the LaTeX of the formula editor
#   MathLive.
# Guess: knowing \frac{dv}{dt} as a derivative, it keeps \frac{\Delta v}{\Delta t}, a change divided
#   by a change, as it is.
# Instead: Δ is a factor like any other and is cancelled: the average acceleration simplifies to
#   v/t, a right answer only for what starts from rest.
# Product: formulas are drawn and never computed with (server/topics/render.ts); answers are numbers
#   and units (domain/marking).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @cortex-js/compute-engine@0.140.0
cat > run.mjs <<'JS'
import { ComputeEngine } from '@cortex-js/compute-engine';
const engine = new ComputeEngine();
const simplified = (text) => engine.parse(text).simplify().latex;
const average = simplified('\\frac{\\Delta v}{\\Delta t}');
const derivative = simplified('\\frac{dv}{dt}');
console.log(average, derivative);
process.exit(average === '\\frac{v}{t}' && derivative.includes('\\mathrm{d}v') ? 0 : 1);
JS
node run.mjs
