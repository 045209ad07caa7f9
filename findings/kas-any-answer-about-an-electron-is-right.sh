#!/usr/bin/env bash
# Software: @khanacademy/kas 2.2.3 and math-expressions 1.8.1 (npm), which compare answers for
#   exercises of Khan Academy and of Doenet.
# Guess: they allow for rounding by a share of the value: 1.7 * 10^-19 is no answer to 1.6 * 10^-19,
#   as 3.1 * 10^8 is none to 3 * 10^8.
# Instead: both say that 1.7 * 10^-19 equals 1.6 * 10^-19, and that 6.63 * 10^-34 equals 0. What
#   differs by very little is equal, however little there is: any answer about an electron is right.
# Product: the tolerance is a percentage of the right value, and values are exact fractions
#   (domain/marking/marking.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts \
  @khanacademy/kas@2.2.3 underscore@1.13.7 math-expressions@1.8.1
cat > run.mjs <<'JS'
import * as kas from '@khanacademy/kas';
import expressions from 'math-expressions';
const pairs = [['1.6*10^(-19)', '1.7*10^(-19)'], ['6.63*10^(-34)', '0'], ['3*10^8', '3.1*10^8']];
const kasSays = pairs.map(([one, other]) => kas.compare(kas.parse(one).expr, kas.parse(other).expr).equal);
const expressionsSay = pairs.map(([one, other]) => expressions.fromText(one).equals(expressions.fromText(other)));
console.log({ pairs, kasSays, expressionsSay });
const isAsSeen = (answers) => answers.join() === 'true,true,false';
process.exit(isAsSeen(kasSays) && isAsSeen(expressionsSay) ? 0 : 1);
JS
node run.mjs
